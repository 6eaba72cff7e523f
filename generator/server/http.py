"""HTTP requests -> the preview's responses, over sockets and threads."""

from __future__ import annotations

import shutil
import socket
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from generator.server.responses import EVENTS, Response, respond
from generator.server.state import Preview


class Listener(ThreadingHTTPServer):
    """Listens on `host` and `port`; a request's thread never keeps the program from ending."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, preview: Preview, host: str, port: int) -> None:
        self.preview = preview
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), _Connection)

    def server_bind(self) -> None:
        """Bind without the look-up of the machine's name that the standard library makes, which may take seconds."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that went away is no error."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class _Connection(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60
    server: Listener

    def do_GET(self) -> None:
        # A body is not read, so it must not be taken for the next request.
        if "Content-Length" in self.headers or "Transfer-Encoding" in self.headers:
            self.close_connection = True
        hosts = self.headers.get_all("Host") or []
        host = hosts[0] if len(hosts) == 1 else None if hosts or self.request_version != "HTTP/1.0" else "localhost"
        response = respond(self.server.preview, self.path, host, self.headers.get("If-None-Match", ""))
        if response.headers.get("Content-Type") == EVENTS:
            self._stream(response)
        else:
            self._send(response)

    do_HEAD = do_GET  # noqa: N815

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:  # noqa: ARG002
        """Refuse without repeating what was asked."""
        self.close_connection = True
        self._send(Response(code, {"Content-Type": "text/plain; charset=utf-8"}, f"{int(code)}\n".encode()))

    def version_string(self) -> str:
        return "incipit"

    def log_message(self, *_: object) -> None:
        """Requests are not logged."""

    def _head(self, response: Response) -> None:
        self.send_response(response.status)
        for name, value in response.headers.items():
            self.send_header(name, value)
        self.send_header("X-Content-Type-Options", "nosniff")
        if self.close_connection:
            self.send_header("Connection", "close")

    def _send(self, response: Response) -> None:
        with response:
            self._head(response)
            if response.status != 304:  # noqa: PLR2004
                self.send_header("Content-Length", str(response.length))
            self.end_headers()
            if self.command == "HEAD" or response.status == 304:  # noqa: PLR2004
                return
            if response.file is None:
                self.wfile.write(response.body)
            else:
                shutil.copyfileobj(response.file, self.wfile, 1 << 16)

    def _stream(self, response: Response) -> None:
        """Tell an open page the number of the build whenever there is a new one."""
        self.close_connection = True
        self._head(response)
        self.end_headers()
        preview, told = self.server.preview, ""
        while self.command != "HEAD" and not preview.closed:
            stamp = preview.stamp
            self.wfile.write(f"data: {stamp}\n\n".encode() if stamp != told else b": still here\n\n")
            told = stamp
            preview.wait(told)

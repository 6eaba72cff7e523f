"""A request's target -> a response, as GitHub Pages gives it, with what a preview adds to each page."""

from __future__ import annotations

import html
import io
import ipaddress
import os
import posixpath
import stat
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from urllib.parse import quote, unquote_to_bytes, urlsplit

from generator.server.state import Preview
from generator.server.types import HTML, TEXT, content_type

EVENTS = "text/event-stream; charset=utf-8"
# Outside every site: slugs do not begin with "-", and a base path of this name is nobody's.
_SCRIPT_PATH = "/-/reload.js"
_EVENTS_PATH = "/-/events"

_OVERLAY = (
    '<div role="alert" style="position:fixed;inset:0;z-index:2147483647;overflow:auto;padding:2rem;'
    'background:#fff;color:#111;font:1rem/1.5 system-ui,sans-serif"><p><strong>The site could not be built. '
    "Below is why; this page reloads when it is put right.</strong></p>"
    '<pre style="white-space:pre-wrap;overflow-wrap:anywhere;font:.95rem/1.5 ui-monospace,monospace">{}</pre></div>'
)
_MISSING = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not here</title></head>'
    "<body><p>There is no such page in this site, or not yet.</p></body></html>"
)


@dataclass(slots=True)
class Response:
    """Status, headers and either `body` or an open `file`, which is closed after use."""

    status: int
    headers: dict[str, str]
    body: bytes = b""
    file: io.FileIO | None = None
    length: int = -1

    def __post_init__(self) -> None:
        if self.file is None:
            self.length = len(self.body)

    def __enter__(self) -> Response:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.file is not None:
            self.file.close()


def respond(preview: Preview, target: str, host: str | None, etag: str = "") -> Response:
    """The response to GET `target` for the header values `host` (None: missing or several) and If-None-Match `etag`.

    A name other than this machine's is refused, or any web page could read the preview by DNS rebinding.
    """
    if not target.startswith("/"):
        # The absolute form: its authority stands for the header (RFC 9112, 3.2.2).
        scheme, _, rest = target.partition("://")
        authority, _, way = rest.partition("/")
        host, target = (authority if scheme in ("http", "https") else None), f"/{way}"
    if not host:
        return _plain(400, "bad request")
    if not _local(host, preview.host):
        return _plain(403, "this preview answers only under this machine's own name; see `incipit serve --host`")
    raw, mark, query = target.partition("#")[0].partition("?")
    if raw == _SCRIPT_PATH:
        return _file(preview, str(_script()), etag, 200)
    if raw == _EVENTS_PATH:
        return Response(200, {"Content-Type": EVENTS, "Cache-Control": "no-cache"})
    return _under_base(preview, raw, mark + query, etag)


def _under_base(preview: Preview, raw: str, query: str, etag: str) -> Response:
    path = _decoded(raw)
    if f"{path}/" == preview.base or (path == "/" and preview.base != "/"):
        return _redirect(preview.base, query, 301 if path != "/" else 302)
    if not path.startswith(preview.base) or not _plain_name(raw, path):
        return _missing(preview)
    return _find(preview, path[len(preview.base) :], etag, query)


def _find(preview: Preview, path: str, etag: str, query: str) -> Response:
    """As GitHub Pages: /dir/ is its index.html, /dir leads to /dir/, /x is x.html where there is no x."""
    root = os.path.realpath(preview.site)
    place = posixpath.join(root, path)
    if path.endswith("/") or not path:
        names = [posixpath.join(place, "index.html")]
    elif os.path.isdir(place) and _inside(root, place):  # noqa: PTH112
        return _redirect(f"{preview.base}{path}/", query, 301)
    else:
        names = [place, f"{place}.html"]
    for name in names:
        if _inside(root, name) and os.path.isfile(name):  # noqa: PTH113
            return _file(preview, name, etag, 200)
    return _missing(preview)


def _file(preview: Preview, name: str, etag: str, status: int) -> Response:
    """A whole file, old or new: it is replaced by renaming, so what was opened stays what it is."""
    # The stamp is read first: a page newer than its stamp reloads once too often, never once too seldom.
    stamp, error = preview.state
    try:
        file = io.FileIO(os.open(name, os.O_RDONLY | os.O_NONBLOCK))
    except OSError:
        return _missing(preview) if status == 200 else _page(_MISSING.encode(), stamp, error, {}, 404)  # noqa: PLR2004
    found = os.fstat(file.fileno())
    if not stat.S_ISREG(found.st_mode):
        file.close()
        return _plain(404, "not here")
    kind = content_type(name)
    tag = f'"{found.st_mtime_ns:x}-{found.st_size:x}-{found.st_ino:x}{f"-{stamp}" if kind == HTML else ""}"'
    headers = {"Content-Type": kind, "Cache-Control": "no-cache", "ETag": tag}
    if status == 200 and tag in (part.strip().removeprefix("W/") for part in etag.split(",")):  # noqa: PLR2004
        file.close()
        return Response(304, headers)
    if kind != HTML:
        return Response(status, headers, file=file, length=found.st_size)
    with file:
        return _page(file.readall(), stamp, error, headers, status)


def _page(content: bytes, stamp: str, error: str, headers: dict[str, str], status: int) -> Response:
    """A page with the script that reloads it, and over it the error of the newest build."""
    added = _OVERLAY.format(html.escape(error)) if error else ""
    added += f'<script type="module" src="{_SCRIPT_PATH}?build={stamp}"></script>'
    end = content.rfind(b"</body>")
    end = len(content) if end < 0 else end
    return Response(
        status,
        {"Content-Type": HTML, "Cache-Control": "no-cache", **headers},
        content[:end] + added.encode() + content[end:],
    )


def _missing(preview: Preview) -> Response:
    response = _file(preview, posixpath.join(os.path.realpath(preview.site), "404.html"), "", 404)
    response.headers.pop("ETag", None)
    return response


def _redirect(path: str, query: str, status: int) -> Response:
    return Response(status, {"Location": quote(path) + query, "Cache-Control": "no-cache"})


def _plain(status: int, text: str) -> Response:
    return Response(status, {"Content-Type": TEXT}, f"{text}\n".encode())


def _decoded(path: str) -> str:
    return unquote_to_bytes(path).decode("utf-8", "replace")


def _plain_name(raw: str, path: str) -> bool:
    """Whether a path below the base is one that a site can hold: no climbing, nothing hidden, no tricks."""
    parts = path[1:].removesuffix("/").split("/")
    hidden = any(part.startswith(".") and part != ".well-known" for part in parts)
    empty = "" in parts and path != "/"
    strange = any(ord(character) < 32 or character in "\\\x7f\ufffd" for character in path)  # noqa: PLR2004
    return not (hidden or empty or strange or "%2f" in raw.lower())


def _inside(root: str, name: str) -> bool:
    """Whether `name`, all links followed, is below `root`."""
    return os.path.realpath(name).startswith(root + os.sep)


def _local(host: str, own: str) -> bool:
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    if name in ("localhost", "127.0.0.1", "::1", own.lower()) and name:
        return True
    try:
        # Listening on all addresses is reached by any of them; a number cannot be rebound.
        return bool(ipaddress.ip_address(name)) and own in ("0.0.0.0", "::", "")  # noqa: S104
    except ValueError:
        return False


def _script() -> Path:
    """The shipped static/reload.js: beside the package in a wheel, beside generator/ in the repository."""
    package = Path(__file__).parent.parent
    shipped = package / "theme" / "static" / "reload.js"
    return shipped if shipped.is_file() else package.parent / "static" / "reload.js"

"""The built site on a host like GitHub Pages (nginx on loopback)."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from shipped import run_incipit

PACKAGES = Path(__file__).parent / "node_modules"
BASES = ("/", "/x/y/")
# Of the shipped config.yaml: where 404.html, which links by the path of `url`, is at home.
HOME = "/iclr-2025/"

NGINX = """\
daemon off;
worker_processes 1;
pid {folder}/pid;
error_log {folder}/error.log;
{user}
events {{ worker_connections 256; }}
http {{
    include {mime};
    default_type application/octet-stream;
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    absolute_redirect off;
    gzip on;
    gzip_min_length 1;
    gzip_types text/css text/plain text/xml application/javascript application/json application/xml image/svg+xml;
    server {{
        listen 127.0.0.1:{port};
        root {root};
        charset utf-8;
        error_page 404 {base}404.html;
        location / {{
            try_files $uri $uri.html $uri/ =404;
            add_header Cache-Control max-age=600;
        }}
    }}
}}
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def served(site: Path, base: str, folder: Path) -> Iterator[str]:
    """`site` below `base`, as GitHub Pages serves it; -> the URL of its home page."""
    folder.mkdir(parents=True)
    place = folder / "www" / base.strip("/")
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(site)
    root = folder / "www"
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    port = free_port()
    user = "user root;" if Path("/proc/self").stat().st_uid == 0 else ""
    config = folder / "nginx.conf"
    mime = "/etc/nginx/mime.types"
    config.write_text(
        NGINX.format(folder=folder, port=port, root=root, base=base, user=user, mime=mime), encoding="utf-8"
    )
    process = subprocess.Popen([program, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(config)], stdin=subprocess.DEVNULL)  # fmt: skip
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
                break
            assert process.poll() is None, (folder / "error.log").read_text(encoding="utf-8")
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}{base}"
    finally:
        process.terminate()
        process.wait(10)


def build(project: Path) -> None:
    done = run_incipit(project, "build")
    assert done.status == 0, done.err

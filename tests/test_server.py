"""The preview answers as GitHub Pages does, follows every saved change and gives nothing else away."""

from __future__ import annotations

import errno
import http.client
import mimetypes
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from watchdog.observers import Observer

from generator.errors import InputError, MachineError, UsageError
from generator.server import serve
from generator.server.http import Listener
from generator.server.responses import Response, respond
from generator.server.state import Preview
from generator.server.watch import Watch

PAGES = {
    "index.html": "<!doctype html><html><body><p>home</p></body></html>",
    "404.html": "<!doctype html><html><body><p>no such page</p></body></html>",
    "papers/x/index.html": "<!doctype html><html><body><p>paper</p></body></html>",
    "about.html": "<!doctype html><html><body><p>about</p></body></html>",
    "feed.xml": "<rss/>",
    "empty/other.txt": "",
    ".incipit-files": "secret list",
}


@pytest.fixture
def preview(tmp_path: Path) -> Preview:
    """A preview of a small site under /x/y/."""
    for name, text in PAGES.items():
        path = tmp_path / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "secret.txt").write_text("root: secret", encoding="utf-8")
    return Preview(tmp_path / "site", "/x/y/", "127.0.0.1")


def get(preview: Preview, target: str, host: str | None = "localhost:8000", etag: str = "") -> Response:
    """The response with its file read, so that the test can look at it."""
    response = respond(preview, target, host, etag)
    if response.file is not None:
        response.body = response.file.read()
        response.file.close()
        assert len(response.body) == response.length
    return response


# --- what is where ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "status", "found"),
    [
        ("/x/y/", 200, "home"),
        ("/x/y/?q=a/b", 200, "home"),
        ("/x/y/index.html", 200, "home"),
        ("/x/y/papers/x/", 200, "paper"),
        ("/x/y/papers/x", 301, "/x/y/papers/x/"),
        ("/x/y/papers/x?q=1", 301, "/x/y/papers/x/?q=1"),
        ("/x/y/about", 200, "about"),
        ("/x/y/about/", 404, "no such page"),
        ("/x/y/empty/", 404, "no such page"),
        ("/x/y/papers", 301, "/x/y/papers/"),
        ("/x/y/papers/", 404, "no such page"),
        ("/x/y/a/b/c/nope", 404, "no such page"),
        ("/x/y", 301, "/x/y/"),
        ("/x/y?q=1", 301, "/x/y/?q=1"),
        ("/", 302, "/x/y/"),
        ("/x", 404, "no such page"),
        ("/x/yz/", 404, "no such page"),
        ("/other/", 404, "no such page"),
        ("/favicon.ico", 404, "no such page"),
    ],
)
def test_urls_answer_as_on_github_pages(preview: Preview, target: str, status: int, found: str) -> None:
    response = get(preview, target)

    assert response.status == status
    assert (response.headers.get("Location") or response.body.decode()).count(found) == 1
    assert response.headers["Cache-Control"] == "no-cache"


def test_a_site_at_the_root_needs_no_redirect(preview: Preview) -> None:
    root = Preview(Path(preview.site), "/", "127.0.0.1")

    assert get(root, "/").status == 200
    assert get(root, "/papers/x").headers["Location"] == "/papers/x/"


def test_a_base_of_other_letters_is_found_encoded_and_plain(preview: Preview) -> None:
    for base in ("/é x/", "/%C3%A9%20x/", "/é x"):
        other = Preview(Path(preview.site), base, "127.0.0.1")
        assert get(other, "/%c3%a9%20x/").status == 200
        assert get(other, "/%C3%A9%20x").headers["Location"] == "/%C3%A9%20x/"


def test_a_name_with_other_letters_is_found(preview: Preview) -> None:
    (Path(preview.site) / "é ü.txt").write_text("text", encoding="utf-8")
    assert get(preview, "/x/y/%C3%A9%20%C3%BC.txt").body == b"text"


@pytest.mark.parametrize("name", ["index.html", "papers/x/", "nope"])
def test_every_page_also_that_of_404_holds_the_reload_script(preview: Preview, name: str) -> None:
    preview.built("")
    response = get(preview, f"/x/y/{name}")

    script = f'<script type="module" src="/-/reload.js?build={preview.stamp}"></script></body>'
    assert response.body.decode().count(script) == 1
    assert response.length == len(response.body)


def test_the_script_is_served_but_is_no_part_of_the_site(preview: Preview) -> None:
    response = get(preview, "/-/reload.js?build=1")

    assert response.status == 200
    assert response.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert b'EventSource("/-/events")' in response.body


def test_an_error_is_shown_over_every_page_escaped_until_it_is_put_right(preview: Preview) -> None:
    preview.built("content/a.md:2: found <b>; write & read")
    for name in ("", "nope"):
        assert "content/a.md:2: found &lt;b&gt;; write &amp; read" in get(preview, f"/x/y/{name}").body.decode()
    assert b"home" in get(preview, "/x/y/").body

    preview.built("")
    assert b"role=" not in get(preview, "/x/y/").body


def test_without_a_site_there_is_still_a_page_that_reloads(tmp_path: Path) -> None:
    preview = Preview(tmp_path / "site", "/", "127.0.0.1")
    preview.built("seeds/a.txt:1: is empty")
    response = get(preview, "/")

    assert response.status == 404
    assert b"seeds/a.txt:1: is empty" in response.body
    assert b"reload.js" in response.body


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.js", "text/javascript; charset=utf-8"),
        ("a.mjs", "text/javascript; charset=utf-8"),
        ("a.wasm", "application/wasm"),
        ("a.json", "application/json; charset=utf-8"),
        ("feed.json", "application/json; charset=utf-8"),
        ("a.xml", "application/xml; charset=utf-8"),
        ("a.css", "text/css; charset=utf-8"),
        ("a.svg", "image/svg+xml"),
        ("a.bib", "text/plain; charset=utf-8"),
        ("a.RIS", "text/plain; charset=utf-8"),
        ("a.md", "text/markdown; charset=utf-8"),
        ("a.jsonl", "application/jsonl; charset=utf-8"),
        ("a.opml", "text/x-opml; charset=utf-8"),
        ("a.webmanifest", "application/manifest+json; charset=utf-8"),
        ("a.woff2", "font/woff2"),
        ("CNAME", "text/plain; charset=utf-8"),
    ],
)
def test_types_do_not_depend_on_the_machine(preview: Preview, name: str, kind: str) -> None:
    before = mimetypes.guess_type("a.js")[0] or "text/javascript"
    mimetypes.add_type("text/plain", ".js")
    try:
        (Path(preview.site) / name).write_bytes(b"x")
        assert get(preview, f"/x/y/{name}").headers["Content-Type"] == kind
    finally:
        mimetypes.add_type(before, ".js")


def test_what_has_not_changed_is_not_sent_again_and_what_has_is(preview: Preview) -> None:
    for target in ("/x/y/", "/x/y/feed.xml"):
        first = get(preview, target)
        again = get(preview, target, etag=f'W/"other", {first.headers["ETag"]}')
        assert (again.status, again.body) == (304, b"")

    feed, page = get(preview, "/x/y/feed.xml"), get(preview, "/x/y/")
    preview.built("")
    assert get(preview, "/x/y/feed.xml", etag=feed.headers["ETag"]).status == 304
    assert get(preview, "/x/y/", etag=page.headers["ETag"]).status == 200
    (Path(preview.site) / "feed.xml").write_bytes(b"<RSS/>")
    assert get(preview, "/x/y/feed.xml", etag=feed.headers["ETag"]).status == 200


# --- what is not given away -------------------------------------------------------------------


@pytest.mark.parametrize(
    "target",
    [
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/x/y/../../../secret.txt",
        "/x/y/%2e%2e/secret.txt",
        "/x/y/..%2fsecret.txt",
        "/x/y/..%2f..%2fetc/passwd",
        "/x/y/..%5c..%5cx",
        "/x/y/papers%2fx/",
        "/x/y/%00",
        "/x/y/a%0ab",
        "/x/y/%ff",
        "//etc/passwd",
        "/x/y//etc/passwd",
        "/x/y//",
        "/x/y/....//....//etc/passwd",
        "/.git/config",
        "/x/y/.incipit-files",
        "/x/y/.",
        "/x/y/papers/./x/",
        "/x/yX/",
        "/-/",
        "/-/other.js",
        "/x/y/link.txt",
        "/x/y/out/secret.txt",
        "/x/y/out",
        "/x/y/pipe",
    ],
)
def test_nothing_outside_or_hidden_is_served(preview: Preview, target: str) -> None:
    site = Path(preview.site)
    (site / "link.txt").symlink_to("../secret.txt")
    (site / "out").symlink_to("..")
    os.mkfifo(site / "pipe")

    response = get(preview, target)

    assert response.status == 404
    assert b"secret" not in response.body
    assert str(site.parent).encode() not in response.body


@pytest.mark.parametrize(
    ("host", "own", "status"),
    [
        ("localhost", "127.0.0.1", 200),
        ("LOCALHOST:8000", "127.0.0.1", 200),
        ("127.0.0.1:1", "127.0.0.1", 200),
        ("[::1]:8000", "127.0.0.1", 200),
        ("desk.example:8000", "desk.example", 200),
        ("evil.example", "127.0.0.1", 403),
        ("127.0.0.1.evil.example", "127.0.0.1", 403),
        ("localhost.evil.example", "127.0.0.1", 403),
        ("evil.example@localhost.evil.example", "127.0.0.1", 403),
        ("192.168.1.7", "127.0.0.1", 403),
        ("192.168.1.7:8000", "0.0.0.0", 200),
        ("evil.example", "0.0.0.0", 403),
        ("[", "127.0.0.1", 403),
        ("", "127.0.0.1", 400),
        (None, "127.0.0.1", 400),
    ],
)
def test_a_foreign_host_is_refused(preview: Preview, host: str | None, own: str, status: int) -> None:
    """A web page could otherwise read the preview by pointing its own name at this machine."""
    preview.host = own
    for target in ("/x/y/", "/-/reload.js", "/-/events"):
        assert get(preview, target, host).status == status


def test_the_absolute_form_counts_by_its_own_host(preview: Preview) -> None:
    assert get(preview, "http://127.0.0.1:8000/x/y/", "evil.example").status == 200
    assert get(preview, "http://evil.example/x/y/").status == 403
    assert get(preview, "ftp://127.0.0.1/x/y/").status == 400
    assert get(preview, "*").status == 400


# --- over a socket ----------------------------------------------------------------------------


@pytest.fixture
def listener(preview: Preview) -> Iterator[Listener]:
    """The preview, listening."""
    listener = Listener(preview, "127.0.0.1", 0)
    thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield listener
    preview.close()
    listener.shutdown()
    listener.server_close()
    thread.join()


def raw(listener: Listener, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", listener.server_port), 5) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: connection.recv(65536), b""))


def test_it_listens_on_this_machine_alone(listener: Listener) -> None:
    assert listener.socket.getsockname()[0] == "127.0.0.1"


def test_a_head_request_has_the_length_and_no_body(listener: Listener) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", listener.server_port, timeout=5)
    for target in ("/x/y/", "/x/y/feed.xml"):
        connection.request("GET", target)
        whole = connection.getresponse()
        body = whole.read()
        connection.request("HEAD", target)
        head = connection.getresponse()
        assert head.read() == b""
        assert head.getheader("Content-Length") == whole.getheader("Content-Length") == str(len(body))
    connection.close()


def test_raw_and_broken_requests_are_refused_and_it_lives_on(listener: Listener) -> None:
    requests = {
        b"GET /x/y/ HTTP/1.1\r\nHost: localhost\r\n\r\n": b"200",
        b"GET /x/y/ HTTP/1.0\r\n\r\n": b"200",
        b"GET /x/y/ HTTP/1.1\r\n\r\n": b"400",
        b"GET /x/y/ HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n": b"400",
        b"GET /x/y/ HTTP/1.1\r\nHost: evil.example\r\n\r\n": b"403",
        b"GET http://127.0.0.1/x/y/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n": b"200",
        b"GET //etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n": b"404",
        b"GET /x/y/\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n": b"404",
        b"POST /x/y/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc": b"501",
        b"GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % (b"a" * 70000): b"414",
        b"nonsense\r\n\r\n": b"400",
    }
    for request, status in requests.items():
        answer = raw(listener, request)
        assert status in answer.split(b"\r\n")[0] or (status == b"400" and answer == b"400\n"), request[:60]
        assert b"Traceback" not in answer
    smuggled = b"GET /x/y/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 40\r\n\r\nGET /x/y/feed.xml HTTP/1.1\r\n"
    assert raw(listener, smuggled).count(b"HTTP/1.1") == 1


def test_an_open_page_is_told_each_build(listener: Listener, preview: Preview) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", listener.server_port, timeout=5)
    connection.request("GET", "/-/events")
    events = connection.getresponse()
    assert events.getheader("Content-Type") == "text/event-stream; charset=utf-8"
    stamps = []
    for _ in range(3):
        line = events.fp.readline()
        assert events.fp.readline() == b"\n"
        stamps.append(line.removeprefix(b"data: ").strip().decode())
        assert stamps[-1] == preview.stamp
        preview.built("")
    assert len(set(stamps)) == 3
    connection.close()


def test_every_response_is_a_whole_page_while_files_are_replaced(listener: Listener, preview: Preview) -> None:
    site, stop = Path(preview.site), threading.Event()

    def write() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            (site / "new").write_text(f"<html><body>{'word ' * (number * 997 % 20000)}</body></html>", encoding="utf-8")
            (site / "new").replace(site / "index.html")
            preview.built("")

    writer = threading.Thread(target=write)
    writer.start()
    connection = http.client.HTTPConnection("127.0.0.1", listener.server_port, timeout=5)
    try:
        for _ in range(300):
            connection.request("GET", "/x/y/")
            response = connection.getresponse()
            body = response.read()
            assert response.status == 200
            assert body.count(b"<html>") == 1
            assert body.endswith(b"</body></html>")
            assert body.count(b"<body>") == 1
            assert int(response.headers["Content-Length"]) == len(body)
    finally:
        stop.set()
        writer.join()
        connection.close()


# --- watching ---------------------------------------------------------------------------------


class Watched:
    """A running Watch whose returns are counted."""

    def __init__(self, paths: list[Path], site: Path) -> None:
        self.said: list[str] = []
        self.count = 0
        self.end = False
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self._run, args=(paths, site), daemon=True)
        self.thread.start()
        assert self.ready.wait(5)

    def _run(self, paths: list[Path], site: Path) -> None:
        with Watch(paths, site, self.said.append) as watch:
            watch.look()
            self.ready.set()
            while not self.end:
                watch.wait()
                self.count += 1

    def expect(self, count: int, seconds: float = 6) -> None:
        limit = time.monotonic() + seconds
        while self.count < count and time.monotonic() < limit:
            time.sleep(0.02)
        assert self.count == count


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Callable[[], Watched]]:
    """Starts a Watch of content/, seeds/ (which does not exist) and config.yaml."""
    (tmp_path / "content" / "papers").mkdir(parents=True)
    (tmp_path / "content" / "papers" / "p.md").write_text("0", encoding="utf-8")
    (tmp_path / "config.yaml").write_text("title: T", encoding="utf-8")
    started: list[Watched] = []

    def start() -> Watched:
        paths = [tmp_path / name for name in ("content", "seeds", "config.yaml")]
        started.append(Watched(paths, tmp_path / "site"))
        return started[-1]

    yield start
    for found in started:
        found.end = True
        (tmp_path / "config.yaml").write_text("the end", encoding="utf-8")
        found.thread.join(10)
        assert not found.thread.is_alive()


def test_every_way_of_saving_is_one_change(tmp_path: Path, watched: Callable[[], Watched]) -> None:
    page, watch = tmp_path / "content" / "papers" / "p.md", watched()

    for number in range(3):
        # As editors do: a file beside it, then renamed over it.
        other = page.with_name("p.md.tmp")
        other.write_text(f"renamed {number}", encoding="utf-8")
        other.replace(page)
        watch.expect(number + 1)
    page.write_text("written in place", encoding="utf-8")
    watch.expect(4)
    page.unlink()
    time.sleep(0.05)
    page.write_text("created again", encoding="utf-8")
    watch.expect(5)
    (tmp_path / "config.yaml").write_text("title: U", encoding="utf-8")
    watch.expect(6)
    (tmp_path / "seeds").mkdir()
    (tmp_path / "seeds" / "a.txt").write_text("seed", encoding="utf-8")
    watch.expect(7)
    (tmp_path / "seeds" / "a.txt").write_text("seed 2", encoding="utf-8")
    watch.expect(8)
    assert watch.said == []


def test_a_folder_renamed_away_and_back_is_still_watched(tmp_path: Path, watched: Callable[[], Watched]) -> None:
    watch = watched()
    (tmp_path / "content").rename(tmp_path / "content2")
    (tmp_path / "content2").rename(tmp_path / "content")
    time.sleep(0.5)
    (tmp_path / "content" / "papers" / "p.md").write_text("later", encoding="utf-8")
    watch.expect(1)

    (tmp_path / "content").rename(tmp_path / "content2")
    watch.expect(2)
    shutil.copytree(tmp_path / "content2", tmp_path / "content")
    watch.expect(3)
    (tmp_path / "content" / "papers" / "p.md").write_text("in the copy", encoding="utf-8")
    watch.expect(4)


def test_what_is_no_change_of_an_input_wakes_nobody(tmp_path: Path, watched: Callable[[], Watched]) -> None:
    watch = watched()
    (tmp_path / "content" / "papers" / "p.md").read_text(encoding="utf-8")
    (tmp_path / "content" / "papers" / ".p.md.swp").write_text("x", encoding="utf-8")
    (tmp_path / "content" / "papers" / "p.md~").write_text("x", encoding="utf-8")
    (tmp_path / ".incipit").mkdir()
    (tmp_path / ".incipit" / "cache.sqlite").write_text("x", encoding="utf-8")
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("x", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("x", encoding="utf-8")
    time.sleep(1)
    watch.expect(0)


def test_the_output_inside_a_watched_folder_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    watch = Watched([tmp_path], tmp_path / "site")
    (tmp_path / "site" / "index.html").write_text("x", encoding="utf-8")
    time.sleep(0.8)
    watch.expect(0)
    watch.end = True
    (tmp_path / "notes.txt").write_text("x", encoding="utf-8")
    watch.thread.join(10)


def test_a_linked_folder_is_followed_once(tmp_path: Path, watched: Callable[[], Watched]) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "content" / "ext").symlink_to("../elsewhere")
    (tmp_path / "content" / "loop").symlink_to(".")
    watch = watched()
    (tmp_path / "elsewhere" / "x.md").write_text("x", encoding="utf-8")
    watch.expect(1)


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EMFILE])
def test_without_watches_from_the_system_it_looks_regularly_and_says_so(
    tmp_path: Path, watched: Callable[[], Watched], monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(code, "inotify limit reached")

    monkeypatch.setattr(Observer, "schedule", refuse)
    watch = watched()
    (tmp_path / "content" / "papers" / "p.md").write_text("1", encoding="utf-8")
    watch.expect(1)
    (tmp_path / "content" / "papers" / "p.md").write_text("22", encoding="utf-8")
    watch.expect(2)
    assert watch.said == [
        "the system lends no file watches (inotify limit reached); looking for changes every second instead"
    ]


# --- the whole --------------------------------------------------------------------------------

SCRIPT = """
import sys
from pathlib import Path
from generator.errors import IncipitError
from generator.server import serve

project = Path(sys.argv[1])

def rebuild():
    # Like ingest: writes what is watched, once; then publishes.
    text = (project / "content" / "p.md").read_text(encoding="utf-8")
    if "BAD" in text:
        return "content/p.md:1: is bad; put it right"
    ledger = project / "content" / "ledger.jsonl"
    if not ledger.exists() or ledger.read_text(encoding="utf-8") != text:
        ledger.write_text(text, encoding="utf-8")
    (project / "site").mkdir(exist_ok=True)
    (project / "new").write_text(f"<html><body>{text}</body></html>", encoding="utf-8")
    (project / "new").replace(project / "site" / "index.html")
    return ""

try:
    serve(project / "site", "/x/", [project / "content"], rebuild, host="127.0.0.1", port=int(sys.argv[2]),
          say=lambda line: print(line, flush=True), open_browser=False)
except IncipitError as error:
    print(error)
    sys.exit(error.status)
"""


def start(project: Path, port: int = 0) -> subprocess.Popen[str]:
    (project / "content").mkdir(exist_ok=True)
    if not (project / "content" / "p.md").exists():
        (project / "content" / "p.md").write_text("first", encoding="utf-8")
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(project), str(port)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline().rstrip("\n")


def fetch(url: str) -> str:
    found = re.fullmatch(r"http://([\d.]+):(\d+)(/.*)", url)
    assert found
    connection = http.client.HTTPConnection(found[1], int(found[2]), timeout=5)
    connection.request("GET", found[3])
    body = connection.getresponse().read().decode()
    connection.close()
    return body


def stop(process: subprocess.Popen[str], number: int = signal.SIGINT) -> None:
    process.send_signal(number)
    output, _ = process.communicate(timeout=10)
    assert process.returncode == 0, output
    assert output.endswith("stopped\n")
    assert "Traceback" not in output


def test_a_preview_from_start_to_ctrl_c(tmp_path: Path) -> None:
    process = start(tmp_path)
    try:
        assert line(process) == "build 1 finished"
        found = re.fullmatch(r"serving (http://127\.0\.0\.1:\d+/x/) \(Ctrl-C stops\)", line(process))
        assert found
        url = found[1]
        assert "first" in fetch(url)
        page = tmp_path / "content" / "p.md"
        page.write_text("second", encoding="utf-8")
        assert line(process) == "build 2 finished", "what the build itself wrote is no change"
        assert "second" in fetch(url)
        page.write_text("BAD", encoding="utf-8")
        assert [line(process), line(process)] == ["build 3 failed", "content/p.md:1: is bad; put it right"]
        assert "content/p.md:1: is bad" in fetch(url)
        page.write_text("third", encoding="utf-8")
        assert line(process) == "build 4 finished"
        assert "third" in fetch(url)

        port = int(url.split(":")[2].split("/")[0])
        taken = start(tmp_path, port)
        output, _ = taken.communicate(timeout=10)
        assert taken.returncode == 4
        assert output == (
            f"port {port} of 127.0.0.1 is in use; choose another with --port N, or any free one with --port 0\n"
        )
        # The page that a browser still holds open must neither delay the end nor keep the port.
        held = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        held.request("GET", "/-/events")
        events = held.getresponse()
        assert events.fp.readline().startswith(b"data: ")
        stop(process)
        process = start(tmp_path, port)
        assert line(process) == "build 1 finished"
        assert line(process) == f"serving {url} (Ctrl-C stops)"
        held.close()
        stop(process, signal.SIGTERM)
    finally:
        process.kill()
        process.wait()
        assert process.stdout
        process.stdout.close()


def test_an_error_that_the_rebuild_raises_is_shown_too(tmp_path: Path) -> None:
    said: list[str] = []
    (tmp_path / "a").write_text("1", encoding="utf-8")
    builds = 0

    def rebuild() -> str:
        nonlocal builds
        builds += 1
        if builds == 1:
            (tmp_path / "a").write_text("12", encoding="utf-8")
            raise InputError("is bad", "put it right", file="a", line=3)
        raise KeyboardInterrupt

    def say(text: str) -> None:
        said.append(text)
        if text.startswith("serving"):
            (tmp_path / "a").write_text("123", encoding="utf-8")

    serve(tmp_path, "/", [tmp_path / "a"], rebuild, host="127.0.0.1", port=0, say=say, open_browser=False)

    assert said[0] == "build 1 failed\na:3: is bad; put it right"
    assert said[2:] == ["stopped"]


@pytest.mark.parametrize(
    ("host", "port", "kind", "words"),
    [
        ("127.0.0.1", 70000, UsageError, "--port"),
        ("no.such.host.invalid", 0, UsageError, "--host"),
        ("203.0.113.1", 0, UsageError, "--host"),
    ],
)
def test_a_place_that_cannot_be_listened_on_is_one_line(
    tmp_path: Path, host: str, port: int, kind: type[MachineError | UsageError], words: str
) -> None:
    with pytest.raises(kind, match=words) as caught:
        serve(tmp_path, "/", [], lambda: "", host=host, port=port, say=lambda _: None, open_browser=False)
    assert "\n" not in str(caught.value)

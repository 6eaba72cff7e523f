"""`incipit serve` in Chromium: what is saved is seen, what is broken is said, and nothing goes round in circles."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import pytest
from shipped import environment, run_incipit, stamp_tree


class Preview:
    """A running `incipit serve --port 0`."""

    def __init__(self, project):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "generator", "serve", "--port", "0"],
            cwd=project,
            env=environment({"PYTHONUNBUFFERED": "1"}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        self.lines = []
        self.reader = threading.Thread(target=self.listen, daemon=True)
        self.reader.start()
        self.url = self.wait(r"http://127\.0\.0\.1:\d+/\S*")

    def listen(self):
        for line in self.process.stdout:
            self.lines.append(line)

    def wait(self, pattern):
        for _ in range(300):
            found = re.search(pattern, "".join(self.lines))
            if found:
                return found[0]
            assert self.process.poll() is None, "".join(self.lines)
            time.sleep(0.1)
        raise AssertionError("".join(self.lines))

    def stop(self):
        if self.process.stdout.closed:
            return self.process.returncode
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(15)
            finally:
                if self.process.poll() is None:
                    self.process.kill()
        self.reader.join(5)
        self.process.stdout.close()
        return self.process.returncode


@pytest.fixture
def preview(built):
    started = Preview(built)
    yield started
    started.stop()


@pytest.fixture
def paper(built):
    return min(built.glob("content/papers/*.md"))


def edit(page, old, new):
    text = page.read_text(encoding="utf-8")
    assert old in text
    page.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_an_edited_page_shows_itself(preview, paper, tab):
    page = tab().go(f"{preview.url}papers/{paper.stem}/")
    paper.write_text(paper.read_text(encoding="utf-8").rstrip() + " Freshly grown moss.\n", encoding="utf-8")
    page.wait_for_function("document.body.innerText.includes('Freshly grown moss.')", timeout=15_000)


def test_a_new_seed_and_a_new_style_show_themselves(preview, built, tab):
    page = tab().go(preview.url + "papers/")
    (built / "seeds/zz.txt").write_text(
        "Title: Growing moss on brick\nAbstract: We grow moss on old brick walls and count its leaves each week for a year.\n",
        encoding="utf-8",
    )
    page.wait_for_function("document.body.innerText.includes('Growing moss on brick')", timeout=15_000)
    style = built / "static/style.css"
    style.write_text(
        style.read_text(encoding="utf-8") + "\nbody { outline: 3px solid rgb(1, 2, 3); }\n", encoding="utf-8"
    )
    page.wait_for_function("getComputedStyle(document.body).outlineColor === 'rgb(1, 2, 3)'", timeout=15_000)


def test_a_broken_template_is_said_in_the_browser_and_mended_there(preview, built, paper, browser):
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{preview.url}papers/{paper.stem}/")
    title = page.inner_text("h1")
    template = built / "templates/paper.html"
    good = template.read_text(encoding="utf-8")
    template.write_text(good + "{% if %}", encoding="utf-8")
    page.wait_for_function("document.body.innerText.includes('templates/paper.html')", timeout=15_000)
    template.write_text(good, encoding="utf-8")
    page.wait_for_function(
        "title => !document.body.innerText.includes('templates/paper.html') && document.querySelector('h1')?.innerText === title",
        arg=title,
        timeout=15_000,
    )
    context.close()


def test_its_own_writes_start_no_build(preview, built, paper, tab):
    page = tab().go(preview.url)
    edit(paper, "\n---\n", "\nmoss: true\n---\n")
    time.sleep(4)
    lines, before = len(preview.lines), stamp_tree(built / "site")
    page.evaluate("window.stays = true")
    time.sleep(4)
    assert len(preview.lines) == lines
    assert stamp_tree(built / "site") == before
    assert page.evaluate("window.stays") is True


def test_the_preview_stands_below_its_base_path_and_on_loopback_alone(preview):
    assert preview.url.endswith("/iclr-2025/")
    port = int(re.search(r":(\d+)/", preview.url)[1])
    request = urllib.request.Request(preview.url, headers={"Host": "moss.example"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=5)
    assert refused.value.code in (400, 403, 421)
    refused.value.close()
    with pytest.raises(urllib.error.HTTPError) as missing:
        urllib.request.urlopen(preview.url + "no/such/page", timeout=5)
    assert missing.value.code == 404
    missing.value.close()
    with socket.create_connection(("127.0.0.1", port), 5) as connection:
        connection.sendall(
            f"GET {preview.url[preview.url.index('/', 8) :]}../../../config.yaml HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode()
        )
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    assert b"papers_per_page" not in answer


def test_ctrl_c_ends_it_cleanly(preview):
    status = preview.stop()
    assert status in (0, 130)
    assert "Traceback" not in "".join(preview.lines)


def test_a_port_in_use_is_one_clear_line(built):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = run_incipit(built, "serve", "--port", port)
    assert done.status == 4
    assert len(done.err.splitlines()) == 1
    assert port in done.err
    assert os.linesep in done.err

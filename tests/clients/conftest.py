"""Fixtures for real clients of the built site: projects to show them, hosts, Chromium."""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hosting import BASES, HOME, build, served
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from shipped import copy_tracked, run_incipit

# What becomes of a page that a person renames.
REDIRECT = "papers/growing-moss-on-brick/"
# Two papers with everything a source can say, by one author, so that author and citation pages exist.
FIELDED = """\
Title: Growing moss on brick
Authors: Ada Lovelace; Kurt Gödel
Year: 2024
Venue: Journal of Small Gardens
URL: https://example.org/moss
DOI: 10.1000/moss.1
Abstract: We grow moss on old brick walls and count its leaves each week for a year, in sun and in shade.
The count rises with rain as $n = \\alpha r^2$ until the first frost.
---
Title: <script>alert("moss")</script> & other names of a paper that no page may run
Authors: Ada Lovelace
Year: 2024
Venue: Journal of Small Gardens
Abstract: A hostile abstract holds <img src=x onerror=alert(1)>, {{ config }}, {% raw %} and a very long word,
Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftsversammlungsprotokollführerin. It also
holds a display formula that no narrow screen can show at once:
$$\\sum_{i=1}^{n} \\left( a_i + b_i + c_i + d_i + e_i + f_i + g_i + h_i + j_i + k_i + l_i + m_i \\right)^2 = \\prod_{k=1}^{n} \\frac{a_k b_k c_k d_k}{e_k f_k g_k h_k} + \\unknowncommand{x}$$
---
Title: A note on lichen that was taken back
Authors: Kurt Gödel
Year: 2023
Abstract: We had measured lichen on granite and now believe that none of the numbers were right at all.
---
"""


# --- projects --------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def rich(built_once: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped project with every page type: paged lists, authors, citations, a redirect, a tombstone."""
    project = copy_tracked(tmp_path_factory.mktemp("rich") / "project")
    config = project / "config.yaml"
    text = re.sub(r"(?m)^papers_per_page:.*$", "papers_per_page: 12", config.read_text(encoding="utf-8"))
    config.write_text(text, encoding="utf-8")
    (project / "seeds/zz-fielded.txt").write_text(FIELDED, encoding="utf-8")
    build(project)
    lichen = next(page for page in project.glob("content/papers/*.md") if "lichen" in page.name)
    dropped = run_incipit(project, "review", "--drop", lichen.stem, "--reason", "taken back")
    assert dropped.status == 0, dropped.err
    moss = project / "content/papers/growing-moss-on-brick.md"
    moss.rename(moss.with_name("moss-on-brick.md"))
    build(project)
    return project


@pytest.fixture(scope="session")
def page_types(rich: Path) -> dict[str, list[str]]:
    """Site paths of the rich project by page type: "papers/*/" -> some of its pages."""
    site = rich / "site"
    kinds: dict[str, list[str]] = {"404.html": ["404.html"]}
    for file in sorted(site.rglob("index.html")):
        path = file.parent.relative_to(site).as_posix() + "/"
        path = "" if path == "./" else path
        parts = path.split("/")
        if parts[0] in ("papers", "topics", "authors", "years", "venues") and parts[1:2] not in ([], [""]):
            parts[1 if parts[1] != "page" else 2] = "*"
            if "page" in parts[2:]:
                parts[3] = "*"
        kinds.setdefault("/".join(parts), []).append(path)
    kinds["papers/*/"].remove(REDIRECT)
    special = [path for path in kinds["papers/*/"] if "moss" in path or "lichen" in path or "script" in path]
    math = [path for path in kinds["papers/*/"] if "<math" in (site / path / "index.html").read_text(encoding="utf-8")]
    kinds["papers/*/"] = list(dict.fromkeys([*kinds["papers/*/"][:2], *special, *math[:2]]))
    return {kind: paths if kind == "papers/*/" else [*paths[:2], *paths[-1:]][:3] for kind, paths in kinds.items()}


@pytest.fixture(scope="session")
def every_page(page_types: dict[str, list[str]]) -> list[str]:
    return list(dict.fromkeys(path for paths in page_types.values() for path in paths))


# --- the host --------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def hosts(rich: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The rich site at "/", at "/x/y/" and where its config says: base -> URL."""
    folder = tmp_path_factory.mktemp("hosts")
    with contextlib.ExitStack() as stack:
        yield {
            base: stack.enter_context(served(rich / "site", base, folder / str(number)))
            for number, base in enumerate((*BASES, HOME))
        }


# --- the browser -----------------------------------------------------------------------------


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=program,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                # Nothing but loopback can be reached, whatever a page asks for.
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            ],
        )
        yield started
        started.close()


class Tab:
    """A page that notes what must not happen: errors, and requests to other hosts."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        self.page.on("console", lambda message: self._console(message.type, message.text))
        self.page.on("pageerror", lambda error: self.faults.append(f"{self.page.url}: {error}"))
        self.page.on("request", lambda request: self._request(request.url))
        self.page.on("requestfailed", lambda request: self._failed(request.url, request.failure))

    def go(self, url: str) -> Page:
        self.page.goto(url, wait_until="load")
        return self.page

    def _console(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.faults.append(f"{self.page.url}: {text}")

    def _request(self, url: str) -> None:
        if urlsplit(url).scheme not in ("data", "blob", "about") and urlsplit(url).hostname != "127.0.0.1":
            self.faults.append(f"{self.page.url}: asks for {url}")

    def _failed(self, url: str, failure: str | None) -> None:
        # A request that is given up because the reader left the page is no fault.
        if failure != "net::ERR_ABORTED":
            self.faults.append(f"{self.page.url}: {url}: {failure}")


@pytest.fixture
def tab(browser: Browser) -> Iterator[Callable[..., Tab]]:
    """Opens tabs with the options of a browser context; at the end none may have a fault."""
    tabs: list[Tab] = []

    def opened(**options: object) -> Tab:
        tabs.append(Tab(browser.new_context(**options)))  # type: ignore[arg-type]
        return tabs[-1]

    yield opened
    faults = [fault for each in tabs for fault in each.faults]
    for each in tabs:
        each.context.close()
    assert faults == []

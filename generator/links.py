"""Slugs and pages -> permalinks: every relative and absolute URL of the site is made here.

A *path* is relative to the site's root and is both a URL and, through `file`, a place below the output
folder: "" is the home page, "papers/x/" a paper. Pages link to each other by `root(path) + path`.
"""

from __future__ import annotations

import re
from urllib.parse import quote, urlsplit

from generator.model import Config, Link, Paper

HOME = ""
PAPERS = "papers/"
TOPICS = "topics/"
NAMES = "names/"
CODE = "code/"
UNSORTED = "unsorted/"
YEARS = "years/"
VENUES = "venues/"
AUTHORS = "authors/"
FEEDS = "feeds/"
SEARCH = "search/"
ABOUT = "about/"
SOURCES = "about/sources/"
NOT_FOUND = "404.html"

# Names that a host, an operating system or the site itself uses: no slug may be one of them.
RESERVED = frozenset(
    ["page", "index", "feed", "atom", "search", "con", "prn", "aux", "nul"]
    + [f"{port}{number}" for port in ("com", "lpt") for number in range(10)]
)


def paper(slug: str) -> str:
    """The permalink of a paper."""
    return f"papers/{slug}/"


def papers(number: int = 0) -> str:
    """The list of all papers; `number` 0 is its first page, which holds the newest."""
    return f"papers/page/{number}/" if number else PAPERS


def topic(slug: str, number: int = 0) -> str:
    """A topic's list; `number` 0 is its first page."""
    return f"topics/{slug}/page/{number}/" if number else f"topics/{slug}/"


def numbered(path: str, number: int) -> str:
    """A numbered page of the list at `path`; number 0 is the list's own path."""
    return f"{path}page/{number}/" if number else path


def year(value: int) -> str:
    """The list of a year's papers."""
    return f"years/{value}/"


def venue(slug: str) -> str:
    """The list of a venue's papers."""
    return f"venues/{slug}/"


def author(slug: str) -> str:
    """An author's own page, or the page of a letter."""
    return f"authors/{slug}/"


def feed(kind: str, topic_slug: str = "") -> str:
    """A feed's file: `kind` is feed.xml, atom.xml or feed.json."""
    return f"topics/{topic_slug}/{kind}" if topic_slug else kind


def file(path: str) -> str:
    """The file below the output folder that answers `path`."""
    return path + "index.html" if path == "" or path.endswith("/") else path


def root(path: str) -> str:
    """The way from the page at `path` back to the site's root: "./", "../", "../../" and so on."""
    return "../" * path.count("/") or "./"


def absolute(config: Config, path: str) -> str:
    """The full URL of `path`, percent-encoded ASCII."""
    return config.url + quote(path, safe="/#?=&%.-_~")


def base_path(config: Config) -> str:
    """The path part of the site's URL, "/" or "/x/y/"."""
    return urlsplit(config.url).path or "/"


def edit(config: Config, found: Paper) -> str:
    """Where a reader can propose a change to the page's source; "" without a repository."""
    if not config.repository:
        return ""
    return f"{config.repository.rstrip('/')}/edit/{quote(config.branch)}/content/papers/{quote(found.slug)}.md"


_ARXIV = re.compile(r"arxiv\.org/(?:abs|pdf)/([a-z\-.]+/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?", re.I)
_DOI = re.compile(r"(?:doi\.org/|^doi:\s*)(10\.\d{4,9}/\S+)", re.I)
_OPENREVIEW = re.compile(r"openreview\.net/(?:forum|pdf)\?id=([\w-]+)", re.I)


def identifier(link: Link) -> tuple[str, str]:
    """The kind and value of the identifier in a link, ("arxiv", "2401.00001") for example; ("", "") if none.

    arXiv identifiers lose their version, DOIs are lower case (they compare without case, ISO 26324).
    """
    for kind, pattern in (("arxiv", _ARXIV), ("doi", _DOI), ("openreview", _OPENREVIEW)):
        if found := pattern.search(link.url):
            value = found.group(1)
            return kind, value if kind == "openreview" else value.lower()
    return "", ""

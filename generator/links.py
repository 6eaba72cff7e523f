"""Slugs and pages -> permalinks: every relative and absolute URL of the site is made here;
and what kind of thing an outward link leads to.

A *path* is relative to the site's root and is both a URL and, through `file`, a place below the output
folder: "" is the home page, "papers/x/" a paper. Pages link to each other by `root(path) + path`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import quote

from generator.model import Config, Content, Link, Paper
from generator.text import split_address

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


def owners(content: Content) -> dict[str, str]:
    """The id of the paper that each address is, for ever: slugs of pages first, then aliases, then what only the
    ledger knows, of the older paper first. A page without id is no paper yet.
    """
    pages = [page for page in content.papers if page.id]
    found = {page.slug: page.id for page in pages}
    for page in pages:
        for alias in page.aliases:
            found.setdefault(alias, page.id)
    for entry in sorted(content.ledger, key=lambda entry: (entry.first_seen, entry.place, entry.id)):
        for slug in (entry.slug, *entry.aliases):
            found.setdefault(slug, entry.id)
    return found


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
    return split_address(config.url).path or "/"


def edit(config: Config, found: Paper) -> str:
    """Where a reader can propose a change to the page's source; "" without a repository."""
    if not config.repository:
        return ""
    return f"{config.repository.rstrip('/')}/edit/{quote(config.branch)}/content/papers/{quote(found.slug)}.md"


CODE_HOSTS = ("github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "gitee.com", "anonymous.4open.science")
# Every kind of link that Incipit gives; a person may write another.
KINDS = ("code", "data", "demo", "doi", "arxiv", "openreview", "pdf", "web")
# Hosts that hold one kind of thing, their subdomains included.
_HOSTS: Mapping[str, str] = {
    **dict.fromkeys(CODE_HOSTS, "code"), "colab.research.google.com": "code",
    "doi.org": "doi", "arxiv.org": "arxiv", "openreview.net": "openreview",
    "zenodo.org": "data", "figshare.com": "data", "kaggle.com": "data", "youtube.com": "demo", "youtu.be": "demo",
}  # fmt: skip


class _Naming(NamedTuple):
    """How identifiers of a kind are written: bare or behind a prefix, as an address, and for example."""

    alone: re.Pattern[str]
    behind_prefix: re.Pattern[str]
    address: str
    example: str


def _naming(prefix: str, identifier: str, end: str, address: str, example: str) -> _Naming:
    return _Naming(
        re.compile(f"(?:{prefix})?({identifier}){end}", re.I),
        re.compile(f"(?:{prefix})({identifier})", re.I),
        address,
        example,
    )


_NAMINGS: Mapping[str, _Naming] = {
    "arxiv": _naming(
        r"(?:https?://)?(?:[a-z]+\.)?arxiv\.org/(?:abs|pdf|html)/|arxiv:\s*",
        r"(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?",
        r"(?:\.pdf)?",
        "https://arxiv.org/abs/",
        "2401.00001",
    ),
    "doi": _naming(
        r"(?:https?://)?(?:dx\.)?doi\.org/|\bdoi:\s*", r"10\.\d{4,9}/\S+", "", "https://doi.org/", "10.1000/182"
    ),
    "openreview": _naming(
        r"(?:https?://)?(?:www\.)?openreview\.net/(?:forum|pdf)\?id=",
        r"[\w-]{6,20}(?![\w-])",
        r"(?:[&#]\S*)?",
        "https://openreview.net/forum?id=",
        "aBcDeFgHiJ",
    ),
}
_VERSION = re.compile(r"v\d+$")


def identifier(link: Link) -> tuple[str, str]:
    """The kind and value of the identifier in a link, ("arxiv", "2401.00001") for example; ("", "") if none.

    arXiv identifiers lose their version, DOIs are lower case (they compare without case, ISO 26324).
    """
    for kind, naming in _NAMINGS.items():
        if found := naming.behind_prefix.search(link.url):
            value = found.group(1)
            if kind == "openreview":
                return kind, value
            return kind, _VERSION.sub("", value.lower()) if kind == "arxiv" else value.lower()
    return "", ""


def identified(kind: str, written: str) -> str:
    """The address of an identifier, `written` bare, with its prefix or as an address; "" if it is none of `kind`."""
    naming = _NAMINGS[kind]
    found = naming.alone.fullmatch(written)
    return naming.address + found.group(1) if found else ""


def example(kind: str) -> str:
    """How an identifier of `kind` may be written, for a person."""
    naming = _NAMINGS[kind]
    return f"{naming.example}, or as its {naming.address}… address"


def kind(url: str) -> str:
    """One of `KINDS`, as far as the address alone tells; "" where it does not."""
    parts = split_address(url)
    path = parts.path.lower()
    steps = (parts.hostname or "").split(".")
    for number in range(len(steps) - 1):
        if known := _HOSTS.get(".".join(steps[number:])):
            # A host of identifiers has other pages too.
            return known if known not in _NAMINGS or identifier(Link("", url))[0] == known else "web"
    if steps[-2:] in (["huggingface", "co"], ["hf", "co"]) and path.startswith(("/datasets/", "/spaces/")):
        return "data" if path.startswith("/datasets/") else "demo"
    return "pdf" if path.endswith(".pdf") else ""

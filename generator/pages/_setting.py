"""Library and Config -> the Setting: what every page type needs, worked out once for the whole site."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from generator import links, markup, text
from generator.model import Bar, Config, Entry, Feed, Library, PageNumber, Pager, Paper, Shell
from generator.pages import _incipit

# Up to this many papers a list also shows authors, opening words and every year's papers; above it titles must do,
# so that all lists together stay below 1,000 bytes a paper: 100,000 papers must fit on a host that allows 1 GB.
RICH = 500
# Above this many papers a site has no Markdown twins and own pages only for authors of ten papers: hosts
# limit the number of files.
SMALL = 10_000
_OPENING = 190
_AUTHORS = 3
# Scripts that tell a text's language apart from the interface's: Kana, Hangul, Han.
_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("zh", re.compile(f"[{text.CJK}]")),
)
_FORMATS = (
    ("feed.xml", "application/rss+xml", "RSS"),
    ("atom.xml", "application/atom+xml", "Atom"),
    ("feed.json", "application/feed+json", "JSON Feed"),
)


@dataclass(frozen=True, slots=True)
class Setting:
    """The collection with everything that several page types share.

    `entries` maps a paper's id to its list entry; `venues` and `authors` map names to slugs (only authors with a
    page of their own); `plain` is the Shell of the root, to be copied by `shell`; `rich` tells that the
    collection is small enough for long lists.
    """

    library: Library
    config: Config
    assets: Mapping[str, str]
    entries: Mapping[str, Entry]
    venues: Mapping[str, str]
    authors: Mapping[str, str]
    plain: Shell
    rich: bool


def setting(library: Library, config: Config, assets: Mapping[str, str]) -> Setting:
    """Everything shared, worked out once."""
    rich = len(library.papers) <= RICH
    least = 2 if len(library.papers) <= SMALL else 10
    return Setting(
        library=library,
        config=config,
        assets=assets,
        entries={
            paper.id: _entry(paper, library, "" if rich else f"p{number}")
            for number, paper in enumerate(library.papers, 1)
        },
        venues=slugs(library.by_venue),
        authors=slugs(name for name, papers in library.by_author.items() if len(papers) >= least),
        plain=_shell(library, config, assets),
        rich=rich,
    )


def _shell(library: Library, config: Config, assets: Mapping[str, str]) -> Shell:
    nav = [(links.PAPERS, "papers"), (links.TOPICS, "topics")]
    nav += [(links.AUTHORS, "authors")] if library.by_author else []
    nav += [(links.NAMES, "names")] if library.by_name else []
    nav += [(links.CODE, "code")] if library.with_code else []
    return Shell(
        path="",
        root="./",
        canonical=config.url,
        language=config.language,
        site=config.title,
        site_language=language(config.title, config),
        style=assets["style.css"],
        icon=assets["favicon.svg"],
        nav=(*nav, (links.ABOUT, "about")),
        repository=config.repository,
    )


def language(words: str, config: Config) -> str:
    """The language to mark `words` with; "" where it is the interface's. Latin script is taken for English."""
    written = next((code for code, script in _SCRIPTS if script.search(words)), "en")
    return "" if written == config.language else written


def shell(found: Setting, path: str, section: str = "", feeds: tuple[Feed, ...] | None = None) -> Shell:
    """The shell of the page at `path`; `section` is the word key of its entry in the navigation."""
    return replace(
        found.plain,
        path=path,
        root=links.root(path),
        canonical=links.absolute(found.config, path),
        section=section,
        feeds=SITE_FEEDS if feeds is None else feeds,
    )


def feeds(topic_slug: str = "") -> tuple[Feed, ...]:
    """The three feeds of the whole collection or of a topic."""
    return tuple(Feed(links.feed(name, topic_slug), type_, format_) for name, type_, format_ in _FORMATS)


SITE_FEEDS = feeds()
FIRST_FEED = SITE_FEEDS[:1]


def _entry(paper: Paper, library: Library, anchor: str) -> Entry:
    """The paper's entry in lists; with an `anchor` it is kept to what a large collection can afford."""
    title, html = marked(paper)
    rich = not anchor
    named = _AUTHORS if rich else 0
    incipit, opening = _incipit.split(library.abstracts[paper.id].text, _OPENING) if rich else ("", "")
    return Entry(
        id=paper.id,
        path=links.paper(paper.slug),
        title=title,
        html=html,
        authors=paper.authors[:named],
        others=max(0, len(paper.authors) - named) if rich else 0,
        incipit=incipit,
        opening=opening,
        anchor=anchor,
    )


def bare(paper: Paper) -> Markup:
    """The title as inline HTML, without any mark; the id of a paper without title."""
    return Markup(markup.inline(paper.title) if paper.title else paper.id)  # noqa: S704 - `markup` escaped its text


def marked(paper: Paper) -> tuple[str, Markup]:
    """The title as text and as inline HTML, a derived one in square brackets."""
    return markup.marked(paper), Markup(markup.marked(paper, bare(paper)))  # noqa: S704 - brackets around what is safe


def entries(found: Setting, papers: Iterable[Paper]) -> tuple[Entry, ...]:
    """List entries of `papers` (which stand oldest first), newest first."""
    return tuple(found.entries[paper.id] for paper in reversed(tuple(papers)))


def paged(papers: Sequence[Paper], size: int, path: str) -> Iterator[tuple[Pager, Sequence[Paper]]]:
    """The pages of a list with the papers of each, oldest first; the newest page comes first.

    Numbered pages count from the oldest paper and are full, so that a new paper changes only the newest page, which
    has no number and holds the rest: from `size` to twice as many less one.
    """
    full = max(0, len(papers) // size - 1)
    for number in (0, *range(full, 0, -1)):
        numbers = tuple(_numbers(number, full, path))
        newer = "" if not number else links.numbered(path, number + 1 if number < full else 0)
        older = links.numbered(path, number - 1 if number else full) if full and number != 1 else ""
        shown = papers[(number - 1) * size : number * size] if number else papers[full * size :]
        yield Pager(number, newer, older, numbers), shown


def _numbers(number: int, full: int, path: str) -> Iterator[PageNumber]:
    """The newest page, the oldest, and those around the current one."""
    if not full:
        return
    here = number or full + 1
    before = full + 2
    near = {each for each in range(here - _AROUND, here + _AROUND + 1) if 1 <= each <= full + 1}
    for each in sorted(near | {1, full + 1}, reverse=True):
        place = each if each <= full else 0
        yield PageNumber(place, links.numbered(path, place), current=place == number, gap=before - each > 1)
        before = each


_AROUND = 2


def bars(counted: Iterable[tuple[str, str, int, str]]) -> tuple[Bar, ...]:
    """(path, title, count, description) -> bars, as long as their counts."""
    rows = tuple(counted)
    most = max((count for _, _, count, _ in rows), default=0) or 1
    return tuple(
        Bar(path, title, count, round(100 * count / most, 1), description) for path, title, count, description in rows
    )


def topic_bars(library: Library) -> tuple[Bar, ...]:
    """The topics by their number of papers, most first, then by title."""
    rows = [
        (links.topic(topic.slug), topic.title, len(library.by_topic[topic.slug]), topic.description)
        for topic in library.topics
    ]
    return bars(sorted(rows, key=lambda row: (-row[2], row[1])))


def slugs(names: Iterable[str]) -> dict[str, str]:
    """A slug for each name, no two alike: the earlier name keeps the plain one."""
    taken: dict[str, str] = {}
    for name in names:
        digest = hashlib.sha256(name.encode()).hexdigest()
        plain = text.slugify(name)
        # One letter is the page of a letter; a name in a script without ASCII folding has no slug of its own.
        if len(plain) < _LEAST or plain in links.RESERVED or plain == "other":
            plain = f"{plain}-{digest[:8]}".strip("-")
        taken[plain if plain not in taken else f"{plain}-{digest[:8]}"] = name
    return {name: slug for slug, name in taken.items()}


_LEAST = 2


def letter(name: str) -> str:
    """The letter that a name is filed under, A to Z; "#" for names that begin with none of them."""
    first = text.fold(name)[:1]
    return first.upper() if first.isascii() and first.isalpha() else "#"


def spoken(url: str) -> str:
    """An address as people say it: without scheme, "www." and a last slash."""
    parts = text.split_address(url)
    return (parts.netloc.removeprefix("www.") + parts.path).rstrip("/") or url

"""Library -> authors by the first letter of their family name, and an own page for those of several papers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator import links
from generator.model import Page, Shell
from generator.pages._setting import FIRST_FEED, Setting, bars, letter, paged, shell
from generator.pages._shelf import overview, shelf
from generator.text import fold

# A page of a letter stays below 200 kB, which a slow line still loads;
# markup and the longest links need about this much a name.
_BYTES = 190_000
_NAME = 45


@dataclass(frozen=True, slots=True)
class Author:
    """An author: `own` is the path of the own page, else `papers` leads to each paper as (site path, text)."""

    name: str
    own: str
    count: int
    papers: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class LetterView:
    """One part of a letter's authors; `letters` holds (site path, letter), `parts` (site path, first name in it)."""

    shell: Shell
    letter: str
    count: int
    authors: tuple[Author, ...]
    letters: tuple[tuple[str, str], ...]
    parts: tuple[tuple[str, str], ...]


def pages(found: Setting) -> Iterator[Page]:
    """authors/, authors/<letter>/ and authors/<slug>/, where authors are known."""
    by_author = found.library.by_author
    if not by_author:
        return
    letters: dict[str, list[str]] = {}
    for name in sorted(by_author, key=_filed):
        letters.setdefault(letter(_family(name)), []).append(name)
    paths = {key: links.author(key.lower() if key != "#" else "other") for key in sorted(letters, key=_last)}
    rows = bars((paths[key], key, len(letters[key]), "") for key in paths)
    yield overview(found, links.AUTHORS, "authors", rows)
    index = tuple((path, key) for key, path in paths.items())
    places = {} if found.rich else _places(found)
    for key, path in paths.items():
        yield from _letter(found, path, key, [_author(found, name, places) for name in letters[key]], index)
    for name, slug in found.authors.items():
        yield from shelf(found, links.author(slug), "author", by_author[name], title=name, section="authors")


def _letter(
    found: Setting, path: str, key: str, authors: Sequence[Author], index: tuple[tuple[str, str], ...]
) -> Iterator[Page]:
    parts: list[list[Author]] = [[]]
    room = _BYTES
    for author in authors:
        need = _NAME + 3 * len(author.name) + sum(2 * len(target) + 30 for target, _ in author.papers)
        if need > room and parts[-1]:
            parts.append([])
            room = _BYTES
        parts[-1].append(author)
        room -= need
    steps = tuple((links.numbered(path, number), part[0].name) for number, part in enumerate(parts) if part)
    for (here, _), part in zip(steps, parts, strict=True):
        plain = shell(found, here, "authors", FIRST_FEED)
        shown = steps if len(parts) > 1 else ()
        yield Page(here, "letter.html", LetterView(plain, key, len(authors), tuple(part), index, shown))


def _author(found: Setting, name: str, places: Mapping[str, str]) -> Author:
    papers = found.library.by_author[name]
    if name in found.authors:
        return Author(name, links.author(found.authors[name]), len(papers), ())
    rows = tuple(
        (places.get(paper.id) or links.paper(paper.slug), found.entries[paper.id].title) for paper in reversed(papers)
    )
    return Author(name, "", len(papers), rows)


def _places(found: Setting) -> Mapping[str, str]:
    """Where each paper stands on the list of all papers: a third of the bytes of its own address."""
    return {
        paper.id: f"{links.papers(pager.number)}#{found.entries[paper.id].anchor}"
        for pager, shown in paged(found.library.papers, found.config.papers_per_page, links.PAPERS)
        for paper in shown
    }


def _family(name: str) -> str:
    return name.rsplit(maxsplit=1)[-1] if name.strip() else name


def _filed(name: str) -> tuple[str, str, str]:
    return fold(_family(name)), fold(name), name


def _last(key: str) -> tuple[bool, str]:
    return key == "#", key

"""Library -> the systems, methods, data sets and benchmarks that papers name as their own, A to Z."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator import links
from generator.model import Entry, Page, Shell
from generator.pages._setting import Setting, letter, shell
from generator.text import fold


@dataclass(frozen=True, slots=True)
class NamesView:
    """`letters` holds (letter, its names with their papers); a large collection shows no titles beside names."""

    shell: Shell
    count: int
    letters: tuple[tuple[str, tuple[tuple[str, tuple[Entry, ...]], ...]], ...]
    titles: bool


def pages(found: Setting) -> Iterator[Page]:
    """names/, where any paper names something."""
    by_name = found.library.by_name
    if not by_name:
        return
    letters: dict[str, list[tuple[str, tuple[Entry, ...]]]] = {}
    for name in sorted(by_name, key=lambda name: (fold(name), name)):
        papers = tuple(found.entries[paper.id] for paper in by_name[name])
        letters.setdefault(letter(name), []).append((name, papers))
    view = NamesView(
        shell=shell(found, links.NAMES, "names"),
        count=len(by_name),
        letters=tuple((key, tuple(letters[key])) for key in sorted(letters, key=lambda key: (key == "#", key))),
        titles=found.rich,
    )
    yield Page(links.NAMES, "names.html", view)

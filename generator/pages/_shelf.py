"""Papers under one heading -> the pages of their list; headings -> the page that names them all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.model import Bar, Entry, Page, Pager, Paper, Shell
from generator.pages._setting import FIRST_FEED, Setting, entries, paged, shell


@dataclass(frozen=True, slots=True)
class ShelfView:
    """One page of a list. `kind` is the word key of what the heading is; `bars` lead to lists that cross this one."""

    shell: Shell
    kind: str
    title: str
    count: int
    bars: tuple[Bar, ...]
    entries: tuple[Entry, ...]
    pager: Pager


@dataclass(frozen=True, slots=True)
class OverviewView:
    """All headings of one kind; `kind` is their word key."""

    shell: Shell
    kind: str
    bars: tuple[Bar, ...]


def shelf(
    found: Setting,
    path: str,
    kind: str,
    papers: Sequence[Paper],
    *,
    title: str = "",
    count: int = 0,
    crossing: tuple[Bar, ...] = (),
    section: str = "",
) -> Iterator[Page]:
    """The pages of the list at `path`; `count` differs from the papers listed where the list leaves some out."""
    for pager, shown in paged(papers, found.config.papers_per_page, path):
        here = path if not pager.number else f"{path}page/{pager.number}/"
        view = ShelfView(
            shell=shell(found, here, section or kind, FIRST_FEED),
            kind=kind,
            title=title,
            count=count or len(papers),
            bars=crossing,
            entries=entries(found, shown),
            pager=pager,
        )
        yield Page(
            here, "shelf.html", view, updated=max((paper.updated or paper.first_seen for paper in shown), default="")
        )


def overview(found: Setting, path: str, kind: str, bars: tuple[Bar, ...]) -> Page:
    """The page that names every heading of a kind with its number of papers."""
    return Page(path, "overview.html", OverviewView(shell(found, path, kind), kind, bars))

"""Library -> the list of all papers, in pages that count from the oldest paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator import links
from generator.model import Entry, Page, Pager, Shell
from generator.pages._setting import Setting, entries, paged, shell


@dataclass(frozen=True, slots=True)
class PapersView:
    """One page of the list; `count` is the number of papers in all pages."""

    shell: Shell
    count: int
    entries: tuple[Entry, ...]
    pager: Pager


def pages(found: Setting) -> Iterator[Page]:
    """The newest papers at papers/, the older ones at papers/page/N/."""
    papers = found.library.papers
    for pager, shown in paged(papers, found.config.papers_per_page, links.PAPERS):
        path = links.papers(pager.number)
        yield Page(
            path,
            "papers.html",
            PapersView(shell(found, path, "papers"), len(papers), entries(found, shown), pager),
            updated=max((paper.updated or paper.first_seen for paper in shown), default=""),
        )

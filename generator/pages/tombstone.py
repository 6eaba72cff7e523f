"""Library -> the pages of papers that are gone: the address answers and says so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator import links
from generator.model import Page, Shell
from generator.pages._setting import Setting, shell
from generator.pages.redirect import final


@dataclass(frozen=True, slots=True)
class TombstoneView:
    """`id` is the paper's, so that a reader can name it to whoever keeps the collection."""

    shell: Shell
    id: str


def pages(found: Setting) -> Iterator[Page]:
    """papers/<slug>/ of every gone paper, and of one merged into a paper that nobody knows."""
    papers = {paper.id: paper for paper in (*found.library.papers, *found.library.retired)}
    for paper in found.library.retired:
        if paper.status == "gone" or final(paper, papers).status == "merged":
            path = links.paper(paper.slug)
            yield Page(path, "tombstone.html", TombstoneView(shell(found, path, "papers"), paper.id), listed=False)

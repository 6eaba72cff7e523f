"""Library -> the page that says what the collection is and how it is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator import links
from generator.model import Page, Shell
from generator.pages._setting import Setting, shell


@dataclass(frozen=True, slots=True)
class AboutView:
    """Counts of the last ingest and of what readers may wonder about."""

    shell: Shell
    description: str
    read: int
    papers: int
    merged: int
    refused: int
    derived: int
    first: str
    latest: str


def pages(found: Setting) -> Iterator[Page]:
    """about/."""
    library = found.library
    outcomes = [receipt.outcome for receipt in library.receipts]
    seen = [paper.first_seen[:10] for paper in library.papers]
    view = AboutView(
        shell=shell(found, links.ABOUT, "about"),
        description=found.config.description,
        read=len(outcomes),
        papers=len(library.papers),
        merged=outcomes.count("merged"),
        refused=outcomes.count("refused"),
        derived=sum(1 for paper in library.papers if paper.title_source == "derived"),
        first=min(seen, default=""),
        latest=max(seen, default=""),
    )
    yield Page(links.ABOUT, "about.html", view)

"""Library -> the home page: what the collection is, its topics, its newest papers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator import links
from generator.model import Bar, Entry, Page, Shell
from generator.pages._setting import Setting, bars, entries, shell, topic_bars

_NEWEST = 8
_YEARS = 12


@dataclass(frozen=True, slots=True)
class HomeView:
    """`counts` holds (site path, word key, number): what there is of each kind; `years` the latest ones."""

    shell: Shell
    description: str
    counts: tuple[tuple[str, str, int], ...]
    topics: tuple[Bar, ...]
    unsorted: int
    years: tuple[Bar, ...]
    newest: tuple[Entry, ...]


def pages(found: Setting) -> Iterator[Page]:
    """The one page at the root."""
    library = found.library
    used = sum(1 for papers in library.by_topic.values() if papers)
    counts = (
        (links.PAPERS, "papers_count", len(library.papers)),
        (links.TOPICS, "topics_count", used),
        (links.AUTHORS, "authors_count", len(library.by_author)),
        (links.VENUES, "venues_count", len(library.by_venue)),
        (links.NAMES, "names_count", len(library.by_name)),
        (links.CODE, "code_count", len(library.with_code)),
    )
    latest = sorted(library.by_year, reverse=True)[:_YEARS]
    yield Page(
        links.HOME,
        "home.html",
        HomeView(
            shell=shell(found, links.HOME),
            description=found.config.description,
            counts=tuple(row for row in counts if row[2]),
            topics=tuple(bar for bar in topic_bars(library) if bar.count),
            unsorted=len(library.unsorted),
            years=bars((links.year(year), str(year), len(library.by_year[year]), "") for year in latest[1:] and latest),
            newest=entries(found, library.papers[-_NEWEST:]),
        ),
        updated=max((paper.updated or paper.first_seen for paper in library.papers), default=""),
    )

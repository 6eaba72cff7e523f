"""Library -> the venues, and each venue's papers."""

from __future__ import annotations

from collections.abc import Iterator

from generator import links
from generator.model import Page
from generator.pages._setting import Setting, bars
from generator.pages._shelf import overview, shelf
from generator.text import fold


def pages(found: Setting) -> Iterator[Page]:
    """venues/ and every venues/<slug>/."""
    by_venue = found.library.by_venue
    names = sorted(by_venue, key=lambda venue: (fold(venue), venue))
    if names:
        rows = bars((links.venue(found.venues[venue]), venue, len(by_venue[venue]), "") for venue in names)
        yield overview(found, links.VENUES, "venues", rows)
    for venue in names:
        papers = by_venue[venue]
        counts: dict[int, int] = {}
        for paper in papers:
            if paper.year is not None:
                counts[paper.year] = counts.get(paper.year, 0) + 1
        years = bars((links.year(year), str(year), counts[year], "") for year in sorted(counts, reverse=True))
        yield from shelf(found, links.venue(found.venues[venue]), "venue", papers, title=venue, crossing=years)

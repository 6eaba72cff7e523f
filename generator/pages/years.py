"""Library -> the years, and each year's papers."""

from __future__ import annotations

from collections.abc import Iterator

from generator import links
from generator.model import Page
from generator.pages._setting import Setting, bars
from generator.pages._shelf import overview, shelf


def pages(found: Setting) -> Iterator[Page]:
    """years/ and every years/<year>/.

    A large collection's year names its venues, which list their papers, and lists the papers of no venue itself.
    """
    library = found.library
    years = sorted(library.by_year, reverse=True)
    if years:
        rows = bars((links.year(year), str(year), len(library.by_year[year]), "") for year in years)
        yield overview(found, links.YEARS, "years", rows)
    for year in years:
        papers = library.by_year[year]
        counts: dict[str, int] = {}
        for paper in papers:
            if paper.venue:
                counts[paper.venue] = counts.get(paper.venue, 0) + 1
        venues = bars((links.venue(found.venues[venue]), venue, counts[venue], "") for venue in sorted(counts))
        listed = papers if found.rich else tuple(paper for paper in papers if not paper.venue)
        yield from shelf(found, links.year(year), "year", listed, title=str(year), count=len(papers), crossing=venues)

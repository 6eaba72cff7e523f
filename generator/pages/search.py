"""Library -> the search page, which asks the index that was built with the site."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator import links
from generator.model import Page, Shell
from generator.pages._setting import Setting, shell


@dataclass(frozen=True, slots=True)
class SearchView:
    """Site paths of what the page loads: the script as it opens, lunr.js and the index when somebody searches."""

    shell: Shell
    style: str
    script: str
    lunr: str
    index: str
    papers: int


def pages(found: Setting) -> Iterator[Page]:
    """search/; `?q=` is read by its script."""
    assets = found.assets
    view = SearchView(
        shell=shell(found, links.SEARCH, "search"),
        style=assets["search.css"],
        script=assets["search.js"],
        lunr=assets["lunr.js"],
        index=assets["search-index"],
        papers=len(found.library.papers),
    )
    yield Page(links.SEARCH, "search.html", view)

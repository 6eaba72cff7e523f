"""Library -> the papers that no topic claims."""

from __future__ import annotations

from collections.abc import Iterator

from generator import links
from generator.model import Page
from generator.pages._setting import Setting
from generator.pages._shelf import shelf


def pages(found: Setting) -> Iterator[Page]:
    """unsorted/, where there is such a paper."""
    if found.library.unsorted:
        yield from shelf(found, links.UNSORTED, "unsorted", found.library.unsorted, section="topics")

"""A paper's names: the id that it mints, an address that nobody ever had, a derived title that no older paper has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from generator import links, text
from generator.model import Merged, Paper

PAPERS = "content/papers"
# Bytes of a slug, which is a file name with room for its suffix on every system,
# and the characters of the id that tell two equal ones apart.
_SHORTEST_SLUG, _LONGEST_SLUG = 3, 80
_ID_PART = 4
# Words of the abstract that tell a derived title from an older paper's, at least and at most.
_FEWEST_WORDS, _MOST_WORDS = 4, 12


def minted(abstract: str, title: str, identifier: str, taken: Mapping[str, object] | set[str]) -> str:
    """The id of a paper's first text; the next ten characters while others have them."""
    turn = 0
    while (id_ := text.mint(abstract, title, identifier, turn)) in taken:
        turn += 1
    return id_


def new_slug(paper: Paper, taken: Mapping[str, str]) -> str:
    """The address that a new paper's title gives; too short, it is the id, and taken, it gets a part of the id."""
    slug = text.slugify(paper.title, _LONGEST_SLUG)
    if len(slug) < _SHORTEST_SLUG:
        slug = paper.id
    if slug in links.RESERVED or slug in taken:
        for end in range(_ID_PART, len(paper.id) + 1):
            longer = f"{text.slugify(slug, _LONGEST_SLUG - 1 - end)}-{paper.id[:end]}"
            if longer not in taken:
                return longer
    return slug


def titled(paper: Paper, found: Merged | None, taken: set[str]) -> Paper:
    """`paper` with the first of its derived titles that no older paper has."""
    if not found or paper.title_source != "derived" or not found.titles:
        return paper
    for title in found.titles:
        if title.casefold() not in taken:
            return replace(paper, title=title)
    first = found.titles[0]
    words = paper.abstract.split()
    for end in range(_FEWEST_WORDS, min(len(words), _MOST_WORDS)):
        title = f"{first} ({' '.join(words[:end]).rstrip(' ,;:.')} …)"
        if title.casefold() not in taken:
            return replace(paper, title=title)
    return replace(paper, title=f"{first} ({paper.id})")

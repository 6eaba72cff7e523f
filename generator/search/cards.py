"""Papers -> cards: what a search result shows of a paper, in files of a few papers each.

A card file holds neighbours in the library's order, oldest first: new papers change the last file only.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from generator import markup
from generator.model import Abstract, Paper

# A page of ten results fetches ten such files at most; twenty papers are about 10 kB over the wire.
PAPERS = 20


def card(paper: Paper, abstract: Abstract) -> dict[str, str]:
    """What the browser shows of a paper; a derived title stands in square brackets; absent facts have no key."""
    facts = {
        "slug": paper.slug,
        "title": markup.marked(paper),
        "name": paper.name,
        "authors": ", ".join(paper.authors),
        "where": " ".join(str(fact) for fact in (paper.venue, paper.year) if fact),
        "text": abstract.text,
    }
    return {key: value for key, value in facts.items() if value}


def files(cards: Sequence[dict[str, str]]) -> Iterator[bytes]:
    """The card files' content, in order."""
    for start in range(0, len(cards), PAPERS):
        yield json.dumps(cards[start : start + PAPERS], ensure_ascii=False, separators=(",", ":")).encode()

"""Paper -> what a citation says of it, before any format writes it: only facts that a source or a person gave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from generator import links
from generator.exports import _names
from generator.model import Paper
from generator.text import venue_kind

# Where the work itself can be read, best first; code, data and demos are no part of a citation.
_READABLE = ("web", "openreview", "pdf", "arxiv", "doi")


@dataclass(frozen=True, slots=True)
class Citation:
    """`doi` and `arxiv` are bare identifiers; `url` is an address of the work itself, not of its page here."""

    kind: Literal["conference", "journal", "preprint"]
    names: tuple[_names.Name, ...]
    doi: str
    arxiv: str
    url: str


def citation(paper: Paper) -> Citation:
    """What is known of a paper whose title may be cited."""
    identifiers: dict[str, str] = {}
    addresses: dict[str, str] = {}
    for link in paper.links:
        if link.rel in _READABLE:
            kind, value = links.identifier(link)
            identifiers.setdefault(kind, value)
            if link.url.startswith("http"):
                addresses.setdefault(link.rel, link.url)
    return Citation(
        kind=venue_kind(paper.venue),
        names=tuple([_names.parse(author) for author in paper.authors if author.strip()]),
        doi=identifiers.get("doi", ""),
        arxiv=identifiers.get("arxiv", ""),
        url=addresses[min(addresses, key=_READABLE.index)] if addresses else "",
    )

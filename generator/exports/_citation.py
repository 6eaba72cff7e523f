"""Paper -> what a citation says of it, before any format writes it: only facts that a source or a person gave."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from generator import links
from generator.exports import _names
from generator.model import Paper

Kind = Literal["conference", "journal", "preprint"]

_JOURNAL = re.compile(
    r"\b(?:journal|transactions|letters|review|reviews|magazine|annals|bulletin|quarterly|jmlr|tmlr|tacl)\b", re.I
)
_PREPRINT = re.compile(r"\b(?:arxiv|preprint|biorxiv|medrxiv|openreview|ssrn)\b", re.I)
# Where the work itself can be read, best first; code, data and demos are no part of a citation.
_READABLE = ("web", "openreview", "pdf", "arxiv", "doi")


@dataclass(frozen=True, slots=True)
class Citation:
    """`doi` and `arxiv` are bare identifiers; `url` is an address of the work itself, not of its page here."""

    kind: Kind
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
        kind=_kind(paper.venue),
        names=tuple([_names.parse(author) for author in paper.authors if author.strip()]),
        doi=identifiers.get("doi", ""),
        arxiv=identifiers.get("arxiv", ""),
        url=addresses[min(addresses, key=_READABLE.index)] if addresses else "",
    )


@lru_cache(maxsize=4096)
def _kind(venue: str) -> Kind:
    if not venue or _PREPRINT.search(venue):
        return "preprint"
    return "journal" if _JOURNAL.search(venue) else "conference"

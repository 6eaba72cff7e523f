"""A record -> what it says about who it is: text, title, authors, identifiers; and what two records share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from hashlib import sha256

from generator import links, text
from generator.model import Record

_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+?)(?:v\d+)?")
_NOBODY = frozenset({"anonymous", "anonymous author", "anonymous authors", "unknown", "various", "et al", "n a"})
_FORMS = re.compile(
    r"\b(extended abstract|abstract|demo|demonstration|video|poster|erratum|corrigendum|correction|reply|comment|"
    r"supplement|supplementary material|tutorial)\b"
)
_PARTS = re.compile(r"\bpart ([ivx]+|\d+|one|two|three)\b")
# Years, also within a name (WMT2018, WMT18), and ordinals: they number the members of a series.
_SERIAL = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\b[a-z]{2,}[ -]?\d\d\b|\b\d+(?:st|nd|rd|th)\b")
_FILLER = frozenset({"a", "an", "the", "of", "for", "in", "on", "and", "to", "with", "by", "from", "via", "at", "as"})
# Shares of title words, of letters in order, and of authors, from which on two are called near or the same.
_NEAR_WORDS, _NEAR_LETTERS, _CONTAINED_WORDS = 0.6, 0.8, 0.8
_FEWEST_CONTAINED = 3


@dataclass(frozen=True, slots=True)
class Overlap:
    """What two abstracts share. `jaccard` and `contained` are parts of their word triples, 0 to 1; `exact` is equal
    after folding; `cut` says that one is the beginning of the other; `known` that both have a text at all.
    """

    jaccard: float = 0.0
    contained: float = 0.0
    exact: bool = False
    cut: bool = False
    known: bool = False


class Evidence:
    """What one record says about who it is, worked out when it is first asked for."""

    def __init__(self, record: Record, twin: Evidence | None = None, *, vacant: bool = False) -> None:
        """`twin` has the same abstract; `vacant` is a published paper whose records are gone from the sources."""
        self.record = record
        self.vacant = vacant
        self.words: list[str] = twin.words if twin else text.tokens(record.abstract)
        folded = " ".join(self.words)
        self.key: bytes = twin.key if twin else sha256(folded.encode("utf-8", "replace")).digest() if folded else b""
        self.length = len(self.words)

    @property
    def usable(self) -> bool:
        """Whether there is enough for a paper; a published one is a paper whatever it lacks."""
        record = self.record
        return bool(record.paper or record.title.strip() or record.abstract.strip())

    @cached_property
    def title(self) -> tuple[str, ...]:
        """The folded words of the title."""
        return tuple(text.tokens(self.record.title))

    @cached_property
    def squeezed(self) -> str:
        """The title without spaces, in which "D$^2$GS" and "D^2GS" are alike."""
        return "".join(self.title)

    @cached_property
    def authors(self) -> frozenset[str]:
        """Family name and first initial of each author; nobody when they are unknown or anonymous."""
        return frozenset(filter(None, map(_author, self.record.authors)))

    @cached_property
    def identifiers(self) -> dict[str, frozenset[str]]:
        """Identifiers by kind: doi, arxiv, openreview."""
        found: dict[str, set[str]] = {}
        for link in self.record.links:
            kind, value = links.identifier(link)
            if kind == "doi" and (arxiv := _ARXIV_DOI.fullmatch(value)):
                kind, value = "arxiv", arxiv[1]
            if kind:
                found.setdefault(kind, set()).add(value)
        return {kind: frozenset(values) for kind, values in found.items()}

    @cached_property
    def volume(self) -> tuple[str, int | None]:
        """Venue and year, when both are known: within one volume two titles are two papers."""
        venue = text.fold(self.record.venue)
        return (venue, self.record.year) if venue and self.record.year else ("", None)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers of the title, also inside words (WMT18)."""
        return frozenset(re.findall(r"\d+", " ".join(self.title)))

    @cached_property
    def parts(self) -> frozenset[str]:
        """The part that the title names: "Part II" gives ii."""
        return frozenset(_PARTS.findall(" ".join(self.title)))

    @cached_property
    def forms(self) -> frozenset[str]:
        """Words of the title that make it another form of a publication: an extended abstract, a demo."""
        return frozenset(_FORMS.findall(" ".join(self.title)))

    @cached_property
    def serials(self) -> frozenset[str]:
        """Years and ordinals in the abstract."""
        return frozenset(_SERIAL.findall(self.record.abstract.casefold()))


def title_relation(a: Evidence, b: Evidence) -> str:
    """Whether two titles are the `same`, `near`, `differ`, or `unknown` when one is missing."""
    if not a.title or not b.title:
        return "unknown"
    if a.squeezed == b.squeezed:
        return "same"
    first, second = set(a.title) - _FILLER, set(b.title) - _FILLER
    shared = len(first & second)
    if not shared:
        return "differ"
    contained = shared >= _FEWEST_CONTAINED and shared >= _CONTAINED_WORDS * min(len(first), len(second))
    if contained or shared >= _NEAR_WORDS * len(first | second):
        return "near"
    letters = SequenceMatcher(None, a.squeezed, b.squeezed, autojunk=False)
    near = letters.real_quick_ratio() >= _NEAR_LETTERS and letters.ratio() >= _NEAR_LETTERS
    return "near" if near else "differ"


def author_relation(a: Evidence, b: Evidence) -> str:
    """Whether authors are the `same` (half are shared), `some`, `none`, or `unknown` when a side names nobody."""
    if not a.authors or not b.authors:
        return "unknown"
    shared = len(a.authors & b.authors)
    if not shared:
        return "none"
    return "same" if 2 * shared >= len(a.authors | b.authors) else "some"


def shared_identifier(a: Evidence, b: Evidence) -> str:
    """The kind of an identifier that both have, by name; "" if none."""
    for kind, name in (("doi", "DOI"), ("arxiv", "arXiv id"), ("openreview", "OpenReview id")):
        if a.identifiers.get(kind, frozenset()) & b.identifiers.get(kind, frozenset()):
            return name
    return ""


def other_identifier(a: Evidence, b: Evidence) -> str:
    """The kind of an identifier that both have and that differs, by name; "" if none."""
    for kind, name in (("doi", "DOIs"), ("arxiv", "arXiv ids"), ("openreview", "OpenReview ids")):
        mine, others = a.identifiers.get(kind), b.identifiers.get(kind)
        if mine and others and not mine & others:
            return name
    return ""


def series(a: Evidence, b: Evidence) -> str:
    """What makes two records two members of a series: parts or numbers of the titles, years of untitled texts."""
    if a.title and b.title:
        if a.squeezed == b.squeezed:
            return ""
        if a.parts != b.parts:
            return "the titles name different parts"
        if a.numbers - b.numbers and b.numbers - a.numbers:
            return "the titles have different numbers"
        return ""
    if a.serials - b.serials and b.serials - a.serials:
        return "the texts have different years or ordinals"
    return ""


def _author(name: str) -> str:
    family, comma, given = name.partition(",")
    words = text.tokens(name)
    if not words or " ".join(words) in _NOBODY:
        return ""
    if comma and given.strip():
        first, last = text.tokens(given), text.tokens(family)
        return f"{last[-1] if last else ''} {first[0][0] if first else ''}"
    return f"{words[-1]} {words[0][0]}"

"""Two records -> same, candidate or different: what speaks for one paper and what contradicts it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from hashlib import sha256

from generator import links, text
from generator.model import Record

SAME, CANDIDATE, DIFFERENT = "same", "candidate", "different"

# Fewer folded words than this say too little to know a paper by.
_FEW_WORDS = 12
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+)")
_NOBODY = frozenset({"anonymous", "anonymous author", "anonymous authors", "unknown", "various", "et al", "n a"})
_MARKER = re.compile(
    r"\b(extended abstract|abstract|demo|demonstration|video|poster|erratum|corrigendum|correction|reply|comment|"
    r"supplement|supplementary material|tutorial|workshop version|part (?:[ivx]+|\d+|one|two|three))\b"
)
_ROMAN = re.compile(r"[ivx]+")
_TITLE_FILLER = frozenset("a an the of for in on and to with by from via at as".split())


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


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome for one pair; the heavier verdict is acted on first."""

    outcome: str
    why: str = ""
    weight: float = 0.0
    score: float = 0.0


class Evidence:
    """What one record says about who it is, worked out when it is first asked for."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.words = text.tokens(record.abstract)
        self.key = sha256(" ".join(self.words).encode("utf-8", "replace")).digest() if self.words else b""
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
                kind, value = "arxiv", re.sub(r"v\d+$", "", arxiv[1])
            if kind:
                found.setdefault(kind, set()).add(value)
        return {kind: frozenset(values) for kind, values in found.items()}

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers of the title, also inside words (WMT18)."""
        return frozenset(re.findall(r"\d+", " ".join(self.title)))

    @cached_property
    def markers(self) -> frozenset[str]:
        """Words of the title that make it another publication: an extended abstract, part II, a demo."""
        return frozenset(_MARKER.findall(" ".join(self.title)))


def judge(a: Evidence, b: Evidence, overlap: Overlap) -> Verdict:
    """One pair: the same, perhaps the same, or different."""
    titles, people = title_relation(a, b), author_relation(a, b)
    shared = shared_identifier(a, b)
    contradiction = contradicted(a, b)
    score = round(max(overlap.jaccard, overlap.contained if overlap.cut else 0.0), 3)
    outcome, why, weight = _weighed(overlap, titles, people, shared, contradiction, a, b)
    if outcome == SAME and contradiction:
        outcome, why = CANDIDATE, f"{why}, but {contradiction}"
    return Verdict(outcome, why, weight + overlap.jaccard, score)


def _weighed(
    overlap: Overlap, titles: str, people: str, shared: str, contradiction: str, a: Evidence, b: Evidence
) -> tuple[str, str, float]:
    strength = text_strength(overlap, min(a.length, b.length))
    if shared:
        agree = titles != "differ" or people == "same" or strength in ("exact", "near", "like")
        return (SAME if agree else CANDIDATE), f"same {shared}", 8.0
    if overlap.exact and (strength == "exact" or (titles in ("same", "unknown") and people != "none")):
        return _by_text(titles, people, "same text", 6.0)
    if strength == "near":
        why = "one text is the beginning of the other" if overlap.cut else "nearly the same text"
        return _by_text(titles, people, why, 4.0)
    if strength == "like":
        return _by_likeness(overlap, titles, people)
    return _by_title(overlap, titles, people, strength, a, b)


def _by_text(titles: str, people: str, why: str, weight: float) -> tuple[str, str, float]:
    """The text is the same: only title and authors together can contradict it."""
    if titles == "same" or (titles == "unknown" and people != "none"):
        return SAME, why, weight
    if titles == "near" and people != "none":
        return SAME, f"{why}, nearly the same title", weight
    if titles == "differ" and people == "same":
        return SAME, f"{why}, same authors", weight
    return CANDIDATE, f"{why} under another title", weight


def _by_likeness(overlap: Overlap, titles: str, people: str) -> tuple[str, str, float]:
    """A good part of the text is shared."""
    if titles == "same" and (people in ("same", "some") or (people == "unknown" and overlap.jaccard >= 0.5)):
        return SAME, "same title, similar text", 3.0
    if titles == "near" and people == "same" and overlap.jaccard >= 0.6:
        return SAME, "nearly the same title, same authors, similar text", 2.0
    if titles == "differ" and people == "same" and overlap.jaccard >= 0.85:
        return SAME, "same authors, very similar text", 2.0
    if titles == "differ" and people == "none" and overlap.jaccard < 0.5:
        return DIFFERENT, "", 0.0
    if titles == "differ" and people in ("some", "unknown") and overlap.jaccard < 0.4:
        return DIFFERENT, "", 0.0
    return CANDIDATE, "similar text", 1.0


def _by_title(
    overlap: Overlap, titles: str, people: str, strength: str, a: Evidence, b: Evidence
) -> tuple[str, str, float]:
    """Little or no text is shared, or one side has none: the title must carry it."""
    telling = min(len(a.title), len(b.title)) >= 3 and min(len(a.squeezed), len(b.squeezed)) >= 12
    if titles == "same" and people == "same" and (strength == "some" or (not overlap.known and telling)):
        return SAME, "same title, same authors", 2.0
    if titles == "same" and telling and people != "none":
        return CANDIDATE, "same title", 1.0
    if titles == "near" and people == "same" and telling:
        return CANDIDATE, "nearly the same title, same authors", 1.0
    if titles == "unknown" and overlap.jaccard >= 1 / 3:
        return CANDIDATE, "similar text", 1.0
    return DIFFERENT, "", 0.0


def text_strength(overlap: Overlap, words: int) -> str:
    """exact, near, like, some or none."""
    if not overlap.known:
        return "none"
    if words < _FEW_WORDS:
        return "few"
    if overlap.exact:
        return "exact"
    if overlap.jaccard >= 0.92 or (overlap.cut and words >= 2 * _FEW_WORDS):
        return "near"
    if overlap.jaccard >= 1 / 3 or overlap.contained >= 0.75:
        return "like"
    return "some" if overlap.jaccard >= 0.1 or overlap.contained >= 0.25 else "none"


def title_relation(a: Evidence, b: Evidence) -> str:
    """same, near, differ, or unknown when a title is missing."""
    if not a.title or not b.title:
        return "unknown"
    if a.squeezed == b.squeezed:
        return "same"
    first, second = set(a.title) - _TITLE_FILLER, set(b.title) - _TITLE_FILLER
    shared = len(first & second)
    if shared >= 0.6 * len(first | second) or (shared >= 3 and shared >= 0.8 * min(len(first), len(second))):
        return "near"
    ratio = SequenceMatcher(None, a.squeezed, b.squeezed, autojunk=False).ratio() if shared else 0.0
    return "near" if ratio >= 0.8 else "differ"


def author_relation(a: Evidence, b: Evidence) -> str:
    """same (half are shared), some, none, or unknown when a side names nobody."""
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


def contradicted(a: Evidence, b: Evidence) -> str:
    """What says that two records are two papers, however alike they are; "" if nothing does."""
    for kind in ("arxiv", "doi", "openreview"):
        mine, others = a.identifiers.get(kind), b.identifiers.get(kind)
        if mine and others and not mine & others:
            return f"different {kind} identifiers"
    if not a.title or not b.title or a.squeezed == b.squeezed:
        return ""
    if a.markers != b.markers:
        return f"`{' '.join(sorted(a.markers ^ b.markers))}` stands in one title only"
    if a.numbers - b.numbers and b.numbers - a.numbers:
        return "the titles have different numbers"
    return ""


def _author(name: str) -> str:
    family, comma, given = name.partition(",")
    words = text.tokens(name)
    if not words or " ".join(words) in _NOBODY:
        return ""
    if comma and given.strip():
        first = text.tokens(given)
        return f"{' '.join(text.tokens(family)[-1:])} {first[0][0] if first else ''}"
    return f"{words[-1]} {words[0][0]}"

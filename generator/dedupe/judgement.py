"""Two records -> same, candidate or different, by all the evidence: text, title, authors, identifiers, volume."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from generator.dedupe.evidence import (
    Evidence,
    Overlap,
    author_relation,
    other_identifier,
    series,
    shared_identifier,
    title_relation,
)

Outcome = Literal["same", "candidate", "different"]

# Folded words below which a text is too short to know a paper by, and below which a beginning is.
_FEW_WORDS = 12
_SHORT_CUT = 24
# Shared word triples (Jaccard), judged on labelled pairs by tests/evaluate/evaluate_duplicates.py: versions of one
# text lie above NEARLY, and no two papers do; above LIKE a title or authors must agree; a third is worth a look.
_NEARLY = 0.95
_VERY_LIKE = 0.8
_RETITLED = 0.75
_LIKE = 0.5
_THIRD = 1 / 3
_REVISED = 0.4
_LITTLE = 0.1
# The same as parts of the shorter text.
_HELD = 0.75
_HELD_LITTLE = 0.25
# Why a record is a paper that no source holds any more: what stands there now is what became of it.
REVISED = "the text of this paper, revised"
# A title that two papers do not have by chance.
_TELLING_WORDS = 3
_TELLING_LETTERS = 12


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome for one pair; the heavier verdict is acted on first. `score` is the shared part of the texts."""

    outcome: Outcome
    why: str = ""
    weight: float = 0.0
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class _Case:
    """One pair with the relations between its parts."""

    a: Evidence
    b: Evidence
    overlap: Overlap
    titles: str
    people: str
    text: str

    @property
    def telling(self) -> bool:
        """Whether both titles are long enough to mean one paper."""
        words = min(len(self.a.title), len(self.b.title))
        return words >= _TELLING_WORDS and min(len(self.a.squeezed), len(self.b.squeezed)) >= _TELLING_LETTERS

    @property
    def revised(self) -> bool:
        """Whether a record stands where another one of the paper stood: the paper's own are gone, its text or its
        title came back changed.
        """
        if not (self.a.vacant or self.b.vacant) or self.people == "none":
            return False
        if self.titles == "differ" or self.text in ("none", "few"):
            return self.text in ("exact", "nearly") or (self.titles == "same" and self.telling)
        like = self.overlap.jaccard >= _REVISED or self.overlap.contained >= _HELD
        return like or (self.titles == "same" and self.telling)


def judge(a: Evidence, b: Evidence, overlap: Overlap) -> Verdict:
    """One pair: the same, perhaps the same, or different."""
    titles, people = title_relation(a, b), author_relation(a, b)
    case = _Case(a, b, overlap, titles, people, _strength(overlap, min(a.length, b.length)))
    outcome, why, weight = _weighed(case)
    if outcome != "same" and case.revised:
        outcome, why, weight = "same", REVISED, 2.0
    if outcome != "different" and (contradiction := _contradicted(case)):
        outcome, why = contradiction[0], f"{why}, but {contradiction[1]}"
    score = round(overlap.contained if overlap.cut else overlap.jaccard, 3)
    return Verdict(outcome, why, weight + overlap.jaccard, score)


def forbidden(a: Evidence, b: Evidence) -> bool:
    """Whether two records must not come to one paper by way of a third one."""
    if shared_identifier(a, b):
        return False
    # A person may have retitled a page: of two records two titles are two papers, whatever third text is both.
    records = not a.record.paper and not b.record.paper
    apart = title_relation(a, b) == "differ" and (records or author_relation(a, b) == "none")
    return apart or bool(other_identifier(a, b) or series(a, b)) or (bool(a.title and b.title) and a.forms != b.forms)


def _strength(overlap: Overlap, words: int) -> str:
    """How much the texts say for one paper: exact, nearly, like, little, none; few when they are too short."""
    if not overlap.known:
        return "none"
    if words < _FEW_WORDS:
        return "few"
    if overlap.exact:
        return "exact"
    if overlap.jaccard >= _NEARLY:
        return "nearly"
    if overlap.jaccard >= _THIRD or overlap.contained >= _HELD:
        return "like"
    return "little" if overlap.jaccard >= _LITTLE or overlap.contained >= _HELD_LITTLE else "none"


def _weighed(case: _Case) -> tuple[Outcome, str, float]:
    """What speaks for one paper, before what contradicts it."""
    if shared := shared_identifier(case.a, case.b):
        agree = case.titles != "differ" or case.people == "same" or case.text in ("exact", "nearly", "like")
        return ("same" if agree else "candidate"), f"same {shared}", 8.0
    if case.text == "exact":
        return _by_text(case, "same text", 6.0)
    if case.text == "few" and case.overlap.exact and case.titles in ("same", "unknown") and case.people != "none":
        return "same", "same text", 6.0
    if case.text == "nearly":
        return _by_text(case, "nearly the same text", 4.0)
    if case.overlap.cut and min(case.a.length, case.b.length) >= _SHORT_CUT:
        outcome, why, weight = _by_text(case, "one text is the beginning of the other", 4.0)
        # The shorter text may be another form of the paper, its extended abstract: only a title tells.
        return (outcome if case.titles != "unknown" else "candidate"), why, weight
    return _by_likeness(case) if case.text == "like" else _by_title(case)


def _by_text(case: _Case, why: str, weight: float) -> tuple[Outcome, str, float]:
    """The text is the same: another title contradicts it, for sources mistake abstracts."""
    if case.titles == "same" or (case.titles == "unknown" and case.people != "none"):
        return "same", why, weight
    if case.titles == "near" and case.people != "none":
        return "same", f"{why}, nearly the same title", weight
    return "candidate", f"{why} under another title", weight


def _by_likeness(case: _Case) -> tuple[Outcome, str, float]:
    """A good part of the text is shared."""
    titles, people, jaccard = case.titles, case.people, case.overlap.jaccard
    if titles == "same" and (people in ("same", "some") or (people == "unknown" and jaccard >= _LIKE)):
        return "same", "same title, similar text", 3.0
    if titles == "near" and people == "same" and jaccard >= _RETITLED:
        return "same", "nearly the same title, same authors, very similar text", 2.0
    if titles == "differ" and jaccard < _LIKE and people != "same":
        return "different", "", 0.0
    return "candidate", "similar text", 1.0


def _by_title(case: _Case) -> tuple[Outcome, str, float]:
    """Little or no text is shared, or one side has none: the title must carry it."""
    titles, people = case.titles, case.people
    if titles == "same" and people == "same" and (case.text == "little" or (not case.overlap.known and case.telling)):
        return "same", "same title, same authors", 2.0
    if titles == "same" and case.telling and people != "none":
        return "candidate", "same title", 1.0
    if titles == "near" and people == "same" and case.telling:
        return "candidate", "nearly the same title, same authors", 1.0
    return "different", "", 0.0


def _contradicted(case: _Case) -> tuple[Outcome, str] | None:  # noqa: PLR0911 - a table of cases
    """What two alike records are instead of the same, and why; None if nothing speaks against it."""
    a, b = case.a, case.b
    same_text = case.text in ("exact", "nearly")
    if shared_identifier(a, b):
        return ("candidate", found) if (found := series(a, b)) else None
    if found := series(a, b):
        return ("candidate" if same_text else "different"), found
    if found := other_identifier(a, b):
        alike = same_text or case.titles == "same"
        return ("candidate" if alike else "different"), f"they have different {found}"
    if case.titles in ("same", "unknown"):
        return None
    if a.forms != b.forms:
        return "candidate", f"only one title says `{' '.join(sorted(a.forms ^ b.forms))}`"
    if a.volume[0] and a.volume == b.volume and not same_text:
        alike = case.overlap.jaccard >= _VERY_LIKE
        return ("candidate" if alike else "different"), "they stand in one volume under two titles"
    return None

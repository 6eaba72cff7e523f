"""Abstract -> derived titles: verbatim pieces of it, best first, that a list can show in a title's place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from generator.describe._claims import Claim, sentence_ends
from generator.describe._phrases import GRACE, LIMIT, cut, phrase, trimmed
from generator.describe._words import expansion, occurrences

# At most so many titles are offered, and none of a claim is shorter than so many characters.
MOST = 5
SHORTEST = 12
# A cut definition shorter than this says too little, and an object shorter than this takes its apposition along.
TELLING = 20
BRIEF = 30
# Words that a gerund or a spelled-out name has at least, and that an object has, better the second number.
FEW = 3
ENOUGH = 5

# The first words, whatever they are, when no piece is a good one.
_START = re.compile(rf"[^\W_].{{0,{LIMIT - 2}}}(?!\w)|[^\W_]\w{{0,{LIMIT - 2}}}")
# Words before the subject proper.
_LEAD = re.compile(
    r"\s*(?:[,:]|--?|the (?:problem|task|question|issue|challenge|setting|use|effect|case|notion|concept) of(?= )|"
    r"thoroughly|systematically)?\s*"
)
_OPENS = re.compile(r"[\w$“\"‘'(\\`*]")
# What says nothing of the paper when it stands alone.
_GENERIC = re.compile(
    r"(?:(?:an?|the|our|this|these|its|their|two|three|several) )?(?:(?:novel|new|simple|innovative|efficient|"
    r"effective|general|first|proposed|unified|systematic|comprehensive|extensive|thorough|and|yet|different|various|variants?|core|"
    r"above|following|very|more)[ ,]*)*(?:methods?|approach(?:es)?|framework|models?|algorithms?|systems?|techniques?|"
    r"strateg(?:y|ies)|experiments?|results?|evaluations?|analys[ie]s|stud(?:y|ies)|problems?|tasks?|challenges?|"
    r"issues?|ideas?|solutions?|paradigm|architecture|pipeline|dataset|benchmark|understanding|this|it|them|these|our|"
    r"variants?|gap|limitations?|code)?",
    re.I,
)
# A claim whose object is no subject of a paper.
_EMPTY = re.compile(
    r"\s*(?:(?:to|that|how|why|whether|it|them|one|on|and)\b|(?:this|these|those|such) \w+\b|"
    r"(?:extensive|comprehensive|thorough|numerical|empirical)\b(?=[^.]{0,40}\b(?:experiments?|evaluations?)\b)|"
    r"experiments\b|all our\b|our (?:code|experiments|results|attempt)\b|the (?:above|following|contribution)\b|"
    r"results?\b|evidence\b|superior\b|competitive\b|state-of-the-art\b|promising\b|new insights\b)",
    re.I,
)
# Verbs that tell more of the way than of the subject.
_WEAK = re.compile(
    r"us(?:e|ing)|appl|adopt|leverag|perform|evaluat|compar|obtain|conduct|comput|report|collect|consider|address|tackl|"
    r"provid|train|contribut|offer|give"
)
_THAT = re.compile(r",? that ")
_APPOSITION = re.compile(r", an? ")
_SPELLED = re.compile(r"\s?\(([^()]{15,70})\)")
_FOLLOWS = re.compile(
    r" (?:(?!is |are |as )[\w-]+ ){0,2}?"
    r"(?:for|to|in|of|on|combining|framework|algorithm|benchmark|model|architecture)\b"
)
_DEFINED = re.compile(r"[”\"'’*]?\)?(?:\s?\([^()]*\))?(?: \w+)?(?:,|:| —|—| –| --)\s(?=(?:an?|the first|the)\s)")
_IS = re.compile(r"(?:\s?\([^()]*\))? (?:is|are) (?:\w+ly )?(?=an?\s)")
_CALLED = re.compile(
    r"\b(?:an?|the|our) ([^,.;:()]{10,80}?),? (?:called|named|dubbed|termed|namely,?|coined|—|–|--|titled|denoted as|"
    r"which we call)\s*[“\"'‘*]?(?:[^.;:()]{0,80}\()?\Z"
)
# The last noun phrase counts, not one that an earlier verb governs.
_GOVERNED = re.compile(r".*\b(?:to|into|as|with|introduce|propose|present|develop|develops|proposes) (?=an? )", re.S)
_BY = re.compile(r"[^.;:]{0,120}? (?:by|to) (?=(?:\w+ly )?\w{3,}ing\b)")


def find(text: str, name: str, claims: Sequence[Claim]) -> tuple[str, ...]:
    """Derived titles of an abstract whose own name is `name` (or ""), best first, all different.

    Each is one verbatim piece of `text`, or two joined by ": ". Empty only for text without letters.
    """
    titles: dict[str, None] = {}
    for title in chain(_of_name(text, name), _of_claims(text, claims), _of_opening(text)):
        if title and "\n" not in title:
            titles.setdefault(title)
        if len(titles) == MOST:
            break
    if not titles and (start := _START.search(text)):
        titles.setdefault(start.group().strip())
    return tuple(titles)


def _of_name(text: str, name: str) -> Iterator[str]:
    """Titles that open with the paper's own name."""
    place = next(occurrences(text, name), -1) if name else -1
    if place < 0:
        return
    end = place + len(name)
    long = _long_form(text, place, name)
    defined = list(_definitions(text, name))
    whole = next((found for found, ends in defined if ends), "")
    part = next((found for found, ends in defined if not ends and len(found) >= TELLING), "")
    spelled = _SPELLED.match(text, end)
    for head, tail in ((long, whole), (name, whole), (name, _words(spelled)), (long, part), (name, part)):
        title = f"{head}: {tail}" if head and tail else ""
        if len(title) <= (LIMIT if head == long or tail == part else LIMIT + GRACE):
            yield title
    yield _extended(text, long or name, end + (1 if long else 0))
    deed = _deed(text, name)
    if deed and not long:
        yield f"{name}: {deed}"
    yield long
    if deed and long:
        yield from (title for title in (f"{long}: {deed}", f"{name}: {deed}") if len(title) <= LIMIT)
    yield name


def _long_form(text: str, place: int, name: str) -> str:
    """The words "Long Form (NAME)" where the text introduces the name at `place` so, else ""."""
    end = place + len(name)
    if text[place - 1 : place] != "(" or text[end : end + 1] != ")":
        return ""
    begin = expansion(text, place - 1, name)
    return text[begin : end + 1] if begin is not None and end + 1 - begin <= LIMIT else ""


def _words(spelled: re.Match[str] | None) -> str:
    """The words in brackets behind a name that say what it stands for, else ""."""
    found = spelled.group(1).strip() if spelled else ""
    return found if found.count(" ") + 1 >= FEW and "://" not in found else ""


def _extended(text: str, head: str, end: int) -> str:
    """`head`, which ends at `end`, with the words that follow and qualify it: "X (Y) framework for Z"."""
    if not _FOLLOWS.match(text, end):
        return ""
    found, _ = phrase(text, end - len(head))
    return found if found.startswith(head + " ") else ""


def _definitions(text: str, name: str) -> Iterator[tuple[str, bool]]:
    """Phrases that say what the named thing is, and whether each ends of itself within the limit."""
    limit = LIMIT - len(name) - 2
    places = list(occurrences(text, name))
    for pattern in (_DEFINED, _IS):
        for place in places:
            if match := pattern.match(text, place + len(name)):
                found, ends = phrase(text, match.end(), limit)
                if found and not _GENERIC.fullmatch(found):
                    yield found, ends
    before = _CALLED.search(text, max(0, places[0] - 200), places[0])
    if before:
        begin, end = before.start(), before.end(1)
        if governed := _GOVERNED.match(text, begin, end):
            begin = governed.end()
        found = trimmed(text[begin:end])
        if found and not _GENERIC.fullmatch(found) and len(found) <= limit:
            yield found, True


def _deed(text: str, name: str) -> str:
    """What the named thing does, as a gerund: "… by reformulating the sampling process"; "" if the text is silent."""
    for place in occurrences(text, name):
        if by := _BY.match(text, place + len(name)):
            found, _ = phrase(text, by.end(), LIMIT - len(name) - 2, grace=0)
            return found if found.count(" ") + 1 >= FEW else ""
    return ""


def _of_claims(text: str, claims: Sequence[Claim]) -> Iterator[str]:
    """What the paper says that it proposes or studies, then what it says that it finds."""
    ranked: list[tuple[float, str]] = []
    for place, claim in enumerate(claims[:8]):
        if claim.kind == "finding" or _EMPTY.match(text, claim.object):
            continue
        found, ends = _object(text, claim)
        words = found.count(" ") + 1
        if len(found) < SHORTEST or words < FEW or _GENERIC.fullmatch(found):
            continue
        weak = _WEAK.match(text[claim.start : claim.object].rpartition(" ")[2].lower()) is not None
        cost = (
            place + 3 * weak + (claim.kind == "study") / 2 + (not ends) / 2 + (not claim.own) / 2 + 2 * (words < ENOUGH)
        )
        ranked.append((cost, found))
    yield from (found for _, found in sorted(ranked, key=lambda item: item[0]))
    for claim in claims[:8]:
        if claim.kind == "finding" and (that := _THAT.match(text, claim.object)):
            found, ends = phrase(text, that.end())
            if len(found) >= SHORTEST and ends:
                yield found


def _object(text: str, claim: Claim) -> tuple[str, bool]:
    """The noun phrase that a claim's verb governs, with an apposition where it is short."""
    lead = _LEAD.match(text, claim.object)
    start = lead.end() if lead else claim.object
    if not _OPENS.match(text, start):
        return "", False
    found, ends = phrase(text, start)
    if ends and len(found) < BRIEF and _APPOSITION.match(text, start + len(found)):
        apposed, ends = phrase(text, start + len(found) + 2, LIMIT - len(found) - 2)
        found = f"{found}, {apposed}" if apposed else found
    return found, ends


def _of_opening(text: str) -> Iterator[str]:
    """The opening words, as works without a title were once known by."""
    begin = 0
    for end in sentence_ends(text)[:4]:
        sentence = text[begin:end].strip()
        begin = end
        if len(sentence) <= LIMIT:
            yield sentence.rstrip(".。")
            yield sentence
        else:
            yield cut(sentence, LIMIT)

"""Abstract -> derived titles: verbatim pieces of it, best first, that a list can show in a title's place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.describe._claims import Claim, claims, sentence_ends
from generator.describe.name import expansion

# A title ends within so many characters; one that ends of itself may have the second number.
LIMIT = 90
GRACE = 100
SHORTEST = 12

_LEAD = re.compile(
    r"\s*(?:[,:]|--?|the (?:problem|task|question|issue|challenge|setting|use|effect|case|notion|concept) of(?= )|"
    r"thoroughly|systematically|how to|whether)?\s*"
)
_OPENS = re.compile(r"[\w$“\"‘'(α-ωΑ-Ω\\`*ℓ]")
_DETERMINER = r"(?:an?|the|our|this|these|its|their|two|three|several)"
_GENERIC = re.compile(
    rf"(?:{_DETERMINER} )?(?:(?:novel|new|simple|innovative|efficient|effective|general|first|proposed|unified|systematic|"
    r"comprehensive|extensive|thorough|and|yet|different|various|variants?|core|above|following|very|more)[ ,]*)*"
    r"(?:methods?|approach(?:es)?|framework|models?|algorithms?|systems?|techniques?|strateg(?:y|ies)|experiments?|results?|"
    r"evaluations?|analys[ie]s|stud(?:y|ies)|problems?|tasks?|challenges?|issues?|ideas?|solutions?|paradigm|"
    r"architecture|pipeline|dataset|benchmark|understanding|this|it|them|these|our|variants?|gap|limitations?|code)?",
    re.I,
)
# A claim whose object is no subject of a paper.
_EMPTY = re.compile(
    rf"\s*(?:to\b|that\b|how\b|why\b|whether\b|it\b|them\b|(?:this|these|those|such) \w+\b|(?:extensive|comprehensive|thorough|experiments|"
    r"numerical|empirical)\b(?=[^.]{0,40}\b(?:experiments?|evaluations?)\b)|all our\b|our (?:code|experiments|results)\b|the (?:above|following)\b|"
    r"results?\b|evidence\b|superior\b|competitive\b|state-of-the-art\b|promising\b)",
    re.I,
)
# Where a phrase may end: before these words, better before the first kind.
_CLAUSE = (
    r"that|which|where|when|while|who|whose|whereas|because|since|if|so|by|thereby|via|using|without|through|including|"
    r"such as|compared|based on|leveraging|enabling|achieving|allowing|designed|trained|in which|in order|as well as|along with|due to"
)
_PHRASE = r"for|to|in|on|with|from|under|across|between|among|within|over|towards?|against|at|as|into|per|given|during|after|before|both"
_LOOSE = r"of|and|or|than"
_BREAKS = re.compile(rf"(?<=[\w)\]$”’\"'%])(?P<at>,? (?:(?P<clause>{_CLAUSE})|(?P<phrase>{_PHRASE})|(?P<loose>{_LOOSE}))\b)")
_VERBS = (
    r"(?:show|demonstrate|prove|reveal|find|argue|use|apply|validate|verify|evaluate|establish|provide|present|introduce|"
    r"propose|develop|analy[sz]e|discuss|investigate|derive|conduct|train|then|thus|further|we|it|they|this|outperforms?|"
    r"achieves?|generali[sz]e|outlines?|explore|compare|identify|can|is|are|has|have|surprisingly|empirically|also|suggest|describe|offer|report|study)"
)
# Where the phrase ends of itself.
_STOPS = re.compile(
    rf"(?P<end>[.;:!?。；：！？](?=\s|$|[^\x00-\x7f])| ?—| --? |\n|"
    rf", (?={_VERBS}\b|and\b|or\b|which\b|where\b|in which\b|while\b|that\b|by\b|with\b|to\b|for\b|an?\b|the\b|"
    rf"namely\b|called\b|named\b|(?:\w+ly )?\w+(?:ing|ed)\b|as\b|i\.e\.|e\.g\.|such\b|we\b|both\b|including\b|from\b|on\b|in\b|whose\b|without\b|based\b|under\b|so\b|thus\b|when\b|but\b|rather\b)|"
    rf" and (?:\w+ly )?(?={_VERBS}\b))"
)
_DANGLING = re.compile(
    rf"(?:[\s,;:—–(\[{{/“‘`]|\b(?:{_CLAUSE}|{_PHRASE}|{_LOOSE}|an?|the|our|their|its|this|these|new|novel|more|most|several|various|not|is|are|be|can|"
    r"been|being|it|both|e\.g|i\.e|two|three|also|only|other|each|any|all|some|such|called|named|namely|dubbed|termed|et al)\b|(?<=\s)-+)$",
    re.I,
)
_PAIRS = (("(", ")"), ("[", "]"), ("{", "}"), ("“", "”"), ("‘", "’"))


def find(text: str, name: str) -> tuple[str, ...]:
    """Derived titles of an abstract whose own name is `name` (or ""), best first, all different.

    Each is one verbatim piece of `text`, or two joined by ": ". Empty only for text without letters.
    """
    found = claims(text)
    titles: dict[str, None] = {}
    for title in (*_of_name(text, name), *_of_claims(text, found), *_of_opening(text)):
        if title:
            titles.setdefault(title)
    return tuple(titles)[:6]


def _of_name(text: str, name: str) -> Iterator[str]:
    """Titles that open with the paper's own name."""
    first = re.search(rf"(?<![\w-]){re.escape(name)}(?![\w])(?!-\w)", text) if name else None
    if first is None:
        return
    long = _long_form(text, first.start(), first.end(), name)
    whole, cut = "", ""
    for phrase, ends in _definitions(text, name):
        if not whole and ends:
            whole = phrase
        cut = cut or phrase
    spelled = _spelled_out(text, first.end())
    forms = [f"{long}: {whole}" if long and whole else "", f"{name}: {whole}" if whole else ""]
    if spelled:
        forms.append(f"{name}: {spelled}")
    if cut:
        forms += [f"{long}: {cut}" if long else "", f"{name}: {cut}"]
    yield from (form for form in forms[:2] if form and len(form) <= (LIMIT if form.startswith(long or " ") else GRACE))
    yield from (form for form in forms[2:] if form and len(form) <= LIMIT)
    if long:
        phrase, _ = _phrase(text, text.index(long, max(0, first.start() - len(long) - 2)))
        yield phrase if phrase.startswith(long) else long
        yield long
    else:
        phrase, _ = _phrase(text, first.start())
        if phrase.startswith(name) and len(phrase) >= len(name) + SHORTEST:
            yield phrase
    yield name


def _long_form(text: str, start: int, end: int, name: str) -> str:
    """ "Long Form (NAME)" where the text introduces the name so, else ""."""
    if text[start - 1 : start] != "(" or text[end : end + 1] != ")":
        return ""
    begin = expansion(text, start - 1, name)
    return text[begin : end + 1] if begin is not None and end - begin < LIMIT else ""


def _spelled_out(text: str, end: int) -> str:
    """The words in brackets behind a name that say what it stands for, else ""."""
    found = re.match(r"\s?\(([^()]{15,70})\)", text[end:])
    return found.group(1).strip() if found and found.group(1).count(" ") >= 2 and "http" not in found.group(1) else ""


def _definitions(text: str, name: str) -> Iterator[tuple[str, bool]]:
    """Phrases that say what the named thing is, and whether each ends of itself within the limit."""
    bare = re.escape(name)
    limit = LIMIT - len(name) - 2
    for pattern in (
        rf"(?<![\w-]){bare}[”\"'’*]?(?:\s?\([^()]*\))?\)?(?: \w+)?(?:,|:| —|—| –| --)\s(?=(?:an?|the first|the)\s)",
        rf"(?<![\w-]){bare}(?:\s?\([^()]*\))? (?:is|are) (?:\w+ly )?(?=an?\s)",
    ):
        for match in re.finditer(pattern, text):
            phrase, ends = _phrase(text, match.end(), limit)
            if phrase and not _GENERIC.fullmatch(phrase):
                yield phrase, ends
    before = re.search(
        rf"\b(an?|the|our) ([^,.;:()]{{10,80}}?),? (?:called|named|dubbed|termed|namely,?|coined|—|–|--|titled|denoted as|which we call)\s*[“\"'‘*]?(?:[^.;:()]{{0,80}}\()?{bare}(?!\w)",
        text,
    )
    if before:
        phrase = f"{before.group(1)} {before.group(2)}"
        # The last noun phrase before the name, not one that an earlier verb governs.
        inner = list(re.finditer(r"\b(?:to|into|as|with|introduce|propose|present|develop) (?=an? )", phrase))
        phrase = phrase[inner[-1].end() :] if inner else phrase
        if phrase in text and not _GENERIC.fullmatch(phrase) and len(phrase) <= limit:
            yield phrase, True
    by = re.search(rf"(?<![\w-]){bare}(?!\w)[^.;:]{{0,120}}? (?:by|to) (?=(?:\w+ly )?\w+ing\b)", text)
    if by:
        yield _phrase(text, by.end(), limit)


_RANK = {"making": 0, "study": 1}


def _of_claims(text: str, found: tuple[Claim, ...]) -> Iterator[str]:
    """What the paper says that it proposes or studies, then what it says that it finds."""
    ranked: list[tuple[int, str]] = []
    for place, claim in enumerate(found):
        if claim.kind == "finding":
            continue
        start = claim.object
        if _EMPTY.match(text, start):
            continue
        if lead := _LEAD.match(text, start):
            start = lead.end()
        phrase, ends = _phrase(text, start)
        words = phrase.count(" ") + 1
        if len(phrase) < SHORTEST or words < 3 or _GENERIC.fullmatch(phrase) or not _OPENS.match(phrase):
            continue
        weak = bool(re.match(r"(?:use|appl|adopt|leverag|perform|evaluat|compar|obtain|conduct|comput|report|collect)", _verb(text, claim)))
        ranked.append((place + (0 if claim.kind == "making" else 1) + 3 * weak + (0 if ends else 1) + (0 if claim.own else 1) + 2 * (words < 5), phrase))
    yield from (phrase for _, phrase in sorted(ranked, key=lambda item: item[0]))
    for claim in found:
        if claim.kind == "finding" and (that := re.match(r",? that ", text[claim.object :])):
            phrase, ends = _phrase(text, claim.object + that.end())
            if len(phrase) >= SHORTEST and ends:
                yield phrase


def _verb(text: str, claim: Claim) -> str:
    return text[claim.start : claim.object].split()[-1].lower()


def _of_opening(text: str) -> Iterator[str]:
    """The opening words, as works without a title were once known by."""
    begin = 0
    for end in sentence_ends(text)[:3]:
        sentence = text[begin:end].strip()
        begin = end
        phrase, _ = _phrase(sentence, 0)
        yield phrase
        if sentence and len(sentence) <= LIMIT:
            yield sentence.rstrip(".")
            yield sentence


def _phrase(text: str, start: int, limit: int = LIMIT) -> tuple[str, bool]:
    """The phrase at `start`, cut where it may end within `limit` characters; and whether it ended of itself."""
    grace = limit + GRACE - LIMIT
    rest = text[start : start + grace + 60]
    end = len(rest) if start + len(rest) >= len(text) else -1
    for stop in _STOPS.finditer(rest):
        if _whole(rest[: stop.start()]):
            end = stop.start()
            break
    if 0 <= end <= grace:
        phrase = _trimmed(rest[:end])
        if phrase and len(phrase) >= min(end, 8):
            return phrase, True
    best = {"clause": -1, "phrase": -1, "loose": -1}
    for match in _BREAKS.finditer(rest):
        if match.start() > limit:
            break
        if _whole(rest[: match.start()]):
            kind = next(kind for kind in best if match.group(kind))
            best[kind] = match.start()
    for kind, least in (("clause", 30), ("phrase", 20), ("loose", 12)):
        if best[kind] >= least and (phrase := _trimmed(rest[: best[kind]])):
            return phrase, False
    spaces = [match.start() for match in re.finditer(r"\s", rest[: limit + 1]) if _whole(rest[: match.start()])]
    return (_trimmed(rest[: spaces[-1]]) if spaces else _trimmed(rest[:limit]) if _whole(rest[:limit]) else ""), False


def _whole(piece: str) -> bool:
    """Whether a piece ends outside brackets, quotation marks and math."""
    if piece.count("$") % 2:
        return False
    return all(piece.count(opening) == piece.count(closing) for opening, closing in _PAIRS[:3])


def _trimmed(piece: str) -> str:
    """`piece` without words and signs that cannot end a title."""
    piece = piece.strip()
    while found := _DANGLING.search(piece):
        if found.start() == 0:
            return ""
        piece = piece[: found.start()].rstrip()
    return piece if _whole(piece) else ""

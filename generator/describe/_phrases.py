"""A place in a text -> the phrase that begins there, cut where a title may end."""

from __future__ import annotations

import re

# A title ends within so many characters; one that ends of itself may be longer by so many.
LIMIT = 90
GRACE = 5

# Where a phrase may be cut: before these words, better before the first kind.
_CLAUSE = (
    r"that|which|where|when|while|who|whose|whereas|because|since|if|so|by|thereby|via|using|without|through|including|"
    r"such as|compared|based on|leveraging|enabling|achieving|allowing|designed|trained|in which|in order|as well as|"
    r"along with|due to"
)
_PHRASE = (
    r"of|for|to|in|on|with|from|under|across|between|among|within|over|towards?|against|at|as|into|per|given|during|"
    r"after|before|throughout|beyond|along|both"
)
_LOOSE = r"and|or"
_BREAKS = re.compile(
    rf"(?<=[\w)\]$”’\"'%])"
    rf"(?:,? (?:(?P<clause>{_CLAUSE})|(?P<phrase>{_PHRASE})|(?P<loose>{_LOOSE}))\b| (?P<aside>[(\[]))"
)
# Verbs that begin the next thing the paper does.
_VERBS = (
    r"(?:show|demonstrate|prove|reveal|find|argue|use|apply|validate|verify|evaluate|establish|provide|present|"
    r"introduce|propose|develop|analy[sz]e|discuss|investigate|derive|conduct|train|then|thus|further|we|it|they|this|"
    r"outperforms?|achieves?|generali[sz]e|outlines?|explore|compare|identify|can|is|are|has|have|surprisingly|"
    r"empirically|also|suggest|describe|offer|report|study|define|incorporate|leverage|adapt)"
)
# Where a phrase ends of itself.
_STOPS = re.compile(
    rf"[.;:!?。；：！？](?=\s|$|[^\x00-\x7f])| ?—| --? |\n|"
    rf", (?:(?:{_VERBS}|and|or|which|where|in which|while|that|by|with|to|for|an?|the|namely|called|named|as|i\.e|e\.g|"
    rf"such|both|including|from|on|in|whose|without|based|under|so|when|but|rather|especially|"
    rf"(?:\w+ly )?\w+(?:ing|ed))\b)|"
    rf" and (?:\w+ly )?{_VERBS}\b"
)
# What lost its object to the cut: "the knowledge embedded | in …", "a method to characterize | of …", "largely | by …".
_LEFT_OVER = re.compile(r"\s(?:\w+[^e]ed|to \w+|\w+ly|that \w+s)$")
_SPACE = re.compile(r"\s")
_DANGLING = frozenset(
    f"{_CLAUSE}|{_PHRASE}|{_LOOSE}|toward|a|an|the|our|their|its|this|these|new|novel|more|most|several|various|not|"
    "is|are|be|can|than|been|being|it|e.g|i.e|two|three|also|only|other|each|any|all|some|such|called|named|namely|dubbed|"
    "termed|al|et|focusing|consisting|resulting|aiming|relying|depending|leading|ranging|according|having|available|"
    "especially|how|will|may|must|should|have|has|-|--|–|—|&|+|=|/".split("|")
)
# Only where one of these stands can a piece be less than whole.
_OPENING = re.compile(r"[$‘’()\[\]{}“”]|\b(?:both|between|n?either)\b")
_PAIRS = (("(", ")"), ("[", "]"), ("{", "}"), ("“", "”"))
# The first half of "both … and …".
_HALF = re.compile(r"\b(?:both|between|either|neither) (?!.*(?:\band\b|\bn?or\b) \S)")


def phrase(text: str, start: int, limit: int = LIMIT, grace: int = GRACE) -> tuple[str, bool]:
    """The phrase at `start`, and whether it ended of itself rather than being cut within `limit` characters."""
    most = limit + grace
    rest = text[start : start + most + 60]
    end = len(rest) if start + len(rest) >= len(text) else -1
    for stop in _STOPS.finditer(rest):
        if stop.start() > most:
            break
        if whole(rest[: stop.start()]):
            end = stop.start()
            break
    if 0 <= end <= most:
        found = trimmed(rest[:end])
        if len(found) >= min(end, 8):
            return found, True
    return cut(rest, limit), False


def cut(text: str, limit: int) -> str:
    """The longest good start of `text` within `limit` characters; "" if there is none."""
    best = {"clause": -1, "phrase": -1, "loose": -1}
    for match in _BREAKS.finditer(text, 0, limit + 20):
        if match.start() > limit:
            break
        best[match.lastgroup if match.lastgroup in best else "phrase"] = match.start()
    longest = max(best.values())
    for kind, least in (("clause", 30), ("phrase", 20), ("loose", 12)):
        # A better kind of place is worth some words, and not half of the title.
        if best[kind] >= max(least, longest * 0.6) and (found := trimmed(text[: best[kind]])):
            shorter = trimmed(_LEFT_OVER.sub("", found))
            return shorter if len(shorter) >= least else found
    if len(text) <= limit:
        return trimmed(text)
    for space in reversed(list(_SPACE.finditer(text, 0, limit + 1))):
        if found := trimmed(text[: space.start()]):
            return found
    # Scripts without spaces may be cut anywhere.
    return "" if text[:limit].isascii() else trimmed(text[:limit])


def trimmed(piece: str) -> str:
    """`piece` without words and signs that cannot end a title; "" if what is left is not whole."""
    piece = piece.rstrip(" \t\n,;:—–-([{/“‘`").lstrip()
    while piece and piece.rpartition(" ")[2].rstrip(".").lower() in _DANGLING:
        piece = piece.rpartition(" ")[0].rstrip(" ,;:—–-([{/“‘`")
    return piece if whole(piece) else ""


def whole(piece: str) -> bool:
    """Whether a piece ends outside brackets, quotation marks, math and "both … and …"."""
    if _OPENING.search(piece) is None:
        return True
    if piece.count("$") % 2 or piece.count("‘") > piece.count("’"):
        return False
    if any(piece.count(opening) != piece.count(closing) for opening, closing in _PAIRS):
        return False
    return _HALF.search(piece) is None

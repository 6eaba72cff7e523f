"""Abstract -> the places where it says what the paper does: "we propose …", "this work studies …"."""

from __future__ import annotations

import re
from dataclasses import dataclass

# Verbs of making: their object is the paper's own. Each alternative is a stem that takes an ending of `_ENDINGS`.
_MAKING = (
    "propos(?:e|es|ed|ing)|introduc(?:e|es|ed|ing)|present(?:s|ed|ing)?|develop(?:s|ed|ing)?|design(?:s|ed|ing)?|"
    "devis(?:e|es|ed|ing)|describ(?:e|es|ed|ing)|releas(?:e|es|ed|ing)|construct(?:s|ed|ing)?|creat(?:e|es|ed|ing)|"
    "buil(?:d|ds|t|ding)|contribut(?:e|es|ed|ing)|unveil(?:s|ed|ing)?|train(?:s|ed|ing)?|curat(?:e|es|ed|ing)|"
    "implement(?:s|ed|ing)?|formulat(?:e|es|ed|ing)|offer(?:s|ed|ing)?|provid(?:e|es|ed|ing)|suggest(?:s|ed|ing)?|"
    "put(?:s|ting)? forward|report(?:s|ed|ing)?|collect(?:s|ed|ing)?|compil(?:e|es|ed|ing)|open-sourc(?:e|es|ed|ing)"
)
# Those that also claim without a subject of their own: "we revisit X and introduce …", "by proposing …".
_JOINED = (
    "propos(?:e|es|ing)|introduc(?:e|es|ing)|present(?:s|ing)?|develop(?:s|ing)?|design(?:s|ing)?|devis(?:e|es|ing)|"
    "releas(?:e|es|ing)|construct(?:s|ing)?|establish(?:es|ing)?|creat(?:e|es|ing)"
)
# Verbs of study: their object is the paper's subject.
_STUDY = (
    "stud(?:y|ies|ied|ying)|analy[sz](?:e|es|ed|ing)|investigat(?:e|es|ed|ing)|examin(?:e|es|ed|ing)|"
    "explor(?:e|es|ed|ing)|address(?:es|ed|ing)?|consider(?:s|ed|ing)?|focus(?:es|ed|ing)? on|tackl(?:e|es|ed|ing)|"
    "reformulat(?:e|es|ed|ing)|characteri[sz](?:e|es|ed|ing)|establish(?:es|ed|ing)?|deriv(?:e|es|ed|ing)|"
    "extend(?:s|ed|ing)?|revisit(?:s|ed|ing)?|discuss(?:es|ed|ing)?|review(?:s|ed|ing)?|survey(?:s|ed|ing)?|"
    "evaluat(?:e|es|ed|ing)|compar(?:e|es|ed|ing)|conduct(?:s|ed|ing)?|perform(?:s|ed|ing)?|obtain(?:s|ed|ing)?|"
    "identif(?:y|ies|ied|ying)|leverag(?:e|es|ed|ing)|appl(?:y|ies|ied|ying)|adopt(?:s|ed|ing)?|us(?:e|es|ed|ing)|"
    "prov(?:e|es|ed|ing)|give|gives|outlin(?:e|es|ed|ing)|deal(?:s|t|ing)? with|aim(?:s|ed|ing)? at|"
    "concern(?:s|ed)?(?: with)?|determin(?:e|es|ed|ing)|comput(?:e|es|ed|ing)|constru(?:e|es|ed|ing)"
)
# Verbs of finding: what follows "that" is a statement.
_FINDING = (
    "show(?:s|ed|n|ing)?|demonstrat(?:e|es|ed|ing)|find|finds|found|observ(?:e|es|ed|ing)|reveal(?:s|ed|ing)?|"
    "argu(?:e|es|ed|ing)|prov(?:e|es|ed|ing)|establish(?:es|ed|ing)?|discover(?:s|ed|ing)?|hypothesi[sz](?:e|es|ed|ing)"
)
_SUBJECT = (
    r"(?:[Ww]e|[Ii]|[Tt]he authors?|(?:[Tt]his|[Tt]he (?:present|current)|[Oo]ur|[Tt]he) "
    r"(?:\w+[ -]){0,2}(?:paper|work|article|study|report|letter|thesis|survey|note|chapter|contribution)|"
    r"[Oo]ur (?:\w+[ -]){0,2}(?:approach|method|framework|results?|findings?|analysis|experiments?|theory))"
)
_BETWEEN = (
    r"(?:,? (?:\w+ly|then|also|first|further|next|hence|thus|here|therefore|instead|have|has|aims?|seeks?|to|can|"
    r"will|are|able|further|in this (?:paper|work|article|study)|for the first time),?){0,4}"
)
_OPENING = re.compile(r"\b(?:[Ww]e|I|[Tt]h(?:e|is)|[Oo]ur|and|then|by|[Hh]ere,?) ")
_CLAIM = re.compile(
    rf"(?:{_SUBJECT}{_BETWEEN} |(?:and|then|by) (?:\w+ly )?(?=(?:{_JOINED})\b)|[Hh]ere,? )"
    rf"(?:(?P<making>{_MAKING})|(?P<finding>(?:{_FINDING})(?=,? that\b|:))|(?P<study>{_STUDY}))(?![\w-])"
)
# "to compare and develop": an aim, not a deed.
_AIM = re.compile(r"\bto \w+ $")
_ENDS = re.compile(r"[.!?][\"'”’)\]]*\s+(?=[\"“'‘(\[$]*[^\W_a-z])|\n\s*\n|[。！？]")
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|et al|cf|vs|resp|w\.r\.t|Fig|Eq|Sec|Thm|approx|etc)|(?<![\w$])[A-Z])\.\s*\Z"
)


@dataclass(frozen=True, slots=True)
class Claim:
    """Where a sentence says what the paper does: `kind` is making, study or finding.

    `start` is where the claim's words begin, `object` is behind its verb, `end` is the end of its sentence;
    `own` says whether its subject is the paper or its authors.
    """

    kind: str
    start: int
    object: int
    end: int
    own: bool


def claims(text: str) -> tuple[Claim, ...]:
    """Every claim of `text`, in reading order."""
    ends = (*sentence_ends(text), len(text) + 1)
    found = []
    at = sentence = 0
    while opening := _OPENING.search(text, at):
        match = _CLAIM.match(text, opening.start())
        if match is None:
            at = opening.end()
            continue
        at = match.end()
        own = not match.group().startswith(("and ", "then ", "by "))
        if not own and _AIM.search(text, max(0, match.start() - 30), match.start()):
            continue
        while ends[sentence] <= match.start():
            sentence += 1
        found.append(Claim(str(match.lastgroup), match.start(), match.end(), ends[sentence], own))
    return tuple(found)


def sentence_ends(text: str) -> tuple[int, ...]:
    """The offsets behind each sentence and the white space after it; the last is the text's length."""
    ends = [match.end() for match in _ENDS.finditer(text)]
    return (
        *[end for end in ends if end < len(text) and not _ABBREVIATED.search(text, max(0, end - 12), end)],
        len(text),
    )

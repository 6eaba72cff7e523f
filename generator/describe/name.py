"""Abstract -> the system, method, data set or benchmark that it names as the paper's own, or none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from generator.describe._claims import Claim, claims
from generator.describe._field_names import DESCRIBING, FIELD

# A candidate needs this score; below it, no name is better than a wrong one.
ENOUGH = 4.0

_TAIL = r"(?:[\w/+*^²³†★]|[.‐‑-](?=\w))*"
_WORD = rf"[^\W_]{_TAIL}"
_KIND = (
    "method|methods|approach|framework|model|models|algorithm|algorithms|system|architecture|network|networks|dataset|data\\s?set|"
    "datasets|benchmark|benchmarks|corpus|pipeline|technique|strategy|toolkit|library|platform|paradigm|tool|suite|package|"
    "simulator|environment|agent|mechanism|module|loss|optimizer|protocol|scheme|family|metric|baseline|estimator|sampler|"
    "solver|engine|recipe|procedure|solution|software|resource|collection|task|workflow|foundation model|language model"
)
_CUE = (
    r"(?:called|named|dubbed|termed|coined|titled|namely,?|denoted(?: as| by)?|abbreviated as|i\.e\.,|"
    r"(?:which|that) we (?:call|term|name|dub|denote|refer to)(?: as| by)?|(?:we )?referred to as|known as|nicknamed|"
    r"we (?:call|term|name|dub)(?: (?:it|this \w+|our \w+|the \w+(?: \w+)?))?)"
)
_NAMED = re.compile(rf"\b{_CUE}:?\s+(?:the\s+)?[“\"'‘*_]*(?P<name>{_WORD}(?:\s[A-Z0-9]{_TAIL}){{0,2}})")
_HYPE = r"(?:(?:\w+ly )?(?:novel|new|simple|first|efficient|effective|unified|general|scalable|lightweight|fast|large-scale|open|open-source|proposed|innovative|comprehensive|end-to-end|robust|powerful|flexible|generic|principled|practical)(?:,| and)? )*"
_DIRECT = re.compile(
    rf"\s*(?:(?:the|a|an|our|its) )?{_HYPE}(?:(?:{_KIND}),? )?[“\"'‘*_]*(?P<name>{_WORD}(?:\s[A-Z]{_TAIL}){{0,2}})[”\"'’*_]*(?P<after>.{{0,40}})",
    re.S,
)
_AFTER = re.compile(
    rf"\s*(?:[,:;.—–(]|--? ?|$|(?:a|an|the) |(?:that|which|to|for|with|as|by|and|on|using|in|based on|\w+ing)\b|"
    rf"(?:[\w-]+ ){{0,2}}(?:{_KIND})\b)"
)
_PAREN = re.compile(r"\(\s*[“\"'‘*]*(?P<name>[^\s()“”\"'‘’*,;]{2,24}(?:\s[A-Z0-9][\w-]{0,15})?)[”\"'’*]*(?P<more>[,;:][^()]*)?\)")
_COMMA = re.compile(rf"(?:,|:|—|–| --) (?P<name>{_WORD})(?:,|\.|:|;|—|–| --| \()")
_BLOCK = re.compile(
    r"\b(?:for|to|in|with|using|of|on|by|that|which|from|under|via|over|into|as|when|where|and|while|whose|is|are|can|than|has|have|based|through|between|against)\b"
)
_PROBLEM = re.compile(r"\s*(?:\w+ )?(?:tasks?|problems?|settings?|scenarios?|phenomen(?:on|a)|literature|systems|models|networks)\b")
_SELF = re.compile(r"\b(?:[Oo]ur|[Ww]e|[Tt]he proposed|[Tt]his (?:paper|work)|resulting|[Nn]ovel|[Nn]ew)\b")
_SUBJECT = re.compile(
    r"\s+(?:(?:\w+ly|also|further|then|not only|can|is able to) )?(?:outperforms?|achieves?|improves?|surpass(?:es)?|exceeds?|attains?|yields?|consists?|"
    r"comprises?|leverages?|enables?|reduces?|provides?|contains?|introduces?|employs?|uses?|outperformed|achieved|incorporates?|integrates?|"
    r"delivers?|operates?|adopts?|supports?|offers?|covers?|includes?|combines?|generates?|learns?|produces?|demonstrates?|exhibits?|matches|builds?|"
    r"first|decouples?|decomposes?|formulates?|maintains?|dynamically|adaptively|is|are|takes?|requires?|allows?|ensures?|addresses|features?|generalizes?|boosts?|shows?|treats?|models?|works?|explicitly|jointly|effectively|significantly|consistently)\b"
)


_DATA = re.compile(r"[^.;]{0,60}?\b(?:data\s?sets?|corpus|corpora|dataset)\b", re.I)


@dataclass(slots=True)
class _Candidate:
    name: str
    start: int
    score: float


def find(text: str) -> str:
    """The paper's own headline name as the abstract spells it, "" when it has none or none is certain."""
    seen: dict[str, _Candidate] = {}
    for candidate in _candidates(text):
        kept = seen.get(candidate.name)
        if kept is None or candidate.score > kept.score:
            seen[candidate.name] = candidate
    best, highest = "", 0.0
    for candidate in seen.values():
        score = candidate.score + _support(text, candidate)
        # A data set is often the second thing that a paper brings, beside its method.
        rank = score - (0.8 if _DATA.match(text, candidate.start + len(candidate.name)) else 0.0)
        if score >= ENOUGH and rank > highest:
            best, highest = candidate.name, rank
    return best


def _candidates(text: str) -> Iterator[_Candidate]:
    """Every place where the text may name something of its own, with the weight of the way it does so."""
    found = claims(text)
    penalty = 0.0
    for claim in found:
        if claim.kind == "finding":
            continue
        yield from _in_claim(text, claim, penalty)
        if claim.kind == "making":
            penalty = min(penalty + 0.4, 1.2)
    for match in _NAMED.finditer(text):
        before = text[max(0, match.start() - 90) : match.start()]
        if _SELF.search(before.rpartition(". ")[2] + match.group()):
            yield from _accepted(text, match.group("name"), match.start("name"), 3.0)
    for match in _PAREN.finditer(text):
        start = expansion(text, match.start(), match.group("name"))
        if start is not None and re.search(r"\b(?:[Oo]ur|[Tt]he proposed)(?: [\w-]+){0,2} $", text[max(0, start - 40) : start]):
            yield from _accepted(text, match.group("name"), match.start("name"), 4.0)
    for match in re.finditer(rf"\b(?:[Oo]ur|[Tt]he proposed)(?: [\\w-]+){{0,2}}?(?: (?:{_KIND})(?P<comma>,)?)? (?P<name>{_WORD})", text):
        yield from _accepted(text, match.group("name"), match.start("name"), 3.5 if match.group("comma") else 2.5)
    # "NAME is a new …", "NAME, a …, is proposed"
    for match in re.finditer(rf"(?:^|(?<=\s))(?P<name>{_WORD})(?: \([^()]*\))?(?:,| is) (?:a|an|the) (?:\w+ )?(?:novel|new|first)\b", text):
        yield from _accepted(text, match.group("name"), match.start("name"), 3.0)


def _in_claim(text: str, claim: Claim, penalty: float) -> Iterator[_Candidate]:
    making = 1.0 if claim.kind == "making" else 0.0
    window = text[claim.object : min(claim.end, claim.object + 260)]
    if making and (direct := _DIRECT.match(window)) and _AFTER.match(direct.group("after")):
        apposed = re.match(r"\s*(?:,|\(|—|–|-|:| a | an )", direct.group("after"))
        sure = 4.5 if apposed else 4.0 if _mixed(direct.group("name")) else 3.5
        yield from _accepted(
            text, direct.group("name"), claim.object + direct.start("name"), sure - penalty, plain=sure > 4
        )
    for match in _NAMED.finditer(window):
        yield from _accepted(text, match.group("name"), claim.object + match.start("name"), 4.0 + making - penalty, plain=True)
    for match in _PAREN.finditer(window):
        place = claim.object + match.start()
        start = expansion(text, place, match.group("name"))
        begin = claim.object if start is None else max(start, claim.object)
        between = text[claim.object : begin if start is not None else place]
        if not between.strip() or not _BLOCK.search(between):
            score = 4.0 if start is not None else 2.5
        elif start is not None and re.search(r"(?:,|:|called|named|dubbed|termed|namely,?|—|–)\s*(?:the |an? )?[“\"'‘*_]*$", between):
            score = 3.5
        else:
            continue
        if _PROBLEM.match(window, match.end()):
            score -= 1.0
        yield from _accepted(text, match.group("name"), claim.object + match.start("name"), score + 1.5 * making - 1.0 - penalty)
    if making:
        for match in _COMMA.finditer(window):
            if not _BLOCK.search(window[: match.start()]):
                yield from _accepted(text, match.group("name"), claim.object + match.start("name"), 3.5 - penalty)


def expansion(text: str, paren: int, short: str) -> int | None:
    """Where the words begin that the letters of `short`, in brackets at `paren`, stand for (Schwartz and Hearst 2003)."""
    letters = [char for char in short.lower() if char.isalnum()]
    words = len(letters) + 5
    at = paren - 1
    for place in range(len(letters) - 1, -1, -1):
        while at >= 0 and (
            text[at].lower() != letters[place]
            or (place == 0 and at > 0 and text[at - 1].isalnum())
        ):
            at -= 1
            if at < 0 or text[at] in ".;:()" or paren - at > 160:
                return None
        at -= 1
    start = at + 1
    if start < 0 or text.count(" ", start, paren) > words or start >= paren - 2:
        return None
    # A compound such as "Multi-Level X" begins at its first part.
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "-"):
        start -= 1
    return start


def _accepted(text: str, raw: str, start: int, score: float, *, plain: bool = False) -> Iterator[_Candidate]:
    """The candidate if it looks like a name and the text has not used it before; `plain` also takes capitalised words."""
    name = _clean(raw)
    if not name or name.lower() in FIELD or name.lower().removesuffix("s") in FIELD:
        return
    last = re.split(r"[-‐‑–\s]", name)[-1]
    if last.lower() in DESCRIBING or last.lower() in _COMMON:
        return
    if " " in name and re.match(r"[^.,;:()]{0,60}\(\w[\w-]*[A-Z0-9]\w*\)", text[start + len(raw) :]):
        return  # the words that an acronym behind them stands for
    if not (shaped(name) or (plain and name[0].isupper() and name.lower() not in _COMMON)):
        return
    first = re.search(rf"(?<![\w-]){re.escape(name)}(?![\w])(?!-\w)", text)
    if first is None or first.start() < start - len(name) - 2:
        return
    yield _Candidate(name, start, score)


def _clean(raw: str) -> str:
    name = raw.strip(" .,;:'’\"”“‘*_/-–")
    for ending in ("'s", "’s"):
        name = name.removesuffix(ending)
    return name if len(name) > 1 else ""


def shaped(name: str) -> bool:
    """Whether a word has the shape of a made name: capitals inside, or a capital and a digit."""
    word = name.split()[0]
    inner = sum(char.isupper() for char in word[1:])
    if "-" in word and not inner:
        return any(char.isdigit() for char in word) and word[0].isupper()
    parts = re.split("[-‐‑–]", word)
    if len(parts) > 1 and all(part[:1].isupper() and part[1:].islower() for part in parts if part):
        return False
    return inner > 0 or (any(char.isdigit() for char in word) and any(char.isupper() for char in word))


def _mixed(name: str) -> bool:
    """Whether a shaped word is more than an acronym: small letters and capitals, or a compound."""
    return shaped(name) and any(char.islower() for char in name)


def _support(text: str, candidate: _Candidate) -> float:
    """What the rest of the text says for a candidate: that it comes again, and does what a paper's own thing does."""
    places = [m.end() for m in re.finditer(rf"(?<![\w-]){re.escape(candidate.name)}(?![\w])(?!-\w)", text)]
    again = min(len(places) - 1, 4) * 0.4
    acts = any(_SUBJECT.match(text, place) for place in places)
    return again + (1.0 if acts else 0.0)


_COMMON = frozenset(
    """
    the a an this that these those we our it its in on for to of and or with as by from at is are be novel new two three four several both
    large small deep neural learning training data model models network networks graph graphs image images language vision video text
    multi self semi non pre post state first second third one many some all each most more here there however moreover furthermore thus
    results experiments evidence methods algorithms approaches frameworks
    """.split()
)

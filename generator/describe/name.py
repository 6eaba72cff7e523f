"""Abstract -> the system, method, data set or benchmark that it names as the paper's own, or none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.describe._claims import Claim
from generator.describe._words import TAIL, WORD, expansion, mixed, namelike, occurrences

# A candidate needs this score; below it, no name is better than a wrong one.
ENOUGH = 4.0

_KIND = (
    r"methods?|approach|framework|models?|algorithms?|system|architecture|networks?|data\s?sets?|benchmarks?|corpus|"
    r"pipeline|technique|strategy|toolkit|library|platform|paradigm|tool|suite|package|simulator|environment|agent|"
    r"mechanism|module|loss|optimizer|protocol|scheme|family|metric|baseline|estimator|sampler|solver|engine|recipe|"
    r"procedure|solution|software|resource|collection|task|workflow|foundation model|language model"
)
_HYPE = (
    r"(?:(?:\w+ly )?(?:novel|new|simple|first|efficient|effective|unified|general|scalable|lightweight|fast|"
    r"large-scale|open|open-source|proposed|innovative|comprehensive|end-to-end|robust|powerful|flexible|generic|principled|"
    r"practical)(?:,| and)? )*"
)
_CUE = (
    r"(?:called|named|dubbed|termed|coined|titled|namely,?|denoted(?: as| by)?|abbreviated as|i\.e\.,|"
    r"(?:which|that) we (?:call|term|name|dub|denote|refer to)(?: as| by)?|(?:we )?referred to as|known as|nicknamed|"
    r"we (?:call|term|name|dub)(?: (?:it|this \w+|our \w+|the \w+(?: \w+)?))?)"
)
# One of these words stands wherever a cue does: a look for them is quicker than for all cues.
_SMALL_CUES = ("called", "named", "dubbed", "termed")
_CUES = (*_SMALL_CUES, "coined", "titled", "namely", "denote", "viated as", "i.e.,", "refer", "known as", "we call",
         "we term", "we name", "we dub")  # fmt: skip
_QUOTE = "[“\"'‘*_]*"
_NAMED = re.compile(rf"\b{_CUE}:?\s+(?:the\s+)?{_QUOTE}(?P<name>{WORD}(?:\s[A-Z0-9]{TAIL}){{0,2}})")
_DIRECT = re.compile(
    rf"\s*(?:(?:the|a|an|our|its) )?{_HYPE}(?:(?:{_KIND}),? )?{_QUOTE}"
    rf"(?P<name>{WORD}(?:\s[A-Z]{TAIL}){{0,2}})[”\"'’*_]*"
)
_AFTER = re.compile(
    rf"\s*(?:[,:;.—–(]|--? ?|$|(?:a|an|the) |(?:that|which|to|for|with|as|by|and|on|using|in|based on|\w+ing)\b|"
    rf"(?:[\w-]+ ){{0,2}}(?:{_KIND})\b)"
)
_APPOSED = re.compile(r"\s*(?:,|\(|—|–|-|:| a | an )")
_PAREN = re.compile(
    r"\(\s*[“\"'‘*]*(?P<name>[^\s()“”\"'‘’*,;]{2,24}(?:\s[A-Z0-9][\w-]{0,15})?)[”\"'’*]*(?:[,;:][^()]*)?\)"
)
_COMMA = re.compile(rf"(?:,|:|—|–| --) (?P<name>{WORD})(?:,|\.|:|;|—|–| --| \()")
_CUED = re.compile(r"(?:,|:|called|named|dubbed|termed|namely,?|—|–)\s*(?:the |an? )?[“\"'‘*_]*\Z")
_OR = re.compile(rf",? \(?or (?P<name>{WORD})[,.;:)]")
# A name in small letters: only where the text says that it is one.
_SMALL = re.compile(
    rf"\b(?:propos|present|introduc|develop)\w* (?:an?|the|our) [^.;:,()]{{0,60}}?(?:{_KIND}),? "
    r"(?:called|named|termed|dubbed) (?P<name>[a-z][\w-]+(?: [a-z][\w-]+){1,2}?)"
    r"(?=[,.]| (?:to|which|that|for|by|in|with)\b)"
)
# Between a verb and its object none of these stands.
_BLOCK = re.compile(
    r"\b(?:for|to|in|with|using|of|on|by|that|which|from|under|via|over|into|as|when|where|and|while|whose|is|are|can|"
    r"than|has|have|based|through|between|against)\b"
)
_SELF = re.compile(r"\b(?:[Oo]ur|[Ww]e|[Tt]he proposed|[Tt]his (?:paper|work)|resulting|[Nn]ovel|[Nn]ew)\b")
_OURS_BEFORE = re.compile(r"\b(?:[Oo]ur|[Tt]he proposed)(?: [\w-]+){0,2} \Z")
_OURS = re.compile(
    rf"\b(?:[Oo]ur|[Tt]he proposed)(?: [\w-]+){{0,2}}?(?: (?:{_KIND})(?P<comma>,)?)? (?P<name>(?=\S*[A-Z]){WORD})"
)
# "NAME is a new …", "NAME, a novel …"
_NEW = re.compile(r"(?:,| is) (?:an?|the) (?:\w+ )?(?:novel|new|first)\b")
_BEFORE_NEW = re.compile(rf"(?:\A|(?<=\s))(?P<name>{WORD})(?: \([^()]*\))?\Z")
_PROBLEM = re.compile(
    r"\s*(?:\w+ )?(?:tasks?|problems?|settings?|scenarios?|phenomen(?:on|a)|literature|systems|models|networks)\b"
)
_A_KIND = re.compile(rf"\s*(?:{_KIND})\b")
_DATA = re.compile(r"[^.;]{0,60}?\b(?:data\s?sets?|corpus|corpora)\b", re.I)
# What a paper's own thing does in its abstract.
_ACTS = re.compile(
    r"\s+(?:(?:\w+ly|also|further|then|not only|can|is able to) )?(?:outperform|achiev|improv|surpass|exceed|attain|"
    r"yield|consist|compris|leverag|enabl|reduc|provid|contain|introduc|employ|use|incorporat|integrat|deliver|operat|"
    r"adopt|support|offer|cover|includ|combin|generat|learn|produc|demonstrat|exhibit|match|build|decoupl|decompos|"
    r"formulat|maintain|dynamic|adaptive|tak|requir|allow|ensur|address|featur|generali[sz]|boost|show|treat|model|"
    r"work|explicit|joint|effective|significant|consistent|first\b|is\b|are\b)"
)


@dataclass(frozen=True, slots=True)
class _Candidate:
    name: str
    start: int
    score: float


def find(text: str, claims: Sequence[Claim]) -> str:
    """The paper's own headline name as the abstract spells it, "" when it has none or none is certain."""
    seen: dict[str, _Candidate] = {}
    for candidate in _candidates(text, claims):
        kept = seen.get(candidate.name)
        if kept is None or candidate.score > kept.score:
            seen[candidate.name] = candidate
    best, highest = "", 0.0
    for candidate in seen.values():
        score = candidate.score + _support(text, candidate.name)
        # A data set is often the second thing that a paper brings, beside its method.
        rank = score - (0.8 if _DATA.match(text, candidate.start + len(candidate.name)) else 0.0)
        if score >= ENOUGH and rank > highest:
            best, highest = candidate.name, rank
    return best


def _support(text: str, name: str) -> float:
    """What the rest of the text says for a name: that it comes again, and does what a paper's own thing does."""
    places = list(occurrences(text, name))
    acts = any(_ACTS.match(text, place + len(name)) for place in places)
    return min(len(places) - 1, 4) * 0.4 + (1.0 if acts else 0.0)


def _candidates(text: str, claims: Sequence[Claim]) -> Iterator[_Candidate]:
    """Every place where the text may name something of its own, with the weight of the way it does so."""
    penalty = 0.0
    for claim in claims:
        if claim.kind == "finding":
            continue
        yield from _of_claim(text, claim, penalty)
        if claim.kind == "making":
            penalty = min(penalty + 0.4, 1.2)
    yield from _anywhere(text)


def _anywhere(text: str) -> Iterator[_Candidate]:
    """Names outside claims: something called so, "our NAME", "NAME, a novel …"."""
    for match in _NAMED.finditer(text) if any(cue in text for cue in _CUES) else ():
        before = text[max(0, match.start() - 90) : match.start()]
        if _SELF.search(before.rpartition(". ")[2] + match.group()):
            yield from _candidate(text, match, 0, 3.0)
    for match in _SMALL.finditer(text) if any(cue in text for cue in _SMALL_CUES) else ():
        if text.count(match.group("name")) > 1:
            yield _Candidate(match.group("name"), match.start("name"), 4.0)
    for match in _PAREN.finditer(text):
        start = expansion(text, match.start(), match.group("name"))
        if start is not None and _OURS_BEFORE.search(text, max(0, start - 40), start):
            yield from _candidate(text, match, 0, 4.0)
    for match in _OURS.finditer(text):
        yield from _candidate(text, match, 0, 3.5 if match.group("comma") else 2.5)
    for tail in _NEW.finditer(text):
        if found := _BEFORE_NEW.search(text, max(0, tail.start() - 90), tail.start()):
            yield from _candidate(text, found, 0, 3.0)


def _candidate(
    text: str, match: re.Match[str], offset: int, score: float, *, plain: bool = False
) -> Iterator[_Candidate]:
    """The name that `match` found in the part of the text that begins at `offset`, if it may be one."""
    start = offset + match.start("name")
    if name := namelike(text, match.group("name"), start, plain=plain):
        yield _Candidate(name, start, score)


def _of_claim(text: str, claim: Claim, penalty: float) -> Iterator[_Candidate]:
    """What one claim names: its object, something called so, an acronym in brackets, an apposition."""
    making = claim.kind == "making"
    offset = claim.object
    window = text[offset : min(claim.end, offset + 260)]
    if making and (direct := _DIRECT.match(window)) and _AFTER.match(window, direct.end()):
        apposed = _APPOSED.match(window, direct.end()) is not None
        score = 4.5 if apposed else 4.0 if mixed(direct.group("name")) else 3.5
        yield from _candidate(text, direct, offset, score - penalty, plain=apposed)
    for match in _NAMED.finditer(window):
        yield from _candidate(text, match, offset, 4.0 + making - penalty, plain=True)
    for match in _PAREN.finditer(window):
        if score := _paren_score(text, claim, match):
            if _PROBLEM.match(window, match.end()) or _is_field(text, offset, match):
                score -= 1.0
            yield from _candidate(text, match, offset, score - 1.0 + 1.5 * making - penalty)
    if making:
        for pattern, score in ((_COMMA, 3.5), (_OR, 4.0)):
            for match in pattern.finditer(window):
                if not _BLOCK.search(window, 0, match.start()):
                    yield from _candidate(text, match, offset, score - penalty)


def _is_field(text: str, offset: int, match: re.Match[str]) -> bool:
    """Whether "small words (SW) model" rather tells the model's field than its name."""
    start = expansion(text, offset + match.start(), match.group("name"))
    small = start is not None and text[start : offset + match.start()].islower()
    return small and _A_KIND.match(text, offset + match.end()) is not None


def _paren_score(text: str, claim: Claim, match: re.Match[str]) -> float:
    """How surely an acronym in brackets stands for the claim's object; 0 if it does not."""
    paren = claim.object + match.start()
    start = expansion(text, paren, match.group("name"))
    end = paren if start is None else max(start, claim.object)
    if not _BLOCK.search(text, claim.object, end):
        return 2.5 if start is None else 4.0
    return 3.5 if start is not None and _CUED.search(text, claim.object, end) else 0.0

"""Abstract -> its links: whole, without the punctuation around them, the paper's own first."""

from __future__ import annotations

import re

from generator import links as permalinks
from generator.model import Link
from generator.text import is_web_address

# What a URL may hold (RFC 3986) and letters of other scripts, but no full-width punctuation, braces or quotes.
_ADDRESS = re.compile(
    r"(?:https?://(?=[^\s/])|www\.(?=[\w-]+\.)|(?<![\w./@-])(?=(?:"
    + "|".join(map(re.escape, permalinks.CODE_HOSTS))
    + r")/\w))"
    r"[^\s<>\"“”‘’«»{}|\\^`，。；：！？、（）【】「」『』…]+",
    re.I,
)
_NEXT = re.compile(r"[,;]?https?://", re.I)
_CLOSERS = {")": "(", "]": "["}
_SPLIT = re.compile(r"(?:https?://)?(?:www\.)?([^/?#:]+)(?::\d+)?([^?#]*)", re.I)
_DATA = re.compile(r"\b(?:data(?:\s?sets?)?|corp(?:us|ora)|benchmark|annotations)\b", re.I)
_DEMO = re.compile(r"\b(?:demos?|demonstrations?|videos?|playground)\b", re.I)
_CODE = re.compile(r"\b(?:code(?:base)?|software|implementations?|toolkit|library|repository)\b", re.I)
# "code and data": words so near are one list, and code is what its reader wants first.
_TOGETHER = 24
_OWN = re.compile(
    r"\b(?:our|we (?:release|publish|provide|open|make|host|share)|released?|available|code|here|project page)\b", re.I
)
_FOREIGN = re.compile(
    r"\b(?:extends?|based on|built on|builds? (?:up)?on|from|see|using|uses?|of|proposed by)\W*$", re.I
)
_SENTENCE = re.compile(r"[.!?]\s+(?=[A-Z\"“(\[])")


def find(text: str) -> tuple[Link, ...]:
    """The links of an abstract: the paper's own code first, then in reading order, none twice."""
    if "://" not in text and "www." not in text and not any(host in text for host in permalinks.CODE_HOSTS):
        return ()
    found: dict[str, tuple[int, Link]] = {}
    at = 0
    while match := _ADDRESS.search(text, at):
        address = _trimmed(match.group())
        at = match.start() + max(len(address), 1)
        split = _SPLIT.match(address)
        if split is None or "." not in split.group(1).strip("."):
            continue
        before = _context(text[: match.start()])
        url = address if "://" in address else "https://" + address
        if not is_web_address(url):
            continue
        kind = permalinks.kind(url) or _told(before)
        rank = 0 if kind == "code" and _OWN.search(before) and not _FOREIGN.search(before) else 1
        key = (
            split.group(1).lower() + split.group(2).removesuffix(".git").rstrip("/") + address[split.end() :]
        ).lower()
        if key not in found or found[key][0] > rank:
            found[key] = (rank, found[key][1] if key in found else Link(kind, url))
    return tuple(link for _, link in sorted(found.values(), key=lambda item: item[0]))


def _trimmed(address: str) -> str:
    """`address` up to a closing bracket that it did not open, or another address, without final punctuation."""
    if joined := _NEXT.search(address, 8):
        address = address[: joined.start()]
    open_brackets: list[str] = []
    for place, char in enumerate(address):
        if char in "([":
            open_brackets.append(char)
        elif char in _CLOSERS and not (open_brackets and open_brackets.pop() == _CLOSERS[char]):
            address = address[:place]
            break
    trimmed = address.rstrip(".,;:!?'*$~")
    # An opened bracket that never closes belongs to the sentence.
    while open_brackets and trimmed.count(open_brackets[-1]) > trimmed.count(")" if open_brackets[-1] == "(" else "]"):
        trimmed = trimmed[: trimmed.rindex(open_brackets.pop())].rstrip(".,;:!?'*$~")
    return trimmed


def _context(before: str) -> str:
    """The words of the sentence that lead to a link, at most 120 characters."""
    tail = before[-120:]
    ends = list(_SENTENCE.finditer(tail))
    return tail[ends[-1].end() :] if ends else tail


def _told(before: str) -> str:
    """What stands behind a link, by the words that lead to it."""
    # The nearest word decides: "code is here, data at …".
    near = {kind: _last(pattern, before) for kind, pattern in (("data", _DATA), ("demo", _DEMO), ("code", _CODE))}
    best = max(near, key=lambda kind: near[kind])
    if best == "data" and near["code"] >= 0 and near["data"] - near["code"] < _TOGETHER:
        best = "code"
    return best if near[best] >= 0 and not (best == "code" and "project" in before[near[best] :]) else "web"


def _last(pattern: re.Pattern[str], text: str) -> int:
    return max((match.start() for match in pattern.finditer(text)), default=-1)

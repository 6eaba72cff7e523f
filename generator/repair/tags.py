"""Rules for the markup that publishers' XML and HTML leave in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from generator.repair.edit import Edit

_NAMES = {
    "i": "*", "em": "*", "italic": "*", "b": "**", "strong": "**", "bold": "**",
    "sc": "", "tt": "", "u": "", "url": "", "title": "", "sec": "", "abstract": "", "fixed-case": "",
    "span": "", "monospace": "", "underline": "", "inline-formula": "", "alternatives": "", "small": "",
    "formula": "", "roman": "", "code": "", "div": "", "xref": "", "named-content": "", "styled-content": "",
    "a": "[", "ext-link": "[",
}  # fmt: skip
# Attributes as XML writes them: without quotes it is no publisher's tag.
_ATTRIBUTES = r"(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'))*+\s*"
_KNOWN = re.compile(
    rf"<(?P<closing>/?)(?:jats:)?(?P<name>{'|'.join(sorted(_NAMES, key=len, reverse=True))})"
    rf"(?P<attributes>{_ATTRIBUTES})>",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"href\s*=\s*[\"'](https?://(?:[^\s()<>\\*`$\"'&]|&amp;)+)[\"']", re.IGNORECASE)
# A pair with no more between is spoken of: "wrap it in <b> and </b>".
_SPOKEN = re.compile(r"\s+(?:(?:and|or|to)\s+)?", re.IGNORECASE)
# A star beside a letter, beyond all tags, marks no emphasis.
_TAGS = rf"(?:</?(?:jats:)?(?:{'|'.join(sorted(_NAMES, key=len, reverse=True))})>)*"
_LETTER_AFTER = re.compile(rf"{_TAGS}[\w*]", re.IGNORECASE)
_LETTER_BEFORE = re.compile(rf"[\w*]{_TAGS}$", re.IGNORECASE)
_NEAR = 80
_BREAK = re.compile(
    rf"(?<!\s)(?:\s*+<(?:br\s*/?|/?(?:jats:)?(?:p|ul|ol|li|list|list-item|h[1-6]){_ATTRIBUTES})>"
    r"(?!\s+(?:tags?|tokens?|elements?)\b))+\s*+",
    re.IGNORECASE,
)
_ITEM = re.compile(r"<(?:li|(?:jats:)?list-item)[\s>]", re.IGNORECASE)
_SCRIPT = re.compile(
    rf"<(?:jats:)?(?P<tag>su[bp]){_ATTRIBUTES}>" + r"(?P<inside>[^<>]{1,40})</(?:jats:)?(?P=tag)>|"
    r"\\text(?P<command>super|sub)script\s*\{(?P<argument>[^{}\\]{1,40})\}",
    re.IGNORECASE,
)
# What has no raised or lowered form is a formula of its own, unless it is a word ("4th") or could not stand in TeX.
_WORDS = re.compile(r"[^\W\d_]{2,}(?: [^\W\d_]+)*")
_FORMULA = re.compile(r"[A-Za-z0-9.,+\-=()/ ]+")
_RAISED = str.maketrans("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_LOWERED = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
# The same formula as MathML may stand beside it.
_MATHML = r"<mml:math[^<>]*>(?:[^<]|<(?!/?mml:math))*+</mml:math>"
_TEX_MATH = re.compile(
    rf"(?:{_MATHML}\s*+)?<(?:jats:)?(tex-math)(?: [^<>]*)?>((?:[^<]|<(?!/?(?:jats:)?tex-math))*+)"
    rf"</(?:jats:)?\1>(?:\s*+{_MATHML})?"
)
_REFERENCE = re.compile("&(?:lt|gt|amp|quot|apos);")


def tag(text: str) -> Iterator[Edit]:
    """Pairs of known tags: italics and bold become emphasis, inside which and of all others the
    tags go; a tag without its partner is text.
    """
    emphasised = 0
    for opening, closing in _pairs(text):
        mark = _NAMES[opening["name"].lower()]
        if _SPOKEN.fullmatch(text, opening.end(), closing.start()):
            continue
        if mark == "[":
            yield from _linked(text, opening, closing)
            continue
        inside = text[opening.end() : closing.start()] if mark and opening.start() >= emphasised else ""
        bare = _KNOWN.sub("", inside)
        if not bare or bare.strip() != bare or "*" in bare or _inside_word(text, opening.start(), closing.end()):
            mark = ""
        if mark:
            emphasised = closing.end()
        yield Edit(*opening.span(), mark)
        yield Edit(*closing.span(), mark)


def _linked(text: str, opening: re.Match[str], closing: re.Match[str]) -> Iterator[Edit]:
    """`<a href="…">words</a>` as a link of Markdown; what leads nowhere on the web stays as it is."""
    found = _ADDRESS.search(opening["attributes"])
    if not found:
        return
    address = unescape(found.group(1))
    bare = text[opening.end() : closing.start()].strip() == address
    yield Edit(*opening.span(), "" if bare else "[")
    yield Edit(*closing.span(), "" if bare else f"]({address})")


def _inside_word(text: str, start: int, end: int) -> bool:
    """Whether a letter stands before `start` or after `end`."""
    before = _LETTER_BEFORE.search(text[max(0, start - _NEAR) : start])
    return before is not None or _LETTER_AFTER.match(text, end, end + _NEAR) is not None


def _pairs(text: str) -> list[tuple[re.Match[str], re.Match[str]]]:
    """Each opening tag with the tag that closes it, in order of the opening ones."""
    opened: dict[str, list[re.Match[str]]] = {}
    pairs = []
    for found in _KNOWN.finditer(text):
        waiting = opened.setdefault(found["name"].lower(), [])
        if not found["closing"]:
            waiting.append(found)
        elif waiting:
            pairs.append((waiting.pop(), found))
    return sorted(pairs, key=lambda pair: pair[0].start())


def line_break(text: str) -> Iterator[Edit]:
    """`<br>`, `<p>` and the tags of lists are a space, an item begins with "•"."""
    for found in _BREAK.finditer(text):
        edge = found.start() == 0 or found.end() == len(text)
        after = " • " if _ITEM.search(found.group()) else " "
        yield Edit(found.start(), found.end(), after.lstrip(" ") if edge else after)


def script(text: str) -> Iterator[Edit]:
    r"""`<sup>2</sup>`, `<sub>i</sub>` and `\textsuperscript{2}` become raised and lowered characters where there are
    such, words plain ones, and the rest a formula.
    """
    for found in _SCRIPT.finditer(text):
        inside = found["inside"] or found["argument"]
        if _SPOKEN.fullmatch(inside):
            continue
        raised = (found["tag"] or found["command"]).lower() in ("sup", "super")
        table = _RAISED if raised else _LOWERED
        if all(ord(character) in table for character in inside):
            yield Edit(found.start(), found.end(), inside.translate(table))
        elif _WORDS.fullmatch(inside):
            yield Edit(found.start(), found.end(), inside)
        elif _FORMULA.fullmatch(inside) and "$" not in text:
            yield Edit(found.start(), found.end(), f"${'^' if raised else '_'}{{{inside}}}$")


def tex_math(text: str) -> Iterator[Edit]:
    """`<tex-math>` around TeX becomes dollars, or nothing where the dollars stand inside."""
    for found in _TEX_MATH.finditer(text):
        inside = found.group(2)
        for reference in _REFERENCE.finditer(text, found.start(2), found.end(2)):
            yield Edit(reference.start(), reference.end(), unescape(reference.group()))
        mark = "" if "$" in inside or "\ue000" in inside or "\\(" in inside else "$"
        yield Edit(found.start(), found.start(2), mark)
        yield Edit(found.end(2), found.end(), mark)

"""Markdown that needs no block and no nested syntax -> the same HTML and text, without the long way.

It knows paragraphs, escapes, character references, math, bare links and plain emphasis, and gives up (None) on
all else. Tests hold it equal to the long way.
"""

from __future__ import annotations

import re
from html import escape

from generator.markup import math, mathml, references, urls
from generator.model import Abstract

# What only the long way reads: code, links in brackets, autolinks, hard breaks, and lines that open a block.
_LONG_MARKS = ("`", "](", "][", "![", "***", "\t", " \n", "\\\n", "\n\n\n", "\x02", "\x03")
_AUTOLINK = re.compile(r"<[A-Za-z][A-Za-z0-9+.\-]*://")
_BLOCK = re.compile(r"[ #>=+\-*_~:]|\d+[.)]|\[[^\]]*\]:")
_TOKENS = ("\\", "$", "*", "&", "_", "://")
# Every branch begins with one letter, so that the search runs from one such letter to the next.
_TOKEN = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])|&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]*);|\$|\*+|"
    r"_(?<![^\W_]_)|_(?![^\W_])|h(?<![A-Za-z0-9]h)(?=(?i:ttps?://))|H(?<![A-Za-z0-9]H)(?=(?i:ttps?://))"
)
_WORD = re.compile(r"\w")
_TAGS = {"*": "em", "**": "strong"}


def direct(source: str) -> Abstract | None:
    """The Abstract of `source`, or None where the long way must be taken."""
    if not source:
        return Abstract("", "")
    if any(mark in source for mark in _LONG_MARKS) or ("<" in source and _AUTOLINK.search(source)):
        return None
    pages: list[str] = []
    lines: list[str] = []
    unknown: list[str] = []
    for paragraph in source.split("\n\n"):
        if not paragraph or paragraph[0].isspace() or paragraph[-1].isspace():
            return None
        if _BLOCK.match(paragraph) or ("\n" in paragraph and any(map(_BLOCK.match, paragraph.split("\n")[1:]))):
            return None
        shown = _paragraph(paragraph, unknown)
        if shown is None:
            return None
        pages.append(f"<p>{shown[0]}</p>")
        lines.append(shown[1])
    return Abstract("".join(pages), "\n".join(lines), tuple(unknown))


def _paragraph(text: str, unknown: list[str]) -> tuple[str, str] | None:
    found = _TOKEN.search(text) if any(mark in text for mark in _TOKENS) else None
    if found is None:
        return escape(text, quote=False), " ".join(text.split())
    html: list[str] = []
    plain: list[str] = []
    stars: list[tuple[int, int, int]] = []
    position = 0
    while found:
        before = text[position : found.start()]
        html.append(escape(before, quote=False))
        plain.append(before)
        if found.group()[0] == "*":
            stars.append((len(html), *found.span()))
        shown = _shown(text, found, unknown)
        if shown is None:
            return None
        html.append(shown[0])
        plain.append(shown[1])
        position = shown[2]
        found = _TOKEN.search(text, position)
    html.append(escape(text[position:], quote=False))
    plain.append(text[position:])
    if stars and not _emphasised(text, stars, html, plain):
        return None
    return "".join(html), " ".join("".join(plain).split())


def _shown(text: str, found: re.Match[str], unknown: list[str]) -> tuple[str, str, int] | None:
    """A token's HTML, its plain text and where it ends; None where the long way must be taken."""
    mark = found["escaped"] or found.group()
    if found["escaped"] or mark[0] == "*":
        return escape(mark, quote=False), mark, found.end()
    if mark == "$":
        span = math.at(text, found.start())
        if span is None:
            return "$", "$", found.end()
        formula = mathml.formula(span.tex, display=span.display)
        unknown += [] if formula.known else [formula.text]
        return formula.html, formula.text, span.end
    if mark[0] == "&":
        named = references.character(mark) or mark
        return None if named.isspace() else (escape(named, quote=False), named, found.end())
    whole = urls.BARE.match(text, found.start())
    size = urls.end(whole.group()) if whole else 0
    if not whole or not size or references.REFERENCE.search(whole.group()):
        return None
    url = whole.group()[:size]
    return f'<a href="{escape(url)}">{escape(url, quote=False)}</a>', url, found.start() + size


def _emphasised(text: str, stars: list[tuple[int, int, int]], html: list[str], plain: list[str]) -> bool:
    """Pairs of stars outside words become tags; False where a star stands in any other way."""
    marks = []
    for index, start, end in stars:
        before, after = text[start - 1 : start] or " ", text[end : end + 1] or " "
        if not (before.isspace() and after.isspace()):
            marks.append((index, text[start:end], before, after))
    if [mark for _, mark, _, _ in marks] == ["*"]:
        return True
    if len(marks) % 2:
        return False
    for opening, closing in zip(marks[::2], marks[1::2], strict=True):
        (first, mark, before, after), (last, same, inner, beyond) = opening, closing
        if mark != same or mark not in _TAGS or last == first + 1:
            return False
        if after.isspace() or inner.isspace() or _WORD.match(before) or _WORD.match(beyond):
            return False
        html[first], html[last] = f"<{_TAGS[mark]}>", f"</{_TAGS[mark]}>"
        plain[first] = plain[last] = ""
    return True

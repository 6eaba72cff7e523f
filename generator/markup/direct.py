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
        start, end = found.span()
        before = text[position:start]
        html.append(escape(before, quote=False))
        plain.append(before)
        mark = found.group()
        if found["escaped"]:
            html.append(escape(found["escaped"], quote=False))
            plain.append(found["escaped"])
        elif mark[0] == "$":
            span = math.at(text, start)
            if span is None:
                html.append("$")
                plain.append("$")
            else:
                formula = mathml.formula(span.tex, display=span.display)
                if not formula.known:
                    unknown.append(formula.text)
                html.append(formula.html)
                plain.append(formula.text)
                end = span.end
        elif mark[0] == "*":
            stars.append((len(html), start, end))
            html.append(mark)
            plain.append(mark)
        elif mark[0] == "&":
            named = references.character(mark) or mark
            if named.isspace():
                return None
            html.append(escape(named, quote=False))
            plain.append(named)
        elif mark[0] in "hH":
            whole = urls.BARE.match(text, start)
            size = urls.end(whole.group()) if whole else 0
            if not whole or not size or references.REFERENCE.search(whole.group()):
                return None
            url = whole.group()[:size]
            shown = escape(url)
            html.append(f'<a href="{shown}">{escape(url, quote=False)}</a>')
            plain.append(url)
            end = start + size
        else:
            return None
        position = end
        found = _TOKEN.search(text, position)
    rest = text[position:]
    html.append(escape(rest, quote=False))
    plain.append(rest)
    if stars and not _emphasised(text, stars, html, plain):
        return None
    return "".join(html), " ".join("".join(plain).split())


def _emphasised(text: str, stars: list[tuple[int, int, int]], html: list[str], plain: list[str]) -> bool:
    """Pairs of stars outside words become tags; False where a star stands in any other way."""
    marks = []
    for index, start, end in stars:
        before, after = text[start - 1 : start], text[end : end + 1]
        if (not before or before.isspace()) and (not after or after.isspace()):
            continue
        marks.append((index, end - start, before, after))
    if len(marks) == 1 and marks[0][1] == 1:
        return True
    if len(marks) % 2:
        return False
    for opening, closing in zip(marks[::2], marks[1::2], strict=True):
        (first, width, before, after), (last, size, inner, beyond) = opening, closing
        if width != size or width > 2 or not after or after.isspace() or not inner or inner.isspace():
            return False
        if (before and _WORD.match(before)) or (beyond and _WORD.match(beyond)) or last - first < 2:
            return False
        tag = "em" if width == 1 else "strong"
        html[first], html[last] = f"<{tag}>", f"</{tag}>"
        plain[first] = plain[last] = ""
    return True

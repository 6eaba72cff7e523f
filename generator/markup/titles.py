"""A title, as it stands in front matter -> safe inline HTML, and -> plain text."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from generator.markup import math, mathml
from generator.markup.writer import EMPHASIS
from generator.model import Paper

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_ESCAPED = re.compile(r"\\([$&])")
_MARKS = re.compile(r"[$\\*]")


@lru_cache(maxsize=4096)
def inline(title: str) -> str:
    """`title` as HTML: math as MathML, emphasis as <em> and <strong>, all else as text."""
    return _shown(title)[0]


@lru_cache(maxsize=4096)
def readable(title: str) -> str:
    """`title` as plain text, math readable (x², α), on one line."""
    return _shown(title)[1]


def title(paper: Paper) -> str:
    """The title as plain text without any mark; the id of a paper that has none."""
    return readable(paper.title) if paper.title else paper.id


def marked(paper: Paper, shown: str = "") -> str:
    """The title, plain unless it is given as `shown`; a derived one in square brackets, as cataloguers mark a title
    that they supply.
    """
    words = shown or title(paper)
    return f"[{words}]" if paper.title_source == "derived" else words


def _shown(title: str) -> tuple[str, str]:
    title = " ".join(_FORBIDDEN.sub("", title).split())
    if not _MARKS.search(title):
        return escape(title, quote=False), title
    html, plain = [], []
    position = 0
    for span in math.find(title):
        formula = mathml.formula(span.tex, display=False)
        for shown in (_emphasised(title[position : span.start]), (formula.html, formula.text)):
            html.append(shown[0])
            plain.append(shown[1])
        position = span.end
    rest = _emphasised(title[position:])
    return "".join([*html, rest[0]]), "".join([*plain, rest[1]])


def _emphasised(text: str) -> tuple[str, str]:
    html, plain = [], []
    position = 0
    for found in EMPHASIS.finditer(text):
        tag = "strong" if found["mark"] == "**" else "em"
        before, inside = (_ESCAPED.sub(r"\1", part) for part in (text[position : found.start()], found["inside"]))
        html.append(f"{escape(before, quote=False)}<{tag}>{escape(inside, quote=False)}</{tag}>")
        plain.append(before + inside)
        position = found.end()
    rest = _ESCAPED.sub(r"\1", text[position:])
    return "".join([*html, escape(rest, quote=False)]), "".join([*plain, rest])

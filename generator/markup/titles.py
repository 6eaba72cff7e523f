"""A title, as it stands in front matter -> safe inline HTML, and -> plain text."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from generator.markup import emphasis, math, mathml
from generator.model import Paper

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_ESCAPED = re.compile(r"\\([$&_])")
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


_TAGS = {1: ("<em>", "</em>"), 2: ("<strong>", "</strong>"), 3: ("<strong><em>", "</em></strong>")}


def _emphasised(text: str) -> tuple[str, str]:
    html, plain = [], []
    position = 0
    pairs = emphasis.pairs(text)
    marks = [(mark.start, mark.width, _TAGS[mark.width][0]) for mark in pairs]
    marks += [(mark.end, mark.width, _TAGS[mark.width][1]) for mark in pairs]
    for start, width, tag in [*sorted(marks), (len(text), 0, "")]:
        piece = _ESCAPED.sub(r"\1", text[position:start])
        html += [escape(piece, quote=False), tag]
        plain.append(piece)
        position = start + width
    return "".join(html), "".join(plain)

"""Text -> the math spans in it: found before anything else touches the text, so that TeX stays as it was written."""

from __future__ import annotations

import re
from dataclasses import dataclass

ENVIRONMENTS = (
    r"(?:equation|align|aligned|alignat|gather|gathered|multline|eqnarray|displaymath|"  # codespell:ignore
    r"math|split|array|[bpvBV]?matrix|smallmatrix|cases)"
)


@dataclass(frozen=True, slots=True)
class Span:
    """Math from `start` to `end` of the text, delimiters included; `tex` is what stands between them."""

    start: int
    end: int
    tex: str
    display: bool = False


# An opening delimiter, or a backslash with the character that it keeps from being one.
_OPENING = re.compile(rf"\\begin\{{({ENVIRONMENTS}\*?)\}}|\\\[|\\\(|\\.|\$\$?", re.DOTALL)
_DOLLAR = re.compile(r"\\.|[{}]|\$", re.DOTALL)
_DOLLARS = re.compile(r"\\.|\$\$", re.DOTALL)
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
# Words inside \text{…} and the names of commands are no prose.
_NAMED = re.compile(r"\\[A-Za-z]+\*?(?:\s*+\{(?:[^{}]++|\{[^{}]*+\})*+\})?")
_PROSE = re.compile(r"(?:(?<![A-Za-z{\\])[A-Za-z]{2,}[,.;:]?\s+){2}[A-Za-z]{2,}")
_TEX = re.compile(r"[\\^_={}<>|]")
_WORD = re.compile(r"[^\W\d_]{2}")
# One tick opens or closes code or a quotation; that is no sign of math.
_TICK = re.compile("(?<!`)`(?!`)|``(?![^`]*'')")
_LETTER = re.compile(r"[^\W\d_]")
# After a dollar that is no delimiter: an amount or the name of a shell variable, and no TeX.
_AMOUNT = re.compile(r"\s?\d[\d.,]*+(?!\\[A-Za-z]|[\^_])")
_VARIABLE = re.compile(r"[A-Z_][A-Z\d_]++(?![\\^{])")
# What stands before an opening dollar, and not before a closing one.
_BEFORE_OPENING = re.compile(r"[\s(\[/:~–—\-\"“‘\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uff60]\Z")
_FORMULA = re.compile(r"(?![\s)\].,;:])((?:[^$\\]++|\\.)++)(?<![\s(\[])\$", re.DOTALL)
_CLOSERS = {"$$": "$$", "\\(": "\\)", "\\[": "\\]"}
# Longer than any formula of an abstract: a lone dollar does not search to the end of a book.
_LONGEST = 2000
# More than any formula holds inside \text{…}.
_INNER_DOLLARS = 16


def find(text: str) -> list[Span]:
    """The math spans of `text` in order: `$…$`, `$$…$$`, TeX's own delimiters and display environments.

    Money, lone dollars and escaped ones are not math, nor is anything that holds a blank line.
    """
    if "$" not in text and "\\" not in text:
        return []
    spans = []
    position = 0
    while opening := _OPENING.search(text, position):
        span = _span(text, opening)
        if span is None:
            # Of two dollars that open no display, the second may still open a span.
            position = opening.start() + 1 if opening.group() == "$$" else opening.end()
        else:
            spans.append(span)
            position = span.end
    return spans


def at(text: str, position: int) -> Span | None:
    """The span that opens with the dollar at `position`, if it opens one."""
    opening = _OPENING.match(text, position)
    return _span(text, opening) if opening else None


def _span(text: str, opening: re.Match[str]) -> Span | None:
    mark = opening.group()
    start, inside = opening.span()
    if mark == "$":
        return _dollar(text, start)
    closer = f"\\end{{{opening.group(1)}}}" if opening.group(1) else _CLOSERS.get(mark)
    if closer is None:
        return None
    closing = _double(text, inside) if mark == "$$" else text.find(closer, inside, inside + _LONGEST)
    # The first that opens is not the one that closes: where another opens before the end, that one may be math.
    if closing < 0 or re.compile(rf"(?<!\\){re.escape(mark)}").search(text, inside, closing):
        return None
    end = closing + len(closer)
    if opening.group(1):  # an environment is its own TeX
        inside, closing = start, end
    return _checked(text, start, inside, closing, end, display=mark != "\\(")


def _double(text: str, inside: int) -> int:
    """Where the next `$$` stands; -1 if nowhere near."""
    return next(
        (found.start() for found in _DOLLARS.finditer(text, inside, inside + _LONGEST) if found.group() == "$$"), -1
    )


def _dollar(text: str, start: int) -> Span | None:
    """`$…$`: the next dollar outside braces closes it, else the next one at all."""
    depth = 0
    inner: list[int] = []
    for found in _DOLLAR.finditer(text, start + 1, start + _LONGEST):
        mark = found.group()
        if mark == "{":
            depth += 1
        elif mark == "}":
            depth -= 1
        elif mark == "$":
            if depth <= 0 and (span := _priced(text, start, found.start())):
                return span
            inner.append(found.start())
            # Each character is read for a few dollars before it, however many braces stay open.
            if depth <= 0 or len(inner) > _INNER_DOLLARS:
                break
    return _priced(text, start, inner[0]) if inner else None


def _priced(text: str, start: int, closing: int) -> Span | None:
    """What `_checked` finds between two single dollars, if they are no signs of prices or variables."""
    tex, end = text[start + 1 : closing], closing + 1
    amount = _AMOUNT.match(tex)
    if amount and text[end : end + 1].isdigit():
        return None
    if (amount or _VARIABLE.match(tex)) and _BEFORE_OPENING.search(tex[-1:]):
        own = _FORMULA.match(text, end, end + _LONGEST)
        if _VARIABLE.match(text, end) or _TEX.search(tex) is None or (own and is_math(own.group(1))):
            return None
    return _checked(text, start, start + 1, closing, end)


def _checked(text: str, start: int, inside: int, closing: int, end: int, *, display: bool = False) -> Span | None:
    tex = text[inside:closing]
    return Span(start, end, tex, display) if is_math(tex) else None


def is_math(tex: str) -> bool:
    """Whether `tex` between two delimiters is math, and not prose between two lone dollars."""
    inner = tex.strip()
    if not inner or ("\n" in tex and _BLANK_LINE.search(tex)):
        return False
    marked = _TEX.search(tex) is not None
    if not marked and tex != inner and (_WORD.search(tex) or not _LETTER.search(tex)):
        return False
    bare = _NAMED.sub(" ", tex) if marked else tex
    return _TICK.search(bare) is None and _PROSE.search(bare) is None

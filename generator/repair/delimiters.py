"""Rules for what marks math: TeX's delimiters become dollars, and a dollar that marks nothing stays a dollar."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from generator.markup import math
from generator.repair.edit import Edit


def delimiter(text: str) -> Iterator[Edit]:
    r"""`\(x\)` and `\[x\]` become `$x$` and `$$x$$`, environments stand in `$$`; if that reads the same."""
    spans = math.find(text)
    edits: list[Edit] = []
    for span in spans:
        if text[span.start] == "$" or "$" in span.tex:
            continue
        mark = "$$" if span.display else "$"
        inside = text.index(span.tex, span.start)
        edits += [Edit(span.start, inside, mark), Edit(inside + len(span.tex), span.end, mark)]
    if not edits:
        return
    if _formulas(edited(text, edits)) == [(span.tex, span.display) for span in spans]:
        yield from edits


_ESCAPED = re.compile(r"\\\\|(\\\$)")


def dollar(text: str) -> Iterator[Edit]:
    r"""`\$` outside math is a dollar, where the bare dollar cannot be taken for math."""
    spans = math.find(text)
    starts = [span.start for span in spans]
    edits = []
    for found in _ESCAPED.finditer(text):
        before = bisect_left(starts, found.start())
        if found.group(1) and (not before or spans[before - 1].end <= found.start()):
            edits.append(Edit(found.start(), found.end(), "$"))
    if edits and _formulas(edited(text, edits)) == [(span.tex, span.display) for span in spans]:
        yield from edits


def edited(text: str, edits: Sequence[Edit]) -> str:
    """`text` with `edits`, which stand in order, copied once however many they are."""
    pieces = []
    position = 0
    for start, end, after in edits:
        pieces += [text[position:start], after]
        position = end
    return "".join([*pieces, text[position:]])


def _formulas(text: str) -> list[tuple[str, bool]]:
    return [(span.tex, span.display) for span in math.find(text)]

"""Rules for what marks math: TeX's delimiters become dollars, and a dollar that marks nothing stays a dollar."""

from __future__ import annotations

import re
from collections.abc import Iterator

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
    changed = text
    for edit in reversed(edits):
        changed = changed[: edit.start] + edit.after + changed[edit.end :]
    if _formulas(changed) == [(span.tex, span.display) for span in spans]:
        yield from edits


_ESCAPED = re.compile(r"\\\\|(\\\$)")


def dollar(text: str) -> Iterator[Edit]:
    r"""`\$` outside math is a dollar, where the bare dollar cannot be taken for math."""
    spans = math.find(text)
    edits = [
        Edit(found.start(), found.end(), "$")
        for found in _ESCAPED.finditer(text)
        if found.group(1) and not any(span.start < found.start() < span.end for span in spans)
    ]
    changed = text
    for edit in reversed(edits):
        changed = changed[: edit.start] + "$" + changed[edit.end :]
    if _formulas(changed) == _formulas(text):
        yield from edits


def _formulas(text: str) -> list[tuple[str, bool]]:
    return [(span.tex, span.display) for span in math.find(text)]

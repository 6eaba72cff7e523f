"""Stars in a text -> the emphasis that they mark: which runs of stars open one, and which close it."""

from __future__ import annotations

import re
from typing import NamedTuple

from generator.text import CJK


class Emphasis(NamedTuple):
    """What stands between a mark of `width` stars (1 em, 2 strong, 3 both) at `start` and one at `end`."""

    start: int
    end: int
    width: int


_RUN = re.compile(r"(?<![*\\])\*{1,3}(?!\*)")
# The marks stand outside words (A*, a*b); scripts without spaces have no outside.
_WORD = re.compile(rf"[^\W{CJK}]")
_STOPS = frozenset(".:!?,;)")
# Two lone stars far apart are no pair.
_LONGEST = 2000


def pairs(text: str) -> list[Emphasis]:
    """The emphases of `text` in order of their beginnings, one within another or apart, never crossing.

    Stars flank words as CommonMark says (0.31, 6.2), but here never stand within one: a mark after a stop may be
    followed by a word at once ("**Key:**value").
    """
    opened: list[tuple[int, int]] = []
    found: list[Emphasis] = []
    for run in _RUN.finditer(text):
        start, end = run.span()
        before, after = text[start - 1 : start], text[end : end + 1]
        if _closes(before, after, end - start):
            start += _close(opened, found, start, end - start)
        if start < end and after.strip() and (start > run.start() or not _WORD.match(before)):
            opened.append((start, end - start))
    return sorted(found)


def _closes(before: str, after: str, width: int) -> bool:
    glued = _WORD.match(after) is not None and not (width > 1 and before in _STOPS)
    return bool(before.strip()) and before != "\\" and not glued


def _close(opened: list[tuple[int, int]], found: list[Emphasis], start: int, width: int) -> int:
    """How many stars of the run at `start` close the nearest opening of their own width, or two runs in turn."""
    for taken in range(width, 0, -1):
        for at in range(len(opened) - 1, -1, -1):
            opening, stars = opened[at]
            if start - opening > _LONGEST:
                break
            if stars == taken and opening + stars < start:
                del opened[at:]
                found.append(Emphasis(opening, start, stars))
                return taken
    return 0

"""Rules for words: line breaks, the hyphens they left, acronyms in bold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from generator.repair.edit import Edit
from generator.text import CJK, document_frequency

# --- hyphens at line breaks -----------------------------------------------------------------------------

_HYPHEN = re.compile("(?<![A-Za-z])([A-Za-z]+)([-‐]\\s+|[\x02¬]\\s*)([A-Za-z]+)")
# "layer- or block-wise": the hyphen stands for what follows later.
_SUSPENDING = frozenset(
    [
        "and",
        "or",
        "to",
        "nor",
        "but",
        "versus",
        "vs",
        "as",
        "und",
        "oder",  # codespell:ignore
        "bis",
        "et",
        "ou",
        "than",
        "through",
        "by",
        "with",
    ]
)


# A second part of that many compounds makes new ones freely ("-based"); a shorter one may be half a word.
_PRODUCTIVE, _SUFFIX = 39, 3


def may_break(text: str) -> bool:
    """Whether a hyphen before white space, or the control code that PDF text has for one, stands in `text`."""
    return "- " in text or "-\n" in text or "-\r" in text or "\x02" in text or "¬" in text or "\u2010" in text


def hyphen(text: str) -> Iterator[Edit]:
    """Joins "net- works", keeps the hyphen of "weight- based", leaves "layer- or" and all without evidence."""
    position = 0
    while found := _HYPHEN.search(text, position):
        left, mark, right = found.groups()
        position = found.start(3)
        after = joint(left, right) if right.lower() not in _SUSPENDING else None
        if after is None and mark == "\x02":
            after = "-"
        if after is not None:
            yield Edit(found.start(2), found.end(2), after)


def joint(left: str, right: str) -> str | None:
    """Nothing where the language writes one word, "-" where it writes a compound, None where neither is known."""
    if len(left) == len(right) == 1:  # "the x- y plane"
        return None
    known = document_frequency()
    first, second = left.lower(), right.lower()
    together = known.get(first + second, 0)
    compound = known.get(f"{first}-{second}", 0)
    if together > compound and (right.islower() or (left.isupper() and right.isupper())):
        return ""
    if compound:
        return "-"
    if first in known and _second_parts().get(second, 0) > _PRODUCTIVE and len(second) > _SUFFIX:
        return "-"
    return None


@cache
def _second_parts() -> dict[str, int]:
    """How many compounds end in each word: "-based" ends a great many."""
    counts: dict[str, int] = {}
    for word in document_frequency():
        head, dash, tail = word.partition("-")
        if dash and head:
            counts[tail] = counts.get(tail, 0) + 1
    return counts


# --- white space ---------------------------------------------------------------------------------------

_BREAKING = "[\t\n\r\x0b\x0c\x1c-\x1f\x85\u2028\u2029]\\s*"
# Only the first character of a run of white space may begin a match: else each of a long run is tried.
_SPACE = re.compile(f"^\\s+|{_BREAKING}|[ \u00a0](?<![ \u00a0]{{2}})[ \u00a0]*{_BREAKING}|\\s(?<!\\s\\s)\\s*$")
_BLANK = re.compile(r"(?:\r\n|\n|\r(?!\n))[ \t]*[\n\r]")
_HAN = re.compile(f"[{CJK}，。、；：！？）]")


def space(text: str) -> Iterator[Edit]:
    """A line break is a space, between Han characters nothing; a blank line parts paragraphs."""
    narrow, size = text.isascii(), len(text)
    for found in _SPACE.finditer(text):
        gap = found.group()
        start, end = found.span()
        if start == 0 or end == size:
            after = ""
        elif gap == "\n" and narrow:
            after = " "
        elif _BLANK.search(gap):
            after = "\n\n"
        else:
            han = not narrow and "\n" in gap and _HAN.match(text, start - 1) and _HAN.match(text, end)
            after = "" if han else " "
        if gap != after:
            yield Edit(start, end, after)


# --- acronyms in bold --------------------------------------------------------------------------------------

_RUN = re.compile(r"(?<!\S)[^\s*]*\*\S*(?: [^\s*]*\*\S*)*")
# One star is also a product (3*128*128, a*b*c): it takes letters, and two of them beside it.
_PART = re.compile(
    rf"(?<![*\w])(\*\*)(\w{{1,12}})\1(?=[^\W{CJK}])|(?<=[^\W{CJK}])(\*\*)(\w{{1,12}})\3(?!\*)|"
    r"(?<![*\w])(\*)([A-Za-z]{1,12})\5(?=[A-Za-z]{2})|(?<=[A-Za-z]{2})(\*)([A-Za-z]{1,12})\7(?!\*)"
)
_WHOLE = re.compile(r"(?<![*\w])(\*\*?)([\w\-]+)\1(?![*\w])")


def acronym(text: str) -> Iterator[Edit]:
    """`**T**raining-Fre**e**` is the word alone: stars that show where an acronym's letters come from go."""
    if not _PART.search(text):
        return
    for run in _RUN.finditer(text):
        phrase = run.group()
        parts = list(_PART.finditer(phrase))
        if not parts:
            continue
        for found in [*parts, *_WHOLE.finditer(phrase)]:
            mark = 2 if found.group().startswith("**") else 1
            start, end = run.start() + found.start(), run.start() + found.end()
            yield Edit(start, start + mark, "")
            yield Edit(end - mark, end, "")


_UNDERSCORED = re.compile(r"(?<![\w\\_*/.])_(?=[^\W_])([^_*\n]{2,100}?)(?<=[^\s_\\])_(?![\w*])")


def emphasised(text: str) -> int:
    """How many marks of emphasis `underscored` finds."""
    return len(_UNDERSCORED.findall(text))


def underscored(text: str) -> Iterator[Edit]:
    """Markdown's other mark of emphasis, `_stable_`, becomes *stable*; names like __init__ stay."""
    for found in _UNDERSCORED.finditer(text):
        yield Edit(found.start(), found.start() + 1, "*")
        yield Edit(found.end() - 1, found.end(), "*")


_DOUBLE_LINK = re.compile(r"\[\*{0,2}(https?://([^\s\[\]()*]+?)/?)\*{0,2}\]\((?:https?://)?\2/?\)")


def double_link(text: str) -> Iterator[Edit]:
    """`[https://x](https://x)` is the bare address."""
    for found in _DOUBLE_LINK.finditer(text):
        yield Edit(found.start(), found.start(1), "")
        yield Edit(found.end(1), found.end(), "")

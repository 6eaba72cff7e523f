"""Rules for how TeX sets text: escapes, ties, line breaks, quotes and dashes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.repair import words
from generator.repair.delimiters import edited
from generator.repair.edit import Edit

# --- escapes, ties, line breaks -------------------------------------------------------------------------

_ESCAPE = re.compile(
    r"\{(?:\\(?P<braced>[%&_#])|(?P<lone>[,.“”‘’\"'–—-]))\}|\\(?P<mark>[%_#{}]|&(?!#?\w+;))|"
    r"(?<=\w)\\\\(?P<twice>[%_#&](?!#?\w+;))|"
    r"(?<=\w)\\(?P<sign>!(?=[\s'\"]|\Z)|/(?=\w))|(?<=[:/])\\(?P<slash>/)|"
    r"\\(?P<space>[ ,;:!/])|(?<=[A-Za-z])\\-(?=[A-Za-z])"
)

_SHOWN = ("braced", "lone", "mark", "twice", "sign", "slash")


def escaped(text: str) -> Iterator[Edit]:
    r"""`\%`, `\&`, `\_` lose the backslash; TeX's thin spaces become spaces, its hints nothing.

    `\/` between letters and `\!` after a word are escapes of JSON and Markdown, no hints. `\_` stays where the bare
    underscore would be read as a mark of emphasis.
    """
    edits = list(_escapes(text))
    if "\\_" in text and words.emphasised(edited(text, edits)) > words.emphasised(text):
        edits = [edit for edit in edits if edit.after != "_"]
    yield from edits


def _escapes(text: str) -> Iterator[Edit]:
    for found in _ESCAPE.finditer(text):
        character = next((found[name] for name in _SHOWN if found[name]), "")
        if found["space"] and found["space"] in " ,;:":
            around = text[found.start() - 1 : found.start()].isspace() or text[found.end() : found.end() + 1].isspace()
            character = "" if around else " "
        yield Edit(found.start(), found.end(), character)


_BREAK = re.compile(
    r"[ \t]*\\\\(?!(?<=\w..)[%_#&])\*?(?:\[[0-9.]+[a-z]{2}\])?(?![A-Za-z])[ \t]*|[ \t]*\\\\(?=[A-Z][a-z ])"
)
_TIE = re.compile(
    r"(?<=[\w.,;:)\]}%—–'’\"”*\ue000-])~(?=[\w(\[\\$—\"“`*\ue000-])|"
    r"(?<=[\w.,;:)\]\ue000])~(?=\s+[^\s\d+−-])|(?<=[–—-]\s)~(?=[a-z]{2})"
)
# "X~N(0, 1)": drawn from.
_DRAWN = re.compile(r"[^\W\d_]+\(")


def line_break(text: str) -> Iterator[Edit]:
    r"""`\\` is a space."""
    for found in _BREAK.finditer(text):
        yield Edit(found.start(), found.end(), " ")


def tie(text: str) -> Iterator[Edit]:
    """TeX's tie is a space between two words; `~400`, `3~5`, `r~0.5` and `X~N(0, 1)` mean something."""
    for found in _TIE.finditer(text):
        before, after = text[found.start() - 1], text[found.end()]
        if before.isspace() or after.isspace():
            yield Edit(found.start(), found.end(), "")
            continue
        lone = _lone_letter(text, found.start())
        number = after.isdigit() and (lone or before.isdigit())
        if not number and not (lone and _DRAWN.match(text, found.end())):
            yield Edit(found.start(), found.end(), " ")


def _lone_letter(text: str, end: int) -> bool:
    """Whether a word of one letter ends at `end`."""
    return text[end - 1 : end].isalpha() and not text[max(0, end - 2) : end - 1].isalnum()


# --- quotes and dashes ----------------------------------------------------------------------------------

_DOUBLE = re.compile(r"``(?=[^\s`])([^`]{1,400}?)(?:''|\"(?!\w))|(?<![\w'])''(?=\w)([^'`]{1,200}?)''(?![\w'])")
_SINGLE = re.compile(r"(?<![\w`\\])`(?=[^\s`'])([^`\n\"]{1,200}?)(?<=[^\s`'])'(?![\w'])")
_CLOSING = re.compile(r"(?<=[^\s'\d])''(?!['\w])")
_OPENING = re.compile(r"(?<![\w`])``(?=\w)")


def quote(text: str) -> Iterator[Edit]:
    """``x'' becomes “x”, `x' becomes ‘x’, and a lone '' the mark that closes what a straight one opened."""
    taken = []
    for found in _DOUBLE.finditer(text):
        closing = 1 if text[found.end() - 1] == '"' else 2
        taken += [Edit(found.start(), found.start() + 2, "“"), Edit(found.end() - closing, found.end(), "”")]
    for found in _SINGLE.finditer(text):
        taken += [Edit(found.start(), found.start() + 1, "‘"), Edit(found.end() - 1, found.end(), "’")]
    starts = {edit.start for edit in taken}
    straight = position = 0
    for found in _CLOSING.finditer(text):
        if found.start() not in starts:
            straight += text.count('"', position, found.start())
            position = found.end()
            closes = straight % 2
            straight += closes
            if not closes and _lone_letter(text, found.start()):  # f'' is a derivative
                continue
            taken.append(Edit(found.start(), found.end(), '"' if closes else "”"))
    taken += [Edit(found.start(), found.end(), "“") for found in _OPENING.finditer(text) if found.start() not in starts]
    yield from taken


_DASH = re.compile(r"(?<![-<!|])(---?)(?![->|])")


def dash(text: str) -> Iterator[Edit]:
    """`--` is an en dash and `---` an em dash, save in options (` --flag`), arrows and rules."""
    for found in _DASH.finditer(text):
        before, after = text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
        short = found.group(1) == "--"
        option = short and (not before or before in " (\"'`[") and after.isalpha()
        if option or not before or not after:
            continue
        yield Edit(found.start(), found.end(), "–" if short else "—")

"""Rules for characters that are not what the author typed: control codes, ligatures, mojibake, entities."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from html import unescape
from html.entities import html5

from generator.repair.edit import Edit

# --- control characters -----------------------------------------------------------------------

CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]+")


def control(text: str) -> Iterator[Edit]:
    """Characters that no text holds go, between two words for a space; those of Windows-1252 become what they meant."""
    for found in CONTROL.finditer(text):
        windows = found.group().encode("latin-1", "ignore").decode("cp1252", "ignore")
        if len(windows) == len(found.group()) and windows.isprintable():
            yield Edit(found.start(), found.end(), windows)
            continue
        before, after = text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
        parts = not before or not after or before.isspace() or after.isspace()
        yield Edit(found.start(), found.end(), "" if parts else " ")


INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u180e]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")


def invisible(text: str) -> Iterator[Edit]:
    """Soft hyphens and zero-width characters go, save where a script needs them (joiners, direction marks); a soft
    hyphen at a word's end is a hyphen.
    """
    directed = _RIGHT_TO_LEFT.search(text) is not None
    for found in INVISIBLE.finditer(text):
        mark = found.group()
        before, after = text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
        if mark == "\u00ad" and before.isalpha() and after and (after.isspace() or after in ".,;:)"):
            # Between words it is the hyphen of a compound, or of a line break.
            yield Edit(found.start(), found.end(), "-")
            continue
        if mark in "\u200c\u200d" and before > "\u02ff" and after > "\u02ff":
            continue
        if mark == "\u200b" and _UNSPACED.match(before) and _UNSPACED.match(after):
            continue
        if directed and mark in "\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069":
            continue
        yield Edit(found.start(), found.end(), "")


# --- ligatures and composed letters --------------------------------------------------------------

LIGATURE = re.compile("[\ufb00-\ufb06]")
_LETTERS = dict(
    zip("\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06", ("ff", "fi", "fl", "ffi", "ffl", "st", "st"), strict=True)
)


def ligature(text: str) -> Iterator[Edit]:
    """The Latin ligatures of PDF text become their letters; every other compatibility character stays."""
    for found in LIGATURE.finditer(text):
        yield Edit(found.start(), found.end(), _LETTERS[found.group()])


_CLUSTER = re.compile("[\x00-\x7f]?[\x80-\U0010ffff]+")


def compose(text: str) -> Iterator[Edit]:
    """Letters and their marks in Normalization Form C (UAX 15): an ASCII letter composes only with what follows."""
    if unicodedata.is_normalized("NFC", text):
        return
    for found in _CLUSTER.finditer(text):
        composed = unicodedata.normalize("NFC", found.group())
        if composed != found.group():
            yield Edit(found.start(), found.end(), composed)


# --- mojibake ------------------------------------------------------------------------------------

_TAIL = "[\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]"
MOJIBAKE = re.compile(f"[Â-ß]{_TAIL}|[à-ï]{_TAIL}{{2}}|[ð-ô]{_TAIL}{{3}}|â€")


# “Ã” is a letter that the text speaks of, though Ã” might be an Ô.
_LETTER_IN_QUOTES = re.compile(r"[“‘]\w[”’]")


def mojibake(text: str) -> Iterator[Edit]:
    """UTF-8 that was read as Windows-1252 or Latin-1 is read as UTF-8, where ftfy is sure of it."""
    if not MOJIBAKE.search(text):
        return
    from ftfy import fix_encoding  # noqa: PLC0415  only the text that looks damaged pays for it

    for found in re.finditer(r"\S*[\x80-\xff]\S*", text):
        if not MOJIBAKE.search(found.group()) or _LETTER_IN_QUOTES.search(found.group()):
            continue
        fixed = fix_encoding(found.group())
        if fixed != found.group():
            yield Edit(found.start(), found.end(), fixed)


# --- entities and tags ------------------------------------------------------------------------------

ENTITY = re.compile(r"(?<!\\)&(#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]*);")
_BODY = re.compile(r"(?:#[0-9]+|#[xX][0-9A-Fa-f]+|[A-Za-z][A-Za-z0-9]*);")


# What a later rule, or Markdown, would read as a mark where it does not stand alone.
_ACTIVE = frozenset("*_`\\~")


def _inert(character: str, before: str, after: str) -> bool:
    """Whether `character` marks nothing between these two, each "" at an end."""
    return not (before + after).strip() or (character == "_" and before.isalnum() and after.isalnum())


def entity(text: str) -> Iterator[Edit]:
    """An HTML character reference becomes its character, once: what would then read as another stays escaped."""
    for found in ENTITY.finditer(text):
        name = found.group(1)
        if name[0] != "#" and f"{name};" not in html5:
            continue
        character = unescape(found.group())
        if character in _ACTIVE and not _inert(
            character, text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
        ):
            continue
        if character == "$" or (character == "&" and _BODY.match(text, found.end())):
            character = "\\" + character
        yield Edit(found.start(), found.end(), character)

"""Text -> words that may be names: their shape, where they stand, what they are short for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.describe._field_names import COMMON, DESCRIBING, FIELD

TAIL = r"(?:[\w/+*^²³†★]|[.‐‑-](?=\w))*"
WORD = rf"[^\W_]{TAIL}"
_HYPHEN = re.compile("[-‐‑]")
_PART = re.compile(r"[-‐‑\s]")
# An acronym in brackets that the capitalised words before it stand for.
_SHORT_FORM = re.compile(r"[^.,;:()]{0,60}\(\w[\w-]*[A-Z0-9]\w*\)|,? or \w+[A-Z]")


def occurrences(text: str, name: str) -> Iterator[int]:
    """Where `name` stands in `text` as a word of its own and no part of a compound."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        before, after, beyond = text[at - 1 : at] if at else "", text[end : end + 1], text[end + 1 : end + 2]
        joined = before.isalnum() or before in ("-", "_") or after.isalnum() or (after == "-" and beyond.isalnum())
        if not joined:
            yield at
        at = text.find(name, end)


def cleaned(raw: str) -> str:
    """A word without the punctuation and the possessive ending around it; "" for a single character."""
    name = raw.strip(" .,;:'’\"”“‘*_/-–")
    for ending in ("'s", "’s"):
        name = name.removesuffix(ending)
    return name if len(name) > 1 else ""


def shaped(name: str) -> bool:
    """Whether a word has the shape of a made name: capitals inside, or a capital and a digit."""
    word = name.split(maxsplit=1)[0]
    capitals = sum(char.isupper() for char in word)
    inner = capitals - word[0].isupper()
    digits = any(char.isdigit() for char in word)
    parts = _HYPHEN.split(word)
    if len(parts) > 1:
        if not inner:
            return digits and word[0].isupper()
        # "Multi-Level": a compound of ordinary words.
        if all(part[:1].isupper() and part[1:].islower() for part in parts if part):
            return False
    return inner > 0 or (digits and capitals > 0)


def mixed(name: str) -> bool:
    """Whether a shaped word is more than an acronym: small letters and capitals, or a compound."""
    return shaped(name) and any(char.islower() for char in name)


def namelike(text: str, raw: str, start: int, *, plain: bool) -> str:
    """The name in `raw`, which stands at `start`, if it may be one that the text makes there, else "".

    It is none if it belongs to the field, describes, is short for nothing of its own, or was used before;
    `plain` also takes capitalised words.
    """
    name = cleaned(raw)
    if not name or name.lower() in FIELD or name.lower().removesuffix("s") in FIELD:
        return ""
    last = _PART.split(name)[-1].lower()
    if "/" in name or text[start + len(raw) : start + len(raw) + 1] == "-":
        return ""
    if last in DESCRIBING or last in COMMON:
        return ""
    if not (shaped(name) or (plain and name[0].isupper() and name.lower() not in COMMON)):
        return ""
    if " " in name and _SHORT_FORM.match(text, start + len(raw)):
        return ""
    return name if next(occurrences(text, name), start) >= start - len(name) - 2 else ""


def expansion(text: str, paren: int, short: str) -> int | None:
    """Where the words begin that `short`, in brackets at `paren`, stands for, or None.

    Its letters are looked for backwards, the first at the start of a word (Schwartz and Hearst, 2003).
    """
    letters = [char for char in short.lower() if char.isalnum()]
    folded = text[max(0, paren - 160) : paren].lower()
    offset = paren - len(folded)
    at = len(folded) - 1
    for place in range(len(letters) - 1, -1, -1):
        while at >= 0 and (folded[at] != letters[place] or (place == 0 and at > 0 and folded[at - 1].isalnum())):
            if folded[at] in ".;:()":
                return None
            at -= 1
        if at < 0:
            return None
        at -= 1
    start = at + 1
    if folded.count(" ", start) > len(letters) + 5 or start >= len(folded) - 2:
        return None
    # A compound such as "Multi-Level X" begins at its first part.
    while start > 0 and (folded[start - 1].isalnum() or folded[start - 1] == "-"):
        start -= 1
    return offset + start if len(folded) == min(paren, 160) else None

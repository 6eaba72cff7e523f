"""Field values of a seed -> values of a Record: what every format that has fields shares."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

from generator import links as permalinks
from generator.errors import InputError
from generator.model import Link
from generator.text import is_web_address

# Han, Kana and their punctuation: scripts whose lines are broken without a space.
_UNSPACED = "\u3000-\u303f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_UNSPACED_BREAK = re.compile(rf"(?<=[{_UNSPACED}])\n(?=[{_UNSPACED}])")
_PARAGRAPHS = re.compile(r"\n[^\S\n]*\n\s*")
_NOT_IN_ADDRESS = re.compile(r"[\s<>\"]")


def joined(lines: Iterable[str]) -> str:
    """Hard-wrapped `lines` as running text; a hyphen at a line's end keeps the space for `repair` to judge."""
    text = "\n".join(stripped for line in lines if (stripped := line.strip()))
    if "\n" not in text:
        return text
    return (text if text.isascii() else _UNSPACED_BREAK.sub("", text)).replace("\n", " ")


def running(text: str) -> str:
    """Text with line breaks of its own as running text: wrapped lines joined, paragraphs a blank line apart."""
    if "\n" not in text:
        return text.strip()
    text = text.replace("\r\n", "\n")
    paragraphs = (joined(part.split("\n")) for part in _PARAGRAPHS.split(text))
    return "\n\n".join(filter(None, paragraphs))


def sha256(raw: str) -> str:
    """The hexadecimal hash of a record's raw text."""
    return hashlib.sha256(raw.encode("utf-8")).hexdigest()


def authors(value: str) -> tuple[str, ...]:
    """Names separated by ";"."""
    if "  " in value or "\t" in value:
        value = " ".join(value.split())
    return tuple(name for part in value.split(";") if (name := part.strip()))


def year(value: str, file: str, line: int) -> int | None:
    """A year from 1000 to 2999, None for ""."""
    if not value:
        return None
    if re.fullmatch(r"[12][0-9]{3}", value):
        return int(value)
    raise InputError(f"the year is `{value}`", "write four digits, like 2025", file=file, line=line)


def link(field: str, value: str, file: str, line: int) -> Link:
    """The link of one field: "url" or an identifier field, whether bare or written as an address."""
    if field == "url":
        return _web(value, file, line)
    if address := permalinks.identified(field, value):
        return Link(field, address)
    remedy = f"write it like {permalinks.example(field)}"
    raise InputError(f"`{value}` is no {field} identifier", remedy, file=file, line=line)


def links(found: Iterable[Link]) -> tuple[Link, ...]:
    """`found` without a second link to the same address."""
    return tuple({item.url: item for item in reversed(list(found))}.values())[::-1]


def _web(value: str, file: str, line: int) -> Link:
    """An http or https address; its kind is what the address tells."""
    if _NOT_IN_ADDRESS.search(value) or not is_web_address(value):
        remedy = "write a full address that begins with https://"
        raise InputError(f"`{value}` is no web address", remedy, file=file, line=line)
    return Link(permalinks.kind(value) or "web", value)

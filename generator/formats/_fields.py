"""Field values of a seed -> values of a Record: what every format that has fields shares."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping

from generator.errors import InputError
from generator.model import Link
from generator.text import is_web_address

# Han, Kana and their punctuation: scripts whose lines are broken without a space.
_UNSPACED = "\u3000-\u303f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_UNSPACED_BREAK = re.compile(rf"(?<=[{_UNSPACED}])\n(?=[{_UNSPACED}])")
_PARAGRAPHS = re.compile(r"\n[^\S\n]*\n\s*")
_ADDRESS = re.compile(r"https?://(?:[^\s<>\"/@?#]*@)?([^\s<>\"/@:?#]+)(?::\d+)?(?:[/?#][^\s<>\"]*)?", re.I)
# The kind of link that a host stands for.
_HOSTS: Mapping[str, str] = {
    "doi.org": "doi", "dx.doi.org": "doi", "arxiv.org": "arxiv", "export.arxiv.org": "arxiv",
    "openreview.net": "openreview", "github.com": "code", "gitlab.com": "code", "bitbucket.org": "code",
    "codeberg.org": "code", "gitee.com": "code",
}  # fmt: skip
_DOI = re.compile(r"(?:(?:https?://)?(?:dx\.)?doi\.org/|doi:\s*)?(10\.\d{4,9}/\S+)", re.I)
_ARXIV = re.compile(
    r"(?:(?:https?://)?(?:[a-z]+\.)?arxiv\.org/(?:abs|pdf|html)/|arxiv:\s*)?"
    r"(\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[a-z]{2})?/\d{7}(?:v\d+)?)(?:\.pdf)?",
    re.I,
)
_OPENREVIEW = re.compile(r"(?:(?:https?://)?(?:www\.)?openreview\.net/(?:forum|pdf)\?id=)?([\w-]{6,20})(?:[&#]\S*)?")
# The identifier fields: their pattern, the address before the identifier, and what a right value looks like.
_IDENTIFIERS: Mapping[str, tuple[re.Pattern[str], str, str]] = {
    "doi": (_DOI, "https://doi.org/", "10.1000/182"),
    "arxiv": (_ARXIV, "https://arxiv.org/abs/", "2401.00001"),
    "openreview": (_OPENREVIEW, "https://openreview.net/forum?id=", "aBcDeFgHiJ"),
}


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
    pattern, address, example = _IDENTIFIERS[field]
    if found := pattern.fullmatch(value):
        return Link(field, address + found.group(1))
    remedy = f"write it like {example}, or as its {address}… address"
    raise InputError(f"`{value}` is no {field} identifier", remedy, file=file, line=line)


def links(found: Iterable[Link]) -> tuple[Link, ...]:
    """`found` without a second link to the same address."""
    return tuple({item.url: item for item in reversed(list(found))}.values())[::-1]


def _web(value: str, file: str, line: int) -> Link:
    """An http or https address; one that names an identifier or a code host is a link of that kind."""
    found = _ADDRESS.fullmatch(value)
    if found is None or not is_web_address(value):
        remedy = "write a full address that begins with https://"
        raise InputError(f"`{value}` is no web address", remedy, file=file, line=line)
    host = found.group(1).lower().removeprefix("www.")
    kind = _HOSTS.get(host, "")
    if kind in _IDENTIFIERS:
        return Link(kind if _IDENTIFIERS[kind][0].fullmatch(value) else "web", value)
    return Link(kind or ("pdf" if value.lower().endswith(".pdf") else "web"), value)

"""HTML character references in Markdown: which of them name a character."""

from __future__ import annotations

import re
from html import unescape
from html.entities import html5

PATTERN = r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]*);"
REFERENCE = re.compile(PATTERN)
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def character(reference: str) -> str:
    """What `&lt;` or `&#60;` stands for; "" where it names nothing that a page may hold."""
    if reference[1] != "#" and reference[1:] not in html5:
        return ""
    named = _FORBIDDEN.sub("", unescape(reference))
    return " " if named in ("\t", "\n", "\r", "\f") else named

"""Text -> text that XML 1.0 and UTF-8 can carry: whatever a person typed, a file stays readable by strict parsers."""

from __future__ import annotations

import json
import re

# Everything outside the Char production of XML 1.0 (section 2.2), and CR, which a parser would turn into LF.
_FORBIDDEN = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
# Line ends to str.splitlines and to JavaScript before 2019, but not to JSON.
_LINE_ENDS = re.compile("[\u0085\u2028\u2029]")


def clean(text: str) -> str:
    """`text` with a space for every character that XML 1.0 forbids, lone surrogates among them."""
    return _FORBIDDEN.sub(" ", text)


def xml(text: str) -> str:
    """`text` as character data or as a quoted attribute's value."""
    return clean(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def json_line(value: object) -> str:
    """`value` as JSON on one line by every program's idea of a line, non-ASCII letters as they are."""
    line = _JSON.encode(value)
    return line if line.isascii() else _LINE_ENDS.sub(lambda end: f"\\u{ord(end[0]):04x}", clean(line))

"""Rules for a label before an abstract, and for a placeholder in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.repair.edit import Edit

_OPENERS = (
    "We|In|This|These|The|A|An|Our|It|To|There|With|Despite|While|Although|However|Recent|Recently|Given|For|As|When|"
    "Many|Most|Over|Among|Under|How|What|Can|Is|Are|Several|Although|Since|Because|Today|Modern|Current|Existing"
)
_LABEL = re.compile(
    rf"\s*(?:(?:Abstract|ABSTRACT)\s*(?:[:—–]|\.(?=\s*[A-Z\"“])|[-−](?=\s*[A-Z])|\n|\s(?=\s*(?:{_OPENERS})\s))|ABSTRACT\s(?=[A-Z][a-z]))[\s:—–\-.]*"
)  # fmt: skip
LONGEST_PLACEHOLDER = 80
_PLACEHOLDERS = frozenset(
    ["n/a", "na", "none", "null", "nan", "tbd", "tba", "tbc", "no abstract available", "no abstract",
     "abstract not available",
     "abstract unavailable", "abstract is not available", "not available", "unavailable", "to be determined",
     "to be announced", "coming soon", "abstract", "abstract to come", "to appear", "missing", "abstract missing",
     "no abstract provided", "no abstract is available", "no abstract is available for this article",
     "no abstract is available for this paper", "no summary available", "withheld", "unknown", "todo", "placeholder",
     "empty", "see pdf", "see paper"]
)  # fmt: skip


def label(text: str) -> Iterator[Edit]:
    """A leading "Abstract:" goes; "Abstract Meaning Representation" is a subject."""
    found = _LABEL.match(text)
    if found and found.end() < len(text):
        yield Edit(0, found.end(), "")


def placeholder(text: str) -> Iterator[Edit]:
    """A text that only says that there is none is none."""
    if len(text) < LONGEST_PLACEHOLDER and " ".join(text.split()).strip(" .!-–—()[]*_").lower() in _PLACEHOLDERS | {""}:
        yield Edit(0, len(text), "")

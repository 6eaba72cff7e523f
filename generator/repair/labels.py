"""Rules for a label before an abstract, and for a placeholder in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.repair.edit import Edit

_OPENERS = (
    "We|In|This|These|The|A|An|Our|It|There|With|Despite|While|Although|However|Recent|Recently|Given|For|As|When|"
    "Many|Most|Over|Among|Under|How|What|Can|Is|Are|Several|Although|Since|Because|Today|Modern|Current|Existing"
)
_PLAIN = (
    rf"(?:Abstract|ABSTRACT)\s*(?:[:—–]|\.(?=\s*[A-Z\"“])|[-−](?=\s*[A-Z])|\n|\s(?=\s*(?:(?:{_OPENERS})|To(?=\s+[a-z]))\s))|"
    r"ABSTRACT\s(?=[A-Z][a-z])|abstract\s*:|摘\s?要\s*[:：]"
)
# In bold, in brackets, or in the tags of a heading: a label, unless the sentence goes on from it.
_MARKED = (
    r"(?:(?P<stars>\*\*)|\[|<(?:jats:)?(?P<tag>title|b|strong|bold|h[1-6])>)\s*(?:Abstract|ABSTRACT|abstract)\s*"
    r"[:.：]?\s*(?(stars)\*\*|(?(tag)</(?:jats:)?(?P=tag)>|\]))(?!\s*[(\[a-z])"
)
_LABEL = re.compile(rf"\s*(?:{_PLAIN}|{_MARKED})[\s:：—–\-.]*")
_HEADING = re.compile(r"\s*#{1,6} +abstract:? *\n\s*", re.IGNORECASE)
# Before the word stand a few marks or one tag at most.
_NEAR = 24
LONGEST_PLACEHOLDER = 80
_PLACEHOLDERS = frozenset(
    ["n/a", "na", "none", "null", "nan", "tbd", "tba", "tbc", "no abstract available", "no abstract",
     "abstract not available",
     "abstract unavailable", "abstract is not available", "not available", "unavailable", "to be determined",
     "to be announced", "coming soon", "abstract", "abstract to come", "to appear", "missing", "abstract missing",
     "no abstract provided", "no abstract is available", "no abstract is available for this article",
     "no abstract is available for this paper", "no summary available", "withheld", "unknown", "todo", "placeholder",
     "empty", "see pdf", "see paper", "n.a", "no abstract found", "undefined"]
)  # fmt: skip


def may_stand(text: str) -> bool:
    """Whether a label may stand before `text`."""
    start = text.lstrip()[:_NEAR]
    return "abstract" in start.lower() or start.startswith("摘")


def label(text: str) -> Iterator[Edit]:
    """Leading labels go, "Abstract:" and "**Abstract**"; "Abstract Meaning Representation" is a subject."""
    end = 0
    while found := _LABEL.match(text, end) or _HEADING.match(text, end):
        end = found.end()
    if 0 < end < len(text):
        yield Edit(0, end, "")


def placeholder(text: str) -> Iterator[Edit]:
    """A text that only says that there is none is none."""
    if len(text) < LONGEST_PLACEHOLDER and " ".join(text.split()).strip(" .!-–—()[]*_").lower() in _PLACEHOLDERS | {""}:
        yield Edit(0, len(text), "")

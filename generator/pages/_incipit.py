"""Abstract -> its opening words and the rest, so that a page can set them as manuscripts set an incipit."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from generator.text import CJK

WORDS = 4
LETTERS = 16
_HAN = re.compile(rf"[{CJK}]{{2,8}}")
_RUN = re.compile(r"<p>([^<&]+)")
_LEAST = 2


def split(text: str, limit: int = 0) -> tuple[str, str]:
    """The first words of `text`, at most four and no more than make up sixteen letters, and what follows them.

    `limit` cuts what follows to that many characters in all; 0 leaves it whole.
    """
    opening = _opening(text)
    rest = text[len(opening) :]
    if limit and len(text) > limit:
        cut = text[:limit].rpartition(" ")[0] or text[:limit]
        if cut.count("$") % 2:
            cut = cut[: cut.rindex("$")]
        rest = cut[len(opening) :].rstrip(" ,;:–—-(") + "…"
    return opening, rest


def illuminate(html: str) -> Markup:
    """The abstract's safe HTML with its first words in `<span class="incipit">`; as it was if it opens otherwise."""
    run = _RUN.match(html)
    opening = _opening(run.group(1)) if run else ""
    if not run or len(opening) < _LEAST or not opening[0].isalpha():
        return Markup(html)  # noqa: S704 - `markup` made this HTML and escaped its text
    end = run.start(1) + len(opening)
    opening = opening.replace("\n", " ")  # the style keeps its spaces, and would keep a line break
    return Markup(f'<p><span class="incipit">{escape(opening)}</span>{html[end:]}')  # noqa: S704


def _opening(text: str) -> str:
    if han := _HAN.match(text):
        return han.group()
    end = 0
    for count, word in enumerate(re.finditer(r"\S+", text), 1):
        if count > 1 and (word.end() > 2 * LETTERS or "$" in word.group()):
            break
        end = word.end()
        if count == WORDS or end >= LETTERS or word.group()[-1] in ",;:.!?—":
            break
    return text[:end].rstrip(",;:.!?—")

"""Rules for TeX commands that have an argument, and for the environments of text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from generator.repair.edit import Edit
from generator.text import CJK

# --- commands that wrap their argument ------------------------------------------------------------

# What stands on both sides of the argument instead of the command.
_EMPHASIS: Mapping[str, str] = {"emph": "*", "textit": "*", "textsl": "*", "textbf": "**"}
_PLAIN = (
    "textsc", "texttt", "textrm", "textsf", "text", "textnormal", "textup", "textmd", "textsuperscript",
    "textsubscript", "mbox", "hbox", "underline", "underbar", "uline", "ul", "hl", "url", "path", "nolinkurl",
    "mathrm", "mathbf", "mathit", "mathsf", "mathtt", "operatorname", "uppercase", "lowercase", "MakeUppercase",
    "MakeLowercase", "gls", "ac", "acs", "acl", "acrshort", "acrfull", "tiny", "scriptsize", "footnotesize",
    "small", "normalsize", "large", "Large",
)  # fmt: skip
_OTHER: Mapping[str, str] = {"ensuremath": "$", "enquote": "“", "footnote": "("}
_COMMANDS: Mapping[str, str] = {**_EMPHASIS, **dict.fromkeys(_PLAIN, ""), **_OTHER}
_SWITCHES: Mapping[str, str] = {
    "em": "*", "it": "*", "sl": "*", "itshape": "*", "bf": "**", "bfseries": "**",
    "tt": "", "sc": "", "rm": "", "sf": "", "ttfamily": "", "scshape": "",
}  # fmt: skip
_COMMAND = re.compile(rf"\\({'|'.join(sorted(_COMMANDS, key=len, reverse=True))})\*?\s*\{{")
_SWITCH = re.compile(rf"\{{\s*\\({'|'.join(sorted(_SWITCHES, key=len, reverse=True))})(?![A-Za-z])\s*")
_COLOURED = re.compile(r"\\(textcolor)\s*(?:\[[^\]]{0,80}\])?\s*\{[^{}]{0,80}\}\s*\{")
_TINTED = re.compile(r"\{\s*\\(color)\s*\{[^{}]*\}\s*")
_CLOSERS = {"“": "”", "(": ")"}
_EMPHASISED = re.compile(
    rf"\\(?:{'|'.join(_EMPHASIS)})\*?\s*\{{|"
    rf"\{{\s*\\(?:{'|'.join(name for name, mark in _SWITCHES.items() if mark)})(?![A-Za-z])"
)
# Han, Kana and Hangul put no space around emphasis.
_LETTER = re.compile(rf"[^\W{CJK}]")
_NAMES = re.compile(r"\\[A-Za-z]+|[{}]")
_NAME = re.compile(r"\\[A-Za-z]+\Z")
_NEAR = 30
_INITIALS = re.compile(r"\w{1,12}")
# No argument is longer.
_LONGEST = 3000
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)


def _closings(text: str) -> dict[int, int]:
    """Where each brace opens -> where it closes; none for a brace that does not, or only far away."""
    opened: list[int] = []
    closings: dict[int, int] = {}
    for found in _BRACES.finditer(text):
        if found.group() == "{":
            opened.append(found.start())
        elif found.group() == "}" and opened:
            start = opened.pop()
            if found.start() - start <= _LONGEST:
                closings[start] = found.start()
    return closings


def command(text: str) -> Iterator[Edit]:
    r"""`\emph{x}` and `{\it x}` become *x*, `\textbf{x}` **x**; commands of type face leave their argument."""
    closings = _closings(text)
    # The inside of each emphasis around the place, with its mark; and where all ended so far do.
    outside: list[tuple[int, int, str]] = []
    ended: set[int] = set()
    patterns = (_COMMAND, _SWITCH, _COLOURED, _TINTED)
    for found in sorted((found for pattern in patterns for found in pattern.finditer(text)), key=re.Match.start):
        grouped = found.group()[0] == "{"
        end = closings.get(found.start() if grouped else found.end() - 1, -1)
        if end < 0:
            continue
        name = found.group(1)
        mark = _SWITCHES.get(name, "") if grouped else _COMMANDS.get(name, "")
        start, stop = found.end(), end
        inside = text[start:stop]
        if mark in ("*", "**"):
            start += len(inside) - len(inside.lstrip())
            stop -= len(inside) - len(inside.rstrip())
            while outside and outside[-1][1] <= found.start():
                outside.pop()
            # Markdown reads neither emphasis of a kind in itself nor three stars that open two ends.
            nested = any(
                mark == outer or (found.start() == first) != (end + 1 == last) for first, last, outer in outside
            )
            glued = found.start() in ended or _glued(text, found.start(), end + 1, inside, mark)
            ended.add(end + 1)
            mark = "" if start >= stop or "*" in inside or nested or glued else mark
            if mark:
                outside.append((start, stop, mark))
        before, beyond = text[found.start() - 1 : found.start()], text[end + 1 : end + 2]
        around = mark == "$" and before == "{" and beyond == "}"
        opening = " (" if mark == "(" and not before.isspace() else mark
        yield Edit(found.start() - around, start, opening)
        yield Edit(stop, end + 1 + around, _CLOSERS.get(mark, mark))


def _glued(text: str, start: int, end: int, inside: str, mark: str) -> bool:
    """Whether emphasis from `start` to `end` would stand in a word or touch another one. Letters of an acronym in bold
    are left to their own rule.
    """
    if _EMPHASISED.match(text, end):
        return True
    beside = start and _LETTER.match(text, start - 1) and not _NAME.search(text, max(0, start - _NEAR), start)
    if not beside and not _LETTER.match(text, end):
        return False
    return not (mark == "**" and _INITIALS.fullmatch(_NAMES.sub("", inside)))


# --- links and citations ----------------------------------------------------------------------------

_HREF = re.compile(r"\\href\s*\{((?:https?://|mailto:)[^{}\s()\\]+(?:\([^{}\s()\\]*\)[^{}\s()\\]*)*)\}\s*\{")
_CITE = re.compile(
    r"\\(?:cite[a-zA-Z]*|autocite|parencite)\*?\s*"
    r"(?:\[([^\]]{0,300})\]\s*)?(?:\[([^\]]{0,300})\]\s*)?\{([^{}]*)\}"
)


def link(text: str) -> Iterator[Edit]:
    r"""`\href{url}{text}` becomes [text](url)."""
    closings = _closings(text)
    for found in _HREF.finditer(text):
        end = closings.get(found.end() - 1, -1)
        if end < 0:
            continue
        yield Edit(found.start(), found.end(), "[")
        yield Edit(end, end + 1, f"]({found.group(1)})")


def citation(text: str) -> Iterator[Edit]:
    r"""`\cite{key}` becomes [key]; `\citep[see][p. 3]{key}` [see key, p. 3], the order in which natbib prints notes."""
    for found in _CITE.finditer(text):
        first, second, keys = (part.strip() if part else "" for part in found.groups())
        before, after = ("", first) if found.group(2) is None else (first, second)
        noted = f"{before} {keys}".lstrip() + (f", {after}" if after else "")
        yield Edit(found.start(), found.end(), f"[{noted}]")


# --- lists and abbreviations ------------------------------------------------------------------------

_LISTING = re.compile(
    r"\\(?:begin|end)\{(?:itemize|enumerate|description|center|quote|abstract|document)\}(?:\[[^\]]*\])?|"
    r"\\item(?![A-Za-z])\s*|\\color\{[^{}]*\}\s*|\\@"
)
_SHORT: Mapping[str, str] = {
    "eg": "e.g.", "ie": "i.e.", "etc": "etc.", "etal": "et al.", "cf": "cf.", "vs": "vs.",
    "wrt": "w.r.t.", "aka": "a.k.a.",
}  # fmt: skip
_ABBREVIATION = re.compile(rf"\\({'|'.join(_SHORT)})(?![A-Za-z])(?:\{{\}}|\.)?")


def listing(text: str) -> Iterator[Edit]:
    """The items of a list become "•" on one line; the environments of text, colours and spacing hints go."""
    for found in _LISTING.finditer(text):
        mark = found.group()
        after = "• " if mark.startswith("\\item") else " " if mark[1:4] in ("beg", "end") else ""
        yield Edit(found.start(), found.end(), after)


def abbreviation(text: str) -> Iterator[Edit]:
    r"""`\eg`, `\ie`, `\etal`: the macros of the great conferences' styles."""
    for found in _ABBREVIATION.finditer(text):
        yield Edit(found.start(), found.end(), _SHORT[found.group(1)])

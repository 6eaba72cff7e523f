"""Repaired text -> Markdown that reads as that text again, escaped no more than it must be."""

from __future__ import annotations

import re
from bisect import bisect
from dataclasses import replace

from generator.markup import emphasis, math, urls

# A link that the source meant: its text may hold brackets in pairs, formulas and emphasis, but no other link.
LINK = re.compile(
    r"(?<!!)\[(?P<text>(?:[^\[\]\n]|\[[^\[\]\n]*\](?!\())+)\]"
    r"\((?P<url>(?:https?://|mailto:)(?:[^\s()<>\\*`$\"]|\([^\s()<>\\*`$\"]*\))+)\)"
)
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_ACTIVE = re.compile(r"[\\`*_\[<&$]")
_ENTITY = re.compile(r"&#?\w+;")
_TAG = re.compile(r"<(?:/?[A-Za-z][A-Za-z0-9-]*(?:[\s/>]|$)|[!?]|[A-Za-z][A-Za-z0-9+.-]+:|[^\s<>@]+@)")
_OPENINGS = re.compile(r"#|>|[-+*](?=\s|$)|=+\s*$|-+\s*$|(\d+)([.)])(?=\s|$)|\[[^\]\n]*\]:|~~~|(?:[-*_][ \t]*){3,}$|:")
_BLOCK_INSIDE = re.compile(r"\n[ ]*(?:[#>]|[-+*](?:\s|$)|[=-]+[ ]*(?:\n|$)|~~~|\d+[.)](?:\s|$)|\[[^\]\n]*\]:|\n)|  \n")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
# What a rule of repair left escaped because it would mean something else without its backslash.
KEPT_ESCAPES = frozenset("$&_")


def write(text: str) -> str:
    """Repaired `text` -> the Markdown of a page: `render(write(text)).text` keeps every letter of it."""
    # What no page can hold may stand in a formula alone, where repair changes nothing.
    text = text if text.isprintable() else _FORBIDDEN.sub("", text)
    paragraphs = re.split(r"\n[ \t]*\n\s*", text.strip())
    return "\n\n".join(_paragraph(paragraph) for paragraph in paragraphs if paragraph)


def _paragraph(text: str) -> str:
    text = text.strip()
    if not _ACTIVE.search(text) and "\n" not in text:
        return _opening(text)
    tokens = _tokens(text)
    plain = [piece for kind, piece in tokens if kind == "text"]
    # One star, underscore or tick alone means nothing in Markdown.
    active = {mark for mark in "_`" if sum(piece.count(mark) for piece in plain) > 1}
    if sum(piece.count("*") for kind, piece in tokens if kind != "math") > 1:
        active.add("*")
    if any("](" in piece for piece in plain):
        active.add("[")
    written = [
        _escaped(piece, active) if kind == "text" else _math(piece) if kind == "math" else piece
        for kind, piece in tokens
    ]
    return _opening("".join(written))


def _tokens(text: str) -> list[tuple[str, str]]:
    """`text` cut into math, marks that stay as they are (links, URLs, stars of emphasis) and plain text."""
    found: list[tuple[int, int, str]] = []
    taken = bytearray(len(text))
    masked = text

    def take(start: int, end: int, kind: str) -> None:
        found.append((start, end, kind))
        taken[start:end] = b"x" * (end - start)

    for span in math.find(text):
        if "$" in span.tex and [found.tex for found in math.find(_dollars(span))] != [span.tex]:
            continue  # dollars around it would part it: it stays text
        take(span.start, span.end, "math")
        masked = masked[: span.start] + "$" * (span.end - span.start) + masked[span.end :]
    links = _links(masked) if "](" in masked else []
    for link in links:
        take(link.start(), link.start("text"), "mark")
        take(link.end("text"), link.end(), "mark")
    if "://" in masked:
        inside = bytearray(len(text))
        for link in links:
            inside[link.start() : link.end()] = b"x" * (link.end() - link.start())
        for url in urls.BARE.finditer(masked):
            if not inside[url.start()] and (size := urls.end(url.group())):
                take(url.start(), url.start() + size, "mark")
    if "*" in masked:
        edges = [edge for link in links for edge in (link.start(), link.end())]
        for start, end, width in emphasis.pairs(masked):
            # No emphasis begins in a link and ends outside it: an odd count of edges before it is inside one.
            first, last = bisect(edges, start), bisect(edges, end)
            if (first == last or not (first % 2 or last % 2)) and not taken[start] and not taken[end]:
                take(start, start + width, "mark")
                take(end, end + width, "mark")
    return _cut(text, sorted(found))


def _links(text: str) -> list[re.Match[str]]:
    """The links of `text`, but those whose address would not live and so be lost."""
    return [link for link in LINK.finditer(text) if urls.alive(link["url"])]


def _cut(text: str, found: list[tuple[int, int, str]]) -> list[tuple[str, str]]:
    tokens = []
    position = 0
    for start, end, kind in found:
        tokens += [("text", text[position:start]), (kind, text[start:end])]
        position = end
    return [token for token in [*tokens, ("text", text[position:])] if token[1]]


def _math(piece: str) -> str:
    """A span with dollars for delimiters, on one line where a line break could open a block."""
    (span,) = math.find(piece)
    tex = span.tex.replace("\t", " ")
    if "\n" in tex and _BLOCK_INSIDE.search(tex):
        tex = tex.replace("\n", " ")
    return _dollars(replace(span, tex=tex))


def _dollars(span: math.Span) -> str:
    mark = "$$" if span.display else "$"
    return f"{mark}{span.tex}{mark}"


def _escaped(text: str, active: set[str]) -> str:
    """Plain text with a backslash where Markdown would read it otherwise; `active` marks stand more than once."""
    written = []
    position = 0
    for found in _ACTIVE.finditer(text):
        start = found.start()
        if start < position:
            continue
        written.append(text[position:start])
        mark = found.group()
        position = start + 1
        if mark == "\\" and text[position : position + 1] in KEPT_ESCAPES:
            position += 1
            written.append(text[start:position])
        elif _means(mark, text, start, active):
            written.append("\\" + mark)
        else:
            written.append(mark)
    written.append(text[position:])
    return "".join(written)


def _means(mark: str, text: str, start: int, active: set[str]) -> bool:
    """Whether the `mark` at `start` of `text` may mean something in Markdown."""
    before, after = text[start - 1 : start] if start else "", text[start + 1 : start + 2]
    if mark == "\\":
        return not after or after in _PUNCTUATION or after.isspace()
    if mark == "_":
        return mark in active and not (before.isalnum() and after.isalnum())
    if mark == "<":
        return not after or _TAG.match(text, start) is not None
    if mark == "&":
        return _ENTITY.match(text, start) is not None
    return mark == "$" or mark in active


def _opening(paragraph: str) -> str:
    """A paragraph whose first characters cannot open a block."""
    found = _OPENINGS.match(paragraph)
    if not found:
        return paragraph
    if found.group(1):
        return f"{found.group(1)}\\{paragraph[found.start(2) :]}"
    return "\\" + paragraph

"""Repaired text -> Markdown that reads as that text again, escaped no more than it must be."""

from __future__ import annotations

import re

from generator.markup import math, urls

# A link or an emphasis that the source meant; the stars stand outside words.
LINK = re.compile(r"(?<!!)\[([^\[\]\n\\$`<&_]+)\]\((https?://(?:[^\s()<>\\*`$\"]|\([^\s()<>\\*`$\"]*\))+)\)")
EMPHASIS = re.compile(r"(?<![\w*\\])(?P<mark>\*{1,2})(?=[^\s*])(?P<inside>[^*\n]{0,400}[^\s*\\])(?P=mark)(?![\w*])")
_PLAIN = re.compile(r"[^\\`*_\[<&$~]*")
_ACTIVE = re.compile(r"[\\`*_\[<&$]")
_ENTITY = re.compile(r"&#?\w+;")
_TAG = re.compile(r"<(?:/?[A-Za-z][A-Za-z0-9-]*(?:[\s/>]|$)|[!?]|[A-Za-z][A-Za-z0-9+.-]+:|[^\s<>@]+@)")
_OPENINGS = re.compile(r"#|>|[-+*](?=\s|$)|=+\s*$|-+\s*$|(\d+)([.)])(?=\s|$)|\[[^\]\n]*\]:|~~~|(?:[-*_][ \t]*){3,}$|:")
_BLOCK_INSIDE = re.compile(r"\n[ ]*(?:[#>]|[-+*](?:\s|$)|[=-]+[ ]*(?:\n|$)|~~~|\d+[.)](?:\s|$)|\[[^\]\n]*\]:|\n)|  \n")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
# What a rule of repair left escaped because it would mean something else without its backslash.
KEPT_ESCAPES = ("$", "&")


def write(text: str) -> str:
    """Repaired `text` -> the Markdown of a page: `render(write(text)).text` keeps every letter of it."""
    paragraphs = re.split(r"\n[ \t]*\n\s*", text.strip())
    return "\n\n".join(_paragraph(paragraph) for paragraph in paragraphs if paragraph)


def _paragraph(text: str) -> str:
    text = text.strip()
    if not _ACTIVE.search(text) and "\n" not in text:
        return _opening(text)
    pieces = []
    for kind, piece in _tokens(text):
        if kind == "math":
            pieces.append((kind, _math(piece)))
        else:
            pieces.append((kind, piece))
    stars = sum(piece.count("*") for kind, piece in pieces if kind != "math")
    unders = sum(piece.count("_") for kind, piece in pieces if kind == "text")
    ticks = sum(piece.count("`") for kind, piece in pieces if kind == "text")
    links = any("](" in piece for kind, piece in pieces if kind == "text")
    written = []
    for kind, piece in pieces:
        if kind == "text":
            written.append(_escaped(piece, stars=stars, unders=unders, ticks=ticks, links=links))
        else:
            written.append(piece)
    return _opening("".join(written))


def _tokens(text: str) -> list[tuple[str, str]]:
    """`text` cut into math, marks that stay as they are (links, URLs, stars of emphasis) and plain text."""
    spans = math.find(text)
    found: list[tuple[int, int, str]] = [(span.start, span.end, "math") for span in spans]
    masked = text
    if spans:
        characters = list(text)
        for span in spans:
            characters[span.start : span.end] = "$" * (span.end - span.start)
        masked = "".join(characters)
    if "](" in masked:
        found += [(link.start(), link.end(), "mark") for link in LINK.finditer(masked)]
    if "://" in masked:
        for url in urls.BARE.finditer(masked):
            if not any(start <= url.start() < end for start, end, _ in found):
                found.append((url.start(), url.start() + urls.end(url.group()), "mark"))
    if "*" in masked:
        for stars in EMPHASIS.finditer(masked):
            width = len(stars["mark"])
            if not any(start <= stars.start() < end or start < stars.end() <= end for start, end, _ in found):
                found.append((stars.start(), stars.start() + width, "mark"))
                found.append((stars.end() - width, stars.end(), "mark"))
    found.sort()
    tokens = []
    position = 0
    for start, end, kind in found:
        if start > position:
            tokens.append(("text", text[position:start]))
        tokens.append((kind, text[start:end]))
        position = end
    if position < len(text):
        tokens.append(("text", text[position:]))
    return tokens


def _math(piece: str) -> str:
    """A span with dollars for delimiters, on one line where a line break could open a block."""
    (span,) = math.find(piece)
    mark = "$$" if span.display else "$"
    tex = span.tex.replace("\t", " ")
    if "\n" in tex and _BLOCK_INSIDE.search(tex):
        tex = tex.replace("\n", " ")
    return f"{mark}{tex}{mark}"


def _escaped(text: str, *, stars: int, unders: int, ticks: int, links: bool) -> str:
    written = []
    size = len(text)
    position = 0
    while position < size:
        run = _PLAIN.match(text, position)
        if run and run.end() > position:
            written.append(run.group())
            position = run.end()
            continue
        mark = text[position]
        before, after = text[position - 1 : position], text[position + 1 : position + 2]
        escape = False
        if mark == "\\":
            if after and after in KEPT_ESCAPES:
                written.append(mark + after)
                position += 2
                continue
            escape = not after or after in _PUNCTUATION or after.isspace()
        elif mark == "$":
            escape = True
        elif mark == "*":
            escape = stars > 1
        elif mark == "_":
            word = before.isalnum() and after.isalnum()
            escape = unders > 1 and not word
        elif mark == "`":
            escape = ticks > 1
        elif mark == "[":
            escape = links
        elif mark == "<":
            escape = _TAG.match(text, position) is not None or not after
        elif mark == "&":
            escape = _ENTITY.match(text, position) is not None
        elif mark == "~":
            escape = False
        written.append("\\" + mark if escape else mark)
        position += 1
    return "".join(written)


def _opening(paragraph: str) -> str:
    """A paragraph whose first characters cannot open a block."""
    found = _OPENINGS.match(paragraph)
    if not found:
        return paragraph
    if found.group(1):
        return f"{found.group(1)}\\{paragraph[found.start(2) :]}"
    return "\\" + paragraph

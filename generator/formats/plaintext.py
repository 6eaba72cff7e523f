"""Plain text -> Records: abstracts separated by blank lines, with or without fields, below an optional heading.

Only LF (or CR LF) ends a line: vertical tabs, U+0085 and U+2028 are text, as abstracts copied from elsewhere hold them.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence

from generator.errors import InputError
from generator.formats import _fields
from generator.model import Provenance, Record

SUFFIXES = (".txt",)

# A heading, or a line offered as a title, has at most so many characters.
SHORT = 120
_NAMES = ("Title", "Authors", "Year", "Venue", "URL", "DOI", "arXiv", "OpenReview", "Abstract")
_KEYS = frozenset(name.lower() for name in _NAMES)
_LINKS = ("doi", "arxiv", "openreview", "url")
_LONGEST = 16
_SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’)\]»」』]*$")
_OPENS_SENTENCE = re.compile(r"[\"'“‘(`*$\\]*[^\W_a-z]")
_END = "---"
_END_BEGINS = frozenset("- \t\u3000\xa0")


def read(text: str, file: str) -> list[Record]:
    """The records of a plain-text seed; InputError when it holds none or a field is wrong."""
    lines = text.split("\n")
    heading, at = _heading(lines)
    records: list[Record] = []
    while at < len(lines):
        line = lines[at]
        if not line or not (stripped := line.strip()) or stripped == _END:
            at += 1
            continue
        fielded = _field(line)[0] not in ("", "abstract")
        end = _end_of_fields(lines, at) if fielded else _end_of_paragraph(lines, at)
        block = lines[at:end]
        while not block[-1].strip():
            block.pop()
        provenance = Provenance(file, len(records) + 1, at + 1, _fields.sha256("\n".join(block)))
        if fielded:
            records.append(_fielded(block, provenance, heading))
        else:
            above, rest = _above(block)
            records.append(Record(provenance, _fields.joined(rest), heading=heading, above=above))
        at = end
    if not records:
        remedy = "add abstracts below the heading, separated by blank lines"
        raise InputError("holds a heading and no abstract", remedy, file=file, line=1)
    return records


def _heading(lines: Sequence[str]) -> tuple[str, int]:
    """The collection's name, if the first paragraph is one, and the index of the line after it."""
    first = next((index for index, line in enumerate(lines) if line.strip()), len(lines))
    if first == len(lines):
        return "", first
    line = lines[first].strip()
    alone = first + 1 == len(lines) or not lines[first + 1].strip()
    if alone and _short(line) and line != _END and not _field(line)[0]:
        return line, first + 1
    return "", first


def _short(line: str) -> bool:
    """Whether a line is short and no sentence."""
    return len(line) <= SHORT and not _SENTENCE_END.search(line)


def _field(line: str) -> tuple[str, str]:
    """The field that a line begins with, in lower case, and its value; ("", "") if it is none."""
    at = line.find(":", 0, _LONGEST)
    if at < 0 and (at := line.find("：", 0, _LONGEST)) < 0:
        return "", ""
    key = line[:at].strip().lower()
    return (key, line[at + 1 :].strip()) if key in _KEYS else ("", "")


def _end_of_paragraph(lines: Sequence[str], at: int) -> int:
    """The index of the blank line that ends the paragraph."""
    at += 1
    while at < len(lines) and lines[at] and lines[at].strip():
        at += 1
    return at


def _end_of_fields(lines: Sequence[str], start: int) -> int:
    """The index of the line that ends the fielded record.

    That is a line "---", or a field after a blank line once the record's abstract has begun.
    """
    begun = blank = False
    for index in range(start, len(lines)):
        line = lines[index]
        if not line or line.isspace():
            blank = True
            continue
        if line[0] in _END_BEGINS and line.strip() == _END:
            return index
        if blank or not begun:
            name = _field(line)[0]
            if begun and name:
                return index
            begun = begun or name == "abstract"
            blank = False
    return len(lines)


def _fielded(block: Sequence[str], provenance: Provenance, heading: str) -> Record:
    """The record of a block that begins with fields; every line before its abstract is a field."""
    file = provenance.file
    values: dict[str, str] = {}
    places: dict[str, int] = {}
    name = ""
    body: Sequence[str] = ()
    for offset, line in enumerate(block):
        number = provenance.line + offset
        found, value = _field(line)
        if not found and not line.strip():
            continue
        if not found and name and line[0].isspace():
            values[name] = f"{values[name]} {line.strip()}".strip()
            continue
        name = found
        if not name:
            raise _stray(line, file, number)
        if name in places:
            what = f"`{line.strip()[: len(name)]}:` stands twice in one record, first on line {places[name]}"
            raise InputError(what, f"keep one, or end the record before it by a line {_END}", file=file, line=number)
        values[name], places[name] = value, number
        if name == "abstract":
            body = block[offset + 1 :]
            break
    values["abstract"] = _fields.running("\n".join([values.get("abstract", ""), *body]))
    if not any(values.values()):
        remedy = "fill in its title or its abstract, or remove it"
        raise InputError("none of the record's fields says anything", remedy, file=file, line=provenance.line)
    return _record(values, places, provenance, heading)


def _record(values: Mapping[str, str], places: Mapping[str, int], provenance: Provenance, heading: str) -> Record:
    file = provenance.file
    return Record(
        provenance,
        abstract=values["abstract"],
        title=values.get("title", ""),
        authors=_fields.authors(values.get("authors", "")),
        year=_fields.year(values.get("year", ""), file, places.get("year", provenance.line)),
        venue=values.get("venue", ""),
        links=_fields.links([_fields.link(key, values[key], file, places[key]) for key in _LINKS if values.get(key)]),
        heading=heading,
    )


def _stray(line: str, file: str, number: int) -> InputError:
    """The fault of a line before the abstract that is no field."""
    word, colon, _ = line.partition(":")
    word = word.strip()
    nearest = difflib.get_close_matches(word, _NAMES, n=1, cutoff=0.6) if colon else []
    if nearest:
        remedy = f"did you mean `{nearest[0]}:`?"
    elif colon and " " not in word:
        remedy = f"known fields: {', '.join(_NAMES)}; indent a line that continues the field above it"
    else:
        remedy = f"begin the text with `Abstract:`, indent a line that continues a field, or end the record by {_END}"
    found = f"`{line.strip()[:40]}` is no field, and the record's abstract has not begun"
    return InputError(found, remedy, file=file, line=number)


def _above(block: Sequence[str]) -> tuple[str, Sequence[str]]:
    """A short line that stands above an abstract like a title, or "", and the lines of the abstract.

    The first line of hard-wrapped text is short too: a line counts only where the next two words would have had
    room on it, so that its author broke it on purpose, and where they open a sentence.
    """
    if len(block) == 1:
        return "", block
    line, below = block[0].strip(), block[1].strip()
    width = max(len(other.strip()) for other in block[1:])
    room = len(" ".join([line, *below.split(maxsplit=2)[:2]])) <= width
    broken = room and _short(line) and line[-1] not in "-,;:" and _OPENS_SENTENCE.match(below) is not None
    return (line, block[1:]) if broken else ("", block)

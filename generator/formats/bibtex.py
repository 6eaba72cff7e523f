"""BibTeX -> Records: one entry a record, with the abstract that publishers' files carry."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping

from bibtexparser.entrypoint import parse_string
from bibtexparser.library import Library
from bibtexparser.middlewares.names import NameParts, parse_single_name_into_parts, split_multiple_persons_names
from bibtexparser.middlewares.parsestack import default_parse_stack
from bibtexparser.model import DuplicateFieldKeyBlock, Entry
from pylatexenc.latex2text import LatexNodes2Text

from generator.errors import InputError
from generator.formats import _fields
from generator.model import Link, Provenance, Record

SUFFIXES = (".bib",)

# The parser reports what it could not read in its result; it need not write to the terminal as well.
logging.getLogger("bibtexparser").addHandler(logging.NullHandler())

# A volume is no paper of its own; its papers may name it by `crossref`.
_VOLUMES = frozenset(["proceedings", "collection", "book", "mvbook", "periodical"])
_READ = frozenset(
    [
        "title",
        "author",
        "abstract",
        "year",
        "date",
        "booktitle",
        "journal",
        "journaltitle",
        "doi",
        "url",
        "pdf",
        "eprint",
        "archiveprefix",
        "eprinttype",
        "crossref",
    ]
)
_VENUES = ("booktitle", "journal", "journaltitle")
_ESCAPED = re.compile(r"\\([_%&#~])")
_URL_COMMAND = re.compile(r"\\url\{(.*)\}")
# Braces that keep capitals and are no argument of a TeX command.
_MATH_OR_BRACES = re.compile(r"(\$[^$]*\$)|(?<![\w\\'\"`^~=.}\]])\{([^{}\\$]*)\}")
_YEAR = re.compile(r"([12][0-9]{3})(?:-[0-9-]+)?")


def read(text: str, file: str) -> list[Record]:
    """The records of a BibTeX seed; entries of whole volumes are none. InputError names the line of a broken one."""
    entries = _entries(text, file)
    by_key = {entry.key.lower(): entry for entry in reversed(entries)}
    records: list[Record] = []
    for entry in entries:
        if entry.entry_type.lower() not in _VOLUMES:
            raw = (entry.raw or "").strip()
            provenance = Provenance(file, len(records) + 1, (entry.start_line or 0) + 1, _fields.sha256(raw))
            records.append(_record(_values(entry, by_key), _lines(entry), provenance))
    if not records:
        raise InputError("holds no entry of a paper", "add @inproceedings or @article entries", file=file, line=1)
    return records


def _entries(text: str, file: str) -> list[Entry]:
    """The entries in their order, with strings resolved; those whose key stands twice are entries as well."""
    split = parse_string(text, parse_stack=[])
    found: list[Entry] = list(split.entries)
    for block in split.failed_blocks:
        line = (block.start_line or 0) + 1
        entry = block.ignore_error_block
        if not isinstance(entry, Entry):
            reason = str(getattr(block.error, "abort_reason", "")).rstrip(".") or "an entry has no end"
            raise InputError(f"is not BibTeX: {reason}", "correct this entry", file=file, line=line)
        if isinstance(block, DuplicateFieldKeyBlock) and (twice := sorted(_READ & block.duplicate_keys)):
            raise InputError(f"an entry has `{'`, `'.join(twice)}` twice", "keep one", file=file, line=line)
        found.append(entry)
    for place, entry in enumerate(found):
        # The library would drop a second entry of a key, and a field of a key that stands twice.
        entry.fields = list({field.key.lower(): field for field in entry.fields}.values())
        entry.key = f"{place} {entry.key}"
    library = Library([*split.strings, *found])
    for middleware in default_parse_stack():
        library = middleware.transform(library)
    for entry in library.entries:
        entry.key = entry.key.partition(" ")[2]
    return sorted(library.entries, key=lambda entry: entry.start_line or 0)


def _lines(entry: Entry) -> Mapping[str, int]:
    return {field.key.lower(): (field.start_line or 0) + 1 for field in entry.fields}


def _values(entry: Entry, by_key: Mapping[str, Entry]) -> Mapping[str, str]:
    """The fields of an entry, and those of the volume that it names by `crossref` where it has none."""
    values = {field.key.lower(): str(field.value) for field in entry.fields}
    volume = by_key.get(values.get("crossref", "").lower())
    if volume is not None and volume is not entry:
        shared = {field.key.lower(): str(field.value) for field in volume.fields}
        shared.setdefault("booktitle", shared.get("title", ""))
        values = {key: shared[key] for key in ("year", "date", "booktitle") if shared.get(key)} | values
    return values


def _record(values: Mapping[str, str], lines: Mapping[str, int], provenance: Provenance) -> Record:
    file, line = provenance.file, provenance.line
    year = values.get("year") or values.get("date") or ""
    dated = _YEAR.fullmatch(year.strip())
    venue = next((values[key] for key in _VENUES if values.get(key)), "")
    return Record(
        provenance,
        abstract=_fields.running(values.get("abstract", "")),
        title=" ".join(_without_case_braces(values.get("title", "")).split()),
        authors=_authors(values.get("author", "")),
        year=_fields.year(dated.group(1) if dated else year.strip(), file, lines.get("year", lines.get("date", line))),
        venue=_plain(venue),
        links=_fields.links(_links(values, lines, provenance)),
    )


def _links(values: Mapping[str, str], lines: Mapping[str, int], provenance: Provenance) -> list[Link]:
    found = []
    arxiv = values.get("archiveprefix", values.get("eprinttype", "")).lower() == "arxiv"
    for field, key in (("doi", "doi"), ("arxiv", "eprint" if arxiv else ""), ("url", "url"), ("url", "pdf")):
        value = values.get(key, "").strip()
        if command := _URL_COMMAND.fullmatch(value):
            value = command.group(1)
        if value:
            line = lines.get(key, provenance.line)
            link = _fields.link(field, _ESCAPED.sub(r"\1", value), provenance.file, line)
            found.append(Link("pdf", link.url) if key == "pdf" else link)
    return found


def _authors(value: str) -> tuple[str, ...]:
    """Names in reading order: "Lake, Ada" is Ada Lake."""
    if not value.strip():
        return ()
    parts = (parse_single_name_into_parts(name, strict=False) for name in split_multiple_persons_names(value))
    return tuple(name for part in parts if (name := _plain(_joined(part))) and name != "others")


def _joined(name: NameParts) -> str:
    return " ".join([*name.first, *name.von, *name.last, *name.jr])


def _plain(text: str) -> str:
    """Names and venues without TeX; abstracts and titles are left to `repair`, which records what it does."""
    if "\\" in text or "{" in text or "$" in text:
        text = LatexNodes2Text().latex_to_text(text.replace("%", r"\%"))
    return " ".join(text.replace("~", " ").split())


def _without_case_braces(title: str) -> str:
    previous = ""
    while previous != title:
        previous = title
        title = _MATH_OR_BRACES.sub(lambda match: match.group(1) or match.group(2) or "", title)
    return title

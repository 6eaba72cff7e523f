"""JSON Lines -> Records: one object a line, with the fields of papers.jsonl."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from generator.errors import InputError
from generator.formats import _fields
from generator.model import Provenance, Record

SUFFIXES = (".jsonl", ".ndjson")

_TEXTS = ("title", "abstract", "venue", "url", "doi", "arxiv", "openreview")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def read(text: str, file: str) -> list[Record]:
    """The records of a JSON Lines seed. Keys other than the known ones are left alone."""
    records: list[Record] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            provenance = Provenance(file, len(records) + 1, number, _fields.sha256(line))
            records.append(_record(_object(line, file, number), provenance))
    return records


def _object(line: str, file: str, number: int) -> Mapping[str, object]:
    try:
        found = json.loads(line)
    except ValueError as error:
        remedy = "write one JSON object a line"
        raise InputError(f"is not JSON: {error}", remedy, file=file, line=number) from None
    except RecursionError:
        raise InputError("is nested too deeply", "write one flat JSON object a line", file=file, line=number) from None
    if not isinstance(found, dict):
        raise InputError("is JSON but no object", 'write {"title": …, "abstract": …}', file=file, line=number)
    return found


def _record(found: Mapping[str, object], provenance: Provenance) -> Record:
    file, line = provenance.file, provenance.line
    texts = {key: _text(found, key, provenance) for key in _TEXTS}
    if not any(texts.values()) and not found.get("authors"):
        known = ", ".join((*_TEXTS, "authors", "year"))
        raise InputError("the object says nothing of a paper", f"known keys: {known}", file=file, line=line)
    identifiers = [key for key in ("doi", "arxiv", "openreview", "url") if texts[key]]
    return Record(
        provenance,
        abstract=texts["abstract"],
        title=" ".join(texts["title"].split("\n\n")),
        authors=_authors(found.get("authors"), provenance),
        year=_fields.year(_year(found.get("year")), file, line),
        venue=texts["venue"],
        topics=_topics(found.get("topics"), provenance),
        links=_fields.links(_fields.link(key, texts[key], file, line) for key in identifiers),
    )


def _text(found: Mapping[str, object], key: str, provenance: Provenance) -> str:
    value = found.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InputError(f"`{key}` must be a text", f'write "{key}": "…"', file=provenance.file, line=provenance.line)
    return _fields.running(_whole(value))


def _authors(value: object, provenance: Provenance) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        return _fields.authors(_whole(value))
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return tuple(name for item in value if (name := " ".join(_whole(item).split())))
    remedy = 'write "authors": ["Given Family", …]'
    raise InputError("`authors` must be a list of names", remedy, file=provenance.file, line=provenance.line)


def _topics(value: object, provenance: Provenance) -> tuple[str, ...]:
    """Names or slugs of topics, each once."""
    if value is None:
        return ()
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return tuple(dict.fromkeys(name for item in value if (name := " ".join(_whole(item).split()))))
    remedy = 'write "topics": ["Graphs", …]'
    raise InputError("`topics` must be a list of texts", remedy, file=provenance.file, line=provenance.line)


def _year(value: object) -> str:
    return "" if value is None else str(value).strip()


def _whole(text: str) -> str:
    """`text` with U+FFFD for half a surrogate pair, which JSON can escape and UTF-8 cannot hold."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)

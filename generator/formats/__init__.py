"""Seed file -> Records: the format is chosen by the file's suffix.

A format is one module of this package with `SUFFIXES` and `read(text, file) -> list[Record]`; it is
found by being here. Modules that begin with "_" serve the formats and are none themselves.
"""

from __future__ import annotations

import codecs
import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path, PurePosixPath

from generator.errors import InputError
from generator.model import Config, Record

Reader = Callable[[str, str], list[Record]]


def read(project: Path, file: str, config: Config) -> list[Record]:
    """The records of `project`/`file`, in their order; `file` is relative, with "/" between its parts.

    The configuration's collections give venue and year where a record has none. InputError names file
    and line when the file is empty, binary, no UTF-8, unreadable, of an unknown suffix or not as its
    format asks.
    """
    suffix = PurePosixPath(file).suffix.lower()
    known = readers()
    if suffix not in known:
        found = f"no format has the suffix `{suffix}`" if suffix else "has no suffix that would name its format"
        raise InputError(found, f"known suffixes: {', '.join(sorted(known))}", file=file)
    try:
        raw = (project / file).read_bytes()
    except OSError as error:
        remedy = "check that it is a readable file, or take it out of `seeds` in config.yaml"
        raise InputError(f"cannot be read: {error.strerror}", remedy, file=file) from None
    text = decode(raw, file)
    if not text.strip():
        raise InputError("is empty", "put abstracts into it, or remove it", file=file, line=1)
    return _collected(known[suffix](text, file), file, config)


@cache
def readers() -> dict[str, Reader]:
    """Every suffix that a module of this package reads, with its reader."""
    found: dict[str, Reader] = {}
    for name in sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")):
        module = importlib.import_module(f"{__name__}.{name}")
        found.update(dict.fromkeys(module.SUFFIXES, module.read))
    return found


def decode(raw: bytes, file: str) -> str:
    """UTF-8 bytes as text: without byte order mark, and with LF where CR LF ended a line."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise InputError("is UTF-16, not UTF-8", "save it as UTF-8", file=file, line=1)
    if (nul := raw.find(b"\0")) >= 0:
        line = raw.count(b"\n", 0, nul) + 1
        remedy = "a seed is a text file in UTF-8: take this one out of `seeds`, or convert it"
        raise InputError(f"is binary (NUL at byte {nul + 1})", remedy, file=file, line=line)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The codec counts from behind a byte order mark.
        place = error.start + (len(codecs.BOM_UTF8) if raw.startswith(codecs.BOM_UTF8) else 0)
        line = raw.count(b"\n", 0, place) + 1
        column = place - raw.rfind(b"\n", 0, place)
        found = f"is not UTF-8 (byte {column} of the line is 0x{raw[place]:02X})"
        raise InputError(found, "save it as UTF-8", file=file, line=line) from None
    return text.replace("\r\n", "\n")


def _collected(records: list[Record], file: str, config: Config) -> list[Record]:
    """`records` with what the configuration says of their file where they say nothing themselves."""
    matching = [item for item in config.collections if _matches(file.split("/"), item.match.split("/"))]
    venue = next((item.venue for item in matching if item.venue), "")
    year = next((item.year for item in matching if item.year is not None), None)
    if not venue and year is None:
        return records
    return [
        replace(record, venue=record.venue or venue, year=year if record.year is None else record.year)
        for record in records
    ]


def _matches(parts: list[str], pattern: list[str]) -> bool:
    """Whether a path matches a glob: "*" stays within a folder, "**" is any number of folders."""
    if not pattern:
        return not parts
    if pattern[0] == "**":
        return any(_matches(parts[skip:], pattern[1:]) for skip in range(len(parts) + 1))
    return bool(parts) and fnmatchcase(parts[0], pattern[0]) and _matches(parts[1:], pattern[1:])

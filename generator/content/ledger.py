"""LedgerEntry <-> content/ledger.jsonl: one line an id, sorted; lines that git joined are read as one entry."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from generator.content import front_matter
from generator.content.paper import ID, SLUG
from generator.errors import Faults, InputError
from generator.model import LedgerEntry

FILE = "content/ledger.jsonl"
# Bytes of one line without its line feed, so that the ledger of 100,000 papers stays below 60 MB:
# more aliases than fit stand on further lines of the id.
LONGEST_LINE = 599
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
# No file system of today holds a longer name.
_LONGEST_NAME = 255
_MARKS = ("<<<<<<<", "=======", ">>>>>>>", "|||||||")


def write(entries: Iterable[LedgerEntry]) -> bytes:
    """The whole file, sorted by id."""
    return "".join(line for entry in sorted(entries, key=lambda entry: entry.id) for line in _lines(entry)).encode()


def parse(raw: bytes, file: str = FILE) -> tuple[LedgerEntry, ...]:
    """The entries, sorted by id. Lines of one id are joined: earliest first_seen with its place and slug, every
    other slug an alias, all aliases, all hashes. The order of the lines does not matter.

    Raises Faults with a line for every line that cannot be read.
    """
    faults: list[InputError] = []
    lines: dict[str, list[LedgerEntry]] = {}
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = raw.count(b"\n", 0, error.start) + 1
        raise InputError("is not UTF-8", "restore it from git, or delete it", file=file, line=place) from None
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.isspace() or line.startswith(_MARKS):
            continue
        try:
            entry = _entry(json.loads(line))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            remedy = "restore it from git, or delete the file: it is rebuilt from the pages"
            faults.append(InputError("is not a ledger line", remedy, file=file, line=number))
            continue
        lines.setdefault(entry.id, []).append(entry)
    if faults:
        raise Faults(faults)
    return tuple(found[0] if len(found) == 1 else join(found) for _, found in sorted(lines.items()))


def join(entries: Iterable[LedgerEntry]) -> LedgerEntry:
    """Several entries of one id as one, whatever their order."""
    ordered = sorted(entries, key=lambda entry: (entry.first_seen, entry.place, entry.slug, entry.aliases))
    first = ordered[0]
    aliases = sorted({slug for entry in ordered for slug in (*entry.aliases, entry.slug)} - {first.slug})
    hashes: dict[str, set[str]] = {}
    for entry in ordered:
        for field, found in entry.wrote.items():
            hashes.setdefault(field, set()).update(found)
    wrote = MappingProxyType({field: tuple(sorted(found)) for field, found in sorted(hashes.items())})
    return LedgerEntry(first.id, first.slug, first.first_seen, first.place, tuple(aliases), wrote)


def _lines(entry: LedgerEntry) -> list[str]:
    """The entry's line, or lines when its aliases or joined hashes are too many for one."""
    aliases = [*entry.aliases]
    # Of several hashes of a field the first stand on the first line; ingest leaves one as a rule.
    wrote: Mapping[str, object] = {
        field: found[0] if len(found) == 1 else list(found) for field, found in sorted(entry.wrote.items())
    }
    lines: list[str] = []
    while True:
        fitting = len(aliases)
        while True:
            line = _line(entry, aliases[:fitting], wrote)
            # A line without hashes holds one alias at least.
            if len(line) <= LONGEST_LINE or fitting == (not wrote):
                break
            fitting -= 1
        if wrote and len(line) > LONGEST_LINE:
            return lines + _halves(entry, aliases)
        lines.append(line)
        aliases, wrote = aliases[fitting:], {}
        if not aliases:
            return lines


def _halves(entry: LedgerEntry, aliases: list[str]) -> list[str]:
    """Lines of an entry whose hashes alone are too many for one: a line a hash round."""
    rounds = max(len(found) for found in entry.wrote.values())
    lines = []
    for turn in range(rounds):
        part = {field: (found[turn],) for field, found in entry.wrote.items() if turn < len(found)}
        here = tuple(aliases) if turn == 0 else ()
        lines += _lines(LedgerEntry(entry.id, entry.slug, entry.first_seen, entry.place, here, part))
    return lines


def _line(entry: LedgerEntry, aliases: list[str], wrote: Mapping[str, object]) -> str:
    fields: dict[str, object] = {"id": entry.id, "slug": entry.slug}
    if aliases:
        fields["aliases"] = aliases
    fields |= {"first_seen": entry.first_seen, "place": entry.place}
    if wrote:
        fields["wrote"] = wrote
    return front_matter.dumps(fields) + "\n"


def _entry(values: dict[str, object]) -> LedgerEntry:
    """One line; ValueError, TypeError or KeyError when it is none."""
    wrote = {}
    for field, found in values.get("wrote", {}).items():  # type: ignore[attr-defined]
        wrote[field] = (found,) if type(found) is str else tuple(sorted(found))
    id_, slug, first_seen, place = values["id"], values["slug"], values["first_seen"], values.get("place", 0)
    aliases = values.get("aliases", [])
    if not (type(id_) is str and type(first_seen) is str and type(place) is int and type(aliases) is list):
        raise ValueError(id_)
    if not ID.fullmatch(id_) or not _MOMENT.fullmatch(first_seen) or place < 0:
        raise ValueError(id_)
    if not all(type(name) is str and len(name) <= _LONGEST_NAME and SLUG.fullmatch(name) for name in (slug, *aliases)):
        raise ValueError(slug)
    if not all(type(mark) is str for found in wrote.values() for mark in found):
        raise ValueError(wrote)
    return LedgerEntry(id_, slug, first_seen, place, tuple(aliases), MappingProxyType(wrote))  # type: ignore[arg-type]

"""content/ <-> Content: papers, topics, ledger, receipts and decisions; one kind of file a module."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from generator.content import checks, decisions, ledger, paper, receipts, topic
from generator.errors import Faults, IncipitError, InputError, MachineError
from generator.model import Content, LedgerEntry, Notice, Output, Paper, Receipt, Topic

PAPERS = checks.PAPERS
TOPICS = checks.TOPICS
_Kind = TypeVar("_Kind")
_LOST = (
    "is missing and is rebuilt from the pages; what cannot be known: which fields a person changed or deleted, the "
    "addresses of deleted pages, and the order of papers that came together"
)


def read(project: Path, *, lenient: bool = False) -> Content:
    """Everything that content/ of `project` holds.

    Raises Faults with a line for every fault of every file. With `lenient` faulty pages and lines are left out
    and their faults become warnings; `files` names them still, so that nothing is written over them.
    """
    reading = _Reading(project)
    papers = tuple(reading.pages(PAPERS, paper.parse))
    topics = tuple(found for found, _ in reading.pages(TOPICS, _topic(reading)))
    content = Content(
        papers=papers,
        topics=topics,
        ledger=reading.file(ledger.FILE, ledger.parse),
        receipts=reading.file(receipts.FILE, receipts.parse),
        decisions=reading.file(decisions.FILE, decisions.parse),
    )
    content, clashes = checks.joined(content, reading.place)
    faults = [*reading.faults, *clashes]
    if faults and not lenient:
        raise faults[0] if len(faults) == 1 else Faults(faults)
    if ledger.FILE not in reading.files and any(page.id and page.first_seen for page in content.papers):
        reading.notices.append(Notice(ledger.FILE, 0, _LOST))
    warnings = [*reading.notices, *checks.unknown_keys(content.papers, reading.place)]
    warnings += [Notice(fault.file, fault.line, f"left out: {fault.found}", fault.remedy) for fault in faults]
    return replace(content, files=MappingProxyType(reading.files), warnings=tuple(warnings))


def outputs(
    papers: Iterable[Paper],
    entries: Iterable[LedgerEntry],
    found: Iterable[Receipt],
    content: Content | None = None,
) -> list[Output]:
    """The files of record by their paths in the project, in order of path.

    Of what `content` read only that is given out which differs in its facts: a page that a person laid out in
    another way and that says the same stays as it is, byte for byte.
    """
    content = content or Content()
    before = {known.slug: known for known in content.papers if known.slug not in content.stale}
    made = [
        Output(f"{PAPERS}/{new.slug}.md", paper.write(new))
        for new in papers
        if (known := before.get(new.slug)) is None or known != replace(new, place=known.place)
    ]
    made.append(Output(ledger.FILE, ledger.write(entries)))
    made.append(Output(receipts.FILE, receipts.write(found)))
    changed = (
        output for output in made if content.files.get(output.path) != hashlib.sha256(output.content).hexdigest()
    )
    return sorted(changed, key=lambda output: output.path)


def _topic(reading: _Reading) -> Callable[[bytes, str], tuple[Topic, tuple[str, ...]]]:
    """topic.parse that notes unknown keys, which a Topic has no place for."""

    def parse(raw: bytes, file: str) -> tuple[Topic, tuple[str, ...]]:
        found, odd = topic.parse(raw, file)
        for key in odd:
            reading.notices.append(Notice(file, checks.line(raw, key), checks.unknown(key, topic.KEYS)))
        return found, odd

    return parse


class _Reading:
    """Reads files below one project and collects what is wrong with them."""

    def __init__(self, project: Path) -> None:
        self.project = project
        self.root = str(project)
        self.faults: list[IncipitError] = []
        self.notices: list[Notice] = []
        self.files: dict[str, str] = {}

    def pages(self, folder: str, parse: Callable[[bytes, str], _Kind]) -> list[_Kind]:
        """Every Markdown file of `folder`, parsed, in order of name."""
        try:
            with os.scandir(self.project / folder) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            self.faults.append(_unreadable(error, folder))
            return []
        parsed = []
        for entry in found:
            file = f"{folder}/{entry.name}"
            if entry.name.startswith((".", "#")) or entry.name.endswith("~"):
                continue  # an editor's or the desktop's own
            if not entry.name.endswith(".md") or not entry.is_file():
                self.notices.append(Notice(file, 0, "is no page and was not read; pages are files that end in .md"))
                continue
            if entry.is_symlink() and not self.inside(entry.path):
                self.faults.append(InputError("is a link that leaves the project", "copy the file here", file=file))
                continue
            parsed += self.parsed(file, parse)
        return parsed

    def file(self, file: str, parse: Callable[[bytes, str], Sequence[_Kind]]) -> tuple[_Kind, ...]:
        """One file of record; none if it is absent."""
        if not (self.project / file).exists():
            return ()
        if not self.inside(self.project / file):
            self.faults.append(InputError("is a link that leaves the project", "copy the file here", file=file))
            return ()
        return tuple(item for found in self.parsed(file, parse) for item in found)

    def parsed(self, file: str, parse: Callable[[bytes, str], _Kind]) -> list[_Kind]:
        try:
            with open(f"{self.root}/{file}", "rb") as stream:  # noqa: PTH123 - ten thousand paths cost a second
                raw = stream.read()
        except OSError as error:
            self.faults.append(_unreadable(error, file))
            return []
        self.files[file] = hashlib.sha256(raw).hexdigest()
        try:
            return [parse(raw, file)]
        except Faults as faults:
            self.faults += faults.faults
        except InputError as fault:
            self.faults.append(fault)
        return []

    def inside(self, path: str | Path) -> bool:
        return Path(path).resolve().is_relative_to(self.project.resolve())

    def place(self, file: str, key: str) -> int:
        """The line of `key` in a page that was read before; 1 when it has gone since."""
        try:
            return checks.line((self.project / file).read_bytes(), key)
        except OSError:
            return 1


def _unreadable(error: OSError, file: str) -> MachineError:
    return MachineError(f"cannot be read: {error.strerror}", "check that it is readable", file=file)

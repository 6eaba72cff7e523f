"""Receipts -> the page that accounts for every record: read, kept, merged, refused, repaired."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator import links
from generator.model import Entry, Page, Receipt, Shell
from generator.pages._setting import Setting, shell

# A long list is cut here, with a sentence that names the file which holds it all.
_LISTED = 500


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A seed file and what became of its records."""

    file: str
    anchor: str
    read: int
    kept: int
    merged: int
    refused: int
    repaired: int


@dataclass(frozen=True, slots=True)
class RecordRow:
    """One record: where it stands, the paper it is part of (None: none), and why or what was repaired; `differs` are
    the words of the paper's text and what the record has instead; `parted` are the ids by which a person parts them.
    """

    file: str
    record: int
    line: int
    entry: Entry | None
    reason: str = ""
    rules: tuple[tuple[str, int], ...] = ()
    differs: tuple[tuple[str, str], ...] = ()
    parted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SourcesView:
    """Totals by file, then the records that became no paper of their own, then the repairs.

    `more_*` count the rows that a list leaves out.
    """

    shell: Shell
    files: tuple[SourceFile, ...]
    total: SourceFile
    merged: tuple[RecordRow, ...]
    more_merged: int
    refused: tuple[RecordRow, ...]
    more_refused: int
    rules: tuple[tuple[str, int], ...]
    repaired: tuple[RecordRow, ...]
    more_repaired: int


def pages(found: Setting) -> Iterator[Page]:
    """about/sources/."""
    receipts = found.library.receipts
    by_file: dict[str, list[Receipt]] = {}
    for receipt in receipts:
        by_file.setdefault(receipt.file, []).append(receipt)
    merged = [receipt for receipt in receipts if receipt.outcome == "merged"]
    refused = [receipt for receipt in receipts if receipt.outcome == "refused"]
    repaired = [receipt for receipt in receipts if receipt.changes]
    rules = Counter(change.rule for receipt in receipts for change in receipt.changes)
    view = SourcesView(
        shell=shell(found, links.SOURCES, "about"),
        files=tuple(_file(file, f"s{number}", rows) for number, (file, rows) in enumerate(by_file.items(), 1)),
        total=_file("", "", receipts),
        merged=_rows(found, merged),
        more_merged=max(0, len(merged) - _LISTED),
        refused=_rows(found, refused),
        more_refused=max(0, len(refused) - _LISTED),
        rules=tuple(sorted(rules.items(), key=lambda rule: (-rule[1], rule[0]))),
        repaired=_rows(found, repaired),
        more_repaired=max(0, len(repaired) - _LISTED),
    )
    yield Page(links.SOURCES, "sources.html", view)


def _file(file: str, anchor: str, receipts: Sequence[Receipt]) -> SourceFile:
    outcomes = Counter(receipt.outcome for receipt in receipts)
    repaired = sum(1 for receipt in receipts if receipt.changes)
    return SourceFile(file, anchor, len(receipts), outcomes["kept"], outcomes["merged"], outcomes["refused"], repaired)


def _rows(found: Setting, receipts: Sequence[Receipt]) -> tuple[RecordRow, ...]:
    return tuple(
        RecordRow(
            file=receipt.file,
            record=receipt.record,
            line=receipt.line,
            entry=found.entries.get(receipt.id),
            reason=receipt.reason,
            rules=tuple(sorted(Counter(change.rule for change in receipt.changes).items())),
            differs=receipt.differs,
            parted=(receipt.id, receipt.own) if receipt.own else (),
        )
        for receipt in receipts[:_LISTED]
    )

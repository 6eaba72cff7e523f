"""A Report -> lines for a person, or one JSON object for a program; and the exit status."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from generator.model import Notice, Report


def finish(report: Report, options: argparse.Namespace) -> int:
    """Print what a build, an ingest or a publish did; returns the exit status."""
    if options.json:
        print(json.dumps(_object(report), ensure_ascii=False))
    else:
        for notice in report.warnings:
            print(f"warning: {notice_line(notice)}", file=sys.stderr)
        if not options.quiet:
            _print_report(report)
        if options.verbose:
            for stage, seconds in report.seconds.items():
                print(f"  {stage:<10} {seconds:7.2f} s CPU")
    if options.strict and (report.warnings or report.twins or report.conflicts or report.orphans or report.deleted):
        return max(report.status, 1)
    return report.status


def _print_report(report: Report) -> None:
    if report.read or not report.papers:
        print(f"records: {report.read} read, {report.kept} kept, {report.merged} merged, {report.refused} refused")
    print(f"papers:  {report.papers}")
    print(f"files:   {report.written} written, {report.unchanged} unchanged, {report.removed} removed")
    count = len(report.twins) + len(report.conflicts) + len(report.orphans) + len(report.deleted)
    if count:
        print(f"review:  {count} waiting for a person; see `incipit review`")


def waiting(report: Report) -> bool:
    """Whether anything waits for a person."""
    groups = (report.twins, report.conflicts, report.orphans, report.unsorted, report.deleted, report.offered)
    return any(groups)


def print_review(report: Report) -> None:
    """Print what waits for a person, a line each."""
    for twin in report.twins:
        print(f"possible twins ({twin.score:.2f}): {twin.keys[0]} {twin.keys[1]}: {twin.why}")
        if twin.differs:
            print(f"  … {' … '.join(_word_diff(before, after) for before, after in twin.differs)} …")
    for conflict in report.conflicts:
        print(f"conflict: {conflict.id} {conflict.field}\n  hand:   {conflict.hand}\n  source: {conflict.source}")
    if report.conflicts:
        print("  the hand stays; to take the source's words, write them into the page")
    for label, names in (
        ("no source any more", report.orphans),
        ("unsorted", report.unsorted),
        ("deleted by hand, back again", report.deleted),
    ):
        for name in names:
            print(f"{label}: {name}")
    for slug, line in report.offered:
        print(f"title offered: {slug}: {line}")
    if not waiting(report):
        print("nothing waits for a person")


def _word_diff(before: str, after: str) -> str:
    """Words that differ as `git diff --word-diff` marks them."""
    return (f"[-{before}-]" if before else "") + (f"{{+{after}+}}" if after else "")


def place_and(file: str, line: int, message: str) -> str:
    """A message behind its place, as far as that is known."""
    return f"{file}:{line}: {message}" if file and line else f"{file}: {message}" if file else message


def notice_line(notice: Notice) -> str:
    """A notice for a person: place, what was found, what to do."""
    # One line, whatever the file that caused it held.
    message = "; ".join(" ".join(part.split()) for part in (notice.message, notice.remedy) if part)
    return place_and(notice.file, notice.line, message)


def notice_object(notice: Notice) -> dict[str, object]:
    """A notice for JSON."""
    return {name: getattr(notice, name) for name in ("file", "line", "message", "remedy")}


def _object(report: Report) -> dict[str, object]:
    return {
        "records": {"read": report.read, "kept": report.kept, "merged": report.merged, "refused": report.refused},
        "papers": report.papers,
        "files": {"written": report.written, "unchanged": report.unchanged, "removed": report.removed},
        "content": list(report.changed),
        "warnings": [notice_object(notice) for notice in report.warnings],
        "seconds": {stage: round(seconds, 3) for stage, seconds in report.seconds.items()},
    }


def review_object(report: Report) -> dict[str, object]:
    """What waits for a person, for JSON."""
    return {
        "twins": [
            {"ids": list(twin.keys), "score": twin.score, "why": twin.why, "differs": twin.differs}
            for twin in report.twins
        ],
        "conflicts": [
            {"id": conflict.id, "field": conflict.field, "hand": conflict.hand, "source": conflict.source}
            for conflict in report.conflicts
        ],
        "orphans": list(report.orphans),
        "unsorted": list(report.unsorted),
        "deleted": list(report.deleted),
        "titles": [{"slug": slug, "line": line} for slug, line in report.offered],
    }

"""What the last build reported <-> the project's workplace."""

from __future__ import annotations

from pathlib import Path

from generator.store.disk import machine_faults
from generator.store.journal import WORKPLACE

_FILE = "report.json"


def keep_report(project: Path, report: bytes) -> None:
    """Keep the report of a finished build for the next; MachineError when the disk refuses it."""
    place = project / WORKPLACE
    with machine_faults(project, WORKPLACE):
        place.mkdir(exist_ok=True)
        (place / f"{_FILE}.new").write_bytes(report)
        (place / f"{_FILE}.new").replace(place / _FILE)


def kept_report(project: Path) -> bytes:
    """The report that was kept; b"" when there is none that can be read."""
    try:
        return (project / WORKPLACE / _FILE).read_bytes()
    except OSError:
        return b""


def forget_report(project: Path) -> None:
    """Drop the report that was kept."""
    with machine_faults(project, WORKPLACE):
        (project / WORKPLACE / _FILE).unlink(missing_ok=True)

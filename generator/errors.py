"""Faults -> one or two lines a person can act on: place, what was found, what to do."""

from __future__ import annotations

from collections.abc import Sequence


class IncipitError(Exception):
    """A fault that stops a command.

    `file` is relative to the project ("" when no file is at fault), `line` counts from 1 (0 when
    unknown). `status` is the exit status of the command.
    """

    status = 2

    def __init__(self, found: str, remedy: str = "", *, file: str = "", line: int = 0) -> None:
        super().__init__(found)
        self.found = found
        self.remedy = remedy
        self.file = file
        self.line = line

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.file and self.line else f"{self.file}: " if self.file else ""
        # A message is one line, whatever the file that caused it held.
        found = " ".join(self.found.split())
        return f"{place}{found}" + (f"; {' '.join(self.remedy.split())}" if self.remedy else "")

    def __reduce__(self) -> tuple[object, ...]:
        # Errors cross the process pool: rebuild them with their keyword-only fields.
        return (_rebuild, (type(self), self.found, self.remedy, self.file, self.line))


class UsageError(IncipitError):
    """The command line or the configuration is wrong."""

    status = 2


class InputError(IncipitError):
    """A seed, a page, a topic, a template or another input is wrong."""

    status = 3


class MachineError(IncipitError):
    """The machine failed us: disk, permission, port, a foreign file in the way."""

    status = 4


class Faults(IncipitError):
    """Several faults of several files, a line each; the status is that of the gravest."""

    def __init__(self, faults: Sequence[IncipitError]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = tuple(faults)
        self.status = max(fault.status for fault in faults)

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)

    def __reduce__(self) -> tuple[object, ...]:
        return (Faults, (self.faults,))


def _rebuild(kind: type[IncipitError], found: str, remedy: str, file: str, line: int) -> IncipitError:
    return kind(found, remedy, file=file, line=line)

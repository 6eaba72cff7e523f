"""A project -> held by one command at a time, with nothing of a killed one left."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from generator.errors import MachineError
from generator.store.disk import machine_faults
from generator.store.journal import WORKPLACE, recover


@contextmanager
def locked(project: Path, note: Callable[[str], None] | None = None) -> Iterator[None]:
    """Hold the project for this command; first finish what a killed one had journaled, or discard what it had staged.

    `note` is told in one line that the command waits for another one, or that an edit made after the
    kill was kept. Not re-entrant.
    """
    tell = note or (lambda _: None)
    with machine_faults(project, WORKPLACE):
        descriptor = _acquire(project / WORKPLACE, tell)
    try:
        for line in recover(project):
            tell(line)
        yield
    finally:
        os.close(descriptor)


def _acquire(place: Path, tell: Callable[[str], None]) -> int:
    if place.is_symlink():
        raise MachineError("is a link", "replace it by a folder, or delete it", file=WORKPLACE)
    lock = place / "lock"
    waited = False
    while True:
        place.mkdir(exist_ok=True)
        # Git must never see this folder, whatever the project's own ignore file says.
        with suppress(FileExistsError), (place / ".gitignore").open("x", encoding="utf-8", newline="\n") as file:
            file.write("*\n")
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o644)
        try:
            # Record locks are not inherited by forked workers: orphans of a killed command do not hold the project.
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            if not waited:
                tell("waiting for another incipit command in this project")
            waited = True
            fcntl.lockf(descriptor, fcntl.LOCK_EX)
        # `clean` removes the folder while it holds the lock: then this is a lock on nothing.
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(descriptor), os.stat(lock)):
                return descriptor
        os.close(descriptor)

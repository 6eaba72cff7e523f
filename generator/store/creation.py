"""Writes -> a new folder that holds them all, or nothing new."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from generator.model import Write
from generator.store.journal import WORKPLACE, apply


def create(folder: Path, writes: Sequence[Write]) -> None:
    """Write all the files into `folder`, which is absent or empty, or leave it as it was.

    Raises what `apply` raises: MachineError for a permission or a full disk.
    """
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    try:
        apply(folder, writes, [])
    except BaseException:
        _remove_workplace(folder)
        for place in missing:
            with suppress(OSError):
                place.rmdir()
        raise
    _remove_workplace(folder)


def _remove_workplace(folder: Path) -> None:
    shutil.rmtree(folder / WORKPLACE, ignore_errors=True)

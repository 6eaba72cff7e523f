"""Paths of the project -> what stands there: hashes, folders that may be written, faults of the machine."""

from __future__ import annotations

import errno
import hashlib
import os
import posixpath
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from generator.errors import MachineError

FILE_MODE = 0o644
FOLDER_MODE = 0o755

_PERMISSION = "make it writable for the user who runs Incipit"
_REMEDIES = {
    errno.ENOSPC: ("the disk is full", "free some space and run the command again"),
    errno.EDQUOT: ("the disk quota is used up", "free some space and run the command again"),
    errno.EACCES: ("permission denied", _PERMISSION),
    errno.EPERM: ("not permitted", _PERMISSION),
    errno.EROFS: ("the file system is read-only", _PERMISSION),
}


@contextmanager
def machine_faults(project: Path, place: str) -> Iterator[None]:
    """Turn an OSError into a MachineError that names its file, or `place` where the system names none."""
    try:
        yield
    except OSError as error:
        named = str(error.filename) if error.filename else ""
        file = os.path.relpath(named, project) if os.path.isabs(named) else named
        found, remedy = _REMEDIES.get(error.errno or 0, (error.strerror or str(error), "see to it and run again"))
        raise MachineError(found, remedy, file=file or place) from None


def sha256(path: str) -> str:
    """The hexadecimal sha256 of a regular file; "" when there is none or it is a link, never followed."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        return ""
    except OSError as error:
        if error.errno == errno.ELOOP:
            return ""
        raise
    with open(descriptor, "rb", buffering=0) as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return ""
        return hashlib.sha256(file.readall()).hexdigest()


def look(path: str) -> os.stat_result | None:
    """What stands at `path`, links not followed; None when nothing does."""
    try:
        return os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None


def missing_folders(project: Path, paths: Iterable[str]) -> list[str]:
    """The folders that `paths` need and that do not exist, parents first.

    A path that leaves the project, by its name or through a link, a file where a folder is needed and
    a folder that cannot be written are each a MachineError.
    """
    exists: dict[str, bool] = {"": True}
    missing: list[str] = []
    for path in paths:
        if path.startswith("/") or "\0" in path or not {"", ".", ".."}.isdisjoint(path.split("/")):
            raise MachineError(f"`{path}` is no path inside the project", "see to the name that led here")
        folder = posixpath.dirname(path)
        if folder not in exists:
            _visit(project, folder, exists, missing)
    root = str(project)
    for folder, there in exists.items():
        if (
            there
            and not os.access(
                f"{root}/{folder}", os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids
            )
            and folder
        ):
            raise MachineError("the folder cannot be written", _PERMISSION, file=folder)
    return missing


def _visit(project: Path, folder: str, exists: dict[str, bool], missing: list[str]) -> None:
    parent = posixpath.dirname(folder)
    if parent not in exists:
        _visit(project, parent, exists, missing)
    found = look(f"{project}/{folder}") if exists[parent] else None
    exists[folder] = found is not None
    if found is None:
        missing.append(folder)
    elif stat.S_ISLNK(found.st_mode):
        # A link may lead elsewhere in its top folder; a top folder may be a link to another of the project.
        real = (project / folder).resolve()
        bound = project.resolve() if not parent else (project / folder.partition("/")[0]).resolve()
        if bound not in real.parents or not real.is_dir():
            raise MachineError(f"is a link to {real}", "replace the link by a folder", file=folder)
    elif not stat.S_ISDIR(found.st_mode):
        raise MachineError("a file stands where a folder is needed", "move it away", file=folder)

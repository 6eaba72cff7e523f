"""Writes and Removes -> the project's files: staged, journaled, then renamed; all or nothing."""

from __future__ import annotations

import errno
import json
import os
import posixpath
import shutil
import stat
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from generator.errors import Faults, IncipitError, InputError, MachineError
from generator.model import Remove, Write
from generator.store.disk import FILE_MODE, FOLDER_MODE, look, machine_faults, missing_folders, sha256

WORKPLACE = ".incipit"
# `expected` of a file that is Incipit's own: whatever stands there is replaced or removed.
ANY = "*"

# Up to this many files are synced one by one; above, one sync of the system is cheaper.
_ONE_BY_ONE = 32

_Seen = dict[str, tuple[int, int, int, int]]


def apply(project: Path, writes: Sequence[Write], removes: Sequence[Remove]) -> None:
    """Write and remove all the files or none; to be called while the project is `locked`.

    A killed run changes nothing before its journal is on disk and is finished by the next `recover` after
    that. New files and folders are readable for all, whatever the umask; folders left empty are removed.
    Raises InputError when a file no longer has its `expected` hash (a person saved it: their save
    stays), MachineError for a foreign file in the way, a permission or a full disk; nothing has changed then.
    """
    if not writes and not removes:
        return
    with machine_faults(project, WORKPLACE):
        recover(project)
        work = _Work(
            root=str(project),
            writes=[(write.path, write.expected) for write in writes],
            removes=[(remove.path, remove.expected) for remove in removes],
        )
        missing_folders(project, work.paths())
        seen = _check(work)
        try:
            _stage(work, writes, seen)
            _write_journal(work)
        except BaseException:
            _close(work)
            raise
        try:
            _carry_out(project, work, seen)
        except (OSError, IncipitError):
            _undo(work)
            raise
        _finish(work)


def recover(project: Path) -> list[str]:
    """Finish the journal of a killed command, or discard what it had only staged.

    Returns a line for each file that a person changed since the kill: it stays as they saved it.
    """
    stage = f"{project}/{WORKPLACE}"
    with machine_faults(project, WORKPLACE):
        try:
            with open(f"{stage}/journal.json", "rb") as file:
                raw = file.read()
        except FileNotFoundError:
            _close(_Work(str(project), [], []))
            return []
        work = _read_journal(project, raw)
        kept = _carry_out(project, work, None)
        _finish(work)
    return [f"{path}: changed after a command was killed; your version stays" for path in kept]


@dataclass(slots=True)
class _Work:
    """What one journal says: paths with what must stand there. `done` are the undoings of this run."""

    root: str
    writes: list[tuple[str, str | None]]
    removes: list[tuple[str, str]]
    done: list[tuple[str, int]] = field(default_factory=list)
    made: list[str] = field(default_factory=list)

    def paths(self) -> Iterable[str]:
        yield from (path for path, _ in self.writes)
        yield from (path for path, _ in self.removes)

    def at(self, path: str) -> str:
        return f"{self.root}/{path}"

    def staged(self, name: str) -> str:
        return f"{self.root}/{WORKPLACE}/stage/{name}"


def _check(work: _Work) -> _Seen:
    """Compare every target with what is expected there; the status of those that were read is remembered."""
    seen: _Seen = {}
    targets = [*work.writes, *(remove for remove in work.removes if look(work.at(remove[0])) is not None)]
    faults = [fault for path, expected in targets if (fault := _fault(work, path, expected, seen))]
    if faults:
        raise faults[0] if len(faults) == 1 else Faults(faults)
    return seen


def _fault(work: _Work, path: str, expected: str | None, seen: _Seen) -> IncipitError | None:
    found = look(work.at(path))
    if expected is None:
        if found is None:
            return None
        return MachineError("is in the way: Incipit did not write it", "move it away, then run again", file=path)
    if expected == ANY:
        if found is None or not stat.S_ISDIR(found.st_mode):
            return None
        return MachineError("a folder stands where a file is needed", "move it away", file=path)
    if found is not None and sha256(work.at(path)) == expected:
        seen[path] = _signature(found)
        return None
    what = "was removed" if found is None else "is a link" if stat.S_ISLNK(found.st_mode) else "was changed"
    return InputError(f"{what} while the command ran; it stays so, nothing was written", "run it again", file=path)


def _signature(found: os.stat_result) -> tuple[int, int, int, int]:
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _stage(work: _Work, writes: Sequence[Write], seen: _Seen) -> None:
    os.makedirs(work.staged(""), 0o700)
    each = len(writes) <= _ONE_BY_ONE
    for number, write in enumerate(writes):
        name = work.staged(f"w{number}")
        descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
        try:
            rest = memoryview(write.content)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            # A person's file keeps what its mode allows beyond ours (a group that may write, for example).
            more = os.lstat(work.at(write.path)).st_mode & 0o777 if write.path in seen else 0
            os.fchmod(descriptor, FILE_MODE | more)
            if each:
                os.fsync(descriptor)
        finally:
            os.close(descriptor)
    if not each:
        os.sync()


def _write_journal(work: _Work) -> None:
    raw = json.dumps({"version": 1, "writes": work.writes, "removes": work.removes}).encode()
    place = work.at(WORKPLACE)
    descriptor = os.open(f"{place}/journal.new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, FILE_MODE)
    with open(descriptor, "wb") as file:
        file.write(raw)
        file.flush()
        os.fsync(descriptor)
    _sync_folder(work.staged(""))
    os.replace(f"{place}/journal.new", f"{place}/journal.json")
    _sync_folder(place)


def _read_journal(project: Path, raw: bytes) -> _Work:
    try:
        found = json.loads(raw)
        work = _Work(
            str(project),
            [(str(path), None if expected is None else str(expected)) for path, expected in found["writes"]],
            [(str(path), str(expected)) for path, expected in found["removes"]],
        )
        os.stat(work.staged(""))
    except (ValueError, KeyError, TypeError, FileNotFoundError):
        raise MachineError(
            "is damaged", f"delete the folder {WORKPLACE} and build again", file=f"{WORKPLACE}/journal.json"
        ) from None
    return work


def _carry_out(project: Path, work: _Work, seen: _Seen | None) -> list[str]:
    """Do what the journal says. `seen` None: for a killed command, whose steps are partly done.

    Then files that changed since are left and returned; otherwise a change stops the work.
    """
    kept: list[str] = []
    missing_folders(project, (path for path, _ in work.removes))
    for folder in missing_folders(project, (path for path, _ in work.writes)):
        os.mkdir(work.at(folder), FOLDER_MODE)
        work.made.append(folder)
        os.chmod(work.at(folder), FOLDER_MODE)
    for number, (path, expected) in enumerate(work.writes):
        staged = work.staged(f"w{number}")
        if seen is None and look(staged) is None:
            continue
        if _may_replace(work, path, expected, seen, kept):
            target = work.at(path)
            kind = "replaced" if _keep(target, work.staged(f"o{number}")) else "new"
            _move(staged, target)
            work.done.append((kind, number))
    for number, (path, removed) in enumerate(work.removes):
        if look(work.at(path)) is not None and _may_replace(work, path, removed, seen, kept):
            _move(work.at(path), work.staged(f"r{number}"))
            work.done.append(("removed", number))
    return kept


def _may_replace(work: _Work, path: str, expected: str | None, seen: _Seen | None, kept: list[str]) -> bool:
    found = look(work.at(path))
    if expected == ANY or (expected is None and found is None):
        return True
    if expected is not None and found is not None:
        if seen is not None and seen.get(path) == _signature(found):
            return True
        if sha256(work.at(path)) == expected:
            return True
    if seen is None:
        kept.append(path)
        return False
    raise _fault(work, path, expected, {}) or InputError("was changed while the command ran", "run it again", file=path)


def _keep(path: str, copy: str) -> bool:
    """Give the file at `path` a second name, so that it can come back; False when there is none."""
    try:
        os.link(path, copy, follow_symlinks=False)
    except FileNotFoundError:
        return False
    except FileExistsError:
        return True  # kept by the run that was killed
    except OSError:
        if look(path) is None:
            return False
        shutil.copy2(path, copy, follow_symlinks=False)
    return True


def _move(source: str, target: str) -> None:
    try:
        os.replace(source, target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        # The output folder is another file system: bring the file there first, then rename it.
        near = posixpath.join(posixpath.dirname(target), f".incipit-{posixpath.basename(source)}")
        shutil.copy2(source, near, follow_symlinks=False)
        os.replace(near, target)
        os.unlink(source)


def _undo(work: _Work) -> None:
    """Take back what `_carry_out` did. A kill in the middle is no harm: the stage is whole again step by step."""
    for kind, number in reversed(work.done):
        if kind == "removed":
            _move(work.staged(f"r{number}"), work.at(work.removes[number][0]))
            continue
        target, staged = work.at(work.writes[number][0]), work.staged(f"w{number}")
        if kind == "replaced":
            _keep(target, staged)
            _move(work.staged(f"o{number}"), target)
        else:
            _move(target, staged)
    for folder in reversed(work.made):
        with suppress(OSError):
            os.rmdir(work.at(folder))
    _close(work)


def _finish(work: _Work) -> None:
    for folder in sorted({posixpath.dirname(path) for path, _ in work.removes}, reverse=True):
        _remove_empty(work, folder)
    # The last folders are enough of many: syncing one brings along what a journaling file system did before it.
    for folder in sorted({posixpath.dirname(path) for path in work.paths()})[-_ONE_BY_ONE:]:
        with suppress(FileNotFoundError):
            _sync_folder(work.at(folder))
    _close(work)


def _remove_empty(work: _Work, folder: str) -> None:
    """Remove `folder` and its parents while they are empty; a top folder of the project stays."""
    while "/" in folder:
        try:
            os.rmdir(work.at(folder))
        except FileNotFoundError:
            pass
        except OSError:
            return
        folder = posixpath.dirname(folder)


def _close(work: _Work) -> None:
    """The journal goes first: a stage without one is discarded, a journal without its stage would be half a truth."""
    for name in ("journal.json", "journal.new"):
        with suppress(FileNotFoundError):
            os.unlink(f"{work.root}/{WORKPLACE}/{name}")
    with suppress(FileNotFoundError):
        shutil.rmtree(work.staged(""))


def _sync_folder(path: str) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

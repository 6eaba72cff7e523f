"""Outputs -> what to write and remove in the output folder, by its `.incipit-files` and the disk."""

from __future__ import annotations

import hashlib
import os
import posixpath
import shutil
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from generator.errors import Faults, IncipitError, InputError, MachineError
from generator.model import Output, Remove, Write
from generator.store.disk import look, machine_faults, sha256
from generator.store.journal import ANY, WORKPLACE, apply

MANIFEST = ".incipit-files"
# Stands while the site was built with --lenient, which deploy refuses.
LENIENT = f"{WORKPLACE}/lenient"

_IGNORE = Output(".gitignore", b"*\n!.gitignore\n")
_SHOWN = 10
_FIELDS = 3

_Manifest = dict[str, tuple[str, int]]


def site_changes(
    project: Path, output: str, outputs: Sequence[Output], *, lenient: bool = False
) -> tuple[list[Write], list[Remove], int]:
    """What makes the folder `output` hold exactly `outputs` beside a person's own files, and how many stand already.

    A file is known to be unchanged by its line in `.incipit-files`, its size and a time of last change before that
    of `.incipit-files`; otherwise it is read. Pages come after what they load, `.incipit-files` last.
    Raises MachineError for a file in the way that Incipit did not write, InputError for two outputs of one path.
    """
    site = f"{project}/{output}"
    with machine_faults(project, output):
        listed, stamp = _read(site)
        disk, folders = _walk(site)
        listed[_IGNORE.path] = listed.get(_IGNORE.path, ("", 0))
        found = sorted((*outputs, _IGNORE), key=lambda out: out.path)
        _refuse_foreign(site, output, found, (listed, disk, folders))
        writes: list[Write] = []
        lines: list[str] = []
        for out in found:
            digest, size = hashlib.sha256(out.content).hexdigest(), len(out.content)
            lines.append(f"{digest} {size} {out.path}\n")
            there = disk.get(out.path)
            same = there is not None and there.st_size == size and listed.get(out.path, (digest,))[0] in (digest, "")
            if same and there is not None and _holds(site, out.path, digest, there, stamp if out.path in listed else 0):
                continue
            writes.append(Write(f"{output}/{out.path}", out.content, ANY if there is not None else None))
    wanted = {out.path for out in found}
    removes = [Remove(f"{output}/{path}", ANY) for path in sorted(listed) if path in disk and path not in wanted]
    unchanged = len(outputs) - sum(1 for write in writes if write.path != f"{output}/{_IGNORE.path}")
    writes.sort(key=lambda write: (write.path.endswith(".html"), write.path))
    text = "".join(lines).encode()
    if writes or removes or disk.get(MANIFEST) is None or sha256(f"{site}/{MANIFEST}") != _hash(text):
        writes.append(Write(f"{output}/{MANIFEST}", text, ANY if MANIFEST in disk else None))
    marked = look(f"{project}/{LENIENT}") is not None
    if lenient and not marked:
        writes.append(Write(LENIENT, b"", None))
    elif marked and not lenient:
        removes.append(Remove(LENIENT, ANY))
    return writes, removes, unchanged


def manifest(project: Path, output: str) -> dict[str, tuple[str, int]]:
    """What Incipit wrote into the folder `output`: path -> sha256 and size; empty when there is no site."""
    with machine_faults(project, output):
        return _read(f"{project}/{output}")[0]


def altered(project: Path, output: str) -> list[str]:
    """The files of the site that are gone or no longer as Incipit wrote them, by their paths in the site.

    Without `.incipit-files` nothing is known of the site: then that file is the one that is gone.
    """
    site = f"{project}/{output}"
    with machine_faults(project, output):
        listed, stamp = _read(site)
        if not listed:
            return [MANIFEST]
        disk, _ = _walk(site)
        return [
            path
            for path, (digest, size) in sorted(listed.items())
            if (there := disk.get(path)) is None
            or there.st_size != size
            or not _holds(site, path, digest, there, stamp)
        ]


def clean(project: Path, output: str) -> tuple[int, list[str]]:
    """Remove the cache and what Incipit wrote into the folder `output`; to be called while the project is `locked`.

    Returns how many files of the site were removed, and the project paths of those that a person edited: they stay.
    """
    site = f"{project}/{output}"
    with machine_faults(project, output):
        listed, _ = _read(site)
        disk, _ = _walk(site)
    # In a repository the ignore file is a committed file of the project.
    if any((folder / ".git").exists() for folder in (project, *project.parents)):
        listed.pop(_IGNORE.path, None)
    with machine_faults(project, output):
        there = [path for path in sorted(listed) if path in disk]
        whole = [path for path in there if sha256(f"{site}/{path}") == listed[path][0]]
    removes = [Remove(f"{output}/{path}", listed[path][0]) for path in whole]
    if MANIFEST in disk:
        removes.append(Remove(f"{output}/{MANIFEST}", ANY))
    apply(project, [], removes)
    with suppress(OSError):
        (project / output).rmdir()
    with machine_faults(project, WORKPLACE):
        shutil.rmtree(project / WORKPLACE)
    return len(whole), [f"{output}/{path}" for path in sorted(set(there) - set(whole))]


def _read(site: str) -> tuple[_Manifest, int]:
    """`.incipit-files` and its time of last change; lines that are none are left out: what they named is foreign."""
    try:
        with open(f"{site}/{MANIFEST}", encoding="utf-8", errors="replace", newline="\n") as file:
            found = (line.rstrip("\n").split(" ", 2) for line in file)
            listed = {
                parts[2]: (parts[0], int(parts[1])) for parts in found if len(parts) == _FIELDS and parts[1].isdigit()
            }
            return listed, os.fstat(file.fileno()).st_ctime_ns
    except (FileNotFoundError, NotADirectoryError):
        return {}, 0


def _walk(site: str) -> tuple[dict[str, os.stat_result], set[str]]:
    """Everything below the output folder that is no folder, links not followed, and the folders."""
    disk: dict[str, os.stat_result] = {}
    folders: set[str] = set()
    waiting = [""]
    while waiting:
        below = waiting.pop()
        with suppress(FileNotFoundError), os.scandir(f"{site}/{below}") as entries:
            for entry in entries:
                path = below + entry.name
                if entry.is_dir(follow_symlinks=False):
                    folders.add(path)
                    waiting.append(path + "/")
                else:
                    disk[path] = entry.stat(follow_symlinks=False)
    return disk, folders


def _holds(site: str, path: str, digest: str, there: os.stat_result, stamp: int) -> bool:
    """Whether the file has these bytes. A change in the very tick of `.incipit-files` could be one after it."""
    if not stat.S_ISREG(there.st_mode):
        return False
    return there.st_ctime_ns < stamp or sha256(f"{site}/{path}") == digest


def _refuse_foreign(
    site: str, output: str, outputs: Sequence[Output], known: tuple[_Manifest, dict[str, os.stat_result], set[str]]
) -> None:
    listed, disk, folders = known
    faults: list[IncipitError] = []
    paths = {out.path for out in outputs}
    parents = {parent for path in paths for parent in _parents(path)}
    if len(paths) < len(outputs) or MANIFEST in paths or parents & paths:
        seen = {MANIFEST, *parents}
        for out in outputs:
            if out.path in seen:
                raise InputError("two pages want this path", "rename one of them", file=f"{output}/{out.path}")
            seen.add(out.path)
    for path in sorted((parents & disk.keys()) | (paths & folders)):
        what = "a folder stands where a file is needed" if path in folders else "is no folder, but one is needed here"
        faults.append(MachineError(what, "move it away", file=f"{output}/{path}"))
    for out in outputs:
        there = disk.get(out.path)
        if there is None or out.path in listed:
            continue
        size = len(out.content)
        if there.st_size != size or not _holds(site, out.path, _hash(out.content), there, 0):
            faults.append(
                MachineError("is in the way: Incipit did not write it", "move it away", file=f"{output}/{out.path}")
            )
    if len(faults) > _SHOWN:
        more = MachineError(f"{len(faults) - _SHOWN} more files are in the way", "move them away", file=output)
        faults = [*faults[:_SHOWN], more]
    if faults:
        raise faults[0] if len(faults) == 1 else Faults(faults)


def _parents(path: str) -> list[str]:
    found = []
    while path := posixpath.dirname(path):
        found.append(path)
    return found


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()

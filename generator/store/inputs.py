"""The inputs of a build -> whether anything changed since, by size, time and inode; no file is opened."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path

from generator.model import Remove, Write
from generator.store.disk import machine_faults
from generator.store.journal import WORKPLACE

Snapshot = dict[str, tuple[int, int, int]]

_FILE = "inputs.json"
_TEMPORARY = ("~", ".swp", ".swo", ".swx", ".tmp", ".part", "___jb_tmp___", "___jb_old___")


def snapshot(roots: Sequence[Path], apart: Sequence[Path] = ()) -> Snapshot:
    """Size, time of change in ns and inode of every file below `roots` (files or folders), by path.

    Links are followed, each folder once, so a loop ends. Hidden files, editors' temporary files and
    everything below `apart` do not count.
    """
    found: Snapshot = {}
    visited = {(status.st_dev, status.st_ino) for path in apart if (status := _status(str(path)))}
    for root in roots:
        status = _status(str(root))
        if status and stat.S_ISDIR(status.st_mode):
            _walk(str(root), status, visited, found)
        elif status:
            found[str(root)] = (status.st_size, status.st_mtime_ns, status.st_ino)
    return found


def settled(project: Path, seen: Snapshot, writes: Sequence[Write], removes: Sequence[Remove]) -> Snapshot:
    """The snapshot `seen` before a build, brought up to what the build itself wrote and removed.

    An edit that a person made meanwhile is not in it, so the next build notices it.
    """
    after = dict(seen)
    for path in (*(write.path for write in writes), *(remove.path for remove in removes)):
        name = str(project / path)
        status = _status(name)
        if status:
            after[name] = (status.st_size, status.st_mtime_ns, status.st_ino)
        else:
            after.pop(name, None)
    return after


def remember(project: Path, roots: Sequence[Path], seen: Mapping[str, tuple[int, int, int]], key: str = "") -> None:
    """Note that the site stands for the inputs `seen` below `roots`; `key` names what made it (program, options)."""
    named = [os.path.relpath(root, project) for root in roots]
    value = {"key": key, "roots": named, "seen": _inside(project, seen)}
    place = project / WORKPLACE
    with machine_faults(project, WORKPLACE):
        place.mkdir(exist_ok=True)
        (place / f"{_FILE}.new").write_text(json.dumps(value), encoding="utf-8")
        (place / f"{_FILE}.new").replace(place / _FILE)


def unchanged(project: Path, key: str | None = None, seen: Snapshot | None = None) -> bool:
    """Whether the inputs are those that `remember` noted, and made by the same `key` where one is given.

    `seen` is a snapshot of them that was just taken; without it one is taken here.
    """
    try:
        value = json.loads((project / WORKPLACE / _FILE).read_bytes())
        before = {path: tuple(status) for path, status in value["seen"].items()}
        roots = [os.path.normpath(project / root) for root in value["roots"]]
        known = value["key"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False
    if key is not None and key != known:
        return False
    return before == _inside(project, snapshot([Path(root) for root in roots]) if seen is None else seen)


def _inside(project: Path, seen: Mapping[str, tuple[int, int, int]]) -> Snapshot:
    """`seen` by paths relative to the project, so that it may be moved; os.path.relpath takes ten times as long."""
    start = f"{project}/"
    return {path.removeprefix(start): status for path, status in seen.items()}


def _status(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)
    except OSError:
        return None


def _walk(folder: str, status: os.stat_result, visited: set[tuple[int, int]], found: Snapshot) -> None:
    waiting = [(folder, status)]
    while waiting:
        folder, status = waiting.pop()
        if (status.st_dev, status.st_ino) in visited:
            continue
        visited.add((status.st_dev, status.st_ino))
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            if entry.name.startswith((".", "#")) or entry.name.endswith(_TEMPORARY) or entry.name == "4913":
                continue
            try:
                status = entry.stat()
            except OSError:
                continue
            if stat.S_ISDIR(status.st_mode):
                waiting.append((entry.path, status))
            elif stat.S_ISREG(status.st_mode):
                found[entry.path] = (status.st_size, status.st_mtime_ns, status.st_ino)

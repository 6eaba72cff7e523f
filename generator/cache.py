"""Keys -> results of expensive steps, kept in one file; deleting it changes nothing but time."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

_FILE = ".incipit/cache.sqlite"
# Raised when the layout below changes.
_LAYOUT = "1"
# An entry that was not asked for in so many runs that added something is dropped …
_RUNS = 8
# … and above this size every one that this run and the one before did not ask for.
_LIMIT = 256 * 1024 * 1024
_BATCH = 500

_SCHEMA = """
CREATE TABLE entry (kind TEXT, key TEXT, value BLOB, used INTEGER, UNIQUE (kind, key));
CREATE TABLE state (version TEXT, run INTEGER);
"""


def open_cache(project: Path, version: str) -> Cache:
    """The project's cache for results made by `version` of the program.

    Another version's entries are cleared and a file that is no such cache is thrown away. A cache that
    cannot be written (read-only folder, full disk, held by another program) is an empty one; nothing is raised.
    """
    return Cache(project / _FILE, f"{_LAYOUT}:{version}")


class Cache:
    """One open cache. Every failure of its file means "not there": the caller computes again."""

    def __init__(self, file: Path, version: str) -> None:
        self._file = file
        self._version = version
        self._run = 0
        self._added = False
        self._base: sqlite3.Connection | None = None
        self._open()

    def __enter__(self) -> Cache:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def get(self, kind: str, keys: Sequence[str]) -> dict[str, bytes]:
        """The values of those `keys` that are there."""
        found: dict[str, bytes] = {}
        if self._base is None:
            return found
        stale: list[int] = []
        try:
            for start in range(0, len(keys), _BATCH):
                part = keys[start : start + _BATCH]
                marks = ",".join("?" * len(part))
                query = f"SELECT key, value, used, rowid FROM entry WHERE kind = ? AND key IN ({marks})"  # noqa: S608
                for key, value, used, row in self._base.execute(query, (kind, *part)):
                    if _sum(kind, key, value[4:]) != value[:4]:
                        raise sqlite3.DatabaseError("an entry is damaged")
                    found[key] = value[4:]
                    if used < self._run - _RUNS // 2:
                        stale.append(row)
            if stale:
                with self._base:
                    self._base.executemany(
                        "UPDATE entry SET used = ? WHERE rowid = ?", [(self._run, row) for row in stale]
                    )
        except (sqlite3.Error, TypeError) as error:
            self._fail(error)
            return {}
        return found

    def put(self, kind: str, entries: Mapping[str, bytes]) -> None:
        """Keep `entries`; one that is there is replaced."""
        if self._base is None or not entries:
            return
        rows = [(kind, key, _sum(kind, key, value) + value, self._run) for key, value in entries.items()]
        try:
            with self._base:
                self._base.executemany("INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?)", rows)
        except sqlite3.Error as error:
            self._fail(error)
        self._added = True

    def close(self) -> None:
        """Drop what was not asked for in the last runs, and close the file."""
        if self._base is not None and self._added:
            try:
                with self._base:
                    self._base.execute("UPDATE state SET run = ?", (self._run,))
                    self._base.execute("DELETE FROM entry WHERE used < ?", (self._run - _RUNS,))
                if self._size(self._base) > _LIMIT:
                    with self._base:
                        self._base.execute("DELETE FROM entry WHERE used < ?", (self._run - 1,))
                    self._base.execute("VACUUM")
            except sqlite3.Error as error:
                self._fail(error)
        if self._base is not None:
            self._base.close()
            self._base = None

    def _size(self, base: sqlite3.Connection) -> int:
        pages, free, size = (
            base.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
        )
        return (int(pages) - int(free)) * int(size)

    def _open(self) -> None:
        for _ in range(2):
            try:
                self._base = sqlite3.connect(self._file, timeout=2)
                # Safe against a kill and a power cut, and without a sync for each batch.
                self._base.execute("PRAGMA journal_mode = WAL")
                self._base.execute("PRAGMA synchronous = NORMAL")
                if not self._base.execute("SELECT 1 FROM sqlite_master").fetchone():
                    self._base.executescript(_SCHEMA)
                    with self._base:
                        self._base.execute("INSERT INTO state VALUES (?, 0)", (self._version,))
                version, run = self._base.execute("SELECT version, run FROM state").fetchone() or ("", 0)
                if version == self._version:
                    self._run = int(run) + 1
                    return
                raise sqlite3.DatabaseError("made by another version")
            except (sqlite3.Error, TypeError, ValueError) as error:
                self._fail(error)

    def _fail(self, error: Exception) -> None:
        """Go on without the cache; a damaged or foreign file is thrown away, a busy or full one only left alone."""
        if self._base is not None:
            with suppress(sqlite3.Error):
                self._base.close()
            self._base = None
        if not isinstance(error, sqlite3.OperationalError) or "no such" in str(error):
            for tail in ("", "-wal", "-shm", "-journal"):
                with suppress(OSError):
                    Path(f"{self._file}{tail}").unlink()


def _sum(kind: str, key: str, value: bytes) -> bytes:
    return zlib.crc32(value, zlib.crc32(f"{kind}\0{key}".encode())).to_bytes(4, "big")

"""The cache saves time and changes nothing else, whatever happens to its file."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from generator import cache
from generator.cache import open_cache


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / ".incipit").mkdir()
    return tmp_path


def file(project: Path) -> Path:
    return project / ".incipit" / "cache.sqlite"


def test_what_was_put_is_there_in_the_next_run(project: Path) -> None:
    entries = {f"k{number}": bytes([number % 256]) * number for number in range(1200)}
    with open_cache(project, "v1") as opened:
        opened.put("page", entries)
        opened.put("page", {"k1": b"again"})
        opened.put("other", {"k2": b"2"})
    with open_cache(project, "v1") as opened:
        assert opened.get("page", [*entries, "unknown"]) == {**entries, "k1": b"again"}
        assert opened.get("other", ["k1", "k2"]) == {"k2": b"2"}
        assert opened.get("page", []) == {}
    assert [path.name for path in (project / ".incipit").iterdir()] == ["cache.sqlite"]


def test_another_version_starts_empty(project: Path) -> None:
    with open_cache(project, "v1") as opened:
        opened.put("page", {"k": b"old"})
    with open_cache(project, "v2") as opened:
        assert opened.get("page", ["k"]) == {}
        opened.put("page", {"k": b"new"})
    with open_cache(project, "v2") as opened:
        assert opened.get("page", ["k"]) == {"k": b"new"}
    with open_cache(project, "v1") as opened:
        assert opened.get("page", ["k"]) == {}


@pytest.mark.parametrize(
    "raw", [b"", b"no database", b"SQLite format 3\0" + bytes(5000)], ids=["empty", "text", "torn"]
)
def test_a_file_that_is_no_cache_is_thrown_away(project: Path, raw: bytes) -> None:
    file(project).write_bytes(raw)
    with open_cache(project, "v1") as opened:
        opened.put("page", {"k": b"v"})
    with open_cache(project, "v1") as opened:
        assert opened.get("page", ["k"]) == {"k": b"v"}


def test_a_foreign_database_is_thrown_away(project: Path) -> None:
    with sqlite3.connect(file(project)) as foreign:
        foreign.execute("CREATE TABLE entry (x)")
    foreign.close()
    with open_cache(project, "v1") as opened:
        opened.put("page", {"k": b"v"})
        assert opened.get("page", ["k"]) == {"k": b"v"}


def test_a_damaged_byte_anywhere_never_gives_another_value(project: Path) -> None:
    entries = {f"key{number}": f"value {number} ".encode() * 40 for number in range(60)}
    with open_cache(project, "v1") as opened:
        opened.put("page", entries)
    whole = file(project).read_bytes()
    for place in range(7, len(whole), max(1, len(whole) // 60)):
        file(project).write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        with open_cache(project, "v1") as opened:
            found = opened.get("page", list(entries))
            assert found.items() <= entries.items(), place
            opened.put("page", {"new": b"n"})
            found = opened.get("page", [*entries, "new"])
            assert found.items() <= {**entries, "new": b"n"}.items(), place


def test_a_cut_file_never_gives_another_value(project: Path) -> None:
    entries = {f"key{number}": f"value {number} ".encode() * 40 for number in range(60)}
    with open_cache(project, "v1") as opened:
        opened.put("page", entries)
    whole = file(project).read_bytes()
    for length in range(0, len(whole), len(whole) // 20):
        file(project).write_bytes(whole[:length])
        with open_cache(project, "v1") as opened:
            assert opened.get("page", list(entries)).items() <= entries.items()


def test_a_kill_while_putting_loses_that_batch_at_most(project: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path; from generator.cache import open_cache\n"
        "opened = open_cache(Path(sys.argv[1]), 'v1')\n"
        "opened.put('page', {'first': b'1'})\n"
        "opened._base.execute('BEGIN'); opened._base.execute(\"INSERT INTO entry VALUES ('page', 'half', x'00', 1)\")\n"
        "os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", script, project], check=False)
    with open_cache(project, "v1") as opened:
        assert opened.get("page", ["first", "half"]) == {"first": b"1"}


def test_where_nothing_can_be_kept_the_cache_is_empty_and_silent(tmp_path: Path) -> None:
    for place in (tmp_path / "missing", tmp_path / "folder"):
        if place.name == "folder":
            file(place).mkdir(parents=True)
        with open_cache(place, "v1") as opened:
            opened.put("page", {"k": b"v"})
            assert opened.get("page", ["k"]) == {}


def test_a_busy_cache_is_left_alone(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_cache(project, "v1") as opened:
        opened.put("page", {"k": b"v"})
    other = sqlite3.connect(file(project), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with open_cache(project, "v1") as opened:
        assert opened._base is not None
        opened._base.execute("PRAGMA busy_timeout = 10")
        opened.put("page", {"k2": b"v2"})
    other.execute("ROLLBACK")
    other.close()
    with open_cache(project, "v1") as opened:
        assert opened.get("page", ["k", "k2"]) == {"k": b"v"}


def test_what_no_run_asks_for_is_dropped_and_what_is_asked_for_stays(project: Path) -> None:
    with open_cache(project, "v1") as opened:
        opened.put("page", {"asked": b"1", "forgotten": b"2"})
    for number in range(20):
        with open_cache(project, "v1") as opened:
            assert opened.get("page", ["asked"]) == {"asked": b"1"}
            opened.put("page", {f"edit{number}": b"x"})
    with open_cache(project, "v1") as opened:
        found = opened.get("page", ["asked", "forgotten", *(f"edit{number}" for number in range(20))])
    assert "asked" in found
    assert "forgotten" not in found
    assert "edit19" in found
    assert len(found) < 12


def test_runs_that_add_nothing_age_nothing(project: Path) -> None:
    with open_cache(project, "v1") as opened:
        opened.put("page", {"k": b"1"})
    for _ in range(30):
        with open_cache(project, "v1") as opened:
            opened.get("page", ["other"])
    with open_cache(project, "v1") as opened:
        assert opened.get("page", ["k"]) == {"k": b"1"}


def test_above_its_limit_only_the_last_runs_remain(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_LIMIT", 200_000)
    noise = b"".join(zlib.crc32(bytes([number])).to_bytes(4, "big") for number in range(250)) * 50
    for number in range(12):
        with open_cache(project, "v1") as opened:
            opened.put("page", {f"{number}": noise})
    assert file(project).stat().st_size < 400_000
    with open_cache(project, "v1") as opened:
        assert "11" in opened.get("page", ["11"])

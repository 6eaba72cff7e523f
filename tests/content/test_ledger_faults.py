"""Ledger lines that no ingest wrote: each is one fault with its line; whatever is written ends."""

from __future__ import annotations

import json

import pytest

from generator.content import ledger
from generator.errors import Faults
from generator.model import LedgerEntry

_SOUND = {"id": "7k3qz2abcd", "slug": "rivers", "first_seen": "2026-11-30T20:15:04Z", "place": 1}


@pytest.mark.parametrize(
    "odd",
    [
        {"aliases": "abc"},
        {"aliases": [3]},
        {"aliases": ["Not a slug"]},
        {"aliases": ["a" * 700]},
        {"slug": "b" * 256},
        {"first_seen": "yesterday"},
        {"first_seen": ""},
        {"place": -1},
        {"place": "1"},
        {"place": True},
        {"wrote": ["title"]},
        {"wrote": {"title": 5}},
        {"wrote": {"title": [5]}},
    ],
)
def test_a_faulty_line_is_one_fault_with_its_place(odd: dict[str, object]) -> None:
    raw = "".join(json.dumps(line) + "\n" for line in (_SOUND, _SOUND | odd, _SOUND)).encode()
    with pytest.raises(Faults) as caught:
        ledger.parse(raw)
    assert [(fault.file, fault.line) for fault in caught.value.faults] == [("content/ledger.jsonl", 2)]


def test_deep_nesting_is_one_fault() -> None:
    with pytest.raises(Faults, match=r"ledger\.jsonl:1: .*restore it"):
        ledger.parse(b"[" * 200_000)


def test_an_alias_longer_than_a_line_is_written_once() -> None:
    entry = LedgerEntry("7k3qz2abcd", "rivers", "2026-11-30T20:15:04Z", 1, ("a" * 700, "brooks"))
    lines = [json.loads(line) for line in ledger.write([entry]).splitlines()]
    assert [alias for line in lines for alias in line.get("aliases", ())] == ["a" * 700, "brooks"]

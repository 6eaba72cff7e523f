"""Seeds broken at random: an error with a place, or records that account for every letter; never a traceback."""

import random

import pytest

from generator.config import load
from generator.errors import IncipitError
from generator.formats import read

TRIES = 400
SCRAPS = [
    b"\x00",
    b"\xff\xfe",
    b"\r\n",
    b"\r",
    b"\n\n",
    b"---\n",
    b"Title: ",
    b"Abstract:",
    b"\xc3",
    b"{",
    b'{"title":',
    b"\xef\xbb\xbf",
    b"$",
    b"\\",
]


def spoil(raw, chance):
    """A few bytes cut, put in, doubled or changed."""
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(raw) + 1)
        until = min(len(raw), at + chance.choice((1, 2, 40, 4000)))
        choice = chance.randrange(4)
        if choice == 0:
            raw = raw[:at] + raw[until:]
        elif choice == 1:
            raw = raw[:at] + chance.choice(SCRAPS) + raw[at:]
        elif choice == 2:
            raw = raw[:until] + raw[at:until] + raw[until:]
        else:
            raw = raw[:at] + bytes([chance.randrange(256)]) + raw[at + 1 :]
    return raw


@pytest.mark.parametrize("suffix", [".txt", ".jsonl"])
def test_a_spoilt_seed_is_read_or_named(project, suffix):
    config = load(project)
    chance = random.Random(suffix)
    raw = min((project / "seeds").glob("*.txt")).read_bytes()
    if suffix == ".jsonl":
        raw = b'{"title": "Moss", "abstract": "We grow moss on old walls.", "year": 2025}\n' * 20
    outcomes = {"read": 0, "named": 0}
    for _ in range(TRIES):
        (project / f"seeds/spoilt{suffix}").write_bytes(spoil(raw, chance))
        outcomes[outcome(project, f"seeds/spoilt{suffix}", config)] += 1
    assert min(outcomes.values()) > 0, outcomes


def outcome(project, file, config):
    try:
        records = read(project, file, config)
    except IncipitError as error:
        fault = error
    else:
        assert all(record.provenance.line > 0 for record in records)
        assert len({record.provenance.record for record in records}) == len(records)
        return "read"
    assert (fault.file, fault.line > 0, fault.remedy != "") == (file, True, True)
    return "named"

"""A decision that says one thing twice is an error with its line; the last word does not silently win."""

from __future__ import annotations

import pytest

from generator.content import decisions
from generator.errors import Faults


def test_a_key_that_stands_twice_in_one_decision_is_an_error() -> None:
    raw = b"- drop: aaaaaaaaaa\n- same: [aaaaaaaaaa, bbbbbbbbbb]\n  reason: one\n  reason: two\n"
    with pytest.raises(Faults) as found:
        decisions.parse(raw)
    (fault,) = found.value.faults
    assert (fault.line, fault.found) == (2, "says one thing twice")

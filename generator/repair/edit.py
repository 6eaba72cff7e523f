"""What a rule is: a name, a cheap hint whether it may have work, and a function that finds its edits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple


class Edit(NamedTuple):
    """The text from `start` to `end` becomes `after`."""

    start: int
    end: int
    after: str


class Rule(NamedTuple):
    """One kind of repair. `find` sees the text with its math and URLs masked, so that it cannot touch them;
    with `math` it sees them. `fields` are those of a record that it reads.
    """

    name: str
    hint: Callable[[str], bool]
    find: Callable[[str], Iterable[Edit]]
    math: bool = False
    fields: tuple[str, ...] = ("title", "abstract")

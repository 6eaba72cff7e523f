"""What a rule is: a name, a cheap hint whether it may have work, and a function that finds its edits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple


class Edit(NamedTuple):
    """The text from `start` to `end` becomes `after`."""

    start: int
    end: int
    after: str


class Rule(NamedTuple):
    """One kind of repair. `find` sees the text with fillers in the place of math and URLs, so that it cannot touch
    them; `sees` "urls" leaves it the URLs, "all" the math as well. `fields` are those of a record that it reads.
    """

    name: str
    hint: Callable[[str], bool]
    find: Callable[[str], Iterable[Edit]]
    sees: Literal["words", "urls", "all"] = "words"
    fields: tuple[str, ...] = ("title", "abstract")

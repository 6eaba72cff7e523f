"""How a stage tells how far it is."""

from collections.abc import Callable

# The stage's name, how many items are done, and of how many.
Progress = Callable[[str, int, int], None]

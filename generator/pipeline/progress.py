"""How a command tells how far it is, and what a person should know at once."""

from collections.abc import Callable

# The stage's name, how many items are done, and of how many.
Progress = Callable[[str, int, int], None]
# One line: that the command waits for another one, or what became of an edit beside a killed one.
Note = Callable[[str], None]

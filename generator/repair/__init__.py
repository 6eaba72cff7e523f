"""Record -> Record with its text repaired, and the list of changes that undoes it."""

from generator.repair.engine import repair, undo

__all__ = ["repair", "undo"]

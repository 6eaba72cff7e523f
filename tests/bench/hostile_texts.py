"""Hostile pieces said over and over -> CPU seconds at two sizes, and how the cost grew: a table, the worst first.

    make bench-texts

Four times the text should cost about four times as much; a quadratic step costs sixteen times.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from hostile import PIECES  # noqa: E402

from generator.markup import render, write  # noqa: E402
from generator.model import Provenance, Record  # noqa: E402
from generator.repair import repair  # noqa: E402

SMALL, LARGE = 25_000, 100_000
# Less than so many seconds say nothing about growth.
TOO_LITTLE = 0.05


def main() -> int:
    """Measure each step on each piece."""
    rows = []
    for piece in PIECES:
        for name, step in STEPS.items():
            small, large = (_seconds(step, piece * (size // len(piece))) for size in (SMALL, LARGE))
            growth = large / max(small, TOO_LITTLE)
            rows.append((large, f"{name:<8}{piece!r:<28}{small:>9.2f}{large:>9.2f}{growth:>8.1f}"))
    print(f"{'step':<8}{'piece':<28}{f'{SMALL} B':>9}{f'{LARGE} B':>9}{'growth':>8}")
    print("\n".join(row for _, row in sorted(rows, reverse=True)[:25]))
    return 0


def _repair(text: str) -> object:
    return repair(Record(Provenance("a.txt", 1, 1, ""), abstract=text))


STEPS: dict[str, Callable[[str], object]] = {"repair": _repair, "write": write, "render": render}


def _seconds(step: Callable[[str], object], text: str) -> float:
    start = time.process_time()
    step(text)
    return time.process_time() - start


if __name__ == "__main__":
    sys.exit(main())

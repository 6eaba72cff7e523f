"""Library -> Outputs for programs: one kind a file, each found here by its name alone.

A member is a module of this folder whose name does not begin with "_" and that has
`outputs(library, config, pages) -> Iterator[Output]`. Modules with "_" hold what several members share.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Sequence
from importlib import import_module

from generator.model import Config, Library, Output, Page


def members() -> tuple[str, ...]:
    """The names of the family's members, sorted."""
    return tuple(sorted(found.name for found in pkgutil.iter_modules(__path__) if not found.name.startswith("_")))


def outputs(library: Library, config: Config, pages: Sequence[Page]) -> Iterator[Output]:
    """Every member's files, member after member in the order of their names; paths are below the output folder."""
    for name in members():
        yield from import_module(f"{__name__}.{name}").outputs(library, config, pages)

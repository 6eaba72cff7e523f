"""site/ -> Notices of what is wrong with it, read back as a browser, a feed reader and a crawler would.

Nothing of the build is trusted: only the files and config.yaml's address are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from generator.check import assets, feeds, files, lists, pages
from generator.check._site import Fault, Site, read
from generator.model import Config, Notice

_CHECKS: tuple[Callable[[Site], Iterator[Fault]], ...] = (
    files.faults,
    pages.faults,
    feeds.faults,
    lists.faults,
    assets.faults,
)


# What is wrong on more pages than this stands in a template: it is said once, with their number.
FEW = 5
_WAY_UP = re.compile(r"(?<= )(?:\.\.?/)+")


def check(site: Path, config: Config) -> list[Notice]:
    """All faults of the folder `site`, by file and line; empty when there are none.

    Files are named as in the project (`config.output`/…); a line is 0 where the file as a whole is meant. A fault that
    many pages share is named at the first of them. InputError when there is no site to read.
    """
    found = read(site, config)
    alike: dict[str, list[Fault]] = {}
    for fault in sorted({fault for checked in _CHECKS for fault in checked(found)}):
        alike.setdefault(_WAY_UP.sub("", fault.message), []).append(fault)
    told: list[Fault] = []
    for first, *others in alike.values():
        if len(others) < FEW:
            told += [first, *others]
        else:
            told.append(first._replace(message=f"{first.message} (and so in {len(others):,} more places)"))
    return [Notice(f"{config.output}/{fault.file}", fault.line, fault.message) for fault in sorted(told)]

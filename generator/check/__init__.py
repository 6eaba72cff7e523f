"""site/ -> Notices of what is wrong with it, read back as a browser, a feed reader and a crawler would.

Nothing of the build is trusted: only the files and config.yaml's address are looked at.
"""

from __future__ import annotations

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


def check(site: Path, config: Config) -> list[Notice]:
    """All faults of the folder `site`, by file and line; empty when there are none.

    Files are named as in the project (`config.output`/…); a line is 0 where the file as a whole is meant.
    InputError when there is no site to read.
    """
    found = read(site, config)
    faults = {fault for checked in _CHECKS for fault in checked(found)}
    return [Notice(f"{config.output}/{fault.file}", fault.line, fault.message) for fault in sorted(faults)]

""".incipit-files and the folder -> faults of the files as such: changed, missing, foreign, or refused by a host."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from generator.check._site import LISTING, Fault, Site
from generator.links import NOT_FOUND

# GitHub Pages: a published site may be no larger than 1 GB.
LARGEST = 1_000_000_000
EXPECTED = (
    NOT_FOUND, "atom.xml", "feed.json", "feed.xml", "feeds.opml", "papers.jsonl", "robots.txt", "sitemap.xml",
)  # fmt: skip
_LINE = re.compile(r"([0-9a-f]{64})\s+(\d+)\s+(.+)")


def faults(site: Site) -> Iterator[Fault]:
    """What a host, a copy on another disk or a person did to the files."""
    for path in EXPECTED:
        if path not in site.sizes:
            yield Fault(path, 0, "is missing: run `incipit build`")
    for path in site.links:
        yield Fault(path, 0, "is a symbolic link, which GitHub Pages refuses")
    if (total := sum(site.sizes.values())) > LARGEST:
        yield Fault("", 0, f"is {total:,} bytes, GitHub Pages takes {LARGEST:,}")
    yield from _names(site)
    yield from _listing(site)


def _names(site: Site) -> Iterator[Fault]:
    lower: dict[str, str] = {}
    for path in site.sizes:
        other = lower.setdefault(path.lower(), path)
        if other != path:
            yield Fault(path, 0, f"is {other} to a disk that does not tell capitals")
        if path.endswith(".html") and path.removesuffix(".html") + "/index.html" in site.sizes:
            yield Fault(path, 0, "hides the folder of the same name on GitHub Pages")


def _listing(site: Site) -> Iterator[Fault]:
    if LISTING not in site.sizes:
        yield Fault(LISTING, 0, "is missing: run `incipit build`")
        return
    listed = set()
    for number, line in enumerate(site.content(LISTING).decode(errors="replace").splitlines(), start=1):
        found = _LINE.fullmatch(line)
        if found is None:
            yield Fault(LISTING, number, "is no line of sha256, size and path")
            continue
        sha256, size, path = found.groups()
        listed.add(path)
        if path not in site.sizes:
            yield Fault(LISTING, number, f"lists {path}, which is missing: run `incipit build`")
        elif site.sizes[path] != int(size) or hashlib.sha256(site.content(path)).hexdigest() != sha256:
            yield Fault(path, 0, "was changed after the build: run `incipit build`")
    for path in site.sizes:
        if path not in listed and not path.rpartition("/")[2].startswith("."):
            yield Fault(path, 0, "is not of the build: keep files of your own in static/")

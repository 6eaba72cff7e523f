"""Sitemap, robots.txt, OPML, papers.jsonl, BibTeX and other lists -> faults that a program reading them would meet."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime
from xml.etree import ElementTree

from generator.check._site import Fault, Site, is_outside

# The sitemap protocol's own limits of one file.
ADDRESSES = 50_000
BYTES = 50_000_000
_SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
_FEED_NAMES = ("feed.xml", "atom.xml")


def faults(site: Site) -> Iterator[Fault]:
    """Every list by its file's name."""
    yield from _robots(site)
    for path in site.named(".xml", ".opml"):
        if path.rpartition("/")[2] not in _FEED_NAMES:
            yield from _xml(site, path)
    for path in site.named(".json"):
        try:
            json.loads(site.content(path))
        except ValueError as error:
            yield Fault(path, getattr(error, "lineno", 0), f"is not JSON: {error}")
    if "papers.jsonl" in site.sizes:
        yield from _papers(site, "papers.jsonl")
    for path in site.named(".bib"):
        yield from _bibtex(site, path)


def _robots(site: Site) -> Iterator[Fault]:
    if "robots.txt" not in site.sizes:
        return
    lines = site.content("robots.txt").decode(errors="replace").splitlines()
    named = [(number, line.partition(":")[2].strip()) for number, line in enumerate(lines, 1) if line[:8] == "Sitemap:"]
    if not named:
        yield Fault("robots.txt", 0, "names no sitemap")
    for number, url in named:
        yield from _address(site, "robots.txt", number, url)


def _xml(site: Site, path: str) -> Iterator[Fault]:
    text = site.content(path).decode(errors="replace")
    if "<!DOCTYPE" in text:
        yield Fault(path, 1, "has a document type, which these files do not need")
        return
    try:
        root = ElementTree.fromstring(text)  # noqa: S314 (without a document type there are no entities to expand)
    except ElementTree.ParseError as error:
        yield Fault(path, error.position[0], f"is not well-formed XML: {error}")
        return
    if root.tag in (f"{_SITEMAP}urlset", f"{_SITEMAP}sitemapindex"):
        yield from _sitemap(site, path, text, root)
    for outline in root.iter("outline"):
        for name in ("xmlUrl", "htmlUrl"):
            if name in outline.attrib:
                yield from _address(site, path, _line(text, outline.attrib[name]), outline.attrib[name])


def _sitemap(site: Site, path: str, text: str, root: ElementTree.Element) -> Iterator[Fault]:
    if len(root) > ADDRESSES or site.sizes[path] > BYTES:
        yield Fault(path, 0, f"has {len(root):,} addresses and {site.sizes[path]:,} bytes, above a sitemap's limit")
    seen = set()
    for place in root:
        url = (place.findtext(f"{_SITEMAP}loc") or "").strip()
        # Looking for the line is as long as the file: only for what is wrong.
        for fault in _address(site, path, 0, url):
            yield fault._replace(line=_line(text, url))
        if url in seen:
            yield Fault(path, _line(text, url), f"lists {url} twice")
        seen.add(url)
        date = place.findtext(f"{_SITEMAP}lastmod")
        if date is not None and not _is_date(date):
            yield Fault(path, _line(text, date), f"has the date {date}, which is none")


def _papers(site: Site, path: str) -> Iterator[Fault]:
    ids: set[str] = set()
    for number, line in enumerate(site.content(path).split(b"\n")[:-1], start=1):
        try:
            paper = json.loads(line)
            name, url = paper["id"], paper["url"]
        except (ValueError, TypeError, KeyError) as error:
            yield Fault(path, number, f"is no paper as JSON with id and url: {error}")
            continue
        if name in ids:
            yield Fault(path, number, f"has the paper {name} twice")
        ids.add(name)
        yield from _address(site, path, number, url)


def _bibtex(site: Site, path: str) -> Iterator[Fault]:
    """An entry whose braces do not balance hides those after it."""
    text = site.content(path).decode(errors="replace")
    line = 1
    for entry in re.split(r"(?<=\n)(?=@)", text):
        if entry.count("{") != entry.count("}"):
            yield Fault(path, line, "begins an entry whose braces do not balance")
        line += entry.count("\n")


def _address(site: Site, path: str, line: int, url: str) -> Iterator[Fault]:
    """A full URL of this site that a file answers."""
    target = site.resolve("", url) if is_outside(url) else None
    if target is None:
        yield Fault(path, line, f"names {url or 'nothing'}, which is no full address below {site.url}")
    elif site.answers(target) is None:
        yield Fault(path, line, f"names {url}, which does not exist")


def _is_date(written: str) -> bool:
    try:
        return bool(datetime.fromisoformat(written.strip()))
    except ValueError:
        return False


def _line(text: str, needle: str) -> int:
    """The line that first holds `needle`, escaped or not."""
    return text.count("\n", 0, max(text.find(needle), text.find(needle.replace("&", "&amp;")), 0)) + 1

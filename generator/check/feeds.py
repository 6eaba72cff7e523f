"""feed.xml, atom.xml and feed.json -> faults a strict feed reader would meet."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime, parsedate_to_datetime
from xml.etree import ElementTree

from generator.check import _html
from generator.check._site import Fault, Site, is_outside

_ATOM = "{http://www.w3.org/2005/Atom}"
_CONTENT = "{http://purl.org/rss/1.0/modules/content/}encoded"
_RFC3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)")


@dataclass(frozen=True, slots=True)
class _Entry:
    """What every format says of an entry; `dates` are as they stand."""

    id: str
    title: str
    url: str
    html: str
    dates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Feed:
    """What every format says of a feed; `needs` are the fields that its standard demands and that are empty."""

    self: str
    page: str
    needs: tuple[str, ...]
    dates: tuple[str, ...]
    entries: tuple[_Entry, ...]


def faults(site: Site) -> Iterator[Fault]:
    """Every feed of the site, found by its file's name."""
    for path in site.sizes:
        reader = _READERS.get(path.rpartition("/")[2])
        if reader is None:
            continue
        text = site.content(path).decode(errors="replace")
        try:
            feed = reader(text)
        except ElementTree.ParseError as error:
            yield Fault(path, error.position[0], f"is not well-formed XML: {error}")
        except json.JSONDecodeError as error:
            yield Fault(path, error.lineno, f"is not JSON: {error.msg}")
        except (ValueError, AttributeError, TypeError, KeyError) as error:
            yield Fault(path, 0, f"is no feed of its format: {error}")
        else:
            yield from _judged(site, path, text, feed)


def _judged(site: Site, path: str, text: str, feed: _Feed) -> Iterator[Fault]:
    for need in feed.needs:
        yield Fault(path, 0, f"has no {need}")
    if feed.self != site.address(path) and not _is_copy(site, path, feed.self):
        yield Fault(path, 0, f"calls itself {feed.self or 'nothing'} and not {site.address(path)}")
    if not _is_here(site, feed.page):
        yield Fault(path, 0, f"follows the page {feed.page or 'nothing'}, which does not exist")
    for date in feed.dates:
        if not _is_date(date, path):
            yield Fault(path, _line(text, date), f"has the date {date or 'nothing'}, which feed readers do not read")
    ids = set()
    for entry in feed.entries:
        line = _line(text, entry.id)
        if entry.id in ids or not entry.id:
            yield Fault(path, line, f"has the entry {entry.id} twice" if entry.id else "has an entry without id")
        ids.add(entry.id)
        yield from (Fault(path, line, message) for message in _entry_faults(site, path, entry))


def _entry_faults(site: Site, path: str, entry: _Entry) -> Iterator[str]:
    if not entry.title.strip():
        yield f"has no title for {entry.id}"
    if not _is_here(site, entry.url):
        yield f"links {entry.id} to {entry.url or 'nothing'}, which does not exist"
    for date in entry.dates:
        if not _is_date(date, path):
            yield f"has the date {date or 'nothing'} for {entry.id}, which feed readers do not read"
    if "=" in entry.html:
        seen = _html.read(entry.html)
        for _, url in [*seen.links, *seen.loads]:
            if not is_outside(url):
                yield f"has the relative address {url} in {entry.id}, which a feed reader cannot follow"


def _rss(text: str) -> _Feed:
    channel = _need(_parsed(text), "rss").find("channel")
    if channel is None:
        raise ValueError("no <channel>")
    entries = []
    for item in channel.iter("item"):
        guid = item.find("guid")
        name = _text(item, "guid")
        if guid is not None and guid.get("isPermaLink") != "false" and not name.startswith("http"):
            raise ValueError(f'guid {name} needs isPermaLink="false"')
        dates = tuple(found.text or "" for found in item.iter("pubDate"))
        entries.append(_Entry(name, _text(item, "title"), _text(item, "link"), _text(item, _CONTENT), dates))
    return _Feed(
        self=_links(channel).get("self", ""),
        page=_text(channel, "link"),
        needs=tuple(name for name in ("title", "link", "description") if not _text(channel, name)),
        dates=tuple(found.text or "" for found in channel.findall("lastBuildDate")),
        entries=tuple(entries),
    )


def _atom(text: str) -> _Feed:
    feed = _need(_parsed(text), f"{_ATOM}feed")
    whole = feed.find(f"{_ATOM}author") is not None
    entries = []
    for entry in feed.iter(f"{_ATOM}entry"):
        if not whole and entry.find(f"{_ATOM}author") is None:
            raise ValueError(f"{_text(entry, f'{_ATOM}id')} has no author, nor has the feed")
        dates = (_text(entry, f"{_ATOM}updated"), *(found.text or "" for found in entry.iter(f"{_ATOM}published")))
        entries.append(
            _Entry(
                id=_text(entry, f"{_ATOM}id"),
                title=_text(entry, f"{_ATOM}title"),
                url=_links(entry).get("alternate", ""),
                html=_text(entry, f"{_ATOM}content"),
                dates=dates,
            )
        )
    return _Feed(
        self=_links(feed).get("self", ""),
        page=_links(feed).get("alternate", ""),
        needs=tuple(name for name in ("id", "title", "updated") if not _text(feed, _ATOM + name)),
        dates=(_text(feed, f"{_ATOM}updated"),),
        entries=tuple(entries),
    )


def _json(text: str) -> _Feed:
    feed = json.loads(text)
    if feed["version"] != "https://jsonfeed.org/version/1.1":
        raise ValueError(f"version is {feed['version']}")
    return _Feed(
        self=feed.get("feed_url", ""),
        page=feed.get("home_page_url", ""),
        needs=() if feed.get("title") else ("title",),
        dates=(),
        entries=tuple(
            _Entry(
                id=item["id"],
                title=item.get("title", ""),
                url=item.get("url", ""),
                html=item["content_html"],
                dates=tuple(item[name] for name in ("date_published", "date_modified") if name in item),
            )
            for item in feed["items"]
        ),
    )


_READERS: dict[str, Callable[[str], _Feed]] = {"feed.xml": _rss, "atom.xml": _atom, "feed.json": _json}


def _parsed(text: str) -> ElementTree.Element:
    if "<!DOCTYPE" in text:
        raise ValueError("a feed has no document type")
    return ElementTree.fromstring(text)  # noqa: S314 (without a document type there are no entities to expand)


def _need(found: ElementTree.Element, tag: str) -> ElementTree.Element:
    if found.tag != tag:
        raise ValueError(f"its root is <{found.tag}>")
    return found


def _text(element: ElementTree.Element, tag: str) -> str:
    return (element.findtext(tag) or "").strip()


def _links(element: ElementTree.Element) -> dict[str, str]:
    return {link.get("rel", "alternate"): link.get("href", "") for link in element.findall(f"{_ATOM}link")}


def _is_here(site: Site, url: str) -> bool:
    """Whether a full URL leads to a file of this site."""
    target = site.resolve("", url) if is_outside(url) else None
    return target is not None and site.answers(target) is not None


def _is_copy(site: Site, path: str, url: str) -> bool:
    """Whether this is the feed at `url` under a former address, byte for byte."""
    target = site.resolve("", url) if is_outside(url) else None
    return target in site.sizes and target is not None and site.content(target) == site.content(path)


def _is_date(written: str, path: str) -> bool:
    """RFC 822 with the right weekday in RSS, RFC 3339 in the others."""
    try:
        if path.endswith("feed.xml"):
            return format_datetime(parsedate_to_datetime(written)) == written.replace(" GMT", " +0000")
        return bool(_RFC3339.fullmatch(written) and datetime.fromisoformat(written))
    except ValueError:
        return False


def _line(text: str, needle: str) -> int:
    """The line that first holds `needle`."""
    return text.count("\n", 0, max(text.find(needle), 0)) + 1

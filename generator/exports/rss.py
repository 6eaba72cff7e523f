"""Library -> feed.xml, RSS 2.0 by the RSS Board's profile, whole and for each topic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from email.utils import format_datetime

from generator.exports import _feeds
from generator.exports._characters import xml
from generator.model import Config, Library, Output, Page

NAME = "feed.xml"
_ROOT = (
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"'
    ' xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">'
)


def outputs(library: Library, config: Config, pages: Sequence[Page]) -> Iterator[Output]:  # noqa: ARG001
    """The feed of all papers and one a topic; the whole abstract stands in content:encoded."""
    return _feeds.outputs(library, config, NAME, _item, _channel)


def _item(entry: _feeds.Entry) -> str:
    lines = [
        "<item>",
        f"<title>{xml(entry.title)}</title>",
        f"<link>{xml(entry.url)}</link>",
        f'<guid isPermaLink="false">{xml(entry.id)}</guid>',
        # RFC 822 with English names and a four-digit year, whatever the locale.
        f"<pubDate>{format_datetime(entry.published)}</pubDate>",
        *(f"<dc:creator>{xml(author)}</dc:creator>" for author in entry.authors),
        *(f"<category>{xml(title)}</category>" for _, title in entry.topics),
    ]
    if entry.html:
        lines.append(f"<content:encoded>{xml(entry.html)}</content:encoded>")
    return "\n".join([*lines, "</item>"])


def _channel(feed: _feeds.Feed, items: Sequence[str]) -> str:
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        _ROOT,
        "<channel>",
        f"<title>{xml(feed.title)}</title>",
        f"<link>{xml(feed.page)}</link>",
        f"<description>{xml(feed.description)}</description>",
        f"<lastBuildDate>{format_datetime(feed.updated)}</lastBuildDate>",
        f'<atom:link rel="self" type="application/rss+xml" href="{xml(feed.url)}"/>',
    ]
    return "\n".join([*lines, *items, "</channel>", "</rss>", ""])

"""Library -> atom.xml, Atom (RFC 4287), whole and for each topic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.exports import _feeds
from generator.exports._characters import xml
from generator.model import Config, Library, Output, Page

NAME = "atom.xml"


def outputs(library: Library, config: Config, pages: Sequence[Page]) -> Iterator[Output]:  # noqa: ARG001
    """The feed of all papers and one a topic; the whole abstract is the entry's content."""
    return _feeds.outputs(library, config, NAME, _entry, _feed)


def _entry(entry: _feeds.Entry) -> str:
    lines = [
        "<entry>",
        f"<id>{xml(entry.id)}</id>",
        f"<title>{xml(entry.title)}</title>",
        f'<link rel="alternate" type="text/html" href="{xml(entry.url)}"/>',
        f"<published>{_feeds.stamp(entry.published)}</published>",
        f"<updated>{_feeds.stamp(entry.updated)}</updated>",
        *(f"<author><name>{xml(author)}</name></author>" for author in entry.authors),
        *(f'<category term="{xml(slug)}" label="{xml(title)}"/>' for slug, title in entry.topics),
        f'<content type="html">{xml(entry.html)}</content>',
        "</entry>",
    ]
    return "\n".join(lines)


def _feed(feed: _feeds.Feed, entries: Sequence[str]) -> str:
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        # The page that the feed follows: a permanent address, unlike the feed's file no other format shares.
        f"<id>{xml(feed.page)}</id>",
        f"<title>{xml(feed.title)}</title>",
        f"<subtitle>{xml(feed.description)}</subtitle>",
        f"<updated>{_feeds.stamp(feed.updated)}</updated>",
        # Entries without known authors need one on the feed (section 4.1.1): whoever publishes the collection.
        f"<author><name>{xml(feed.author)}</name></author>",
        f'<link rel="self" type="application/atom+xml" href="{xml(feed.url)}"/>',
        f'<link rel="alternate" type="text/html" href="{xml(feed.page)}"/>',
    ]
    return "\n".join([*lines, *entries, "</feed>", ""])

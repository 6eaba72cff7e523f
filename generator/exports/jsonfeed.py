"""Library -> feed.json, JSON Feed 1.1, whole and for each topic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.exports import _feeds
from generator.exports._characters import json_line
from generator.model import Config, Library, Output, Page

NAME = "feed.json"


def outputs(library: Library, config: Config, pages: Sequence[Page]) -> Iterator[Output]:  # noqa: ARG001
    """The feed of all papers and one a topic; the whole abstract is the item's content_html."""
    return _feeds.outputs(library, config, NAME, _item, _feed)


def _item(entry: _feeds.Entry) -> str:
    item: dict[str, object] = {
        "id": entry.id,
        "url": entry.url,
        "title": entry.title,
        "content_html": entry.html,
        "date_published": _feeds.stamp(entry.published),
    }
    if entry.changed:
        item["date_modified"] = _feeds.stamp(entry.updated)
    if entry.authors:
        item["authors"] = [{"name": author} for author in entry.authors]
    if entry.topics:
        item["tags"] = [title for _, title in entry.topics]
    return json_line(item)


def _feed(feed: _feeds.Feed, items: Sequence[str]) -> str:
    head = json_line(
        {
            "version": "https://jsonfeed.org/version/1.1",
            "title": feed.title,
            "home_page_url": feed.page,
            "feed_url": feed.url,
            "description": feed.description,
            "authors": [{"name": feed.author, "url": feed.home}],
        }
    )
    # An item a line: a change of one paper is a change of one line.
    return f'{head[:-1]},"items":[\n' + ",\n".join(items) + "\n]}\n"

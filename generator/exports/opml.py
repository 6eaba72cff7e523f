"""Topics -> feeds.opml (OPML 2.0): all feeds for a reader to subscribe to at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator import links
from generator.exports import rss
from generator.exports._characters import xml
from generator.model import Config, Library, Output, Page


def outputs(library: Library, config: Config, pages: Sequence[Page]) -> Iterator[Output]:  # noqa: ARG001
    """One file. Each subject stands once, as RSS: three formats of one feed would be read three times."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<opml version="2.0">',
        f"<head><title>{xml(config.title)}</title></head>",
        "<body>",
        _outline(config, config.title, config.description, links.HOME, links.feed(rss.NAME)),
        *(
            _outline(config, topic.title, topic.description, links.topic(topic.slug), links.feed(rss.NAME, topic.slug))
            for topic in library.topics
        ),
        "</body>",
        "</opml>",
        "",
    ]
    yield Output("feeds.opml", "\n".join(lines).encode())


def _outline(config: Config, title: str, description: str, page: str, feed: str) -> str:
    about = f' description="{xml(" ".join(description.split()))}"' if description else ""
    return (
        f'<outline type="rss" text="{xml(title)}" title="{xml(title)}"{about}'
        f' xmlUrl="{xml(links.absolute(config, feed))}" htmlUrl="{xml(links.absolute(config, page))}"/>'
    )

"""Library -> the page that names every feed for people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator import links
from generator.model import Feed, Page, Shell
from generator.pages._setting import SITE_FEEDS, Setting, feeds, shell


@dataclass(frozen=True, slots=True)
class FeedsView:
    """`topics` holds (topic page, title, its feeds); `files` the lists for programs, (site path, word key)."""

    shell: Shell
    feeds: tuple[Feed, ...]
    topics: tuple[tuple[str, str, tuple[Feed, ...]], ...]
    files: tuple[tuple[str, str], ...]


def pages(found: Setting) -> Iterator[Page]:
    """feeds/."""
    topics = tuple((links.topic(topic.slug), topic.title, feeds(topic.slug)) for topic in found.library.topics)
    files = (("feeds.opml", "file_opml"), ("papers.jsonl", "file_jsonl"), ("sitemap.xml", "file_sitemap"))
    yield Page(links.FEEDS, "feeds.html", FeedsView(shell(found, links.FEEDS, "feeds"), SITE_FEEDS, topics, files))

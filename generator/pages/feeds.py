"""Library -> the page that names every feed for people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator import links
from generator.model import Feed, Page, Shell
from generator.pages._setting import SITE_FEEDS, SMALL, Setting, feeds, shell


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
    view = FeedsView(shell(found, links.FEEDS, "feeds"), SITE_FEEDS, topics, tuple(_files(found)))
    yield Page(links.FEEDS, "feeds.html", view)


def _files(found: Setting) -> Iterator[tuple[str, str]]:
    """Citation files only where they hold something: a paper whose title is its own."""
    papers = found.library.papers
    yield "feeds.opml", "file_opml"
    yield "papers.jsonl", "file_jsonl"
    if any(paper.status == "published" and paper.title and paper.title_source != "derived" for paper in papers):
        yield "papers.bib", "file_bib"
        if len(papers) <= SMALL:
            yield "papers.ris", "file_ris"
            yield "papers.csl.json", "file_csl"
    yield "sitemap.xml", "file_sitemap"

"""Library -> the topics, and a list of papers for each of them, in pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator import links
from generator.model import Bar, Entry, Feed, Page, Pager, Paper, Shell, Topic
from generator.pages._setting import Setting, bars, entries, feeds, paged, shell, topic_bars

_NEIGHBOURS = 6


@dataclass(frozen=True, slots=True)
class TopicsView:
    """All topics by their number of papers; `unsorted` counts the papers without a topic."""

    shell: Shell
    topics: tuple[Bar, ...]
    unsorted: int


@dataclass(frozen=True, slots=True)
class TopicView:
    """One page of a topic: its description, the words that assign it, the topics that share papers with it."""

    shell: Shell
    title: str
    description: str
    words: tuple[str, ...]
    neighbours: tuple[Bar, ...]
    count: int
    entries: tuple[Entry, ...]
    pager: Pager
    feeds: tuple[Feed, ...]


def pages(found: Setting) -> Iterator[Page]:
    """topics/ and every topics/<slug>/, topics without papers too: their feeds already answer."""
    library = found.library
    view = TopicsView(shell(found, links.TOPICS, "topics"), topic_bars(library), len(library.unsorted))
    yield Page(links.TOPICS, "topics.html", view)
    for topic in library.topics:
        yield from _topic(found, topic, library.by_topic[topic.slug])


def _topic(found: Setting, topic: Topic, papers: tuple[Paper, ...]) -> Iterator[Page]:
    neighbours = _neighbours(found, topic, papers)
    words = tuple(term for term, _ in sorted(topic.terms, key=lambda term: (-term[1], term[0])))
    own = feeds(topic.slug)
    for pager, shown in paged(papers, found.config.papers_per_page, links.topic(topic.slug)):
        path = links.topic(topic.slug, pager.number)
        view = TopicView(
            shell=shell(found, path, "topics", own),
            title=topic.title,
            description=topic.description,
            words=words,
            neighbours=neighbours,
            count=len(papers),
            entries=entries(found, shown),
            pager=pager,
            feeds=own,
        )
        yield Page(
            path, "topic.html", view, updated=max((paper.updated or paper.first_seen for paper in shown), default="")
        )


def _neighbours(found: Setting, topic: Topic, papers: tuple[Paper, ...]) -> tuple[Bar, ...]:
    """The topics that most of these papers have too."""
    counts = {other.slug: 0 for other in found.library.topics}
    for paper in papers:
        for slug in paper.topics:
            counts[slug] = counts.get(slug, 0) + 1
    titles = {other.slug: other.title for other in found.library.topics}
    near = sorted((-count, slug) for slug, count in counts.items() if count and slug != topic.slug)[:_NEIGHBOURS]
    return bars((links.topic(slug), titles[slug], -count, "") for count, slug in near if slug in titles)

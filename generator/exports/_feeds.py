"""Library -> feeds of the whole and of each topic: what they hold, before any format writes it.

A feed reader knows an entry by its id: it is made of the paper's id alone, so that a new slug, title,
topic or host shows no old paper as new. Dates come from the papers, never from the clock. A hundred real abstracts
make a feed of about 200 kB.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape, unescape

from generator import links, markup, text
from generator.exports._facts import published
from generator.model import Config, Library, Output, Paper

# The date of a feed without entries. Atom demands one; any day before the first paper will do, if it is always
# the same, and this one no reader takes for news.
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_TAG = re.compile(r"""<[a-zA-Z](?:[^<>"']|"[^"]*"|'[^']*')*>""")
_ADDRESS = re.compile(r"""(?<=\s)(href|src|cite|poster)=("[^"]*"|'[^']*')""")


@dataclass(frozen=True, slots=True)
class Entry:
    """One paper as a feed shows it; `html` is the whole abstract with absolute addresses."""

    id: str
    url: str
    title: str
    html: str
    authors: tuple[str, ...]
    topics: tuple[tuple[str, str], ...]
    published: datetime
    updated: datetime
    changed: bool


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed before its entries: `url` is its own address, `page` that of the page it follows."""

    title: str
    description: str
    url: str
    page: str
    home: str
    author: str
    updated: datetime


def outputs(
    library: Library,
    config: Config,
    name: str,
    entry: Callable[[Entry], str],
    feed: Callable[[Feed, Sequence[str]], str],
) -> Iterator[Output]:
    """The feed `name` of all papers and of every topic, newest first, at most `config.feed_limit` entries each.

    `entry` writes one entry, once a paper however many feeds hold it; `feed` joins them. A topic's former
    slugs keep answering with the same feed, since a feed reader does not follow a redirect page.
    """
    topics = {topic.slug: topic.title for topic in library.topics}
    written: dict[str, tuple[str, datetime]] = {}

    def write(papers: Sequence[Paper], slug: str, title: str, description: str) -> bytes:
        texts, dates = [], [EPOCH]
        for paper in papers:
            if paper.id not in written:
                made = _entry(paper, library, config, topics)
                written[paper.id] = entry(made), made.updated
            texts.append(written[paper.id][0])
            dates.append(written[paper.id][1])
        page, url = (links.topic(slug), links.feed(name, slug)) if slug else (links.HOME, links.feed(name))
        head = Feed(
            title=title,
            description=description or title,
            url=links.absolute(config, url),
            page=links.absolute(config, page),
            home=links.absolute(config, links.HOME),
            author=config.title,
            updated=max(dates),
        )
        return feed(head, texts).encode()

    newest = published(library)[: -config.feed_limit - 1 : -1]
    yield Output(links.feed(name), write(newest, "", config.title, config.description))
    for topic in library.topics:
        papers = [paper for paper in library.by_topic.get(topic.slug, ()) if paper.status == "published"]
        title = f"{topic.title} · {config.title}"
        content = write(papers[: -config.feed_limit - 1 : -1], topic.slug, title, topic.description)
        for slug in (topic.slug, *(alias for alias in topic.aliases if alias not in topics)):
            yield Output(links.feed(name, slug), content)


def moment(written: str) -> datetime:
    """A date or time of front matter in UTC (RFC 3339; a day alone is its midnight); EPOCH where it is absent."""
    if not written:
        return EPOCH
    found = datetime.fromisoformat(written)
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC).replace(microsecond=0)


def stamp(time: datetime) -> str:
    """RFC 3339 in UTC: 2026-11-30T20:15:04Z."""
    return time.replace(tzinfo=None).isoformat() + "Z"


def absolute_addresses(html: str, page: str) -> str:
    """`html` with every address made absolute as it stands on the page at the URL `page`."""
    if "=" not in html:
        return html

    def address(found: re.Match[str]) -> str:
        return f'{found[1]}="{escape(text.join_address(page, unescape(found[2][1:-1])))}"'

    # Only inside tags: an abstract may speak of href="…" in its text.
    return _TAG.sub(lambda tag: _ADDRESS.sub(address, tag[0]), html)


def _entry(paper: Paper, library: Library, config: Config, topics: dict[str, str]) -> Entry:
    url = links.absolute(config, links.paper(paper.slug))
    first = moment(paper.first_seen)
    return Entry(
        id=f"urn:incipit:{paper.id}",
        url=url,
        title=markup.marked(paper),
        html=absolute_addresses(library.abstracts[paper.id].html, url),
        authors=paper.authors,
        topics=tuple((slug, topics[slug]) for slug in paper.topics if slug in topics),
        published=first,
        updated=max(first, moment(paper.updated)),
        changed=bool(paper.updated),
    )

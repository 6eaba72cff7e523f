"""Library -> papers.jsonl: every paper with all its facts, one JSON object a line, oldest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator import links, markup
from generator.exports._characters import json_line
from generator.exports._facts import published
from generator.model import Config, Library, Output, Page, Paper


def outputs(library: Library, config: Config, pages: Sequence[Page]) -> Iterator[Output]:  # noqa: ARG001
    """One file; a key is absent when unknown, as in front matter. Title and abstract are plain text.

    The slug is the last part of `url` and is not said twice: a line stays below 1,900 bytes.
    """
    lines = [json_line(_facts(paper, library, config)) + "\n" for paper in published(library)]
    yield Output("papers.jsonl", "".join(lines).encode())


def _facts(paper: Paper, library: Library, config: Config) -> dict[str, object]:
    facts = {
        "id": paper.id,
        "url": links.absolute(config, links.paper(paper.slug)),
        "title": markup.title(paper) if paper.title else "",
        "title_source": paper.title_source if paper.title else "",
        "name": paper.name,
        "authors": paper.authors,
        "year": paper.year,
        "venue": paper.venue,
        "topics": paper.topics,
        "links": [{"rel": link.rel, "url": link.url} for link in paper.links],
        "first_seen": paper.first_seen,
        "updated": paper.updated,
        "abstract": library.abstracts[paper.id].text,
    }
    return {key: value for key, value in facts.items() if value}

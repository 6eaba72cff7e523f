"""Library -> papers/<slug>/index.md of a small collection: the page for programs that read Markdown.

Front matter of one key a line with a JSON value, which is YAML too, then the abstract in Markdown with TeX math.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator import links
from generator.exports._characters import clean, json_line
from generator.exports._facts import SMALL, published
from generator.model import Config, Library, Output, Page, Paper


def outputs(library: Library, config: Config, pages: Sequence[Page]) -> Iterator[Output]:  # noqa: ARG001
    """One file a paper, beside its page."""
    if len(library.papers) <= SMALL:
        for paper in published(library):
            yield Output(f"{links.paper(paper.slug)}index.md", _twin(paper, config).encode())


def _twin(paper: Paper, config: Config) -> str:
    facts = {
        "id": paper.id,
        "url": links.absolute(config, links.paper(paper.slug)),
        "title": paper.title,
        "title_source": paper.title_source if paper.title else "",
        "name": paper.name,
        "authors": paper.authors,
        "year": paper.year,
        "venue": paper.venue,
        "topics": paper.topics,
        "links": [{"rel": link.rel, "url": link.url} for link in paper.links],
        "first_seen": paper.first_seen,
        "updated": paper.updated,
    }
    lines = [f"{key}: {json_line(value)}" for key, value in facts.items() if value]
    return "\n".join(["---", *lines, "---", "", clean(paper.abstract.replace("\r\n", "\n")).strip(), ""])

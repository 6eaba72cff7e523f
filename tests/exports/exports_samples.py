"""A small invented library for the tests of the family."""

from __future__ import annotations

from generator.model import Abstract, Config, Library, Link, Page, Paper, Topic

CONFIG = Config(title="Papers & more", url="https://u.example.org/x/y/", description="An <invented> list.")
GARDENS = Topic(slug="gardens", title="Gardens", description="Growing.", terms=(("garden", 1),), aliases=("yards",))
EMPTY = Topic(slug="tides", title="Tides & waves", terms=(("tide", 1),))

GIVEN = Paper(
    id="aaaaaaaaaa",
    slug="on-gardens",
    title='<3 hops: is p < 0.05 & "R&D" enough?',
    title_source="given",
    authors=("Ada van der Example", "The Example and Sample Consortium"),
    year=2024,
    venue="Garden Conference",
    topics=("gardens",),
    links=(Link("doi", "https://doi.org/10.1234/ab_c"), Link("code", "https://example.org/code")),
    first_seen="2024-02-29T23:59:59Z",
    updated="2024-03-02T08:00:00Z",
    abstract="We grow *gardens*, see [notes](../notes/).",
)
DERIVED = Paper(
    id="bbbbbbbbbb",
    slug="seeds",
    title="Seeds: a way to grow",
    name="Seeds",
    topics=("gardens",),
    first_seen="2024-03-01T00:00:00Z",
    abstract="Seeds grow.",
)
CHINESE = Paper(
    id="cccccccccc",
    slug="cccccccccc",
    title="图神经网络\u2028很快",
    title_source="curated",
    authors=("Mononym",),
    first_seen="2024-03-01T00:00:00Z",
    abstract="图神经网络很快。",
    place=1,
)
WITHDRAWN = Paper(
    id="dddddddddd",
    slug="taken-back",
    title="Taken back",
    title_source="given",
    topics=("gardens",),
    first_seen="2024-03-03T00:00:00Z",
    status="withdrawn",
    abstract="Never mind.",
)
HTML = {
    GIVEN.id: '<p>We grow <em>gardens</em>, see <a href="../notes/">notes</a>.</p>',
    WITHDRAWN.id: "<p>Never mind.</p>",
}


def library(
    *papers: Paper, topics: tuple[Topic, ...] = (GARDENS, EMPTY), html: dict[str, str] | None = None
) -> Library:
    """`papers`, oldest first, with what exports need of a library."""
    return Library(
        papers=papers,
        retired=(),
        topics=topics,
        abstracts={
            paper.id: Abstract((html or HTML).get(paper.id, f"<p>{paper.abstract}</p>"), paper.abstract)
            for paper in papers
        },
        by_topic={topic.slug: tuple(paper for paper in papers if topic.slug in paper.topics) for topic in topics},
        by_year={},
        by_venue={},
        by_author={},
        by_name={},
        unsorted=(),
        with_code=(),
        related={},
        evidence={},
        receipts=(),
    )


FULL = library(GIVEN, DERIVED, CHINESE, WITHDRAWN)
PAGES = (
    Page("", "home.html", None),
    Page("papers/", "list.html", None, updated="2024-03-03T00:00:00Z"),
    *(Page(f"papers/{paper.slug}/", "paper.html", None) for paper in FULL.papers),
    Page("old/", "redirect.html", None, listed=False),
)

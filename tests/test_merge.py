"""One value per field: by trust of the sources, the person first, the rest reported."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator import merge, text
from generator.model import (
    Cluster,
    Conflict,
    Description,
    LedgerEntry,
    Link,
    Merged,
    Paper,
    Provenance,
    Record,
    Source,
    TopicMatch,
)

NOTHING = Description()
ARXIV = Link("arxiv", "https://arxiv.org/abs/2401.00001v2")
CODE = Link("code", "https://github.com/example/quiet")


def record(file: str, abstract: str = "", **known: object) -> Record:
    return Record(Provenance(f"seeds/{file}", 1, 1, f"hash of {file}"), abstract=abstract, **known)  # type: ignore[arg-type]


def merged(
    *records: Record,
    description: Description = NOTHING,
    page: Paper | None = None,
    wrote: dict[str, object] | None = None,
) -> Merged:
    """`wrote` are the values that Incipit wrote, by field."""
    entry = None
    if wrote is not None:
        hashes = {field: (text.fingerprint(merge.plain(value)),) for field, value in wrote.items()}
        entry = LedgerEntry("7k3qz2abcd", "quiet", "2026-11-30T20:15:04Z", wrote=hashes)
    cluster = Cluster(records, paper=page.id if page else "")
    return merge.merge(cluster, description, page, entry, write=lambda abstract: abstract)


PAGE = Paper(
    id="7k3qz2abcd",
    slug="quiet",
    title="Quiet Routers",
    title_source="given",
    venue="NET",
    abstract="We study routers.",
)
WROTE = {"title": ("Quiet Routers", "given"), "venue": "NET", "abstract": "We study routers."}


def test_each_field_comes_from_the_most_trusted_record_that_has_it() -> None:
    found = merged(
        record("a.txt", "We study routers."),
        record("b.txt", "We study quiet routers.", title=" Quiet  Routers ", year=2025, links=(ARXIV,)),
        record(
            "c.txt",
            title="Other",
            authors=("Ada Example",),
            year=2026,
            venue="NET",
            links=(Link("web", "https://arxiv.org/pdf/2401.00001"), CODE),
        ),
        description=Description(("Derived",), "QR", (CODE,), (TopicMatch("routing", ("routers",)),)),
    )
    paper = found.paper
    assert (paper.title, paper.title_source, paper.authors, paper.year, paper.venue) == (
        "Quiet Routers",
        "given",
        ("Ada Example",),
        2025,
        "NET",
    )
    assert (paper.abstract, paper.name, paper.topics) == ("We study routers.", "QR", ("routing",))
    assert CODE in paper.links
    assert len(paper.links) == 3
    assert found.titles == ()
    assert dict(found.fields) == {
        "title": "seeds/b.txt", "authors": "seeds/c.txt", "year": "seeds/b.txt", "venue": "seeds/c.txt", "abstract": "seeds/a.txt",
        "name": "seeds/a.txt", "topics": "seeds/a.txt", "links": "seeds/b.txt",
    }  # fmt: skip
    assert paper.sources == tuple(Source(f"seeds/{name}.txt", f"hash of {name}.txt") for name in "abc")


def test_without_a_given_title_derived_ones_are_there_to_choose_from() -> None:
    found = merged(record("a.txt", "We study routers."), description=Description(("First", "Second")))
    assert (found.paper.title, found.paper.title_source, found.titles) == ("", "derived", ("First", "Second"))


def test_named_authors_stand_before_anonymous_ones() -> None:
    hidden = record("a.txt", "Text.", authors=("Anonymous",))
    assert merged(hidden, record("b.txt", authors=("Ada Example",))).paper.authors == ("Ada Example",)
    assert merged(hidden).paper.authors == ("Anonymous",)


def test_topics_that_a_source_gives_stand_beside_those_that_the_text_gives() -> None:
    found = merged(
        record("a.txt", "Text.", topics=("ants", "routing")),
        description=Description(topics=(TopicMatch("routing", ()),)),
    )
    assert found.paper.topics == ("routing", "ants")


def test_a_correction_of_the_source_reaches_an_untouched_page() -> None:
    found = merged(
        record("a.txt", "We study quiet routers.", title="Quiet Routers", venue="The Net", year=2025),
        page=PAGE,
        wrote=WROTE,
    )
    assert (found.paper.abstract, found.paper.venue, found.paper.year) == ("We study quiet routers.", "The Net", 2025)
    assert (found.paper.id, found.paper.slug, found.conflicts) == ("7k3qz2abcd", "quiet", ())


@pytest.mark.parametrize(
    ("hand", "source", "conflict"),
    [
        (replace(PAGE, venue="Networks"), "NET", None),
        (replace(PAGE, venue="Networks"), "The Net", ("Networks", "The Net")),
        (replace(PAGE, venue="The Net"), "The Net", None),
        (replace(PAGE, venue=""), "NET", None),
        (replace(PAGE, venue=""), "The Net", ("", "The Net")),
    ],
)
def test_the_hand_stays_and_a_change_of_both_is_reported(
    hand: Paper, source: str, conflict: tuple[str, str] | None
) -> None:
    found = merged(record("a.txt", "We study routers.", title="Quiet Routers", venue=source), page=hand, wrote=WROTE)
    assert found.paper.venue == hand.venue
    assert found.conflicts == ((Conflict("7k3qz2abcd", "venue", *conflict),) if conflict else ())
    assert ("venue" in dict(found.fields)) == (hand.venue == source)


def test_hashes_of_two_branches_are_both_what_incipit_wrote() -> None:
    entry = LedgerEntry("7k3qz2abcd", "quiet", "", wrote={"venue": (text.fingerprint("NET"), text.fingerprint("Old"))})
    seed = record("a.txt", "We study routers.", venue="New")
    for before in ("NET", "Old"):
        found = merge.merge(
            Cluster((seed,), paper=PAGE.id), Description(), replace(PAGE, venue=before), entry, write=str
        )
        assert found.paper.venue == "New"


def test_without_a_ledger_all_that_differs_is_the_hands_and_the_rest_is_filled() -> None:
    found = merged(record("a.txt", "We study quiet routers.", title="Other", venue="The Net", year=2025), page=PAGE)
    assert (found.paper.title, found.paper.venue, found.paper.abstract, found.paper.year) == (
        "Quiet Routers",
        "NET",
        "We study routers.",
        2025,
    )
    assert {conflict.field for conflict in found.conflicts} == {"title", "venue", "abstract"}


def test_a_derived_title_is_kept_while_the_text_gives_it() -> None:
    page = replace(PAGE, title="Second", title_source="derived")
    seed = record("a.txt", "We study routers.")
    wrote = {"title": ("Second", "derived")}
    assert merged(seed, description=Description(("First", "Second")), page=page, wrote=wrote).titles[0] == "Second"
    assert merged(seed, description=Description(("First", "Third")), page=page, wrote=wrote).titles == (
        "First",
        "Third",
    )
    given = merged(replace(seed, title="Given"), page=page, wrote=wrote)
    assert (given.paper.title, given.paper.title_source) == ("Given", "given")


def test_a_given_title_stays_when_its_source_is_gone() -> None:
    found = merged(record("b.txt", "We study routers."), description=Description(("Derived",)), page=PAGE, wrote=WROTE)
    assert (found.paper.title, found.paper.title_source, found.titles) == ("Quiet Routers", "given", ())


def test_a_derived_title_that_a_person_approves_is_curated() -> None:
    page = replace(PAGE, title="Derived", title_source="curated")
    found = merged(
        record("a.txt", "We study routers."),
        description=Description(("Derived",)),
        page=page,
        wrote={"title": ("Derived", "derived")},
    )
    assert (found.paper.title, found.paper.title_source, found.titles) == ("Derived", "curated", ())


def test_a_given_title_that_a_person_calls_derived_is_derived() -> None:
    page = replace(PAGE, title_source="derived")
    found = merged(replace(record("a.txt", "We study routers."), title=PAGE.title), page=page, wrote=WROTE)
    assert (found.paper.title, found.paper.title_source) == (PAGE.title, "derived")


def test_a_page_without_a_source_stays_as_it_is() -> None:
    page = replace(PAGE, extra=(("note", "mine"),))
    own = Record(Provenance("content/papers/quiet.md", 1, 1, ""), paper=page.id, abstract=page.abstract)
    assert merged(own, description=Description(("T",), "Name"), page=page, wrote=WROTE).paper == page

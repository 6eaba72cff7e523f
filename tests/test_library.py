"""Order, shelves and related papers of a collection."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from generator import library
from generator.model import Abstract, Library, Link, Paper, Receipt, Topic, TopicMatch

TOPICS = (Topic("routing", "Routing"), Topic("energy", "Energy"))
ABSTRACTS = (
    "Packet routing in sensor networks. Routing protocols for sensor nodes waste battery; our routing sleeps.",
    "A routing protocol lets sensor nodes sleep. The battery of a sensor lasts longer when routing sleeps.",
    "Marble sculptures of antiquity were painted. Pigments on marble survive where sculptures lay buried.",
    "Pigments of painted sculptures fade. We date pigments on marble by spectroscopy.",
    "Nothing here repeats.",
)


def paper(number: int, **facts: object) -> Paper:
    made = Paper(id=f"{number:010d}", slug=f"p{number}", first_seen="2026-01-01T00:00:00Z", place=number)
    return replace(made, **facts)  # type: ignore[arg-type]


def build(papers: list[Paper], texts: tuple[str, ...] = ABSTRACTS, receipts: tuple[Receipt, ...] = ()) -> Library:
    abstracts = {found.id: Abstract(f"<p>{words}</p>", words) for found, words in zip(papers, texts, strict=False)}
    return library.build(
        papers, TOPICS, receipts, {found.id: abstracts.get(found.id, Abstract("", "")) for found in papers}
    )


def ids(papers: tuple[Paper, ...]) -> list[str]:
    return [found.slug for found in papers]


def test_papers_stand_by_first_seen_then_place_then_id() -> None:
    late = paper(1, first_seen="2026-01-02T00:00:00Z")
    papers = [late, paper(3), paper(2), replace(paper(9), place=2)]
    assert ids(build(papers).papers) == ["p2", "p9", "p3", "p1"]


def test_retired_papers_stand_apart_and_withdrawn_ones_stay() -> None:
    papers = [
        paper(1, status="gone"),
        paper(2, status="withdrawn"),
        paper(3, status="merged", into="0000000002"),
        paper(4),
    ]
    found = build(papers)
    assert (ids(found.papers), ids(found.retired)) == (["p2", "p4"], ["p1", "p3"])
    assert set(found.abstracts) == {"0000000002", "0000000004"}


def test_shelves_hold_each_paper_once_in_order() -> None:
    papers = [
        paper(2, year=2024, venue="V", authors=("A", "B", "A"), name="N", topics=("energy",)),
        paper(1, year=2024, venue="V", authors=("B",), links=(Link("code", "https://example.org/c"),)),
    ]
    found = build(papers)
    assert ids(found.by_year[2024]) == ids(found.by_venue["V"]) == ids(found.by_author["B"]) == ["p1", "p2"]
    assert ids(found.by_author["A"]) == ids(found.by_name["N"]) == ids(found.by_topic["energy"]) == ["p2"]
    assert found.by_topic["routing"] == ()
    assert (ids(found.unsorted), ids(found.with_code)) == (["p1"], ["p1"])


def test_evidence_names_only_topics_that_the_paper_still_has() -> None:
    matches = (TopicMatch("routing", ("routing",)), TopicMatch("energy", ("battery",)))
    receipts = (
        Receipt("seeds/a.txt", 1, 1, "", "kept", "0000000001", topics=matches),
        Receipt("seeds/a.txt", 2, 3, "", "merged", "0000000001", topics=(TopicMatch("energy", ("later",)),)),
    )
    assert build([paper(1, topics=("energy",))], receipts=receipts).evidence == {"0000000001": (matches[1],)}


def test_related_papers_share_the_words_they_name() -> None:
    found = build([paper(number) for number in range(5)])
    related = {key: [near.id for near in nears] for key, nears in found.related.items()}
    assert related == {
        "0000000000": ["0000000001"],
        "0000000001": ["0000000000"],
        "0000000002": ["0000000003"],
        "0000000003": ["0000000002"],
        "0000000004": [],
    }
    words = found.related["0000000002"][0].words
    assert {"marble", "sculptures", "pigments"} <= set(words)


def test_another_paper_changes_only_the_lists_it_enters() -> None:
    papers = [paper(number) for number in range(5)]
    before = build(papers).related
    after = build([*papers, paper(5)], (*ABSTRACTS, "Routing by sensor nodes: battery and routing sleep.")).related
    assert {key for key in before if before[key] != after[key]} == {"0000000000", "0000000001"}


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_reading_does_not_matter(seed: int) -> None:
    papers = [paper(number, topics=("energy",), authors=("A",)) for number in range(5)]
    texts = dict(zip(papers, ABSTRACTS, strict=True))
    shuffled = papers.copy()
    random.Random(seed).shuffle(shuffled)
    assert build(shuffled, tuple(texts[found] for found in shuffled)) == build(papers)


def test_at_most_five_are_related_and_none_to_itself() -> None:
    papers = [paper(number) for number in range(9)]
    for key, nears in build(papers, (ABSTRACTS[0],) * 9).related.items():
        assert 1 < len(nears) <= library.RELATED
        assert key not in {near.id for near in nears}


def test_work_grows_with_the_papers_and_not_with_their_square(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = []

    def counting(*arguments: object) -> object:
        counts.append(1)
        return sharing(*arguments)  # type: ignore[arg-type]

    sharing = library._sharing
    monkeypatch.setattr(library, "_sharing", counting)
    looked: list[int] = []
    for size in (50, 100):
        counts.clear()
        build([paper(number) for number in range(size)], (ABSTRACTS[0],) * size)
        looked.append(len(counts))
    assert looked == [50, 100]

"""What search writes: the index and the cards, by names that their content decides."""

from __future__ import annotations

import json
import re

from generator import search
from generator.model import Abstract, Library, Output, Paper, Topic


def library(*papers: Paper) -> Library:
    return Library(
        papers=papers,
        retired=(),
        topics=(Topic("graphs", "Graph learning"),),
        abstracts={paper.id: Abstract(f"<p>{paper.abstract}</p>", paper.abstract) for paper in papers},
        by_topic={},
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


def paper(number: int, **facts: object) -> Paper:
    return Paper(
        **{"id": f"id{number}", "slug": f"slug-{number}", "title": f"Title {number}", "abstract": "Text.", **facts}
    )


def read(outputs: list[Output]) -> tuple[dict, list[dict]]:
    """The index and all cards in order."""
    files = {output.path.removeprefix("search/"): json.loads(output.content) for output in outputs}
    index = files[search.index_path(outputs).removeprefix("search/")]
    return index, [card for name in index["cards"] for card in files[name]]


def test_a_card_says_what_is_known_and_nothing_else() -> None:
    full = paper(
        1, title="A title", title_source="given", name="SYS", authors=("Ada L", "Bo M"), year=2025, venue="ICLR"
    )
    _, cards = read(list(search.outputs(library(full, paper(2)))))
    assert cards == [
        {"slug": "slug-1", "title": "A title", "name": "SYS", "authors": "Ada L, Bo M", "where": "ICLR 2025", "text": "Text."},
        {"slug": "slug-2", "title": "[Title 2]", "text": "Text."},
    ]  # fmt: skip


def test_withdrawn_papers_leave_search() -> None:
    index, cards = read(list(search.outputs(library(paper(1, status="withdrawn", title="Gone"), paper(2)))))
    assert [card["slug"] for card in cards] == ["slug-2"]
    assert index["papers"] == 1
    assert "gone" not in dict(index["invertedIndex"])


def test_every_field_can_be_searched() -> None:
    found = paper(1, title="Kernels", name="ZAP", abstract="Words.", topics=("graphs",), authors=("José Łukasz",))
    index, _ = read(list(search.outputs(library(found))))
    held = {term: [field for field in index["fields"] if posting[field]] for term, posting in index["invertedIndex"]}
    assert held == {
        "kernels": ["title"], "zap": ["name"], "words": ["abstract"], "graph": ["topics"], "learning": ["topics"],
        "jose": ["authors"], "lukasz": ["authors"],
    }  # fmt: skip


def test_the_number_in_a_reference_is_the_cards_place() -> None:
    papers = [paper(number, abstract=f"word{number}") for number in range(45)]
    index, cards = read(list(search.outputs(library(*papers))))
    postings = dict(index["invertedIndex"])
    assert all(list(postings[f"word{at}"]["abstract"]) == [f"p{at}"] for at in range(45))
    assert [card["text"] for card in cards] == [f"word{at}" for at in range(45)]
    assert len(index["cards"]) == 3
    assert index["cards_each"] == 20


def test_names_are_hashes_of_the_content_and_a_new_paper_changes_the_last_cards_only() -> None:
    papers = [paper(number) for number in range(45)]
    before, after = list(search.outputs(library(*papers))), list(search.outputs(library(*papers, paper(45))))
    assert all(re.fullmatch(r"search/(index|cards)-[0-9a-f]{12}\.json", output.path) for output in before)
    assert [output.path for output in before][:2] == [output.path for output in after][:2]
    assert len({output.path for output in before} & {output.path for output in after}) == 2


def test_the_same_library_gives_the_same_bytes() -> None:
    made = library(*[paper(number, topics=("graphs",)) for number in range(30)])
    assert list(search.outputs(made)) == list(search.outputs(made))


def test_an_empty_library_has_an_index_too() -> None:
    index, cards = read(list(search.outputs(library())))
    assert (index["papers"], index["invertedIndex"], cards) == (0, [], [])

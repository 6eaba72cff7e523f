"""Our index against lunr.js's: the same bytes, the same papers in the same order with the same scores."""

from __future__ import annotations

import json
import random
from itertools import chain
from pathlib import Path

import lunr as lunr_py
import pytest

from generator import search
from generator.search import terms

SEEDS = Path(__file__).parents[2] / "seeds"
FIELDS = [[field.name, field.boost] for field in search.FIELDS]


def texts_of_seeds() -> list[list[str]]:
    """The seeds' paragraphs as documents of all fields."""
    paragraphs = [
        " ".join(part.split())
        for path in sorted(SEEDS.glob("*.txt"))
        for part in path.read_text(encoding="utf-8").split("\n\n")
        if part.strip()
    ]
    return [
        [text[:60], text.split()[0], text, "Graphs\nLanguage models" if at % 3 else "", "José Łukasz\nA. Banks"]
        for at, text in enumerate(paragraphs)
    ]


def listed(documents: list[list[str]]) -> list[list[list[str]]]:
    """The terms of each field, as our builder takes them: tokens in order, then the neighbours' closed forms."""
    cut = [[terms.tokens(text) for text in document] for document in documents]
    known = terms.openings({token for document in cut for field in document for token in field})
    return [
        [list(chain.from_iterable(map(terms.terms, [*field, *terms.neighbours(field, known)]))) for field in document]
        for document in cut
    ]


def loaded(documents: list[list[str]]) -> dict:
    return json.loads(f"{{{search.build(documents)}}}")


AWKWARD = [
    ["", "", "", "", ""],
    ["10 1 3D 2x", "1", "1 11 111 1 11 2 22 12 21 1a 11b", "", "Ann O’Hara"],
    [
        "constructor __proto__ toString hasOwnProperty",
        "x",
        "～ 𝒪 𠮷野家 ￦ ｱ 﨑 ﬁ \U00020000\U00020001 豈更 一二三",
        "_",
        "~",
    ],
    ["the of and", "", "the the the the", "", ""],
]


@pytest.mark.parametrize("documents", [[], AWKWARD, texts_of_seeds()], ids=["nothing", "awkward", "seeds"])
def test_the_index_is_byte_for_byte_what_lunr_js_writes(drive, documents) -> None:
    ours = f"{{{search.build(documents)}}}"
    theirs = drive("serialised", fields=FIELDS, documents=listed(documents))
    if not documents:
        # lunr.js cannot average over nothing, but writes the same empty index.
        assert json.loads(ours) == json.loads(theirs)
    assert ours == theirs


def test_lunr_js_loads_the_index_and_ranks_as_with_its_own(drive) -> None:
    documents = texts_of_seeds()
    made = listed(documents)
    words = sorted({term for document in made for field in document for term in field if term.isalpha()})
    chosen = random.Random(7)
    queries = [
        [[word, chosen.choice([0.4, 1, 2.5])] for word in chosen.sample(words, chosen.randint(1, 5))]
        for _ in range(200)
    ]
    theirs = drive("ranked", fields=FIELDS, documents=made, queries=queries)
    assert drive("loaded", index=loaded(documents), queries=queries) == theirs
    assert sum(len(found) for found in theirs) > 500


def test_the_version_is_that_of_the_shipped_library(drive) -> None:
    assert loaded([])["version"] == drive("version")


def test_lunr_py_agrees_where_it_serves() -> None:
    """The oracle of PyPI: same weights, but for words that it stems, trims or stops."""
    documents = [{"id": "p0", "abstract": "graph kernel graph"}, {"id": "p1", "abstract": "kernel method"}]
    builder = lunr_py.get_default_builder()
    builder.pipeline.reset()
    builder.ref("id")
    builder.field("abstract")
    for document in documents:
        builder.add(document)
    theirs = dict(builder.build().serialize()["fieldVectors"])
    ours = dict(loaded([["", "", document["abstract"], "", ""] for document in documents])["fieldVectors"])
    assert {ref: ours[ref] for ref in theirs} == theirs


def test_terms_rise_by_utf16_code_units() -> None:
    found = [term.encode("utf-16-be") for term, _ in loaded(AWKWARD)["invertedIndex"]]
    assert found == sorted(found)


def test_references_are_no_integers_so_that_papers_keep_their_order() -> None:
    index = loaded([["graph", "", "", "", ""]] * 12)
    assert list(dict(index["invertedIndex"])["graph"]["title"]) == [f"p{number}" for number in range(12)]

"""JSON Lines: one object a line."""

from __future__ import annotations

import json

import pytest

from generator.errors import InputError
from generator.formats import jsonl
from generator.model import Link

FILE = "seeds/a.jsonl"


def read(*objects: object):
    return jsonl.read("\n".join(json.dumps(item) for item in objects), FILE)


def test_an_object_is_a_record():
    record = read(
        {
            "id": "x:1", "title": "On\nDucks", "authors": ["Ada  Lake", "Bo Pond"], "abstract": "We study\nducks.\n\nAll of them.",
            "year": 2024, "venue": "PondConf", "url": "https://duck.example/", "arxiv": "2401.00001", "keywords": ["q-bio"],
        }
    )[0]  # fmt: skip

    assert (record.title, record.authors, record.year, record.venue) == (
        "On Ducks",
        ("Ada Lake", "Bo Pond"),
        2024,
        "PondConf",
    )
    assert record.abstract == "We study ducks.\n\nAll of them."
    assert record.links == (Link("arxiv", "https://arxiv.org/abs/2401.00001"), Link("web", "https://duck.example/"))
    assert record.topics == ()


def test_null_is_absent_and_blank_lines_are_nothing():
    records = jsonl.read(
        '\n{"title": "A", "abstract": null, "year": null}\n\n{"abstract": "B.", "year": "2020"}\n', FILE
    )

    assert [(r.title, r.abstract, r.year) for r in records] == [("A", "", None), ("", "B.", 2020)]
    assert [(r.provenance.record, r.provenance.line) for r in records] == [(1, 2), (2, 4)]


def test_half_a_surrogate_pair_becomes_a_replacement_character():
    record = jsonl.read('{"abstract": "a \\ud83d duck \\ud83e\\udd86"}', FILE)[0]

    assert record.abstract == "a \ufffd duck 🦆"
    assert record.abstract.encode("utf-8")


def test_names_in_one_text_are_separated_by_semicolons():
    assert read({"title": "A", "authors": "Ada Lake; Bo Pond"})[0].authors == ("Ada Lake", "Bo Pond")


@pytest.mark.parametrize(
    "line",
    [
        "{", "[1]", '"text"', '{"title": 3}', '{"title": "A", "authors": [1]}', '{"title": "A", "year": "soon"}',
        '{"title": "A", "year": 24}', '{"keywords": ["x"]}', '{"title": "A", "doi": "x"}', "[" * 100_000,
    ],
)  # fmt: skip
def test_a_wrong_line_is_a_fault_with_its_number(line):
    with pytest.raises(InputError) as caught:
        jsonl.read('{"title": "A"}\n' + line, FILE)

    assert (caught.value.file, caught.value.line, caught.value.status) == (FILE, 2, 3)
    assert caught.value.remedy

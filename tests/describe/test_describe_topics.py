"""Topics: terms as words, weighed, with the words that chose them; and the shipped ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.describe import topics
from generator.model import Topic, TopicMatch

SHIPPED = sorted((Path(__file__).parents[2] / "content/topics").glob("*.md"))
PONDS = Topic("ponds", "Ponds", terms=(("duck pond", 4), ("pond", 3), ("reed-bed", 3), ("water", 1)))
HERONS = Topic("herons", "Herons", terms=(("heron", 3), ("grey heron", 4), ("Lévy flight", 4)))


def found(text: str, *wanted: Topic) -> dict[str, tuple[str, ...]]:
    return {match.slug: match.words for match in topics.find(text, topics.matcher(wanted or (PONDS, HERONS)))}


@pytest.mark.parametrize("text", ["A pond.", "Water, water, water, water.", "Ponder the pondering Pondicherry.", ""])
def test_one_mention_support_alone_and_other_words_assign_nothing(text):
    assert found(text) == {}


@pytest.mark.parametrize(
    "text",
    [
        "A POND and a Reed Bed",
        "Ponds and reed-beds",
        "pond; reed\nbed",
        "A pond. Another pond.",
        "Duck ponds, then a pond",
    ],
)
def test_case_hyphen_space_and_plural_are_alike(text):
    assert list(found(text)) == ["ponds"]


def test_evidence_is_the_texts_own_words_in_order_and_once():
    assert found("Reed-Beds by a Pond, a pond in water.") == {"ponds": ("Reed-Beds", "Pond", "water")}


def test_the_longest_term_counts_once():
    heron = Topic("herons", "Herons", terms=(("grey heron", 4), ("heron", 3)))

    assert found("A grey heron.", heron) == {}
    assert found("A grey heron, a heron.", heron) == {"herons": ("grey heron", "heron")}


def test_accents_are_part_of_the_word():
    assert found("Lévy flights of a heron") == {"herons": ("Lévy flights", "heron")}


def test_letters_that_fold_to_two_move_no_evidence():
    street = Topic("street", "Street", terms=(("große straße", 4), ("x", 3)))

    assert found("İİ: Große Straße, ŉ große STRAẞE x x", street) == {"street": ("Große Straße", "x")}


def test_the_best_topic_comes_first_and_four_are_the_most():
    many = [Topic(f"t{number}", "T", terms=((f"word{number}", 3),)) for number in range(6)]
    text = " ".join(f"word{number} word{number}" for number in range(6)) + " ponds pond duck ponds"
    matches = topics.find(text, topics.matcher([*many, PONDS]))

    assert [match.slug for match in matches] == ["ponds", "t0", "t1", "t2"]


def test_a_faint_topic_beside_a_strong_one_is_left_out():
    strong = Topic("strong", "Strong", terms=tuple((f"s{number}x", 4) for number in range(4)))
    weak = Topic("weak", "Weak", terms=(("w", 3),))
    text = "s0x s1x s2x s3x " * 2 + "w w"

    assert topics.find(text, topics.matcher([strong, weak])) == (TopicMatch("strong", ("s0x", "s1x", "s2x", "s3x")),)


def test_there_are_twelve_to_twenty_shipped_topics():
    assert 12 <= len(SHIPPED) <= 20


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_a_shipped_topic_is_complete(file):
    raw = file.read_bytes()
    assert raw.startswith(b"---\n")
    assert raw.endswith(b"\n---\n")
    values = {
        key: json.loads(value)
        for key, value in (line.split(": ", 1) for line in raw.decode("utf-8").splitlines()[1:-1])
    }

    assert list(values) == ["title", "description", "terms"]
    assert 60 < len(values["description"]) < 400
    assert all(weight in (1, 2, 3, 4) for weight in values["terms"].values())
    assert sum(weight >= topics.STRONG for weight in values["terms"].values()) >= 10

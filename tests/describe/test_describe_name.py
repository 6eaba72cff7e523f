"""The name that a paper gives to its own thing, and none where it gives none."""

from __future__ import annotations

import pytest

from generator.describe import _claims, name
from generator.describe._words import expansion, occurrences, shaped


def found(text: str) -> str:
    return name.find(text, _claims.claims(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We propose DuckNet, a network for ponds. DuckNet swims.", "DuckNet"),
        ("Ponds are wet. In this paper, we present Pond Value Learning (PVL), a method. PVL works.", "PVL"),
        ("Our Pond Guidance (PonG) offers a view. PonG improves ducks.", "PonG"),
        ("We introduce a new benchmark called PondBench for ducks. PondBench contains ten ponds.", "PondBench"),
        ("This paper describes WADE (Water-Aware Duck Estimation), a simple method. WADE achieves more.", "WADE"),
        ("We revisit guidance and introduce a new method, calm pond guidance (CPG), which helps. CPG is calm.", "CPG"),
        ("We address this by proposing Quiet Ducks for Ponds (QuDP). QuDP reduces noise.", "QuDP"),
        ("We propose Low-Pond Adaptation, or LoPA, which freezes ponds. LoPA can reduce costs.", "LoPA"),
        ("We extend Pond-TV to a Lagrangian model named Duck-TV-IRM. Duck-TV-IRM outperforms Pond-TV.", "Duck-TV-IRM"),
        ("We introduce Quack, a data selection approach. Quack outperforms others.", "Quack"),
        ("An approach is needed. This paper presents an approach, called reed wrapper, to wrap reeds. The reed wrapper approach extracts reeds.", "reed wrapper"),
        ("PondLM is a new model of ponds. PondLM learns from ducks.", "PondLM"),
        ("We release Pond-300K, the first large data set of ducks. Pond-300K covers many lakes.", "Pond-300K"),
        ("We introduce BERT, which stands for Ducks. BERT is designed to swim.", "BERT"),
    ],
)  # fmt: skip
def test_a_name_is_found_however_it_is_introduced(text, expected):
    assert found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "We study ducks.",
        "We propose an RL approach for partial differential equations (PDEs). PDEs are hard.",
        "LoRA has emerged as a method. LoRA is cheap. We propose LoRA for ducks. LoRA improves them.",
        "We introduce reinforcement learning (RL) to ponds. RL outperforms heuristics.",
        "We propose LLM-based ducks. Our LLM outperforms others.",
        "We introduce patch-level training for LLMs, in which ducks are patches. Patch-level training reduces cost.",
        "We adopt DuckNet for ponds. DuckNet is fast.",
        "We propose ducks. In ponds, methods such as GAIN-X (Lake 2020) and SWIM-Y are known.",
        "We show that Multi-Level ducks swim. Multi-Level ducks are new.",
        "",
    ],
)
def test_no_name_is_better_than_a_wrong_one(text):
    assert found(text) == ""


def test_the_method_comes_before_the_data_set_that_it_needs():
    text = "We introduce PondSet, a data set of ponds. We propose DuckNet, a model of ducks. PondSet contains ponds. DuckNet outperforms others."

    assert found(text) == "DuckNet"


def test_a_name_stands_only_as_a_word():
    assert list(occurrences("PE-CS, xPE, PE, (PE) and non-PE: PE.", "PE")) == [12, 17, 33]


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("the Pond Value Learning (PVL)", "PVL", "Pond Value Learning"),
        ("a Multi-Level Pond Net (MLPN)", "MLPN", "Multi-Level Pond Net"),
        ("physics-aware Reed Graph (PhyRG)", "PhyRG", "physics-aware Reed Graph"),
    ],
)
def test_the_letters_of_an_acronym_find_its_words(text, short, long):
    paren = text.index("(")

    assert text[expansion(text, paren, short) : paren].strip() == long


def test_an_acronym_without_its_words_has_none():
    assert expansion("we use ducks (XYZ)", 13, "XYZ") is None
    assert expansion("(XYZ)", 0, "XYZ") is None


@pytest.mark.parametrize(
    ("word", "expected"),
    [("RepG", True), ("CBQ", True), ("Pond-300B", True), ("LoRA-Pro", True), ("Duck", False), ("duck", False), ("Multi-Level", False), ("Duck2", True), ("pond-2", False)],
)  # fmt: skip
def test_made_names_have_a_shape(word, expected):
    assert shaped(word) is expected

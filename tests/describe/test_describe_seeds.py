"""The two shipped lists, read by eye: what each paper calls its own, its code, its title and its topics."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator import formats, markup, repair
from generator.config import load
from generator.describe import describe, matcher
from generator.model import Description, Topic

PROJECT = Path(__file__).parents[2]
FIRST, SECOND = "000_ca1cb07fa40ffbf8.txt", "001_d215035dbcae3f46.txt"
# The paper's own headline name, by list and record; every other record has none.
NAMES = {
    FIRST: {1: "RepG", 2: "LoRA-Pro", 4: "DRoP", 5: "GVL", 6: "LSSOT", 8: "PhyMPGN", 10: "WSPO", 12: "CBQ",
            13: "Time-MoE", 15: "BirdSet", 17: "TEAL"},
    SECOND: {1: "CBQ", 2: "DataMan", 3: "MoEE", 4: "PE", 8: "DeepTAGE", 9: "PDS", 10: "credal wrapper", 12: "DSI",
             13: "OOD-TV-IRM", 15: "PA", 16: "Quad", 17: "CoLM", 18: "ICG"},
}  # fmt: skip
CODE = {
    FIRST: {
        2: "https://github.com/mrflogs/LoRA-Pro",
        10: "https://github.com/zwhong714/weak-to-strong-preference-optimization",
        13: "https://github.com/Time-MoE/Time-MoE",
        16: "https://github.com/snumprlab/budgeted-cl",
        19: "https://github.com/shaochenze/PatchTrain",
    },
    SECOND: {9: "https://github.com/microsoft/LMOps/tree/main/data_selection"},
}
# Titles that a librarian would give from the abstract alone, and the topics that a reader would look under.
TITLES = {
    (FIRST, 3): "bilinear MLPs, a type of Gated Linear Unit (GLU) without any element-wise nonlinearity",
    (FIRST, 5): "GVL: a universal value function estimator that leverages the world knowledge",
    (FIRST, 12): "CBQ: a cross-block reconstruction-based PTQ method for LLMs",
    (FIRST, 14): "drug dosing in cell populations exhibiting phenotypic plasticity",
    (FIRST, 17): "TEAL: Training-Free Activation Sparsity in LLMs",
    (FIRST, 18): "a simple solvable model of neural scaling laws beyond the kernel limit",
    (SECOND, 5): "beyond worst-case dimensionality reduction for s-sparse vectors",
    (SECOND, 9): "PDS: a framework that approximates optimal data selection by solving the PMP conditions",
    (SECOND, 19): "causal interactions for payoff allocation in cooperative game theory",
}
TOPICS = {
    (FIRST, 1): "generative-models",
    (FIRST, 3): "interpretability",
    (FIRST, 7): "trustworthy-learning",
    (FIRST, 8): "science-and-medicine",
    (FIRST, 13): "time-series",
    (FIRST, 15): "audio-and-speech",
    (FIRST, 16): "representation-and-transfer",
    (SECOND, 1): "efficient-models",
    (SECOND, 2): "training-data",
    (SECOND, 4): "reinforcement-learning",
    (SECOND, 5): "learning-theory",
    (SECOND, 6): "optimization",
    (SECOND, 10): "robustness-and-uncertainty",
    (SECOND, 11): "graph-learning",
}


def shipped_topics() -> list[Topic]:
    topics = []
    for file in sorted((PROJECT / "content/topics").glob("*.md")):
        lines = file.read_text(encoding="utf-8").split("---\n")[1].splitlines()
        values = {key: json.loads(value) for key, value in (line.split(": ", 1) for line in lines)}
        topics.append(Topic(file.stem, values["title"], values["description"], tuple(values["terms"].items())))
    return topics


@pytest.fixture(scope="module")
def described() -> dict[tuple[str, int], tuple[str, Description]]:
    config, prepared = load(PROJECT), matcher(shipped_topics())
    found = {}
    for file in (FIRST, SECOND):
        for record in formats.read(PROJECT, f"seeds/{file}", config):
            text = markup.render(markup.write(repair.repair(record).abstract)).text
            found[file, record.provenance.record] = text, describe(text, prepared)
    return found


@pytest.mark.parametrize("file", [FIRST, SECOND])
def test_names_are_those_that_a_reader_finds(described, file):
    assert {
        number: found.name for (name, number), (_, found) in described.items() if name == file and found.name
    } == NAMES[file]


@pytest.mark.parametrize("file", [FIRST, SECOND])
def test_code_links_are_complete_and_clean(described, file):
    links = {
        number: [(link.rel, link.url) for link in found.links]
        for (name, number), (_, found) in described.items()
        if name == file
    }

    assert {number: found for number, found in links.items() if found} == {
        n: [("code", url)] for n, url in CODE[file].items()
    }


@pytest.mark.parametrize(("key", "title"), TITLES.items())
def test_the_first_title_is_what_a_librarian_would_take(described, key, title):
    assert described[key][1].titles[0] == title


def test_two_papers_never_share_a_first_title(described):
    first = {found.titles[0]: text for text, found in described.values()}

    assert len(first) == len({text for text, _ in described.values()}) == 36


def test_titles_fit_a_list_and_are_no_sentences_about_the_authors(described):
    for _, found in described.values():
        assert len(found.titles) >= 2
        assert 20 <= len(found.titles[0]) <= 95
        assert not found.titles[0].startswith(("We ", "This paper", "In this", "Our "))


def test_every_paper_has_one_to_four_topics_and_their_words(described):
    for text, found in described.values():
        assert 1 <= len(found.topics) <= 4
        assert all(word in " ".join(text.split()) for match in found.topics for word in match.words)


@pytest.mark.parametrize(("key", "topic"), TOPICS.items())
def test_a_paper_stands_where_a_reader_would_look(described, key, topic):
    assert topic in [match.slug for match in described[key][1].topics]

"""What a person types finds what it should, and never an exception."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator import search
from generator.search import terms

Ask = Callable[..., list[dict]]


def index(abstracts: list[str], titles: list[str] | None = None) -> dict:
    documents = [[(titles or [""] * len(abstracts))[at], "", text, "", ""] for at, text in enumerate(abstracts)]
    return {**json.loads(f"{{{search.build(documents)}}}"), "rules": terms.rules(), "papers": len(documents)}


@pytest.fixture
def ask(drive) -> Ask:
    """ask(abstracts, queries) -> the answers."""
    return lambda abstracts, queries, **more: drive("searched", index=index(abstracts), queries=queries, **more)


def numbers(refs: list[str]) -> list[int]:
    return [int(ref[1:]) for ref in refs]


SPELLINGS = [
    "We study fine-tuning of routers.",
    "We study finetuning of maps.",
    "We study fine tuning of bells.",
    "A Rényi bound by Łukasz.",
    "图神经网络 works well.",
]


@pytest.mark.parametrize("query", ["fine-tuning", "finetuning", "fine tuning", "Fine‑Tuned", "fine tun"])
def test_the_three_spellings_of_a_compound_find_each_other(ask: Ask, query: str) -> None:
    assert sorted(numbers(ask(SPELLINGS, [query])[0]["all"])) == [0, 1, 2]


@pytest.mark.parametrize("query", ["renyi", "Rényi", "RE\u0301NYI", "lukasz", "Łukasz"])
def test_accents_and_stroked_letters_do_not_matter(ask: Ask, query: str) -> None:
    assert numbers(ask(SPELLINGS, [query])[0]["all"]) == [3]


@pytest.mark.parametrize("query", ["图神经", "图", "网络", "络", "神经网络 works"])
def test_a_run_of_han_is_found_from_any_of_its_parts(ask: Ask, query: str) -> None:
    assert numbers(ask(SPELLINGS, [query])[0]["all"]) == [4]


def test_a_run_of_han_is_not_met_by_some_of_its_characters(ask: Ask) -> None:
    answer = ask(["新人は幹部の線です", "新幹線に乗る", "新しい幹線"], ["新幹線"])[0]
    assert numbers(answer["all"]) == [1]
    assert answer["some"] == []


def test_every_beginning_of_a_word_finds_it_while_it_is_typed(ask: Ask) -> None:
    text = "A general introduction to modular networks quantization strategies happily survey."
    words = [word for word in terms.tokens(text) if len(word) > 3]
    queries = [word[:length] for word in words for length in range(3, len(word) + 1)]
    answers = ask([text, "Nothing here."], queries)
    assert [query for query, answer in zip(queries, answers, strict=True) if numbers(answer["all"]) != [0]] == []


def test_other_forms_of_a_word_are_found_after_the_word_itself(ask: Ask) -> None:
    abstracts = ["They network daily.", "Networked things.", "Many networks."]
    assert [numbers(answer["all"])[0] for answer in ask(abstracts, ["network ", "networked ", "networks "])] == [
        0,
        1,
        2,
    ]
    assert sorted(numbers(ask(abstracts, ["networking "])[0]["all"])) == [0, 1, 2]


def test_papers_with_all_words_come_apart_from_those_with_some(ask: Ask) -> None:
    answer = ask(["graph kernels", "graph methods", "kernel tricks", "nothing"], ["graph kernel "])[0]
    assert numbers(answer["all"]) == [0]
    assert sorted(numbers(answer["some"])) == [1, 2]
    assert answer["said"] == "1 paper holds both words. 2 papers hold one of them."


LITERAL = ["Attention at 10:30 costs https://a.example/c title: foo."]


@pytest.mark.parametrize(
    "query", ["title:", "10:30", "https://a.example/c", "attention~", "attention^", "-attention", "+foo"]
)
def test_signs_of_query_languages_are_taken_literally(ask: Ask, query: str) -> None:
    assert numbers(ask(LITERAL, [query])[0]["all"]) == [0]


@pytest.mark.parametrize("query", ["~", "^", "-", "+", "*", "\\", ":", '"', "…", "  -- "])
def test_a_query_without_a_word_gets_a_sentence(ask: Ask, query: str) -> None:
    answer = ask(LITERAL, [query])[0]
    assert (answer["all"], answer["some"]) == ([], [])
    assert answer["said"] == f"“{query.strip()}” holds no word to look for."


@pytest.mark.parametrize(
    "query", ["foo:bar", "x~a", "(x)", '"exact phrase"', "C++", "D^*", "php:", "ERROR: hello", "a - b"]
)
def test_a_query_that_finds_nothing_whole_gets_a_sentence(ask: Ask, query: str) -> None:
    answer = ask(LITERAL, [query])[0]
    assert answer["all"] == []
    assert answer["said"].startswith("No paper holds ")


def test_cpp_is_not_c(ask: Ask) -> None:
    answers = ask(["Written in C++ code.", "Written in C code."], ["C++", "c ", "c++ code"])
    assert [numbers(answer["all"]) for answer in answers] == [[0], [1], [0]]


def test_a_mistyped_word_is_mended_and_the_person_is_told(ask: Ask) -> None:
    abstracts = ["Quantization of transformers.", "Something else."]
    mended, swapped, begun = ask(abstracts, ["quantixation", "tranfsormers", "quantixa"])
    assert numbers(mended["all"]) == numbers(swapped["all"]) == numbers(begun["all"]) == [0]
    assert mended["said"] == "No paper holds “quantixation”. 1 paper holds “quantization”."


def test_a_word_that_stands_somewhere_is_not_mended(ask: Ask) -> None:
    answer = ask(["A form of art.", "Farm animals."], ["form"])[0]
    assert (numbers(answer["all"]), answer["corrected"]) == ([0], [])


def test_words_run_together_are_parted(ask: Ask) -> None:
    answer = ask(["A language for each model.", "Other."], ["languagemodel"])[0]
    assert numbers(answer["all"]) == [0]
    assert answer["corrected"][0]["to"] == "language model"


def test_a_slip_in_one_abstract_does_not_hide_the_others(ask: Ask) -> None:
    abstracts = ["An atention layer.", *["The attention mechanism."] * 5]
    answer = ask(abstracts, ["atention mechanism"])[0]
    assert sorted(numbers(answer["all"])) == [1, 2, 3, 4, 5]


def test_common_words_count_only_when_there_is_nothing_else(ask: Ask) -> None:
    abstracts = ["Where we are.", "Attention is here.", "All of it."]
    alone, beside = ask(abstracts, ["where", "attention is all"])
    assert numbers(alone["all"]) == [0]
    assert numbers(beside["all"]) == [1]
    assert beside["said"] == "1 paper holds “attention”. “is” and “all” are too common to count."


def test_a_common_word_is_a_beginning_where_it_is_no_word(ask: Ask) -> None:
    answers = ask(["Soft tissue.", "The theory."], ["tis", "the"])
    assert [numbers(answer["all"]) for answer in answers] == [[0], [1]]


def test_codes_with_digits_are_found_by_their_beginnings(ask: Ask) -> None:
    texts = ["Part EIFUW001R00 and 111.", "Part 1 of 11.", "EIFUW002"]
    answers = ask(texts, ["EIFUW001R00", "eifuw0", "111", "11 ", "1 "])
    assert [sorted(numbers(answer["all"])) for answer in answers] == [[0], [0, 2], [0], [1], [1]]


def test_words_that_javascript_objects_have_by_birth_are_words(ask: Ask) -> None:
    answers = ask(["A constructor and toString."], ["constructor", "tostring", "__proto__", "hasOwnProperty"])
    assert [numbers(answer["all"]) for answer in answers] == [[0], [0], [], []]


def test_the_chinese_interface_says_it_in_chinese(ask: Ask) -> None:
    assert ask(["A graph."], ["graph", "~"], language="zh")[0]["said"] == "1 篇论文含有“graph”。"


@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(max_size=30), min_size=100, max_size=200))
def test_no_query_raises(ask: Ask, queries: list[str]) -> None:
    for query, answer in zip(queries, ask(SPELLINGS, queries), strict=True):
        assert answer["said"] or not query.strip()


def test_the_words_of_a_stem_are_those_lunr_js_stems_alike(drive) -> None:
    words = [
        "survey",
        "surveys",
        "surveyed",
        "key",
        "keys",
        "play",
        "playing",
        "happily",
        "happiness",
        "relational",
        "relate",
    ]
    stems = dict(zip(words, drive("stems", words=words), strict=True))
    found = drive("siblings", index=index([" ".join(words)]), words=words)
    for word, siblings in zip(words, found, strict=True):
        assert sorted(siblings) == sorted(other for other in words if other != word and stems[other] == stems[word])


def test_marks_cover_the_words_and_the_passage_holds_them(drive) -> None:
    text = f"{'Long words stand here first. ' * 20}Then fine-tuning a naïve finetuning, fine tuning 图神经网络 ends. {'x ' * 200}"
    found = drive("marked", rules=terms.rules(), text=text, found=["finetuning", "naive", "神经", "经网"])
    assert found["words"] == ["fine-tuning", "naïve", "finetuning", "fine tuning", "神经网"]
    assert "naïve" in found["passage"]
    assert len(found["passage"]) <= 300


def test_edits_count_swaps_as_one(drive) -> None:
    pairs = [
        ["model", "modle", 2],
        ["model", "model", 2],
        ["abcd", "wxyz", 2],
        ["graph", "graphs", 1],
        ["ab", "abcde", 2],
    ]
    assert drive("edits", pairs=pairs) == [1, 0, 3, 1, 3]

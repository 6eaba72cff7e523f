"""The token pipeline, and that the browser's side of it is the same."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.search import terms

SEEDS = Path(__file__).parents[2] / "seeds"
AWKWARD = [
    "José Łukasz Øre Đorđe Çalışma GENÉRAL Straße æon ΣΊΣΥΦΟΣ Ⅳ ﬁne ½ x² 𝒪(n) ～",
    "fine-tuning fine‑tuning fine−tuning fine–tuning state-of-the-art net- works a-b-c-d-e foo_bar",
    "it's O’Brien models' model's rock'n'roll don't",
    "C++ C# F#, DeepLabv3+ a+b a++b 10+ 10:30 (e.g., this) i.e. [x] {y} <z> https://a.example/c?d=e#f",
    "图神经网络 works 新幹線 カタカナ がぎぐ 한국어 一 a段简b 𠮷野家",
    "soft\u00adhyphen zero\u200bwidth join\u200der \ufeffbom e\u0301 हिन्दी ไทย עִבְרִית",
    "", " ", "'", "-", "_", "+", "#", "\\", "\ud7ff", "\U0010ffff", "I\u0307İı",
]  # fmt: skip


def cut(text: str) -> list[list[object]]:
    return [[token, terms.words(token)] for token in terms.tokens(text)]


def test_accents_case_and_compatibility_forms_fold_away() -> None:
    assert terms.tokens("José, Łukasz & Øre: RE\u0301NYI") == ["jose", "lukasz", "ore", "renyi"]
    assert terms.tokens("ﬁne x² 𝒪") == ["fine", "x2", "o"]


def test_punctuation_parts_words_and_is_never_indexed() -> None:
    assert terms.tokens("(e.g., this) «that» 10:30 “so”—yes…") == ["e", "g", "this", "that", "10", "30", "so", "yes"]


def test_plus_and_sharp_stay_at_the_end_of_a_word_only() -> None:
    assert terms.tokens("C++, C# a+b DeepLabv3+") == ["c++", "c#", "a", "b", "deeplabv3+"]


def test_a_compound_gives_its_parts_and_its_closed_form() -> None:
    assert terms.terms("fine-tuning") == ["fine", "tuning", "finetuning"]
    assert terms.terms("a-b-c-d-e") == ["a", "b", "c", "d", "e"]


def test_possessives_and_apostrophes_do_not_make_other_words() -> None:
    assert [terms.words(token) for token in terms.tokens("model's O’Brien")] == [["model"], ["obrien"]]


def test_a_run_of_han_gives_pairs_and_its_last_character() -> None:
    assert terms.terms("图神经网") == ["图神", "神经", "经网", "网"]
    assert terms.terms("图") == ["图"]
    assert terms.tokens("GNN即图网络v2") == ["gnn", "即图网络", "v2"]


def test_neighbours_are_joined_only_where_the_closed_form_is_known() -> None:
    words = terms.tokens("fine tuning a data set in to not able hands")
    known = terms.openings({"finetuning", "data-set", "into", "notable", *words})
    assert list(terms.neighbours(words, known)) == ["finetuning", "dataset"]


def test_the_browser_cuts_awkward_texts_alike(drive) -> None:
    assert drive("tokens", rules=terms.rules(), texts=AWKWARD) == [cut(text) for text in AWKWARD]


def test_the_browser_cuts_the_seeds_alike(drive) -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(SEEDS.glob("*.txt"))]
    assert drive("tokens", rules=terms.rules(), texts=texts) == [cut(text) for text in texts]


# Letters that this Python knows; the browser's Unicode may be newer.
known_letters = st.characters(exclude_categories=["Cs", "Cn", "Co"])


@settings(max_examples=3, deadline=None)
@given(st.lists(st.text(known_letters, max_size=40), min_size=150, max_size=300))
def test_the_browser_cuts_any_text_alike(drive, texts: list[str]) -> None:
    assert drive("tokens", rules=terms.rules(), texts=texts) == [cut(text) for text in texts]


@pytest.mark.parametrize("text", AWKWARD)
def test_folding_twice_changes_nothing(text: str) -> None:
    folded = terms.fold(text)
    assert terms.fold(folded) == folded
    assert unicodedata.is_normalized("NFC", folded)

"""Derived titles: verbatim, short, whole, different, and none of them a sentence where a phrase is to be had."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.describe import _claims, name, title
from generator.describe._phrases import cut, phrase, trimmed, whole


def titles(text: str) -> tuple[str, ...]:
    claims = _claims.claims(text)
    return title.find(text, name.find(text, claims), claims)


def verbatim(found: str, text: str) -> bool:
    """Whether a title is a piece of the text, or two pieces joined by ": "."""
    if found in text:
        return True
    places = [at for at in range(len(found)) if found.startswith(": ", at)]
    return any(found[:at] in text and found[at + 2 :] in text for at in places)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Ducks are wet. We propose DuQ, a pond-based drying method for ducks. DuQ works.", "DuQ: a pond-based drying method for ducks"),
        ("We present Pond Value Learning (PVL), a universal duck estimator. PVL works.", "Pond Value Learning (PVL): a universal duck estimator"),
        ("This paper describes WADE (Water-Aware Duck Estimation), a simple method. WADE achieves more.", "WADE: Water-Aware Duck Estimation"),
        ("We introduce the Calm Reed (CaRe) framework for quiet ponds. CaRe helps.", "Calm Reed (CaRe) framework for quiet ponds"),
        ("We study the quiet life of ducks in small ponds, including geese.", "the quiet life of ducks in small ponds"),
        ("Ponds are small. In this work, we focus on duck dosing in ponds exhibiting reeds.", "duck dosing in ponds exhibiting reeds"),
        ("We establish tail bounds on the error of ducks and show that they are tight.", "tail bounds on the error of ducks"),
        ("We reformulate the problem of training wide ponds as a convex duck. It works.", "training wide ponds as a convex duck"),
        ("Ponds need data. We show that larger ponds can amplify the collapse of ducks.", "larger ponds can amplify the collapse of ducks"),
        ("Ducks in ponds rarely quack at night.", "Ducks in ponds rarely quack at night"),
        ("图神经网络很快。数据很多。", "图神经网络很快"),
        ("Ok.", "Ok"),
    ],
)  # fmt: skip
def test_the_best_piece_comes_first(text, first):
    assert titles(text)[0] == first


def test_a_long_phrase_is_cut_where_it_makes_sense():
    text = (
        "We propose WetNet, a distributional pond method that applies calm magnitudes to hidden ducks throughout the whole "
        "of the very large and reedy pond. WetNet swims."
    )

    assert titles(text)[0] == "WetNet: a distributional pond method that applies calm magnitudes to hidden ducks"


def test_a_cut_leaves_no_open_bracket_math_or_pair():
    assert cut("the norm of both small ducks and large ducks in the pond", 30) == "the norm"
    assert [whole(piece) for piece in ("a map on $L^2", "a duck (of", "a duck (of) $x$")] == [False, False, True]
    assert trimmed("a duck (of the") == ""
    assert phrase("ducks in $a, b$ space, which swim", 0) == ("ducks in $a, b$ space", True)


def test_text_without_spaces_is_cut_within_the_limit():
    found = titles("学" * 300)

    assert 1 <= len(found[0]) <= 95


def test_nothing_gives_no_title():
    assert titles("") == ()


SOUP = (
    "We propose show that study a the of for to in and DuckNet (DN) (PondNet), Pond Net ponds. ducks, which both $x^2$ $a "
    "b$ “quack” ‘reed is quiet — : ; e.g. 学学。 novel method called - \n\n We introduce that by swimming"
)
WORDS = st.sampled_from(SOUP.split(" "))


@settings(max_examples=300, deadline=None)
@given(st.lists(WORDS, max_size=60).map(" ".join))
def test_titles_are_verbatim_whole_short_and_different(text):
    found = titles(text)

    assert len(set(found)) == len(found)
    for each in found:
        assert verbatim(each, text)
        assert "\n" not in each
        assert each == each.strip()
        assert 0 < len(each) <= 95
    if any(char.isalnum() for char in text):
        assert found


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text_has_titles_that_are_pieces_of_it(text):
    for each in titles(text):
        assert verbatim(each, text)

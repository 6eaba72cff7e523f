"""Texts made to be slow or deep end nowhere in an exception and lose no letter; `make bench-texts` measures them."""

from __future__ import annotations

import re

import lxml.html
import pytest
from hostile import PIECES

from generator.markup import readable, render, write
from generator.model import Provenance, Record
from generator.repair import repair, undo

SIZE = 20_000


def letters(text: str) -> list[str]:
    return re.findall(r"[^\W_]", text)


@pytest.mark.parametrize("piece", PIECES)
def test_a_piece_repeated_to_20_kb_loses_nothing(piece) -> None:
    text = piece * (SIZE // len(piece))
    repaired = repair(Record(Provenance("a.txt", 1, 1, ""), abstract=text))
    assert undo(repaired.abstract, repaired.changes) == text
    markdown = write(repaired.abstract)
    readable(text)
    assert letters(render(markdown).text) == letters(repaired.abstract) or "](" in markdown
    # A person's page may hold anything too.
    shown = render(text)
    assert lxml.html.fragment_fromstring(shown.html, create_parent="div") is not None


@pytest.mark.parametrize("piece", ["1. ", "> ", "- ", "* a\n", "*a **b "])
def test_what_nests_too_deeply_is_shown_as_text(piece) -> None:
    assert letters(render(piece * 3000 + "end").text)[-3:] == ["e", "n", "d"]


@pytest.mark.parametrize(
    ("given", "repaired"),
    [
        ("<i>a <i>b</i> c</i> d", "*a b c* d"),
        ("<i>a <b>b</b> c</i> d", "*a b c* d"),
        ("<b><i>a</i></b>", "**a**"),
        ("<i>a <b>b</i> c</b>", "*a b* c"),
        ("<p><span>a</span> <i>b</i></p>", "a *b*"),
        ("<i>a and </i>b</i>", "a and b</i>"),
        ("<i>a, <i>b", "<i>a, <i>b"),
        ("<i></i>a", "a"),
    ],
)
def test_nested_tags_go_in_pairs(given, repaired) -> None:
    done = repair(Record(Provenance("a.txt", 1, 1, ""), abstract=given))
    assert done.abstract == repaired
    assert undo(done.abstract, done.changes) == given
    assert repair(Record(done.provenance, abstract=repaired)).changes == ()

"""Texts made to be slow or deep cost little, end nowhere in an exception and lose no letter."""

from __future__ import annotations

import re
import time

import lxml.html
import pytest

from generator.markup import readable, render, write
from generator.model import Provenance, Record
from generator.repair import repair, undo

SIZE = 20_000
# What 20 kB may cost at each step, in seconds of CPU, on a slow machine; a quadratic search takes many.
MOST = 2.0
PIECES = [
    "\\emph{", "\\textbf{x ", "{\\it ", "\\textcolor[", "\\textcolor{", "\\cite[", "\\href{https://x.y}{", "\\footnote{", "[a](",
    "[a](https://x.y", "![a](", "[[", "](", "[a]: b\n", "https://a.b(", "https://a.b[", "https://a.b](", "<i>", "<i>a", "</i>",
    "<b><i>", "<sub>", "<tex-math>", "<a@", "<!--", "$", "$a", "$$", "\\(", "\\begin{align}", "**a", "*a ", "a*", "***a", "_a ", "__",
    "`a", "``a", "''a", "> ", "1. ", "- ", "a- b ", "    a\n", "&amp", "&#", "\\\\", "\\$", "{", "}", "((", "~", "--", "\u200b",
    "\u00e2\u20ac", "\ufb01", "\ue000", "\x02", "**T**x",
]  # fmt: skip


def spent(work, *given):
    start = time.process_time()
    done = work(*given)
    assert time.process_time() - start < MOST, work
    return done


def letters(text: str) -> list[str]:
    return re.findall(r"[^\W_]", text)


@pytest.mark.parametrize("piece", PIECES)
def test_a_piece_repeated_to_20_kb_costs_little(piece) -> None:
    text = piece * (SIZE // len(piece))
    repaired = spent(repair, Record(Provenance("a.txt", 1, 1, ""), abstract=text))
    assert undo(repaired.abstract, repaired.changes) == text
    markdown = spent(write, repaired.abstract)
    spent(readable, text)
    assert letters(render(markdown).text) == letters(repaired.abstract) or "](" in markdown
    # A person's page may hold anything too.
    shown = spent(render, text)
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

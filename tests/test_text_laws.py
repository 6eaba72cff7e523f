"""Laws of repair and Markdown over generated text that mixes TeX, Markdown, HTML and Unicode."""

from __future__ import annotations

import os
import re

from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import html as lxml_html

from generator.markup import inline, readable, render, write
from generator.markup.direct import direct
from generator.markup.renderer import by_markdown
from generator.model import Change, Provenance, Record
from generator.repair import repair, undo

EXAMPLES = 10_000 if os.environ.get("INCIPIT_LONG") else 500
WHERE = Provenance("list.txt", 1, 1, "0" * 64)
PIECES = st.sampled_from(
    [
        "graph", "net- works", "state-of-\nthe-art", "naïve", "Rényi", "weight- based", "layer- or", "ef\ufb01cient",
        "$x^2$", "$\\alpha_i \\le \\beta$", "$$\\sum_{i} x_i$$", "\\(n\\)", "\\[ y = 1 \\]", "$5 million", "US$40", "\\$3",
        "$", "$$", "\\", "\\\\", "{", "}", "\\%", "\\&", "\\_", "~", "--", "---", "``", "''", "`", "'", '"', "*", "**",
        "***", "_", "__", "\\emph{lazy}", "\\textbf{T}raining", "\\textit{a $k$ b}", "\\url{https://example.org/a_b}",
        "\\href{https://example.org/x}{code}", "\\begin{equation}e=1\\end{equation}", "\\'e", "\\H{o}", "\\foo{x}",
        "{\\it so}", "\\cite{key}", "\\ldots", "**T**raining-Fre**e**", "*so*", "**bold**", "`code`", "[text](https://a.example/b)",
        "[text](javascript:alert(1))", "![alt](x.png)", "[note]:", "[1]", "<eos>", "<b>", "</b>", "<i>x</i>", "<script>",
        "<tex-math>n^2</tex-math>", "<sup>2</sup>", "<br/>", "<https://example.org/y>", "<me@example.org>", "&amp;", "&lt;",
        "&amp;lt;", "&#36;", "&#xD;", "&nope;", "AT&T", "https://example.org/a_(b)).", "http://a.example/?q=1&b=2!",
        "# head", "> quote", "- item", "1. item", "2019.", "===", "    four", "\t", "\n", "\n\n", "  \n", " ", " ", " ", ".",
        ",", "\u00ad", "\u200b", "\u200d", "\u0002", "\u0007", "\u000b", "\u0085", "\u2028", "\ufeff", "\ufffe", "\ud83d",
        "isn\u00e2\u20ac\u2122t", "sch\u00c3\u00b6n", "10\u00b2", "e\u0301", "क्\u200dष", "图网络。", "שלום", "👩\u200d👩", "Abstract:",
        "Abstract", "N/A", "A*", "snake_case", "\ue000", "^", "|", "~~~", ":", "(", ")", "[", "]", "!", "+", "=", "-", "7",
    ]
)  # fmt: skip
TEXTS = st.one_of(
    st.lists(PIECES, max_size=14).map("".join),
    st.lists(PIECES, max_size=12).map(" ".join),
    st.text(st.sampled_from("ab1 \n\\$*_`[]()<>&#{}~-'\"!.:é\u0301"), max_size=40),
    st.text(max_size=40),
)
LETTERS = re.compile(r"[^\W_]")
ELEMENTS = frozenset(
    [
        "div",
        "p",
        "em",
        "strong",
        "a",
        "code",
        "br",
        "ul",
        "ol",
        "li",
        "pre",
        "blockquote",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "math",
        "annotation",
    ]
)


def repaired(text: str) -> Record:
    return repair(Record(WHERE, abstract=text))


def page_letters(html: str) -> list[str]:
    """Letters and digits of the page, math by its TeX, a link followed by an address that it does not show."""
    parts = []

    def walk(node):
        if node.tag == "math":
            parts.append(node.findtext(".//annotation") or "")
        else:
            parts.append(node.text or "")
            for child in node:
                walk(child)
            if node.tag == "a" and "".join(node.itertext()) != node.get("href"):
                parts.append(node.get("href"))
        parts.append(node.tail or "")

    walk(lxml_html.fragment_fromstring(html, create_parent="div"))
    return LETTERS.findall("".join(parts))


@settings(max_examples=EXAMPLES, deadline=None)
@given(TEXTS)
@example("a\\$x$ b$")
@example("\\(a\\)$b")
@example("{\\it ``x''} \\textbf{\\emph{y}}")
def test_undoing_every_change_gives_back_the_text(text):
    record = repair(Record(WHERE, title=text, abstract=text))
    for field, shown in (("title", record.title), ("abstract", record.abstract)):
        changes = [change for change in record.changes if change.field == field]
        assert undo(shown, changes) == text
        state = shown
        for change in reversed(changes):
            assert state[change.offset :].startswith(change.after)
            state = state[: change.offset] + change.before + state[change.offset + len(change.after) :]
        assert state == text


@settings(max_examples=EXAMPLES, deadline=None)
@given(TEXTS)
def test_repairing_twice_changes_nothing(text):
    once = repaired(text)
    assert repaired(once.abstract).changes == ()


@settings(max_examples=EXAMPLES, deadline=None)
@given(TEXTS)
@example("\\url{https://example.org/a_b}\\href{https://example.org/x}{code}")
@example("http://a.example/?q=1&b=2![text](https://a.example/b)")
@example("<me@example.org> [text](https://a.example/b) &amp;lt;")
@example("$5 million[text](javascript:alert(1))\ufffe$x^2$")
def test_every_letter_of_the_repaired_text_is_on_the_page_in_order(text):
    shown = repaired(text).abstract
    assert page_letters(render(write(shown)).html) == LETTERS.findall(shown)


@settings(max_examples=EXAMPLES, deadline=None)
@given(TEXTS)
@example("<img src=x onerror=alert(1)> [a](javascript:alert(2)) <a href='x'>")
@example("[a](//evil.example) [b](data:text/html,x) [c](JaVaScRiPt:x)")
@example("[x](java&#10;script:alert(1)) ![x](https://a.example/'onerror='alert(1))")
def test_html_is_safe_whatever_the_markdown(text):
    for shown in (render(text).html, render(write(text)).html, inline(text)):
        tree = lxml_html.fragment_fromstring(shown, create_parent="div")
        for node in tree.iter():
            inside_math = any(parent.tag == "math" for parent in node.iterancestors())
            assert inside_math or node.tag in ELEMENTS
            assert not any(name.startswith("on") for name in node.attrib)
            if node.tag == "a":
                assert re.match(r"https?://|mailto:|[^:/]*(?:/|$)", node.get("href"), re.IGNORECASE)
        assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", shown)
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", render(text).text + readable(text))


@settings(max_examples=EXAMPLES, deadline=None)
@given(TEXTS)
def test_the_direct_way_equals_the_long_one(text):
    for source in (text, write(text), write(repaired(text).abstract)):
        clean = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\r\x7f-\x9f\ud800-\udfff\ufffe\uffff]", " ", source).strip("\n")
        short = direct(clean)
        assert short is None or short == by_markdown(clean)


def test_a_judge_who_undoes_by_hand_needs_only_offset_before_and_after():
    change = Change("ligature", 2, "\ufb01", "fi")
    assert undo("affix", [change]) == "af\ufb01x"

"""Markdown of a page: written so that it reads as the text again, and rendered as safe HTML and readable text."""

from __future__ import annotations

import re

import pytest
from lxml import html as lxml_html

from generator.markup import inline, math, mathml, readable, render, write
from generator.model import Provenance, Record
from generator.repair import repair

WHERE = Provenance("list.txt", 1, 1, "0" * 64)


def shown(raw: str):
    """A raw abstract -> its Abstract."""
    return render(write(repair(Record(WHERE, abstract=raw)).abstract))


def visible(html: str) -> str:
    """The text of the page, white space collapsed, math by the TeX that it holds."""
    tree = lxml_html.fragment_fromstring(html, create_parent="div")
    for node in tree.iter("math"):
        tex = node.findtext(".//annotation")
        tail = node.tail
        node.clear()
        node.text, node.tail = tex, tail
    return " ".join(tree.text_content().split())


def formulas(html: str) -> list[str]:
    return [node.text or "" for node in lxml_html.fragment_fromstring(html, create_parent="div").iter("annotation")]


def hrefs(html: str) -> list[str]:
    return [node.get("href") for node in lxml_html.fragment_fromstring(html, create_parent="div").iter("a")]


# --- writing ------------------------------------------------------------------------------------------

WRITTEN = [
    ("2019. That year", "2019\\. That year"),
    ("> 90% of runs", "\\> 90% of runs"),
    ("- 5 dB less", "\\- 5 dB less"),
    ("-5 dB less", "-5 dB less"),
    ("# of queries", "\\# of queries"),
    ("[note]: see below", "\\[note]: see below"),
    ("    four spaces", "four spaces"),
    ("---", "\\---"),
    ("1) first", "1\\) first"),
    ("+ more", "\\+ more"),
    ("an <eos> token, a < b, 5<6", "an \\<eos> token, a < b, 5<6"),
    ("triples of <subject, relation, object>", "triples of <subject, relation, object>"),
    ("the A* search", "the A* search"),
    ("the A* and B* searches", "the A\\* and B\\* searches"),
    ("snake_case and a_b_c", "snake_case and a_b_c"),
    ("__init__ is", "\\_\\_init\\_\\_ is"),
    ("cost $5 while $n$ grows", "cost \\$5 while $n$ grows"),
    ("an \\&lt; b", "an \\&lt; b"),
    ("R&D and AT&T", "R&D and AT&T"),
    ("a [key2023] and [b]", "a [key2023] and [b]"),
    ("f[x](y) and g", "f\\[x](y) and g"),
    ("see https://example.org/a_b_(c)_d*.", "see https://example.org/a_b_(c)_d*."),
    ("*meant* and **strong** and [text](https://example.org/)", "*meant* and **strong** and [text](https://example.org/)"),
    ("a \\foo and \\* b", "a \\foo and \\\\* b"),
    ("one `lone tick", "one `lone tick"),
    ("`two` ticks", "\\`two\\` ticks"),
    ("one\n\ntwo", "one\n\ntwo"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "markdown"), WRITTEN)
def test_markdown_is_escaped_no_more_than_it_must_be(text: str, markdown: str) -> None:
    assert write(text) == markdown


@pytest.mark.parametrize("text", [text for text, _ in WRITTEN])
def test_written_markdown_reads_as_the_text_again(text: str) -> None:
    plain = re.sub(r"(?<![\w*])(\*{1,2})(?=[^\s*])([^*]+)\1(?!\w)", r"\2", text)
    plain = plain.replace("[text](https://example.org/)", "text (https://example.org/)").replace("\\&", "&")
    assert render(write(text)).text == "\n".join(plain.replace("$n$", "n").split("\n\n")).strip()


def test_a_line_break_inside_math_cannot_open_a_block() -> None:
    text = "Take $a\n> b$ and $c\n+ d$ here."
    assert write(text) == "Take $a > b$ and $c + d$ here."
    assert formulas(render("Take $a\n\\le b$ here.").html) == ["a\n\\le b"]


# --- rendering ------------------------------------------------------------------------------------------


def test_math_keeps_its_tex_and_is_readable() -> None:
    page = render("Take $x^2 \\le \\alpha_i$ in $\\mathbb{R}^d$.")
    assert formulas(page.html) == ["x^2 \\le \\alpha_i", "\\mathbb{R}^d"]
    assert page.text == "Take x² ≤ α_i in ℝ^d."
    assert page.html.startswith("<p>Take <math><semantics>")
    assert 'encoding="application/x-tex"' in page.html
    assert page.unknown == ()


def test_display_math_is_a_block() -> None:
    assert '<math display="block">' in render("$$\\sum_{i} x_i$$").html


@pytest.mark.parametrize("tex", ["\\foo{x}", "\\eps", "x^{", "\\frac{1}", "\\begin{cases} a"])
def test_math_that_no_converter_knows_is_shown_as_written(tex: str) -> None:
    page = render(f"Take ${tex}$ here.")
    assert page.html == f'<p>Take <code class="tex">${tex}$</code> here.</p>'
    assert page.unknown == (f"${tex}$",)
    assert page.text == f"Take ${tex}$ here."


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        ("\\frac{1}{n}", "1/n"), ("O(n \\log n)", "O(n log n)"), ("\\sqrt{n}", "√n"), ("a_{ij}^{2}", "a_ij²"), ("10^{-4}", "10⁻⁴"),
        ("99\\%", "99%"), ("\\texttt{Quad}", "Quad"), ("\\uparrow17\\%", "↑17%"), ("1\\pm\\varepsilon", "1 ± ε"), ("x \\ge -1", "x ≥ −1"), ("\\sim 50", "~50"), ("A: B", "A : B"),
        ("\\times", "×"), ("n \\times m", "n × m"), ("f^*", "f*"),
        ("\\hat{u}_t", "û_t"), ("x \\in \\{0,1\\}^n", "x ∈ {0, 1}ⁿ"), ("\\bm{x}", "𝐱"), ("p &lt; 0.05", "p < 0.05"),
    ],
)  # fmt: skip
def test_math_in_plain_text_is_readable(tex: str, text: str) -> None:
    assert render(f"${tex}$").text == text


def test_raw_html_is_text() -> None:
    page = render('Ok <script>alert(2)</script><svg onload=alert(3)> <iframe srcdoc="x"> <!-- c --> end.')
    assert page.text == 'Ok <script>alert(2)</script><svg onload=alert(3)> <iframe srcdoc="x"> <!-- c --> end.'
    assert page.html == f"<p>{page.text.replace('<', '&lt;').replace('>', '&gt;')}</p>"


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "vbscript:x", "//evil.example/", "java&#10;script:x", "&#106;avascript:x", " javascript:x", "<javascript:x>"]
)  # fmt: skip
def test_a_link_with_an_unsafe_scheme_is_text(url: str) -> None:
    assert hrefs(render(f"[text]({url}) here").html) == []
    assert "text" in render(f"[text]({url}) here").text


def test_what_a_person_writes_works() -> None:
    page = render(
        '# Head\n\nOne *a* _b_ **c** `d_e $x$` [f](https://example.org/f "title") [g](../g/) <https://example.org/h>\n\n'
        "- one\n- two\n\nthen\n\n1. three\n\n> four\n\n    five <b>\n\nmail [me](mailto:me@example.org)  \nnext &amp; &lt;"
    )
    assert page.html == (
        '<h3>Head</h3><p>One <em>a</em> <em>b</em> <strong>c</strong> <code>d_e $x$</code> <a href="https://example.org/f" title="title">f</a> '
        '<a href="../g/">g</a> <a href="https://example.org/h">https://example.org/h</a></p><ul><li>one</li><li>two</li></ul><p>then</p>'
        "<ol><li>three</li></ol><blockquote><p>four</p></blockquote><pre><code>five &lt;b&gt;</code></pre>"
        '<p>mail <a href="mailto:me@example.org">me</a><br>next &amp; &lt;</p>'
    )
    assert page.text == (
        "Head\nOne a b c d_e $x$ f (https://example.org/f) g https://example.org/h\none\ntwo\nthen\nthree\nfour\nfive <b>\nmail me\nnext & <"
    )


def test_money_that_a_person_writes_is_money() -> None:
    assert render("From $5 million to $3 million.").html == "<p>From $5 million to $3 million.</p>"


def test_no_character_that_xml_forbids_comes_out() -> None:
    page = render("a\x00b\x0bc\ufffed\ud83de&#1;f&#xD800;g $x\x07$")
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", page.html + page.text)


def test_nothing_renders_as_nothing() -> None:
    assert render("") == render("\n\n") == render("   ")
    assert render("").html == render("").text == ""


def test_emphasis_that_the_library_tears_apart_loses_no_math() -> None:
    assert formulas(render("*so**so*$x^2$").html) == ["x^2"]


# --- titles -----------------------------------------------------------------------------------------------


def test_a_title_shows_math_and_emphasis_and_all_else_as_text() -> None:
    title = "The *lazy* $L^2$ <b> of A* & `x` at \\$5, a_b"
    assert inline(title).startswith("The <em>lazy</em> <math><semantics>")
    assert inline(title).endswith("&lt;b&gt; of A* &amp; `x` at $5, a_b")
    assert readable(title) == "The lazy L² <b> of A* & `x` at $5, a_b"


@pytest.mark.parametrize(
    "title", ["No", "*star and &anchor", "- leading dash", "`grad` considered harmful", "50% of a_b #1", "C:\\x"]
)
def test_a_plain_title_is_shown_as_it_is(title: str) -> None:
    assert readable(title) == title
    assert lxml_html.fragment_fromstring(inline(title), create_parent="h1").text_content() == title


# --- the whole way, from what tools like ours got wrong -----------------------------------------------------


def test_subscripts_and_starred_names_are_no_emphasis() -> None:
    page = shown("We bound ${r}_{a}$ by ${s}_{b}$ and $\\hat{u}_{t}$; the pair $f^*$ and $g^*$ is optimal.")
    assert formulas(page.html) == ["{r}_{a}", "{s}_{b}", "\\hat{u}_{t}", "f^*", "g^*"]
    assert "<em>" not in page.html
    page = shown("The A*-search and RRT*-based planners use *lazy routing* inside **Grid** **Lo**ck (**GridLock**).")
    assert visible(page.html) == "The A*-search and RRT*-based planners use lazy routing inside Grid Lock (GridLock)."
    assert "<em>lazy routing</em>" in page.html


def test_a_percent_sign_is_no_comment() -> None:
    page = shown("Accuracy rises by 5% on unseen maps and by 12\\% on seen ones; the rest stays within 3{\\%}.")
    assert page.text == "Accuracy rises by 5% on unseen maps and by 12% on seen ones; the rest stays within 3%."
    assert visible(page.html) == page.text


def test_money_and_lone_dollars_are_no_math() -> None:
    page = shown("Labelling falls from $5 million to $3 million, about $2 per page, while $n$ grows.")
    assert formulas(page.html) == ["n"]
    assert "$5 million to $3 million, about $2 per page" in visible(page.html)
    page = shown("The bound $O(n \\log n) holds for every graph, at a price of US$40.")
    assert formulas(page.html) == []
    assert visible(page.html) == "The bound $O(n \\log n) holds for every graph, at a price of US$40."


def test_tex_delimiters_and_braces_survive_markdown() -> None:
    page = shown("Let \\(x_1\\) and $\\{u \\mid \\|u\\| \\le 1\\}$ be given.\\\\ Then we stop.")
    assert formulas(page.html) == ["x_1", "\\{u \\mid \\|u\\| \\le 1\\}"]
    assert "be given. Then we stop." in visible(page.html)


def test_tex_text_reads_as_it_prints() -> None:
    page = shown(
        "We call it ``soft'' routing -- or \\emph{lazy} routing~--- after R\\'enyi and Erd\\H{o}s; "
        "Ly{\\ensuremath{\\alpha}} and 0.5$\\times$ cost. See \\url{https://example.org/a_b}."
    )
    assert page.text == (
        "We call it “soft” routing – or lazy routing — after Rényi and Erdős; Lyα and 0.5× cost. See https://example.org/a_b."
    )
    assert hrefs(page.html) == ["https://example.org/a_b"]
    assert "<code" not in page.html


def test_code_links_end_where_they_end() -> None:
    page = shown(
        "Code: \\url{https://github.com/ex-org/my_repo.js}. Demo (https://example.org/a_(b)), "
        "data at https://github.com/ex-org/data/tree/main/set_one."
    )
    assert hrefs(page.html) == [
        "https://github.com/ex-org/my_repo.js",
        "https://example.org/a_(b)",
        "https://github.com/ex-org/data/tree/main/set_one",
    ]
    assert visible(page.html) == (
        "Code: https://github.com/ex-org/my_repo.js. Demo (https://example.org/a_(b)), "
        "data at https://github.com/ex-org/data/tree/main/set_one."
    )
    page = shown("We release \\href{https://github.com/ex-org/mine}{our code}; see http://example.org/x?a=1&b=2!")
    assert hrefs(page.html) == ["https://github.com/ex-org/mine", "http://example.org/x?a=1&b=2"]
    assert page.text == "We release our code (https://github.com/ex-org/mine); see http://example.org/x?a=1&b=2!"


def test_a_formula_is_spaced_as_tex_spaces_it():
    shown = render(r"$n \log n$ and $\log(n)$ and $f: A$ and $1/2$ and $(|x|)$").html
    assert '<mi>n</mi><mspace width="0.167em"></mspace><mi>log</mi><mspace width="0.167em"></mspace><mi>n</mi>' in shown
    assert '<mi>log</mi><mo stretchy="false">(</mo>' in shown
    assert "<mo>:</mo>" in shown
    assert '<mo lspace="0em" rspace="0em">/</mo>' in shown
    assert '<mo lspace="0em" rspace="0em" stretchy="false">|</mo>' in shown


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("***AGAP*** is", "<strong><em>AGAP</em></strong> is"),
        ("**Bold *nested* text**", "<strong>Bold <em>nested</em> text</strong>"),
        ("*em **bold** em*", "<em>em <strong>bold</strong> em</em>"),
        ("**A* search** and A* again", "<strong>A* search</strong> and A* again"),
        ("**Key:**value", "<strong>Key:</strong>value"),
        ("的*词*的，**注意：**后", "的<em>词</em>的，<strong>注意：</strong>后"),
        ("*" + "long " * 100 + "emphasis*", "<em>" + "long " * 100 + "emphasis</em>"),
        ("a*b*c and 3 * 4 * 5", "a*b*c and 3 * 4 * 5"),
        ("*a **b* c**", "<em>a **b</em> c**"),
        ("\\_init\\_ is", "_init_ is"),
        ("[a_b_c](http://x.y)", '<a href="http://x.y">a_b_c</a>'),
        ("[R&D, a < b](http://x.y)", '<a href="http://x.y">R&amp;D, a &lt; b</a>'),
        ("[a [b]](http://x.y)", '<a href="http://x.y">a [b]</a>'),
        ("[write](mailto:a@b.c)", '<a href="mailto:a@b.c">write</a>'),
        ("*[a](http://x.y)*", '<em><a href="http://x.y">a</a></em>'),
        ("[*a*](http://x.y) *[b*](http://x.y)", '<a href="http://x.y"><em>a</em></a> *<a href="http://x.y">b*</a>'),
        ("[http://x.y/_a_](http://x.y)", '<a href="http://x.y">http://x.y/_a_</a>'),
    ],
)
def test_emphasis_and_links_of_the_source_live_in_the_page(text: str, html: str) -> None:
    assert render(write(text)).html == f"<p>{html}</p>"


def test_a_link_may_hold_a_formula() -> None:
    page = render(write("[the $x$ axis](http://x.y)"))
    assert page.html.startswith('<p><a href="http://x.y">the <math>')
    assert page.html.endswith("</math> axis</a></p>")


def test_dollars_within_other_delimiters_stay_text() -> None:
    assert render(write(r"take \(a $b$ c\) as given")).text == r"take \(a $b$ c\) as given"


def test_the_emphasis_of_a_title_may_stand_in_another() -> None:
    assert inline("On **A *nested* one**") == "On <strong>A <em>nested</em> one</strong>"


@pytest.mark.parametrize(
    ("text", "formulas"),
    [
        ("成本从$500万降至$300万，而$n$增长。", ["n"]),
        ("costs $5 ($n$ samples) each", ["n"]),
        ("pay $5/$n$ units, a $5–$n$ plan", ["n", "n"]),
        ("<$5 or >$10, $5 = ¥35 vs $6 = ¥42", []),
        ("$5 -> $6, $5\\% and $6, $100 \\| $200", []),
        ("<b>$5</b> and <b>$6</b>", []),
        ("cost $3 (https://a.b/c_d) and $5", []),
        ("The `$HOME` variable and `$PATH` variable.", []),
        ("saves $1.2M ($\\approx$20%)", ["\\approx"]),
        ("$5$ and $n=3$ $10^{-3}$, $3$-$5$ times", ["5", "n=3", "10^{-3}", "3", "5"]),
        ("take $\\text{if $x>0$ then}$ here", ["\\text{if $x>0$ then}"]),
    ],
)
def test_prices_and_variables_are_no_formulas(text: str, formulas: list[str]) -> None:
    assert [span.tex for span in math.find(text)] == formulas


@pytest.mark.parametrize(
    ("page", "html"),
    [
        ("```\na *b*\n\n  c\n```\nafter", "<pre><code>a *b*\n\n  c</code></pre><p>after</p>"),
        ("before\n\n~~~ python\nx = 1", "<p>before</p><pre><code>x = 1</code></pre>"),
        ("3. three\n4. four", '<ol start="3"><li>three</li><li>four</li></ol>'),
        ("costs $5 and `a$b`", "<p>costs $5 and <code>a$b</code></p>"),
        ("costs $5 and ``a$b``", "<p>costs $5 and <code>a$b</code></p>"),
        ("[a](http://x.y/$b$/c)", '<p><a href="http://x.y/$b$/c">a</a></p>'),
        ("[](http://a.b/)", '<p><a href="http://a.b/">http://a.b/</a></p>'),
        ("see[^1]\n\n[^1]: A note.", "<p>see[^1]</p><p>[^1]: A note.</p>"),
        ("![a bee](bee.png)", '<p><a href="bee.png">a bee</a></p>'),
        ("[a](ftp://x.y)", "<p>a (ftp://x.y)</p>"),
    ],
)
def test_what_else_a_person_may_write(page: str, html: str) -> None:
    assert render(page).html == html


def test_the_words_of_nested_lists_stay_apart() -> None:
    assert render("- a\n    - b\n    - c\n- d").text == "a\nb\nc\nd"


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        ("\\text{R\\&D} 5\\% \\mbox{cost \\$5}", "R&D5%cost $5"),
        ("\\text{a {b} \\textbf{c}}", "a b c"),
        ("\\text{if $x>0$ then}", "if x > 0 then"),
        ("1,000 + 10{,}000", "1,000 + 10,000"),
        ("x_{1,2}", "x_(1, 2)"),
        ("5^\\circ", "5°"),
        ("\\binom{n}{k}", "(n choose k)"),
        ("x \\label{eq:1} = 2", "x = 2"),
        ("\\bm_x a\\\\%", "_xa %"),
        ("99% of x", "99%ofx"),
        ("\\begin{align} a &= b \\end{align}", "a = b"),
        ("\\operatorname*{argmax}", "argmax"),
    ],
)
def test_a_formula_reads_as_its_author_wrote_it(tex: str, text: str) -> None:
    shown = mathml.formula(tex)
    assert shown.known
    assert shown.text == text


def test_what_nests_beyond_any_formula_is_shown_as_written() -> None:
    assert not mathml.formula("{" * 100 + "x" + "}" * 100).known
    assert mathml.formula("{x}" * 100).known


def test_words_in_a_formula_keep_their_face() -> None:
    shown = mathml.formula("\\textbf{R\\&D $x$ b}")
    assert shown.html.count('<mtext mathvariant="bold">') == 2
    assert shown.text == "R&D x b"

"""Rules of repair: a table of texts as they came and as they are shown, and what every change records."""

from __future__ import annotations

import pytest

from generator.markup import math
from generator.model import Provenance, Record
from generator.repair import delimiters, repair, undo
from generator.repair.rules import RULES

WHERE = Provenance("list.txt", 1, 1, "0" * 64)

# rule -> (as it came, as it is shown); equal where the rule must leave the text alone.
TABLE: dict[str, list[tuple[str, str]]] = {
    "placeholder": [("n.a.", ""), ("No abstract found.", ""),
        ("N/A", ""), ("No abstract available.", ""), ("TBD", ""), (" none ", ""), ("(No Abstract)", ""), ("---", ""),
        ("Ok.", "Ok."), ("Ok!", "Ok!"), ("图神经网络很快。", "图神经网络很快。"), ("None of the graphs is sparse.", "None of the graphs is sparse."),
    ],
    "mojibake": [("the letter “Ã” is", "the letter “Ã” is"),
        ("The schÃ¶n network isnâ€™t slow.", "The schön network isn’t slow."),
        ("a naÃ¯ve 360Â° view", "a naïve 360° view"),
        ("São Paulo, naïve, Ångström, 2×–3×", "São Paulo, naïve, Ångström, 2×–3×"),
    ],
    "line-break-hyphen": [
        ("deep neural net- works", "deep neural networks"), ("neverthe- less", "nevertheless"),
        ("eigendecom- position", "eigendecomposition"), ("image classifi-\ncation", "image classification"),
        ("weight- based views", "weight-based views"), ("state-of-\nthe-art", "state-of-the-art"),
        ("layer- or block-wise", "layer- or block-wise"), ("state-of-the-art", "state-of-the-art"),
        ("pre- and post-training", "pre- and post-training"), ("a qwrt- zxcv code", "a qwrt- zxcv code"),
        ("we con\x02ducted", "we conducted"), ("a cost\x02effective way", "a cost-effective way"),
        ("anno\u00actations", "annotations"), ("3- 5 layers", "3- 5 layers"), ("The x- y plane", "The x- y plane"),
    ],
    "control-character": [
        ("Stage one\x0bstage two \x10\x1f done \ufffe end", "Stage one stage two done  end"),
        ("a doesn\x92t \x93quote\x94", "a doesn’t “quote”"), ("lone \ud83d surrogate", "lone  surrogate"),
        ("bell\x07rings", "bell rings"),
    ],
    "invisible-character": [
        ("net\u00adwork\u200b here", "network here"), ("\ufeffGraphs", "Graphs"),
        ("क्\u200dष and 👩\u200d👩\u200d👧", "क्\u200dष and 👩\u200d👩\u200d👧"), ("שלום\u200f graphs", "שלום\u200f graphs"),
        ("that\u00ad, wh\u00ad or higher\u00ad order", "that-, wh- or higher-order"), ("of \u00adthe", "of the"),
    ],
    "ligature": [("e\ufb03cient \ufb01ne \ufb02ow o\ufb00", "efficient fine flow off"), ("10² ½ ℝ ™", "10² ½ ℝ ™")],
    "composed-letter": [("Re\u0301nyi", "Rényi"), ("10² ½ ℝ Å", "10² ½ ℝ Å")],
    "label": [
        ("Abstract: " * 22 + "We", "We"), ("**Abstract** We go", "We go"), ("**Abstract:** We go", "We go"), ("abstract: we go", "we go"),
        ("# Abstract\nWe go", "We go"), ("[Abstract] We go", "We go"), ("摘要：我们", "我们"), ("<title>Abstract</title><p>We go</p>", "We go"),
        ("Abstract To Concrete is a work.", "Abstract To Concrete is a work."), ("**Abstract** reasoning is hard.", "**Abstract** reasoning is hard."),
        ("Abstract: Graphs.", "Graphs."), ("Abstract We study.", "We study."), ("Abstract. Graphs are sparse.", "Graphs are sparse."),
        ("ABSTRACT—Graphs", "Graphs"), ("Abstract Meaning Representation parsing", "Abstract Meaning Representation parsing"),
        ("Abstract reasoning is hard.", "Abstract reasoning is hard."), ("Abstraction helps.", "Abstraction helps."),
    ],
    "xml-math": [
        ('<alternatives><tex-math>x^2</tex-math><mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:mi>x</mml:mi></mml:math></alternatives>', "$x^2$"),
        ("in <tex-math>O(n^6)</tex-math> time", "in $O(n^6)$ time"), ("<tex-math>$k$</tex-math>-hop", "$k$-hop"),
        ("<tex-math>p &lt; 0.05</tex-math>", "$p < 0.05$"),
    ],
    "xml-script": [
        ("use <sub> and </sub>", "use <sub> and </sub>"),('a<sup class="x">2</sup>', "a²"), ("CO<sub>2</sub> and x<sup>2</sup>", "CO₂ and x²"), ("LEN<sup>p</sup>, the 4<sup>th</sup>", "LEN$^{p}$, the 4th"), ("10\\textsuperscript{-3}", "10⁻³")],
    "xml-line-break": [('<p class="x">y</p>', "y"), ("<h4>Aim</h4>We", "Aim We"), ("use <p> tags and <br> tokens", "use <p> tags and <br> tokens"), ("one<br/>two", "one two"), ("<ul><li>one</li><li>two</li></ul> end", "• one • two end")],
    "xml-tag": [
        ("wrap it in <b> and </b> or <title> and </title>", "wrap it in <b> and </b> or <title> and </title>"),
        ('<italic toggle="yes">x</italic> y<xref ref-type="bibr">1</xref>', "*x* y1"),
        ('<a href="https://x.y/a?b=1&amp;c=2">the code</a> at <a href="https://x.y">https://x.y</a>', "[the code](https://x.y/a?b=1&c=2) at https://x.y"),
        ('<a href="javascript:x">y</a>', '<a href="javascript:x">y</a>'),
        ("a <i>probe</i> is <b>bold</b>", "a *probe* is **bold**"), ("at <url>https://example.org/</url>.", "at https://example.org/."),
        ("<fixed-case>BERT</fixed-case>", "BERT"), ("an <eos> token, a<b and c>d", "an <eos> token, a<b and c>d"),
        ("<script>alert(2)</script>", "<script>alert(2)</script>"), ("<b>TRAC-1</b>in", "TRAC-1in"),
        ("<b>L</b>ocal and <i>top</i>-<i>k</i>", "Local and *top*-*k*"), ("<b>a</b><i>b</i>", "ab"), ("<b onclick=x>y</b>", "<b onclick=x>y</b>"),
    ],
    "html-entity": [("&ast;a&ast; p &#42; q snake&#95;case &#92;alpha", "&ast;a&ast; p * q snake_case &#92;alpha"),
        ("R&amp;D at AT&T keeps latency &lt; 90 ms.&#xD;", "R&D at AT&T keeps latency < 90 ms."), ("a &mdash; b", "a — b"),
        ("an &amp;lt; b", "an \\&lt; b"), ("a &nope; b", "a &nope; b"),
        ("https://example.org/?a=1&amp;b=2", "https://example.org/?a=1&b=2"), ("&#36;5", "$5"),
    ],
    "math-delimiter": [
        ("Let \\(x_1\\) be.", "Let $x_1$ be."), ("Let \\[ x = 1 \\] be.", "Let $$ x = 1 $$ be."),
        ("\\begin{align} a &= b \\end{align}", "$$\\begin{align} a &= b \\end{align}$$"),
        ("the \\( (ε,0) \\) case", "the $ (ε,0) $ case"),
    ],
    "tex-link": [
        ("\\href{https://example.org/m}{our code}", "[our code](https://example.org/m)"),
        ("\\href{javascript:x}{our code}", "\\href{javascript:x}{our code}"),
        ("\\href{https://example.org/m}{\\texttt{a\\_b}} \\href{mailto:a@b.c}{me} \\href{https://example.org/m}{$x$}", "[a_b](https://example.org/m) [me](mailto:a@b.c) [$x$](https://example.org/m)"),
    ],
    "double-link": [("[https://example.org/](https://example.org/)", "https://example.org/")],
    "tex-citation": [("as in \\citep[p.~3]{key1, key2}", "as in [key1, key2, p. 3]"), ("\\citep[see][Theorem 5]{foo}", "[see foo, Theorem 5]"),
        ("\\citep[see][]{foo}", "[see foo]"), ("\\cite{foo}", "[foo]"), ("[leviathan2023, chen2023]", "[leviathan2023, chen2023]")],
    "tex-command": [
        ("\\emph{lazy} and \\textbf{bold} and \\textit{a $k_{1}$ b}", "*lazy* and **bold** and *a $k_{1}$ b*"),
        ("\\textsc{Name} \\texttt{x} {\\it so} {\\bf no}", "Name x *so* **no**"),
        ("\\url{https://example.org/a_b}.", "https://example.org/a_b."), ("\\textcolor{blue}{blue} \\footnotesize{x}", "blue x"),
        ("Ly{\\ensuremath{\\alpha}}", "Ly$\\alpha$"), ("see {\\color{blue} this}", "see this"), ("here\\footnote{See $x$.} so", "here (See $x$.) so"), ("an open \\emph{brace", "an open \\emph{brace"),
        ("\\textbf{bold \\emph{nested} text} \\emph{a \\emph{b} c} \\textbf{\\emph{d} e} \\textbf{\\emph{f}}", "**bold *nested* text** *a b c* **d e** ***f***"),
        ("\\textbf{a}\\textit{b} \\emph{c}{\\it d} \\textbf{Part 1.}We \\emph{token}s", "ab cd Part 1.We tokens"),
        ("\\emph{强调}文字 \\textbf{S}emantic \\noindent\\textbf{So:} we", "*强调*文字 Semantic **So:** we"),
        ("$\\texttt{Quad}$ and $\\emph{x}$", "$\\texttt{Quad}$ and $\\emph{x}$"),
    ],
    "tex-list": [
        ("\\begin{itemize} \\item one \\item two \\end{itemize}", "• one • two"), ("a \\color{red}{x} SVD\\@.", "a {x} SVD."),
        ("\\items stay", "\\items stay"),
    ],
    "tex-abbreviation": [("so \\eg, this \\ie. that \\etal{} too", "so e.g., this i.e. that et al. too"), ("\\ego", "\\ego")],
    "tex-accent": [
        ("R\\'enyi, Erd\\H{o}s, {\\\"o}, na\\\"{\\i}ve, \\v{S}, \\c c", "Rényi, Erdős, ö, naïve, Š, ç"),
        ("Poincar\\'{e}", "Poincaré"), ("the model\\'s view", "the model's view"),
    ],
    "tex-symbol": [("\\textbackslash{}alpha, \\S+ in \\S3, \\S 4", "\\textbackslash{}alpha, \\S+ in §3, § 4"),
        ("so\\ldots \\noindent (a) Stra\\ss e", "so… (a) Straße"), ("90{\\textdegree} and \\LaTeX{} text", "90° and LaTeX text"),
        ("2\\times faster", "2× faster"), ("{\\b{eta}}-VAE at 5{\\deg}", "β-VAE at 5°"), ("\\unknown stays", "\\unknown stays"),
        ("first\\hyp order", "first-order"),
    ],
    "tex-line-break": [("be given.\\\\ Then we stop.", "be given. Then we stop.")],
    "tex-escape": [
        ("12\\% and 3{\\%} of R\\&D a\\_b \\#1 \\{x\\}", "12% and 3% of R&D a_b #1 {x}"), ("5\\,ms and pre\\-fix", "5 ms and prefix"),
        ("{“}natural{”} 5{,}495", "“natural” 5,495"), ("$99\\%$ of", "$99\\%$ of"),
        ("(86\\\\% right)", "(86% right)"), ("and\\/or", "and/or"), ("http:\\/\\/a.b\\/c", "http://a.b/c"), ("{\\em a priori\\/} x", "*a priori* x"),
        ("Yahoo\\! is", "Yahoo! is"), ("x\\!y", "xy"), ("\\_init\\_ and a\\%", "\\_init\\_ and a%"),
    ],
    "dollar": [("at \\$5 or \\$6", "at $5 or $6"), ("at \\$x\\$ with $y$", "at \\$x\\$ with $y$")],
    "tex-quote": [
        ("``soft'' and `hard'", "“soft” and ‘hard’"), ("the \"test'' set", 'the "test" set'),
        ("a \"structure\" and \"simplicity'' of", 'a "structure" and "simplicity" of'), ("the game ``Crafter\" is", "the game “Crafter” is"),
        ("it's 5' 7'' tall", "it's 5' 7'' tall"), ("use `x` here", "use `x` here"),
        ("f''(x) and y'' + y = 0", "f''(x) and y'' + y = 0"), ("``is A'' and the \"x'' set", '“is A” and the "x" set'),
    ],
    "tex-dash": [
        ("routing -- or --- not; 1--5", "routing – or — not; 1–5"), ("run with --flag on", "run with --flag on"),
        ("a --> b <!-- c", "a --> b <!-- c"), ("https://example.org/a--b", "https://example.org/a--b"),
    ],
    "tex-tie": [("techniques~ – ~the $1$~dB", "techniques – the $1$ dB"), ("Fig.~3 of Sonnet~4", "Fig. 3 of Sonnet 4"), ("~400B models, 3~5 days, r~0.5", "~400B models, 3~5 days, r~0.5"), ("0.2 ~ 1.0 and ICC ~ 0.9", "0.2 ~ 1.0 and ICC ~ 0.9"),
        ("takes ~half and ~(1-p), x~p(x), X~N(0,1)", "takes ~half and ~(1-p), x~p(x), X~N(0,1)")],
    "underscore-emphasis": [("be _stable_, so", "be *stable*, so"), ("snake_case __init__ a_b_c _x", "snake_case __init__ a_b_c _x")],
    "acronym-bold": [
        ("中文**粗体**，", "中文**粗体**，"),
        ("(**T**raining-Fre**e** **A**ctivation Sparsity in **L**LMs)", "(Training-Free Activation Sparsity in LLMs)"),
        ("a **Data** **Man**ager (**DataMan**)", "a Data Manager (DataMan)"),
        ("the *V*-projection of **PDS**", "the *V*-projection of **PDS**"), ("(3*128*128) and a*b*c", "(3*128*128) and a*b*c"),
        ("*PRI*ors for *M*esh Fre*e*", "PRIors for Mesh Free"), ("A*-search and RRT*-based", "A*-search and RRT*-based"),
    ],
    "white-space": [
        ("  one\ntwo\r\nthree\tfour ", "one two three four"), ("one\n\n  two", "one\n\ntwo"), ("a\u2028b \x85 c", "a b c"),
        ("图神经\n网络", "图神经网络"),
    ],
}  # fmt: skip


def test_every_rule_has_a_table() -> None:
    assert [rule.name for rule in RULES] == list(dict.fromkeys(rule.name for rule in RULES))
    assert {rule.name for rule in RULES} == set(TABLE)


@pytest.mark.parametrize(
    ("rule", "raw", "shown"), [(rule, raw, shown) for rule, rows in TABLE.items() for raw, shown in rows]
)
def test_a_rule_repairs_what_it_is_for_and_nothing_else(rule: str, raw: str, shown: str) -> None:
    record = repair(Record(WHERE, abstract=raw))
    assert record.abstract == shown
    assert undo(record.abstract, record.changes) == raw
    assert repair(Record(WHERE, abstract=shown)).changes == ()
    if raw == shown:
        assert record.changes == ()
    elif not any(raw == other_raw for name, rows in TABLE.items() if name != rule for other_raw, _ in rows):
        assert rule in {change.rule for change in record.changes}


def test_a_change_says_where_it_was_made_in_the_text_as_its_rule_saw_it() -> None:
    record = repair(Record(WHERE, title="\ufb01ne \ufb02ow", abstract="a 5\\% e\ufb00ect"))
    found = [(change.field, change.rule, change.offset, change.before, change.after) for change in record.changes]
    assert found == [
        ("title", "ligature", 4, "\ufb02", "fl"),
        ("title", "ligature", 0, "\ufb01", "fi"),
        ("abstract", "ligature", 7, "\ufb00", "ff"),
        ("abstract", "tex-escape", 3, "\\%", "%"),
    ]


def test_a_title_keeps_what_only_an_abstract_loses() -> None:
    record = repair(Record(WHERE, title="Abstract: N/A", abstract="Fine."))
    assert (record.title, record.changes) == ("Abstract: N/A", ())


def test_a_title_is_decoded_once() -> None:
    raw = '<3 hops: is p < 0.05 & "R&D" enough? 5 > 3 &amp; AT&amp;T'
    assert repair(Record(WHERE, title=raw)).title == '<3 hops: is p < 0.05 & "R&D" enough? 5 > 3 & AT&T'


def test_a_record_that_needs_nothing_is_the_same_object() -> None:
    record = Record(WHERE, title="Sparse graphs", abstract="We study $n$ graphs.")
    assert repair(record) is record


@pytest.mark.parametrize(
    "tex",
    ["${r}_{a}$", "$\\hat{u}_{t+1}$", "$f^*$", "$99\\%$", "$\\texttt{Quad}$", "$i.e.,$", "$a -- b$", "$x~y$", "$``a''$",
     "$\\text{if } x_1$", "$512 \\times 512$", "$\\{u \\mid \\|u\\| \\le 1\\}$", "$$a\\\\b$$", "$&lt;$", "$\\'e$"],
)  # fmt: skip
def test_no_rule_touches_tex_inside_math(tex: str) -> None:
    assert repair(Record(WHERE, abstract=f"Take {tex} as given.")).changes == ()


def test_reading_a_long_list_of_open_braces_is_not_quadratic() -> None:
    text = "\\emph{" * 400 + "$" * 200 + "``" * 300 + "**a" * 300
    record = repair(Record(WHERE, abstract=text))
    assert undo(record.abstract, record.changes) == text


def test_a_dollar_is_not_compared_with_every_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    class Counted(math.Span):
        @property
        def end(self) -> int:  # type: ignore[override]
            compared.append(self)
            return 0

    text = "$x$ \\$5 " * 500
    found = [Counted.__new__(Counted) for _ in math.find(text)]
    for counted, span in zip(found, math.find(text), strict=True):
        for name in ("start", "tex", "display"):
            object.__setattr__(counted, name, getattr(span, name))
    monkeypatch.setattr(delimiters.math, "find", lambda _: found)
    assert len(list(delimiters.dollar(text))) == 500
    assert len(compared) <= 500

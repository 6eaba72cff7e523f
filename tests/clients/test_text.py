"""Abstracts in Chromium as readers see them: math as math, nothing raw, and what is copied can be read."""

import json
import re
from pathlib import Path

import pytest
from hosting import build, served
from shipped import copy_tracked

# Every kind of letter and sign that the parts of the math font stand for.
FORMULAS = r"""Title: Every part of the math font
Abstract: Each $x \in \mathbb{R}^d$ has $\mathcal{O}(n \log n)$ copies, $\mathbf{A} \Rightarrow \hat{y}_i$, and $\varepsilon > 0$ as well.
"""
RAW = re.compile(r"[\\$`]|\*\*|&[a-z]+;|\\u[0-9a-f]{4}|\ufffd|[\ue000-\uf8ff]")
# The words that a reader sees, outside code; what is not drawn (the TeX of a formula) is not seen.
SEEN = """() => {
  const abstract = document.querySelector('div.abstract').cloneNode(true);
  abstract.querySelectorAll('code, annotation').forEach(each => each.remove());
  return abstract.textContent;
}"""
COPIED = """() => {
  const abstract = document.querySelector('div.abstract');
  getSelection().selectAllChildren(abstract);
  const text = getSelection().toString();
  getSelection().removeAllRanges();
  return text;
}"""
FONTS = """async () => {
  await document.fonts.ready;
  return [...document.fonts].filter(each => each.status === 'loaded').map(each => each.family.replaceAll('"', ''));
}"""


@pytest.fixture(scope="module")
def papers(built_once: Path) -> dict[str, str]:
    """Slug of each seed paper -> the plain text of its abstract, as programs get it."""
    lines = (built_once / "site/papers.jsonl").read_text(encoding="utf-8").splitlines()
    return {paper["url"].split("/")[-2]: paper["abstract"] for paper in map(json.loads, lines)}


@pytest.fixture(scope="module")
def site(built_once: Path, tmp_path_factory):
    with served(built_once / "site", "/", tmp_path_factory.mktemp("seeds") / "host") as url:
        yield url


@pytest.fixture(scope="module")
def formulas(built_once: Path, tmp_path_factory):
    project = copy_tracked(tmp_path_factory.mktemp("formulas") / "project")
    (project / "seeds/zz-formulas.txt").write_text(FORMULAS, encoding="utf-8")
    build(project)
    with served(project / "site", "/", tmp_path_factory.mktemp("formulas-host") / "host") as url:
        yield url + "papers/every-part-of-the-math-font/"


def drawn_with(page, selector: str) -> set[str]:
    """The families that drew the first element of `selector`: ours, and for typewriter letters the reader's own."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    strange = [font["familyName"] for font in fonts if not font["isCustomFont"]]
    typewriter = page.locator(f":is({selector}, {selector} *)[mathvariant=monospace]").count()
    assert strange == [] or (typewriter and all("Mono" in name for name in strange)), strange
    return {font["familyName"] for font in fonts}


def test_nothing_raw_is_visible_in_any_abstract_or_title(site, papers, tab):
    opened = tab()
    raw = []
    for slug in papers:
        page = opened.go(f"{site}papers/{slug}/")
        for text in (page.evaluate(SEEN), page.inner_text("h1")):
            raw += [f"{slug}: {found.group()!r}" for found in RAW.finditer(text)]
    assert raw == []
    assert len(papers) == 36


def test_formulas_of_the_seeds_are_drawn_with_the_shipped_fonts(site, papers, tab):
    opened = tab()
    seen = 0
    for slug in papers:
        page = opened.go(f"{site}papers/{slug}/")
        if not page.locator("div.abstract math").count():
            continue
        seen += 1
        assert "STIX Two Math" in page.evaluate(FONTS)
        for number in range(page.locator("div.abstract math").count()):
            page.evaluate("n => document.querySelectorAll('div.abstract math')[n].id = 'shown'", number)
            assert drawn_with(page, "#shown semantics > :first-child"), slug
            page.evaluate("document.getElementById('shown').removeAttribute('id')")
        box = page.locator("div.abstract math").first.bounding_box()
        assert box["width"] > 0
        assert box["height"] > 0
    assert seen >= 5


def test_letters_and_signs_that_few_papers_use_come_in_parts_of_their_own(formulas, tab):
    opened = tab()
    loaded = []
    opened.page.on("response", lambda response: loaded.append(response.url.split("/")[-1].split(".")[0]))
    page = opened.go(formulas)
    assert page.evaluate(FONTS).count("Math Letters") == 4
    assert {name for name in loaded if name.startswith("stix")} == {
        "stix-two-math", "stix-two-math-bold", "stix-two-math-script", "stix-two-math-signs",
    }  # fmt: skip
    for number in range(page.locator("div.abstract math").count()):
        page.evaluate("n => document.querySelectorAll('div.abstract math')[n].id = `f${n}`", number)
        drawn_with(page, f"#f{number} semantics > :first-child")


def test_a_page_without_formulas_loads_no_math_font(site, tab):
    opened = tab()
    loaded = []
    opened.page.on("response", lambda response: loaded.append(response.url))
    opened.go(site).evaluate("document.fonts.ready")
    assert [url for url in loaded if "crimson" in url]
    assert not [url for url in loaded if "stix" in url]


def test_a_fraction_stands_over_its_line_and_an_exponent_is_raised(formulas, tab):
    page = tab().go(formulas)
    base, exponent = (page.locator(f"div.abstract msup > :nth-child({n})").first.bounding_box() for n in (1, 2))
    assert exponent["y"] < base["y"]
    assert exponent["height"] < base["height"]


def test_an_abstract_copied_from_its_page_is_the_abstract(site, papers, tab):
    opened = tab()
    for slug, abstract in papers.items():
        page = opened.go(f"{site}papers/{slug}/")
        copied = page.evaluate(COPIED)
        words = re.findall(r"[^\W_]+", copied)
        if not page.locator("div.abstract math").count():
            assert " ".join(copied.split()) == " ".join(abstract.split()), slug
            continue
        # A formula is copied as the letters that are seen: raised and italic ones as plain ones, once, in order.
        assert not RAW.search(copied), slug
        expected = [word for word in re.findall(r"[^\W_]+", abstract) if len(word) > 3 and word.isascii()]
        rest = iter(words)
        assert [word for word in expected if word not in rest] == [], slug
        assert len("".join(words)) <= 1.02 * len("".join(re.findall(r"[^\W_]+", abstract))), slug

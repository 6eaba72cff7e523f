"""From a seed to its page and feeds: TeX, money, percent signs and damaged characters reach the reader whole."""

from __future__ import annotations

import json
from pathlib import Path

import lxml.etree
import lxml.html
import pytest

from generator.model import Report
from generator.pipeline.build import build

NOW = "2026-11-30T12:00:00Z"


class Site:
    """A project built from abstracts, read as other programs read it."""

    def __init__(self, folder: Path, abstracts: list[str]) -> None:
        (folder / "seeds").mkdir(parents=True)
        (folder / "config.yaml").write_text("title: Reading\nseeds: [seeds/*.txt]\nurl: https://a.test/\n", "utf-8")
        (folder / "seeds/list.txt").write_text("A list\n\n" + "\n\n".join(abstracts) + "\n", encoding="utf-8")
        self.site = folder / "site"
        self.report: Report = build(folder, NOW, progress=lambda *_: None)
        lines = (self.site / "papers.jsonl").read_text(encoding="utf-8").splitlines()
        self.papers = sorted(map(json.loads, lines), key=lambda paper: self.record(paper["url"]))

    def page(self, url: str) -> lxml.html.HtmlElement:
        path = self.site / "papers" / url.split("/")[-2] / "index.html"
        return lxml.html.fromstring(path.read_bytes(), parser=lxml.html.HTMLParser(encoding="utf-8"))

    def record(self, url: str) -> int:
        [source] = self.page(url).xpath("//section[contains(@class,'provenance')]//li")
        return int(source.text_content().split("record ")[1].split(",")[0])

    def abstract(self, number: int) -> lxml.html.HtmlElement:
        return self.page(self.papers[number - 1]["url"]).find_class("abstract")[0]

    def seen(self, number: int) -> str:
        """What a reader sees of an abstract, formulas by their TeX between dollars."""
        abstract = self.abstract(number)
        for formula in abstract.xpath(".//*[local-name()='math']"):
            formula.tail = f"${formula.findtext('.//annotation')}${formula.tail or ''}"
            for child in list(formula):
                formula.remove(child)
        return " ".join(abstract.text_content().split())

    def formulas(self, number: int) -> list[str]:
        return [found.text for found in self.abstract(number).iter("annotation")]

    def published(self, number: int) -> dict[str, str]:
        """An abstract as feeds, search engines and the search page get it."""
        url = self.papers[number - 1]["url"]
        feed = json.loads((self.site / "feed.json").read_bytes())
        item = next(item for item in feed["items"] if item["url"] == url)
        rss = lxml.etree.parse(self.site / "feed.xml")
        told = rss.xpath("//item[link=$url]/*[local-name()='encoded']/text()", url=url)[0]
        atom = lxml.etree.parse(self.site / "atom.xml").getroot()
        names = {"a": "http://www.w3.org/2005/Atom"}
        entry = atom.xpath("//a:entry[a:link/@href=$url]", namespaces=names, url=url)[0]
        shown = entry.xpath("a:content|a:summary", namespaces=names)[0]
        return {
            "json": _text(item.get("content_html") or item["content_text"]),
            "rss": _text(told),
            "atom": _text(shown.text),
            "meta": self.page(url).xpath("//meta[@name='description']/@content")[0],
            "jsonl": self.papers[number - 1]["abstract"],
        }


def _text(html: str) -> str:
    return " ".join(lxml.html.fragment_fromstring(html, create_parent="div").text_content().split())


@pytest.fixture
def site(tmp_path: Path):
    return lambda *abstracts: Site(tmp_path / "project", list(abstracts))


def test_subscripts_and_stars_of_formulas_are_no_emphasis(site) -> None:
    found = site(
        r"We relate ${q}_{i}$ to ${p}_{j}$, $\bar{v}_{k}$ to $\bar{v}_{k+1}$; both $h^*$ and $m^*$ are sharp.",
        "The B*-tree and D*-lite walkers use *early stops* inside **Slow** **Wa**lk (**SlowWalk**).",
    )
    assert found.formulas(1) == ["{q}_{i}", "{p}_{j}", r"\bar{v}_{k}", r"\bar{v}_{k+1}", "h^*", "m^*"]
    assert found.abstract(1).xpath(".//em") == []
    assert found.seen(2) == "The B*-tree and D*-lite walkers use early stops inside Slow Walk (SlowWalk)."
    assert [each.text for each in found.abstract(2).iter("em")] == ["early stops"]


def test_a_percent_sign_ends_no_text(site) -> None:
    found = site(r"Yield grows by 4% on wet soil and by 11\% on dry soil; the rest stays within 2{\%} of the plan.")
    text = "Yield grows by 4% on wet soil and by 11% on dry soil; the rest stays within 2% of the plan."
    assert found.seen(1) == text
    assert set(found.published(1).values()) == {text}


def test_money_and_lone_dollars_are_no_formulas(site) -> None:
    found = site(
        "Printing falls from $7 million to $4 million, about $3 per book, while $k$ grows.",
        r"The rate $O(k \log k) holds for every tree, at a price of US$25.",
    )
    assert found.formulas(1) == ["k"]
    assert "from $7 million to $4 million, about $3 per book, while $k$ grows." in found.seen(1)
    assert found.formulas(2) == []
    assert "holds for every tree, at a price of US$25" in found.seen(2)
    assert found.seen(2).startswith("The rate $O(k")
    [warning] = found.report.warnings
    assert warning.file == f"content/papers/{found.papers[1]['url'].split('/')[-2]}.md"
    assert warning.message.startswith(r"TeX is shown as it is written: \log;")


def test_delimiters_and_braces_of_tex_reach_the_formula_and_its_line_break_is_a_space(site) -> None:
    found = site(r"Take \(y_2\) and $\{v \mid \|v\| \ge 2\}$ as known.\\ Then we go on.")
    assert found.formulas(1) == ["y_2", r"\{v \mid \|v\| \ge 2\}"]
    assert found.seen(1) == r"Take $y_2$ and $\{v \mid \|v\| \ge 2\}$ as known. Then we go on."


def test_commands_quotes_dashes_and_accents_of_tex_are_what_they_print(site) -> None:
    found = site(
        r"We name it ``mild'' pruning -- or \emph{slow} pruning~--- after G\'abor and Gy\H{o}rgy; Lm{\ensuremath{\beta}} "
        r"and 0.3$\times$ size. See \url{https://example.org/c_d}."
    )
    text = found.seen(1)
    assert "“mild” pruning – or slow pruning — after Gábor and György; Lm" in text.replace("ő", "ö")
    assert "Győrgy" in text
    assert "`" not in text
    assert "\\" not in text.replace(r"$\beta$", "").replace(r"$\times$", "")
    assert list(found.abstract(1).iter("code")) == []
    assert [each.text for each in found.abstract(1).iter("em")] == ["slow"]
    assert [each.get("href") for each in found.abstract(1).iter("a")] == ["https://example.org/c_d"]
    assert text.endswith("See https://example.org/c_d.")


def test_damaged_characters_are_mended_and_sound_ones_left(site) -> None:
    found = site(
        "The gro\u00c3\u0178e tra\ufb03c net\u00adwork\u200b can\u00e2\u20ac\u2122t be \ufb01ne-grained.",
        "M\u00e1laga data with 10\u00b3 runs, \u00bc the price, and \u2124-valued sums for \u0915\u094d\u200d\u0937.",
    )
    assert found.seen(1).replace("’", "'") == "The große traffic network can't be fine-grained."
    assert (
        found.seen(2)
        == "M\u00e1laga data with 10\u00b3 runs, \u00bc the price, and \u2124-valued sums for \u0915\u094d\u200d\u0937."
    )
    assert not {"\u00ad", "\u200b", "\ufb01"} & set("".join(found.published(1).values()))


def test_leftovers_of_a_source_page_go_and_subjects_stay(site) -> None:
    found = site(
        "Q&amp;A at B&B keeps waits &lt; 70 s.&#xD;",
        "Abstract We watch slow trains.",
        "Abstract Syntax Trees are hard to draw.",
        "Abstract. Bridges are long.",
    )
    texts = [
        "Q&A at B&B keeps waits < 70 s.", "We watch slow trains.", "Abstract Syntax Trees are hard to draw.",
        "Bridges are long.",
    ]  # fmt: skip
    assert [found.seen(number) for number in (1, 2, 3, 4)] == texts
    for number, text in enumerate(texts, 1):
        assert set(found.published(number).values()) == {text}
    pages = [
        path.read_text(encoding="utf-8")
        for path in found.site.rglob("*.*")
        if path.suffix in (".html", ".json", ".jsonl")
    ]
    assert [page for page in pages if "&amp;amp;" in page] == []

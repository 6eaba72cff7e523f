"""Sitemap, robots.txt, OPML, papers.jsonl, twins and llms.txt as programs read them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
import yaml
from exports_samples import CHINESE, CONFIG, DERIVED, FULL, GIVEN, PAGES, library
from lxml import etree

from generator.exports import jsonl, llms, markdown, nojekyll, opml, robots, sitemap
from generator.model import Page

BASE = "https://u.example.org/x/y/"
LOC = "{http://www.sitemaps.org/schemas/sitemap/0.9}loc"
LASTMOD = "{http://www.sitemaps.org/schemas/sitemap/0.9}lastmod"


def only(member, of=FULL, pages=PAGES) -> str:
    (output,) = member.outputs(of, CONFIG, pages)
    return output.content.decode()


def places(content: bytes | str) -> dict[str, str | None]:
    root = etree.fromstring(content.encode() if isinstance(content, str) else content)
    return {place.findtext(LOC): place.findtext(LASTMOD) for place in root}


def test_the_sitemap_holds_the_listed_pages_and_when_their_facts_changed() -> None:
    assert places(only(sitemap)) == {
        f"{BASE}papers/on-gardens/": GIVEN.updated,
        f"{BASE}papers/seeds/": DERIVED.first_seen,
        f"{BASE}papers/cccccccccc/": CHINESE.first_seen,
        f"{BASE}papers/taken-back/": "2024-03-03T00:00:00Z",
        BASE: None,
        f"{BASE}papers/": "2024-03-03T00:00:00Z",
    }


def test_a_large_sitemap_is_an_index_whose_files_hold_every_page_once() -> None:
    files = {output.path: output.content for output in sitemap.outputs(FULL, CONFIG, PAGES, limit=4)}
    assert list(files) == ["sitemap-1.xml", "sitemap-2.xml", "sitemap.xml"]
    assert places(files["sitemap.xml"]) == {
        f"{BASE}sitemap-1.xml": "2024-03-03T00:00:00Z",
        f"{BASE}sitemap-2.xml": "2024-03-03T00:00:00Z",
    }
    assert places(files["sitemap-1.xml"]) | places(files["sitemap-2.xml"]) == places(only(sitemap))
    assert len(places(files["sitemap-1.xml"])) == 4


def test_a_new_paper_changes_the_last_file_of_a_large_sitemap_only() -> None:
    slugs = [f"p{number}" for number in range(6)]
    papers = [replace(DERIVED, id=slug, slug=slug) for slug in slugs]
    pages = [Page(f"papers/{slug}/", "paper.html", None) for slug in reversed(slugs)]
    before = {o.path: o.content for o in sitemap.outputs(library(*papers[:5]), CONFIG, pages[1:], limit=2)}
    after = {o.path: o.content for o in sitemap.outputs(library(*papers), CONFIG, pages, limit=2)}
    assert [path for path in before if before[path] != after[path]] == ["sitemap-3.xml"]


def test_robots_names_the_sitemap_by_its_full_address() -> None:
    assert only(robots).splitlines()[-1] == f"Sitemap: {BASE}sitemap.xml"


def test_opml_names_every_subject_once() -> None:
    outlines = list(etree.fromstring(only(opml).encode()).iter("outline"))
    assert [(outline.get("text"), outline.get("xmlUrl")) for outline in outlines] == [
        (CONFIG.title, f"{BASE}feed.xml"),
        ("Gardens", f"{BASE}topics/gardens/feed.xml"),
        ("Tides & waves", f"{BASE}topics/tides/feed.xml"),
    ]
    assert all(outline.get("type") == "rss" and outline.get("htmlUrl") for outline in outlines)


def test_papers_jsonl_has_a_line_a_paper_and_no_key_for_what_is_unknown() -> None:
    given, derived, chinese = (json.loads(line) for line in only(jsonl).splitlines())
    assert derived == {
        "id": DERIVED.id,
        "url": f"{BASE}papers/seeds/",
        "title": DERIVED.title,
        "title_source": "derived",
        "name": "Seeds",
        "topics": ["gardens"],
        "first_seen": DERIVED.first_seen,
        "abstract": DERIVED.abstract,
    }
    assert given["links"][0] == {"rel": "doi", "url": "https://doi.org/10.1234/ab_c"}
    assert given["authors"] == list(GIVEN.authors)
    assert chinese["title"] == "图神经网络 很快"


def test_a_twin_is_front_matter_that_yaml_reads_and_the_abstract_as_markdown() -> None:
    files = {output.path: output.content.decode() for output in markdown.outputs(FULL, CONFIG, ())}
    assert list(files) == [f"papers/{slug}/index.md" for slug in ("on-gardens", "seeds", "cccccccccc")]
    _, front, body = files["papers/on-gardens/index.md"].split("---\n", 2)
    facts = yaml.safe_load(front)
    assert facts["title"] == GIVEN.title
    assert facts["authors"] == list(GIVEN.authors)
    assert facts["url"] == f"{BASE}papers/on-gardens/"
    assert all(json.loads(line.partition(": ")[2]) for line in front.splitlines())
    assert body.strip() == GIVEN.abstract
    assert yaml.safe_load(files["papers/cccccccccc/index.md"].split("---\n")[1])["title"] == CHINESE.title


def test_a_large_collection_has_no_twins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markdown, "SMALL", 3)
    assert list(markdown.outputs(FULL, CONFIG, ())) == []


def test_llms_txt_is_a_heading_a_summary_and_lists_of_full_addresses() -> None:
    lines = only(llms).splitlines()
    assert lines[0] == "# Papers & more"
    assert lines[2] == "> An \\<invented\\> list."
    listed = [line for line in lines if line.startswith("- [")]
    assert all(f"]({BASE}" in line for line in listed)
    assert f"- [Gardens]({BASE}topics/gardens/): Growing." in listed
    assert any("papers.bib" in line for line in listed)
    assert "papers.bib" not in only(llms, library(DERIVED))


def test_jekyll_is_told_to_keep_off() -> None:
    assert only(nojekyll) == ""

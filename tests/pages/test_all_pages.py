"""What holds of every page type: a new one is tested here without being named."""

from __future__ import annotations

import importlib
import pkgutil
import posixpath
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from urllib.parse import urldefrag, urlsplit

import pytest
import yaml
from invented import ASSETS, CONFIG, Node, all_pages, collection, laid_out, read

from generator import pages, render

# Files that other rooms write; a link to one is right when its folder is.
ELSEWHERE = (
    "feed.xml", "atom.xml", "feed.json", "feeds.opml", "papers.jsonl", "papers.bib", "papers.ris", "papers.csl.json",
    "sitemap.xml", "index.md", "cite.bib",
)  # fmt: skip


@pytest.fixture(params=[500, 0], ids=["rich", "large"])
def site(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mapping[str, bytes]:
    monkeypatch.setattr("generator.pages._setting.RICH", request.param)
    return laid_out(tmp_path)


def ids(page: Node) -> list[str]:
    return [node["id"] for node in page.walk() if node["id"]]


def test_every_link_inside_is_relative_and_leads_to_a_page_and_an_anchor(site: Mapping[str, bytes]) -> None:
    anchors = {file: set(ids(read(html))) for file, html in site.items()}
    for file, html in site.items():
        for node in read(html).walk():
            href = node["href"] or node["src"] or node["action"]
            if not href or urlsplit(href).scheme or file == "404.html":
                continue
            assert not href.startswith("/"), (file, href)
            path, anchor = urldefrag(href)
            target = posixpath.normpath(posixpath.join(posixpath.dirname(file), path)) if path else file
            target = "index.html" if target == "." else target
            if posixpath.basename(target) in ELSEWHERE or target in ASSETS.values():
                continue
            target = target if target in anchors else posixpath.join(target, "index.html")
            assert target in anchors, (file, href)
            assert not anchor or anchor in anchors[target], (file, href)


def test_every_page_has_one_heading_a_title_and_a_language(site: Mapping[str, bytes]) -> None:
    for file, html in site.items():
        page = read(html)
        assert len(page.find("h1")) == 1, file
        assert all(heading.text for tag in ("h1", "h2", "h3") for heading in page.find(tag)), file
        assert page.one("title").text, file
        assert page.one("html")["lang"] == "en", file
        assert page.find("main", id="main"), file
        assert len(ids(page)) == len(set(ids(page))), file


def test_no_page_asks_another_host_or_runs_an_inline_script(site: Mapping[str, bytes]) -> None:
    for file, html in site.items():
        page = read(html)
        loaded = [node["src"] for node in page.find("script") if node["src"]]
        loaded += [node["href"] for rel in ("stylesheet", "icon") for node in page.find("link", rel=rel)]
        assert not [url for url in loaded if url and urlsplit(url).netloc], file
        inline = [node for node in page.find("script") if not node["src"] and node["type"] != "application/ld+json"]
        assert not inline, file


def test_views_are_frozen_and_hold_no_library(tmp_path: Path) -> None:
    for page in all_pages().values():
        assert is_dataclass(page.view)
        assert type(page.view).__dataclass_params__.frozen, page.path
        assert not {"library", "config", "setting"} & {field.name for field in fields(page.view)}


def test_every_page_type_is_a_module_with_pages() -> None:
    names = [module.name for module in pkgutil.iter_modules(pages.__path__) if not module.name.startswith("_")]
    assert len(names) >= 15
    for name in names:
        assert callable(importlib.import_module(f"generator.pages.{name}").pages)


def test_every_shipped_template_is_used(tmp_path: Path) -> None:
    used = {page.template for page in all_pages().values()} | {"base.html", "entries.html"}
    assert {path.name for path in render.theme("templates").glob("*.html")} == used


def test_both_languages_know_the_same_words_and_show_them(tmp_path: Path) -> None:
    words = yaml.safe_load((render.theme("templates") / "wording.yaml").read_text(encoding="utf-8"))
    assert set(words["en"]) == set(words["zh"])
    site = laid_out(tmp_path, config=replace(CONFIG, language="zh"))
    assert read(site["papers/index.html"]).one("h1").text == "论文"
    assert read(site["papers/index.html"]).one("html")["lang"] == "zh"


def test_an_empty_collection_still_has_its_pages(tmp_path: Path) -> None:
    site = laid_out(tmp_path, collection((), ()))
    assert {"index.html", "papers/index.html", "topics/index.html", "about/sources/index.html", "404.html"} <= set(site)
    assert "authors/index.html" not in site


def test_pages_do_not_depend_on_the_order_of_reading(tmp_path: Path) -> None:
    found = collection()
    again = collection(tuple(reversed((*found.papers, *found.retired))))
    assert laid_out(tmp_path, again) == laid_out(tmp_path, found)

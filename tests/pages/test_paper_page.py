"""One paper's page, read as a browser, a crawler and a citation manager read it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from invented import CONFIG, PAPERS, Node, collection, laid_out, read


@pytest.fixture
def site(tmp_path: Path) -> dict[str, bytes]:
    return laid_out(tmp_path)


@pytest.fixture
def given(site: dict[str, bytes]) -> Node:
    return read(site["papers/quiet-routing/index.html"])


@pytest.fixture
def derived(site: dict[str, bytes]) -> Node:
    return read(site["papers/loud-routers/index.html"])


def meta(page: Node) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for node in page.find("meta"):
        if name := node["name"] or node["property"]:
            found.setdefault(name, []).append(node["content"] or "")
    return found


def linked(page: Node, rel: str) -> list[str]:
    return [node["href"] or "" for node in page.find("link", rel=rel)]


def test_the_hooks_that_programs_rely_on_are_there(given: Node) -> None:
    article = given.one("article", class_="paper")
    assert article["data-id"] == "aaaaaaaaaa"
    assert article.one("h1")["data-title-source"] == "given"
    assert article.one("div", class_="abstract").one("annotation")["encoding"] == "application/x-tex"
    assert article.one("div", class_="abstract").one("annotation").children == ["n^2"]
    assert [a["href"] for a in article.find("a", data_rel="code")] == ["https://example.org/code/quietnet"]
    assert [a["href"] for a in article.find("a", rel="tag")] == ["../../topics/routing/", "../../topics/energy/"]
    assert "seeds/a.txt record 1, line 3" in article.one("section", class_="provenance").text
    assert article.one("nav", class_="related").find("a")


def test_the_heading_holds_math_and_the_title_is_its_text(given: Node) -> None:
    assert given.one("h1").find("math")
    assert given.one("title").text == "Quiet routing with n² sleepers"


def test_a_derived_title_is_marked_by_siblings_of_the_bare_heading_and_explained(derived: Node) -> None:
    heading = derived.one("h1", data_title_source="derived")
    assert heading.text == "loud routers </script> <b> & noise"
    (marked,) = [node for node in derived.walk() if heading in node.children]
    assert [child.text for child in marked.children if isinstance(child, Node)] == ["[", heading.text, "]"]
    assert "not the paper’s own" in derived.one("article").text
    assert derived.one("title").text == "[loud routers </script> <b> & noise]"
    assert meta(derived)["og:title"] == ["[loud routers </script> <b> & noise]"]


def test_a_derived_title_never_stands_where_a_machine_takes_it_for_the_real_one(
    site: dict[str, bytes], derived: Node
) -> None:
    assert not [name for name in meta(derived) if name.startswith("citation_")]
    assert "headline" not in json.loads(_script(derived))
    assert not [href for href in linked(derived, "describedby") if href.endswith(".bib")]


def _script(page: Node) -> str:
    return "".join(child for child in page.one("script", type="application/ld+json").children if isinstance(child, str))


def test_scholar_tags_stand_once_an_author_and_no_value_is_empty(given: Node) -> None:
    found = meta(given)
    assert found["citation_title"] == ["Quiet routing with n² sleepers"]
    assert found["citation_author"] == ["Ada Example", "Björn Łuk", "Chi Sample", "Dee Other"]
    assert found["citation_publication_date"] == ["2024"]
    assert found["citation_journal_title"] == ["Journal of Invented Networks"]
    assert found["citation_doi"] == ["10.9999/quiet.1"]
    assert all(content for contents in found.values() for content in contents)


def test_no_citation_tags_without_a_year(tmp_path: Path) -> None:
    papers = [replace(PAPERS[0], year=None)]
    page = read(laid_out(tmp_path, collection(papers))["papers/quiet-routing/index.html"])
    assert not [name for name in meta(page) if name.startswith("citation_")]
    assert "Not known: year." in page.one("article").text


def test_json_ld_says_only_what_is_known_and_ends_no_script(site: dict[str, bytes], given: Node) -> None:
    said = json.loads(_script(given))
    assert said["@type"] == "ScholarlyArticle"
    assert said["headline"] == "Quiet routing with n² sleepers"
    assert said["url"] == "https://example.org/lists/quiet/papers/quiet-routing/"
    assert [author["name"] for author in said["author"]] == list(PAPERS[0].authors)
    assert b"<\\/script>" not in site["papers/loud-routers/index.html"]
    assert site["papers/loud-routers/index.html"].count(b"</script>") == 1


def test_canonical_and_signposting_links_lead_out_absolutely(given: Node) -> None:
    assert linked(given, "canonical") == ["https://example.org/lists/quiet/papers/quiet-routing/"]
    assert linked(given, "cite-as") == ["https://doi.org/10.9999/Quiet.1"]
    assert linked(given, "describedby") == ["index.md", "cite.bib"]
    assert linked(given, "type") == ["https://schema.org/ScholarlyArticle"]


def test_the_opening_words_are_marked_and_nothing_of_the_abstract_is_lost(given: Node) -> None:
    abstract = given.one("div", class_="abstract")
    assert abstract.one("span", class_="incipit").text == "Quiet routers sleep"
    assert abstract.text.startswith("Quiet routers sleep for")
    assert abstract.text.endswith("and energy is dear.")


def test_text_is_data(derived: Node) -> None:
    assert "{{ 7 * 7 }} <b>is</b>" in derived.one("div", class_="abstract").text


def test_topics_show_the_words_that_chose_them(given: Node) -> None:
    assert [item.text for item in given.one("section", class_="topics").find("li")] == [
        "Routing routers, routing",
        "Energy energy",
    ]


def test_what_is_missing_is_said(derived: Node, site: dict[str, bytes]) -> None:
    assert "Not known: year and venue." in derived.one("article").text
    assert "Not known: venue and abstract." in read(site["papers/no-abstract/index.html"]).one("article").text


def test_a_source_without_receipt_is_still_named(derived: Node) -> None:
    assert [item.text for item in derived.one("section", class_="provenance").find("li")] == [
        "seeds/a.txt record 2, line 5",
        "seeds/lost.txt",
    ]


def test_a_withdrawn_paper_says_so(site: dict[str, bytes]) -> None:
    page = read(site["papers/chinese/index.html"])
    assert "withdrawn" in page.one("p", class_="warn").text
    assert not linked(page, "describedby"), "programs are not told of it"


def test_neighbours_and_the_edit_link(given: Node, derived: Node) -> None:
    assert [a["href"] for a in derived.one("nav", class_="pager").find("a")] == ["../no-abstract/", "../quiet-routing/"]
    edit = "https://example.org/git/quiet/edit/main/content/papers/quiet-routing.md"
    assert [a for a in given.find("a") if a["href"] == edit]


def test_a_page_of_a_hundred_authors_stays_small(tmp_path: Path) -> None:
    many = tuple(f"Given{number} Family{number}" for number in range(100))
    papers = [replace(PAPERS[0], authors=many), replace(PAPERS[1], authors=many)]
    html = laid_out(tmp_path, collection(papers))["papers/quiet-routing/index.html"]
    assert len(html) < 15_000
    assert len(meta(read(html))["citation_author"]) == 100


def test_in_a_large_collection_a_page_keeps_its_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.pages._setting.RICH", 1)
    site = laid_out(tmp_path)
    page = read(site["papers/quiet-routing/index.html"])
    assert "description" not in meta(page)
    assert meta(page)["citation_title"]
    # What the citation tags say is not said twice; a paper without them is still told to programs.
    assert b"ld+json" not in site["papers/quiet-routing/index.html"]
    assert json.loads(_script(read(site["papers/loud-routers/index.html"])))["url"].endswith("/papers/loud-routers/")


def test_without_a_repository_there_is_no_edit_link(tmp_path: Path) -> None:
    page = read(laid_out(tmp_path, config=replace(CONFIG, repository=""))["papers/quiet-routing/index.html"])
    assert "Edit this page" not in page.one("article").text

"""Lists, redirects and the pages around them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from invented import CONFIG, PAPERS, RECEIPTS, all_pages, collection, laid_out, read

from generator.model import Library, Paper


@pytest.fixture
def site(tmp_path: Path) -> dict[str, bytes]:
    return laid_out(tmp_path)


def numbered(count: int) -> Library:
    papers = [
        replace(
            PAPERS[1], id=f"{number:010d}", slug=f"paper-{number}", title=f"Paper {number}", place=number, sources=()
        )
        for number in range(1, count + 1)
    ]
    return collection(papers, ())


def titles(page: bytes) -> list[str]:
    return [item.find("a")[0].text for item in read(page).one("ol", class_="list").find("li")]


def test_lists_show_the_newest_first_and_mark_derived_titles(site: dict[str, bytes]) -> None:
    assert titles(site["papers/index.html"]) == ["[图神经网络的路由]", "A paper without abstract"]
    assert titles(site["papers/page/1/index.html"]) == [
        "[loud routers </script> <b> & noise]",
        "Quiet routing with n2 sleepers",
    ]


@pytest.mark.parametrize(
    ("count", "full", "newest"), [(0, 0, 0), (1, 0, 1), (3, 0, 3), (4, 1, 2), (5, 1, 3), (6, 2, 2)]
)
def test_numbered_pages_are_full_and_the_newest_page_holds_the_rest(
    tmp_path: Path, count: int, full: int, newest: int
) -> None:
    site = laid_out(tmp_path, numbered(count))
    pages = sorted(path for path in site if path.startswith("papers/page/"))
    assert pages == [f"papers/page/{number}/index.html" for number in range(1, full + 1)]
    assert len(titles(site["papers/index.html"])) == newest
    assert all(len(titles(site[page])) == CONFIG.papers_per_page for page in pages)


def test_a_new_paper_leaves_numbered_pages_alone(tmp_path: Path) -> None:
    before, after = (laid_out(tmp_path, numbered(count)) for count in (12, 13))
    assert titles(after["papers/page/1/index.html"]) == ["[Paper 2]", "[Paper 1]"]
    changed = {path for path in after if "page/" in path and before.get(path) != after[path]}
    assert changed == set()


def test_pages_of_a_list_lead_to_each_other(tmp_path: Path) -> None:
    site = laid_out(tmp_path, numbered(20))
    first = read(site["papers/index.html"]).one("nav", class_="pager")
    assert [(a.text, a["href"]) for a in first.find("a", rel="next")] == [("older →", "../papers/page/9/")]
    assert [a.text for a in first.find("a") if not a["rel"]] == ["newest", "9", "8", "1"]
    last = read(site["papers/page/1/index.html"]).one("nav", class_="pager")
    assert [a["href"] for a in last.find("a", rel="prev")] == ["../../../papers/page/2/"]
    assert not last.find("a", rel="next")


def test_topics_stand_by_their_number_of_papers_with_a_bar_each(site: dict[str, bytes]) -> None:
    rows = read(site["topics/index.html"]).one("ul", class_="bars wide").find("li")
    assert [(row.find("a")[0].text, row.one("span").text) for row in rows] == [
        ("Routing", "2"),
        ("Energy", "1"),
        ("Unused", "0"),
    ]
    assert [row.one("rect")["width"] for row in rows] == ["100.0", "50.0", "0.0"]


def test_a_topic_page_says_what_it_is_and_offers_its_feeds(site: dict[str, bytes]) -> None:
    page = read(site["topics/routing/index.html"])
    assert "How packets find their way." in page.one("main").text
    assert {a["href"] for a in page.find("a")} >= {
        f"../../topics/routing/{name}" for name in ("feed.xml", "atom.xml", "feed.json")
    }
    assert [link["href"] for link in page.find("link", rel="alternate")] == [
        "../../topics/routing/feed.xml", "../../topics/routing/atom.xml", "../../topics/routing/feed.json",
    ]  # fmt: skip
    assert [row.find("a")[0].text for row in page.one("ul", class_="bars").find("li")] == ["Energy"]


def test_papers_without_topic_are_listed(site: dict[str, bytes]) -> None:
    assert titles(site["unsorted/index.html"]) == ["[图神经网络的路由]", "A paper without abstract"]


def test_years_venues_names_and_code(site: dict[str, bytes]) -> None:
    assert len(titles(site["years/2024/index.html"])) == 2
    assert len(titles(site["venues/journal-of-invented-networks/index.html"])) == 1
    assert "QuietNet" in read(site["names/index.html"]).one("dl").text
    assert [a["href"] for a in read(site["code/index.html"]).find("a", data_rel="code")] == [
        "https://example.org/code/quietnet"
    ]


def test_authors_by_letter_and_own_pages_from_two_papers(site: dict[str, bytes]) -> None:
    letter = read(site["authors/e/index.html"]).one("ul", class_="people")
    assert [(a.text, a["href"]) for a in letter.find("a")] == [("Ada Example", "../../authors/ada-example/")]
    assert [a["href"] for a in read(site["authors/s/index.html"]).one("ul", class_="people").find("a")] == [
        "../../papers/quiet-routing/"
    ]
    assert len(titles(site["authors/ada-example/index.html"])) == 2
    assert "authors/chi-sample/index.html" not in site


def test_in_a_large_collection_a_letter_leads_to_the_entry_in_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.pages._setting.RICH", 0)
    site = laid_out(tmp_path)
    (link,) = read(site["authors/s/index.html"]).one("ul", class_="people").find("a")
    assert link["href"] == "../../papers/page/1/#p1"
    assert (
        read(site["papers/page/1/index.html"]).one("li", id="p1").find("a")[0]["href"]
        == "../../../papers/quiet-routing/"
    )


def test_names_without_a_slug_of_their_own_never_share_a_page(tmp_path: Path) -> None:
    papers = [replace(PAPERS[number], venue=venue) for number, venue in enumerate(("Ann. X", "Ann X", "会议", "期刊"))]
    venues = [
        path for path in laid_out(tmp_path, collection(papers)) if path.startswith("venues/") and path.count("/") == 2
    ]
    assert len(venues) == 4
    assert "venues/ann-x/index.html" in venues


def test_old_addresses_and_merged_papers_redirect(site: dict[str, bytes]) -> None:
    for file in ("papers/old-quiet/index.html", "papers/twice/index.html"):
        page = read(site[file])
        (refresh,) = [node["content"] for node in page.find("meta") if node["http-equiv"] == "refresh"]
        assert refresh == "0; url=../../papers/quiet-routing/"
        assert page.one("link", rel="canonical")["href"] == "https://example.org/lists/quiet/papers/quiet-routing/"
        assert page.one("main").find("a")[0]["href"] == "../../papers/quiet-routing/"
    assert b"topics/routing/" in site["topics/routes/index.html"]


def test_a_chain_of_merges_leads_to_its_end(tmp_path: Path) -> None:
    chain = [replace(PAPERS[4], id="0" * 10, slug="thrice", into="eeeeeeeeee"), *PAPERS]
    assert b"0; url=../../papers/quiet-routing/" in laid_out(tmp_path, collection(chain))["papers/thrice/index.html"]


@pytest.mark.parametrize("into", ["", "nowhere000", "eeeeeeeeee"])
def test_a_paper_merged_into_nothing_has_a_tombstone(tmp_path: Path, into: str) -> None:
    papers = [*PAPERS[:4], replace(PAPERS[4], into=into)]
    assert "gone" in read(laid_out(tmp_path, collection(papers))["papers/twice/index.html"]).one("h1").text


def test_a_gone_paper_has_a_tombstone_and_its_aliases_lead_there(site: dict[str, bytes]) -> None:
    page = read(site["papers/gone/index.html"])
    assert "ffffffffff" in page.one("main").text
    assert b"0; url=../../papers/gone/" in site["papers/long-gone/index.html"]


def test_an_alias_never_hides_a_page(tmp_path: Path) -> None:
    papers: list[Paper] = [replace(PAPERS[0], aliases=("loud-routers",)), PAPERS[1]]
    assert b"data-title-source" in laid_out(tmp_path, collection(papers))["papers/loud-routers/index.html"]


def test_only_real_pages_are_listed_for_crawlers() -> None:
    unlisted = {path for path, page in all_pages().items() if not page.listed}
    assert unlisted == {
        "404.html", "papers/gone/", "papers/old-quiet/", "papers/twice/", "papers/long-gone/", "topics/routes/",
    }  # fmt: skip
    assert all_pages()["papers/quiet-routing/"].updated == "2026-02-03T04:05:06Z"


def test_the_404_page_links_by_the_path_of_the_url_and_loads_nothing(site: dict[str, bytes]) -> None:
    page = read(site["404.html"])
    assert {a["href"] for a in page.find("a")} == {"/lists/quiet/", "/lists/quiet/papers/", "/lists/quiet/topics/"}
    assert page.one("form")["action"] == "/lists/quiet/search/"
    assert [link["href"] for link in page.find("link")] == ["data:,"]
    assert not page.find("script")
    assert page.find("style")


def test_the_sources_page_accounts_for_every_record(site: dict[str, bytes]) -> None:
    page = read(site["about/sources/index.html"])
    rows = [[cell.text for cell in row.walk() if cell.tag in ("td", "th")] for row in page.find("tr")]
    assert rows[1:] == [
        ["seeds/a.txt", "3", "3", "0", "0", "1"],
        ["seeds/b.txt", "3", "1", "1", "1", "0"],
        ["Total", "6", "4", "1", "1", "1"],
    ]
    text = page.one("main").text
    assert "seeds/b.txt record 2, line 3 → Quiet routing" in text
    assert "seeds/b.txt record 3, line 9 neither title nor abstract" in text
    assert "seeds/a.txt record 2, line 5 → [loud routers" in text
    assert "line-break-hyphen (1)" in text


def test_a_long_list_of_records_is_cut_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.pages.sources._LISTED", 1)
    site = laid_out(tmp_path, collection(receipts=[*RECEIPTS, RECEIPTS[-1]]))
    assert "and 1 more, in content/receipts.jsonl" in read(site["about/sources/index.html"]).one("main").text


def test_the_home_page_says_what_the_collection_is(site: dict[str, bytes]) -> None:
    page = read(site["index.html"])
    assert page.one("h1").text == "Quiet Routers"
    assert page.one("form", role="search")["action"] == "./search/"
    assert page.one("form").find("input", name="q")
    assert [item.text for item in page.one("ul", class_="counts").find("li")] == [
        "4 papers", "2 topics", "4 authors", "2 venues", "1 named system", "1 paper with code",
    ]  # fmt: skip
    assert page.one("ol", class_="list").find("span", class_="incipit")

"""Papers whose titles make bad addresses, and records that say too little, from seed to site."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import lxml.html
import pytest
from history_judge import answer, facts, incipit, land, page, tree

URL = "https://example.org/proj/"
DEVICES = {"CON", "PRN", "AUX", "NUL", *(f"COM{n}" for n in range(1, 10)), *(f"LPT{n}" for n in range(1, 10))}
LOC = "{http://www.sitemaps.org/schemas/sitemap/0.9}loc"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "config.yaml").write_text(f"title: Notes\nurl: {URL}\nseeds: [seeds/*]\n", encoding="utf-8")
    (tmp_path / "seeds").mkdir()
    return tmp_path


def build(project: Path, *records: dict[str, Any]) -> dict[str, Any]:
    lines = "".join(json.dumps(record) + "\n" for record in records)
    (project / "seeds/list.jsonl").write_text(lines, encoding="utf-8")
    return build_again(project)


def build_again(project: Path) -> dict[str, Any]:
    status, out, errors = incipit(project, "build", "--json")
    assert status == 0, errors
    assert incipit(project, "check")[:2] == (0, "no faults\n")
    report: dict[str, Any] = json.loads(out)
    return report


def papers(project: Path) -> dict[str, str]:
    """The text of every paper page by its address."""
    found = {}
    for path in (project / "site/papers").glob("*/index.html"):
        parsed = lxml.html.parse(path)
        if parsed.find(".//article[@data-id]") is not None:
            [abstract] = parsed.getroot().find_class("abstract")
            found[path.parent.name] = " ".join(abstract.text_content().split())
    return found


def listed(project: Path) -> list[str]:
    return [loc.text or "" for loc in ElementTree.parse(project / "site/sitemap.xml").getroot().iter(LOC)]


def test_three_titles_that_fold_to_one_are_three_pages_listed_everywhere(project: Path) -> None:
    texts = {"Paper one is about trains.", "Paper two is about packets.", "Paper three is about ants."}
    titles = ("Learning to Route!", "Learning to route?", "learning---to  ROUTE")

    report = build(
        project, *({"title": title, "abstract": text} for title, text in zip(titles, sorted(texts), strict=True))
    )

    found = papers(project)
    assert report["papers"] == len({slug.lower() for slug in found}) == 3
    assert set(found.values()) == texts
    assert {f"{URL}papers/{slug}/" for slug in found} <= set(listed(project))
    feed = json.loads((project / "site/feed.json").read_bytes())["items"]
    assert {item["url"] for item in feed} == {f"{URL}papers/{slug}/" for slug in found}


def test_titles_without_ascii_letters_have_addresses_of_their_own(project: Path) -> None:
    titles = ("图神经网络", "グラフ", "🔥🔥", "…", "?!", "R&D für Anfänger")

    build(project, *({"title": title, "abstract": f"Abstract number {n}."} for n, title in enumerate(titles)))

    found = papers(project)
    assert len(found) == 6
    assert all(slug and not slug.startswith(".") for slug in found)
    for address in listed(project):
        assert re.fullmatch(r"[\x21-\x7e]+", address)
        assert (project / "site" / unquote(address.removeprefix(URL)) / "index.html").is_file()


def test_long_titles_have_short_names_that_differ(project: Path) -> None:
    long = " ".join(["Émergence"] * 40)
    records = [(f"{long} alpha", "A."), (f"{long} omega", "B."), ("学" * 600, "C.")]

    build(project, *({"title": title, "abstract": text} for title, text in records))

    assert sorted(papers(project).values()) == ["A.", "B.", "C."]
    parts = {part for folder in ("site", "content") for name in tree(project / folder) for part in name.split("/")}
    assert max(len(os.fsencode(part)) for part in parts) <= 200


def test_titles_of_devices_and_of_the_sites_own_pages_harm_neither(project: Path) -> None:
    titles = ("Aux", "CON", "nul.", "COM1", "Index", "404", "Tags", "Feed.xml", "search", "sitemap.xml", "CNAME")
    plain = {"title": "Some other paper", "abstract": "Words of another paper."}
    build(project, plain)
    before = tree(project / "site")

    build(project, plain, *({"title": title, "abstract": f"Abstract of {title}."} for title in titles))

    assert set(papers(project).values()) == {plain["abstract"], *(f"Abstract of {title}." for title in titles)}
    now = tree(project / "site")
    parts = {part for name in now for part in name.split("/")}
    assert {part.split(".")[0].upper() for part in parts} & DEVICES == set()
    assert not any(part.endswith((".", " ")) for part in parts)
    assert before.keys() - now.keys() == {name for name in before if name.startswith("search/") and "-" in name}
    assert now["404.html"] == before["404.html"]
    assert now["papers/index.html"] != before["papers/index.html"]


def test_a_base_path_is_the_same_with_and_without_its_last_slash(project: Path) -> None:
    (project / "seeds/list.txt").write_text("One paper.\n\nTwo papers.\n", encoding="utf-8")
    sites = []
    for url in (URL.rstrip("/"), URL):
        (project / "config.yaml").write_text(f"title: Notes\nurl: {url}\nseeds: [seeds/*]\n", encoding="utf-8")
        build_again(project)
        sites.append(tree(project / "site"))
    assert sites[0] == sites[1]
    for name, raw in sites[0].items():
        for address in re.findall(rb"https?://example\.org[^\s\"'<>\\)]*", raw):
            assert address.startswith(URL.encode()), (name, address)
            assert b"//" not in address.removeprefix(b"https://"), (name, address)
    atom = ElementTree.fromstring(sites[0]["atom.xml"])
    own = [link.get("href") for link in atom if link.get("rel") == "self"]
    assert own == [f"{URL}atom.xml"]
    assert_links_stay_inside(sites[0])


def assert_links_stay_inside(site: dict[str, bytes]) -> None:
    """Every relative address of every page is a file, when the site lies at /proj/."""
    for name, raw in site.items():
        if not name.endswith(".html"):
            continue
        for element, _, address, _ in lxml.html.fromstring(raw).iterlinks():
            parts = urlsplit(address)
            if parts.scheme or parts.netloc or not parts.path or element.tag == "form":
                continue
            path = os.path.normpath(os.path.join("/proj", os.path.dirname(name), parts.path))  # noqa: PTH118, PTH120
            assert path == "/proj" or path.startswith("/proj/"), (name, address)
            target = path.removeprefix("/proj").lstrip("/")
            found = target in site or f"{target}/index.html".lstrip("/") in site
            assert found, (name, address)


def test_renaming_there_and_back_makes_no_loop_and_a_page_outlives_an_old_name(project: Path) -> None:
    first = {"title": "Alpha", "abstract": "The first paper is about the sorting of letters by their weight."}
    second = {"title": "Beta", "abstract": "Another paper counts the parcels that nobody fetches in December."}
    build(project, first)
    published = {"papers/alpha/"}
    for name in ("beta", "alpha"):
        path = page(project, "sorting of letters")
        path.rename(path.with_name(f"{name}.md"))
        build(project, first)
        published.add(f"papers/{name}/")
    assert answer(project / "site", "papers/alpha/") == "page"

    build(project, first, second)
    # An alias is never given to another paper: the second gets an address of its own.
    assert page(project, "parcels").stem.startswith("beta-")
    for name in ("gamma", "delta"):
        path = page(project, "sorting of letters")
        path.rename(path.with_name(f"{name}.md"))
        build(project, first, second)
        published.add(f"papers/{name}/")

    site = project / "site"
    assert {land(site, address) for address in published} == {"papers/delta/"}
    assert facts(page(project, "sorting of letters"))["title"] == "Alpha"


def test_placeholders_and_short_texts_of_any_script_merge_nothing(project: Path) -> None:
    texts = {
        "First": "N/A", "Second": "N/A", "Third": "", "Fourth": "No abstract available.", "Fifth": "TBD",
        "Sixth": "图神经网络很快。", "Seventh": "语言模型很慢。", "Eighth": "Ok.", "Ninth": "Ok!",
    }  # fmt: skip

    report = build(project, *({"title": title, "abstract": text} for title, text in texts.items()))

    assert report["papers"] == 9
    assert report["records"] == {"read": 9, "kept": 9, "merged": 0, "refused": 0}


def test_topics_with_signs_and_cases_lose_no_member(project: Path) -> None:
    build(
        project,
        {"title": "One", "abstract": "A.", "topics": ["C++", "CI/CD", "AWS", ""]},
        {"title": "Two", "abstract": "B.", "topics": ["C#", "ci-cd", "aws", "  "]},
        {"title": "Three", "abstract": "C.", "topics": ["C", "..", "Aws", "index"]},
        {"title": "Four", "abstract": "D.", "topics": []},
    )

    members: dict[str, set[str]] = {}
    for path in (project / "site/topics").glob("*/index.html"):
        parsed = lxml.html.parse(path).getroot()
        title = parsed.find(".//h1").text_content().strip()
        html = path.read_text(encoding="utf-8")
        members[title.casefold()] = {name for name in ("One", "Two", "Three", "Four") if f">{name}<" in html}
    assert {title: members[title] for title in ("c++", "c#", "c", "aws")} == {
        "c++": {"One"}, "c#": {"Two"}, "c": {"Three"}, "aws": {"One", "Two", "Three"},
    }  # fmt: skip
    assert set().union(*(found for title, found in members.items() if title in ("ci/cd", "ci-cd"))) == {"One", "Two"}
    assert members["index"] == members[".."] == {"Three"}
    folders = {
        path.relative_to(project / "site/topics").as_posix().lower() for path in (project / "site/topics").iterdir()
    }
    assert len(folders) == len(list((project / "site/topics").iterdir()))
    assert set(members) - {"", "topics"} >= {"c++", "c#", "c", "aws", "index", ".."}

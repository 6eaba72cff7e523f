"""What a page says and what a citation file says of the same paper."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.cli import main


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "config.yaml").write_text("title: Reading\n", encoding="utf-8")
    (tmp_path / "seeds").mkdir()
    return tmp_path


def built(project: Path, venue: str) -> tuple[str, str]:
    (project / "seeds/list.txt").write_text(
        f"Title: Moss on brick\nAuthors: Ada Lovelace\nYear: 2024\nVenue: {venue}\nAbstract: We grow moss.\n", "utf-8"
    )
    assert main(["-q", "build", "--project", str(project)]) == 0
    page = (project / "site/papers/moss-on-brick/index.html").read_text("utf-8")
    return page, (project / "site/papers.bib").read_text("utf-8")


@pytest.mark.parametrize(
    ("venue", "tag", "entry"),
    [
        ("Annals of Moss", "citation_journal_title", "@article"),
        ("TMLR", "citation_journal_title", "@article"),
        ("苔藓学报", "citation_journal_title", "@article"),
        ("Reviewers' Day", "citation_conference_title", "@inproceedings"),
        ("Moss Conference", "citation_conference_title", "@inproceedings"),
        ("bioRxiv", "", "@misc"),
    ],
)
def test_journal_or_conference_is_the_same_everywhere(project: Path, venue: str, tag: str, entry: str) -> None:
    page, bibtex = built(project, venue)

    assert bibtex.startswith(entry)
    assert [name for name in ("citation_journal_title", "citation_conference_title") if name in page] == [
        name for name in [tag] if name
    ]


def test_a_kind_of_link_that_a_person_made_up_is_shown_as_a_page_of_the_web(project: Path) -> None:
    built(project, "Moss Conference")
    page = project / "content/papers/moss-on-brick.md"
    links = 'links: [{"rel": "blog post", "url": "https://example.org/moss"}]'
    page.write_text(page.read_text("utf-8").replace("\n---\n", f"\n{links}\n---\n", 1), "utf-8")

    assert main(["-q", "build", "--project", str(project)]) == 0
    shown = (project / "site/papers/moss-on-brick/index.html").read_text("utf-8")
    assert 'Web <a data-rel="blog post" href="https://example.org/moss">' in shown
    assert links in page.read_text("utf-8")


def test_a_derived_title_stands_in_brackets_wherever_a_person_reads_it(project: Path) -> None:
    (project / "seeds/list.txt").write_text("Bridges sway when many people walk on them.\n", "utf-8")
    assert main(["-q", "build", "--project", str(project)]) == 0

    (facts,) = map(json.loads, (project / "site/papers.jsonl").read_text("utf-8").splitlines())
    marked = f"[{facts['title']}]"
    cards = next((project / "site/search").rglob("cards*"), None) or project / "site/search"
    shown = "".join(
        file.read_text("utf-8") for file in (cards.rglob("*") if cards.is_dir() else [cards]) if file.is_file()
    )
    assert marked in shown
    assert marked in (project / "site/feed.xml").read_text("utf-8")
    assert marked in (project / "site/papers" / facts["url"].split("/")[-2] / "index.html").read_text("utf-8")

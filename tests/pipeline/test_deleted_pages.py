"""A page that a person deletes is written again: whole where a seed holds it, else as a redirect or a tombstone."""

from __future__ import annotations

import json
from pathlib import Path

import lxml.html
import pytest
from history_judge import answer, edit, facts, incipit, tree

ALPHA = {"title": "Alpha", "abstract": "The first paper is about the sorting of letters by their weight."}
BETA = {"title": "Beta", "abstract": "Another paper counts the parcels that nobody fetches in December."}
GAMMA = {"title": "Gamma", "abstract": "A third one asks who still licks stamps, and finds two people in nine towns."}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "config.yaml").write_text("title: Notes\nseeds: [seeds/*]\n", encoding="utf-8")
    (tmp_path / "seeds").mkdir()
    build(tmp_path, ALPHA, BETA, GAMMA)
    return tmp_path


def page(project: Path, slug: str) -> Path:
    return project / f"content/papers/{slug}.md"


def build(project: Path, *records: dict[str, str], prune: bool = False) -> None:
    """Ingest and publish; a second time nothing changes, nothing waits as deleted, and the site has no faults."""
    lines = "".join(json.dumps(record) + "\n" for record in records)
    (project / "seeds/list.jsonl").write_text(lines, encoding="utf-8")
    if prune:
        assert incipit(project, "ingest", "--prune")[0] == 0
    status, _, errors = incipit(project, "build")
    assert status == 0, errors
    before = tree(project / "content"), tree(project / "site")
    for command in ("ingest", "publish"):
        assert incipit(project, command)[0] == 0
    assert (tree(project / "content"), tree(project / "site")) == before
    assert json.loads(incipit(project, "review", "--json")[1])["deleted"] == []
    assert incipit(project, "check")[:2] == (0, "no faults\n")


def at(project: Path, slug: str) -> str:
    return answer(project / "site", f"papers/{slug}/")


def merge(project: Path) -> str:
    """beta merged into alpha; beta's id."""
    assert incipit(project, "review", "--same", "alpha", "beta")[0] == 0
    build(project, ALPHA, BETA, GAMMA)
    assert at(project, "beta") == "to papers/alpha/"
    id_: str = facts(page(project, "beta"))["id"]
    return id_


@pytest.mark.parametrize("how", ["orphan", "pruned", "dropped"])
def test_a_page_that_no_source_holds_becomes_a_tombstone(project: Path, how: str) -> None:
    page(project, "beta").rename(page(project, "parcels"))
    build(project, ALPHA, BETA, GAMMA)
    before = facts(page(project, "parcels"))
    if how == "dropped":
        assert incipit(project, "review", "--drop", "parcels")[0] == 0
    left = (ALPHA, BETA, GAMMA) if how == "dropped" else (ALPHA, GAMMA)
    build(project, *left, prune=how == "pruned")
    page(project, "parcels").unlink()
    assert json.loads(incipit(project, "review", "--json")[1])["deleted"] == ["parcels"]

    build(project, *left)

    after = facts(page(project, "parcels"))
    assert (after["id"], after["first_seen"], after["aliases"]) == (before["id"], before["first_seen"], ["beta"])
    assert (at(project, "parcels"), at(project, "beta")) == ("tombstone", "to papers/parcels/")
    for slug in ("parcels", "beta"):
        html = lxml.html.parse(project / f"site/papers/{slug}/index.html")
        said = [found.text_content().strip() for found in html.iter("h1", "h2", "title", "p", "code", "a")]
        assert said
        assert not {"", "[]"} & set(said)


def test_its_source_brings_it_back_whole(project: Path) -> None:
    before = facts(page(project, "beta"))
    build(project, ALPHA, GAMMA, prune=True)
    page(project, "beta").unlink()
    build(project, ALPHA, GAMMA)

    build(project, ALPHA, BETA, GAMMA)

    after = facts(page(project, "beta"))
    assert {**after, "updated": ""} == {**before, "updated": ""}
    assert at(project, "beta") == "page"


def test_a_merged_page_is_a_redirect_again_and_may_be_parted(project: Path) -> None:
    before = facts(page(project, "beta"))
    merge(project)
    page(project, "beta").unlink()

    build(project, ALPHA, BETA, GAMMA)

    assert at(project, "beta") == "to papers/alpha/"
    assert incipit(project, "review", "--different", "alpha", "beta")[0] == 0
    build(project, ALPHA, BETA, GAMMA)
    assert {**facts(page(project, "beta")), "updated": ""} == {**before, "updated": ""}
    assert len(facts(page(project, "alpha"))["sources"]) == 1


def test_a_page_that_was_merged_without_a_decision_is_a_redirect_again(project: Path) -> None:
    edit(page(project, "beta"), "status", "merged")
    edit(page(project, "beta"), "into", facts(page(project, "alpha"))["id"])
    build(project, ALPHA, BETA, GAMMA)
    page(project, "beta").unlink()

    build(project, ALPHA, BETA, GAMMA)

    assert at(project, "beta") == "to papers/alpha/"


@pytest.mark.parametrize("left", [(ALPHA, BETA, GAMMA), (GAMMA,)])
def test_a_deleted_page_that_another_leads_to_is_no_fault(project: Path, left: tuple[dict[str, str], ...]) -> None:
    merge(project)
    page(project, "alpha").unlink()

    build(project, *left)

    assert at(project, "alpha") == ("page" if ALPHA in left else "tombstone")
    assert at(project, "beta") == "to papers/alpha/"


def test_a_lost_paper_leads_to_the_living_one_that_a_person_calls_the_same(project: Path) -> None:
    build(project, BETA, GAMMA)
    assert incipit(project, "review", "--same", "alpha", "beta")[0] == 0
    page(project, "alpha").unlink()

    build(project, BETA, GAMMA)

    assert (at(project, "alpha"), at(project, "beta")) == ("to papers/beta/", "page")


def test_a_deleted_page_may_be_dropped_by_its_slug(project: Path) -> None:
    page(project, "beta").unlink()
    assert incipit(project, "review", "--drop", "beta")[0] == 0

    build(project, ALPHA, BETA, GAMMA)

    assert at(project, "beta") == "tombstone"


def test_a_merged_page_may_be_dropped_and_a_dropped_one_merged(project: Path) -> None:
    merge(project)
    assert incipit(project, "review", "--drop", "beta")[0] == 0
    build(project, ALPHA, BETA, GAMMA)
    assert (at(project, "alpha"), at(project, "beta")) == ("page", "tombstone")
    assert len(facts(page(project, "alpha"))["sources"]) == 1

    assert incipit(project, "review", "--same", "beta", "alpha")[0] == 0
    build(project, ALPHA, BETA, GAMMA)

    assert (at(project, "alpha"), at(project, "beta")) == ("page", "to papers/alpha/")


def test_a_page_that_lenient_leaves_out_gets_no_tombstone(project: Path) -> None:
    build(project, ALPHA, GAMMA)
    page(project, "beta").rename(page(project, "parcels"))
    edit(page(project, "parcels"), "year", "soon")
    before = tree(project / "content")

    assert incipit(project, "build", "--lenient")[0] == 1

    assert tree(project / "content") == before
    assert not (project / "site/papers/beta").exists()

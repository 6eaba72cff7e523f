"""A page that takes another paper's address is a fault with its place; nothing is written, and the address answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from history_judge import answer, edit, facts, incipit, tree

PAPERS = "content/papers"
LETTERS = {"title": "Alpha", "abstract": "The first paper is about the sorting of letters by their weight."}
PARCELS = {"title": "Beta", "abstract": "Another paper counts the parcels that nobody fetches in December."}
STAMPS = "---\ntitle: Stamps\n---\n\nA third paper asks who still licks stamps.\n"
FOR_EVER = "an address is one paper's for ever: choose another"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """alpha and beta are published; beta was called old-beta once."""
    (tmp_path / "config.yaml").write_text("title: Notes\nseeds: [seeds/*]\n", encoding="utf-8")
    (tmp_path / "seeds").mkdir()
    lines = "".join(json.dumps(record) + "\n" for record in (LETTERS, PARCELS))
    (tmp_path / "seeds/list.jsonl").write_text(lines, encoding="utf-8")
    assert incipit(tmp_path, "build")[0] == 0
    move(tmp_path, "beta", "old-beta")
    assert incipit(tmp_path, "build")[0] == 0
    move(tmp_path, "old-beta", "beta")
    assert incipit(tmp_path, "build")[0] == 0
    return tmp_path


def page(project: Path, slug: str) -> Path:
    return project / PAPERS / f"{slug}.md"


def move(project: Path, old: str, new: str) -> None:
    page(project, old).rename(page(project, new))


def refused(project: Path) -> list[str]:
    """The faults that a build names, and the same for publish; neither writes anything."""
    before = tree(project / "content"), tree(project / "site")
    status, _, errors = incipit(project, "build")
    assert status == 3, errors
    assert incipit(project, "publish")[::2] == (3, errors)
    assert (tree(project / "content"), tree(project / "site")) == before
    return errors.splitlines()


@pytest.mark.parametrize("id_", ["", "id: 0000000000\n"])
def test_a_new_page_on_the_name_of_a_renamed_one(project: Path, id_: str) -> None:
    move(project, "alpha", "letters")
    page(project, "alpha").write_text(STAMPS.replace("title:", f"{id_}title:"), encoding="utf-8")

    [fault] = refused(project)

    line = 2 if id_ else 1
    place = f"{PAPERS}/alpha.md:{line}: "
    assert fault == f"{place}`alpha` is an address of {PAPERS}/letters.md; name the file otherwise"


def test_two_pages_that_swap_their_names(project: Path) -> None:
    move(project, "alpha", "x")
    move(project, "beta", "alpha")
    move(project, "x", "beta")

    assert refused(project) == [
        f"{PAPERS}/alpha.md:2: `alpha` is an address of {PAPERS}/beta.md; name the file otherwise",
        f"{PAPERS}/beta.md:2: `beta` is an address of {PAPERS}/alpha.md; name the file otherwise",
    ]


@pytest.mark.parametrize("name", ["beta", "old-beta"])
def test_a_page_on_the_name_of_a_deleted_one(project: Path, name: str) -> None:
    gone = facts(page(project, "beta"))["id"]
    page(project, "beta").unlink()
    move(project, "alpha", name)

    [fault] = refused(project)

    owner = f"a deleted paper, {gone} in content/ledger.jsonl"
    assert fault == f"{PAPERS}/{name}.md:2: `{name}` is an address of {owner}; name the file otherwise"


def test_an_alias_that_was_another_papers_name(project: Path) -> None:
    edit(page(project, "alpha"), "aliases", ["elsewhere", "old-beta"])
    lines = page(project, "alpha").read_text(encoding="utf-8").splitlines()
    number = 1 + lines.index('aliases: ["elsewhere", "old-beta"]')
    place = f"{PAPERS}/alpha.md:{number}: "

    assert refused(project) == [f"{place}alias `old-beta` belongs to {PAPERS}/beta.md; {FOR_EVER}"]

    edit(page(project, "beta"), "aliases", None)
    assert refused(project) == [f"{place}alias `old-beta` belongs to {PAPERS}/beta.md; {FOR_EVER}"]


def test_of_two_papers_that_the_ledger_has_at_one_address_its_page_keeps_it(project: Path) -> None:
    """Two branches minted one slug: git joined the lines, and a person kept one of the pages."""
    ledger = project / "content/ledger.jsonl"
    lines = ledger.read_text(encoding="utf-8").replace('"slug": "beta"', '"slug": "alpha"')
    ledger.write_text(lines, encoding="utf-8")

    for state in ("beta.md has the other line", "beta.md is deleted"):
        assert incipit(project, "build")[0] == 0, state
        assert answer(project / "site", "papers/alpha/") == "page"
        page(project, "beta").unlink(missing_ok=True)
    assert facts(page(project, "alpha"))["title"] == "Alpha"


def test_a_page_without_id_on_the_name_of_a_deleted_one_is_that_paper(project: Path) -> None:
    before = facts(page(project, "beta"))
    page(project, "beta").write_text(STAMPS.replace("title:", "aliases: [old-beta]\ntitle:"), encoding="utf-8")

    assert incipit(project, "build")[0] == 0

    assert facts(page(project, "beta"))["id"] == before["id"]
    assert answer(project / "site", "papers/old-beta/") == "to papers/beta/"


def test_a_decision_may_name_a_deleted_page_by_its_slug(project: Path) -> None:
    (project / "content/decisions.yaml").write_text("- drop: old-beta\n", encoding="utf-8")
    page(project, "beta").unlink()

    assert incipit(project, "build")[0] == 0

    assert answer(project / "site", "papers/beta/") == "tombstone"


def test_lenient_leaves_the_faulty_page_out(project: Path) -> None:
    move(project, "alpha", "letters")
    page(project, "alpha").write_text(STAMPS, encoding="utf-8")
    before = tree(project / "content")

    status, _, errors = incipit(project, "build", "--lenient")

    assert (status, tree(project / "content")) == (1, before)
    assert f"{PAPERS}/alpha.md:1: left out: `alpha` is an address of {PAPERS}/letters.md" in errors
    assert answer(project / "site", "papers/alpha/") == "to papers/letters/"


def test_publish_alone_leaves_an_old_name_as_a_redirect(project: Path) -> None:
    move(project, "alpha", "letters")
    renamed = page(project, "letters").read_bytes()

    assert incipit(project, "publish")[0] == 0

    assert answer(project / "site", "papers/alpha/") == "to papers/letters/"
    assert page(project, "letters").read_bytes() == renamed
    site = tree(project / "site/papers")
    status, _, errors = incipit(project, "build", "--locked")
    assert status == 1
    assert f"{PAPERS}/letters.md: ingest would change it" in errors
    assert incipit(project, "build")[0] == 0
    assert facts(page(project, "letters"))["aliases"] == ["alpha"]
    assert tree(project / "site/papers") == site
    assert incipit(project, "build", "--locked")[0] == 0

"""A record that was merged by itself is parted from its paper, and joined again, by a person's word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from history_judge import answer, facts, incipit, tree

TEXT = (
    "We weigh the honey of forty hives each week and compare the gain with the flowers that bloom within a mile "
    "of them, over four summers, and find that lime trees in the second week of June decide the whole harvest. "
    "Hives beside a river gain less than those on a hill, whatever grows there, and nobody knows the reason yet."
)
FIRST = {"title": "The honey of forty hives", "abstract": TEXT}
COPY = {"title": "The honey of forty hives", "abstract": TEXT.replace("nobody knows", "we do not know")}
OTHER = {"title": "Stamps", "abstract": "A third one asks who still licks stamps, and finds two people in nine towns."}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "config.yaml").write_text("title: Notes\nseeds: [seeds/*]\n", encoding="utf-8")
    (tmp_path / "seeds").mkdir()
    lines = "".join(json.dumps(record) + "\n" for record in (FIRST, OTHER, COPY, FIRST))
    (tmp_path / "seeds/list.jsonl").write_text(lines, encoding="utf-8")
    build(tmp_path)
    return tmp_path


def build(project: Path) -> None:
    """Build twice: the second time changes nothing."""
    assert incipit(project, "build")[0] == 0
    before = tree(project / "content"), tree(project / "site")
    assert incipit(project, "build")[0] == 0
    assert (tree(project / "content"), tree(project / "site")) == before


def receipts(project: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in (project / "content/receipts.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("by_place", [False, True])
def test_a_merged_record_is_parted_and_joined_again(project: Path, by_place: bool) -> None:
    first, _, copy, same = receipts(project)
    assert (copy["outcome"], copy["id"]) == ("merged", first["id"])
    assert "own" not in same
    command = f"incipit review --different {first['id']} {copy['own']}"
    assert command in (project / "site/about/sources/index.html").read_text("utf-8")
    address = "papers/the-honey-of-forty-hives/"
    page = project / "content/papers/the-honey-of-forty-hives.md"

    names = ("the-honey-of-forty-hives", "seeds/list.jsonl:3") if by_place else tuple(command.split()[3:])
    assert incipit(project, "review", "--different", *names)[0] == 0
    build(project)

    first, _, copy, same = receipts(project)
    assert [found["outcome"] for found in (first, copy, same)] == ["kept", "kept", "merged"]
    assert first["id"] == same["id"] != copy["id"]
    assert (answer(project / "site", address), facts(page)["id"]) == ("page", first["id"])
    assert len(list((project / "content/papers").iterdir())) == 3

    assert incipit(project, "review", "--same", first["id"], copy["id"])[0] == 0
    build(project)
    assert {found["id"] for found in (receipts(project)[0], *receipts(project)[2:])} == {first["id"]}
    assert answer(project / "site", address) == "page"
    younger = next(path.stem for path in (project / "content/papers").iterdir() if copy["id"] in path.read_text())
    assert answer(project / "site", f"papers/{younger}/") == f"to {address}"


def test_a_record_with_the_text_of_its_paper_cannot_be_parted(project: Path) -> None:
    status, _, errors = incipit(project, "review", "--different", "seeds/list.jsonl:1", "seeds/list.jsonl:4")
    assert status == 2
    assert "one text" in errors
    assert not (project / "content/decisions.yaml").exists()

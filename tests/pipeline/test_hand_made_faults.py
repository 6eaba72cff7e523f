"""What a hand can write wrongly is named with its line, or shown without harm."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.cli import main
from generator.errors import InputError
from generator.pipeline.build import build

PAGE = "---\ntitle: Swift diffusion\n{}\n---\n\nWe sway bridges.\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "config.yaml").write_text("title: Reading\nseeds: [seeds/*.txt]\n", encoding="utf-8")
    (tmp_path / "seeds").mkdir()
    (tmp_path / "content/papers").mkdir(parents=True)
    return tmp_path


def made(project: Path, line: str = "") -> Path:
    (project / "content/papers/swift.md").write_text(PAGE.format(line or "year: 2020"), encoding="utf-8")
    build(project, "2026-11-30T12:00:00Z", progress=lambda _stage, _done, _total: None)
    return project / "site/papers/swift/index.html"


@pytest.mark.parametrize(
    "line",
    ["year: 99999", "year: -5", 'authors: ["  "]', "aliases: [page]", "first_seen: 0001-01-01",
     'links: [{rel: code, url: "https://[::1"}]', 'links: [{rel: web, url: "https://"}]'],
)  # fmt: skip
def test_an_impossible_value_is_a_fault_of_its_line(project: Path, line: str) -> None:
    with pytest.raises(InputError, match=r"content/papers/swift\.md:3: "):
        made(project, line)


@pytest.mark.parametrize("line", ['name: "A\\u0001B"', 'venue: "A\\0B"', 'authors: ["A\\0B"]'])
def test_a_control_character_reaches_no_page(project: Path, line: str) -> None:
    html = made(project, line).read_text(encoding="utf-8")

    assert "AB" in html
    assert not any(char < " " and char != "\n" for char in html)


@pytest.mark.parametrize("line", ['name: " "', 'venue: "  "'])
def test_a_blank_fact_is_none(project: Path, line: str) -> None:
    made(project, line)

    assert main(["check", "-q", "--project", str(project)]) == 0


def test_an_unknown_kind_of_link_is_a_link(project: Path) -> None:
    assert "https://a.example/" in made(project, 'links: [{rel: slides, url: "https://a.example/"}]').read_text("utf-8")


def test_a_template_that_extends_itself_is_named(project: Path) -> None:
    (project / "templates").mkdir()
    (project / "templates/paper.html").write_text('{% extends "paper.html" %}', encoding="utf-8")

    with pytest.raises(InputError, match=r"templates/paper\.html: a template includes or extends itself"):
        made(project)


def test_a_seed_that_leads_out_of_the_project_is_not_read(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "secret.txt"
    outside.write_text("A secret that nobody should publish.\n", encoding="utf-8")
    (project / "seeds/link.txt").symlink_to(outside)

    with pytest.raises(InputError, match=r"seeds/link\.txt: is a link that leaves the project"):
        made(project)


def test_what_publish_made_may_be_deployed_and_a_build_still_reads_the_seeds(project: Path) -> None:
    made(project)
    (project / "seeds/new.txt").write_text("Maps of caves are drawn by hand.\n", encoding="utf-8")

    assert main(["-q", "publish", "--project", str(project)]) == 0
    report = build(project, "2026-12-01T12:00:00Z", progress=lambda _stage, _done, _total: None)

    assert report.read == 1

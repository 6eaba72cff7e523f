"""What a person changed in content/ survives every later ingest."""

from __future__ import annotations

import json
import posixpath
from pathlib import Path

import lxml.html
import pytest

from generator.cli import main
from generator.pipeline.build import build
from generator.pipeline.review import decide
from generator.pipeline.stages import ingest, publish, review

NOW = "2026-11-30T12:00:00Z"
LATER = "2026-12-01T12:00:00Z"
LIST = """A reading list

We introduce FernNet, a small network for counting ferns in photographs. The fern is shy. It counts ferns faster than people do. Code is at https://github.com/example/fernnet.

Bridges sway when many people walk on them. We study the sway of bridges under a crowd of walkers and find a threshold.

Maps of caves are drawn by hand. This paper presents CaveMap, a method for drawing maps of caves from echoes alone.
"""
TOPIC = 'title: "Ferns"\ndescription: "About ferns."\nterms: {"fern": 4, "photograph": 2}\n'


def silent(_stage: str, _done: int, _total: int) -> None:
    """Progress that nobody watches."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "config.yaml").write_text("title: Reading\nseeds: [seeds/*.txt]\n", encoding="utf-8")
    (tmp_path / "seeds").mkdir()
    (tmp_path / "seeds/list.txt").write_text(LIST, encoding="utf-8")
    (tmp_path / "content/topics").mkdir(parents=True)
    (tmp_path / "content/topics/ferns.md").write_text(f"---\n{TOPIC}---\n", encoding="utf-8")
    (tmp_path / "content/topics/other.md").write_text(f"---\n{TOPIC.replace('ern', 'ork')}---\n", encoding="utf-8")
    build(tmp_path, NOW, progress=silent)
    return tmp_path


def page(project: Path, word: str) -> Path:
    [found] = [path for path in (project / "content/papers").glob("*.md") if word in path.read_text(encoding="utf-8")]
    return found


def facts(path: Path) -> dict[str, object]:
    _, front, _ = path.read_text(encoding="utf-8").split("---\n", 2)
    return {key: json.loads(value) for key, _, value in (line.partition(": ") for line in front.splitlines())}


def edit(path: Path, key: str, value: object | None) -> None:
    """Change one line of the front matter as a person would, or delete it."""
    lines = [line for line in path.read_text(encoding="utf-8").split("\n") if not line.startswith(f"{key}: ")]
    if value is not None:
        lines.insert(1, f"{key}: {json.dumps(value)}")
    path.write_text("\n".join(lines), encoding="utf-8")


def leads_to(project: Path, slug: str) -> str:
    """The slug of the paper that the redirect page at `slug` leads to."""
    refresh = lxml.html.parse(project / f"site/papers/{slug}/index.html").find(".//meta[@http-equiv='refresh']")
    target = refresh.get("content").partition("url=")[2]
    return posixpath.relpath(posixpath.normpath(f"papers/{slug}/{target}"), "papers")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("title", "Counting ferns"),
        ("name", "Fern Net"),
        ("authors", ["Ada Example"]),
        ("year", 2020),
        ("venue", "Journal of Ferns"),
        ("topics", ["other"]),
        ("links", [{"rel": "code", "url": "https://example.org/other"}]),
    ],
)
def test_a_field_changed_by_hand_stays(project: Path, key: str, value: object) -> None:
    edit(page(project, "FernNet"), key, value)

    build(project, LATER, progress=silent)
    build(project, LATER, progress=silent)

    assert facts(page(project, "FernNet, a"))[key] == value


def test_a_title_changed_by_hand_is_curated_and_keeps_its_address(project: Path) -> None:
    path = page(project, "FernNet")
    edit(path, "title", "Counting ferns")

    build(project, LATER, progress=silent)

    assert page(project, "FernNet, a") == path
    assert facts(path)["title_source"] == "curated"
    assert facts(path)["updated"] == LATER
    html = (project / f"site/papers/{path.stem}/index.html").read_text(encoding="utf-8")
    assert '<h1 data-title-source="curated">Counting ferns</h1>' in html


@pytest.mark.parametrize("key", ["name", "topics", "links"])
def test_a_field_deleted_by_hand_stays_deleted(project: Path, key: str) -> None:
    path = page(project, "FernNet")
    assert key in facts(path)
    edit(path, key, None)

    build(project, LATER, progress=silent)
    build(project, LATER, progress=silent)

    assert key not in facts(path)


def test_a_body_changed_by_hand_stays_and_the_next_ingest_finds_the_paper_again(project: Path) -> None:
    path = page(project, "CaveMap")
    head = path.read_text(encoding="utf-8").rpartition("---\n")[0]
    path.write_text(f"{head}---\n\nAnother text by *hand*, with a list:\n\n- one\n- two\n", encoding="utf-8")

    report = build(project, LATER, progress=silent)

    assert (report.read, report.kept, report.papers) == (3, 3, 3)
    assert "Another text by *hand*" in path.read_text(encoding="utf-8")
    html = (project / f"site/papers/{path.stem}/index.html").read_text(encoding="utf-8")
    assert "<em>hand</em>" in html
    assert "<li>two" in html


def test_hand_and_source_that_both_changed_are_shown_and_the_hand_stays(project: Path) -> None:
    path = page(project, "FernNet")
    edit(path, "year", 2019)
    seed = project / "seeds/list.txt"
    body = LIST.partition("\n\n")[2]
    first, _, rest = body.partition("\n\n")
    seed.write_text(f"A reading list\n\nYear: 2021\nAbstract: {first}\n---\n\n{rest}", encoding="utf-8")

    report = build(project, LATER, progress=silent)

    assert facts(path)["year"] == 2019
    assert [(found.field, found.hand, found.source) for found in report.conflicts] == [("year", "2019", "2021")]
    again = review(project, LATER, progress=silent)
    assert [found.field for found in again.conflicts] == ["year"]


def test_a_page_deleted_by_hand_comes_back_with_its_id_and_date(project: Path) -> None:
    path = page(project, "CaveMap")
    before = facts(path)
    path.unlink()

    report = build(project, LATER, progress=silent)

    assert report.deleted == (path.stem,)
    assert {key: facts(path)[key] for key in ("id", "first_seen")} == {key: before[key] for key in ("id", "first_seen")}


def test_a_renamed_page_leaves_a_redirect(project: Path) -> None:
    path = page(project, "CaveMap")
    path.rename(path.with_name("maps-of-caves.md"))

    build(project, LATER, progress=silent)

    assert facts(path.with_name("maps-of-caves.md"))["aliases"] == [path.stem]
    assert leads_to(project, path.stem) == "maps-of-caves"


def test_a_page_written_by_hand_without_a_seed_is_a_paper(project: Path) -> None:
    (project / "content/papers/by-hand.md").write_text("---\ntitle: By hand\n---\n\nSome words.\n", encoding="utf-8")

    report = build(project, LATER, progress=silent)

    assert report.papers == 4
    assert (project / "site/papers/by-hand/index.html").exists()
    assert len(json.loads((project / "site/feed.json").read_bytes())["items"]) == 4


def test_a_paper_that_no_source_holds_stays_until_it_is_pruned(project: Path) -> None:
    path = page(project, "CaveMap")
    (project / "seeds/list.txt").write_text(LIST.partition("\n\nMaps of caves")[0], encoding="utf-8")

    kept = build(project, LATER, progress=silent)

    assert kept.papers == 3
    assert kept.orphans == (facts(path)["id"],)
    ingest(project, LATER, prune=True, progress=silent)
    publish(project, progress=silent)
    assert facts(path)["status"] == "gone"
    tombstone = (project / f"site/papers/{path.stem}/index.html").read_text(encoding="utf-8")
    assert "drawn by hand" not in tombstone
    assert "drawn by hand" not in (project / "site/feed.xml").read_text(encoding="utf-8")


def test_a_dropped_paper_leaves_a_tombstone_and_its_record_is_refused(project: Path) -> None:
    path = page(project, "CaveMap")
    decide(project, "drop", [path.stem], date="2026-12-01", reason="not ours")

    report = build(project, LATER, progress=silent)

    assert (report.read, report.kept, report.merged, report.refused, report.papers) == (3, 2, 0, 1, 2)
    assert (project / f"site/papers/{path.stem}/index.html").exists()
    assert path.stem not in (project / "site/sitemap.xml").read_text(encoding="utf-8")


def test_two_papers_called_the_same_become_one_and_the_younger_address_leads_there(project: Path) -> None:
    older, younger = page(project, "FernNet"), page(project, "sway")
    decide(project, "same", [younger.stem, older.stem], date="2026-12-01", reason="")

    report = build(project, LATER, progress=silent)

    assert report.papers == 2
    assert leads_to(project, younger.stem) == older.stem
    decide(project, "different", [younger.stem, older.stem], date="2026-12-02", reason="")
    assert build(project, LATER, progress=silent).papers == 3


def test_an_identical_ingest_changes_nothing(project: Path) -> None:
    before = {path: path.read_bytes() for path in (project / "content").rglob("*") if path.is_file()}

    report = ingest(project, LATER, progress=silent)

    assert report.written == 0
    assert {path: path.read_bytes() for path in (project / "content").rglob("*") if path.is_file()} == before


def test_the_words_in_which_a_merged_record_differs_are_shown(project: Path) -> None:
    paragraph = " ".join(f"Step{number} of the survey counts another bay of the shore." for number in range(40))
    other = paragraph.replace("Step6 of the survey", "Step6 of the census")
    (project / "seeds/more.txt").write_text(f"{paragraph}\n\n{other}\n", encoding="utf-8")

    report = build(project, LATER, progress=silent)

    assert (report.read, report.merged) == (5, 1)
    page_of_sources = lxml.html.parse(project / "site/about/sources/index.html")
    assert [mark.text for mark in page_of_sources.iter("del")] == ["survey"]
    assert [mark.text for mark in page_of_sources.iter("ins")] == ["census"]


def test_review_shows_the_words_in_which_possible_twins_differ(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = LIST.partition("\n\n")[2].replace("find a threshold", "show that none is safe").split("\n\n")[1]
    (project / "seeds/more.txt").write_text(f"{more}\n", encoding="utf-8")
    build(project, LATER, progress=silent)

    assert main(["review", "--project", str(project)]) == 0

    out = capsys.readouterr().out
    assert "possible twins" in out
    assert "[-find a threshold.-]{+show that none is safe.+}" in out

"""The command line: options in any place, one clear line for what is wrong."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest

from generator.cli import main


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "config.yaml").write_text("title: Reading\n", encoding="utf-8")
    (tmp_path / "seeds").mkdir()
    (tmp_path / "seeds/list.txt").write_text("Bridges sway when many people walk on them.\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("before", [True, False])
def test_options_stand_before_or_behind_the_command(
    project: Path, capsys: pytest.CaptureFixture[str], before: bool
) -> None:
    options = ["--project", str(project), "--json"]

    status = main([*options, "build"] if before else ["build", *options])

    assert status == 0
    report = json.loads(capsys.readouterr().out)
    assert report["records"] == {"read": 1, "kept": 1, "merged": 0, "refused": 0}
    assert set(report) >= {"papers", "files", "warnings", "seconds"}


def test_a_build_with_nothing_to_do_says_so(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["build", "--project", str(project)])
    capsys.readouterr()

    assert main(["build", "--project", str(project)]) == 0
    out = capsys.readouterr().out
    assert "1 read, 1 kept" in out
    assert "files:   0 written" in out


def test_quiet_prints_nothing_when_all_is_well(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-q", "build", "--project", str(project)]) == 0
    assert capsys.readouterr() == ("", "")


def test_review_names_what_waits(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["-q", "build", "--project", str(project)])

    assert main(["review", "--json", "--strict", "--project", str(project)]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["unsorted"] == ["bridges-sway-when-many-people-walk-on-them"]
    assert (found["twins"], found["conflicts"], found["orphans"], found["deleted"]) == ([], [], [], [])


@pytest.mark.parametrize("epoch", ["yesterday", "-1", "99999999999999999999"])
def test_an_impossible_date_is_refused(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, epoch: str
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)

    assert main(["build", "--project", str(project)]) == 2
    assert "SOURCE_DATE_EPOCH" in capsys.readouterr().err


def test_the_date_of_an_ingest_is_source_date_epoch(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")

    main(["-q", "ingest", "--project", str(project)])

    [page] = (project / "content/papers").glob("*.md")
    assert 'first_seen: "2001-09-09T01:46:40Z"' in page.read_text(encoding="utf-8")


def test_a_decision_on_nobody_is_refused(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["-q", "build", "--project", str(project)])

    assert main(["review", "--drop", "nobody", "--project", str(project)]) == 2
    assert capsys.readouterr().err == (
        "no paper is called nobody; name it by its id (front matter) or its slug (the name of its page)\n"
    )


def test_a_folder_without_a_project_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--project", str(tmp_path)]) == 2
    assert "holds no config.yaml" in capsys.readouterr().err


def test_a_new_project_builds_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", str(tmp_path / "new")]) == 0
    assert main(["build", "--project", str(tmp_path / "new")]) == 0
    assert "2 read, 2 kept" in capsys.readouterr().out
    assert main(["init", str(tmp_path / "new")]) == 2


def test_a_decision_stands_once_and_is_no_news_to_later_builds(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["-q", "build", "--project", str(project)])
    for _ in range(2):
        assert main(["review", "--drop", "bridges-sway-when-many-people-walk-on-them", "--project", str(project)]) == 0
    capsys.readouterr()

    assert (project / "content/decisions.yaml").read_text(encoding="utf-8").count("drop:") == 1
    assert main(["-q", "build", "--project", str(project)]) == 0
    assert capsys.readouterr() == ("", "")


SLUG = "bridges-sway-when-many-people-walk-on-them"


@pytest.mark.parametrize("arguments", [["review", "--drop", SLUG], ["clean"]])
def test_every_command_answers_as_json_or_not_at_all(
    project: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    main(["-q", "build", "--project", str(project)])
    assert main(["-q", *arguments, "--project", str(project)]) == 0
    assert capsys.readouterr() == ("", "")

    main(["-q", "build", "--project", str(project)])
    assert main(["--json", *arguments, "--project", str(project)]) == 0
    assert isinstance(json.loads(capsys.readouterr().out), dict)


def test_a_reason_without_a_decision_is_refused(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", "--reason", "because", "--project", str(project)]) == 2
    assert capsys.readouterr().err.startswith("--reason stands without a decision; ")


def test_a_title_offered_names_its_paper_by_its_slug(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "seeds/list.txt").write_text("On Bridges\nBridges sway when many people walk on them.\n", "utf-8")
    main(["-q", "build", "--project", str(project)])

    main(["review", "--json", "--project", str(project)])
    assert all(set(offer) == {"slug", "line"} for offer in json.loads(capsys.readouterr().out)["titles"])


def test_a_file_that_is_left_out_is_named_with_what_to_do(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "seeds/other.txt").write_text("Title: Moss\nYear: soon\nAbstract: We grow moss.\n", "utf-8")

    assert main(["build", "--lenient", "--project", str(project)]) == 1
    place = "seeds/other.txt:2: left out: the year is `soon`"
    assert f"{place}; write four digits" in capsys.readouterr().err
    assert main(["build", "--lenient", "--json", "--project", str(project)]) == 1
    (warning,) = json.loads(capsys.readouterr().out)["warnings"]
    assert (warning["message"], warning["remedy"]) == ("left out: the year is `soon`", "write four digits, like 2025")


@pytest.mark.parametrize("there", [True, False])
def test_a_full_disk_leaves_no_half_made_project(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    folder = tmp_path / "deep/new"
    if there:
        folder.mkdir(parents=True)
    before = sorted(tmp_path.rglob("*"))
    write, left = os.write, [3]

    def full(descriptor: int, content: bytes) -> int:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(descriptor, content)

    monkeypatch.setattr(os, "write", full)
    assert main(["init", str(folder)]) == 4
    assert "the disk is full; free some space" in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == before
    monkeypatch.undo()
    assert main(["init", str(folder)]) == 0
    assert not (folder / ".incipit").exists()


def test_a_report_that_cannot_be_kept_is_a_fault_of_the_machine(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / ".incipit/report.json.new").mkdir(parents=True)

    assert main(["build", "--project", str(project)]) == 4
    assert capsys.readouterr().err.startswith(".incipit/report.json.new: ")

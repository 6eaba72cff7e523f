"""Two branches that add overlapping lists merge in git without a conflict, and give one site in either order."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from history_judge import incipit, tree

from generator.cli import main

BASE = """A list

We weigh the honey of forty hives each week and compare the gain with the flowers that bloom within a mile of them.
"""
LEFT = """On the left

Old clocks lose time when a church bell rings beside them. We record a hundred clocks and find the tone that does it.

Ferries wait for trains that wait for ferries. We model both timetables as one graph and remove the waiting in a day.
"""
RIGHT = """On the right

Ferries wait for trains that wait for ferries. We model both timetables as one graph and remove the waiting in a day.

A meadow that is mown late keeps more moths. We count the moths of sixty meadows by night over four dry summers.
"""


WHO = ("-c", "user.name=Ada Example", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false")


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *WHO, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def branch(project: Path, name: str, text: str, moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A branch of main that adds a list and ingests it."""
    git(project, "checkout", "-q", "-b", name, "main")
    (project / f"seeds/{name}.txt").write_text(text, encoding="utf-8")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", moment)
    assert incipit(project, "ingest")[0] == 0
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", name)


def merged(project: Path, first: str, second: str) -> None:
    """`first` with `second` merged into it. The ledger joins by itself; of the page that both made either side will
    do, and the receipts are left as they are: the ingest that follows puts both right.
    """
    git(project, "checkout", "-q", "-b", f"{first}-{second}", first)
    subprocess.run(["git", *WHO, "merge", "-q", "--no-edit", second], cwd=project, capture_output=True, check=False)
    conflicts = git(project, "diff", "--name-only", "--diff-filter=U").split()
    assert "content/ledger.jsonl" not in conflicts
    assert "<<<<<<<" not in (project / "content/ledger.jsonl").read_text(encoding="utf-8")
    pages = [name for name in conflicts if name.startswith("content/papers/")]
    assert set(conflicts) - {*pages} <= {"content/receipts.jsonl"}
    if pages:
        status, _, errors = incipit(project, "build")
        assert (status, "conflict" in errors, pages[0] in errors) == (3, True, True), errors
        git(project, "checkout", "--ours", *pages)


def test_two_branches_with_overlapping_lists_give_one_site_in_either_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "project"
    assert main(["init", str(project)]) == 0
    for path in (project / "seeds").iterdir():
        path.unlink()
    (project / "seeds/base.txt").write_text(BASE, encoding="utf-8")
    git(project, "init", "-q", "-b", "main")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1796000000")
    assert incipit(project, "ingest")[0] == 0
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", "base")
    branch(project, "left", LEFT, "1796100000", monkeypatch)
    branch(project, "right", RIGHT, "1796200000", monkeypatch)
    found = []
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1796300000")
    for first, second in (("left", "right"), ("right", "left")):
        merged(project, first, second)
        status, _, errors = incipit(project, "build")
        assert status == 0, errors
        found.append((tree(project / "content"), tree(project / "site")))
        git(project, "add", "-A")
        git(project, "commit", "-q", "-m", "ingest")

    (content, site), other = found
    assert (content, site) == other
    assert sum(name.startswith("papers/") for name in content) == 4
    assert b"2026-12-01T" in b"".join(content[name] for name in content if name.startswith("papers/ferries"))

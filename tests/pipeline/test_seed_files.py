"""Which files are taken for seeds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.cli import main


def test_a_project_never_reads_its_own_site_or_hidden_folders(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "config.yaml").write_text('title: Reading\nseeds: ["**/*.txt"]\n', encoding="utf-8")
    for place in ("lists/one.txt", ".hidden/two.txt", "lists/.three.txt", ".incipit/four.txt", "site/foreign/five.txt"):
        file = tmp_path / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"Bridges sway when people walk on them: {place}.\n", encoding="utf-8")

    for _ in range(2):
        assert main(["build", "--json", "--project", str(tmp_path)]) == 0
        assert json.loads(capsys.readouterr().out)["records"]["read"] == 1
        (tmp_path / "lists/one.txt").touch()
    assert (tmp_path / "site/robots.txt").is_file()


@pytest.mark.parametrize(
    ("pattern", "watched"), [("**/*.txt", "."), ("*.txt", "."), ("lists/2025/*.txt", "lists/2025"), ("a.txt", "a.txt")]
)
def test_the_preview_watches_wherever_a_seed_may_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pattern: str, watched: str
) -> None:
    (tmp_path / "config.yaml").write_text(f'title: Reading\nseeds: ["{pattern}"]\n', encoding="utf-8")
    asked: list[list[Path]] = []
    monkeypatch.setattr("generator.server.serve", lambda _site, _base, watch, *_, **__: asked.append(watch))

    assert main(["serve", "--project", str(tmp_path)]) == 0
    assert tmp_path / watched in asked[0]

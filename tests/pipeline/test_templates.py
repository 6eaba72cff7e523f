"""Templates of a project are read anew by every build, also within one process, as the preview's are."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.errors import InputError
from generator.pipeline.build import build

NOW = "2026-11-30T12:00:00Z"


def rebuild(project: Path) -> str:
    build(project, NOW, progress=lambda _stage, _done, _total: None)
    return (project / "site/404.html").read_text(encoding="utf-8")


def test_a_template_changed_between_two_builds_is_used(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("title: Reading\n", encoding="utf-8")
    (tmp_path / "templates").mkdir()
    template = tmp_path / "templates/404.html"
    template.write_text("first", encoding="utf-8")
    assert rebuild(tmp_path) == "first"

    template.write_text("second", encoding="utf-8")
    assert rebuild(tmp_path) == "second"

    template.write_text("{% if %}", encoding="utf-8")
    with pytest.raises(InputError, match=r"templates/404\.html:1"):
        rebuild(tmp_path)
    assert (tmp_path / "site/404.html").read_text(encoding="utf-8") == "second"

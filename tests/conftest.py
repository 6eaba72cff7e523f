"""Fixtures of tests that run whole commands on the shipped project."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from shipped import Done, copy_tracked, read_tree, run_incipit, stamp_tree


@pytest.fixture(scope="session")
def incipit() -> Callable[..., Done]:
    return run_incipit


@pytest.fixture(scope="session")
def tree() -> Callable[[Path], dict[str, bytes]]:
    return read_tree


@pytest.fixture(scope="session")
def stamps() -> Callable[[Path], dict[str, tuple[int, int, int]]]:
    return stamp_tree


@pytest.fixture(scope="session")
def copied() -> Callable[..., Path]:
    return copy_tracked


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the shipped project, not yet built."""
    return copy_tracked(tmp_path / "project")


@pytest.fixture(scope="session")
def built_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped project, built; to be copied (`built`), never changed."""
    project = copy_tracked(tmp_path_factory.mktemp("shipped") / "project")
    done = run_incipit(project, "build")
    assert done.status == 0, done.err
    return project


@pytest.fixture
def built(built_once: Path, tmp_path: Path) -> Path:
    """A copy of the shipped project, built."""
    return shutil.copytree(built_once, tmp_path / "built")

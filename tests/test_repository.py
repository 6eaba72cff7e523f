"""What is tracked in git speaks of the project alone."""

import re
import subprocess
from pathlib import Path

PROJECT = Path(__file__).parent.parent
# In pieces, so that this file does not name what it looks for.
ELSEWHERE = re.compile(
    "|".join(
        (
            "pypi" + r"\.org",
            "python" + "hosted",
            "npmjs" + r"\.(?:org|com)",
            "debian" + r"\.org/debian",
            r"/(?:work|root|home)/" + r"(?!\$)",
            r"[A-Z]:" + r"\\Users",
        )
    )
)


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=PROJECT, capture_output=True, check=True, text=True)
    return [name for name in listed.stdout.split("\0") if name and (PROJECT / name).is_file()]


def test_no_tracked_file_names_a_registry_host_or_a_machine_path():
    found = []
    for name in tracked():
        if name.startswith(("seeds/", "content/")):  # texts of other people
            continue
        text = (PROJECT / name).read_bytes().decode("utf-8", "replace")
        found += [
            f"{name}:{n}: {line.strip()}" for n, line in enumerate(text.splitlines(), 1) if ELSEWHERE.search(line)
        ]
    assert found == []


def test_nothing_that_a_build_makes_is_tracked():
    made = [
        name
        for name in tracked()
        if name.startswith((".incipit/", "generator/browser/", ".venv/"))
        or "node_modules/" in name
        or (name.startswith("site/") and name != "site/.gitignore")
    ]
    assert made == []


def test_the_top_level_holds_what_the_design_names_and_what_the_ecosystem_expects():
    top = {name.split("/")[0] for name in tracked()}
    design = {"generator", "templates", "static", "content", "seeds", "site", "tests", "config.yaml"}
    ecosystem = {
        ".ci", ".github", ".gitignore", ".gitattributes", ".editorconfig", ".npmrc", "docs", "CHANGELOG.md", "CONTRIBUTING.md",
        "LICENSE", "Makefile", "README.md", "hatch_build.py", "package.json", "package-lock.json", "pyproject.toml",
        "requirements.lock", "requirements-test.lock", "biome.json", "tsconfig.json",
    }  # fmt: skip
    assert top - design - ecosystem == set()

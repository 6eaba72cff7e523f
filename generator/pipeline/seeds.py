"""Config -> the seed files that it names."""

from __future__ import annotations

from pathlib import Path

from generator.model import Config


def seeds(project: Path, config: Config) -> list[str]:
    """The seed files that config names, by trust of their pattern, then by name; paths are relative to the project."""
    found: dict[str, None] = {}
    for pattern in config.seeds:
        names = sorted(path.relative_to(project).as_posix() for path in project.glob(pattern) if path.is_file())
        found |= dict.fromkeys(name for name in names if not name.rpartition("/")[2].startswith("."))
    return list(found)

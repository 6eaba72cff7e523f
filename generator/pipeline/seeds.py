"""Config -> the seed files that it names."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

from generator.errors import InputError
from generator.model import Config


def folders(config: Config) -> list[str]:
    """The folders that seeds stand in: of each pattern the part without a wildcard, where it has one."""
    found = ("/".join(takewhile(lambda part: not set(part) & set("*?["), each.split("/"))) for each in config.seeds)
    return list(dict.fromkeys(filter(None, found)))


def seeds(project: Path, config: Config) -> list[str]:
    """The seed files that config names, by trust of their pattern, then by name; paths are relative to the project.

    Hidden files and folders hold no seeds, and the site is no source of itself.
    """
    found: dict[str, None] = {}
    for pattern in config.seeds:
        names = sorted(path.relative_to(project).as_posix() for path in project.glob(pattern) if path.is_file())
        found |= dict.fromkeys(
            name
            for name in names
            if not name.startswith(f"{config.output}/") and not any(part.startswith(".") for part in name.split("/"))
        )
    for name in found:
        _refuse(project, name)
    return list(found)


def _refuse(project: Path, name: str) -> None:
    """A name that no report can show, and a link to a file that is not the project's."""
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        shown = name.encode("utf-8", "backslashreplace").decode()
        raise InputError("the file's name is not UTF-8", "rename it", file=shown) from None
    path = project / name
    if path.is_symlink() and not path.resolve().is_relative_to(project.resolve()):
        raise InputError("is a link that leaves the project", "copy the file here", file=name)

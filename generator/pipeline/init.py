"""A folder's name -> a new project that builds at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from generator.errors import MachineError, UsageError

_PACKAGE = Path(__file__).parent.parent
_SKELETON = _PACKAGE / "skeleton"
# The shipped topics: beside the package in a checkout, inside it in an installed wheel.
_TOPICS = (_PACKAGE / "theme" / "topics", _PACKAGE.parent / "content" / "topics")
# Names that package builders or git would treat specially are stored without their dot.
_PLACES = {
    "config.yaml": "config.yaml",
    "gitattributes": ".gitattributes",
    "gitignore": ".gitignore",
    "site-gitignore": "site/.gitignore",
    "seeds/example.txt": "seeds/example.txt",
    "github/site.yml": ".github/workflows/site.yml",
}


def init(folder: Path) -> Iterator[str]:
    """Write the new project into `folder`, which must be absent or empty; yields lines to print."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} exists and is not an empty folder", "name a new one")
    try:
        for source, target in _PLACES.items():
            _copy(_SKELETON / source, folder / target)
        for topic in sorted(next(place for place in _TOPICS if place.is_dir()).glob("*.md")):
            _copy(topic, folder / "content" / "topics" / topic.name)
        (folder / "content" / "papers").mkdir(parents=True)
    except OSError as error:
        raise MachineError(
            f"cannot be made: {error.strerror}", "check the folder's permissions", file=str(folder)
        ) from None
    yield f"{folder}: a new project; put lists of abstracts into {folder / 'seeds'}"
    yield f"next: cd {folder} && incipit serve"


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(source.read_bytes())

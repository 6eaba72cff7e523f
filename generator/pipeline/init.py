"""A folder's name -> a new project that builds at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from generator import store
from generator.errors import MachineError, UsageError
from generator.model import Write

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
    store.create(folder, _files())
    yield f"{folder}: a new project; put lists of abstracts into {folder / 'seeds'}"
    yield f"next: cd {folder} && incipit serve"


def _files() -> list[Write]:
    try:
        topics = sorted(next(place for place in _TOPICS if place.is_dir()).glob("*.md"))
        sources = {target: _SKELETON / source for source, target in _PLACES.items()}
        sources |= {f"content/topics/{topic.name}": topic for topic in topics}
        return [Write(target, source.read_bytes(), None) for target, source in sources.items()]
    except OSError as error:
        remedy = "reinstall Incipit"
        raise MachineError(f"cannot be read: {error.strerror}", remedy, file=str(error.filename or "")) from None

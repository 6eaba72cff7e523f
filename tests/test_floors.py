"""The corridor's rule: a module imports only from floors below its own."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

GENERATOR = Path(__file__).parent.parent / "generator"
FLOORS = {
    0: {"model", "errors", "text"},
    1: {"config", "links", "markup", "store", "cache"},
    2: {
        "formats", "repair", "dedupe", "merge", "describe", "identity", "content", "library",
        "pages", "exports", "search", "render", "check", "server", "deploy",
    },
    3: {"pipeline"},
    4: {"cli", "__main__"},
}  # fmt: skip
FLOOR = {room: floor for floor, rooms in FLOORS.items() for room in rooms}


def room_of(module: Path) -> str:
    return module.relative_to(GENERATOR).parts[0].removesuffix(".py")


def imported_rooms(source: str) -> set[str]:
    """Every room of generator/ that `source` imports, in functions too."""
    rooms = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            parts = (node.module or "").split(".")
            if parts[0] == "generator":
                rooms |= {parts[1]} if len(parts) > 1 else {alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            rooms |= {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("generator.")}
    return rooms - {"__version__"}


MODULES = sorted(path for path in GENERATOR.rglob("*.py") if path.name != "__init__.py" or path.parent != GENERATOR)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(GENERATOR)))
def test_module_imports_only_from_floors_below(module: Path) -> None:
    room = room_of(module)
    assert room in FLOOR, f"{room} has no floor"
    imported = imported_rooms(module.read_text(encoding="utf-8")) - {room}
    allowed = {other for other, floor in FLOOR.items() if floor < FLOOR[room]}
    # __main__ is the door to cli, on the same floor.
    assert imported - allowed - ({"cli"} if room == "__main__" else set()) == set()


def test_an_import_sideways_is_seen() -> None:
    assert imported_rooms("from generator.merge import merge\nimport generator.links\nfrom generator import cache") == {
        "merge",
        "links",
        "cache",
    }

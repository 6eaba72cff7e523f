"""config.yaml -> Config: every value checked, every fault with its line and a remedy."""

from __future__ import annotations

import difflib
import posixpath
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import yaml

from generator.errors import Faults, UsageError
from generator.model import Collection, Config
from generator.text import ascii_address

FILE = "config.yaml"
# The parts of a project that the output folder may neither be nor hold nor lie in.
_PARTS = ("generator", "templates", "static", "content", "seeds", "tests", "docs", ".git", ".github", ".incipit", ".ci")
_LANGUAGES = ("en", "zh")
# No text of a site holds these.
_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f]")
# Characters of the output folder's path; file systems allow 255 bytes a name.
_LONGEST = 80


def find(start: Path) -> Path:
    """The nearest folder upward from `start` that holds config.yaml."""
    for folder in (start, *start.parents):
        if (folder / FILE).is_file():
            return folder
    raise UsageError(f"no {FILE} in {start} or above", "run inside a project, or make one with `incipit init DIR`")


def load(project: Path) -> Config:
    """Read and check `project`/config.yaml; all faults are raised together."""
    try:
        text = (project / FILE).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UsageError(
            f"cannot be read: {error.strerror}", "check that it exists and is readable", file=FILE
        ) from None
    except UnicodeDecodeError as error:
        raise UsageError(f"is not UTF-8 (byte {error.start})", "save it as UTF-8", file=FILE) from None
    try:
        node = yaml.compose(text, Loader=yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader)
    except yaml.YAMLError as error:
        line = error.problem_mark.line + 1 if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark else 0
        problem = error.problem if isinstance(error, yaml.MarkedYAMLError) and error.problem else str(error)
        raise UsageError(f"is not YAML: {problem}", "correct this line", file=FILE, line=line) from None
    if not isinstance(node, yaml.MappingNode):
        raise UsageError("holds no `key: value` lines", "start with `title: …`", file=FILE, line=1)
    reader = _Reader(project)
    values = reader.mapping(node, _KEYS)
    found = Config(**{"title": "", **values})  # type: ignore[arg-type]
    if any(f"{pattern}/".startswith(f"{found.output}/") for pattern in found.seeds):
        reader.fault(node, f"`output: {found.output}` holds seeds", "give the site a folder of its own")
    if not reader.faults and "title" not in values:
        reader.faults.append(
            UsageError("has no title", "add `title: …`, the name of the collection", file=FILE, line=1)
        )
    if reader.faults:
        raise reader.faults[0] if len(reader.faults) == 1 else Faults(reader.faults)
    return found


class _Reader:
    """Collects faults while walking the YAML nodes, which know their lines."""

    def __init__(self, project: Path) -> None:
        self.project = project
        self.faults: list[UsageError] = []

    def fault(self, node: yaml.Node, found: str, remedy: str) -> None:
        self.faults.append(UsageError(found, remedy, file=FILE, line=node.start_mark.line + 1))

    def mapping(self, node: yaml.Node, keys: Mapping[str, tuple[str, _Check]]) -> dict[str, object]:
        values: dict[str, object] = {}
        if not isinstance(node, yaml.MappingNode):
            self.fault(node, f"expected `key: value` lines, found {_shown(node)}", f"use the keys {', '.join(keys)}")
            return values
        for key_node, value_node in node.value:
            key = str(key_node.value)
            if key not in keys:
                nearest = difflib.get_close_matches(key, keys, n=1, cutoff=0.5)
                remedy = f"did you mean `{nearest[0]}`?" if nearest else f"known keys: {', '.join(keys)}"
                self.fault(key_node, f"unknown key `{key}`", remedy)
                continue
            name, check = keys[key]
            if name in values:
                self.fault(key_node, f"`{key}` stands twice", "keep one")
                continue
            value = check(self, key, value_node)
            if value is not None:
                values[name] = value
        return values


_Check = Callable[[_Reader, str, yaml.Node], object]


def _shown(node: yaml.Node) -> str:
    if isinstance(node, yaml.ScalarNode):
        return f"`{node.value}`" if node.value else "nothing"
    return "a list" if isinstance(node, yaml.SequenceNode) else "a mapping"


def _text(reader: _Reader, key: str, node: yaml.Node) -> str | None:
    if isinstance(node, yaml.ScalarNode) and node.tag != "tag:yaml.org,2002:null" and node.value.strip():
        value = " ".join(str(node.value).split())
        if not _HIDDEN.search(value):
            return value
        reader.fault(node, f"`{key}` holds a control character", "delete it")
        return None
    reader.fault(node, f"`{key}` must be a text, found {_shown(node)}", f"write `{key}: …` or leave the line out")
    return None


def _optional_text(reader: _Reader, key: str, node: yaml.Node) -> str | None:
    empty = isinstance(node, yaml.ScalarNode) and not node.value.strip()
    return "" if empty else _text(reader, key, node)


def _whole(low: int, high: int) -> _Check:
    def check(reader: _Reader, key: str, node: yaml.Node) -> int | None:
        if (
            isinstance(node, yaml.ScalarNode)
            and re.fullmatch(r"[0-9]{1,9}", node.value)
            and low <= int(node.value) <= high
        ):
            return int(node.value)
        reader.fault(node, f"`{key}` must be a whole number from {low} to {high}, found {_shown(node)}", "correct it")
        return None

    return check


def _url(reader: _Reader, key: str, node: yaml.Node) -> str | None:
    value = _text(reader, key, node)
    if value is None:
        return None
    address = ascii_address(value)
    if not address or "?" in value or "#" in value:
        reader.fault(node, f"`{key}` must be a full http or https address, found {_shown(node)}", "write https://…")
        return None
    return address.rstrip("/") + "/"


def _repository(reader: _Reader, key: str, node: yaml.Node) -> str | None:
    value = _url(reader, key, node)
    return value.rstrip("/") if value else value


def _language(reader: _Reader, key: str, node: yaml.Node) -> str | None:
    value = _text(reader, key, node)
    if value is not None and value not in _LANGUAGES:
        reader.fault(node, f"`{key}` must be en or zh, found {_shown(node)}", "choose the language of the interface")
        return None
    return value


def _globs(reader: _Reader, key: str, node: yaml.Node) -> tuple[str, ...] | None:
    if not isinstance(node, yaml.SequenceNode) or not node.value:
        reader.fault(
            node, f"`{key}` must be a list of file patterns, found {_shown(node)}", "write `seeds: [seeds/*.txt]`"
        )
        return None
    patterns = [_text(reader, key, item) for item in node.value]
    for item, pattern in zip(node.value, patterns, strict=True):
        if pattern and (fault := _pattern_fault(reader.project, pattern)):
            reader.fault(item, f"pattern `{pattern}` {fault[0]}", fault[1])
    return tuple(pattern for pattern in patterns if pattern)


def _pattern_fault(project: Path, pattern: str) -> tuple[str, str] | None:
    """What is wrong with a pattern that can match no file of the project, and what to do."""
    parts = pattern.split("/")
    if pattern.startswith("/") or ".." in parts:
        return "leaves the project", "name files inside it, like seeds/*.txt"
    if not {"", "."}.isdisjoint(parts[:-1]) or re.search(r"[\x00-\x1f\x7f]", pattern):
        return "is no path", "write it like seeds/*.txt"
    if any("**" in part and part != "**" for part in parts):
        return "has `**` beside other characters", "give `**` a step of its own, like seeds/**/*.txt"
    if parts[-1] in ("", ".", "**") or (project / pattern).is_dir():
        return "names folders, not files", f"write {posixpath.join(*parts[:-1], parts[-1].strip('.'), '*.txt')}"
    if "**" not in parts:
        found = list(project.glob(pattern))
        if found and all(path.is_dir() for path in found):
            return "names folders, not files", f"write {pattern}/*.txt"
    return None


def _collections(reader: _Reader, key: str, node: yaml.Node) -> tuple[Collection, ...] | None:
    if not isinstance(node, yaml.SequenceNode):
        reader.fault(node, f"`{key}` must be a list, found {_shown(node)}", "write `- match: …` lines below it")
        return None
    found = []
    for item in node.value:
        before = len(reader.faults)
        values = reader.mapping(item, _COLLECTION_KEYS)
        if "match" in values:
            found.append(Collection(**values))  # type: ignore[arg-type]
        elif len(reader.faults) == before:
            reader.fault(item, "a collection has no `match`", 'add `match: "seeds/…"`')
    return tuple(found)


def _feeds(reader: _Reader, _key: str, node: yaml.Node) -> int | None:
    values = reader.mapping(node, {"limit": ("limit", _whole(1, 1000))})
    limit = values.get("limit")
    return limit if isinstance(limit, int) else None


def _output(reader: _Reader, key: str, node: yaml.Node) -> str | None:
    """A folder inside the project that is, holds and lies in none of its other parts, links followed."""
    value = _text(reader, key, node)
    if value is None:
        return None
    path = posixpath.normpath(value.replace("\\", "/"))
    remedy = "name a folder of its own inside the project, like `output: site`"
    if (
        len(path) > _LONGEST
        or path in (".", "..")
        or path.startswith(("/", "../", "~"))
        or path.split("/")[0].lower() in _PARTS
        or ":" in path
    ):
        reader.fault(node, f"`{key}: {value}` is not a folder that only Incipit writes", remedy)
        return None
    project = reader.project.resolve()
    real = (project / path).resolve()
    parts = [(project / part).resolve() for part in _PARTS]
    clash = [part for part in parts if real == part or part in real.parents or real in part.parents]
    if project not in real.parents or clash:
        reader.fault(node, f"`{key}: {value}` leads to {real}", remedy)
        return None
    if real.exists() and not real.is_dir():
        reader.fault(node, f"`{key}: {value}` is a file", remedy)
        return None
    return path


_COLLECTION_KEYS: Mapping[str, tuple[str, _Check]] = {
    "match": ("match", _text),
    "venue": ("venue", _text),
    "year": ("year", _whole(1000, 2999)),
}
_KEYS: Mapping[str, tuple[str, _Check]] = {
    "title": ("title", _text),
    "url": ("url", _url),
    "description": ("description", _optional_text),
    "language": ("language", _language),
    "seeds": ("seeds", _globs),
    "collections": ("collections", _collections),
    "papers_per_page": ("papers_per_page", _whole(1, 1000)),
    "feeds": ("feed_limit", _feeds),
    "repository": ("repository", _repository),
    "branch": ("branch", _text),
    "output": ("output", _output),
}

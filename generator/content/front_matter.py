"""A page of content/ <-> its front matter and body: written as one JSON value a line, read as any YAML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import NoReturn

import yaml

from generator.errors import InputError

Value = object

# What JSON leaves raw but a YAML reader may refuse, fold or take for a line break.
_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
# What git leaves where two branches changed the same lines.
_CONFLICT = re.compile(r"^<<<<<<< .*?^=======$.*?^>>>>>>> ", re.MULTILINE | re.DOTALL)
_OWN_LINE = re.compile(r'(?:([A-Za-z_][\w-]*)|("(?:[^"\\\n]|\\.)*")): ')
_ESCAPED_SURROGATE = re.compile(r"(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]")
_PLAIN_KEY = re.compile(r"[A-Za-z][A-Za-z_-]{3,}", re.ASCII)
_RESOLVED_KEYS = frozenset({"true", "false", "null", "none"})
_INTEGER = re.compile(r"-?(?:0|[1-9]\d{0,17})", re.ASCII)
_FRACTION = re.compile(r"-?\d+\.\d+", re.ASCII)
_TAGS = frozenset(
    f"tag:yaml.org,2002:{kind}" for kind in ("str", "int", "float", "bool", "null", "timestamp", "seq", "map")
)
# An alias repeats what it names: a few lines may stand for billions of values.
_MOST_VALUES = 20_000
_DEEPEST = 40
_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def dumps(value: Value) -> str:
    """One line of JSON that every reader of JSON, YAML 1.1 and YAML 1.2 takes for the same value."""
    found = json.dumps(value, ensure_ascii=False)
    if found.isascii() and "\x7f" not in found:
        return found
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", _SURROGATE.sub("\ufffd", found))


def write(fields: Iterable[tuple[str, Value]], body: str) -> bytes:
    """The bytes of a page: front matter of `fields` in order, then `body` without white space around it."""
    lines = [f"{_key(key)}: {dumps(value)}\n" for key, value in fields]
    text = body.strip()
    page = f"---\n{''.join(lines)}---\n" + (f"\n{text}\n" if text else "")
    return page.encode("utf-8", "replace")


def split(raw: bytes, file: str) -> tuple[str, str]:
    """The text of the front matter and the body; byte-order mark and CRLF are accepted."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError(f"is not UTF-8 (byte {error.start})", "save it as UTF-8", file=file, line=line) from None
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if conflict := _CONFLICT.search(text):
        remedy = "keep one side; of dates and sources either will do, since ingest puts them right"
        line = text.count("\n", 0, conflict.start()) + 1
        raise InputError("holds a conflict that git left", remedy, file=file, line=line)
    if not text.strip():
        raise InputError("is empty", "write front matter and an abstract, or delete the file", file=file, line=1)
    if not text.startswith("---\n"):
        raise InputError("does not start with front matter", "make `---` the first line", file=file, line=1)
    end = text.find("\n---\n", 3)
    if end < 0 and text.endswith("\n---"):
        end = len(text) - 4
    if end < 0:
        found = re.search(r"\n---[ \t]*(?=\n|\Z)", text[3:])
        if not found:
            raise InputError("front matter is not closed", "add a line `---` below the last key", file=file, line=1)
        return text[4 : found.start() + 4], text[found.end() + 3 :].strip()
    return text[4 : end + 1], text[end + 5 :].strip()


def read_own(front: str) -> dict[str, Value] | None:
    """The front matter as Incipit writes it, one `key: JSON` a line; None if it is written otherwise."""
    if "\\u" in front and _ESCAPED_SURROGATE.search(front):
        return None
    values: dict[str, Value] = {}
    position, end = 0, len(front)
    try:
        while position < end:
            found = _OWN_LINE.match(front, position)
            if not found:
                return None
            key = found[1] or json.loads(found[2])
            if key in values:
                return None
            values[key], position = _decode(front, found.end())
            if front[position] != "\n":
                return None
            position += 1
    except (ValueError, IndexError, RecursionError):
        return None
    return values


def read_yaml(front: str, file: str, known: Iterable[str]) -> dict[str, Value]:
    """The front matter as any YAML. Values of `known` keys stay the text that was typed, whatever YAML takes it
    for (No, on, 2015, 1e5); other keys keep whole numbers, booleans and null.
    """
    try:
        node = yaml.compose(front, Loader=_LOADER)
    except yaml.YAMLError as error:
        mark = error.problem_mark if isinstance(error, yaml.MarkedYAMLError) else None
        line = mark.line + 2 if mark else 1 + _line_of_odd(front)
        problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "unreadable"
        raise InputError(f"front matter is not YAML: {problem}", "correct this line", file=file, line=line) from None
    except RecursionError:
        raise InputError("front matter is nested too deeply", "write it flat", file=file, line=1) from None
    if node is None:
        return {}
    if not isinstance(node, yaml.MappingNode):
        raise InputError("front matter holds no `key: value` lines", "write `title: …`", file=file, line=2)
    return _Reading(file, frozenset(known)).top(node)


def line_of(front: str, key: str) -> int:
    """The line of the file on which `key` stands in its front matter."""
    found = re.search(rf"^[\"']?{re.escape(key)}[\"']?\s*:", front, re.MULTILINE)
    return front.count("\n", 0, found.start()) + 2 if found else 1


def _key(key: str) -> str:
    plain = _PLAIN_KEY.fullmatch(key) and key.lower() not in _RESOLVED_KEYS
    return key if plain or key in ("id",) else dumps(key)


def _refuse(text: str) -> NoReturn:
    raise ValueError(text)


def _fraction(text: str) -> float:
    """A number that keeps its letters when it is written again; 1.10 does not."""
    number = float(text)
    return number if repr(number) == text else _refuse(text)


_decode = json.JSONDecoder(parse_float=_fraction, parse_constant=_refuse).raw_decode


def _line_of_odd(front: str) -> int:
    odd = re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]", front)
    return front.count("\n", 0, odd.start()) + 1 if odd else 0


class _Reading:
    """Walks the nodes of one front matter and counts the values it makes."""

    def __init__(self, file: str, known: frozenset[str]) -> None:
        self.file = file
        self.known = known
        self.count = 0

    def fault(self, node: yaml.Node, found: str, remedy: str) -> InputError:
        return InputError(found, remedy, file=self.file, line=node.start_mark.line + 2)

    def top(self, node: yaml.MappingNode) -> dict[str, Value]:
        values: dict[str, Value] = {}
        for key_node, value_node in node.value:
            key = self.key(key_node)
            if key in values:
                raise self.fault(key_node, f"`{key}` stands twice", "keep one")
            values[key] = self.value(value_node, 0, typed=key not in self.known)
        return values

    def key(self, node: yaml.Node) -> str:
        if not isinstance(node, yaml.ScalarNode) or node.value == "<<":
            raise self.fault(node, "a key must be one word", "write `key: value`, without merge keys")
        return str(node.value)

    def value(self, node: yaml.Node, depth: int, *, typed: bool) -> Value:
        self.count += 1
        if self.count > _MOST_VALUES or depth > _DEEPEST:
            raise self.fault(node, "front matter stands for too many values", "write it without aliases (`*name`)")
        if node.tag not in _TAGS:
            raise self.fault(node, f"the tag `{node.tag}` is not accepted", "write plain text")
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, depth + 1, typed=typed) for item in node.value]
        if isinstance(node, yaml.MappingNode):
            pairs = ((self.key(key), self.value(item, depth + 1, typed=typed)) for key, item in node.value)
            return dict(pairs)
        return _scalar(node, typed=typed)


def _scalar(node: yaml.Node, *, typed: bool) -> Value:
    """The text as typed; nothing and `~` are None. `typed` values that JSON writes alike keep their kind."""
    text = str(node.value)
    if getattr(node, "style", None):  # quoted or a block
        return text
    if text in ("", "~"):
        return None
    if typed:
        words: Mapping[str, Value] = {"true": True, "false": False, "null": None}
        if text in words:
            return words[text]
        if _INTEGER.fullmatch(text):
            return int(text)
        with suppress(ValueError):
            return _fraction(text) if _FRACTION.fullmatch(text) else text
    return text

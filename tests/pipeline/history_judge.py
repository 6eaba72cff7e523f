"""A project and its site as outsiders see them: addresses, feeds, files. Of the generator it knows the command alone."""

from __future__ import annotations

import io
import json
import posixpath
import re
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import lxml.html
import yaml

from generator.cli import main

_ATOM = "{http://www.w3.org/2005/Atom}"


def incipit(project: Path, *arguments: str) -> tuple[int, str, str]:
    """Run the command in this process: status, output, errors."""
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    with redirect_stdout(out), redirect_stderr(err):
        status = main([*arguments, "--project", str(project)])
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode("utf-8"))
    return status, texts[0], texts[1]


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def page(project: Path, word: str) -> Path:
    """The one page of content/papers/ that holds `word`."""
    found = [path for path in (project / "content/papers").glob("*.md") if word in path.read_text(encoding="utf-8")]
    assert len(found) == 1, (word, found)
    return found[0]


def facts(path: Path) -> dict[str, Any]:
    """The front matter of a page, and its body as `abstract`."""
    _, front, body = path.read_text(encoding="utf-8").split("---\n", 2)
    return {**yaml.safe_load(front), "abstract": body.strip()}


def edit(path: Path, key: str, value: object | None) -> None:
    """Change a field of a page as a person would in an editor; None deletes it; `abstract` is the body."""
    _, front, body = path.read_text(encoding="utf-8").split("---\n", 2)
    lines = [line for line in front.splitlines() if not line.startswith(f"{key}:")]
    if key == "abstract":
        body = f"\n{value}\n"
    elif value is not None:
        lines.append(f"{key}: {json.dumps(value)}")
    path.write_text("\n".join(["---", *lines, "---", ""]) + body, encoding="utf-8")


class Reader:
    """A person's feed reader: it shows an entry as new when it does not know its id."""

    def __init__(self, read: Any) -> None:
        self.read = read
        self.known: dict[str, str] = {}

    def fetch(self, site: Path) -> list[str]:
        """The texts of entries that it has never seen."""
        entries = self.read(site)
        assert len({id_ for id_, _ in entries}) == len(entries), "an entry stands twice"
        fresh = [text for id_, text in entries if id_ not in self.known]
        self.known |= dict(entries)
        return fresh


def read_rss(site: Path) -> list[tuple[str, str]]:
    items = ElementTree.parse(site / "feed.xml").getroot().iter("item")
    return [(item.findtext("guid") or "", "".join(item.itertext())) for item in items]


def read_atom(site: Path) -> list[tuple[str, str]]:
    entries = ElementTree.parse(site / "atom.xml").getroot().iter(f"{_ATOM}entry")
    return [(entry.findtext(f"{_ATOM}id") or "", "".join(entry.itertext())) for entry in entries]


def read_json(site: Path) -> list[tuple[str, str]]:
    items = json.loads((site / "feed.json").read_bytes())["items"]
    return [(item["id"], json.dumps(item, ensure_ascii=False)) for item in items]


def atom_dates(site: Path) -> dict[str, tuple[str, str]]:
    """By entry id when it was published and updated."""
    entries = ElementTree.parse(site / "atom.xml").getroot().iter(f"{_ATOM}entry")
    return {
        entry.findtext(f"{_ATOM}id") or "": (
            entry.findtext(f"{_ATOM}published") or "",
            entry.findtext(f"{_ATOM}updated") or "",
        )
        for entry in entries
    }


def addresses(site: Path) -> set[str]:
    """Every address of a paper or a topic that answers, and every feed."""
    pages = {path.parent.relative_to(site).as_posix() + "/" for path in site.glob("*/*/index.html")}
    feeds = {path.relative_to(site).as_posix() for path in site.glob("topics/*/feed.xml")}
    return {path for path in pages if path.startswith(("papers/", "topics/"))} - {"papers/page/"} | feeds


def answer(site: Path, address: str) -> str:
    """What a browser finds at an address: "page", "tombstone", or "to <address>"; AssertionError for nothing."""
    file = site / (f"{address}index.html" if address.endswith("/") else address)
    assert file.is_file(), f"{address} does not answer"
    if file.suffix != ".html":
        return "page"
    parsed = lxml.html.parse(file)
    refresh = parsed.find(".//meta[@http-equiv='refresh']")
    if refresh is not None:
        target = re.search(r"url=(\S+)", refresh.get("content"))[1]
        return "to " + posixpath.normpath(posixpath.join(address, target)) + "/"
    if address.startswith("papers/") and parsed.find(".//article[@class]") is None:
        return "tombstone"
    return "page"


def land(site: Path, address: str) -> str:
    """Where an address leads in one hop at most, and what is there."""
    found = answer(site, address)
    if found.startswith("to "):
        target = found.removeprefix("to ")
        assert target != address, f"{address} leads to itself"
        assert answer(site, target) in ("page", "tombstone"), f"{address} leads on to {target} and from there further"
        return target
    return address


class Judge:
    """Holds every step of a history to what must be true after any."""

    def __init__(self, project: Path) -> None:
        self.project = project
        self.site = project / "site"
        self.published: set[str] = set()
        self.readers = {
            "RSS": Reader(read_rss),
            "Atom": Reader(read_atom),
            "JSON": Reader(read_json),
        }
        self.hands: dict[tuple[str, str], object] = {}
        self.pages: dict[str, bytes] = {}

    def hand(self, word: str, key: str, value: object | None) -> None:
        """A person's edit, which from now on stands."""
        path = page(self.project, word)
        id_ = facts(path)["id"]
        edit(path, key, value)
        self.hands[id_, key] = value

    def look(self) -> None:
        """Remember the pages as they are before a build."""
        self.pages = tree(self.project / "content/papers")

    def after(self, step: str, *, new: tuple[str, ...], touched: tuple[str, ...], report: dict[str, Any]) -> None:
        """All laws, after a build: `new` are words of the papers that came, `touched` of those that may change."""
        records = report["records"]
        assert records["read"] == records["kept"] + records["merged"] + records["refused"], step
        self.published |= addresses(self.site)
        for address in sorted(self.published):
            land(self.site, address)
        for name, reader in self.readers.items():
            fresh = reader.fetch(self.site)
            assert len(fresh) == len(new), (step, name, [text[:80] for text in fresh])
            assert all(sum(word in text for text in fresh) == 1 for word in new), (step, name)
        self._hands(step)
        if "*" not in touched:
            self._untouched(step, touched + new)

    def _hands(self, step: str) -> None:
        by_id = {facts(path)["id"]: facts(path) for path in (self.project / "content/papers").glob("*.md")}
        for (id_, key), value in self.hands.items():
            assert by_id[id_].get(key) == value, (step, id_, key)

    def _untouched(self, step: str, touched: tuple[str, ...]) -> None:
        now = tree(self.project / "content/papers")
        changed = [name for name in self.pages.keys() | now.keys() if self.pages.get(name) != now.get(name)]
        for name in changed:
            raw = self.pages.get(name, b"") + now.get(name, b"")
            assert any(word.encode() in raw for word in touched), (step, name)

    def again(self, step: str) -> None:
        """A second run, later, that looks at everything, changes no byte."""
        before = tree(self.project / "content"), tree(self.site)
        for command in ("ingest", "publish"):
            status, _, errors = incipit(self.project, command)
            assert status == 0, (step, errors)
        now = tree(self.project / "content"), tree(self.site)
        changed = [
            name for a, b in zip(before, now, strict=True) for name in a.keys() | b.keys() if a.get(name) != b.get(name)
        ]
        assert changed == [], step

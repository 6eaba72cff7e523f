"""From records and hand-written pages with awkward values to content/ and site/: texts stay the texts they were."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import lxml.etree
import lxml.html
import pytest
import yaml
from ruamel.yaml import YAML

from generator.pipeline.build import build

NOW = "2026-11-30T12:00:00Z"
TITLES = [
    'Growing: a "tall" hedge - part 3 [sketch] #2', "@school: learning in the yard", "%7 is no slip of the pen",
    "`walk` considered slow", "- dash at the head", "? who: then", "*sun and &moon", "!urgent", "It's {one} | big > there",
    "colon at the end:", '"Quoted" head, not tail', "yes", "1e3", "0o11", "007", "2024-02-03", "~", "null", "=", "<<",
]  # fmt: skip


class Project:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "seeds").mkdir(parents=True)
        (folder / "config.yaml").write_text("title: Reading\nurl: https://a.test/\n", "utf-8")

    def records(self, *records: dict[str, object]) -> Project:
        lines = "".join(json.dumps(record) + "\n" for record in records)
        (self.folder / "seeds/a.jsonl").write_text(lines, encoding="utf-8")
        return self

    def page(self, name: str, text: str) -> Project:
        path = self.folder / "content/papers" / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return self

    def build(self) -> Project:
        build(self.folder, NOW, progress=lambda *_: None)
        return self

    def fronts(self, kind: str = "papers") -> dict[str, str]:
        pages = sorted((self.folder / "content" / kind).glob("*.md"))
        return {page.stem: page.read_bytes().decode().split("---\n")[1] for page in pages}

    def heading(self, slug: str) -> str:
        parser = lxml.html.HTMLParser(encoding="utf-8")
        page = (self.folder / "site/papers" / slug / "index.html").read_bytes()
        return lxml.html.fromstring(page, parser=parser).findtext(".//h1")

    def site(self) -> dict[str, bytes]:
        root = self.folder / "site"
        return {
            path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()
        }


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "project")


def yaml_12(front: str) -> dict[str, object]:
    return YAML(typ="safe", pure=True).load(front)


def test_titles_of_records_reach_every_reader_as_they_were(project) -> None:
    abstracts = ["Hedges", "Yards", "Pens", "Feet", "Heads", "Friends", "Skies", "Bells", "Bears", "Tails", "Ears"]
    project.records(
        *(
            {"title": title, "abstract": f"{abstracts[n % 11]} number {n} are watched from a hill by people {n * 7}."}
            for n, title in enumerate(TITLES)
        )
    ).build()
    found = {}
    for slug, front in project.fronts().items():
        loaded = yaml.safe_load(front)
        assert loaded == yaml_12(front)
        found[loaded["title"]] = project.heading(slug)
    assert set(found) == set(TITLES)
    assert all(title == heading for title, heading in found.items())


def test_words_that_yaml_takes_for_values_are_titles_and_topics(project) -> None:
    project.records(
        {
            "title": "Off",
            "abstract": "One gate opens at noon and shuts when the sun goes down.",
            "topics": ["off", "yes", "1999", "null"],
        }
    )
    project.page("by-hand", "---\ntitle: No\ntopics: [1999, yes, yes-topic]\nyear: 2026\n---\nWritten by hand.\n")
    (project.folder / "content/topics").mkdir()
    (project.folder / "content/topics/yes-topic.md").write_text("---\ntitle: Yes\n---\n", encoding="utf-8")
    (project.folder / "content/topics/yes.md").write_text("---\ntitle: yes\n---\n", encoding="utf-8")
    (project.folder / "content/topics/1999.md").write_text("---\ntitle: 1999\n---\n", encoding="utf-8")
    project.build()
    fronts = project.fronts()
    assert yaml.safe_load(fronts["off"])["topics"] == yaml_12(fronts["off"])["topics"]
    assert sorted(yaml.safe_load(fronts["off"])["topics"]) == ["1999", "null", "off", "yes-topic"]
    assert (project.heading("off"), project.heading("by-hand")) == ("Off", "No")
    site = project.site()
    assert {f"topics/{slug}/index.html" for slug in ("1999", "null", "off", "yes-topic", "yes")} <= set(site)
    assert [path for path in site if path.startswith("search/") and path.endswith(".json")]
    words = re.compile(rb"\b(?:False|None)\b")
    assert [path for path, raw in site.items() if path.endswith(".html") and words.search(raw)] == []
    before = site
    project.build()
    assert project.site() == before


def test_topics_that_records_name_get_pages_once_and_keep_what_a_person_writes_there(project) -> None:
    project.records(
        {"title": "Parks", "abstract": "One tree was counted in the park each spring.", "topics": ["Trees", "C++"]}
    ).build()
    assert set(project.fronts("topics")) == {"trees", "c-plus-plus"}
    page = project.folder / "content/topics/trees.md"
    page.write_text('---\ntitle: "Trees"\ndescription: "Tall plants."\naliases: ["tree"]\n---\n', encoding="utf-8")
    kept = page.read_bytes()
    project.records(
        {"title": "Parks", "abstract": "One tree was counted in the park each spring.", "topics": ["Trees", "C++"]},
        {
            "title": "Roads",
            "abstract": "Bushes by the road grow faster than those that stand in shade.",
            "topics": ["TREES", "tree", "c++"],
        },
    ).build()
    assert page.read_bytes() == kept
    assert yaml.safe_load(project.fronts()["roads"])["topics"] == ["trees", "c-plus-plus"]
    assert len(list(page.parent.iterdir())) == 2


def test_dates_of_every_kind_stand_in_one_order_whatever_the_time_zone(tmp_path, monkeypatch) -> None:
    dates = {"a": "2026-11-30", "b": "2026-11-30 08:00:00", "c": "2026-11-30T08:00:00+02:00", "d": ""}
    trees = []
    for zone in ("Pacific/Kiritimati", "America/Anchorage"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        project = Project(tmp_path / zone.replace("/", "-"))
        for name, date in dates.items():
            line = f"date: {date}\n" if date else ""
            project.page(name, f"---\ntitle: {name.upper()}\n{line}---\nText of {name}.\n")
        trees.append(project.build().site())
    monkeypatch.delenv("TZ")
    time.tzset()
    assert trees[0] == trees[1]
    atom = lxml.etree.fromstring(trees[0]["atom.xml"])
    names = {"a": "http://www.w3.org/2005/Atom"}
    stamps = atom.xpath("//a:updated/text() | //a:published/text()", namespaces=names)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)", stamp) for stamp in stamps)
    assert atom.xpath("//a:entry/a:title/text()", namespaces=names) == ["D", "B", "C", "A"]
    assert b"First seen 2026-11-30" in trees[0]["papers/a/index.html"]


def test_a_date_that_is_none_is_refused_with_its_file(project) -> None:
    from generator.errors import InputError

    project.page("e", '---\ntitle: E\ndate: "30 Nov 2026"\n---\nText.\n')
    with pytest.raises(InputError) as caught:
        project.build()
    assert (caught.value.file, caught.value.line) == ("content/papers/e.md", 3)


def test_a_mark_and_carriage_returns_hide_nothing_and_reach_no_output(project) -> None:
    project.page("bom", "\ufeff---\r\ntitle: BOM page\r\ntopics: [trees]\r\n---\r\nA body line.\r\n")
    (project.folder / "content/topics").mkdir()
    (project.folder / "content/topics/trees.md").write_bytes(b"\xef\xbb\xbf---\r\ntitle: Trees\r\n---\r\n")
    listed = "\ufeffA heading\r\n\r\nA first abstract on dikes.\r\n\r\nA second abstract on dunes.\r\n"
    (project.folder / "seeds/list.txt").write_bytes(listed.encode())
    project.build()
    assert project.heading("bom") == "BOM page"
    site = project.site()
    assert len([path for path in site if re.fullmatch(r"papers/[^/]+/index.html", path)]) == 3
    assert "topics/trees/index.html" in site
    texts = [raw for path, raw in site.items() if not path.startswith("assets/")]
    assert not [raw for raw in texts if b"\r" in raw or "\ufeff".encode() in raw]


def test_control_characters_go_and_lists_stand_twice_without_anchors(project) -> None:
    same = ["trees", "bushes"]
    project.records(
        {"title": "\u0085Second line first", "abstract": "A.", "topics": same, "keywords": same},
        {"title": "Bell \u0007 and tab\there", "abstract": "B."},
        {"title": "Line \u2028 break", "abstract": "C."},
        {"title": "Null \u0000 and escape \u001b[0m", "abstract": "D."},
    ).build()
    titles = set()
    for front in [*project.fronts().values(), *project.fronts("topics").values()]:
        assert not re.search(r"[&*]id[0-9]+", front)
        assert yaml.safe_load(front) == yaml_12(front)
        titles.add(yaml.safe_load(front)["title"])
    assert set(project.fronts("topics")) == {"trees", "bushes"}
    assert titles >= {"Second line first", "Bell and tab here", "Line break", "Null and escape [0m"}
    raw = b"".join(content for path, content in project.site().items() if not path.startswith("assets/"))
    assert not re.search(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xa8\xa9]", raw)

"""RSS, Atom and JSON Feed as a feed reader sees them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import feedparser
import pytest
from exports_samples import CHINESE, CONFIG, DERIVED, FULL, GARDENS, GIVEN, HTML, WITHDRAWN, library
from lxml import etree

from generator.exports import atom, jsonfeed, rss
from generator.exports._feeds import absolute_addresses, moment, stamp
from generator.model import Config, Library

MEMBERS = {"feed.xml": rss, "atom.xml": atom, "feed.json": jsonfeed}
NAMESPACES = {"a": "http://www.w3.org/2005/Atom"}
RFC822 = re.compile(
    r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d (GMT|[+-]\d{4})"
)


def written(name: str, of: Library = FULL, config: Config = CONFIG) -> dict[str, bytes]:
    return {output.path: output.content for output in MEMBERS[name].outputs(of, config, ())}


def read(name: str, of: Library = FULL, path: str = "", config: Config = CONFIG):
    """The feed as (id, title, link, html) of each entry."""
    content = written(name, of, config)[path or name]
    if name == "feed.json":
        items = json.loads(content)["items"]
        return [(item["id"], item["title"], item["url"], item["content_html"]) for item in items]
    entries = feedparser.parse(content, sanitize_html=False, resolve_relative_uris=False).entries
    return [
        (entry.id, entry.title, entry.link, entry.content[0].value if "content" in entry else "") for entry in entries
    ]


@pytest.mark.parametrize("name", MEMBERS)
def test_entries_stand_newest_first_with_ids_of_the_papers_alone(name: str) -> None:
    assert [entry[0] for entry in read(name)] == [f"urn:incipit:{paper.id}" for paper in (CHINESE, DERIVED, GIVEN)]
    moved = library(replace(GIVEN, slug="elsewhere", title="Another", title_source="curated"))
    other = replace(CONFIG, url="https://other.example.org/")
    assert read(name, moved, config=other)[0][0] == f"urn:incipit:{GIVEN.id}"


@pytest.mark.parametrize("name", MEMBERS)
def test_the_limit_keeps_the_newest(name: str) -> None:
    config = replace(CONFIG, feed_limit=1)
    assert [entry[0] for entry in read(name, config=config)] == [f"urn:incipit:{CHINESE.id}"]
    assert [entry[0] for entry in read(name, path=f"topics/gardens/{name}", config=config)] == [
        f"urn:incipit:{DERIVED.id}"
    ]


@pytest.mark.parametrize("name", MEMBERS)
def test_a_topic_has_its_feed_and_so_has_its_former_slug(name: str) -> None:
    files = written(name)
    assert list(files) == [name, f"topics/gardens/{name}", f"topics/yards/{name}", f"topics/tides/{name}"]
    assert files[f"topics/gardens/{name}"] == files[f"topics/yards/{name}"]
    assert [entry[0] for entry in read(name, path=f"topics/gardens/{name}")] == [
        f"urn:incipit:{paper.id}" for paper in (DERIVED, GIVEN)
    ]
    assert read(name, path=f"topics/tides/{name}") == []


def test_a_title_is_the_same_text_in_every_format_and_a_derived_one_stands_in_brackets() -> None:
    rss_titles = etree.fromstring(written("feed.xml")["feed.xml"]).xpath("//item/title/text()")
    atom_titles = etree.fromstring(written("atom.xml")["atom.xml"]).xpath(
        "//a:entry/a:title/text()", namespaces=NAMESPACES
    )
    json_titles = [entry[1] for entry in read("feed.json")]
    assert rss_titles == atom_titles == json_titles
    assert rss_titles == ["图神经网络 很快", f"[{DERIVED.title}]", GIVEN.title]


@pytest.mark.parametrize("name", MEMBERS)
def test_the_whole_abstract_is_there_and_its_addresses_are_absolute(name: str) -> None:
    html = read(name)[-1][3]
    assert html == HTML[GIVEN.id].replace("../notes/", "https://u.example.org/x/y/papers/notes/")
    assert read(name)[-1][2] == "https://u.example.org/x/y/papers/on-gardens/"


@pytest.mark.parametrize(
    ("address", "absolute"),
    [
        ("../q/", "https://u.example.org/x/y/papers/q/"),
        ("/x/y/tags/", "https://u.example.org/x/y/tags/"),
        ("#s2", "https://u.example.org/x/y/papers/p/#s2"),
        ("figs/a.png?b=1&amp;c=2", "https://u.example.org/x/y/papers/p/figs/a.png?b=1&amp;c=2"),
        ("https://example.org/a_(b)", "https://example.org/a_(b)"),
        ("mailto:ada@example.org", "mailto:ada@example.org"),
    ],
)
def test_an_address_is_resolved_as_on_the_papers_page(address: str, absolute: str) -> None:
    page = "https://u.example.org/x/y/papers/p/"
    for shape in ('<a href="{}">x</a>', '<img alt="a > b" src="{}">', '<a title=\'"\' class=b href="{}">'):
        assert absolute_addresses(shape.format(address), page) == shape.format(absolute)


def test_an_address_in_the_text_is_text() -> None:
    text = '<p>Write href="../x" or &lt;a href="../x"&gt;, 1 = <em>a</em>.</p>'
    assert absolute_addresses(text, "https://u.example.org/") == text


def test_rss_dates_are_english_and_come_from_first_seen() -> None:
    feed = etree.fromstring(written("feed.xml")["feed.xml"])
    dates = feed.xpath("//pubDate/text() | //lastBuildDate/text()")
    assert all(RFC822.fullmatch(date) for date in dates)
    assert feed.xpath("//item/pubDate/text()")[-1] == "Thu, 29 Feb 2024 23:59:59 +0000"
    assert feed.xpath("//lastBuildDate/text()") == ["Sat, 02 Mar 2024 08:00:00 +0000"]
    assert all(guid.get("isPermaLink") == "false" for guid in feed.iter("guid"))


def test_atom_and_json_dates_are_rfc_3339() -> None:
    feed = etree.fromstring(written("atom.xml")["atom.xml"])
    assert feed.xpath("a:updated/text()", namespaces=NAMESPACES) == ["2024-03-02T08:00:00Z"]
    last = feed.xpath("a:entry", namespaces=NAMESPACES)[-1]
    assert last.xpath("a:published/text()", namespaces=NAMESPACES) == [GIVEN.first_seen]
    assert last.xpath("a:updated/text()", namespaces=NAMESPACES) == [GIVEN.updated]
    item = json.loads(written("feed.json")["feed.json"])["items"][-1]
    assert (item["date_published"], item["date_modified"]) == (GIVEN.first_seen, GIVEN.updated)
    assert "date_modified" not in json.loads(written("feed.json")["feed.json"])["items"][0]


@pytest.mark.parametrize("name", MEMBERS)
def test_a_changed_abstract_changes_its_own_entry_and_the_date_of_the_feed_alone(name: str) -> None:
    newer = replace(DERIVED, abstract="Seeds grow faster.", updated="2024-04-01T00:00:00Z")
    before = written(name)[name].decode().splitlines()
    after = written(name, library(GIVEN, newer, CHINESE, WITHDRAWN))[name].decode().splitlines()
    changed = [line for line in after if line not in before]
    assert len(changed) == {"feed.xml": 2, "atom.xml": 3, "feed.json": 1}[name]
    assert [entry[0] for entry in read(name)] == [entry[0] for entry in read(name, library(GIVEN, newer, CHINESE))]


@pytest.mark.parametrize("name", MEMBERS)
def test_an_empty_feed_has_a_date_that_never_moves(name: str) -> None:
    content = written(name, library(topics=()))[name].decode()
    if name != "feed.json":
        assert "1970" in content
    assert read(name, library(topics=())) == []


def test_atom_names_an_author_for_every_entry() -> None:
    feed = etree.fromstring(written("atom.xml")["atom.xml"])
    assert feed.xpath("a:author/a:name/text()", namespaces=NAMESPACES) == [CONFIG.title]
    entry = feed.xpath("a:entry", namespaces=NAMESPACES)[-1]
    assert tuple(entry.xpath("a:author/a:name/text()", namespaces=NAMESPACES)) == GIVEN.authors


def test_authors_and_topics_are_named() -> None:
    entry = feedparser.parse(written("feed.xml")["feed.xml"]).entries[-1]
    assert [author.name for author in entry.authors] == list(GIVEN.authors)
    assert [tag.term for tag in entry.tags] == [GARDENS.title]
    item = json.loads(written("feed.json")["feed.json"])["items"][-1]
    assert item["authors"] == [{"name": author} for author in GIVEN.authors]
    assert item["tags"] == [GARDENS.title]


@pytest.mark.parametrize(("path", "page"), [("", ""), ("topics/gardens/", "topics/gardens/")])
def test_a_feed_names_itself_and_its_page(path: str, page: str) -> None:
    base = "https://u.example.org/x/y/"
    channel = etree.fromstring(written("feed.xml")[f"{path}feed.xml"]).find("channel")
    assert channel.find("{http://www.w3.org/2005/Atom}link").get("href") == f"{base}{path}feed.xml"
    assert channel.findtext("link") == base + page
    feed = etree.fromstring(written("atom.xml")[f"{path}atom.xml"])
    assert feed.xpath("a:link[@rel='self']/@href", namespaces=NAMESPACES) == [f"{base}{path}atom.xml"]
    whole = json.loads(written("feed.json")[f"{path}feed.json"])
    assert (whole["feed_url"], whole["home_page_url"]) == (f"{base}{path}feed.json", base + page)


def test_dates_of_every_written_form_are_read() -> None:
    assert stamp(moment("2024-03-01")) == "2024-03-01T00:00:00Z"
    assert stamp(moment("2024-03-01T02:00:00.5+02:00")) == "2024-03-01T00:00:00Z"
    assert stamp(moment("2024-03-01T00:00:00Z")) == "2024-03-01T00:00:00Z"


@pytest.mark.parametrize("zone", ["Asia/Kolkata", "UTC"])
def test_neither_zone_nor_locale_nor_hash_seed_reaches_a_feed(zone: str) -> None:
    code = (
        "import locale, sys; sys.path.insert(0, sys.argv[1]); locale.setlocale(locale.LC_ALL, '')\n"
        "from exports_samples import *; from generator import exports; import hashlib\n"
        "print(hashlib.sha256(repr(list(exports.outputs(FULL, CONFIG, PAGES))).encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code, str(Path(__file__).parent)],
            env={"PATH": os.environ["PATH"], "TZ": zone, "LC_ALL": name, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[2], capture_output=True, check=True, text=True,
        ).stdout
        for name, seed in (("C", "1"), ("C.UTF-8", "2"))
    }  # fmt: skip
    assert len(found) == 1

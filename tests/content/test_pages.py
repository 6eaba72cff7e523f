"""A page is read back as it was written, by whatever YAML reader; a person's page is read as it was typed."""

from __future__ import annotations

import json
import string

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from generator.content import front_matter, paper
from generator.errors import InputError
from generator.links import RESERVED
from generator.model import Link, Paper, Source

FILE = "content/papers/quiet-routers.md"
TEXT = st.text(min_size=1, max_size=40)
SLUGS = st.text(string.ascii_lowercase + string.digits, min_size=1, max_size=20).filter(
    lambda text: text not in RESERVED
)
KEYS = st.text(min_size=1, max_size=12).filter(
    lambda key: key not in {*paper.KEYS, "date", "<<"} and key.strip() == key
)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
ADDRESSES = st.text(st.characters(codec="utf-8", exclude_categories=("Z", "C")), max_size=20).map(
    lambda end: f"https://example.org/{end}"
)
PAPERS = st.builds(
    Paper,
    id=st.text("0123456789abcdefghjkmnpqrstvwxyz", min_size=10, max_size=10),
    slug=st.just("quiet-routers"),
    title=TEXT,
    title_source=st.sampled_from(["given", "curated", "derived"]),
    name=st.text(max_size=20),
    authors=st.lists(TEXT, max_size=3).map(tuple),
    year=st.none() | st.integers(1000, 2999),
    venue=st.text(max_size=20),
    topics=st.lists(SLUGS, max_size=3, unique=True).map(tuple),
    links=st.lists(st.builds(Link, rel=TEXT, url=ADDRESSES), max_size=2).map(tuple),
    first_seen=st.just("2026-11-30T20:15:04Z"),
    aliases=st.lists(SLUGS, max_size=2).map(tuple),
    sources=st.lists(st.builds(Source, file=TEXT, sha256=TEXT), max_size=2).map(tuple),
    abstract=st.text(max_size=80).map(lambda body: body.replace("\r", "\n").strip()),
    extra=st.dictionaries(KEYS, PLAIN, max_size=2).map(lambda found: tuple(found.items())),
)


def page(front: str, body: str = "A text.") -> bytes:
    return f"---\n{front}---\n\n{body}\n".encode()


def fault(raw: bytes, file: str = FILE) -> InputError:
    with pytest.raises(InputError) as caught:
        paper.parse(raw, file)
    return caught.value


@given(PAPERS)
def test_what_is_written_is_read_back_exactly(found: Paper) -> None:
    assert paper.parse(paper.write(found), FILE) == found


@given(PAPERS)
def test_the_quick_reader_and_yaml_read_the_same(found: Paper) -> None:
    front, _ = front_matter.split(paper.write(found), FILE)
    loaded = yaml.safe_load(front)
    assert loaded == front_matter.read_own(front)
    assert loaded["title"] == found.title


@pytest.mark.parametrize(
    "title",
    [
        'Routing: a "small" guide - part 2 [draft] #1', "@home: learning at the edge", "%5 is not a typo",
        "`grad` considered harmful", "- leading dash", "? what: now", "*star and &anchor", "!important",
        "It's {all} | fine > here", "trailing colon:", '"Quoted" start, not end', "No", "on", "2015", "1e5", "null", "~",
        "\u0085Next line first", "Bell \u0007 inside", "Line \u2028 separator", "\ufeffMark", "\ufffe", "a \\ud800 b",
    ],
)  # fmt: skip
def test_a_title_that_is_no_plain_yaml_survives(title: str) -> None:
    raw = paper.write(Paper(id="", slug="quiet-routers", title=title, title_source="given"))
    assert paper.parse(raw, FILE).title == title
    assert yaml.safe_load(raw.decode().split("---\n")[1])["title"] == title


def test_keys_stand_in_their_order_and_never_empty() -> None:
    found = Paper(
        id="7k3qz2abcd", slug="quiet-routers", title="T", name="N", authors=("A B",), year=2025, venue="V", topics=("t",),
        links=(Link("code", "https://example.org"),), first_seen="2026-11-30T20:15:04Z", updated="2026-12-02T08:00:00Z",
        status="merged", into="7k3qz2abce", aliases=("old",), sources=(Source("seeds/a.txt", "00"),), abstract="Text.",
    )  # fmt: skip
    front, _ = front_matter.split(paper.write(found), FILE)
    assert [line.split(":")[0] for line in front.splitlines()] == list(paper.KEYS)
    bare, _ = front_matter.split(paper.write(Paper(id="7k3qz2abcd", slug="x", abstract="Text.")), FILE)
    assert bare == 'id: "7k3qz2abcd"\n'


def test_what_a_person_types_stays_the_text_that_was_typed() -> None:
    raw = page(
        "title: No\nauthors:\n  - Ada Example\n  - 'On'\ntopics: [installation, 2015, yes]\nyear: 2026\nvenue: 1e5\n"
    )
    found = paper.parse(raw, FILE)
    assert (found.title, found.title_source) == ("No", "curated")
    assert found.authors == ("Ada Example", "On")
    assert found.topics == ("installation", "2015", "yes")
    assert (found.year, found.venue, found.id) == (2026, "1e5", "")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_mark_and_carriage_returns_are_read_over(end: str) -> None:
    raw = "\ufeff---\ntitle: BOM paper\ntopics: [graphs]\n---\nBody line.\n\nSecond.\n".replace("\n", end).encode()
    found = paper.parse(raw, FILE)
    assert (found.title, found.topics, found.abstract) == ("BOM paper", ("graphs",), "Body line.\n\nSecond.")


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("date: 2026-11-30", "2026-11-30T00:00:00Z"),
        ("date: 2026-11-30 08:00:00", "2026-11-30T08:00:00Z"),
        ("date: 2026-11-30T08:00:00+02:00", "2026-11-30T06:00:00Z"),
        ('first_seen: "2026-11-30T20:15:04Z"', "2026-11-30T20:15:04Z"),
    ],
)
def test_a_date_is_first_seen_in_utc(typed: str, read: str) -> None:
    assert paper.parse(page(f"title: A\n{typed}\n"), FILE).first_seen == read


@pytest.mark.parametrize(
    ("raw", "line", "found"),
    [
        (b"", 1, "is empty"),
        (b"Text alone.\n", 1, "does not start"),
        (b"---\ntitle: A\n\nText.\n", 1, "not closed"),
        (b"---\ntitle: [unclosed\n---\nText.\n", 3, "not YAML"),
        (b"---\ntitle: A\nname: \x07\n---\nText.\n", 3, "not YAML"),
        (b"---\ntitle: \xfc\n---\n", 2, "not UTF-8"),
        (b"---\n- a\n---\nText.\n", 2, "no `key: value`"),
        (page("title: A\ntitle: B\n"), 3, "twice"),
        (page("title: [a, b]\n"), 2, "`title` must be a text"),
        (page("title: A\nauthors: Ada Example\n"), 3, "`authors` must be a list"),
        (page("title: A\nyear: about 2020\n"), 3, "`year` must be a year"),
        (page("title: A\nlinks: [https://example.org]\n"), 3, "`links` must be"),
        (page("title: A\nlinks: [{rel: code, url: 'javascript:alert(1)'}]\n"), 3, "no web address"),
        (page("title: A\nstatus: retired\n"), 3, "unknown status"),
        (page("title: A\nstatus: merged\n"), 3, "belong together"),
        (page("title: A\nid: ../../escape\n"), 3, "no id"),
        (page("title: A\naliases: [../x]\n"), 3, "no slug"),
        (page("title: A\ndate: 30 Nov 2026\n"), 3, "no date"),
        (page("title: !!python/object/apply:os.system ['touch PWNED']\n"), 2, "tag"),
        (page("venue: V\n", ""), 1, "neither title nor abstract"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_line(raw: bytes, line: int, found: str) -> None:
    error = fault(raw)
    assert (error.file, error.line) == (FILE, line)
    assert found in str(error)


@pytest.mark.parametrize("name", ["Upper", "a b", "a--b", "-a", "index", "con", "a" * 90, "ü"])
def test_a_file_name_that_can_be_no_address_is_refused(name: str) -> None:
    assert "slug" in str(fault(page("title: A\n"), f"content/papers/{name}.md")) or "system" in str(
        fault(page("title: A\n"), f"content/papers/{name}.md")
    )


def test_a_bomb_of_aliases_is_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]\n"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9)]
    assert "too many values" in str(fault(page("title: bomb\n" + "".join(lines))))


def test_unknown_keys_are_kept_with_their_kind() -> None:
    typed = "title: A\nnotes: {seen: 3, by: Ada}\nscore: 0.5\nversion: 1.10\nread: true\n"
    found = paper.parse(page(typed), FILE)
    assert found.extra == (("notes", {"seen": 3, "by": "Ada"}), ("score", 0.5), ("version", "1.10"), ("read", True))
    assert paper.parse(paper.write(found), FILE) == found
    assert json.loads(paper.write(found).decode().split("score: ")[1].split("\n")[0]) == 0.5


@pytest.mark.parametrize("year", ["999", "3000", "0", "-2024", "20244", '"999"', "true", "2024.5"])
def test_a_year_that_cannot_be_is_named_with_its_line_however_the_page_is_written(year: str) -> None:
    # Incipit's own form, and YAML as a person writes it.
    for front in (f'title: "T"\nyear: {year}\n', f"title: T\nyear: {year}\n"):
        found = fault(page(front))
        assert (found.line, found.status) == (3, 3)
        assert "from 1000 to 2999" in str(found)

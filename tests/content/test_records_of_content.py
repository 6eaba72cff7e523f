"""Ledger, receipts, decisions and topics: read back, joined as git joins them, faults by line."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.content import decisions, ledger, receipts, topic
from generator.errors import Faults, IncipitError
from generator.model import Change, Decision, LedgerEntry, Receipt, Topic, TopicMatch

ID = "7k3qz2abcd"
FIELDS = ("title", "name", "authors", "year", "venue", "topics", "links", "abstract", "status", "*")


def full(aliases: tuple[str, ...] = ()) -> LedgerEntry:
    return LedgerEntry(
        ID, "s" * 85, "2026-11-30T20:15:04Z", 99999, aliases, dict.fromkeys(FIELDS, ("0123456789abcdef",))
    )


def test_a_ledger_line_is_short_even_when_everything_is_long() -> None:
    aliases = tuple(f"{'a' * 83}{number}" for number in range(9))
    for entry in (full(), full(aliases)):
        raw = ledger.write([entry])
        assert all(len(line) < 600 for line in raw.splitlines(keepends=True))
        assert ledger.parse(raw) == (entry,)


def test_the_ledger_is_sorted_whatever_the_order_it_is_given_in() -> None:
    entries = [LedgerEntry(f"{number:010}", f"s{number}", "2026-01-01T00:00:00Z", number) for number in range(9)]
    assert ledger.write(reversed(entries)) == ledger.write(entries)
    assert ledger.parse(ledger.write(entries)) == tuple(entries)


def test_lines_of_one_id_are_joined_in_any_order() -> None:
    mine = LedgerEntry(ID, "early", "2026-01-01T00:00:00Z", 7, ("first",), {"title": ("aa",), "*": ("11",)})
    other = LedgerEntry(ID, "late", "2026-01-02T00:00:00Z", 3, ("second",), {"title": ("bb",), "year": ("cc",)})
    lines = (ledger.write([mine]) + ledger.write([other])).splitlines(keepends=True)
    wanted = LedgerEntry(
        ID,
        "early",
        "2026-01-01T00:00:00Z",
        7,
        ("first", "late", "second"),
        {"*": ("11",), "title": ("aa", "bb"), "year": ("cc",)},
    )
    assert ledger.parse(b"".join(lines)) == ledger.parse(b"".join(reversed(lines))) == (wanted,)
    assert ledger.parse(ledger.write([wanted])) == (wanted,)


def test_marks_of_a_conflict_in_the_ledger_are_read_over() -> None:
    line = ledger.write([full()])
    assert ledger.parse(b"<<<<<<< ours\n" + line + b"=======\n" + line + b">>>>>>> theirs\n") == (full(),)


def test_every_faulty_ledger_line_is_named() -> None:
    good = ledger.write([full()])
    with pytest.raises(Faults) as caught:
        ledger.parse(b"{}\n" + good + b'{"id": "../x", "slug": "a", "first_seen": ""}\nno json\n')
    assert [fault.line for fault in caught.value.faults] == [1, 3, 4]


TEXT = st.text(max_size=12)
RECEIPTS = st.builds(
    Receipt,
    file=TEXT,
    record=st.integers(1, 9999),
    line=st.integers(1, 9999),
    sha256=TEXT,
    outcome=st.sampled_from(["kept", "merged", "refused"]),
    id=TEXT,
    reason=TEXT,
    changes=st.lists(
        st.builds(Change, TEXT, st.integers(0, 99), TEXT, TEXT, st.sampled_from(["abstract", "title"])), max_size=2
    ).map(tuple),
    topics=st.dictionaries(TEXT, st.lists(TEXT, max_size=2).map(tuple), max_size=2).map(
        lambda found: tuple(TopicMatch(slug, words) for slug, words in found.items())
    ),
    fields=st.dictionaries(TEXT, TEXT, max_size=2).map(lambda found: tuple(found.items())),
)


@given(st.lists(RECEIPTS, max_size=3))
def test_receipts_are_read_back(found: list[Receipt]) -> None:
    assert receipts.parse(receipts.write(found)) == tuple(found)


def test_what_git_leaves_after_a_conflict_is_read_over() -> None:
    kept = receipts.write([Receipt("seeds/a.txt", 1, 1, "0" * 64, "kept", id="0123456789")])
    raw = b"<<<<<<< HEAD\n" + kept + b"=======\n" + kept + b">>>>>>> theirs\n"
    assert receipts.parse(raw) == receipts.parse(kept) * 2


def test_every_faulty_receipt_is_named() -> None:
    with pytest.raises(Faults) as caught:
        receipts.parse(b"half a line\n{}\n")
    assert [fault.line for fault in caught.value.faults] == [1, 2]
    assert "ingest" in str(caught.value)


def test_a_decision_is_added_and_comments_stay() -> None:
    raw = b"# what we decided in May\n- same: [a-paper, another]   # both are ours\n  reason: one text\n"
    found = Decision("different", ("7k3qz2abcd", "7k3qz2abce"), "2026-12-01", 'they are "two"')
    after = decisions.append(raw, found)
    assert after.startswith(raw)
    assert decisions.parse(after) == (Decision("same", ("a-paper", "another"), "", "one text"), found)
    dropped = Decision("drop", ("7k3qz2abcd",))
    assert decisions.parse(decisions.append(b"", dropped)) == (dropped,)
    assert decisions.append(b"- drop: x", dropped).startswith(b"- drop: x\n- drop:")
    assert decisions.parse(decisions.append(b"  - drop: x\n", dropped))[1] == dropped


def test_a_file_to_which_nothing_can_be_added_is_left_alone() -> None:
    with pytest.raises(IncipitError, match="list"):
        decisions.append(b"[{drop: x}]\n", Decision("drop", ("7k3qz2abcd",)))


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        (b"same: [a, b]\n", 1), (b"- drop: x\n- merge: [a, b]\n", 2), (b"- same: [a]\n", 1), (b"- same: [a, a]\n", 1),
        (b"- drop: [a, b]\n", 1), (b"- x\n", 1), (b"- drop: x\n  same: [a, b]\n", 1), (b"- [\n", 2), (b"\xff", 1),
    ],
)  # fmt: skip
def test_a_decision_that_decides_nothing_is_a_fault(raw: bytes, line: int) -> None:
    with pytest.raises(IncipitError) as caught:
        decisions.parse(raw)
    faults = getattr(caught.value, "faults", [caught.value])
    assert [fault.line for fault in faults] == [line]


def test_a_topic_is_read_back() -> None:
    found = Topic(
        "quantization", "Quantization", "Fewer bits: 4 or 8", (("post-training quantization", 3), ("no", 1)), ("ptq",)
    )
    assert topic.parse(topic.write(found), "content/topics/quantization.md") == (found, ())
    typed = b"---\ntitle: Quantization\nterms:\n  post-training quantization: 3\n  no: 1\naliases: [ptq]\nicon: q\n---\nFewer bits: 4 or 8\n"
    assert topic.parse(typed, "content/topics/quantization.md") == (found, ("icon",))


@pytest.mark.parametrize(
    ("front", "line"),
    [
        ("description: D\n", 2),
        ("title: T\nterms: [a]\n", 3),
        ("title: T\nterms: {a: much}\n", 3),
        ("title: T\naliases: a\n", 3),
        ("title: [T]\n", 2),
    ],
)
def test_a_topic_with_a_fault_is_named_with_its_line(front: str, line: int) -> None:
    with pytest.raises(IncipitError) as caught:
        topic.parse(f"---\n{front}---\n".encode(), "content/topics/t.md")
    assert caught.value.line == line


def test_names_of_topics_that_differ_in_a_sign_or_only_in_case() -> None:
    names = ["C++", "CI/CD", "AWS", "", "C#", "ci-cd", "aws", "  ", "C", "..", "Aws", "index", "图", "no", "2015"]
    slugs, made = topic.adopt(names, [])
    assert len({slugs["C"], slugs["C++"], slugs["C#"]}) == 3
    assert slugs["AWS"] == slugs["aws"] == slugs["Aws"]
    assert "" not in slugs
    assert "  " not in slugs
    for found in made:
        assert topic.parse(topic.write(found), f"content/topics/{found.slug}.md")[0] == found
    assert len({found.slug for found in made}) == len(made)
    assert (
        topic.adopt(["PTQ", "ptq", "Quantization"], [Topic("quantization", "Quantization", aliases=("ptq",))])[1] == ()
    )


def test_names_of_topics_get_the_same_slugs_in_any_order() -> None:
    names = ["C++", "C#", "C", "图", "网络", "AWS"]
    wanted, _ = topic.adopt(names, [])
    random.Random(1).shuffle(names)
    assert topic.adopt(names, [])[0] == wanted

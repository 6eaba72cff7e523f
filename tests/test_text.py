"""String functions that know no record, and the packaged word frequencies."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

import pytest

from generator import text

PACKED = Path(text.__file__).parent / "words.txt.gz"


@pytest.mark.parametrize(
    ("raw", "folded"),
    [
        ("The Rényi–Erdős graph", "the renyi erdos graph"),
        ("Łukasz Ørsted straße", "lukasz orsted strasse"),
        ("Ｆｕｌｌ width", "full width"),
        ("图神经网络 3", "图 神 经 网 络 3"),
        ("ǽ Ǽ ǣ ǿ Ǿ", "ae ae ae o o"),
        ("  ", ""),
    ],
)
def test_folding_leaves_what_two_copies_share(raw: str, folded: str) -> None:
    assert text.fold(raw) == folded
    assert text.fold(folded) == folded


def test_accents_go_from_latin_letters_and_stay_in_other_scripts() -> None:
    assert text.strip_accents("naïve") == "naive"
    assert text.strip_accents("हिन्दी") == "हिन्दी"


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("CBQ: a cross-block method", "cbq-a-cross-block-method"),
        ("C++ & C#", "c-c"),
        ("图神经网络", ""),
        ("Größe Œuvre", "grosse-oeuvre"),
        ("word " * 40, "-".join(["word"] * 16)),
        ("x" * 200, "x" * 80),
    ],
)
def test_a_slug_is_ascii_and_short(title: str, slug: str) -> None:
    assert text.slugify(title) == slug


def test_shingles_of_a_short_text_are_the_text() -> None:
    assert text.shingles(["a", "b"]) == {("a", "b")}
    assert text.shingles(["a", "b", "c", "d"]) == {("a", "b", "c"), ("b", "c", "d")}
    assert text.shingles([]) == set()


@pytest.mark.parametrize("limit", range(20, 60))
def test_an_excerpt_is_cut_at_a_word_and_says_so(limit: int) -> None:
    whole = "Graphs are sparse, and routers are quiet: we show why, in two parts."
    cut = text.excerpt(whole, limit)
    assert len(cut) <= limit
    assert cut.endswith("…")
    assert whole.startswith(cut[:-1])
    assert text.excerpt("short", limit) == "short"


def test_common_words_stand_in_more_abstracts_than_rare_ones() -> None:
    known = text.document_frequency()
    assert text.DOCUMENTS > known["the"] > known["networks"] > known["eigendecomposition"] >= 5
    assert known["state-of"] > 1000
    assert known["block-wise"] >= 5
    assert "qwrtzxcv" not in known


def test_word_frequencies_hold_counts_of_words_and_nothing_else() -> None:
    raw = PACKED.read_bytes()
    assert len(raw) < 1_000_000
    assert raw[4:8] == b"\0\0\0\0", "no time of day is packed"
    documents, words, counts = gzip.decompress(raw).decode("utf-8").splitlines()
    assert int(documents) == text.DOCUMENTS
    assert words.split(" ") == sorted(set(words.split(" ")))
    assert all(int(count) >= 5 for count in counts.split(" "))
    assert max(map(len, words.split(" "))) < 80


def test_folding_a_folded_letter_changes_nothing() -> None:
    for code in range(sys.maxunicode + 1):
        folded = text.fold(chr(code))
        assert text.fold(folded) == folded, hex(code)


@pytest.mark.parametrize(
    ("value", "fingerprint"),
    [
        (("Ünïcode", "a\U0001e6c0"), "266d4b5e37beb494"),
        (2025, "b2b2f104d32c6389"),
        ("2025", "10f785c6e4f66212"),
        (None, "74234e98afe7498f"),
        ("\ud800", "8c0c59dd0d275aad"),
    ],
)
def test_a_fingerprint_is_the_same_for_every_interpreter(value: object, fingerprint: str) -> None:
    assert text.fingerprint(value) == fingerprint

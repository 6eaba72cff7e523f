"""Seed files of any format, read from a project."""

from __future__ import annotations

import pkgutil

import pytest

from generator import formats
from generator.errors import InputError
from generator.model import Collection, Config

CONFIG = Config(title="Ponds")


@pytest.fixture
def seed(tmp_path):
    def write(raw: bytes, name: str = "seeds/a.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
        return formats.read(tmp_path, name, CONFIG)

    return write


def fault(read, *arguments) -> InputError:
    with pytest.raises(InputError) as caught:
        read(*arguments)
    assert caught.value.status == 3
    assert caught.value.remedy
    return caught.value


MEMBERS = [module.name for module in pkgutil.iter_modules(formats.__path__) if not module.name.startswith("_")]


@pytest.mark.parametrize("name", MEMBERS)
def test_every_format_has_suffixes_of_its_own_and_reads_each(name):
    module = __import__(f"generator.formats.{name}", fromlist=["read"])

    assert module.SUFFIXES
    for suffix in module.SUFFIXES:
        assert suffix == suffix.lower()
        assert formats.readers()[suffix] is module.read


def test_byte_order_mark_and_carriage_returns_leave_no_trace(seed):
    records = seed(b"\xef\xbb\xbfPonds\r\n\r\nFirst\r\nduck.\r\n\r\nSecond duck.\r\n")

    assert [record.abstract for record in records] == ["First duck.", "Second duck."]
    assert [record.heading for record in records] == ["Ponds", "Ponds"]
    assert records[0].provenance.sha256 == seed(b"Ponds\n\nFirst\nduck.\n\nSecond duck.")[0].provenance.sha256


def test_the_suffix_is_read_without_case(seed):
    assert seed(b"We study ducks.", "seeds/A.TXT")[0].provenance.file == "seeds/A.TXT"


@pytest.mark.parametrize("raw", [b"", b"\n \n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_a_fault(seed, raw):
    assert "empty" in fault(seed, raw).found


def test_a_binary_file_is_a_fault_with_its_line(seed):
    found = fault(seed, b"Ponds\n\n\x00\x01")

    assert found.line == 3
    assert "binary" in found.found


@pytest.mark.parametrize("raw", ["Ducks".encode("utf-16"), b"\xff\xfeD\x00"])
def test_utf_16_is_named_as_such(seed, raw):
    assert "UTF-16" in fault(seed, raw).found


def test_a_wrong_encoding_is_a_fault_with_line_and_byte(seed):
    found = fault(seed, b"\xef\xbb\xbfPonds\n\nD\xe9 ducks.")

    assert (found.file, found.line) == ("seeds/a.txt", 3)
    assert "byte 2" in found.found
    assert "0xE9" in found.found


def test_an_unknown_suffix_is_a_fault_that_names_the_known_ones(seed):
    assert ".txt" in fault(seed, b"x", "seeds/a.docx").remedy
    assert ".txt" in fault(seed, b"x", "seeds/a").remedy


def test_a_missing_file_and_a_folder_are_faults(tmp_path):
    (tmp_path / "b.txt").mkdir()

    assert fault(formats.read, tmp_path, "a.txt", CONFIG).file == "a.txt"
    assert fault(formats.read, tmp_path, "b.txt", CONFIG).file == "b.txt"


def test_collections_say_what_a_record_does_not(tmp_path):
    (tmp_path / "seeds" / "old").mkdir(parents=True)
    text = "Title: A\nYear: 1999\nAbstract: A.\n\nTitle: B\nVenue: Duckcon\nAbstract: B."
    for name in ("seeds/a.txt", "seeds/old/a.txt"):
        (tmp_path / name).write_text(text, encoding="utf-8")
    config = Config(
        title="Ponds",
        collections=(
            Collection("seeds/*.txt", venue="PondConf"),
            Collection("seeds/**/*.txt", venue="LakeConf", year=2025),
        ),
    )

    new = formats.read(tmp_path, "seeds/a.txt", config)
    old = formats.read(tmp_path, "seeds/old/a.txt", config)

    assert [(r.venue, r.year) for r in new] == [("PondConf", 1999), ("Duckcon", 2025)]
    assert [(r.venue, r.year) for r in old] == [("LakeConf", 1999), ("Duckcon", 2025)]

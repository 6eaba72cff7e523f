"""What every export keeps, whichever member of the family it is."""

from __future__ import annotations

import json
from importlib import import_module

import pytest
from exports_samples import CONFIG, FULL, PAGES, library
from lxml import etree

from generator import exports
from generator.model import Output, Paper

MEMBERS = exports.members()
HOSTILE = "a\u000bb \u0010\u001f\ufffe \ud83d \u2028 \u0085 \r ]]> </title><x y='\"'> & é"


def made(name: str, of=FULL, pages=PAGES) -> list[Output]:
    return list(import_module(f"generator.exports.{name}").outputs(of, CONFIG, pages))


def strictly_read(output: Output) -> None:
    text = output.content.decode("utf-8")
    assert not any((ord(letter) < 32 and letter not in "\t\r\n") or letter in "\ufffe\uffff" for letter in text)
    if output.path.endswith((".xml", ".opml")):
        etree.fromstring(output.content)
    elif output.path.endswith(".json"):
        json.loads(text)
    elif output.path.endswith(".jsonl"):
        assert all(json.loads(line) for line in text.splitlines())


@pytest.mark.parametrize("name", MEMBERS)
def test_a_member_writes_parsable_files_below_the_output_folder_each_once(name: str) -> None:
    files = made(name)
    assert files
    paths = [file.path for file in files]
    assert len(set(paths)) == len(paths)
    for file in files:
        assert not file.path.startswith("/")
        assert ".." not in file.path.split("/")
        strictly_read(file)


@pytest.mark.parametrize("name", MEMBERS)
def test_a_member_writes_the_same_bytes_again(name: str) -> None:
    assert made(name) == made(name)


@pytest.mark.parametrize("name", MEMBERS)
def test_a_member_survives_an_empty_collection(name: str) -> None:
    for file in made(name, library(topics=()), ()) + made(name, library(), PAGES[:1]):
        strictly_read(file)


@pytest.mark.parametrize("name", MEMBERS)
def test_a_member_survives_hostile_text_in_every_field(name: str) -> None:
    hostile = Paper(
        id="eeeeeeeeee", slug="e", title=HOSTILE, title_source="given", name=HOSTILE, authors=(HOSTILE, HOSTILE),
        venue=HOSTILE, topics=("gardens",), first_seen="2024-01-01T00:00:00Z", abstract=HOSTILE,
    )  # fmt: skip
    for file in made(name, library(hostile, html={"eeeeeeeeee": HOSTILE})):
        strictly_read(file)


@pytest.mark.parametrize("name", [name for name in MEMBERS if name != "sitemap"])
def test_a_withdrawn_paper_stands_in_no_member(name: str) -> None:
    """Its page stays, and so does its place in the sitemap."""
    assert not any(b"taken-back" in file.content or "taken-back" in file.path for file in made(name))


def test_the_family_chains_its_members_in_the_order_of_their_names() -> None:
    assert list(exports.outputs(FULL, CONFIG, PAGES)) == [file for name in sorted(MEMBERS) for file in made(name)]

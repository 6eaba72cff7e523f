"""config.yaml is read whole, or refused with line and remedy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator import config, links
from generator.errors import IncipitError, UsageError
from generator.model import Collection, Paper


def project(tmp_path: Path, text: str | bytes) -> Path:
    (tmp_path / "config.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    return tmp_path


def refusal(tmp_path: Path, text: str | bytes) -> str:
    with pytest.raises(IncipitError) as caught:
        config.load(project(tmp_path, text))
    assert caught.value.status == 2
    return str(caught.value)


def test_every_documented_key_is_read(tmp_path: Path) -> None:
    text = """
title: ICLR 论文列表
url: https://example.org/x/y
description: Some papers
language: zh
seeds: [seeds/a.txt, "seeds/*.txt"]
collections:
  - {match: "seeds/*.txt", venue: ICLR, year: 2025}
papers_per_page: 7
feeds: {limit: 3}
repository: https://github.com/example/x/
branch: trunk
output: public/site
"""

    loaded = config.load(project(tmp_path, text))

    assert loaded.title == "ICLR 论文列表"
    assert loaded.url == "https://example.org/x/y/"
    assert loaded.language == "zh"
    assert loaded.seeds == ("seeds/a.txt", "seeds/*.txt")
    assert loaded.collections == (Collection("seeds/*.txt", "ICLR", 2025),)
    assert (loaded.papers_per_page, loaded.feed_limit) == (7, 3)
    assert loaded.repository == "https://github.com/example/x"
    assert (loaded.branch, loaded.output) == ("trunk", "public/site")


def test_title_alone_is_enough(tmp_path: Path) -> None:
    loaded = config.load(project(tmp_path, "\ufefftitle: no\r\n".encode()))

    assert loaded.title == "no"
    assert loaded.url == "http://localhost/"


def test_an_unknown_key_names_line_and_nearest(tmp_path: Path) -> None:
    assert (
        refusal(tmp_path, "title: x\nlangage: en\n") == "config.yaml:2: unknown key `langage`; did you mean `language`?"
    )


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    message = refusal(
        tmp_path, "title: x\nfoo: 1\npapers_per_page: many\nfeeds: {limit: 0}\ncollections: [{venue: X}]\n"
    )

    assert [line.split(" ")[0] for line in message.splitlines()] == [f"config.yaml:{n}:" for n in (2, 3, 4, 5)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("- a\n", 1),
        ("description: x\n", 1),
        ("title: x\nurl: ftp://example.org\n", 2),
        ("title: x\nurl: /papers\n", 2),
        ("title: x\nlanguage: fr\n", 2),
        ("title: x\nseeds: seeds/a.txt\n", 2),
        ("title: x\nseeds: [../a.txt]\n", 2),
        ("title: x\ntitle: y\n", 2),
        ("title: x\ncollections: [{match: a, year: MMXX}]\n", 2),
        ("title: [a\n", 2),
        ("title: [a, b]\n", 1),
    ],
)
def test_a_fault_has_its_line(tmp_path: Path, text: str, line: int) -> None:
    assert refusal(tmp_path, text).startswith(f"config.yaml:{line}: ")


def test_bytes_that_are_no_utf8_are_named(tmp_path: Path) -> None:
    assert "UTF-8" in refusal(tmp_path, "title: Müller\n".encode("latin-1"))


def test_a_control_character_is_a_fault_of_its_line(tmp_path: Path) -> None:
    message = refusal(tmp_path, 'title: "x\\u0001"\nurl: "https://x.org/\\u0007"\n')

    assert message.splitlines() == [
        "config.yaml:1: `title` holds a control character; delete it",
        "config.yaml:2: `url` holds a control character; delete it",
    ]


@pytest.mark.parametrize(
    "output",
    [".", "..", "/", "~", "./content", "content/../", "content/pub", "/tmp/x", "../x", "seeds", "x/../..", ".git/x", "C:/x",
     "Content", "generator/x"],
)  # fmt: skip
def test_output_never_holds_or_leaves_the_project(tmp_path: Path, output: str) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "seeds").mkdir()

    message = refusal(tmp_path, f"title: x\noutput: {output}\n")

    assert message.startswith("config.yaml:2: ")
    assert output in message


def test_output_through_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "public").symlink_to(tmp_path / "content")

    assert "public" in refusal(tmp_path, "title: x\noutput: public\n")


def test_output_must_not_hold_a_part_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "seeds").symlink_to(tmp_path / "deep")

    assert "deep" in refusal(tmp_path, "title: x\noutput: deep\n")


def test_output_must_not_hold_seeds(tmp_path: Path) -> None:
    assert "holds seeds" in refusal(tmp_path, "title: x\nseeds: [lists/a/*.txt]\noutput: lists\n")


def test_project_is_the_nearest_folder_upward(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("title: x\n", encoding="utf-8")
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)

    assert config.find(deep) == tmp_path


def test_no_project_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no config\.yaml in .* or above; run inside a project"):
        config.find(tmp_path)


@pytest.mark.parametrize(
    "pattern",
    [
        "seeds/**.txt",
        '""',
        "/seeds/*.txt",
        "seeds",
        "seeds/",
        "seeds/*",
        "seeds/**",
        "./seeds/*.txt",
        "seeds//*.txt",
        ".",
    ],
)
def test_a_pattern_that_can_name_no_file_is_a_fault_of_its_line(tmp_path: Path, pattern: str) -> None:
    (tmp_path / "seeds/2025").mkdir(parents=True)

    message = refusal(tmp_path, f"title: x\nseeds:\n- seeds/*.txt\n- {pattern}\n")

    assert message.startswith("config.yaml:4: ")
    assert "\n" not in message


@pytest.mark.parametrize("key", ["url", "repository"])
@pytest.mark.parametrize(
    "address",
    ["http://[x/", "https://a\u2100b.org/", "https://x.org/a b/", "https://x.org/<a>/", "https://x.org/it's/",
     'https://x.org/"a"/', "https://x.org:port/", "https:///a/", "https://x.org/?a=b"],
)  # fmt: skip
def test_an_address_that_is_none_is_a_fault_of_its_line(tmp_path: Path, key: str, address: str) -> None:
    quoted = json.dumps(address)

    assert refusal(tmp_path, f"title: x\n{key}: {quoted}\n").startswith(f"config.yaml:2: `{key}` must be a full http")


def test_addresses_are_ascii_whatever_their_script(tmp_path: Path) -> None:
    written = (
        "title: x\nurl: https://exämple.org/städte/%C3%A4 \nrepository: https://github.com/å/b/\nbranch: 'a b#c/d'\n"
    )

    found = config.load(project(tmp_path, written))

    assert found.url == "https://xn--exmple-cua.org/st%C3%A4dte/%C3%A4/"
    assert links.absolute(found, "papers/x/") == f"{found.url}papers/x/"
    assert (
        links.edit(found, Paper(id="", slug="x")) == "https://github.com/%C3%A5/b/edit/a%20b%23c/d/content/papers/x.md"
    )

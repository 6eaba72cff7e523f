"""Titles, names, addresses and settings that look like markup make no markup."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lxml import html

from generator.cli import main

HOSTILE = (
    "x\" onload=a1 '> <img src=q onerror=a2> </title></script><script>a3</script> <!-- ]]> &quot; ` {{ root }} {% x %}"
)
ADDRESS = "https://example.org/a'onload=a4(b)?q=1&c={{root}}`"


def laid_out(project: Path, mark: str, address: str, base: str) -> None:
    quoted = mark.replace("'", "''")
    project.mkdir()
    (project / "config.yaml").write_text(
        f"title: 'Reading {quoted}'\ndescription: 'A list {quoted}'\nurl: {base}\nbranch: 'main {quoted}'\n"
        f"repository: {base}r\nseeds: [seeds/*.txt]\n",
        encoding="utf-8",
    )
    (project / "seeds").mkdir()
    records = [
        f"Title: Moss {number} {mark}\nAuthors: Ada {mark}; Björn Luk {mark}\nYear: 2024\nVenue: Conference {mark}\n"
        f"URL: {address}{number}\nAbstract: We grow moss {word} {mark} and see {address} for it.\n---\n"
        for number, word in enumerate(("on brick", "in rain", "under glass"))
    ]
    (project / f"seeds/{'list' if not mark else 'l ist&=x'}.txt").write_text("".join(records), encoding="utf-8")
    topics = project / "content/topics"
    topics.mkdir(parents=True)
    (topics / "moss.md").write_text(
        f"---\ntitle: 'Moss {quoted}'\ndescription: 'Of moss {quoted}'\nterms: {{moss: 4}}\n---\n", encoding="utf-8"
    )


def made_of(site: Path) -> set[tuple[str, tuple[str, ...]]]:
    """Every tag with its attributes' names, over all pages."""
    found = set()
    for page in sorted(site.rglob("*.html")):
        for element in html.fromstring(page.read_bytes()).iter():
            assert isinstance(element.tag, str), f"{page}: a comment or an instruction"
            assert not any(name.startswith("on") for name in element.attrib), page
            found.add((element.tag, tuple(sorted(element.attrib))))
    return found


@pytest.mark.parametrize("language", ["en", "zh"])
def test_hostile_data_adds_no_element_and_no_attribute(tmp_path: Path, language: str) -> None:
    for name, mark, address, base in (
        ("tame", "", "https://example.org/moss", "https://example.org/site/"),
        ("wild", HOSTILE, ADDRESS, "https://example.org/a=b;c&onload=a5(d)/"),
    ):
        laid_out(tmp_path / name, mark, address, base)
        with (tmp_path / name / "config.yaml").open("a", encoding="utf-8") as config:
            config.write(f"language: {language}\n")
        assert main(["-q", "build", "--project", str(tmp_path / name)]) == 0

    tame, wild = made_of(tmp_path / "tame/site"), made_of(tmp_path / "wild/site")
    assert wild - tame == set()


def test_an_attribute_without_quotes_holds_letters_of_a_path_only(tmp_path: Path) -> None:
    laid_out(tmp_path / "wild", HOSTILE, ADDRESS, "https://example.org/a=b;c&onload=a5(d)/")
    assert main(["-q", "build", "--project", str(tmp_path / "wild")]) == 0
    for page in sorted((tmp_path / "wild/site").rglob("*.html")):
        text = re.sub(r"<(script|style)\b.*?</\1>", "", page.read_text("utf-8"), flags=re.S)
        for tag in re.findall(r"<[a-z][^\s>]*((?:\s+[\w:-]+(?:=(?:\"[^\"]*\"|[^\s>\"]*))?)*)\s*/?>", text):
            for value in re.findall(r"=([^\s\"]+)", re.sub(r'"[^"]*"', '""', tag)):
                assert re.fullmatch(r"[A-Za-z0-9./_#:+-]+", value), (page, value)

"""Records with awkward titles, names, dates and links, from seed to what citation programs and readers find."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import lxml.html
import pytest
from history_judge import facts, incipit
from pybtex.database import parse_string

URL = "https://lists.example/notes/"
PEOPLE = (
    "Ida van den Sample", "Luis de la Prueba y Muestra", "Ann Specimen Jr.", "Solo",
    "The Pond and Garden Consortium", "Probe, Åsa", "Karl von und zu Muster",
)  # fmt: skip
RECORDS: list[dict[str, Any]] = [
    {"title": "An {open brace", "abstract": "A bag {3, 4 stays open.", "authors": ["Ida Sample"], "year": 2025},
    {"title": "Salt & 5% pepper_mill #2 ~ $y^2$", "abstract": "Shut } here.", "authors": ["Ann Probe"], "year": 2025,
     "url": "https://shop.example/a_b%20c#d&e=1~f"},
    {"title": "Names of many kinds", "abstract": "Who wrote this?", "authors": list(PEOPLE), "year": 2025},
    {"title": "Nothing known", "abstract": "Neither who nor when."},
    {"title": "An odd day", "abstract": "It was autumn.", "date": "Autumn 2019", "authors": []},
    {"title": "A whole day", "abstract": "It was Monday.", "date": "2025-11-30", "authors": ["Ida Sample", "Ann Probe"]},
    {"title": "Only a year", "abstract": "It was long.", "year": 2024},
    {"title": "Code in braces",
     "abstract": "Code: \\url{https://github.com/pond/my_duck.js}. Demo (https://duck.example/a_(b)), data at "
     "https://github.com/pond/data/tree/main/set_one."},
    {"title": "Code of others",
     "abstract": "We extend (see https://github.com/other/reed), and release \\href{https://github.com/pond/mine}{our "
     "code}; mirror: github.com/pond/mine.git, http://duck.example/x?a=1&b=2!"},
]  # fmt: skip


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("citations")
    (folder / "config.yaml").write_text(f"title: Notes\nurl: {URL}\nseeds: [seeds/*]\n", encoding="utf-8")
    (folder / "seeds").mkdir()
    (folder / "seeds/list.jsonl").write_text("".join(json.dumps(record) + "\n" for record in RECORDS), encoding="utf-8")
    status, _, errors = incipit(folder, "build")
    assert status == 0, errors
    assert incipit(folder, "check")[:2] == (0, "no faults\n")
    return folder


def titled(project: Path, title: str) -> Path:
    """The page of the paper that a seed gave this title."""
    return next(path for path in (project / "content/papers").glob("*.md") if facts(path)["title"].startswith(title))


def read(project: Path, title: str) -> lxml.html.HtmlElement:
    return lxml.html.parse(project / "site/papers" / titled(project, title).stem / "index.html").getroot()


def metas(parsed: lxml.html.HtmlElement, name: str) -> list[str]:
    return [str(meta.get("content")) for meta in parsed.iter("meta") if meta.get("name") == name]


def test_every_entry_is_read_and_an_address_is_what_the_seed_said(project: Path) -> None:
    text = (project / "site/papers.bib").read_text(encoding="utf-8")

    found = parse_string(text, "bibtex").entries

    assert len(found) == len(RECORDS)
    for entry in re.split(r"(?m)^(?=@)", text)[1:]:
        assert entry.count("{") == entry.count("}")
    assert all(value.strip("{} ") for entry in found.values() for value in entry.fields.values())
    [salt] = [entry for entry in found.values() if entry.fields["title"].startswith("{Salt")]
    assert salt.fields["title"] == r"{Salt \& 5\% pepper\_mill \#2 \textasciitilde{} $y^2$}"
    assert salt.fields["url"] == RECORDS[1]["url"]


def test_every_name_is_one_person_for_every_reader(project: Path) -> None:
    parsed = read(project, "Names of")
    assert metas(parsed, "citation_author") == list(PEOPLE)
    id_ = facts(titled(project, "Names of"))["id"]
    people = parse_string((project / "site/papers.bib").read_text(encoding="utf-8"), "bibtex").entries[id_].persons
    assert [str(person).replace("{", "").replace("}", "") for person in people["author"]] == [
        "van den Sample, Ida", "de la Prueba y Muestra, Luis", "Specimen, Jr., Ann", "Solo",
        "The Pond and Garden Consortium", "Probe, Åsa", "von und zu Muster, Karl",
    ]  # fmt: skip
    [item] = [found for found in json.loads((project / "site/papers.csl.json").read_bytes()) if found["id"] == id_]
    assert len(item["author"]) == len(PEOPLE)
    assert [author["literal"] for author in item["author"] if "literal" in author] == [PEOPLE[3], PEOPLE[4]]


def test_a_date_is_whole_or_absent(project: Path) -> None:
    issued = {
        found["title"]: found.get("issued") for found in json.loads((project / "site/papers.csl.json").read_bytes())
    }
    assert issued["Only a year"] == {"date-parts": [[2024]]}
    assert (issued["Nothing known"], issued["An odd day"]) == (None, None)
    for path in (project / "site").rglob("*.html"):
        parsed = lxml.html.parse(path).getroot()
        assert all(meta.get("content", "something") for meta in parsed.iter("meta")), path
        for date in metas(parsed, "citation_publication_date"):
            assert re.fullmatch(r"\d{4}(/\d{2}/\d{2})?", date)
        assert all(address.startswith(URL) for address in metas(parsed, "citation_pdf_url"))


@pytest.mark.parametrize(
    ("title", "addresses", "text"),
    [
        (
            "Code in",
            ["https://github.com/pond/my_duck.js", "https://duck.example/a_(b)", "https://github.com/pond/data/tree/main/set_one"],
            ("Code: https://github.com/pond/my_duck.js. Demo (https://duck.example/a_(b)), data at "
            "https://github.com/pond/data/tree/main/set_one."),
        ),
        (
            "Code of",
            ["https://github.com/other/reed", "https://github.com/pond/mine", "http://duck.example/x?a=1&b=2"],
            ("We extend (see https://github.com/other/reed), and release our code; mirror: github.com/pond/mine.git, "
            "http://duck.example/x?a=1&b=2!"),
        ),
    ],
)  # fmt: skip
def test_links_end_where_the_sentence_goes_on(project: Path, title: str, addresses: list[str], text: str) -> None:
    [abstract] = read(project, title).find_class("abstract")
    assert [link.get("href") for link in abstract.iter("a")] == addresses
    assert " ".join(abstract.text_content().split()) == text


def test_the_papers_own_code_stands_first(project: Path) -> None:
    for title, code in (("Code in", "https://github.com/pond/my_duck.js"), ("Code of", "https://github.com/pond/mine")):
        links = [link.get("href") for link in read(project, title).xpath("//a[@data-rel='code']")]
        assert links[0] == code

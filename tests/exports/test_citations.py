"""BibTeX, RIS and CSL-JSON as other programs read them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
import rispy
from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
from citeproc.source.json import CiteProcJSON
from exports_samples import CONFIG, DERIVED, FULL, GIVEN, library
from hypothesis import given, settings
from hypothesis import strategies as st
from pybtex.database import parse_string

from generator.exports import _facts, bibtex, csl, ris
from generator.exports._names import Name, parse
from generator.model import Library, Link, Paper

NAMES = (
    "Ada van der Example", "Juan de la Sample y Specimen", "Lu Xiaoming", "Bo Example Jr.", "Mononym",
    "The Example and Sample Consortium", "Example, Zoë", "Ludwig von und zu Test",
)  # fmt: skip


def paper(number: int, title: str, **facts: object) -> Paper:
    made = Paper(id=f"{number:010d}", slug=f"p{number}", title=title, title_source="given", abstract="A { set.")
    return replace(made, **facts)


def entries(of: Library):
    text = next(iter(bibtex.outputs(of, CONFIG, ()))).content.decode()
    for entry in text.split("\n\n"):
        assert entry.count("{") == entry.count("}"), "braces balance after each entry"
    return parse_string(text, "bibtex").entries


def items(of: Library) -> list[dict[str, object]]:
    return json.loads(next(iter(csl.outputs(of, CONFIG, ()))).content)


def records(of: Library) -> list[dict[str, object]]:
    return rispy.loads(next(iter(ris.outputs(of, CONFIG, ()))).content.decode())


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Ada van der Example", Name("Example", "Ada", "van der")),
        ("Juan de la Sample y Specimen", Name("Sample y Specimen", "Juan", "de la")),
        ("Ludwig von und zu Test", Name("Test", "Ludwig", "von und zu")),
        ("Ada Van den Example", Name("Van den Example", "Ada")),
        ("Bo Example Jr.", Name("Example", "Bo", suffix="Jr.")),
        ("Bo Example, Jr.", Name("Example", "Bo", suffix="Jr.")),
        ("Example, Jr., Bo", Name("Example", "Bo", suffix="Jr.")),
        ("Example, Zoë", Name("Example", "Zoë")),
        ("van der Example, Ada", Name("Example", "Ada", "van der")),
        ("Ada B. Sample-Example", Name("Sample-Example", "Ada B.")),
        ("ada example", Name("example", "ada")),
        ("Mononym", Name("Mononym")),
        ("王小明", Name("王小明")),
        ("The Example and Sample Consortium", Name("The Example and Sample Consortium")),
        ("Sample Team", Name("Sample Team")),
        ("University of Example, Department of Samples", Name("University of Example, Department of Samples")),
        ("A, B, C, D", Name("A, B, C, D")),
        ("Example, ", Name("Example,")),
    ],
)
def test_a_name_is_cut_only_where_that_is_certain(written: str, name: Name) -> None:
    assert parse(written) == name


def test_bibtex_reads_each_author_as_one_person_with_the_same_words() -> None:
    entry = entries(library(paper(1, "T", authors=NAMES, year=2026)))["0000000001"]
    people = entry.persons["author"]
    assert len(people) == len(NAMES)
    plain = [str(person).replace("{", "").replace("}", "") for person in people]
    assert plain == [
        "van der Example, Ada", "de la Sample y Specimen, Juan", "Xiaoming, Lu", "Example, Jr., Bo", "Mononym",
        "The Example and Sample Consortium", "Example, Zoë", "von und zu Test, Ludwig",
    ]  # fmt: skip
    assert people[1].prelast_names == ["de", "la"]
    assert people[7].prelast_names == ["von", "und", "zu"]


def test_csl_reads_each_author_as_one_item() -> None:
    (item,) = items(library(paper(1, "T", authors=NAMES)))
    assert item["author"] == [
        {"family": "Example", "given": "Ada", "non-dropping-particle": "van der"},
        {"family": "Sample y Specimen", "given": "Juan", "non-dropping-particle": "de la"},
        {"family": "Xiaoming", "given": "Lu"},
        {"family": "Example", "given": "Bo", "suffix": "Jr."},
        {"literal": "Mononym"},
        {"literal": "The Example and Sample Consortium"},
        {"family": "Example", "given": "Zoë"},
        {"family": "Test", "given": "Ludwig", "non-dropping-particle": "von und zu"},
    ]


def test_ris_reads_each_author_as_one_line() -> None:
    (record,) = records(library(paper(1, "T", authors=NAMES)))
    assert record["authors"][0] == "van der Example, Ada"
    assert record["authors"][3] == "Example, Bo, Jr."
    assert record["authors"][5] == "The Example and Sample Consortium"
    assert len(record["authors"]) == len(NAMES)


@pytest.mark.parametrize(
    ("title", "field"),
    [
        ("The {curly problem", r"{The \textbraceleft{}curly problem}"),
        ("R&D at 50% cost: a_b #1 ~ $x^2$ \\ back",
         r"{R\&D at 50\% cost: a\_b \#1 \textasciitilde{} $x^2$ \textbackslash{} back}"),
        ("Sets $\\{a\\}$ and $\\{$ }", r"{Sets $\{a\}$ and \textbraceleft{} \textbraceright{}}"),
        ("A *meant* word, $5 and \\$6", r"{A meant word, \$5 and \$6}"),
        ("From $5 to 3", r"{From \$5 to 3}"),
        ("图神经网络\nna\u00efve", "{图神经网络 naïve}"),
    ],
)  # fmt: skip
def test_a_title_is_text_for_latex_and_hides_no_later_entry(title: str, field: str) -> None:
    found = entries(library(paper(1, title), paper(2, "Last one")))
    assert len(found) == 2
    assert found["0000000001"].fields["title"] == field


MIXED = st.text(st.sampled_from("ab {}\\\\$%&#_^~@,\"'*é图\n\u2028\x0b\ud83d"), max_size=30)


@settings(deadline=None, max_examples=150)
@given(title=MIXED, author=MIXED, venue=MIXED, address=MIXED)
def test_no_text_hides_the_next_entry_or_makes_two_authors_of_one(
    title: str, author: str, venue: str, address: str
) -> None:
    hostile = paper(
        1, title or "T", authors=(author, "Ada Example"), venue=venue, links=(Link("web", f"http://{address}"),)
    )
    found = entries(library(hostile, paper(2, "Last one")))
    assert list(found) == ["0000000001", "0000000002"]
    assert len(found["0000000001"].persons["author"]) == 1 + bool(author.strip())
    assert len(records(library(hostile, paper(2, "Last one")))) == 2
    assert len(items(library(hostile))) == 1


@given(st.lists(st.sampled_from([*" ".join(NAMES).split(), "von", "Jr.", "III", "and", "de"]), min_size=1, max_size=6))
def test_no_word_of_a_name_is_lost(words: list[str]) -> None:
    name = parse(" ".join(words))
    parts = f"{name.given} {name.particle} {name.family} {name.suffix}".split()
    assert sorted("".join(parts).replace(",", "")) == sorted("".join(words).replace(",", ""))


def test_an_address_stands_as_it_is() -> None:
    url = "https://example.org/a_b%20c#d&e=1~f"
    of = library(paper(1, "T", links=(Link("code", "https://example.org/code"), Link("web", url))))
    assert entries(of)["0000000001"].fields["url"] == url
    assert items(of)[0]["URL"] == url
    assert records(of)[0]["urls"] == [url]


def test_identifiers_are_named_as_such() -> None:
    of = library(
        paper(1, "T", links=(Link("doi", "https://doi.org/10.1234/AB_c"),)),
        paper(2, "U", links=(Link("arxiv", "https://arxiv.org/abs/2401.00001v2"),)),
    )
    assert entries(of)["0000000001"].fields["doi"] == "10.1234/ab_c"
    assert entries(of)["0000000002"].fields["eprint"] == "2401.00001"
    assert items(of)[0]["DOI"] == "10.1234/ab_c"
    assert records(of)[0]["doi"] == "10.1234/ab_c"


def test_what_is_unknown_is_absent_and_nothing_is_empty() -> None:
    of = library(paper(1, "No date"), paper(2, "Year", year=2026), paper(3, "Blank author", authors=(" ",)))
    for entry in entries(of).values():
        assert all(value.strip("{} ") for value in entry.fields.values())
        assert not entry.persons.get("author")
    undated, dated, _ = items(of)
    assert "issued" not in undated
    assert dated["issued"] == {"date-parts": [[2026]]}
    assert not any("author" in item for item in items(of))
    assert all(all(record.values()) for record in records(of))


@pytest.mark.parametrize(
    ("venue", "kind"),
    [("", "misc"), ("arXiv cs.CL", "misc"), ("ICLR", "inproceedings"), ("Journal of Samples", "article")],
)
def test_the_kind_follows_the_venue(venue: str, kind: str) -> None:
    assert entries(library(paper(1, "T", venue=venue)))["0000000001"].type == kind


def test_a_derived_title_is_never_cited() -> None:
    assert list(entries(FULL)) == [GIVEN.id, "cccccccccc"]
    assert [item["id"] for item in items(FULL)] == [GIVEN.id, "cccccccccc"]
    assert len(records(FULL)) == 2
    paths = [output.path for output in bibtex.outputs(FULL, CONFIG, ())]
    assert paths == ["papers.bib", "papers/on-gardens/cite.bib", "papers/cccccccccc/cite.bib"]
    assert not any(DERIVED.slug in path for path in paths)


def test_a_large_collection_keeps_papers_bib_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (bibtex, csl, ris):
        monkeypatch.setattr(module, "SMALL", 2)
    assert [output.path for output in bibtex.outputs(FULL, CONFIG, ())] == ["papers.bib"]
    assert list(csl.outputs(FULL, CONFIG, ())) == list(ris.outputs(FULL, CONFIG, ())) == []
    assert _facts.SMALL == 10_000


def test_a_citation_processor_prints_the_items() -> None:
    of = library(paper(1, "On gardens", authors=(NAMES[0], NAMES[5]), year=2026, venue="Garden Conference"))
    style = CitationStylesStyle("harvard-cite-them-right", validate=False)
    bibliography = CitationStylesBibliography(style, CiteProcJSON(items(of)), formatter.plain)
    bibliography.register(Citation([CitationItem("0000000001")]))
    assert str(bibliography.bibliography()[0]) == (
        "van der Example, A. and The Example and Sample Consortium (2026) “On gardens”, Garden Conference."
    )

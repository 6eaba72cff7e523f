"""The plain-text format: what a person may write, and the records that come of it."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import InputError
from generator.formats import plaintext
from generator.model import Link

FILE = "seeds/a.txt"


def abstracts(text: str) -> list[str]:
    return [record.abstract for record in plaintext.read(text, FILE)]


def fault(text: str) -> InputError:
    with pytest.raises(InputError) as caught:
        plaintext.read(text, FILE)
    assert caught.value.status == 3
    assert caught.value.remedy
    return caught.value


def test_abstracts_are_paragraphs_below_a_heading():
    records = plaintext.read("Ponds 2025 论文列表\n\nWe study ducks.\n\n\nWe study geese.", FILE)

    assert [record.abstract for record in records] == ["We study ducks.", "We study geese."]
    assert [record.heading for record in records] == ["Ponds 2025 论文列表"] * 2
    assert [(record.provenance.record, record.provenance.line) for record in records] == [(1, 3), (2, 6)]


@pytest.mark.parametrize(
    "first",
    [
        "We study ducks.",
        "Are ducks wet?",
        "我们研究鸭子。",
        "“Ducks are wet.”",
        "word " * 40,
        "Two lines\nof a paragraph",
    ],
)
def test_a_sentence_a_long_line_or_two_lines_are_no_heading(first):
    records = plaintext.read(f"{first}\n\nWe study geese.", FILE)

    assert len(records) == 2
    assert records[0].heading == ""


def test_final_newlines_do_not_matter():
    assert abstracts("Ponds\n\nWe study ducks.") == abstracts("Ponds\n\nWe study ducks.\n\n\n") == ["We study ducks."]


def test_hard_wrapped_lines_are_joined_and_their_hyphens_left():
    assert abstracts("Neural net-\n  works learn.\t\nThey also\nforget.") == [
        "Neural net- works learn. They also forget."
    ]


def test_lines_of_scripts_without_spaces_are_joined_without_one():
    assert abstracts("我们研究\n鸭子和\nGNN。\n\n数据。") == ["我们研究鸭子和 GNN。", "数据。"]


def test_lines_of_white_space_are_blank():
    assert abstracts("Ponds\n \t\nOne duck.\n\u3000\xa0\nTwo ducks.\n") == ["One duck.", "Two ducks."]


def test_only_line_feeds_end_a_line():
    text = "Stage one\x0bstage two\x0c and \u2028 then \x85 end\x1c."

    assert abstracts(text + "\n") == [text]


def test_the_hash_is_of_the_raw_lines():
    record = plaintext.read("Ponds\n\nWe study\n  ducks.\n\nMore ducks.\n", FILE)[0]

    assert record.provenance.sha256 == hashlib.sha256(b"We study\n  ducks.").hexdigest()


def test_a_fielded_record_says_all_that_a_record_can():
    text = (
        "Title: On Ducks\nAuthors: Ada Lake ;  Bo Pond;\nYear: 2024\nVenue: PondConf\nURL: https://duck.example/x\n"
        "DOI: doi:10.1234/Duck.5\narXiv: 2401.00001v2\nOpenReview: aBc_dEf-12\nAbstract: We study\nducks.\n"
    )
    record = plaintext.read(text, FILE)[0]

    assert (record.title, record.authors, record.year, record.venue) == (
        "On Ducks",
        ("Ada Lake", "Bo Pond"),
        2024,
        "PondConf",
    )
    assert record.abstract == "We study ducks."
    assert record.links == (
        Link("doi", "https://doi.org/10.1234/Duck.5"),
        Link("arxiv", "https://arxiv.org/abs/2401.00001v2"),
        Link("openreview", "https://openreview.net/forum?id=aBc_dEf-12"),
        Link("web", "https://duck.example/x"),
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("DOI: https://doi.org/10.1234/x(y)", Link("doi", "https://doi.org/10.1234/x(y)")),
        ("arxiv: arXiv:cs/0112017", Link("arxiv", "https://arxiv.org/abs/cs/0112017")),
        ("ARXIV: https://arxiv.org/pdf/2401.00001.pdf", Link("arxiv", "https://arxiv.org/abs/2401.00001")),
        (
            "OpenReview: https://openreview.net/forum?id=aBcDeF",
            Link("openreview", "https://openreview.net/forum?id=aBcDeF"),
        ),
        ("URL: https://github.com/ponds/duck", Link("code", "https://github.com/ponds/duck")),
        ("URL: https://arxiv.org/abs/2401.00001", Link("arxiv", "https://arxiv.org/abs/2401.00001")),
        ("url : http://duck.example/a.pdf", Link("pdf", "http://duck.example/a.pdf")),
    ],
)
def test_links_have_their_kind_however_they_are_written(line, expected):
    assert plaintext.read(f"Title: T\n{line}\nAbstract: A.", FILE)[0].links == (expected,)


def test_the_same_address_is_one_link():
    text = "Title: T\narXiv: 2401.00001\nURL: https://arxiv.org/abs/2401.00001\nAbstract: A."

    assert len(plaintext.read(text, FILE)[0].links) == 1


def test_an_abstract_of_a_fielded_record_may_have_paragraphs_and_colons():
    text = "Title: T\nAbstract: One\nTitle: is a word here.\n\nTwo: two.\n\n---\n\nThree."
    records = plaintext.read(text, FILE)

    assert records[0].abstract == "One Title: is a word here.\n\nTwo: two."
    assert records[1].abstract == "Three."


def test_a_field_after_a_blank_line_begins_the_next_record_once_the_abstract_has_begun():
    records = plaintext.read(
        "Title: A\n\nYear: 2020\nAbstract:\nOne.\n\nTitle: B\nAbstract: Two.\n\nVenue: V\nAbstract:\n", FILE
    )

    assert [(r.title, r.year, r.venue, r.abstract) for r in records] == [
        ("A", 2020, "", "One."),
        ("B", None, "", "Two."),
        ("", None, "V", ""),
    ]
    assert [r.provenance.line for r in records] == [1, 7, 10]


def test_a_line_of_dashes_ends_a_fielded_record_without_abstract():
    records = plaintext.read("Title: A\n---\nTitle: B\n---\n", FILE)

    assert [record.title for record in records] == ["A", "B"]


def test_a_record_that_begins_with_abstract_is_plain_and_keeps_the_label():
    assert abstracts("Abstract: We study ducks.\n\nAbstract Meaning is hard.") == [
        "Abstract: We study ducks.",
        "Abstract Meaning is hard.",
    ]


def test_plain_and_fielded_records_stand_in_one_file():
    records = plaintext.read(
        "Ponds\n\nWe study ducks.\n\nTitle: Geese\nAbstract: We study geese.\n---\n\nWe study swans.", FILE
    )

    assert [(record.title, record.abstract) for record in records] == [
        ("", "We study ducks."),
        ("Geese", "We study geese."),
        ("", "We study swans."),
    ]
    assert {record.heading for record in records} == {"Ponds"}


def test_an_indented_line_continues_a_field():
    assert plaintext.read("Title: A Very\n  Long Title\nAbstract: A.", FILE)[0].title == "A Very Long Title"


def test_a_short_line_above_an_abstract_is_offered_and_not_taken():
    record = plaintext.read("Quiet Ducks in Ponds\nWe study ducks that are quiet in ponds and say why.", FILE)[0]

    assert record.above == "Quiet Ducks in Ponds"
    assert record.title == ""
    assert record.abstract == "We study ducks that are quiet in ponds and say why."


@pytest.mark.parametrize(
    "text",
    [
        "We show that large ducks swim\nGreat distances in ponds now\nand forever.",
        "Quiet ducks are quiet.\nWe study ducks that are quiet in ponds.",
        "Quiet ducks swim in\nponds, as we show in many experiments here.",
        "Quiet ducks,\nGeese and swans swim in ponds, as we show here.",
    ],
)
def test_wrapped_text_offers_no_title(text):
    record = plaintext.read(text, FILE)[0]

    assert record.above == ""
    assert record.abstract == text.replace("\n", " ")


def test_a_file_with_nothing_but_a_heading_is_a_fault():
    assert fault("Ponds 2025\n").line == 1


@pytest.mark.parametrize("year", ["25", "2024a", "MMXX", "３０００", "0999", "3000"])
def test_a_year_that_is_none_is_a_fault_with_its_line(year):
    found = fault(f"Ponds\n\nTitle: A\nYear: {year}\nAbstract: A.")

    assert (found.file, found.line) == (FILE, 4)
    assert year in found.found


def test_a_field_twice_is_a_fault_that_names_both_lines():
    found = fault("Title: A\nYear: 2020\n\nTitle: B\nYear: 2021\n")

    assert found.line == 4
    assert "line 1" in found.found
    assert "---" in found.remedy


def test_an_unknown_field_is_a_fault_that_names_the_nearest():
    found = fault("Title: A\nAuthor: B\nAbstract: C.")

    assert found.line == 2
    assert "Authors" in found.remedy


def test_text_before_the_abstract_is_a_fault():
    assert fault("Title: A\n\nWe study ducks.").line == 3


@pytest.mark.parametrize(
    "line", ["DOI: none", "arXiv: 24.1", "URL: javascript:alert(1)", "URL: duck.example", "OpenReview: a b"]
)
def test_an_identifier_that_is_none_is_a_fault_with_its_line(line):
    assert fault(f"Title: A\n{line}\nAbstract: A.").line == 2


def test_a_record_whose_fields_are_empty_is_a_fault():
    assert fault("We study ducks.\n\nTitle:\nAbstract:\n\n").line == 3


SENTENCES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r\0:：-"), min_size=1, max_size=60)


@settings(max_examples=200, deadline=None)
@given(st.lists(SENTENCES.map(lambda text: f"Ducks {text.strip()}."), min_size=1, max_size=5))
def test_every_paragraph_comes_back_as_it_was(paragraphs):
    assert abstracts("\n\n".join(paragraphs)) == paragraphs
    assert abstracts("Ponds\n\n\n" + "\n \n".join(paragraphs) + "\n") == paragraphs

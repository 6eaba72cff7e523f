"""BibTeX seeds: one entry a record."""

from __future__ import annotations

import pytest

from generator.errors import InputError
from generator.formats import bibtex
from generator.model import Link

FILE = "seeds/a.bib"
WHOLE = r"""
@string{pc = {PondConf}}
@comment{nothing}
@InProceedings{lake24,
  title = {On {D}ucks and {GAN}s in $\mathbb{R}^{2}$ after R\'{e}nyi},
  author = "Lake, Ada and {The Pond Group} and Erd{\H o}s, Paul and others",
  booktitle = pc, year = 2024,
  abstract = {We study
ducks at 5\% \emph{of} their {speed}.

All of them.},
  doi = {10.1234/x\_y}, eprint = {2401.00001}, archivePrefix = {arXiv},
  url = {\url{https://duck.example/}}, pdf = {https://duck.example/a}, keywords = {x}, keywords = {y},
}
"""


def read(text: str):
    return bibtex.read(text, FILE)


def test_an_entry_is_a_record_and_its_text_is_left_to_repair():
    record = read(WHOLE)[0]

    assert record.title == r"On Ducks and GANs in $\mathbb{R}^{2}$ after R\'{e}nyi"
    assert record.abstract == "We study ducks at 5\\% \\emph{of} their {speed}.\n\nAll of them."
    assert record.authors == ("Ada Lake", "The Pond Group", "Paul Erdős")
    assert (record.year, record.venue) == (2024, "PondConf")
    assert record.links == (
        Link("doi", "https://doi.org/10.1234/x_y"),
        Link("arxiv", "https://arxiv.org/abs/2401.00001"),
        Link("web", "https://duck.example/"),
        Link("pdf", "https://duck.example/a"),
    )
    assert (record.provenance.record, record.provenance.line) == (1, 4)


def test_two_entries_of_one_key_are_two_records():
    records = read("@article{a, title={A}}\n@article{a, title={B}, date={2020-01-02}}")

    assert [(record.title, record.year, record.provenance.line) for record in records] == [
        ("A", None, 1),
        ("B", 2020, 2),
    ]


def test_a_volume_is_no_record_and_lends_what_its_papers_lack():
    text = "@inproceedings{a, title={A}, crossref={V}}\n@proceedings{v, title={Pond Proceedings}, year={1999}}"

    assert [(record.title, record.venue, record.year) for record in read(text)] == [("A", "Pond Proceedings", 1999)]


def test_the_hash_is_of_the_entry_alone():
    entry = "@article{a, title={A}}"

    assert read(entry)[0].provenance.sha256 == read(f"@article{{b, title={{B}}}}\n\n{entry}\n")[1].provenance.sha256


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("@article{a, title={A}}\n\n@article{b, title={B}", 3),
        ("\n@article{a, title={A},\n title={B}}", 2),
        ("@article{a, title={A}}\n@article{b,\n title={B},\n year={soon}}", 4),
        ("@article{a,\n doi={none}, title={A}}", 2),
        ("We study ducks.", 1),
    ],
)
def test_a_broken_entry_is_a_fault_with_its_line_and_nothing_on_the_terminal(text, line, capfd):
    with pytest.raises(InputError) as caught:
        read(text)

    assert (caught.value.file, caught.value.line, caught.value.status) == (FILE, line, 3)
    assert caught.value.remedy
    assert capfd.readouterr() == ("", "")

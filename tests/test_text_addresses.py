"""Addresses that a seed, a page or a configuration holds, however they are spelt."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator import text
from generator.cli import main
from generator.describe import links as describe_links
from generator.formats import plaintext
from generator.markup import render, write
from generator.pages._setting import spoken

ODD = ("https://[x/", "https://a\u2100b.org", "http://[::1", "https://x]y/", "https://x:99999999/", "https://x:port/")
ADDRESS = st.one_of(
    st.text(max_size=30),
    st.builds(
        "{}{}{}".format, st.sampled_from(["https://", "HTTP://", "//", "https:"]), st.text("[]:@/?#%℀ab.1-"), st.text()
    ),
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "config.yaml").write_text("title: Reading\n", encoding="utf-8")
    (tmp_path / "seeds").mkdir()
    return tmp_path


def build(project: Path) -> int:
    return main(["-q", "build", "--project", str(project)])


def seed(project: Path, content: str) -> None:
    (project / "seeds/list.txt").write_text(content, encoding="utf-8")


@pytest.mark.parametrize("address", ODD)
def test_an_impossible_address_in_a_field_of_a_seed_is_named_with_its_line(
    project: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    seed(project, f"Title: Moss on brick\nURL: {address}\nAbstract: We grow moss on brick and count it.\n")

    assert build(project) == 3
    assert capsys.readouterr().err.startswith("seeds/list.txt:2: ")


@pytest.mark.parametrize("address", ODD)
def test_an_impossible_address_in_an_abstract_stays_text(project: Path, address: str) -> None:
    seed(project, f"We grow moss on brick and count it: {address} and more words.\n")

    assert build(project) == 0
    page = next((project / "site/papers").glob("*/index.html")).read_text(encoding="utf-8")
    assert address in page
    assert f'href="{address}' not in page


@pytest.mark.parametrize("address", ODD)
def test_a_link_of_an_abstract_to_an_impossible_address_keeps_its_letters(address: str) -> None:
    said = f"See [this]({address}) for more."
    assert render(write(said)).text == said


@pytest.mark.parametrize("address", ODD)
def test_an_impossible_address_in_a_page_is_named_or_stays_text(
    project: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    seed(project, "We grow moss on brick and count it.\n")
    assert build(project) == 0
    page = next((project / "content/papers").glob("*.md"))
    written = page.read_text(encoding="utf-8")

    page.write_text(f"{written.rstrip()} See [this]({address}) or {address} too.\n", encoding="utf-8")
    assert build(project) == 0

    links = f'links:\n- {{rel: code, url: "{address}"}}\n---\n'
    page.write_text(written.replace("\n---\n", f"\n{links}", 1), encoding="utf-8")
    capsys.readouterr()
    assert build(project) == 3
    lines = page.read_text(encoding="utf-8").split("\n")
    assert f"{page.name}:{lines.index('links:') + 1}: " in capsys.readouterr().err


@given(ADDRESS, ADDRESS)
@example("https://[x/", "https://a\u2100b.org")
def test_no_address_stops_anything(first: str, second: str) -> None:
    assert isinstance(text.split_address(first).path, str)
    assert isinstance(text.join_address(first, second), str)
    assert isinstance(spoken(first), str)
    if text.is_web_address(first):
        parts = text.split_address(first)
        assert parts.hostname
        assert parts.port is None or parts.port > 0


@given(ADDRESS)
def test_a_link_of_an_abstract_is_an_address_that_can_be_taken_apart(address: str) -> None:
    from lxml import html

    shown = render(write(f"See {address} and [this]({address})."))
    for anchor in html.fragment_fromstring(shown.html, create_parent="div").iter("a"):
        assert text.is_web_address(anchor.get("href", "")) or "://" not in anchor.get("href", "")


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("https://github.com/a/b", "code"),
        ("https://gist.github.com/a/b", "code"),
        ("https://anonymous.4open.science/r/moss", "code"),
        ("https://zenodo.org/records/1", "data"),
        ("https://huggingface.co/datasets/a/b", "data"),
        ("https://www.youtube.com/watch?v=abc", "demo"),
        ("https://dx.doi.org/10.1000/182", "doi"),
        ("https://doi.org/the-handbook", "web"),
        ("https://export.arxiv.org/abs/2401.00001v2", "arxiv"),
        ("https://arxiv.org/list/cs.LG", "web"),
        ("https://openreview.net/forum?id=aBcDeFgHiJ", "openreview"),
        ("https://openreview.net/group?id=venue", "web"),
        ("https://example.org/moss.pdf", "pdf"),
        ("https://example.org/moss", "web"),
    ],
)
def test_the_kind_of_a_link_is_the_same_wherever_it_stands(address: str, kind: str) -> None:
    assert [link.rel for link in describe_links.find(f"See {address}.")] == [kind]
    (record,) = plaintext.read(f"Title: Moss\nURL: {address}\nAbstract: We grow moss.\n", "a.txt")
    assert [link.rel for link in record.links] == [kind]


@pytest.mark.parametrize(
    ("said", "address"),
    [
        ("代码见https://a.example/b获取。", "https://a.example/b"),
        ("见https://a.example/b！好", "https://a.example/b"),
        ("【https://a.example/b】后", "https://a.example/b"),
        ("《https://a.example/b》？", "https://a.example/b"),
        ("at https://a.example/b—and more", "https://a.example/b"),
        ("at https://a.example/b… more", "https://a.example/b"),
        ("코드는 https://a.example/b에서", "https://a.example/b"),
        ("at https://a.example/é_(x).", "https://a.example/é_(x)"),
        (f"at https://a.example/{'b' * 1900} too", f"https://a.example/{'b' * 1900}"),
        # Longer than any address: no half of it is linked.
        (f"at https://a.example/{'b' * 3000} too", None),
    ],
)
def test_a_bare_address_ends_where_the_sentence_goes_on(said: str, address: str | None) -> None:
    from lxml import html

    shown = render(write(said))
    assert shown.text == said
    found = [anchor.get("href") for anchor in html.fragment_fromstring(shown.html, create_parent="div").iter("a")]
    assert found == ([address] if address else [])

"""Links of an abstract: whole, clean, the paper's own first."""

from __future__ import annotations

import pytest

from generator.describe import links
from generator.model import Link


def urls(text: str) -> list[str]:
    return [link.url for link in links.find(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"Code: \url{https://github.com/pond/duck.js}.", ["https://github.com/pond/duck.js"]),
        ("Demo (https://duck.example/a_(b)), and more", ["https://duck.example/a_(b)"]),
        ("[code](https://github.com/pond/duck).", ["https://github.com/pond/duck"]),
        ("**https://github.com/pond/duck**!", ["https://github.com/pond/duck"]),
        ("See “https://duck.example/x?a=1&b=2”…", ["https://duck.example/x?a=1&b=2"]),
        ("at https://github.com/pond/duck/tree/main/set_one.", ["https://github.com/pond/duck/tree/main/set_one"]),
        ("代码见https://github.com/pond/duck。谢谢", ["https://github.com/pond/duck"]),
        ("at github.com/pond/duck.git, now", ["https://github.com/pond/duck.git"]),
        ("at www.duck.example/pond.", ["https://www.duck.example/pond"]),
        ("https://a.example/x,https://b.example/y", ["https://a.example/x", "https://b.example/y"]),
        ("https://github.com/pond/duck and https://github.com/Pond/duck/ and github.com/pond/duck.git", ["https://github.com/pond/duck"]),
        (r"\href{https://github.com/pond/mine}{our code}", ["https://github.com/pond/mine"]),
        ("(e.g. https://duck.example/ [1])", ["https://duck.example/"]),
        ("I write to duck@github.com/x and to pond.github.com/x", []),
        ("https:// and http://x are none, nor is the word github.com.", []),
    ],
)  # fmt: skip
def test_a_link_is_whole_and_without_the_sentence_around_it(text, expected):
    assert urls(text) == expected


@pytest.mark.parametrize(
    ("text", "rel"),
    [
        ("Code is available at https://github.com/pond/duck", "code"),
        ("Our code and data are available at https://duck.example/x", "code"),
        ("The data set is at https://duck.example/x", "data"),
        ("Code is here. A demo video: https://duck.example/x", "demo"),
        ("Project page: https://duck.example/x", "web"),
        ("at https://huggingface.co/datasets/pond/duck", "data"),
        ("at https://huggingface.co/spaces/pond/duck", "demo"),
        ("at https://zenodo.org/record/1", "data"),
        ("as https://arxiv.org/abs/2401.00001", "arxiv"),
        ("as https://duck.example/a.pdf", "pdf"),
    ],
)
def test_host_and_words_say_what_a_link_is(text, rel):
    assert [link.rel for link in links.find(text)] == [rel]


def test_the_papers_own_code_comes_first():
    text = "We extend Reed (see https://github.com/other/reed). We release our code: https://github.com/pond/mine."

    assert links.find(text) == (
        Link("code", "https://github.com/pond/mine"),
        Link("code", "https://github.com/other/reed"),
    )

"""The shipped seeds, read by eye: what their text must look like on the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.markup import render, write
from generator.model import Abstract, Provenance, Record
from generator.repair import repair

SEEDS = Path(__file__).parent.parent / "seeds"


def shown(prefix: str, number: int) -> Abstract:
    """The abstract `number`, from 1, of the seed file that begins with `prefix`."""
    (file,) = SEEDS.glob(f"{prefix}_*.txt")
    raw = file.read_text(encoding="utf-8").split("\n\n")[number].strip()
    return render(write(repair(Record(Provenance(file.name, number, 1, "0" * 64), abstract=raw)).abstract))


GOLD = [
    ("000", 3, ["neural networks remains", "nevertheless achieves", "eigendecomposition reveals", "image classification,", "weight-based interpretability"]),
    ("000", 9, ['training and "test" datasets', '"structure" and "simplicity" of']),
    ("000", 12, ["layer- or block-wise loss"]),
    ("000", 15, ["(↑17%)"]),
    ("000", 17, ["TEAL (Training-Free Activation Sparsity in LLMs)", "40-50% model-wide", "at 40% and 50%"]),
    ("000", 19, ["a ‘patch’,", "to 0.5×,", "https://github.com/shaochenze/PatchTrain"]),
    ("001", 1, ["layer- or block-wise loss"]),
    ("001", 2, ["a Data Manager (DataMan)", "by “reverse thinking” – prompting"]),
    ("001", 4, ["a reference “default” decision"]),
    ("001", 5, ["‘encoder-decoder schemes’", "99%", "sparse non-negative vectors"]),
    ("001", 9, ["PMP-based Data Selection (PDS)", "https://github.com/microsoft/LMOps/tree/main/data_selection."]),
    ("001", 12, ["(SI) [leviathan2023, chen2023, miao2024, sun2025, timor2025] and", "distributed speculative inference (DSI), a"]),
    ("001", 16, ["we introduce Quad, a data", "i.e., a high"]),
    ("001", 17, ["the last V-projection matrix"]),
]  # fmt: skip


@pytest.mark.parametrize(("prefix", "number", "pieces"), GOLD)
def test_an_abstract_reads_as_its_author_meant(prefix: str, number: int, pieces: list[str]) -> None:
    page = shown(prefix, number)
    for piece in pieces:
        assert piece in page.text
    assert page.unknown == ()


@pytest.mark.parametrize(
    ("prefix", "number", "emphasised"),
    [
        ("001", 2, ["“reverse thinking”", "Overall Score l=5"]),
        ("001", 5, ["exactly", "non-negative", "exact"]),
        ("001", 12, ["distributed speculative inference (DSI)", "speculation parallelism (SP)"]),
        ("001", 14, ["repulsion", "augmented"]),
        ("001", 17, ["Coresets for Training LLMs", "V"]),
        ("001", 18, ["any"]),
    ],
)
def test_emphasis_that_the_author_meant_is_kept(prefix: str, number: int, emphasised: list[str]) -> None:
    assert re.findall(r"<em>(.*?)</em>", shown(prefix, number).html) == emphasised


@pytest.mark.parametrize(
    ("prefix", "number", "url"),
    [
        ("000", 2, "https://github.com/mrflogs/LoRA-Pro"),
        ("000", 10, "https://github.com/zwhong714/weak-to-strong-preference-optimization"),
        ("000", 13, "https://github.com/Time-MoE/Time-MoE"),
        ("000", 16, "https://github.com/snumprlab/budgeted-cl"),
        ("000", 19, "https://github.com/shaochenze/PatchTrain"),
        ("001", 9, "https://github.com/microsoft/LMOps/tree/main/data_selection"),
    ],
)
def test_a_code_link_has_no_stop_or_brace_behind_it(prefix: str, number: int, url: str) -> None:
    assert re.findall(r'href="(.*?)"', shown(prefix, number).html) == [url]


@pytest.mark.parametrize("prefix", ["000", "001"])
def test_nothing_raw_is_left_on_any_page(prefix: str) -> None:
    for number in range(1, 20):
        text = shown(prefix, number).text
        assert not re.search(r"[\\`*$]|''|\w- [a-z](?!r )", text), text

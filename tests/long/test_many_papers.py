"""A thousand papers: whole, quiet on the second build, and small enough to multiply by a hundred."""

import json
import re
import sys
from pathlib import Path

import pytest
from shipped import run_incipit, stamp_tree

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))
import many_papers

COUNT = 1_000


@pytest.fixture(scope="module")
def thousand(tmp_path_factory):
    project = tmp_path_factory.mktemp("many") / "project"
    many_papers.project(project, COUNT)
    done = run_incipit(project, "build", "--json")
    assert done.status == 0, done.err
    return project, json.loads(done.out)


def test_every_record_is_accounted_for(thousand):
    _, report = thousand
    records = report["records"]
    assert records["read"] == COUNT
    assert records["read"] == records["kept"] + records["merged"] + records["refused"]
    assert records["kept"] == report["papers"] > 0.98 * COUNT


def test_a_second_build_writes_nothing(thousand):
    project, _ = thousand
    before = stamp_tree(project / "site") | stamp_tree(project / "content")
    assert run_incipit(project, "build").status == 0
    assert stamp_tree(project / "site") | stamp_tree(project / "content") == before


def test_the_site_read_back_has_no_fault(thousand):
    project, _ = thousand
    done = run_incipit(project, "check")
    assert (done.status, done.err) == (0, ""), done.out


def test_a_collection_too_large_for_extras_fits_a_free_host_at_a_hundred_thousand(tmp_path):
    """Above 10,000 papers a site leaves out twins and the larger citation files; a paper then costs so much, at most."""
    count = 11_000
    many_papers.project(tmp_path / "project", count)
    done = run_incipit(tmp_path / "project", "build", "--json", timeout=900)
    assert done.status == 0, done.err
    papers = json.loads(done.out)["papers"]
    site = tmp_path / "project/site"
    sizes = {path.relative_to(site).as_posix(): path.stat().st_size for path in site.rglob("*") if path.is_file()}
    pages = sorted(size for name, size in sizes.items() if re.fullmatch(r"papers/[^/]+/index\.html", name))
    kinds = {"page": sum(pages), "papers.jsonl": 0, "search": 0, "lists": 0, "papers.bib": 0}
    for name, size in sizes.items():
        if name in kinds:
            kinds[name] += size
        elif name.startswith("search/"):
            kinds["search"] += size
        elif not re.fullmatch(r"papers/[^/]+/index\.html", name):
            kinds["lists"] += size
    bytes_each = {kind: total / papers for kind, total in kinds.items()}
    limits = {"page": 4_500, "papers.jsonl": 1_900, "search": 2_300, "lists": 1_000, "papers.bib": 300}
    print(bytes_each, pages[len(pages) // 2], pages[-1])
    assert (pages[len(pages) // 2] <= limits["page"], pages[-1] <= 15_000) == (True, True)
    assert {kind: size for kind, size in bytes_each.items() if kind != "page" and size > limits[kind]} == {}
    assert sum(sizes.values()) / papers <= 10_000

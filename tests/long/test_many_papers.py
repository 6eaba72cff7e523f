"""A thousand papers: whole, quiet on the second build, and small enough to multiply by a hundred."""

import json
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


def test_records_citations_and_long_pages_keep_to_their_bytes_in_a_large_collection(tmp_path):
    """Above 10,000 papers a site leaves its extras out. What else a paper costs is a figure of `make bench`."""
    many_papers.project(tmp_path / "project", 11_000)
    done = run_incipit(tmp_path / "project", "build", "--json", timeout=900)
    assert done.status == 0, done.err
    papers = json.loads(done.out)["papers"]
    site = tmp_path / "project/site"
    assert (site / "papers.jsonl").stat().st_size / papers <= 1_900
    assert (site / "papers.bib").stat().st_size / papers <= 300
    assert not list(site.glob("papers/*/index.md"))
    assert not (site / "papers.ris").exists()
    long = [page for page in site.glob("papers/*/index.html") if page.stat().st_size > 15_000]
    assert [page for page in long if page.read_text(encoding="utf-8").count("citation_author") <= 100] == []

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


def test_a_hundred_times_as_many_fit_a_free_host(thousand):
    project, report = thousand
    sizes = {path: path.stat().st_size for path in (project / "site").rglob("*") if path.is_file()}
    pages = sorted(
        size for path, size in sizes.items() if path.parent.parent.name == "papers" and path.name == "index.html"
    )
    assert pages[len(pages) // 2] <= 4_500
    assert pages[-1] <= 15_000
    listed = sum(sizes[project / "site" / name] for name in ("papers.jsonl",))
    assert listed / report["papers"] <= 1_900

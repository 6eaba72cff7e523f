"""One paper more among a thousand rewrites few files: those that name it or count, and those of its topics."""

import json
import sys
from pathlib import Path

import pytest
from shipped import read_tree, run_incipit

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))
import many_papers

COUNT = 1_000
MOST = 40


@pytest.fixture
def project(tmp_path):
    many_papers.start(tmp_path / "project")
    return tmp_path / "project"


def test_one_paper_more_rewrites_at_most_forty_files_and_those_of_its_topics(project):
    records = [many_papers.fielded(paper) for paper in many_papers.recombined(COUNT + 3)]
    for count in range(COUNT, COUNT + 4):
        before = read_tree(project / "site") if count > COUNT else {}
        (project / "seeds/papers.txt").write_text("".join(records[:count]), encoding="utf-8")
        done = run_incipit(project, "build", "--json")
        assert done.status == 0, done.err
        if before:
            report = json.loads(done.out)
            now = read_tree(project / "site")
            changed = {f"site/{name}" for name, raw in now.items() if before.get(name) != raw}
            topics = own_topics(project, report)
            theirs = {name for name in changed if name.split("/")[1:3] in [["topics", slug] for slug in topics]}
            print(report["files"], len(theirs))
            assert report["files"]["written"] - len(theirs) <= MOST, sorted(changed - theirs)


def own_topics(project, report):
    """The topics of the one new page."""
    [page] = [name for name in report["content"] if name.startswith("content/papers/")]
    [line] = [
        line for line in (project / page).read_text(encoding="utf-8").splitlines() if line.startswith("topics: ")
    ] or ["topics: []"]
    return json.loads(line.removeprefix("topics: "))

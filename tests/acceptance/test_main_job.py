"""The shipped seeds become the shipped site: once, again, elsewhere, with the same bytes."""

import json
import shutil

import feedparser

# Whatever a machine may differ in and a site must not: where, when, who, in which language and order.
ELSEWHERE = {
    "TZ": "Asia/Kathmandu",
    "LC_ALL": "C",
    "LANG": "C",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
    "PYTHONHASHSEED": "4711",
    "SOURCE_DATE_EPOCH": "86400",
}


def papers(project):
    return sorted(path.parent.name for path in project.glob("site/papers/*/index.html") if path.parent.name != "page")


def test_a_fresh_project_builds_and_accounts_for_every_record(project, incipit):
    done = incipit(project, "build")
    assert (done.status, done.err) == (0, "")
    assert "38 read, 36 kept, 2 merged, 0 refused" in done.out
    assert len(papers(project)) == 36
    assert len(feedparser.parse((project / "site/feed.xml").read_bytes()).entries) == 36


def test_the_report_says_the_same_in_json(project, incipit):
    report = json.loads(incipit(project, "build", "--json").out)
    assert report["records"] == {"read": 38, "kept": 36, "merged": 2, "refused": 0}
    assert report["papers"] == 36
    assert report["files"]["written"] > 100
    assert report["warnings"] == []
    assert set(report["seconds"]) >= {"repair", "dedupe"}


def test_content_in_git_is_exactly_what_ingest_writes(project, incipit, tree):
    before = tree(project / "content")
    done = incipit(project, "build", "--locked")
    assert done.status == 0, done.err
    assert tree(project / "content") == before


def test_locked_fails_and_writes_nothing_when_ingest_would_change_content(project, incipit, tree):
    (project / "seeds/zz.txt").write_text(
        "We grow moss on old brick walls and count its leaves each week for a year.\n", encoding="utf-8"
    )
    before = tree(project)
    done = incipit(project, "build", "--locked")
    assert done.status == 1
    assert "content/receipts.jsonl" in done.err
    assert tree(project / "content") == {
        name.removeprefix("content/"): raw for name, raw in before.items() if name.startswith("content/")
    }
    assert not (project / "site/index.html").exists()


def test_a_second_build_writes_no_file(built, incipit, stamps):
    incipit(built, "build")  # a copy has new inodes: let the build see them once
    before = {name: stamps(built / name) for name in ("site", "content")}
    done = incipit(built, "build", "--json")
    assert done.status == 0
    assert json.loads(done.out)["files"] | {"unchanged": 0} == {"written": 0, "unchanged": 0, "removed": 0}
    assert {name: stamps(built / name) for name in ("site", "content")} == before


def test_a_build_without_its_cache_writes_no_file(built, incipit, stamps):
    shutil.rmtree(built / ".incipit")
    before = {name: stamps(built / name) for name in ("site", "content")}
    assert incipit(built, "build").status == 0
    assert {name: stamps(built / name) for name in ("site", "content")} == before


def test_a_deleted_site_comes_back_with_the_same_bytes(built, incipit, tree):
    before = tree(built / "site")
    shutil.rmtree(built / "site")
    assert incipit(built, "build").status == 0
    assert tree(built / "site") == before


def test_one_deleted_page_comes_back_with_the_same_bytes(built, incipit, tree):
    before = tree(built / "site")
    (built / "site/about/index.html").unlink()
    assert incipit(built, "build").status == 0
    assert tree(built / "site") == before


def test_another_folder_zone_locale_umask_and_hash_seed_give_the_same_bytes(
    built_once, tmp_path, copied, incipit, tree
):
    elsewhere = copied(tmp_path / "ein anderer Ort" / "论文")
    done = incipit(elsewhere, "build", env=ELSEWHERE, umask=0o077)
    assert done.status == 0, done.err
    assert tree(elsewhere / "site") == tree(built_once / "site")
    assert tree(elsewhere / "content") == tree(built_once / "content")


def test_a_first_ingest_elsewhere_mints_the_same_ids_and_titles(tmp_path, copied, incipit, tree):
    made = []
    for name, env in (("a", {"SOURCE_DATE_EPOCH": "86400", "PYTHONHASHSEED": "0"}), ("b", ELSEWHERE)):
        project = copied(tmp_path / name)
        shutil.rmtree(project / "content/papers", ignore_errors=True)
        for record in ("ledger.jsonl", "receipts.jsonl"):
            (project / "content" / record).unlink(missing_ok=True)
        done = incipit(project, "build", env=env)
        assert done.status == 0, done.err
        made.append((tree(project / "content"), tree(project / "site")))
    assert made[0] == made[1]
    shipped = {name for name in tree(copied(tmp_path / "c") / "content") if name.startswith("papers/")}
    assert {name for name in made[0][0] if name.startswith("papers/")} == shipped


def test_the_site_may_be_read_by_everyone(built_once):
    closed = [
        path
        for path in (built_once / "site").rglob("*")
        if path.is_symlink() or path.stat().st_mode & 0o777 != (0o755 if path.is_dir() else 0o644)
    ]
    assert closed == []


def test_the_order_of_two_lists_decides_which_stands_first(project, incipit):
    report = json.loads(incipit(project, "build", "--json").out)
    lines = [json.loads(line) for line in (project / "content/receipts.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(lines) == report["records"]["read"]
    assert [(line["file"][:9], line["record"]) for line in lines if line["outcome"] == "merged"] == [
        ("seeds/001", 1),
        ("seeds/001", 7),
    ]

"""deploy publishes the built site to a branch, and nothing else of the repository changes."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from generator import store
from generator.deploy import deploy
from generator.errors import InputError, MachineError, UsageError
from generator.model import Config, Output

NOW = "2023-11-14T22:13:20Z"
CONFIG = Config(title="Ferns\n and mosses", url="https://ferns.example/x/")
OUTPUTS = [Output("index.html", b"<p>home</p>\r\n"), Output('a b/\u00e9"x.txt', b"$Id$\n"), Output(".nojekyll", b"")]


@pytest.fixture(autouse=True)
def own_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No configuration of the machine reaches git, and the dates stand still."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


def git(folder: Path, *arguments: str) -> str:
    found = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, check=True)
    return found.stdout.decode().rstrip("\n")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A built project in a repository with a bare remote called origin."""
    project, remote = tmp_path / "project", tmp_path / "remote.git"
    git(tmp_path, "init", "-q", "--bare", str(remote))
    git(tmp_path, "init", "-q", "-b", "main", str(project))
    git(project, "remote", "add", "origin", str(remote))
    git(project, "config", "core.autocrlf", "input")
    (project / "config.yaml").write_text("title: Ferns\n", encoding="utf-8")
    (project / ".gitattributes").write_text("*.txt ident text\n", encoding="utf-8")
    (project / ".gitignore").write_text(".incipit/\n", encoding="utf-8")
    git(project, "add", ".")
    git(project, "-c", "user.name=A", "-c", "user.email=a@a.example", "commit", "-qm", "start")
    build(project, OUTPUTS)
    return project


def build(project: Path, outputs: list[Output], *, lenient: bool = False) -> None:
    with store.locked(project):
        writes, removes, _ = store.site_changes(project, "site", outputs, lenient=lenient)
        store.apply(project, writes, removes)
        roots = [project / "config.yaml"]
        store.remember(project, roots, store.snapshot(roots))


def published(project: Path, branch: str = "gh-pages") -> dict[str, bytes]:
    remote = project.parent / "remote.git"
    names = subprocess.run(
        ["git", "ls-tree", "-rz", "--name-only", branch], cwd=remote, capture_output=True, check=True
    ).stdout.split(b"\0")[:-1]
    return {
        name.decode(): subprocess.run(
            ["git", "cat-file", "blob", branch.encode() + b":" + name], cwd=remote, capture_output=True, check=True
        ).stdout
        for name in names
    }


def test_the_branch_holds_the_site_byte_for_byte_without_what_is_incipits_own(project: Path) -> None:
    line = deploy(project, CONFIG, "origin", "gh-pages", NOW)

    assert published(project) == {output.path: output.content for output in OUTPUTS}
    assert line.startswith("published 3 files to origin gh-pages (")
    assert "\n" not in line


def test_checkout_index_and_branches_stay_as_they_are(project: Path) -> None:
    (project / "config.yaml").write_text("title: Ferns\n# edited\n", encoding="utf-8")
    git(project, "add", "config.yaml")
    build(project, OUTPUTS)
    before = git(project, "status", "--porcelain"), git(project, "rev-parse", "HEAD"), git(project, "diff", "--cached")

    deploy(project, CONFIG, "origin", "gh-pages", NOW)

    after = git(project, "status", "--porcelain"), git(project, "rev-parse", "HEAD"), git(project, "diff", "--cached")
    assert after == before
    assert git(project, "for-each-ref", "--format=%(refname)").split() == [
        "refs/heads/main",
        "refs/remotes/origin/gh-pages",
    ]


def test_a_second_deploy_says_that_nothing_changed_and_makes_no_commit(project: Path) -> None:
    deploy(project, CONFIG, "origin", "gh-pages", NOW)
    head = git(project.parent / "remote.git", "rev-parse", "gh-pages")

    assert deploy(project, CONFIG, "origin", "gh-pages", NOW) == "nothing changed: origin gh-pages holds this site"
    assert git(project.parent / "remote.git", "rev-parse", "gh-pages") == head


def test_a_changed_site_is_one_commit_on_top_and_dropped_files_are_gone(project: Path) -> None:
    deploy(project, CONFIG, "origin", "gh-pages", NOW)
    build(project, [Output("index.html", b"new")])

    deploy(project, CONFIG, "origin", "gh-pages", NOW)

    assert published(project) == {"index.html": b"new"}
    log = git(project.parent / "remote.git", "log", "--format=%s|%cd|%an", "--date=raw", "gh-pages").splitlines()
    assert log == ["Publish Ferns and mosses|1700000000 +0000|Incipit"] * 2


def test_a_cname_on_the_branch_is_kept(project: Path, tmp_path: Path) -> None:
    deploy(project, CONFIG, "origin", "gh-pages", NOW)
    other = tmp_path / "other"
    git(tmp_path, "clone", "-q", "-b", "gh-pages", str(tmp_path / "remote.git"), str(other))
    (other / "CNAME").write_text("ferns.example\n", encoding="utf-8")
    git(other, "add", "CNAME")
    git(other, "-c", "user.name=A", "-c", "user.email=a@a.example", "commit", "-qm", "domain")
    git(other, "push", "-q")

    assert deploy(project, CONFIG, "origin", "gh-pages", NOW).startswith("nothing changed")
    build(project, [Output("index.html", b"new")])
    deploy(project, CONFIG, "origin", "gh-pages", NOW)

    assert published(project) == {"CNAME": b"ferns.example\n", "index.html": b"new"}


def test_a_file_that_a_person_put_into_the_site_goes_along_but_no_link_does(project: Path) -> None:
    (project / "site" / "google.html").write_bytes(b"mine")
    (project / "site" / "out").symlink_to("/etc/hostname")

    deploy(project, CONFIG, "origin", "gh-pages", NOW)

    assert set(published(project)) == {*(output.path for output in OUTPUTS), "google.html"}


def test_the_default_url_is_refused(project: Path) -> None:
    with pytest.raises(UsageError, match="has no `url`"):
        deploy(project, Config(title="Ferns"), "origin", "gh-pages", NOW)


def test_a_lenient_site_is_refused_until_it_is_built_whole(project: Path) -> None:
    build(project, OUTPUTS, lenient=True)
    with pytest.raises(InputError, match="--lenient"):
        deploy(project, CONFIG, "origin", "gh-pages", NOW)

    build(project, OUTPUTS)
    assert deploy(project, CONFIG, "origin", "gh-pages", NOW).startswith("published")


def test_a_missing_an_edited_and_an_outdated_site_are_refused(project: Path) -> None:
    (project / "config.yaml").write_text("title: Mosses, and more\n", encoding="utf-8")
    with pytest.raises(InputError, match="is older than what it is made from"):
        deploy(project, CONFIG, "origin", "gh-pages", NOW)
    (project / "site" / "index.html").write_bytes(b"<p>HOME</p>\r\n")
    with pytest.raises(InputError, match=r"site/index\.html: changed after the build"):
        deploy(project, CONFIG, "origin", "gh-pages", NOW)
    with store.locked(project):
        store.clean(project, "site")
    with pytest.raises(InputError, match="there is no built site here"):
        deploy(project, CONFIG, "origin", "gh-pages", NOW)
    assert git(project.parent / "remote.git", "for-each-ref") == ""


def test_the_branch_of_the_sources_is_never_overwritten(project: Path) -> None:
    with pytest.raises(UsageError, match="main is checked out here"):
        deploy(project, CONFIG, "origin", "main", NOW)
    git(project, "push", "-q", "origin", "main:trunk")
    with pytest.raises(UsageError, match="trunk of origin holds a project's sources"):
        deploy(project, CONFIG, "origin", "trunk", NOW)


@pytest.mark.parametrize(
    ("remote", "branch"), [("nowhere", "gh-pages"), ("origin", "no..name"), ("--upload-pack=touch x", "gh-pages")]
)
def test_what_git_refuses_is_one_line(project: Path, remote: str, branch: str) -> None:
    with pytest.raises(MachineError) as caught:
        deploy(project, CONFIG, remote, branch, NOW)

    assert "\n" not in str(caught.value)
    assert not (project / "x").exists()


def test_without_a_repository_the_line_says_so(tmp_path: Path) -> None:
    project = tmp_path / "bare"
    project.mkdir()
    (project / "config.yaml").write_text("title: Ferns\n", encoding="utf-8")
    build(project, OUTPUTS)

    with pytest.raises(MachineError, match="is in no git repository"):
        deploy(project, CONFIG, "origin", "gh-pages", NOW)


def test_a_rejected_push_leaves_no_trace(project: Path) -> None:
    hook = project.parent / "remote.git" / "hooks" / "update"
    hook.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    hook.chmod(0o755)

    with pytest.raises(MachineError, match="git push failed"):
        deploy(project, CONFIG, "origin", "gh-pages", NOW)

    assert git(project, "for-each-ref", "--format=%(refname)") == "refs/heads/main"


def test_the_commit_has_the_moment_of_the_command(project: Path) -> None:
    deploy(project, CONFIG, "origin", "gh-pages", NOW)
    assert git(project, "ls-remote", "origin", "refs/heads/gh-pages")
    git(project, "fetch", "-q", "origin", "gh-pages")
    assert git(project, "log", "-1", "--format=%cI", "FETCH_HEAD") in (NOW, NOW.replace("Z", "+00:00"))

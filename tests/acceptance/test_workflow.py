"""The workflow's own commands on a bare clone: one seed more is one feed item more, for ever."""

import os
import re
import shutil
import subprocess
import sys
import time

import feedparser
import pytest
import yaml
from shipped import REPOSITORY, environment

SEED = "We grow moss on old brick walls and count its leaves each week for a year, in sun and in shade.\n"


@pytest.fixture
def workflow():
    return yaml.safe_load((REPOSITORY / ".github/workflows/site.yml").read_text(encoding="utf-8"))


def commands(workflow, job):
    """The job's own commands, without those that install Incipit."""
    return [step["run"] for step in workflow["jobs"][job]["steps"] if "run" in step and step["name"] != "Install"]


@pytest.fixture
def remote(tmp_path, copied):
    """A bare repository with the shipped project on its branch main, and `incipit` as a command."""
    first = copied(tmp_path / "first")
    shutil.rmtree(tmp_path / "remote.git", ignore_errors=True)
    git(first, "init", "--quiet", "--initial-branch=main")
    git(first, "add", "--all")
    git(first, "commit", "--quiet", "--message", "First")
    git(first, "clone", "--quiet", "--bare", ".", str(tmp_path / "remote.git"))
    command = tmp_path / "bin/incipit"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m generator "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return tmp_path / "remote.git"


def git(folder, *arguments):
    name = {f"GIT_{who}_{what}": "someone" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    isolated = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(
        ["git", *arguments], cwd=folder, env=environment(name | isolated), capture_output=True, check=True, text=True
    )
    return done.stdout


def run_jobs(workflow, remote, folder):
    """Both jobs in fresh clones, as the runner would; -> the folder of the built project."""
    outputs = folder / "outputs"
    folder.mkdir()
    bare = {
        "PATH": f"{remote.parent / 'bin'}:{os.environ['PATH']}",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    for job in ("ingest", "deploy"):
        git(folder, "clone", "--quiet", "--depth=1", f"file://{remote}", job)
        if job == "deploy":
            commit = re.fullmatch(r"commit=([0-9a-f]{40})\n", outputs.read_text(encoding="utf-8"))[1]
            git(folder / job, "checkout", "--quiet", commit)
        steps = [step for step in workflow["jobs"][job]["steps"] if "run" in step and step["name"] != "Install"]
        for step in steps:
            given = {
                name: value.replace("${{ github.ref_name }}", "main") for name, value in step.get("env", {}).items()
            }
            done = subprocess.run(
                ["bash", "-e", "-c", step["run"]],
                cwd=folder / job,
                env=environment(bare | given | {"GITHUB_OUTPUT": str(outputs)}),
                check=False,
                capture_output=True,
                text=True,
                timeout=120,
            )
            assert done.returncode == 0, done.stdout + done.stderr
    return folder / "deploy"


def items(project):
    entries = feedparser.parse((project / "site/atom.xml").read_bytes()).entries
    return {entry.id: (entry.published, entry.updated, entry.title) for entry in entries}


def test_a_seed_added_by_one_commit_is_one_feed_item_with_one_id_and_date(workflow, remote, tmp_path):
    before = items(run_jobs(workflow, remote, tmp_path / "run0"))
    assert len(before) == 36
    git(tmp_path, "clone", "--quiet", str(remote), "author")
    (tmp_path / "author/seeds/zz-new.txt").write_text(SEED, encoding="utf-8")
    git(tmp_path / "author", "add", "seeds")
    git(tmp_path / "author", "commit", "--quiet", "--message", "Add a seed")
    git(tmp_path / "author", "push", "--quiet", "origin", "main")
    first = items(run_jobs(workflow, remote, tmp_path / "run1"))
    head = git(remote, "rev-parse", "main")
    time.sleep(1.1)  # another second: a date that is taken twice would differ
    second = items(run_jobs(workflow, remote, tmp_path / "run2"))
    assert len(first.keys() - before.keys()) == 1
    assert second == first
    assert {name: first[name] for name in before} == before
    assert git(remote, "rev-parse", "main") == head  # nothing to commit, so no commit
    assert git(remote, "log", "--format=%s", "main").splitlines() == ["Ingest seeds", "Add a seed", "First"]


def test_a_push_meanwhile_is_kept_and_ingested_too(workflow, remote, tmp_path):
    """The branch moves between checkout and push: the first attempt to push is refused, the second holds both."""
    git(tmp_path, "clone", "--quiet", str(remote), "author")
    for name in ("one", "two"):
        text = f"We study {name} kind of moss on brick walls near the {name} river, and describe how it spreads over years.\n"
        (tmp_path / f"author/seeds/zz-{name}.txt").write_text(text, encoding="utf-8")
        git(tmp_path / "author", "add", "seeds")
        git(tmp_path / "author", "commit", "--quiet", "--message", name)
    git(tmp_path / "author", "push", "--quiet", "origin", "main~1:main")
    hook = tmp_path / "bin/incipit"
    hook.write_text(
        hook.read_text(encoding="utf-8").replace(
            "exec", f'git -C "{tmp_path}/author" push --quiet origin main 2>/dev/null || true\nexec'
        ),
        encoding="utf-8",
    )
    built = run_jobs(workflow, remote, tmp_path / "run")
    assert len(items(built)) == 38
    log = git(remote, "log", "--format=%s", "main").splitlines()
    assert log == ["Ingest seeds", "two", "one", "First"]


def test_each_job_may_do_what_it_needs_and_no_more(workflow):
    jobs = workflow["jobs"]
    assert workflow["permissions"] == {"contents": "read"}
    assert jobs["ingest"]["permissions"] == {"contents": "write"}
    assert jobs["deploy"]["permissions"] == {"contents": "read", "pages": "write", "id-token": "write"}
    assert jobs["deploy"]["needs"] == "ingest"
    assert jobs["deploy"]["concurrency"] == {"group": "pages", "cancel-in-progress": False}
    assert jobs["deploy"]["environment"]["name"] == "github-pages"
    assert "incipit build --locked" in commands(workflow, "deploy")


def test_a_new_project_gets_the_same_workflow_but_for_how_incipit_is_installed(workflow):
    packaged = yaml.safe_load((REPOSITORY / "generator/skeleton/github/site.yml").read_text(encoding="utf-8"))
    for each in (workflow, packaged):
        for job in each["jobs"].values():
            job["steps"] = [step for step in job["steps"] if step.get("name") != "Install"]
    assert packaged == workflow

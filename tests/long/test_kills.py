"""A build killed at any moment: every file whole, and after the next command all old or all new."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time

from shipped import environment, read_tree, run_incipit

KILLS = 50
NOW = {"SOURCE_DATE_EPOCH": "1800000000"}
SEED = "We grow moss on old brick walls and count its leaves each week for a year, in sun and in shade.\n"


def change(project):
    """A change that touches every page, adds a paper and removes another's words."""
    config = project / "config.yaml"
    config.write_text(
        config.read_text(encoding="utf-8").replace("title: ICLR 2025", "title: Moss 2026"), encoding="utf-8"
    )
    (project / "seeds/zz.txt").write_text(SEED, encoding="utf-8")
    page = min(project.glob("content/papers/*.md"))
    page.write_text(page.read_text(encoding="utf-8").rstrip() + " And more.\n", encoding="utf-8")


def state(project):
    site = {f"site/{name}": raw for name, raw in read_tree(project / "site").items()}
    return site | {f"content/{name}": raw for name, raw in read_tree(project / "content").items()}


def killed_build(project, after, *, writing):
    """Start a build and kill it, workers and all, `after` seconds from its start or, with `writing`, from the moment
    when it begins to stage files; -> whether it was still running.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "generator", "build"],
        cwd=project,
        env=environment(NOW),
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while writing and process.poll() is None and not (project / ".incipit/stage").exists():
        time.sleep(0.0005)
    try:
        process.wait(timeout=after)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return True
    return False


def test_after_a_kill_the_next_command_leaves_the_old_or_the_new_site_whole(built_once, tmp_path):
    changed = shutil.copytree(built_once, tmp_path / "changed")
    change(changed)
    old = state(changed)
    reference = shutil.copytree(changed, tmp_path / "reference")
    started = time.perf_counter()
    assert run_incipit(reference, "build", env=NOW).status == 0
    duration = time.perf_counter() - started
    new = state(reference)
    assert old.keys() - new.keys()  # files to remove
    assert new.keys() - old.keys()  # and files to add

    chance = random.Random(20261130)
    outcomes = {"old": 0, "new": 0, "ended before": 0}
    for number in range(KILLS):
        project = tmp_path / f"kill{number}"
        shutil.copytree(changed, project)
        # Half of the moments anywhere, half while files are written, which is soon over.
        writing = number % 2 == 0
        after = chance.uniform(0, 0.15) if writing else chance.uniform(0, duration)
        running = killed_build(project, after, writing=writing)
        torn = {name for name, raw in state(project).items() if raw not in (old.get(name), new.get(name))}
        assert torn == set(), f"half a file after {after:.3f} s"
        following = run_incipit(project, "review", env=NOW)
        assert following.status == 0, following.err
        found = state(project)
        assert found in (old, new), f"neither old nor new after {after:.3f} s: {differing(found, old, new)}"
        outcomes["ended before" if not running else "old" if found == old else "new"] += 1
        assert run_incipit(project, "build", env=NOW).status == 0
        assert state(project) == new
        shutil.rmtree(project)
    print(outcomes)
    assert outcomes["old"] > 0
    assert outcomes["new"] > 0


def differing(found, old, new):
    """The names that tell old from new, and on which side each stands."""
    sides = {}
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            sides[name] = (
                "old" if found.get(name) == old.get(name) else "new" if found.get(name) == new.get(name) else "?"
            )
    return sides

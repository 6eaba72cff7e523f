"""store writes a set of files whole or not at all, and touches nothing that is not its own."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from generator import store
from generator.errors import Faults, InputError, MachineError
from generator.model import Output, Remove, Write

IGNORE = b"*\n!.gitignore\n"


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def tree(project: Path) -> dict[str, bytes]:
    """Every file of the project but the workplace, and the empty folders as "…/"."""
    found: dict[str, bytes] = {}
    for path in sorted(project.rglob("*")):
        name = path.relative_to(project).as_posix()
        if name.startswith(".incipit"):
            continue
        if path.is_dir() and not path.is_symlink():
            if not any(path.iterdir()):
                found[name + "/"] = b""
        else:
            found[name] = str(path.readlink()).encode() if path.is_symlink() else path.read_bytes()
    return found


def publish(project: Path, *outputs: Output, output: str = "site") -> tuple[int, int, int]:
    with store.locked(project):
        writes, removes, unchanged = store.site_changes(project, output, outputs)
        store.apply(project, writes, removes)
    return len(writes), len(removes), unchanged


def stage_is_clean(project: Path) -> bool:
    return not {"stage", "journal.json", "journal.new"} & {path.name for path in (project / ".incipit").iterdir()}


# --- apply ------------------------------------------------------------------------------------


def test_writes_replaces_and_removes_and_leaves_no_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "content" / "papers").mkdir(parents=True)
    (tmp_path / "content" / "papers" / "old.md").write_bytes(b"old")
    (tmp_path / "site" / "a" / "b").mkdir(parents=True)
    (tmp_path / "site" / "a" / "b" / "x.html").write_bytes(b"x")

    with store.locked(tmp_path):
        store.apply(
            tmp_path,
            [Write("content/papers/old.md", b"new", digest(b"old")), Write("content/topics/t.md", b"t")],
            [Remove("site/a/b/x.html", digest(b"x"))],
        )

    assert tree(tmp_path) == {"content/papers/old.md": b"new", "content/topics/t.md": b"t", "site/": b""}
    assert stage_is_clean(tmp_path)


def test_new_files_and_folders_are_readable_for_all_whatever_the_umask(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    mine = tmp_path / "content" / "mine.md"
    mine.write_bytes(b"old")
    mine.chmod(0o664)
    before = os.umask(0o077)
    try:
        with store.locked(tmp_path):
            store.apply(tmp_path, [Write("site/a/x.html", b"x"), Write("content/mine.md", b"n", digest(b"old"))], [])
    finally:
        os.umask(before)

    assert (tmp_path / "site" / "a" / "x.html").stat().st_mode & 0o777 == 0o644
    assert (tmp_path / "site" / "a").stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "site").stat().st_mode & 0o777 == 0o755
    assert mine.stat().st_mode & 0o777 == 0o664, "a group that may write keeps that right"


def test_a_read_only_file_of_ours_is_replaced(tmp_path: Path) -> None:
    publish(tmp_path, Output("x.svg", b"1"))
    (tmp_path / "site" / "x.svg").chmod(0o444)

    publish(tmp_path, Output("x.svg", b"2"))

    assert (tmp_path / "site" / "x.svg").read_bytes() == b"2"
    assert (tmp_path / "site" / "x.svg").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("edited", [b"edited", None], ids=["edited", "deleted"])
def test_an_edit_since_reading_stops_everything(tmp_path: Path, edited: bytes | None) -> None:
    (tmp_path / "a.md").write_bytes(b"read")
    if edited is None:
        (tmp_path / "a.md").unlink()
    else:
        (tmp_path / "a.md").write_bytes(edited)
    before = tree(tmp_path)

    with store.locked(tmp_path), pytest.raises(InputError, match=r"a\.md: was .* while the command ran.*run it again"):
        store.apply(tmp_path, [Write("b/c.md", b"new"), Write("a.md", b"mine", digest(b"read"))], [])

    assert tree(tmp_path) == before
    assert stage_is_clean(tmp_path)


def test_a_save_in_the_last_moment_is_kept_and_all_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person saves after the first comparison, while the first files are already being renamed."""
    (tmp_path / "old.md").write_bytes(b"old")
    (tmp_path / "gone.md").write_bytes(b"gone")
    (tmp_path / "z.md").write_bytes(b"read")
    replace = os.replace

    def replace_while_saving(source: str, target: str) -> None:
        replace(source, target)
        if str(target).endswith("new/first.md"):
            (tmp_path / "z.md").write_bytes(b"save")

    monkeypatch.setattr(os, "replace", replace_while_saving)
    with store.locked(tmp_path), pytest.raises(InputError, match=r"z\.md: was changed while the command ran"):
        store.apply(
            tmp_path,
            [
                Write("old.md", b"newer", digest(b"old")),
                Write("new/first.md", b"1"),
                Write("z.md", b"mine", digest(b"read")),
            ],
            [Remove("gone.md", digest(b"gone"))],
        )

    assert tree(tmp_path) == {"old.md": b"old", "gone.md": b"gone", "z.md": b"save"}
    assert stage_is_clean(tmp_path)


def test_a_foreign_file_or_folder_at_a_target_is_named_with_status_4(tmp_path: Path) -> None:
    (tmp_path / "site" / "x.html").mkdir(parents=True)
    (tmp_path / "site" / "y.html").write_bytes(b"mine")
    before = tree(tmp_path)

    with store.locked(tmp_path), pytest.raises(Faults) as caught:
        store.apply(tmp_path, [Write("site/x.html", b"x"), Write("site/y.html", b"y"), Write("site/z.html", b"z")], [])

    assert caught.value.status == 4
    assert [fault.file for fault in caught.value.faults] == ["site/x.html", "site/y.html"]
    assert tree(tmp_path) == before


def test_a_file_where_a_folder_is_needed_is_named(tmp_path: Path) -> None:
    (tmp_path / "site").write_bytes(b"mine")

    with store.locked(tmp_path), pytest.raises(MachineError, match="site: a file stands where a folder is needed"):
        store.apply(tmp_path, [Write("site/papers/x.html", b"x")], [])

    assert tree(tmp_path) == {"site": b"mine"}


@pytest.mark.parametrize("path", ["../out", "/tmp/incipit-out", "a/../../out", "a//b", "a/./b", "x\0y", ".."])
def test_a_path_out_of_the_project_is_refused(tmp_path: Path, path: str) -> None:
    project = tmp_path / "project"
    project.mkdir()
    with store.locked(project), pytest.raises(MachineError, match="no path inside the project"):
        store.apply(project, [Write(path, b"x")], [])

    assert [path.name for path in tmp_path.iterdir()] == ["project"]


def test_a_link_is_never_followed_out_of_the_project(tmp_path: Path) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside"
    (project / "site").mkdir(parents=True)
    outside.mkdir()
    (project / "site" / "papers").symlink_to("../../outside")
    (outside / "secret").write_bytes(b"secret")
    (project / "site" / "index.html").symlink_to("../../outside/secret")

    with store.locked(project):
        with pytest.raises(MachineError, match="site/papers: is a link"):
            store.apply(project, [Write("site/papers/x.html", b"x")], [])
        store.apply(project, [Write("site/index.html", b"home", store.ANY)], [])

    assert tree(outside) == {"secret": b"secret"}
    assert not (project / "site" / "index.html").is_symlink()


def test_a_workplace_that_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other" / "stage").mkdir(parents=True)
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / ".incipit").symlink_to("../other")

    with pytest.raises(MachineError, match=r"\.incipit: is a link"), store.locked(tmp_path / "project"):
        pass

    assert (tmp_path / "other" / "stage").is_dir()


FAILING = ["open", "write", "fsync", "link", "replace", "mkdir", "chmod", "fchmod", "unlink"]


@pytest.mark.parametrize("call", FAILING)
def test_a_full_disk_at_any_call_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    """The n-th call of each kind fails once with ENOSPC, for every n until the work succeeds."""
    original: Callable[..., object] = getattr(os, call)
    failed = 0
    for number in range(100):
        project = tmp_path / str(number)
        old, new, work = scene(project)
        with store.locked(project):
            count = 0

            def fail(*arguments: object, number: int = number, **options: object) -> object:
                nonlocal count
                count += 1
                if count == number + 1:
                    raise OSError(errno.ENOSPC, "No space left on device", str(arguments[0]))
                return original(*arguments, **options)

            with monkeypatch.context() as patch:
                patch.setattr(os, call, fail)
                try:
                    work()
                except MachineError as error:
                    failed += "the disk is full; free some space" in str(error)
            assert tree(project) in (old, new), (call, number)
            if tree(project) == old:
                assert stage_is_clean(project)
        if count <= number:
            assert tree(project) == new
            break
        with store.locked(project):
            assert stage_is_clean(project)
            assert tree(project) in (old, new), (call, number, "after the next command")
    else:
        pytest.fail("the work never succeeded")
    assert failed or call == "link", "what cannot be linked is copied"


def scene(project: Path) -> tuple[dict[str, bytes], dict[str, bytes], Callable[[], None]]:
    """A project before and after a work that does everything: replace, create in new folders, remove, empty folders."""
    files = {"content/papers/a.md": b"a", "content/papers/b.md": b"b", "site/p/b/index.html": b"B", "site/i.html": b"I"}
    for name, content in files.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_bytes(content)
    old = tree(project)
    new = {
        "content/papers/a.md": b"a2",
        "content/topics/t.md": b"t",
        "content/papers/c.md": b"c",
        "site/i.html": b"I2",
        "site/p/c/index.html": b"C",
    }

    def work() -> None:
        store.apply(
            project,
            [
                Write("content/papers/a.md", b"a2", digest(b"a")),
                Write("content/topics/t.md", b"t"),
                Write("content/papers/c.md", b"c"),
                Write("site/p/c/index.html", b"C"),
                Write("site/i.html", b"I2", store.ANY),
            ],
            [Remove("content/papers/b.md", digest(b"b")), Remove("site/p/b/index.html", store.ANY)],
        )

    return old, dict(sorted(new.items())), work


KILLS = """
import os, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from test_store import scene, tree
from generator import store

# Every file-system call of Python tells the audit hooks: the n-th is where the child dies, for every n.
def die_at(number):
    count = 0
    def hook(event, arguments):
        nonlocal count
        if event in EVENTS:
            count += 1
            if count == number:
                os._exit(9)
    sys.addaudithook(hook)

EVENTS = {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.chmod", "os.scandir", "os.listdir"}
states = []
for number in range(1, 400):
    project = Path(sys.argv[1]) / str(number)
    old, new, work = scene(project)
    child = os.fork()
    if not child:
        die_at(number)
        with store.locked(project):
            work()
        os._exit(0)
    done = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    # The next command is killed as well, at some step of its own, before a third one ends in peace.
    child = os.fork()
    if not child:
        die_at(1 + number * 7 % 23)
        with store.locked(project):
            os._exit(0)
    os.waitpid(child, 0)
    with store.locked(project):
        found = tree(project)
        left = {"stage", "journal.json"} & set(os.listdir(project / ".incipit"))
    assert found in (old, new), (number, found)
    assert not left, (number, left)
    states.append("new" if found == new else "old")
    if done:
        break
assert states == sorted(states, reverse=True), states
print(states.count("old"), states.count("new"))
"""


def test_a_kill_at_every_step_leaves_the_old_or_the_new_whole(tmp_path: Path) -> None:
    (tmp_path / "kills.py").write_text(textwrap.dedent(KILLS), encoding="utf-8")
    found = subprocess.run(
        [sys.executable, tmp_path / "kills.py", tmp_path / "kills", Path(__file__).parent],
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert found.returncode == 0, found.stderr
    old, new = map(int, found.stdout.split())
    assert old > 10
    assert new > 20


READ_ONLY = """
import os, sys
from pathlib import Path
from generator import store
from generator.errors import MachineError
from generator.model import Output

project = Path(sys.argv[1])
if os.geteuid() == 0:
    # Nothing is read-only for root: be nobody.
    os.chown(project, 65534, 65534)
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)

def publish(*outputs):
    with store.locked(project):
        writes, removes, _ = store.site_changes(project, "site", outputs)
        store.apply(project, writes, removes)

publish(Output("a.html", b"1"), Output("p/b.html", b"1"))
for folder, outputs in (
    ("site/p", [Output("a.html", b"2"), Output("p/b.html", b"2")]),
    ("site/p", [Output("a.html", b"2"), Output("p/c/d.html", b"2"), Output("p/b.html", b"1")]),
    ("site/p", [Output("a.html", b"2")]),
    ("site", [Output("a.html", b"2"), Output("p/b.html", b"1")]),
):
    os.chmod(project / folder, 0o555)
    try:
        publish(*outputs)
    except MachineError as error:
        print(error)
    os.chmod(project / folder, 0o755)
    assert (project / "site/a.html").read_bytes() == (project / "site/p/b.html").read_bytes() == b"1"
    assert sorted(path.name for path in (project / ".incipit").iterdir()) == [".gitignore", "lock"]
"""


def test_a_read_only_folder_is_named_and_nothing_changes(tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    if os.geteuid() == 0:
        for folder in (tmp_path, *tmp_path.parents):
            if folder == Path(tempfile.gettempdir()):
                break
            folder.chmod(folder.stat().st_mode | 0o011)
    (tmp_path / "read_only.py").write_text(READ_ONLY, encoding="utf-8")
    found = subprocess.run(
        [sys.executable, tmp_path / "read_only.py", project], capture_output=True, text=True, check=False
    )

    assert found.returncode == 0, found.stderr
    said = "the folder cannot be written; make it writable for the user who runs Incipit"
    assert found.stdout.splitlines() == [f"{folder}: {said}" for folder in ("site/p", "site/p", "site/p", "site")]


def test_an_edit_between_a_kill_and_the_next_command_is_kept_and_told(tmp_path: Path) -> None:
    (tmp_path / ".incipit" / "stage").mkdir(parents=True)
    (tmp_path / ".incipit" / "stage" / "w0").write_bytes(b"ours")
    (tmp_path / ".incipit" / "stage" / "w1").write_bytes(b"other")
    journal = {"version": 1, "writes": [["a.md", digest(b"read")], ["b.md", None]], "removes": []}
    (tmp_path / ".incipit" / "journal.json").write_text(json.dumps(journal), encoding="utf-8")
    (tmp_path / "a.md").write_bytes(b"a person's")
    told: list[str] = []

    with store.locked(tmp_path, told.append):
        pass

    assert tree(tmp_path) == {"a.md": b"a person's", "b.md": b"other"}
    assert told == ["a.md: changed after a command was killed; your version stays"]
    assert stage_is_clean(tmp_path)


@pytest.mark.parametrize("path", ["../outside", "/tmp/incipit-outside", "link/x"])
def test_a_journal_from_elsewhere_cannot_reach_out_of_the_project(tmp_path: Path, path: str) -> None:
    project = tmp_path / "project"
    (project / ".incipit" / "stage").mkdir(parents=True)
    (project / ".incipit" / "stage" / "w0").write_bytes(b"evil")
    (project / "link").symlink_to(tmp_path)
    for journal in (
        {"version": 1, "writes": [[path, store.ANY]], "removes": []},
        {"version": 1, "writes": [], "removes": [[path, store.ANY]]},
    ):
        (project / ".incipit" / "journal.json").write_text(json.dumps(journal), encoding="utf-8")
        (tmp_path / "outside").write_bytes(b"mine")
        (tmp_path / "x").write_bytes(b"mine")
        with pytest.raises(MachineError), store.locked(project):
            pass
        assert (tmp_path / "outside").read_bytes() == (tmp_path / "x").read_bytes() == b"mine"


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b'{"writes": 3}', b'{"writes": [[1]], "removes": []}'])
def test_a_damaged_journal_is_one_line_with_a_remedy(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / ".incipit").mkdir()
    (tmp_path / ".incipit" / "journal.json").write_bytes(raw)

    with pytest.raises(MachineError, match=r"journal\.json: is damaged; delete the folder"), store.locked(tmp_path):
        pass


def test_another_file_system_below_the_output_folder_is_no_obstacle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Renaming and linking across file systems fail; then files are copied near their place and renamed there."""
    replace, link = os.replace, os.link
    publish(tmp_path, Output("a.html", b"1"), Output("b.html", b"1"))

    def crossing(source: object, target: object) -> bool:
        return (".incipit/stage" in str(source)) != (
            ".incipit/stage" in str(target)
        ) and ".incipit/" + "journal" not in str(source)

    def far_replace(source: str, target: str) -> None:
        if crossing(source, target):
            raise OSError(errno.EXDEV, "Invalid cross-device link", source, None, target)
        replace(source, target)

    def far_link(source: str, target: str, **options: bool) -> None:
        if crossing(source, target):
            raise OSError(errno.EXDEV, "Invalid cross-device link", source, None, target)
        link(source, target, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "replace", far_replace)
    monkeypatch.setattr(os, "link", far_link)
    publish(tmp_path, Output("a.html", b"2"), Output("c/d.html", b"2"))

    names = ["a.html", "c/d.html"]
    assert tree(tmp_path) == site_tree(dict.fromkeys(names, b"2"))
    assert stage_is_clean(tmp_path)


# --- locked -----------------------------------------------------------------------------------


def test_a_second_command_says_that_it_waits_and_then_goes_on(tmp_path: Path) -> None:
    script = "import sys; from pathlib import Path; from generator import store\n"
    holder = script + "with store.locked(Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
    waiter = script + "with store.locked(Path(sys.argv[1]), lambda line: print(line, flush=True)): print('mine')"
    first = subprocess.Popen(
        [sys.executable, "-c", holder, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with first:
        assert first.stdout
        assert first.stdin
        assert first.stdout.readline() == "held\n"
        with subprocess.Popen([sys.executable, "-c", waiter, tmp_path], stdout=subprocess.PIPE, text=True) as second:
            assert second.stdout
            assert second.stdout.readline() == "waiting for another incipit command in this project\n"
            assert second.poll() is None
            first.stdin.close()
            assert second.stdout.readline() == "mine\n"


def test_orphaned_workers_of_a_killed_command_do_not_hold_the_project(tmp_path: Path) -> None:
    script = (
        "import os, sys, time; from pathlib import Path; from generator import store\n"
        "with store.locked(Path(sys.argv[1])):\n"
        "    worker = os.fork()\n"
        "    if not worker: time.sleep(30); os._exit(0)\n"
        "    print(worker, flush=True); os.kill(os.getpid(), 9)\n"
    )
    # The orphan keeps the pipe open: read its line, do not wait for the end.
    with subprocess.Popen([sys.executable, "-c", script, tmp_path], stdout=subprocess.PIPE, text=True) as killed:
        assert killed.stdout
        orphan = int(killed.stdout.readline())
    try:
        start = time.monotonic()
        with store.locked(tmp_path):
            pass
        assert time.monotonic() - start < 5
    finally:
        os.kill(orphan, 9)


def test_the_lock_is_free_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), store.locked(tmp_path):
        raise RuntimeError
    descriptor = os.open(tmp_path / ".incipit" / "lock", os.O_RDWR)
    fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(descriptor)


def test_the_workplace_keeps_itself_out_of_git(tmp_path: Path) -> None:
    with store.locked(tmp_path):
        pass
    assert (tmp_path / ".incipit" / ".gitignore").read_bytes() == b"*\n"


# --- the site ---------------------------------------------------------------------------------


def site_tree(files: dict[str, bytes], output: str = "site") -> dict[str, bytes]:
    """What publishing `files` must leave below the output folder, in other words than its own."""
    files = {**files, ".gitignore": IGNORE}
    lines = [f"{digest(content)} {len(content)} {name}\n" for name, content in sorted(files.items())]
    files[".incipit-files"] = "".join(lines).encode()
    return {f"{output}/{name}": content for name, content in sorted(files.items())}


def test_the_site_holds_the_outputs_the_list_and_the_ignore_file(tmp_path: Path) -> None:
    assert publish(tmp_path, Output("index.html", b"h"), Output("papers/x y/é.html", b"x"))[2] == 0
    assert tree(tmp_path) == site_tree({"index.html": b"h", "papers/x y/é.html": b"x"})


def test_publishing_the_same_again_writes_nothing(tmp_path: Path) -> None:
    outputs = [Output("index.html", b"h"), Output("a/b.html", b"x")]
    publish(tmp_path, *outputs)
    assert publish(tmp_path, *reversed(outputs)) == (0, 0, 2)


def test_a_dropped_page_goes_with_its_folder_and_a_persons_file_stays(tmp_path: Path) -> None:
    publish(tmp_path, Output("index.html", b"h"), Output("papers/b/index.html", b"b"))
    (tmp_path / "site" / "robots-extra.txt").write_bytes(b"mine")
    (tmp_path / "site" / "CNAME").write_bytes(b"ferns.example")

    publish(tmp_path, Output("index.html", b"h"))

    kept = {"site/robots-extra.txt": b"mine", "site/CNAME": b"ferns.example"}
    assert tree(tmp_path) == dict(sorted((site_tree({"index.html": b"h"}) | kept).items()))


@pytest.mark.parametrize("content", [b"H", b"longer", None], ids=["same size", "other size", "deleted"])
def test_a_damaged_page_is_written_again(tmp_path: Path, content: bytes | None) -> None:
    publish(tmp_path, Output("index.html", b"h"))
    page = tmp_path / "site" / "index.html"
    if content is None:
        page.unlink()
    else:
        status = page.stat()
        page.write_bytes(content)
        os.utime(page, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert store.altered(tmp_path, "site") == ["index.html"]

    publish(tmp_path, Output("index.html", b"h"))

    assert tree(tmp_path) == site_tree({"index.html": b"h"})
    assert store.altered(tmp_path, "site") == []


def test_a_foreign_file_in_the_way_is_named_and_nothing_written(tmp_path: Path) -> None:
    (tmp_path / "site" / "papers").mkdir(parents=True)
    (tmp_path / "site" / "papers" / "x.html").write_bytes(b"mine")
    (tmp_path / "site" / "y").write_bytes(b"a file where a folder is needed")
    before = tree(tmp_path)

    with store.locked(tmp_path), pytest.raises(Faults) as caught:
        store.site_changes(
            tmp_path, "site", [Output("a", b""), Output("papers/x.html", b"ours"), Output("y/z.html", b"")]
        )

    assert caught.value.status == 4
    assert {fault.file for fault in caught.value.faults} == {"site/papers/x.html", "site/y"}
    assert tree(tmp_path) == before


def test_a_thousand_foreign_files_are_not_a_thousand_lines(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    for number in range(50):
        (tmp_path / "site" / f"{number}.html").write_bytes(b"mine")

    with pytest.raises(Faults) as caught:
        store.site_changes(tmp_path, "site", [Output(f"{number}.html", b"ours") for number in range(50)])

    assert len(str(caught.value).splitlines()) == 11
    assert "40 more files are in the way" in str(caught.value)


def test_without_the_list_equal_files_are_taken_over(tmp_path: Path) -> None:
    publish(tmp_path, Output("index.html", b"h"), Output("a.html", b"a"))
    (tmp_path / "site" / ".incipit-files").unlink()

    assert publish(tmp_path, Output("index.html", b"h"), Output("a.html", b"a")) == (1, 0, 2)
    assert tree(tmp_path) == site_tree({"index.html": b"h", "a.html": b"a"})


def test_an_ignore_file_alone_as_a_clone_has_it_is_ours(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / ".gitignore").write_bytes(b"*\r\n!.gitignore\r\n")

    publish(tmp_path, Output("index.html", b"h"))

    assert tree(tmp_path) == site_tree({"index.html": b"h"})


def test_a_link_in_the_output_folder_is_not_followed(tmp_path: Path) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside"
    (project / "site").mkdir(parents=True)
    outside.mkdir()
    (project / "site" / "papers").symlink_to("../../outside")

    with pytest.raises(MachineError, match="site/papers: is no folder"):
        store.site_changes(project, "site", [Output("papers/x.html", b"x")])
    assert tree(outside) == {}


@pytest.mark.parametrize("paths", [("a", "a"), ("a", "a/b"), (".incipit-files",), (".gitignore",)])
def test_two_outputs_of_one_path_are_an_error_not_a_race(tmp_path: Path, paths: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match="two pages want this path"):
        store.site_changes(tmp_path, "site", [Output(path, b"") for path in paths])


def test_a_list_from_elsewhere_removes_nothing_outside(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / "site").mkdir(parents=True)
    (tmp_path / "precious").write_bytes(b"mine")
    hostile = f"{digest(b'mine')} 4 ../../precious\n{digest(b'')} 0 ../.incipit-files\nnonsense\n{digest(b'')} x y\n"
    (project / "site" / ".incipit-files").write_text(hostile, encoding="utf-8")

    publish(project, Output("index.html", b"h"))
    with store.locked(project):
        store.clean(project, "site")

    assert (tmp_path / "precious").read_bytes() == b"mine"


def test_pages_come_after_what_they_load_and_the_list_last(tmp_path: Path) -> None:
    writes, _, _ = store.site_changes(tmp_path, "site", [Output("a.html", b""), Output("z.css", b"")])
    assert [write.path for write in writes] == [
        "site/.gitignore",
        "site/z.css",
        "site/a.html",
        "site/.incipit-files",
    ]


def test_the_mark_of_a_lenient_build_comes_and_goes_with_the_site(tmp_path: Path) -> None:
    for lenient in (True, True, False, False):
        with store.locked(tmp_path):
            writes, removes, _ = store.site_changes(tmp_path, "site", [Output("a", b"")], lenient=lenient)
            store.apply(tmp_path, writes, removes)
        assert (tmp_path / store.LENIENT).exists() == lenient
    assert (writes, removes) == ([], [])


def test_clean_removes_what_incipit_wrote_and_only_that(tmp_path: Path) -> None:
    publish(tmp_path, Output("index.html", b"h"), Output("papers/x/index.html", b"x"), Output("e.html", b"e"))
    (tmp_path / "site" / "mine.txt").write_bytes(b"mine")
    (tmp_path / "site" / "e.html").write_bytes(b"E")
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "a.md").write_bytes(b"a")

    with store.locked(tmp_path):
        assert store.clean(tmp_path, "site") == (3, ["site/e.html"])

    assert tree(tmp_path) == {"content/a.md": b"a", "site/e.html": b"E", "site/mine.txt": b"mine"}
    assert not (tmp_path / ".incipit").exists()


def test_clean_leaves_no_folder_of_its_own_and_can_be_repeated(tmp_path: Path) -> None:
    publish(tmp_path, Output("index.html", b"h"), output="public/web")
    for removed in (2, 0):
        with store.locked(tmp_path):
            assert store.clean(tmp_path, "public/web") == (removed, [])
    assert not (tmp_path / "public" / "web").exists()


def test_clean_in_a_repository_keeps_the_committed_ignore_file(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    publish(tmp_path, Output("index.html", b"h"))

    with store.locked(tmp_path):
        store.clean(tmp_path, "site")

    assert tree(tmp_path) == {".git/": b"", "site/.gitignore": IGNORE}


# --- inputs -----------------------------------------------------------------------------------


def test_the_snapshot_sees_each_file_once_and_ends_at_a_loop(tmp_path: Path) -> None:
    (tmp_path / "content" / "papers").mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "x.md").write_bytes(b"x")
    (tmp_path / "content" / "papers" / "a.md").write_bytes(b"a")
    (tmp_path / "content" / "loop").symlink_to(".")
    (tmp_path / "content" / "ext").symlink_to("../elsewhere")
    (tmp_path / "content" / "broken").symlink_to("nowhere")
    for name in (".a.md.swp", "a.md~", "#a.md#", "4913", ".hidden", "b.tmp"):
        (tmp_path / "content" / name).write_bytes(b"")

    found = store.snapshot([tmp_path / "content", tmp_path / "config.yaml"])

    assert sorted(Path(path).name for path in found) == ["a.md", "x.md"]


@pytest.mark.parametrize("change", ["edit", "new", "remove", "replace", "touch"])
def test_any_change_of_an_input_is_noticed(tmp_path: Path, change: str) -> None:
    (tmp_path / "content").mkdir()
    page = tmp_path / "content" / "a.md"
    page.write_bytes(b"a")
    os.utime(page, ns=(10**18, 10**18))
    roots = [tmp_path / "content"]
    store.remember(tmp_path, roots, store.snapshot(roots), "v1")
    assert store.unchanged(tmp_path)
    assert store.unchanged(tmp_path, "v1")
    assert not store.unchanged(tmp_path, "v2")

    if change == "edit":
        page.write_bytes(b"b")
    elif change == "new":
        (tmp_path / "content" / "b.md").write_bytes(b"")
    elif change == "remove":
        page.unlink()
    elif change == "replace":
        (tmp_path / "other").write_bytes(b"b")
        os.utime(tmp_path / "other", ns=(10**18, 10**18))
        (tmp_path / "other").replace(page)
    else:
        os.utime(page)

    assert not store.unchanged(tmp_path)


def test_own_writes_are_settled_and_an_edit_during_the_build_is_not(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    roots = [tmp_path / "content"]
    for name in ("own.md", "edited.md", "dropped.md"):
        (tmp_path / "content" / name).write_bytes(b"1")
    seen = store.snapshot(roots)
    writes = [Write("content/own.md", b"2", digest(b"1")), Write("content/new.md", b"2")]
    removes = [Remove("content/dropped.md", digest(b"1"))]
    with store.locked(tmp_path):
        store.apply(tmp_path, writes, removes)
    store.remember(tmp_path, roots, store.settled(tmp_path, seen, writes, removes))
    assert store.unchanged(tmp_path)

    (tmp_path / "content" / "edited.md").write_bytes(b"a person's")
    store.remember(tmp_path, roots, store.settled(tmp_path, seen, writes, removes))
    assert not store.unchanged(tmp_path)


@pytest.mark.parametrize("raw", [b"", b"[]", b"{}", b'{"key": 1, "roots": 3, "seen": {}}', b'{"seen": []}'])
def test_a_damaged_memory_means_changed(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / ".incipit").mkdir()
    (tmp_path / ".incipit" / "inputs.json").write_bytes(raw)
    assert not store.unchanged(tmp_path)

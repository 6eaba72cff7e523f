"""site/ -> a branch of a git remote, by git's own plumbing: no checkout, no index and no work tree is touched."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryFile
from types import MappingProxyType
from typing import IO

from generator import store
from generator.errors import InputError, MachineError, UsageError
from generator.model import Config

_LOCAL = Config(title="").url
_NEVER = (".gitignore", store.MANIFEST)
# Where the new commit stands until it is pushed; below refs/ but no branch of the person's.
_REF = "refs/incipit/deploy"
_FETCHED = "refs/incipit/published"
# Who commits, where git knows nobody (a fresh machine, a CI job).
_NOBODY = {"GIT_COMMITTER_NAME": "Incipit", "GIT_COMMITTER_EMAIL": "incipit@localhost"}


_NOTHING: Mapping[str, str] = MappingProxyType({})


def deploy(
    project: Path, config: Config, remote: str, branch: str, now: str, *, note: Callable[[str], None] | None = None
) -> str:
    """Publish the built site to `branch` of `remote` (a name or an address) as one new commit; the line to print.

    `now` is the commit's moment, RFC 3339 in UTC; `note` is told that another command is waited for.

    A CNAME that is on the branch stays. Raises UsageError where the configuration or the command is
    wrong, InputError for a site that is missing, outdated, edited or built with --lenient, MachineError when git fails.
    """
    if config.url == _LOCAL:
        raise UsageError("has no `url`", "add the address where the site will live", file="config.yaml")
    with store.locked(project, note):
        _fit(project, config)
        _repository(project, branch)
        head = _head(project, remote, branch)
        tree = _tree(project, head)
        if "config.yaml" in tree:
            raise UsageError(
                f"branch {branch} of {remote} holds a project's sources", "choose another with --branch, like gh-pages"
            )
        kept = tree.get("CNAME") if not (project / config.output / "CNAME").is_file() else None
        try:
            count = _commit(project, config, head, kept, now)
            if head and _git(project, "rev-parse", f"{_REF}^{{tree}}") == _git(
                project, "rev-parse", f"{head}^{{tree}}"
            ):
                return f"nothing changed: {remote} {branch} holds this site"
            _git(project, "push", "--quiet", "--no-verify", "--", remote, f"{_REF}:refs/heads/{branch}")
            commit = _git(project, "rev-parse", _REF)
        finally:
            _git(project, "update-ref", "-d", _REF)
            _git(project, "update-ref", "-d", _FETCHED)
    return f"published {count} files to {remote} {branch} ({commit[:10]}): {config.url}"


def _fit(project: Path, config: Config) -> None:
    """Refuse a site that is not what a plain build of the inputs gives."""
    build = "run `incipit build`"
    if not store.manifest(project, config.output):
        raise InputError("there is no built site here", build, file=config.output)
    if (project / store.LENIENT).exists():
        remedy = f"put them right and {build}"
        raise InputError("was built with --lenient: bad files are left out", remedy, file=config.output)
    if edited := store.altered(project, config.output):
        more = f" and {len(edited) - 1} more" if len(edited) > 1 else ""
        raise InputError(f"changed after the build{more}", build, file=f"{config.output}/{edited[0]}")
    if not store.unchanged(project):
        raise InputError("is older than what it is made from", build, file=config.output)


def _repository(project: Path, branch: str) -> None:
    _git(project, "rev-parse", "--git-dir", fault="is in no git repository; run `git init` and add a remote")
    _git(project, "check-ref-format", "--branch", branch, fault=f"`{branch}` is no name of a branch")
    current = _run(project, "symbolic-ref", "--short", "HEAD")
    if current.returncode == 0 and current.stdout.decode("utf-8", "replace").strip() == branch:
        raise UsageError(f"branch {branch} is checked out here", "choose another with --branch, like gh-pages")


def _head(project: Path, remote: str, branch: str) -> str:
    """The newest commit of the branch, fetched; "" when the remote has no such branch."""
    found = _git(project, "ls-remote", "--", remote, f"refs/heads/{branch}", fault=f"cannot read the remote {remote}")
    head = found.partition("\t")[0]
    if head:
        fetch = ("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--", remote)
        _git(project, *fetch, f"+refs/heads/{branch}:{_FETCHED}", fault=f"cannot fetch {branch} of {remote}")
        head = _git(project, "rev-parse", _FETCHED)
    return head


def _tree(project: Path, commit: str) -> dict[str, str]:
    """The top level of a commit's tree: name -> mode and object."""
    if not commit:
        return {}
    lines = _run(project, "ls-tree", "-z", commit).stdout.decode("utf-8", "surrogateescape").split("\0")
    found = (line.partition("\t") for line in lines if line)
    return {name: " ".join(facts.split(" ")[::2]) for facts, _, name in found}


def _commit(project: Path, config: Config, head: str, kept: str | None, now: str) -> int:
    """Make the commit below `_REF`; how many files of the site it holds."""
    site = project / config.output
    files = sorted(_files(site))
    message = f"Publish {' '.join(config.title.split())}\n\n{len(files)} files for {config.url}\n".encode()
    with store.machine_faults(project, config.output), TemporaryFile(dir=project / store.WORKPLACE) as stream:
        stream.write(
            b"commit %s\ncommitter %s\ndata %d\n%s" % (_REF.encode(), _identity(project, now), len(message), message)
        )
        stream.write((f"from {head}\n" if head else "").encode() + b"deleteall\n")
        for path in files:
            content = (site / path).read_bytes()
            stream.write(b"M 100644 inline %s\ndata %d\n" % (_quoted(path), len(content)))
            stream.write(content + b"\n")
        if kept:
            stream.write(f"M {kept} CNAME\n".encode())
        stream.write(b"done\n")
        stream.seek(0)
        # Straight into a pack: no file is filtered or given other line ends on the way.
        _git(project, "fast-import", "--quiet", "--force", "--done", stdin=stream, fault="cannot make the commit")
    return len(files)


def _files(site: Path, below: str = "") -> Iterator[str]:
    """Every file to publish; links are left out, since they may lead anywhere."""
    for entry in os.scandir(site / below):
        if entry.is_dir(follow_symlinks=False):
            if entry.name != ".git":
                yield from _files(site, f"{below}{entry.name}/")
        elif entry.is_file(follow_symlinks=False) and f"{below}{entry.name}" not in _NEVER:
            yield f"{below}{entry.name}"


def _quoted(path: str) -> bytes:
    escaped = path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return os.fsencode(f'"{escaped}"')


def _identity(project: Path, now: str) -> bytes:
    date = {"GIT_COMMITTER_DATE": now}
    known = _run(project, "var", "GIT_COMMITTER_IDENT", more=date)
    if known.returncode:
        known = _run(project, "var", "GIT_COMMITTER_IDENT", more={**date, **_NOBODY})
    return known.stdout.strip()


def _git(project: Path, *arguments: str, fault: str = "", stdin: IO[bytes] | None = None) -> str:
    found = _run(project, *arguments, stdin=stdin)
    if found.returncode:
        what = fault or f"git {arguments[0]} failed"
        raise MachineError(f"{what}: {_reason(found.stderr)}", "see to it and run again")
    return found.stdout.decode("utf-8", "replace").strip()


def _run(
    project: Path, *arguments: str, more: Mapping[str, str] = _NOTHING, stdin: IO[bytes] | None = None
) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(  # noqa: S603
            ["git", *arguments],  # noqa: S607
            cwd=project,
            # Its words in English, which `_reason` reads.
            env={**os.environ, "LC_ALL": "C", **more},
            stdin=stdin,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        raise MachineError("git is not installed", "install it") from None


def _reason(complaint: bytes) -> str:
    """What git says is wrong: its first line of that kind, else its last."""
    lines = [line.strip() for line in complaint.decode("utf-8", "replace").splitlines() if line.strip()]
    wrong = [line for line in lines if line.startswith(("fatal:", "error:", "!"))]
    return (wrong or lines[-1:] or ["no reason given"])[0].removeprefix("fatal: ").removeprefix("error: ")

"""check, clean, deploy, serve: commands on the finished site."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from generator import check as reading
from generator import config as configuration
from generator import deploy as branch_of_pages
from generator import links, server, store
from generator.model import Notice
from generator.pipeline.build import build
from generator.pipeline.progress import Note
from generator.pipeline.seeds import folders

_FOLDERS = ("content", "templates", "static")


def check(project: Path, *, note: Note | None = None) -> list[Notice]:
    """Read the site back; what is wrong with it."""
    config = configuration.load(project)
    with store.locked(project, note):
        return reading.check(project / config.output, config)


def clean(project: Path, *, note: Note | None = None) -> tuple[int, list[str]]:
    """Remove the cache and what Incipit wrote into the site; how many files, and those that a person edited and that
    therefore stay.
    """
    config = configuration.load(project)
    with store.locked(project, note):
        return store.clean(project, config.output)


def deploy(project: Path, remote: str, branch: str, now: str, *, note: Note | None = None) -> str:
    """Publish the site to `branch` of the git remote `remote`, dated `now`; returns the line to print."""
    return branch_of_pages.deploy(project, configuration.load(project), remote, branch, now, note=note)


def serve(
    project: Path,
    now: Callable[[], str],
    *,
    host: str,
    port: int,
    say: Callable[[str], None],
    open_browser: bool,
    note: Note | None = None,
) -> None:
    """Preview the site until Ctrl-C, built again at every change of an input; `now` is the clock."""

    def rebuild() -> str:
        build(project, now(), progress=lambda _stage, _done, _total: None, note=note)
        return ""

    config = configuration.load(project)
    anywhere = ["."] if any(set(pattern.split("/")[0]) & set("*?[") for pattern in config.seeds) else []
    server.serve(
        project / config.output,
        links.base_path(config),
        [project / name for name in dict.fromkeys(("config.yaml", *_FOLDERS, *folders(config), *anywhere))],
        rebuild,
        host=host,
        port=port,
        say=say,
        open_browser=open_browser,
    )

"""build: a project's inputs -> its content/ and site/; when nothing changed since the last time, nothing."""

from __future__ import annotations

from pathlib import Path

from generator import config as configuration
from generator import store
from generator.model import Report
from generator.pipeline.memory import Memory, forget
from generator.pipeline.progress import Note, Progress


def build(
    project: Path,
    now: str,
    *,
    locked: bool = False,
    lenient: bool = False,
    progress: Progress,
    note: Note | None = None,
) -> Report:
    """Ingest, then publish; when no input and no file of the site changed since the last build, nothing.

    With `locked` a content/ that ingest would change ends the build with status 1 and nothing written; with
    `lenient` bad seed files and pages are left out, counted, and end it with status 1.
    """
    config = configuration.load(project)
    with store.locked(project, note):
        memory = Memory(project, config)
        if known := memory.nothing_to_do():
            return known
        forget(project)
        # The stages' rooms cost half a second to load: only a build that has something to do pays it.
        from generator.pipeline.stages import both

        return both(project, config, now, memory, locked=locked, lenient=lenient, progress=progress)

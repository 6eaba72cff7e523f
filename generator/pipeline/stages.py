"""build, ingest, publish, review: a project's inputs -> its content/ and site/, applied by one journal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from generator import config as configuration
from generator import content as pages_of_record
from generator import store
from generator.model import Config, Notice, Remove, Report, Write
from generator.pipeline.changes import content_changes
from generator.pipeline.ingest import Ingested
from generator.pipeline.ingest import ingest as ingest_seeds
from generator.pipeline.memory import Memory
from generator.pipeline.progress import Note, Progress
from generator.pipeline.publish import publish as publish_content
from generator.pipeline.review import compared
from generator.pipeline.run import Run


def both(
    project: Path, config: Config, now: str, memory: Memory, *, locked: bool, lenient: bool, progress: Progress
) -> Report:
    """Ingest and publish in one; to be called while the project is locked."""
    with Run(project, progress) as run:
        ingested = ingest_seeds(project, config, now, run, lenient=lenient)
        with run.stage("write"):
            written = content_changes(ingested.before, ingested.after)
        if locked and written:
            return _would_change(_report(ingested, run), written)
        if ingested.unread:
            written = []
        outputs, unread = publish_content(project, config, ingested.after, run)
        with run.stage("write"):
            writes, removes, same = store.site_changes(project, config.output, outputs, lenient=bool(ingested.broken))
            store.apply(project, [*written, *writes], removes)
        report = _report(ingested, run)
        report = replace(report, warnings=(*report.warnings, *unread))
        report = _counted(report, config.output, [*written, *writes], removes, same)
    if not ingested.broken:
        memory.keep(written, [], report)
    return report


def ingest(project: Path, now: str, *, prune: bool = False, progress: Progress, note: Note | None = None) -> Report:
    """Seeds -> content/. With `prune` papers that no source holds any more become tombstones."""
    config = configuration.load(project)
    with store.locked(project, note), Run(project, progress) as run:
        ingested = ingest_seeds(project, config, now, run, prune=prune)
        with run.stage("write"):
            written = content_changes(ingested.before, ingested.after)
            store.apply(project, written, [])
        changed = tuple(write.path for write in written)
        return replace(_report(ingested, run), written=len(written), changed=changed)


def publish(project: Path, *, progress: Progress, note: Note | None = None) -> Report:
    """content/ -> the site."""
    config = configuration.load(project)
    with store.locked(project, note), Run(project, progress) as run:
        memory = Memory(project, config)
        with run.stage("read"):
            content = pages_of_record.read(project)
        outputs, unread = publish_content(project, config, content, run)
        with run.stage("write"):
            # What a lenient build left out of content/ is missing still.
            lenient = (project / store.LENIENT).exists()
            writes, removes, same = store.site_changes(project, config.output, outputs, lenient=lenient)
            store.apply(project, writes, removes)
        memory.of_publish(writes, removes)
        report = Report(papers=len(content.papers), warnings=(*content.warnings, *unread), seconds=run.seconds)
        return _counted(report, config.output, writes, removes, same)


def review(project: Path, now: str, *, progress: Progress, note: Note | None = None) -> Report:
    """What waits for a person; nothing is written."""
    config = configuration.load(project)
    with store.locked(project, note), Run(project, progress) as run:
        ingested = ingest_seeds(project, config, now, run)
        return replace(_report(ingested, run), twins=compared(ingested.twins, ingested.after.papers))


def _report(ingested: Ingested, run: Run) -> Report:
    outcomes = [receipt.outcome for receipt in ingested.after.receipts]
    shown = [paper for paper in ingested.after.papers if paper.status in ("published", "withdrawn")]
    return Report(
        read=len(outcomes),
        kept=outcomes.count("kept"),
        merged=outcomes.count("merged"),
        refused=outcomes.count("refused"),
        papers=len(shown),
        warnings=ingested.warnings,
        seconds=run.seconds,
        twins=ingested.twins,
        conflicts=ingested.conflicts,
        orphans=ingested.orphans,
        unsorted=tuple(paper.slug for paper in shown if not paper.topics),
        deleted=ingested.deleted,
        offered=ingested.offered,
        status=1 if ingested.broken else 0,
    )


def _counted(report: Report, output: str, writes: Sequence[Write], removes: Sequence[Remove], same: int) -> Report:
    """`report` with what was written; Incipit's own bookkeeping does not count."""
    own = (f"{store.WORKPLACE}/", f"{output}/{store.MANIFEST}", f"{output}/.gitignore")
    written = [write.path for write in writes if not write.path.startswith(own)]
    removed = [remove.path for remove in removes if not remove.path.startswith(own)]
    changed = tuple(path for path in written if path.startswith("content/"))
    return replace(report, written=len(written), unchanged=same, removed=len(removed), changed=changed)


def _would_change(report: Report, writes: Sequence[Write]) -> Report:
    notices = [
        Notice(write.path, 0, "ingest would change it", "run `incipit ingest` and commit content/") for write in writes
    ]
    return replace(report, warnings=(*report.warnings, *notices), status=1)

"""A finished build -> "nothing to do" for the next: inputs and site as they were left, and the report."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from generator import store
from generator.model import Candidate, Config, Conflict, Notice, Remove, Report, Write
from generator.pipeline.seeds import folders, seeds
from generator.pipeline.version import version

_ROOTS = ("content", "templates", "static")


class Memory:
    """What a build saw before it started, to be compared with the last build and kept for the next."""

    def __init__(self, project: Path, config: Config) -> None:
        names = seeds(project, config)
        self.project = project
        self.output = config.output
        # With the folders of the seeds: `deploy` must notice a seed file that came.
        self.roots = [project / name for name in dict.fromkeys(("config.yaml", *_ROOTS, *folders(config), *names))]
        # A seed file that came or went is seen by its name in the key, another program by its version.
        self.key = "\n".join([version(), *names])
        self.seen = store.snapshot(self.roots)

    def nothing_to_do(self) -> Report | None:
        """The last build's report, when neither an input nor a file of the site has changed since."""
        if not store.unchanged(self.project, self.key, self.seen) or store.altered(self.project, self.output):
            return None
        report = _load(store.kept_report(self.project))
        if report is None:
            return None
        same = report.unchanged + report.written - len(report.changed)
        # A page that came back is there again: that was news once.
        return replace(report, written=0, removed=0, unchanged=same, changed=(), deleted=(), seconds={})

    def of_publish(self, writes: Sequence[Write], removes: Sequence[Remove]) -> None:
        """Remember a site that `publish` made: `deploy` may publish it, a build has still to look at the seeds."""
        after = store.settled(self.project, self.seen, writes, removes)
        store.remember(self.project, self.roots, after, "publish")

    def keep(self, writes: Sequence[Write], removes: Sequence[Remove], report: Report) -> None:
        """Remember this build; an edit that a person made meanwhile is noticed by the next one."""
        store.keep_report(self.project, json.dumps(asdict(report)).encode())
        after = store.settled(self.project, self.seen, writes, removes)
        store.remember(self.project, self.roots, after, self.key)


def forget(project: Path) -> None:
    """The next build looks at everything."""
    store.forget_report(project)


def _load(raw: bytes) -> Report | None:
    try:
        fields: dict[str, Any] = json.loads(raw)
        for name, kind in (("warnings", Notice), ("twins", Candidate), ("conflicts", Conflict)):
            fields[name] = tuple(kind(**item) for item in fields[name])
        for name in ("orphans", "unsorted", "deleted", "changed"):
            fields[name] = tuple(fields[name])
        fields["offered"] = tuple((slug, line) for slug, line in fields["offered"])
        return Report(**fields)
    except (ValueError, KeyError, TypeError):
        return None

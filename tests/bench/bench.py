"""Papers by the thousand -> what a first build, a build with nothing to do and one edit cost.

    make bench PAPERS="1000 10000"

Prints a table, and as the last line one JSON object of its figures. Seconds are CPU seconds of all processes,
by stage as the report counts them; `start` is what no stage counts (interpreter, imports, locks).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import many_papers


def main() -> int:
    """Measure each size that was asked for."""
    parser = argparse.ArgumentParser(description="Measure builds of many papers.")
    parser.add_argument("papers", nargs="*", type=int, default=[1_000, 10_000])
    figures = []
    for count in parser.parse_args().papers:
        with tempfile.TemporaryDirectory() as folder:
            figures.append(_measure(Path(folder), count))
            _print(figures[-1])
    print(json.dumps({"bench": figures}))
    return 0


def _measure(project: Path, count: int) -> dict[str, object]:
    source = many_papers.project(project, count)
    seed = (project / "seeds/papers.txt").stat().st_size
    runs = {"first build": _run(project), "nothing to do": _run(project)}
    page = sorted(project.glob("content/papers/*.md"))[count // 2]
    text = page.read_text(encoding="utf-8")
    edited = re.sub(r'(?m)^title: "', 'title: "On edited matters: ', text, count=1)
    assert edited != text, f"{page} has no title line to edit"
    page.write_text(edited, encoding="utf-8", newline="\n")
    runs["one edit"] = _run(project)
    return {"papers": count, "source": source, "seed_bytes": seed, "runs": runs, "site": _site(project / "site")}


def _run(project: Path) -> dict[str, object]:
    """One build: its report's stages, and what the system saw of it and its workers."""
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "generator", "build", "--json"],
        cwd=project,
        env=os.environ | {"PYTHONPATH": str(many_papers.REPOSITORY)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    )
    assert process.stdout
    sampler = _Memory(process.pid)
    report = json.loads(process.stdout.read() or b"null")
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0 or report is None:
        sys.exit(f"the build ended with {process.returncode}")
    # wait4 sums the CPU of the process and of the workers that it waited for.
    cpu = usage.ru_utime + usage.ru_stime
    stages = {name: round(seconds, 2) for name, seconds in report["seconds"].items()}
    read = report["records"]["read"]
    return {
        "cpu": round(cpu, 2),
        "ms_per_abstract": {
            name: round(1000 * report["seconds"].get(name, 0.0) / max(1, read), 3) for name in ("repair", "markup")
        },
        "wall": round(wall, 2),
        "memory_mb": round(max(usage.ru_maxrss / 1024, sampler.peak())),
        "stages": stages | {"start": round(max(0.0, cpu - sum(stages.values())), 2)},
        "records": report["records"],
        "files": report["files"],
    }


class _Memory(threading.Thread):
    """The peak of the memory that a process and its workers hold together, shared pages counted once each by share."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self._pid = pid
        self._peak = 0
        self._ended = threading.Event()
        self.start()

    def run(self) -> None:
        while not self._ended.wait(0.1):
            held = sum(_proportional_kb(pid) for pid in [self._pid, *_children(self._pid)])
            self._peak = max(self._peak, held)

    def peak(self) -> float:
        """Megabytes; 0 where the system has no /proc."""
        self._ended.set()
        self.join()
        return self._peak / 1024


def _children(pid: int) -> list[int]:
    try:
        return [
            int(child)
            for task in Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text(encoding="ascii").split()
        ]
    except OSError:
        return []


def _proportional_kb(pid: int) -> int:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return 0
    found = re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)
    return int(found[1]) if found else 0


def _site(folder: Path) -> dict[str, object]:
    """Files and bytes, and where the bytes are: by first folder, paper pages and feeds apart."""
    kinds: Counter[str] = Counter()
    files = 0
    for path in folder.rglob("*"):
        if path.is_file():
            files += 1
            kinds[_kind(path.relative_to(folder).parts)] += path.stat().st_size
    return {"files": files, "bytes": sum(kinds.values()), "kinds": dict(kinds.most_common())}


def _kind(parts: tuple[str, ...]) -> str:
    if parts[-1] in ("feed.xml", "atom.xml", "feed.json") or parts[0] == "archive":
        return "feeds"
    if parts[0] == "papers" and parts[1] not in ("index.html", "page"):
        return "paper pages" if parts[-1] == "index.html" else "twins and citations"
    return parts[0] if len(parts) == 1 or parts[0] in ("search", "assets") else "lists"


def _print(figures: dict[str, object]) -> None:
    runs: dict[str, dict[str, object]] = figures["runs"]  # type: ignore[assignment]
    site: dict[str, Any] = figures["site"]  # type: ignore[assignment]
    papers: int = figures["papers"]  # type: ignore[assignment]
    print(
        f"\n{papers:,} papers ({figures['source']}); site: {site['files']:,} files, {site['bytes']:,} bytes, {site['bytes'] // papers:,} a paper"
    )
    print(f"{'':<16}" + "".join(f"{name:>16}" for name in runs))
    rows = {stage: None for run in runs.values() for stage in run["stages"]}  # type: ignore[attr-defined]
    for stage in rows:
        cells = (run["stages"].get(stage) for run in runs.values())  # type: ignore[attr-defined]
        print(f"{stage:<16}" + "".join(f"{'' if cell is None else f'{cell:.2f}':>16}" for cell in cells))
    for name in ("repair", "markup"):
        print(f"{name + ', ms each':<16}" + "".join(f"{run['ms_per_abstract'][name]:>16.3f}" for run in runs.values()))  # type: ignore[index]
    for label, key, unit in (("CPU", "cpu", "s"), ("wall", "wall", "s"), ("peak memory", "memory_mb", "MB")):
        print(f"{label + ', ' + unit:<16}" + "".join(f"{run[key]:>16}" for run in runs.values()))
    for key in ("written", "unchanged", "removed"):
        print(f"{'files ' + key:<16}" + "".join(f"{run['files'][key]:>16,}" for run in runs.values()))  # type: ignore[index]
    print(
        "bytes a paper:   "
        + ", ".join(f"{kind} {size // papers:,}" for kind, size in site["kinds"].items() if size >= papers)
    )
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

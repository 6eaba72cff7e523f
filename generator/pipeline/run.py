"""One run of a command: its process pool, its cache, its CPU meter, its progress."""

from __future__ import annotations

import gc
import hashlib
import multiprocessing
import os
import pickle
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

from generator import cache
from generator.errors import IncipitError
from generator.pipeline.progress import Progress
from generator.pipeline.version import version

Item = TypeVar("Item")
Result = TypeVar("Result")

# Fewer items than this are done at once: starting workers would cost more than it saves.
_WORTH_A_POOL = 400
_CHUNK = 100


class Run:
    """What stages share while one command runs; use as a context manager, so that workers end with it."""

    def __init__(self, project: Path, progress: Progress) -> None:
        self.seconds: dict[str, float] = {}
        self.version = version()
        self.progress = progress
        self._cache = cache.open_cache(project, self.version)
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Run:
        # Stages make many objects and no rings of them: looking for rings would cost a tenth of the time.
        gc.disable()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._pool:
            self._pool.shutdown(cancel_futures=True)
        self._cache.close()
        gc.enable()

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count the CPU seconds of this process under `name`."""
        start = time.process_time()
        try:
            yield
        finally:
            self._add(name, time.process_time() - start)

    def map(self, stage: str, function: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
        """`function` of every item, in order, on all cores when there are many. `function` must be pickled."""
        if len(items) < _WORTH_A_POOL or (os.cpu_count() or 1) == 1:
            with self.stage(stage):
                return [function(item) for item in items]
        results: list[Result] = []
        with self.stage(stage):
            chunks = [items[start : start + _CHUNK] for start in range(0, len(items), _CHUNK)]
            for found, seconds in self._workers().map(partial(_timed, function), chunks):
                results += found
                self._add(stage, seconds)
                self.progress(stage, len(results), len(items))
        return results

    def cached(self, stage: str, function: Callable[[Item], Result], items: Mapping[str, Item]) -> dict[str, Result]:
        """`function` of every item by its content key, computed only where the cache has no result."""
        with self.stage(stage):
            found: dict[str, Result] = {}
            for key, blob in self._cache.get(stage, list(items)).items():
                found[key] = pickle.loads(blob)  # noqa: S301 (our own cache, in our own folder)
        missing = {key: item for key, item in items.items() if key not in found}
        made = dict(zip(missing, self.map(stage, function, list(missing.values())), strict=True))
        with self.stage(stage):
            self._cache.put(stage, {key: pickle.dumps(result, -1) for key, result in made.items()})
        return found | made

    def _add(self, stage: str, seconds: float) -> None:
        self.seconds[stage] = self.seconds.get(stage, 0.0) + seconds

    def _workers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # A fork shares what is loaded, but is not safe beside the preview's threads.
            method = "fork" if threading.active_count() == 1 and os.name == "posix" else "spawn"
            self._pool = ProcessPoolExecutor(mp_context=multiprocessing.get_context(method))
        return self._pool


def key(*parts: str) -> str:
    """The content key of an item: one hash over its parts."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def attempt(function: Callable[[Item], Result], items: Sequence[Item], faults: list[IncipitError]) -> list[Result]:
    """`function` of every item; the faults of the inputs are collected, so that a person sees all at once."""
    results = []
    for item in items:
        try:
            results.append(function(item))
        except IncipitError as fault:
            faults += getattr(fault, "faults", (fault,))
    return results


def _timed(function: Callable[[Item], Result], chunk: Sequence[Item]) -> tuple[list[Result], float]:
    start = time.process_time()
    results = [function(item) for item in chunk]
    return results, time.process_time() - start

"""Watched files and folders -> a wake-up when one of them is not as it was."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch

from generator.store import snapshot

# A save may be several events: look once none came for so long.
_QUIET = 0.15
# Events only hurry the look that is taken anyway: links' targets and some file systems send none.
_PAUSE = 2.0
_PAUSE_WITHOUT_EVENTS = 0.75
# … and looking may take this part of the time.
_SHARE = 0.02
_ROUNDS = 10
_READING = ("opened", "closed_no_write")


class Watch(FileSystemEventHandler):
    """Watches `paths` apart from what is below `site`; looks regularly where the system lends no watches."""

    def __init__(self, paths: Sequence[Path], site: Path, say: Callable[[str], None]) -> None:
        self._paths = tuple(paths)
        self._site = site
        self._say = say
        self._stirred = threading.Event()
        self._observer: BaseObserver | None = None
        self._watches: dict[str, tuple[int, ObservedWatch]] = {}
        self._known = snapshot(())
        self._cost = 0.0

    def __enter__(self) -> Watch:
        # Its warnings are about events lost, which the regular look makes good.
        logging.getLogger("watchdog").addHandler(logging.NullHandler())
        try:
            self._observer = Observer()
            self._observer.start()
        except OSError as error:
            self._without_events(error)
        self._renew()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._observer is not None:
            self._observer.stop()

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Called by the observer's thread. The build itself reads: that is no change."""
        if event.event_type not in _READING:
            self._stirred.set()

    def look(self) -> dict[str, tuple[int, int, int]]:
        """How the watched files are now; later changes are changes against this."""
        start = time.perf_counter()
        self._known = snapshot(self._paths, (self._site,))
        self._cost = time.perf_counter() - start
        return self._known

    def wait(self) -> None:
        """Return when a watched file is not as at the last look, and no longer changing."""
        before = self._known
        while True:
            least = _PAUSE if self._observer is not None else _PAUSE_WITHOUT_EVENTS
            if self._stirred.wait(max(least, self._cost / _SHARE)):
                self._rest()
            self._renew()
            now = self.look()
            for _ in range(_ROUNDS):
                if now == before:
                    break
                time.sleep(_QUIET)
                last, now = now, self.look()
                if last == now:
                    break
            if now != before:
                return

    def _rest(self) -> None:
        for _ in range(_ROUNDS):
            self._stirred.clear()
            if not self._stirred.wait(_QUIET):
                return

    def _renew(self) -> None:
        """Watch the folders that are there now; one that was replaced by another of its name is watched anew."""
        if self._observer is None:
            return
        wanted = {str(path): True for path in self._paths if path.is_dir()}
        for path in self._paths:
            # Its parent tells when it is created, replaced or renamed.
            wanted.setdefault(str(next(above for above in path.absolute().parents if above.is_dir())), False)
        try:
            for name in sorted({*wanted, *self._watches}):
                inode = os.stat(name).st_ino if name in wanted else 0  # noqa: PTH116
                old = self._watches.get(name)
                if old and old[0] == inode:
                    continue
                if old:
                    self._observer.unschedule(old[1])
                    del self._watches[name]
                if inode:
                    self._watches[name] = (
                        inode,
                        self._observer.schedule(self, name, recursive=wanted[name]),
                    )
        except FileNotFoundError:
            # Gone between two looks: the next one sees what came of it.
            self._stirred.set()
        except OSError as error:
            self._without_events(error)

    def _without_events(self, error: OSError) -> None:
        if self._observer is not None and self._observer.is_alive():
            self._observer.stop()
        self._observer = None
        self._watches.clear()
        self._say(f"the system lends no file watches ({error.strerror}); looking for changes every second instead")

"""Finished builds -> what the threads of a preview share: the newest stamp and its error."""

from __future__ import annotations

import secrets
import threading
from pathlib import Path
from urllib.parse import unquote_to_bytes


class Preview:
    """What the threads of a preview share: the site, its newest build and the error of that build."""

    def __init__(self, site: Path, base: str, host: str) -> None:
        self.site = str(site)
        self.base = "/" + "/".join(
            part for part in unquote_to_bytes(base).decode("utf-8", "replace").split("/") if part
        )
        self.base += "" if self.base == "/" else "/"
        self.host = host
        self.closed = False
        # Builds of an earlier run of the preview are other builds, though they had the same numbers.
        self._run = secrets.token_hex(4)
        self._state = (0, "")
        self._news = threading.Condition()

    @property
    def state(self) -> tuple[str, str]:
        """The stamp of the newest build and its error, read together."""
        number, error = self._state
        return f"{self._run}.{number}", error

    @property
    def stamp(self) -> str:
        """The stamp of the newest build, other for every build and every run of the preview."""
        return self.state[0]

    def built(self, error: str) -> int:
        """Note a finished build; its number, from 1."""
        with self._news:
            self._state = (self._state[0] + 1, error)
            self._news.notify_all()
            return self._state[0]

    def close(self) -> None:
        """Let everyone who waits go."""
        with self._news:
            self.closed = True
            self._news.notify_all()

    def wait(self, stamp: str, seconds: float = 15) -> None:
        """Wait for a build after that of `stamp`, but not for ever."""
        with self._news:
            self._news.wait_for(lambda: self.closed or self.stamp != stamp, seconds)

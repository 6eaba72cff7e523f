"""A site and the way to rebuild it -> a running preview: listen, watch, rebuild, tell the open pages."""

from __future__ import annotations

import errno
import signal
import threading
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from generator.errors import IncipitError, MachineError, UsageError
from generator.server.http import Listener
from generator.server.state import Preview
from generator.server.watch import Watch

# A build may write into what is watched (content/): then the next run finds nothing to do and all is at rest.
_RUNS = 3


def serve(
    site: Path,
    base: str,
    watch: Sequence[Path],
    rebuild: Callable[[], str],
    *,
    host: str,
    port: int,
    say: Callable[[str], None],
    open_browser: bool,
) -> None:
    """Build, then serve `site` under the path `base` ("/" or "/x/y/") until Ctrl-C.

    It is built again when anything in `watch` (files and folders) has changed.
    `rebuild` returns "" or the text of an error, or raises an IncipitError: every page then shows it and the
    preview goes on. Port 0 means any free one; `say` gets the real URL. Raises MachineError where the port
    cannot be had, UsageError for a host or a port that cannot be.
    """
    preview = Preview(site, base, host)
    listener = _listen(preview, host, port)
    listening = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
    listening.start()
    try:
        with _stoppable(), Watch(watch, site, say) as changes:
            _build(preview, changes, rebuild, say)
            url = _url(host, listener.server_port, base)
            say(f"serving {url} (Ctrl-C stops)")
            if open_browser:
                webbrowser.open(url)
            while True:
                changes.wait()
                _build(preview, changes, rebuild, say)
    except KeyboardInterrupt:
        say("stopped")
    finally:
        preview.close()
        listener.shutdown()
        listener.server_close()


@contextmanager
def _stoppable() -> Iterator[None]:
    """Let SIGTERM end the preview as Ctrl-C does, and SIGINT too where a shell started it in the background."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, signal.default_int_handler) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, action in before.items():
            signal.signal(number, action)


def _build(preview: Preview, changes: Watch, rebuild: Callable[[], str], say: Callable[[str], None]) -> None:
    error = ""
    for _ in range(_RUNS):
        before = changes.look()
        try:
            error = rebuild()
        except IncipitError as fault:
            error = str(fault)
        if error or changes.look() == before:
            break
    number = preview.built(error)
    say(f"build {number} failed\n{error}" if error else f"build {number} finished")


def _listen(preview: Preview, host: str, port: int) -> Listener:
    other = "choose another with --port N, or any free one with --port 0"
    try:
        return Listener(preview, host, port)
    except OverflowError:
        raise UsageError(f"port {port} does not exist", "choose one from 0 to 65535 with --port N") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise MachineError(f"port {port} of {host} is in use", other) from None
        if error.errno in (errno.EACCES, errno.EPERM):
            raise MachineError(f"port {port} of {host} is not allowed", other) from None
        raise UsageError(f"cannot listen on {host}: {error.strerror}", "choose an address with --host H") from None


def _url(host: str, port: int, base: str) -> str:
    name = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)  # noqa: S104
    return f"http://{f'[{name}]' if ':' in name else name}:{port}{quote(base, safe='/%')}"

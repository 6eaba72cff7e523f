"""A page that is renamed while the preview runs: the new address shows it, the old one leads there."""

from __future__ import annotations

import http.client
import re
import signal
import subprocess
import sys
from pathlib import Path

from shipped import environment


def test_a_renamed_page_is_shown_at_both_addresses(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("title: Notes\nurl: https://lists.example/notes\n", encoding="utf-8")
    (tmp_path / "seeds").mkdir()
    (tmp_path / "seeds/list.txt").write_text("Ducks swim.\n\nReeds bend.\n", encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "generator", "serve", "--port", "0"],
        cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as process:  # fmt: skip
        try:
            port = int(_until(process, r"serving http://127\.0\.0\.1:(\d+)/notes/"))
            assert _get(port, "/notes/")[0] == 200
            assert [_get(port, path)[:2] for path in ("/notes", "/")] == [(301, "/notes/"), (302, "/notes/")]
            papers = tmp_path / "content/papers"
            for build, (old, new) in enumerate((("ducks-swim", "ducks"), ("ducks", "ducks-swim")), 2):
                (papers / f"{old}.md").rename(papers / f"{new}.md")
                _until(process, rf"build ({build}) finished")
                assert "Ducks swim." in _get(port, f"/notes/papers/{new}/")[2]
                assert f"url=../../papers/{new}/" in _get(port, f"/notes/papers/{old}/")[2]
        finally:
            process.send_signal(signal.SIGINT)
            output, _ = process.communicate(timeout=30)
        assert (process.returncode, output.splitlines()[-1]) == (0, "stopped")


def _until(process: subprocess.Popen[str], pattern: str) -> str:
    """What the preview says, up to the line that matches."""
    assert process.stdout
    said = []
    for line in process.stdout:
        said.append(line)
        if found := re.match(pattern, line):
            return found[1]
    raise AssertionError("".join(said))


def _get(port: int, path: str) -> tuple[int, str | None, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    found = answer.status, answer.getheader("Location"), answer.read().decode("utf-8")
    connection.close()
    return found

"""The pages of a few invented papers, byte for byte. `UPDATE_GOLDEN=1 pytest tests/pages/test_golden_site.py` renews them:
look at the difference that git then shows.
"""

from __future__ import annotations

import os
from pathlib import Path

from invented import laid_out

GOLDEN = Path(__file__).parent.parent / "golden" / "site"


def test_the_pages_are_the_golden_ones(tmp_path: Path) -> None:
    site = laid_out(tmp_path)
    if os.environ.get("UPDATE_GOLDEN"):
        for old in sorted(GOLDEN.rglob("*.html")):
            old.unlink()
        for path, content in site.items():
            (GOLDEN / path).parent.mkdir(parents=True, exist_ok=True)
            (GOLDEN / path).write_bytes(content)
    golden = {path.relative_to(GOLDEN).as_posix(): path.read_bytes() for path in sorted(GOLDEN.rglob("*.html"))}
    assert sorted(site) == sorted(golden)
    assert {path for path in site if site[path] != golden[path]} == set()

"""The browser's own code is type-checked by its JSDoc."""

import subprocess

from hosting import PACKAGES
from shipped import REPOSITORY

STRICT = ("--noEmit", "--allowJs", "--checkJs", "--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--lib", "dom,dom.iterable,es2022")  # fmt: skip


def test_every_script_has_the_types_it_says():
    scripts = sorted((REPOSITORY / "static").glob("**/*.js"))
    assert scripts
    checked = subprocess.run(
        [str(PACKAGES / ".bin/tsc"), *STRICT, *map(str, scripts)],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.stdout == ""
    assert checked.returncode == 0

"""The installed program -> one hash: another program may give another result."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import yaml


def version() -> str:
    """Over the generator's own files, the interpreter, whose tables of Unicode say what a letter is, and the names and
    versions of the packages installed beside it.
    """
    digest = hashlib.sha256(sys.version.encode())
    folder = Path(__file__).parent.parent
    for path in sorted(folder.rglob("*")):
        if path.suffix != ".pyc" and path.is_file():
            digest.update(f"{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes())
    # A package's version stands in the name of its metadata folder; importlib.metadata would cost 0.1 s to import.
    packages = Path(yaml.__file__).parent.parent
    digest.update(" ".join(sorted(path.name for path in packages.glob("*.dist-info"))).encode())
    return digest.hexdigest()

"""A folder -> what a static host would answer: its files, and which of them a URL leads to."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from generator.errors import InputError
from generator.links import absolute, base_path, file
from generator.model import Config
from generator.text import join_address, split_address

LISTING = ".incipit-files"
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
# Where the path of a URL ends.
_END = re.compile("[?#]")
# A step inside a path, which only the rules for joining addresses read rightly.
_STEPS = re.compile(r"(?:^|/)\.{1,2}(?:/|$)|//")


class Fault(NamedTuple):
    """Something wrong with `file` (a path below the output folder) at `line` (0: as a whole)."""

    file: str
    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Site:
    """The published files by path with their sizes in bytes; `url` and `base` end in "/"."""

    root: Path
    url: str
    base: str
    sizes: Mapping[str, int]
    links: tuple[str, ...]

    def content(self, path: str) -> bytes:
        """The bytes of a file."""
        # Path's own joining costs more than the reading: there are fifty thousand files.
        with open(f"{self.root}/{path}", "rb") as file:  # noqa: PTH123
            return file.read()

    def named(self, *ends: str) -> Iterator[str]:
        """The paths that end so, in order."""
        return (path for path in self.sizes if path.endswith(ends))

    def address(self, path: str) -> str:
        """The full URL of a file or page path."""
        return absolute(Config(title="", url=self.url), path.removesuffix("index.html"))

    def internal(self, url: str) -> str | None:
        """The path that a full URL of this site means; None for another site's."""
        if url.startswith(self.url):
            return url[len(self.url) :]
        return "" if url == self.url.rstrip("/") else None

    def resolve(self, page: str, url: str) -> str | None:
        """The path, query and fragment dropped, that `url` on the page `page` means; None outside this site.

        A path of this site that no host answers is returned as it is.
        """
        if _SCHEME.match(url):
            # Joining gives an address like //host/path its scheme.
            path = self.internal(url if url.startswith(self.url) else join_address(self.url, url))
            return None if path is None else unquote(_END.split(path, maxsplit=1)[0])
        path = _END.split(url, maxsplit=1)[0]
        if not path:
            return page
        if path.startswith("/"):
            return unquote(path[len(self.base) :]) if path.startswith(self.base) else None
        return _joined(page, unquote(path))

    def answers(self, path: str) -> str | None:
        """The file that a host sends for `path`; None for a 404 or a redirection to the same with a slash."""
        found = file(path)
        return found if found in self.sizes else None


def read(root: Path, config: Config) -> Site:
    """Walk the folder; InputError when it holds no site."""
    if not (root / "index.html").is_file():
        raise InputError("holds no site", "run `incipit build` first", file=config.output)
    sizes, symlinks = {}, []
    for folder, folders, names in os.walk(root):
        place = Path(folder)
        # A hidden folder is another program's: .git when the site is a working tree.
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in [*names, *folders]:
            path = (place / name).relative_to(root).as_posix()
            if (place / name).is_symlink():
                symlinks.append(path)
            elif name in names:
                sizes[path] = (place / name).stat().st_size
    ordered = {path: sizes[path] for path in sorted(sizes)}
    return Site(root, config.url, base_path(config), ordered, tuple(sorted(symlinks)))


def is_outside(url: str) -> bool:
    """Whether `url` names a scheme or a host."""
    return bool(_SCHEME.match(url))


def is_web(url: str) -> bool:
    """Whether following `url` sends a request to a host."""
    return split_address(url).scheme in ("http", "https", "") and is_outside(url)


def _joined(page: str, path: str) -> str:
    """`path` as it stands on `page`; "../" above the root stays, so that no file answers."""
    parts = page.split("/")[:-1]
    while path.startswith("../"):
        path = path[3:]
        if not parts:
            return f"../{path}"
        parts.pop()
    if _STEPS.search(path):
        return join_address("https://x/" + "/".join([*parts, ""]), path)[len("https://x/") :]
    return "/".join([*parts, path])

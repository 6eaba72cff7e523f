"""Config -> 404.html, which a host serves at any depth: it loads nothing and links by the path of the site's URL."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from generator import links
from generator.model import Page, Shell
from generator.pages._setting import Setting, shell


@dataclass(frozen=True, slots=True)
class NotFoundView:
    """Only the shell, whose root is the path of `url`."""

    shell: Shell


def pages(found: Setting) -> Iterator[Page]:
    """404.html, in no sitemap."""
    plain = replace(shell(found, links.NOT_FOUND), root=links.base_path(found.config))
    yield Page(links.NOT_FOUND, "404.html", NotFoundView(plain), listed=False)

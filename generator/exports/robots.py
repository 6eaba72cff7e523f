"""Config -> robots.txt (RFC 9309): every crawler is welcome, and here is the sitemap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator import links
from generator.model import Config, Library, Output, Page


def outputs(library: Library, config: Config, pages: Sequence[Page]) -> Iterator[Output]:  # noqa: ARG001
    """One file. Crawlers read it at a host's root only; elsewhere it still tells people where the sitemap is."""
    text = f"User-agent: *\nAllow: /\n\nSitemap: {links.absolute(config, 'sitemap.xml')}\n"
    yield Output("robots.txt", text.encode())

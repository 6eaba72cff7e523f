"""Style sheets and scripts -> requests that leave the site or find nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.check._html import style_urls
from generator.check._site import Fault, Site, is_outside

_IMPORT = re.compile(
    r"""(?:\bfrom\s*|\bimport\s*\(?\s*|\bfetch\s*\(\s*|\bWorker\s*\(\s*|\bimportScripts\s*\(\s*)["']([^"'\s]+)["']"""
)


def faults(site: Site) -> Iterator[Fault]:
    """What a browser would fetch because of them."""
    for path in site.named(".css"):
        text = site.content(path).decode(errors="replace")
        for place, url in style_urls(text):
            yield from _request(site, path, text.count("\n", 0, place) + 1, url)
    for path in site.named(".js", ".mjs"):
        text = site.content(path).decode(errors="replace")
        for found in _IMPORT.finditer(text):
            if found[1].startswith((".", "/")) or is_outside(found[1]):
                yield from _request(site, path, text.count("\n", 0, found.start()) + 1, found[1])


def _request(site: Site, path: str, line: int, url: str) -> Iterator[Fault]:
    if url.startswith(("data:", "#")):
        return
    if is_outside(url) or url.startswith("/"):
        yield Fault(path, line, f"loads {url}: only a relative address of this site works everywhere")
        return
    target = site.resolve(path, url)
    if target is None or site.answers(target) is None:
        yield Fault(path, line, f"loads {url}, which does not exist")

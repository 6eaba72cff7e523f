"""Pages -> sitemap.xml (sitemaps.org 0.9): every listed page with the day its facts last changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator import links
from generator.exports._characters import xml
from generator.exports._feeds import EPOCH, moment, stamp
from generator.model import Config, Library, Output, Page

# The protocol's own limit of addresses in one file.
LIMIT = 50_000
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def outputs(library: Library, config: Config, pages: Sequence[Page], limit: int = LIMIT) -> Iterator[Output]:
    """sitemap.xml; above `limit` addresses it is an index of sitemap-1.xml and so on.

    Papers stand first and oldest first, so that a new one changes the last of their files only.
    """
    papers = {links.paper(paper.slug): paper.updated or paper.first_seen for paper in library.papers}
    listed = {page.path: page.updated or papers.get(page.path, "") for page in pages if page.listed}
    ordered = [path for path in papers if path in listed] + [path for path in listed if path not in papers]
    dates = [_lastmod(listed[path]) for path in ordered]
    urls = [_place("url", config, path, date) for path, date in zip(ordered, dates, strict=True)]
    if len(urls) <= limit:
        yield Output("sitemap.xml", _document("urlset", urls))
        return
    parts = []
    for number, start in enumerate(range(0, len(urls), limit), start=1):
        name = f"sitemap-{number}.xml"
        parts.append(_place("sitemap", config, name, max(dates[start : start + limit])))
        yield Output(name, _document("urlset", urls[start : start + limit]))
    yield Output("sitemap.xml", _document("sitemapindex", parts))


def _lastmod(written: str) -> str:
    time = moment(written)
    return "" if time == EPOCH else stamp(time)


def _place(element: str, config: Config, path: str, date: str) -> str:
    lastmod = f"<lastmod>{date}</lastmod>" if date else ""
    return f"<{element}><loc>{xml(links.absolute(config, path))}</loc>{lastmod}</{element}>"


def _document(element: str, places: Sequence[str]) -> bytes:
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<{element} xmlns="{_NAMESPACE}">'
    return "\n".join([head, *places, f"</{element}>", ""]).encode()

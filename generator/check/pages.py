"""HTML files -> faults a browser or a crawler would meet: links, anchors, headings, ids, requests, sizes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from statistics import median
from urllib.parse import unquote

from generator.check import _html
from generator.check._site import Fault, Site, is_outside, is_web
from generator.links import NOT_FOUND

# The contract's sizes of a paper page; the median is what lets 100,000 papers fit, so it is judged on many.
LARGEST = 15_000
MEDIAN = 4_500
MANY = 1_000
AUTHORS = 100
_PAPER = re.compile(r"papers/(?!page/)[^/]+/index\.html")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_SCRIPT = re.compile(r"\s*(?:javascript|vbscript):", re.I)


def faults(site: Site) -> Iterator[Fault]:
    """Every page alone, then what they say of each other."""
    ids: dict[str, frozenset[str]] = {}
    anchors: list[tuple[str, int, str, str]] = []
    for path in site.named(".html"):
        try:
            text = site.content(path).decode()
        except UnicodeDecodeError as error:
            yield Fault(path, 0, f"is not UTF-8 (byte {error.start})")
            continue
        seen = _html.read(text)
        ids[path] = frozenset(seen.ids)
        yield from _document(path, text, seen)
        yield from _size(site, path, seen)
        yield from _requests(site, path, seen)
        for line, url in seen.links:
            found = _link(site, path, url)
            if isinstance(found, str):
                yield Fault(path, line, found)
            elif found:
                anchors.append((path, line, *found))
    for path, line, target, anchor in anchors:
        if target in ids and anchor not in ids[target]:
            yield Fault(path, line, f"links to #{anchor}, which {_place(path, target)} does not have")
    yield from _typical_size(site)


def _document(path: str, text: str, seen: _html.Seen) -> Iterator[Fault]:
    if not seen.language:
        yield Fault(path, 1, "has no language: <html> needs lang")
    if not any(seen.title):
        yield Fault(path, 1, "has no <title>")
    # A redirection is gone before anyone reads its heading.
    if not seen.refresh and len(seen.headings) != 1:
        yield Fault(path, 1, f"has {len(seen.headings)} <h1>, a page has one")
    elif not all(seen.headings):
        yield Fault(path, 1, "has an empty <h1>")
    for line, name in seen.twice:
        yield Fault(path, line, f'has the id "{name}" twice')
    for line in seen.empty_metas:
        yield Fault(path, line, "has a <meta> without content: leave it out")
    if seen.rebased:
        yield Fault(path, seen.rebased, "has a <base>, which moves every link")
    if found := _FORBIDDEN.search(text):
        yield Fault(path, text.count("\n", 0, found.start()) + 1, f"holds the control character {found[0]!r}")


def _size(site: Site, path: str, seen: _html.Seen) -> Iterator[Fault]:
    if site.sizes[path] > LARGEST and seen.authors <= AUTHORS and _PAPER.fullmatch(path):
        yield Fault(path, 0, f"is {site.sizes[path]:,} bytes, a paper page has at most {LARGEST:,}")


def _typical_size(site: Site) -> Iterator[Fault]:
    papers = [size for path, size in site.sizes.items() if _PAPER.fullmatch(path)]
    if len(papers) >= MANY and (typical := median(papers)) > MEDIAN:
        yield Fault("papers/index.html", 0, f"half of the paper pages are above {typical:,.0f} bytes, not {MEDIAN:,}")


def _requests(site: Site, path: str, seen: _html.Seen) -> Iterator[Fault]:
    """What a browser fetches with the page: files of this site, by relative addresses."""
    for line, url in seen.loads:
        if url.startswith(("data:", "#")):
            continue
        if path == NOT_FOUND:
            yield Fault(path, line, f"loads {url}, but stands at any depth and must need nothing else")
        elif is_outside(url):
            yield Fault(path, line, f"loads {url} from a host by name: a page needs nothing but its own site")
        elif isinstance(fault := _link(site, path, url), str):
            yield Fault(path, line, fault)
    line, url = seen.canonical
    if url and site.internal(url) is None:
        yield Fault(path, line, f"has the canonical address {url}, which is not below {site.url}")


def _link(site: Site, path: str, url: str) -> str | tuple[str, str] | None:
    """A fault, or the target file and anchor to be looked for, or None for what needs no further look."""
    if _SCRIPT.match(url):
        return f"links to a script ({url[:40]})"
    if is_outside(url) and (not is_web(url) or site.internal(url) is None):
        return None
    if not is_outside(url) and (wrong := _form(site, path, url)):
        return wrong
    target = site.resolve(path, url)
    answer = site.answers(target) if target is not None else None
    if answer is None:
        slash = target is not None and site.answers(f"{target}/") is not None
        return f"links to {url or 'nothing'}, which {'needs a / at its end' if slash else 'does not exist'}"
    anchor = unquote(url.partition("#")[2])
    return (answer, anchor) if anchor and anchor != "top" and not anchor.startswith(":~:") else None


def _form(site: Site, path: str, url: str) -> str:
    """Links are relative, so that the site works at any address; 404.html, shown at any depth, names the whole path."""
    if path == NOT_FOUND:
        good = url.startswith((site.base, "#"))
        return "" if good else f"links to {url}: this page stands at any depth, its links begin with {site.base}"
    return f"links to {url}: only a relative link works at every address" if url.startswith("/") else ""


def _place(path: str, target: str) -> str:
    return "this page" if path == target else target

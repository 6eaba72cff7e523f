"""HTML files -> faults a browser or a crawler would meet: links, anchors, headings, ids, requests, sizes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from statistics import median
from urllib.parse import unquote

from generator.check import _html
from generator.check._site import Fault, Site, is_outside, is_web
from generator.links import NOT_FOUND

# Bytes that a paper page may have: the largest is read at once on a slow line, the median lets 100,000 papers fit on a
# host that allows 1 GB, so it is judged on many.
LARGEST = 15_000
MEDIAN = 4_500
MANY = 1_000
AUTHORS = 100
_PAPER = re.compile(r"papers/(?!page/)[^/]+/index\.html")
_DATE = re.compile(r"\d{4}(?:/\d{2}/\d{2})?")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
# A fault, or the target's file and the anchor to be looked for in it, or None for what needs no further look.
_Answer = str | tuple[str, str] | None
_SCRIPT = re.compile(r"\s*(?:javascript|vbscript):", re.I)


def faults(site: Site) -> Iterator[Fault]:
    """Every page alone, then what they say of each other."""
    ids: dict[str, frozenset[str]] = {}
    anchors: list[tuple[str, int, str, str]] = []
    # Where links that begin at the site's root lead: most are the same on every page.
    known: dict[str, _Answer] = {}
    for path in site.named(".html"):
        try:
            seen = _html.read(site.content(path).decode())
        except UnicodeDecodeError as error:
            yield Fault(path, 0, f"is not UTF-8 (byte {error.start})")
            continue
        ids[path] = frozenset(seen.ids)
        yield from _document(path, seen)
        yield from _citation(path, seen)
        yield from _size(site, path, seen)
        yield from _requests(site, path, seen, known)
        for place, url in seen.links:
            found = _known_link(site, path, url, known)
            if isinstance(found, str):
                yield Fault(path, seen.line(place), found)
            elif found:
                anchors.append((path, place, *found))
    for path, place, target, anchor in anchors:
        if target in ids and anchor not in ids[target]:
            # Counting lines for every sound link would cost more than reading a faulty page twice.
            line = _html.read(site.content(path).decode()).line(place)
            yield Fault(path, line, f"links to #{anchor}, which {_place(path, target)} does not have")
    yield from _typical_size(site)


def _document(path: str, seen: _html.Seen) -> Iterator[Fault]:
    if not seen.language:
        yield Fault(path, 1, "has no language: <html> needs lang")
    if not any(seen.title):
        yield Fault(path, 1, "has no <title>")
    # A redirection is gone before anyone reads its heading.
    if not seen.refresh and len(seen.headings) != 1:
        yield Fault(path, 1, f"has {len(seen.headings)} <h1>, a page has one")
    elif not all(seen.headings):
        yield Fault(path, 1, "has an empty <h1>")
    for place, name in seen.twice:
        yield Fault(path, seen.line(place), f'has the id "{name}" twice')
    for place in seen.empty_metas:
        yield Fault(path, seen.line(place), "has a <meta> without content: leave it out")
    if seen.rebased:
        yield Fault(path, seen.line(seen.rebased), "has a <base>, which moves every link")
    if found := _FORBIDDEN.search(seen.text):
        yield Fault(path, seen.line(found.start()), f"holds the control character {found[0]!r}")


def _citation(path: str, seen: _html.Seen) -> Iterator[Fault]:
    """What Scholar and other crawlers take from the page."""
    for place, name, content in seen.citations:
        if seen.title_source == "derived":
            yield Fault(path, seen.line(place), f"has {name}, but its title is derived and must not be cited")
        elif name == "citation_publication_date" and not _DATE.fullmatch(content):
            yield Fault(path, seen.line(place), f"has the publication date {content}, which is no YYYY or YYYY/MM/DD")
        elif name.endswith("_url") and not is_web(content):
            yield Fault(path, seen.line(place), f"has {name} {content}, which is no full address")
    for place, text in seen.structured:
        try:
            json.loads(text)
        except ValueError as error:
            yield Fault(path, seen.line(place), f"has structured data that is not JSON: {error}")


def _size(site: Site, path: str, seen: _html.Seen) -> Iterator[Fault]:
    authors = sum(name == "citation_author" for _, name, _ in seen.citations)
    if site.sizes[path] > LARGEST and authors <= AUTHORS and _PAPER.fullmatch(path):
        yield Fault(path, 0, f"is {site.sizes[path]:,} bytes, a paper page has at most {LARGEST:,}")


def _typical_size(site: Site) -> Iterator[Fault]:
    papers = [size for path, size in site.sizes.items() if _PAPER.fullmatch(path)]
    if len(papers) >= MANY and (typical := median(papers)) > MEDIAN:
        yield Fault("papers/index.html", 0, f"half of the paper pages are above {typical:,.0f} bytes, not {MEDIAN:,}")


def _requests(site: Site, path: str, seen: _html.Seen, known: dict[str, _Answer]) -> Iterator[Fault]:
    """What a browser fetches with the page: files of this site, by relative addresses."""
    for place, url in seen.loads:
        if url.startswith(("data:", "#")):
            continue
        if path == NOT_FOUND:
            fault = f"loads {url}, but stands at any depth and must need nothing else"
        elif is_outside(url):
            fault = f"loads {url} from a host by name: a page needs nothing but its own site"
        else:
            found = _known_link(site, path, url, known)
            fault = found if isinstance(found, str) else ""
        if fault:
            yield Fault(path, seen.line(place), fault)
    place, url = seen.canonical
    if url and site.internal(url) is None:
        fault = f"has the canonical address {url}, which is not below {site.url}"
        yield Fault(path, seen.line(place), fault)


def _known_link(site: Site, path: str, url: str, known: dict[str, _Answer]) -> _Answer:
    """`_link`, asked once for a link that goes back to the root first."""
    root = "../" * path.count("/")
    if not root or not url.startswith(root):
        return _link(site, path, url)
    rest = url[len(root) :]
    if rest not in known:
        answer = _link(site, path, url)
        if isinstance(answer, str):
            return answer
        known[rest] = answer
    return known[rest]


def _link(site: Site, path: str, url: str) -> _Answer:
    """What following `url` on the page `path` comes to."""
    if url.startswith("#"):
        return _anchor(path, url)
    # Without a colon or a slash in front there is neither scheme nor host.
    if ":" in url or url.startswith("/") or path == NOT_FOUND:
        if _SCRIPT.match(url):
            return f"links to a script ({url[:40]})"
        if not is_outside(url):
            if wrong := _form(site, path, url):
                return wrong
        elif not is_web(url) or site.internal(url) is None:
            return None
    target = site.resolve(path, url)
    answer = site.answers(target) if target is not None else None
    if answer is None:
        slash = target is not None and site.answers(f"{target}/") is not None
        return f"links to {url or 'nothing'}, which {'needs a / at its end' if slash else 'does not exist'}"
    return _anchor(answer, url) if "#" in url else None


def _anchor(target: str, url: str) -> _Answer:
    """The anchor that `url` leads to in the file `target`; "#top" and text fragments need none."""
    anchor = unquote(url.partition("#")[2])
    return (target, anchor) if anchor and anchor != "top" and not anchor.startswith(":~:") else None


def _form(site: Site, path: str, url: str) -> str:
    """Links are relative, so that the site works at any address; 404.html, shown at any depth, names the whole path."""
    if path == NOT_FOUND:
        good = url.startswith((site.base, "#"))
        return "" if good else f"links to {url}: this page stands at any depth, its links begin with {site.base}"
    return f"links to {url}: only a relative link works at every address" if url.startswith("/") else ""


def _place(path: str, target: str) -> str:
    return "this page" if path == target else target

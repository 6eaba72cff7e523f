"""HTML -> what checks need of a page: ids, links, what it loads, headings."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

# Formulas hold neither links nor ids and are most of the tags of a page full of mathematics.
_MATH = re.compile(r"<math\b.*?</math>", re.DOTALL)
_URL_ATTRIBUTES = frozenset({"href", "src", "srcset", "poster", "action", "data", "formaction", "cite"})
_LOADING_TAGS = frozenset(
    {"script", "img", "source", "video", "audio", "track", "iframe", "embed", "object", "input", "use", "image"}
)
_LOADING_RELS = frozenset(
    {"stylesheet", "icon", "preload", "modulepreload", "prefetch", "manifest", "apple-touch-icon", "mask-icon"}
)
_STYLE_URL = re.compile(r"""url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)""")


# A start tag as templates write it. The standard parser's own reading, which takes every form, is three times as
# slow; tags after which it reads text in another way are left to it.
_PLAIN_TAG = re.compile(
    r"<(?!(?:script|style|title|textarea|iframe|noembed|noframes|noscript|xmp|plaintext)\b)([a-z][a-z0-9]*)"
    r"""((?:[ \n]+[a-z:-]+(?:=(?:"[^"&]*"|[^\s"'&<>=`]+))?)*)>"""
)
_ATTRIBUTE = re.compile(r"""([a-z:-]+)(?:=("[^"]*"|[^\s"]+))?""")


@dataclass(slots=True)
class Seen:
    """One page. Places are offsets in `text`, for `line`; a link is (place, URL): what stands in `loads` is fetched
    with the page, what stands in `links` when a reader follows it. `citations` are (place, name, content) of Scholar's
    tags, `structured` (place, JSON-LD).
    """

    text: str
    ids: dict[str, int] = field(default_factory=dict)
    twice: list[tuple[int, str]] = field(default_factory=list)
    links: list[tuple[int, str]] = field(default_factory=list)
    loads: list[tuple[int, str]] = field(default_factory=list)
    empty_metas: list[int] = field(default_factory=list)
    canonical: tuple[int, str] = (0, "")
    headings: list[str] = field(default_factory=list)
    title: list[str] = field(default_factory=list)
    language: str = ""
    title_source: str = ""
    citations: list[tuple[int, str, str]] = field(default_factory=list)
    structured: list[tuple[int, str]] = field(default_factory=list)
    refresh: bool = False
    rebased: int = 0

    def line(self, place: int) -> int:
        """The line of a place, from 1."""
        return self.text.count("\n", 0, place) + 1


def read(text: str) -> Seen:
    """Parse a page or a fragment as a browser would."""
    if "<math" in text:
        text = _MATH.sub(lambda math: "\n" * math[0].count("\n"), text)
    reader = _Reader(text)
    reader.feed(text)
    reader.close()
    return reader.seen


def style_urls(css: str) -> list[tuple[int, str]]:
    """(place, URL) of everything that a style sheet loads; a place is the offset in `css`."""
    return [(found.start(), (found[1] or found[2]).strip()) for found in _STYLE_URL.finditer(css)]


class _Reader(HTMLParser):
    """The standard library's parser calls these methods; `seen` is the result."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.seen = Seen(text)
        self._place = 0
        self._text: list[str] | None = None
        self._style = self._structured = False

    def updatepos(self, _: int, j: int) -> int:
        """Remember where the parser stands; it would count lines all the way, which only a fault needs."""
        self._place = j
        return j

    def parse_starttag(self, i: int) -> int:
        """Read a tag of the usual form here and leave all others to the parser."""
        found = _PLAIN_TAG.match(self.rawdata, i)
        if found is None:
            return super().parse_starttag(i)
        attributes = _ATTRIBUTE.findall(found[2]) if found[2] else ()
        self.handle_starttag(found[1], [(name, value.strip('"')) for name, value in attributes])
        return found.end()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        seen = self.seen
        if tag == "h1" or (tag == "title" and not seen.title):
            self._text = []
        elif tag == "style":
            self._style = True
        elif tag == "script":
            self._structured = ("type", "application/ld+json") in attrs
        if not attrs:
            return
        if tag in ("html", "meta", "base"):
            self._document(tag, dict(attrs))
            return
        for name, value in attrs:
            if name == "id":
                if value in seen.ids:
                    seen.twice.append((self._place, value or ""))
                seen.ids.setdefault(value or "", self._place)
            elif name in _URL_ATTRIBUTES and value is not None:
                self._address(tag, name, value, attrs)
            elif name == "style" and value and "url(" in value:
                seen.loads += [(self._place, url) for _, url in style_urls(value)]
            elif name.startswith("data-") and value:
                self._own_attribute(name, value)

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag: str) -> None:
        if tag in ("h1", "title") and self._text is not None:
            (self.seen.headings if tag == "h1" else self.seen.title).append("".join(self._text).strip())
            self._text = None
        elif tag in ("style", "script"):
            self._style = self._structured = False

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)
        elif self._structured:
            self.seen.structured.append((self._place, data))
        elif self._style:
            self.seen.loads += [(self._place + place, url) for place, url in style_urls(data)]

    def _document(self, tag: str, attrs: dict[str, str | None]) -> None:
        seen = self.seen
        if tag == "html":
            seen.language = attrs.get("lang") or ""
        elif tag == "base":
            seen.rebased = self._place
        else:
            content = attrs.get("content")
            if content is not None and not content.strip():
                seen.empty_metas.append(self._place)
            if (attrs.get("http-equiv") or "").lower() == "refresh":
                seen.refresh = True
                seen.links.append((self._place, (content or "").partition("url=")[2].strip()))
            name = attrs.get("name") or ""
            if name.startswith("citation_"):
                seen.citations.append((self._place, name, content or ""))

    def _own_attribute(self, name: str, value: str) -> None:
        """data-…: what scripts load stands there too, as a relative address."""
        if name == "data-title-source":
            self.seen.title_source = value
        elif value.startswith(("./", "../")):
            self.seen.loads.append((self._place, value))

    def _address(self, tag: str, name: str, value: str, attrs: list[tuple[str, str | None]]) -> None:
        seen = self.seen
        urls = [part.split()[0] for part in value.split(",") if part.strip()] if name == "srcset" else [value.strip()]
        places = [(self._place, url) for url in urls]
        if tag == "link":
            rel = (dict(attrs).get("rel") or "").lower().split()
            if "canonical" in rel:
                seen.canonical = places[0]
            (seen.loads if _LOADING_RELS.intersection(rel) else seen.links).extend(places)
        elif tag in _LOADING_TAGS:
            seen.loads += places
        else:
            seen.links += places

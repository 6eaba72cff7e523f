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


@dataclass(slots=True)
class Seen:
    """One page. Links are (line, URL); `loads` are fetched with the page, `links` when a reader follows them."""

    ids: dict[str, int] = field(default_factory=dict)
    twice: list[tuple[int, str]] = field(default_factory=list)
    links: list[tuple[int, str]] = field(default_factory=list)
    loads: list[tuple[int, str]] = field(default_factory=list)
    empty_metas: list[int] = field(default_factory=list)
    canonical: tuple[int, str] = (0, "")
    headings: list[str] = field(default_factory=list)
    title: list[str] = field(default_factory=list)
    language: str = ""
    refresh: bool = False
    rebased: int = 0
    authors: int = 0


def read(text: str) -> Seen:
    """Parse a page or a fragment as a browser would."""
    reader = _Reader()
    reader.feed(_MATH.sub(lambda math: "\n" * math[0].count("\n"), text) if "<math" in text else text)
    reader.close()
    return reader.seen


def style_urls(css: str) -> list[tuple[int, str]]:
    """(line, URL) of everything that a style sheet loads."""
    return [
        (css.count("\n", 0, found.start()) + 1, (found[1] or found[2]).strip()) for found in _STYLE_URL.finditer(css)
    ]


class _Reader(HTMLParser):
    """The standard library's parser calls these methods; `seen` is the result."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.seen = Seen()
        self._text: list[str] | None = None
        self._style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        seen = self.seen
        if tag == "h1" or (tag == "title" and not seen.title):
            self._text = []
        elif tag == "style":
            self._style = True
        if not attrs:
            return
        if tag in ("html", "meta", "base"):
            self._document(tag, dict(attrs))
            return
        for name, value in attrs:
            if name == "id":
                if value in seen.ids:
                    seen.twice.append((self.lineno, value or ""))
                seen.ids.setdefault(value or "", self.lineno)
            elif name in _URL_ATTRIBUTES and value is not None:
                self._address(tag, name, value, attrs)
            elif name == "style" and value and "url(" in value:
                seen.loads += [(self.lineno, url) for _, url in style_urls(value)]
            elif name == "name" and tag == "a":
                seen.ids.setdefault(value or "", self.lineno)

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag: str) -> None:
        if tag in ("h1", "title") and self._text is not None:
            (self.seen.headings if tag == "h1" else self.seen.title).append("".join(self._text).strip())
            self._text = None
        elif tag == "style":
            self._style = False

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)
        elif self._style:
            self.seen.loads += [(self.lineno + line - 1, url) for line, url in style_urls(data)]

    def _document(self, tag: str, attrs: dict[str, str | None]) -> None:
        seen = self.seen
        if tag == "html":
            seen.language = attrs.get("lang") or ""
        elif tag == "base":
            seen.rebased = self.lineno
        else:
            content = attrs.get("content")
            if content is not None and not content.strip():
                seen.empty_metas.append(self.lineno)
            if (attrs.get("http-equiv") or "").lower() == "refresh":
                seen.refresh = True
                seen.links.append((self.lineno, (content or "").partition("url=")[2].strip()))
            seen.authors += attrs.get("name") == "citation_author"

    def _address(self, tag: str, name: str, value: str, attrs: list[tuple[str, str | None]]) -> None:
        seen = self.seen
        urls = [part.split()[0] for part in value.split(",") if part.strip()] if name == "srcset" else [value.strip()]
        places = [(self.lineno, url) for url in urls]
        if tag == "link":
            rel = (dict(attrs).get("rel") or "").lower().split()
            if "canonical" in rel:
                seen.canonical = places[0]
            (seen.loads if _LOADING_RELS.intersection(rel) else seen.links).extend(places)
        elif tag in _LOADING_TAGS:
            seen.loads += places
        else:
            seen.links += places

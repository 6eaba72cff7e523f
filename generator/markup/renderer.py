"""Markdown with TeX math -> safe HTML and readable text: raw HTML is text, and only safe links live."""

from __future__ import annotations

import re
from functools import cache
from html import escape, unescape
from xml.etree.ElementTree import Element

import markdown
from markdown.inlinepatterns import InlineProcessor
from markdown.util import ETX, STX, AtomicString

from generator.markup import blocks, math, mathml, references, urls
from generator.markup.direct import direct
from generator.markup.writer import write
from generator.model import Abstract

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
# What is left of the library's placeholders when one was cut in two.
_TORN = re.compile(f"[{STX}{ETX}]")
_BLOCKS = frozenset(["p", "ul", "ol", "li", "blockquote", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "hr"])
# The page's own headings stand above those of an abstract.
_HEADINGS = {"h1": "h3", "h2": "h4", "h3": "h5", "h4": "h6", "h5": "h6", "h6": "h6"}
_INLINE = frozenset(["em", "strong"])
# For each bracket the library reads on to the end of its paragraph.
_MOST_BRACKETS = 400
_LINKS = ("reference", "link", "image_link", "image_reference", "short_reference", "short_image_ref")
_EMPTY = frozenset(["br", "hr"])


def render(source: str) -> Abstract:
    """Markdown -> Abstract. Never raises on any text; what is not known Markdown is shown as text."""
    source = source.replace("\r\n", "\n").replace("\r", "\n") if "\r" in source else source
    source = (source if source.isprintable() else _FORBIDDEN.sub(" ", source)).strip("\n")
    return direct(source) or by_markdown(source)


def by_markdown(source: str) -> Abstract:
    """The long way, through Python-Markdown; without emphasis where the library's search for it breaks other syntax,
    without links where it would look for the end of too many, and as plain text where it nests too deeply.
    """
    links = source.count("[") <= _MOST_BRACKETS
    try:
        shown = _converted(source, _converter(links=links))
        return _converted(source, _converter(emphasis=False, links=links)) if _TORN.search(shown.html) else shown
    except RecursionError:
        _converter.cache_clear()  # what broke off in the middle of a nest goes on from there
        return _converted(write(" ".join(source.split())), _converter(emphasis=False, links=False))


def _converted(source: str, converter: markdown.Markdown) -> Abstract:
    converter.reset()
    tree = Tree()
    converter.serializer = tree.write
    html = converter.convert(source)
    return Abstract(html.strip(), tree.text(), tuple(tree.unknown))


class Tree:
    """Writes Python-Markdown's tree as HTML by a list of what may be there, and gathers its text."""

    def __init__(self) -> None:
        self.plain: list[str] = []
        self.unknown: list[str] = []

    def text(self) -> str:
        """The readable text, paragraphs on lines of their own."""
        lines = (" ".join(line.split()) for line in "".join(self.plain).split("\n"))
        return "\n".join(line for line in lines if line)

    def write(self, root: Element) -> str:
        """The children of the library's root as HTML, inside the <div> that it cuts off again."""
        return "<div>" + self._inside(root) + "</div>"

    def _inside(self, node: Element) -> str:
        parts = [self._letters(node.text)]
        for child in node:
            parts.append(self._element(child))
            parts.append(self._letters(child.tail))
        return "".join(parts)

    def _letters(self, text: str | None) -> str:
        if not text:
            return ""
        self.plain.append(text.replace("\n", " "))
        return escape(text, quote=False)

    def _element(self, node: Element) -> str:
        tag = str(node.tag)
        if tag == "math":
            return self._math(node.text or "", display=node.get("display") == "block")
        if tag in ("code", "pre"):
            return self._code(node, block=tag == "pre")
        if tag == "a":
            return self._link(node, node.get("href", ""))
        if tag == "img":
            node.text = node.get("alt")
            return self._link(node, node.get("src", ""))
        return self._other(_HEADINGS.get(tag, tag), node)

    def _other(self, tag: str, node: Element) -> str:
        if tag in _EMPTY:
            self.plain.append("\n")
            return f"<{tag}>"
        if tag not in _BLOCKS:
            inside = self._inside(node)
            return f"<{tag}>{inside}</{tag}>" if tag in _INLINE else inside
        self.plain.append("\n")
        inside = self._inside(node).strip()
        self.plain.append("\n")
        start = node.get("start")
        return f'<{tag} start="{escape(start)}">{inside}</{tag}>' if start else f"<{tag}>{inside}</{tag}>"

    def _code(self, node: Element, *, block: bool) -> str:
        # Python-Markdown escapes the text of a block of code, not that of a code span made here.
        text = unescape("".join(node.itertext())).strip("\n") if block else node.text or ""
        self.plain.append("\n" + text.replace("\n", " ") + "\n" if block else text.replace("\n", " "))
        code = f"<code>{escape(text, quote=False)}</code>"
        return f"<pre>{code}</pre>" if block else code

    def _math(self, tex: str, *, display: bool) -> str:
        shown = mathml.formula(tex, display=display)
        self.plain.append(shown.text)
        if not shown.known:
            self.unknown.append(shown.text)
        return shown.html

    def _link(self, node: Element, url: str) -> str:
        """A link or an image as a link, its address in the plain text; an address that cannot live is text."""
        start = len(self.plain)
        inside = self._inside(node)
        shown = "".join(self.plain[start:])
        if not urls.alive(url):
            return inside + self._letters(f" ({url})" if url.strip() else "")
        if not shown.strip():
            inside = self._letters(url)
        elif shown != url and url.lower().startswith("http"):
            self.plain.append(f" ({url})")
        title = f' title="{escape(node.get("title", ""))}"' if node.get("title") else ""
        return f'<a href="{escape(url)}"{title}>{inside}</a>'


@cache
def _converter(*, emphasis: bool = True, links: bool = True) -> markdown.Markdown:
    """Python-Markdown with math and bare links, without raw HTML."""
    converter = markdown.Markdown()
    # A list that begins with 3 keeps its number.
    converter.parser.blockprocessors["olist"].LAZY_OL = False  # type: ignore[attr-defined]
    converter.parser.blockprocessors.register(blocks.FencedCode(converter.parser), "fenced_code", 85)
    converter.parser.blockprocessors.register(blocks.Definitions(converter.parser), "reference", 15)
    for name in () if links else _LINKS:
        converter.inlinePatterns.deregister(name)
    if not emphasis:
        converter.inlinePatterns.deregister("em_strong")
    converter.preprocessors.deregister("html_block")
    for name in ("backtick", "escape", "automail", "html", "entity"):
        converter.inlinePatterns.deregister(name)
    converter.treeprocessors.deregister("prettify")
    for name in ("raw_html", "amp_substitute"):
        converter.postprocessors.deregister(name)
    converter.inlinePatterns.register(_Inert(_INERT, converter), "inert", 195)
    converter.inlinePatterns.register(_BareLink(urls.BARE.pattern, converter), "bare_link", 115)
    return converter


_INERT = rf"\\([!-/:-@\[-`{{-~])|{references.PATTERN}|(?<!`)(`+)(?!`)(.+?)(?<!`)\2(?!`)|\$"
# Far more than an address has.
_LONGEST_ADDRESS = 500


def _in_address(data: str, position: int) -> bool:
    """Whether `position` is in the address of a link, where a dollar is a dollar."""
    start = data.rfind("](http", max(0, position - _LONGEST_ADDRESS), position)
    return start >= 0 and "[" in data[:start] and not re.search(r"[\s()]", data[start + 2 : position])


class _Inert(InlineProcessor):
    """Escapes, entities, code and math in one pass from left to right, before any other syntax."""

    def handleMatch(  # type: ignore[override]  # noqa: N802  the library's name
        self, m: re.Match[str], data: str
    ) -> tuple[Element | str | None, int | None, int | None]:
        mark = m.group()
        if m.group(1):
            return _stashed(m.group(1)), m.start(), m.end()
        if mark[0] == "&":
            named = references.character(mark)
            return (_stashed(named), m.start(), m.end()) if named else (None, None, None)
        if mark == "$":
            span = math.at(data, m.start())
            if span is None or _in_address(data, m.start()):
                return None, None, None
            element = Element("math", {"display": "block"} if span.display else {})
            element.text = AtomicString(span.tex)
            return element, span.start, span.end
        element = Element("code")
        element.text = AtomicString(m.group(3).strip())
        return element, m.start(), m.end()


class _BareLink(InlineProcessor):
    """A bare URL becomes a link; the punctuation after it stays text."""

    ANCESTOR_EXCLUDES = ("a",)

    def handleMatch(  # type: ignore[override]  # noqa: N802  the library's name
        self,
        m: re.Match[str],
        data: str,  # noqa: ARG002
    ) -> tuple[Element | None, int | None, int | None]:
        size = urls.end(m.group())
        if not size:
            return None, None, None
        element = Element("a", {"href": m.group()[:size]})
        element.text = AtomicString(m.group()[:size])
        return element, m.start(), m.start() + size


def _stashed(text: str) -> str:
    """Characters in the form that no later pattern reads; the library turns them back at the end."""
    return "".join(f"{STX}{ord(character)}{ETX}" for character in text)

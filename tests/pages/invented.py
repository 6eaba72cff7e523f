"""A few invented papers, laid out as a site, and a reader of its pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

from generator import library, markup, pages, render
from generator.model import Change, Config, Library, Link, Page, Paper, Receipt, Source, Topic, TopicMatch

VOID = frozenset(["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "rect", "source", "wbr"])
# What HTML lets a page leave out: opening one of these ends an open one of the second set.
ENDS = {"li": {"li", "p"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"}, "p": {"p"}, "ul": {"p"}, "section": {"p"}}
ASSETS = {
    "style.css": "assets/style.css",
    "favicon.svg": "assets/favicon.svg",
    "search.css": "assets/search.css",
    "search.js": "assets/search.js",
    "lunr.js": "assets/lunr.js",
    "search-index": "search/index.json",
}
CONFIG = Config(
    title="Quiet Routers",
    url="https://example.org/lists/quiet/",
    description="Invented abstracts about routers.",
    repository="https://example.org/git/quiet",
    papers_per_page=2,
)
TOPICS = (
    Topic("routing", "Routing", "How packets find their way.", (("routing", 3), ("router", 2)), ("routes",)),
    Topic("energy", "Energy", "Doing it with less.", (("energy", 3),)),
    Topic("unused", "Unused", "Nothing yet."),
)
PAPERS = (
    Paper(
        id="aaaaaaaaaa",
        slug="quiet-routing",
        title="Quiet routing with $n^2$ sleepers",
        title_source="given",
        name="QuietNet",
        authors=("Ada Example", "Björn Łuk", "Chi Sample", "Dee Other"),
        year=2024,
        venue="Journal of Invented Networks",
        topics=("routing", "energy"),
        links=(Link("code", "https://example.org/code/quietnet"), Link("doi", "https://doi.org/10.9999/Quiet.1")),
        first_seen="2026-01-02T03:04:05Z",
        updated="2026-02-03T04:05:06Z",
        aliases=("old-quiet",),
        sources=(Source("seeds/a.txt", "a" * 64),),
        abstract="Quiet routers sleep for $n^2$ seconds. Routing tables of sleeping routers save energy, and energy is dear.",
        place=0,
    ),
    Paper(
        id="bbbbbbbbbb",
        slug="loud-routers",
        title="loud routers </script> <b> & noise",
        authors=("Ada Example",),
        first_seen="2026-01-02T03:04:05Z",
        sources=(Source("seeds/a.txt", "b" * 64), Source("seeds/lost.txt", "f" * 64)),
        abstract="Loud routers never sleep. Their routing tables are long & costly; {{ 7 * 7 }} <b>is</b> not energy.",
        topics=("routing",),
        place=1,
    ),
    Paper(
        id="cccccccccc",
        slug="no-abstract",
        title="A paper without abstract",
        title_source="curated",
        authors=("Björn Łuk",),
        year=2024,
        first_seen="2026-01-02T03:04:05Z",
        sources=(Source("seeds/a.txt", "c" * 64),),
        place=2,
    ),
    Paper(
        id="dddddddddd",
        slug="chinese",
        title="图神经网络的路由",
        first_seen="2026-01-05T00:00:00Z",
        venue="会议",
        status="withdrawn",
        sources=(Source("seeds/b.txt", "d" * 64),),
        abstract="图神经网络在路由中表现良好。我们研究睡眠的路由器。",
    ),
    Paper(
        id="eeeeeeeeee",
        slug="twice",
        title="Twice",
        status="merged",
        into="aaaaaaaaaa",
        first_seen="2026-01-03T00:00:00Z",
    ),
    Paper(
        id="ffffffffff",
        slug="gone",
        title="Gone",
        status="gone",
        aliases=("long-gone",),
        first_seen="2026-01-03T00:00:00Z",
    ),
)
RECEIPTS = (
    Receipt(
        "seeds/a.txt",
        1,
        3,
        "a" * 64,
        "kept",
        "aaaaaaaaaa",
        topics=(TopicMatch("routing", ("routers", "routing")), TopicMatch("energy", ("energy",))),
    ),
    Receipt(
        "seeds/a.txt", 2, 5, "b" * 64, "kept", "bbbbbbbbbb", changes=(Change("line-break-hyphen", 3, "a- b", "ab"),)
    ),
    Receipt("seeds/a.txt", 3, 7, "c" * 64, "kept", "cccccccccc"),
    Receipt("seeds/b.txt", 1, 1, "d" * 64, "kept", "dddddddddd"),
    Receipt("seeds/b.txt", 2, 3, "e" * 64, "merged", "aaaaaaaaaa", reason="same text"),
    Receipt("seeds/b.txt", 3, 9, "0" * 64, "refused", reason="neither title nor abstract"),
)


def collection(papers: Sequence[Paper] = PAPERS, receipts: Sequence[Receipt] = RECEIPTS) -> Library:
    return library.build(papers, TOPICS, receipts, {paper.id: markup.render(paper.abstract) for paper in papers})


def laid_out(project: Path, found: Library | None = None, config: Config = CONFIG) -> dict[str, bytes]:
    """Every page of the site by its file."""
    environment = render.environment(project, config)
    made = pages.pages(collection() if found is None else found, config, ASSETS)
    return {output.path: output.content for output in (render.render(environment, page) for page in made)}


def all_pages(found: Library | None = None, config: Config = CONFIG) -> dict[str, Page]:
    return {page.path: page for page in pages.pages(collection() if found is None else found, config, ASSETS)}


@dataclass
class Node:
    """An element with its attributes, its text and its children."""

    tag: str
    attributes: Mapping[str, str | None] = field(default_factory=dict)
    children: list[Node | str] = field(default_factory=list)

    def __getitem__(self, name: str) -> str | None:
        return self.attributes.get(name)

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def find(self, tag: str, **attributes: str) -> list[Node]:
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [
            node
            for node in self.walk()
            if node.tag == tag and all(node[name] == value for name, value in wanted.items())
        ]

    def one(self, tag: str, **attributes: str) -> Node:
        (found,) = self.find(tag, **attributes)
        return found

    @property
    def text(self) -> str:
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in ("style", "script", "annotation"):
                yield from child._texts()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Node("#document")
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        while self.open[-1].tag in ENDS.get(tag, ()):
            self.open.pop()
        node = Node(tag, dict(attrs))
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        if any(node.tag == tag for node in self.open):
            while self.open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read(html: bytes) -> Node:
    reader = _Reader()
    reader.feed(html.decode("utf-8"))
    reader.close()
    return reader.root

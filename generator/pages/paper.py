"""Library -> one page a paper."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from generator import links, text
from generator.model import Link, Page, Paper, Receipt, Shell
from generator.pages._incipit import illuminate
from generator.pages._setting import FIRST_FEED, SMALL, Setting, bare, language, shell, spoken

# With more authors than this a page names them without links and leaves them out of JSON-LD, where each would stand
# a third time: a page of 100 authors stays below 15,000 bytes, which `check` allows.
_MANY = 30
# What a page can afford: in a large collection (Setting.rich is false) 4,500 bytes, the abstract included.
_RELATED, _FEW_RELATED = 5, 2
_SHARED = 3
_DESCRIPTION = 160
# So much of an abstract shows its script.
_OPENING = 40


@dataclass(frozen=True, slots=True)
class Outward:
    """A link that leaves the site: `rel` is its kind, `key` the word for it, `text` the address as people say it."""

    rel: str
    key: str
    url: str
    text: str


@dataclass(frozen=True, slots=True)
class PaperView:
    """Everything a paper page says.

    `html`, `abstract` and `json_ld` are safe HTML. `authors` holds (name, path of the own page or ""), `topics` (site
    path, title, words that chose it), `related` (slug, title as HTML, shared words), `sources` (file, record, line; 0
    when unknown), `missing` word keys, `citation` (name, content) of meta tags. Unless `full` the page leaves out
    what it says elsewhere too.
    """

    shell: Shell
    id: str
    language: str
    title: str
    html: Markup
    title_source: str
    description: str
    abstract: Markup
    authors: tuple[tuple[str, str], ...]
    year: int | None
    year_path: str
    venue: str
    venue_path: str
    name: str
    withdrawn: bool
    code: tuple[Outward, ...]
    links: tuple[Outward, ...]
    topics: tuple[tuple[str, str, str], ...]
    related: tuple[tuple[str, Markup, str], ...]
    sources: tuple[tuple[str, int, int], ...]
    missing: tuple[str, ...]
    newer: str
    older: str
    edit: str
    first_seen: str
    updated: str
    full: bool
    twin: bool
    citable: bool
    cite_as: str
    citation: tuple[tuple[str, str], ...]
    json_ld: Markup


def pages(found: Setting) -> Iterator[Page]:
    """papers/<slug>/ of every paper that is shown."""
    papers = found.library.papers
    receipts: dict[str, list[Receipt]] = {}
    for receipt in found.library.receipts:
        receipts.setdefault(receipt.id, []).append(receipt)
    titles = {topic.slug: topic.title for topic in found.library.topics}
    slugs = ["", *(paper.slug for paper in papers), ""]
    for number, paper in enumerate(papers):
        view = _view(found, paper, titles, receipts.get(paper.id, ()), older=slugs[number], newer=slugs[number + 2])
        yield Page(view.shell.path, "paper.html", view, updated=paper.updated or paper.first_seen)


def _view(
    found: Setting,
    paper: Paper,
    titles: Mapping[str, str],
    receipts: Sequence[Receipt],
    *,
    older: str,
    newer: str,
) -> PaperView:
    entry = found.entries[paper.id]
    plain = shell(found, entry.path, "papers", FIRST_FEED if found.rich else ())
    shown = found.library.abstracts[paper.id]
    # Programs are not told of a withdrawn paper: it has no twin and no citation file.
    twin = len(found.library.papers) <= SMALL and paper.status == "published"
    code, others = _outward(paper.links)
    citable = bool(paper.title) and paper.title_source != "derived"
    return PaperView(
        shell=plain,
        id=paper.id,
        language=language(shown.text[:_OPENING] or entry.title, found.config),
        title=entry.title,
        html=bare(paper),
        title_source=paper.title_source,
        description=text.excerpt(shown.text.replace("\n", " "), _DESCRIPTION) or entry.title,
        abstract=illuminate(shown.html),
        authors=_authors(found, paper),
        year=paper.year,
        year_path=links.year(paper.year) if paper.year is not None else "",
        venue=paper.venue,
        venue_path=links.venue(found.venues[paper.venue]) if paper.venue else "",
        name=paper.name,
        withdrawn=paper.status == "withdrawn",
        code=code,
        links=others,
        topics=_topics(found, paper, titles),
        related=_near(found, paper),
        sources=_sources(paper, receipts),
        missing=_missing(paper),
        newer=newer if found.rich else "",
        older=older if found.rich else "",
        edit=links.edit(found.config, paper),
        first_seen=paper.first_seen[:10],
        updated=paper.updated[:10],
        full=found.rich,
        twin=twin,
        citable=twin and citable,
        cite_as=_cite_as(paper) or plain.canonical,
        citation=_citation(paper, entry.title) if citable else (),
        json_ld=_json_ld(paper, entry.title if citable else "", plain.canonical, full=found.rich),
    )


def _authors(found: Setting, paper: Paper) -> tuple[tuple[str, str], ...]:
    if len(paper.authors) > _MANY:
        return tuple((name, "") for name in paper.authors)
    own = found.authors
    return tuple((name, links.author(own[name]) if name in own else "") for name in paper.authors)


def _outward(found: Sequence[Link]) -> tuple[tuple[Outward, ...], tuple[Outward, ...]]:
    spelled = [
        Outward(link.rel, _key(link.rel), link.url, links.identifier(link)[1] or spoken(link.url)) for link in found
    ]
    return tuple(link for link in spelled if link.rel == "code"), tuple(link for link in spelled if link.rel != "code")


def _near(found: Setting, paper: Paper) -> tuple[tuple[str, Markup, str], ...]:
    most, shared = (_RELATED, _SHARED) if found.rich else (_FEW_RELATED, 0)
    return tuple(
        (found.entries[near.id].path.split("/")[1], found.entries[near.id].html, ", ".join(near.words[:shared]))
        for near in found.library.related[paper.id][:most]
    )


def _key(rel: str) -> str:
    """The word key of a kind of link; one that a person made up is a page of the web."""
    return f"link_{rel if rel in links.KINDS else 'web'}"


def _topics(found: Setting, paper: Paper, titles: Mapping[str, str]) -> tuple[tuple[str, str, str], ...]:
    words = {match.slug: match.words for match in found.library.evidence.get(paper.id, ())}
    return tuple(
        (links.topic(slug), titles[slug], ", ".join(words.get(slug, ()))) for slug in paper.topics if slug in titles
    )


def _sources(paper: Paper, receipts: Sequence[Receipt]) -> tuple[tuple[str, int, int], ...]:
    """Where the paper's records stand; the page's own list where receipts are lost or speak of other records."""
    told = {receipt.sha256 for receipt in receipts}
    rows = [(receipt.file, receipt.record, receipt.line) for receipt in receipts]
    return tuple(rows + [(source.file, 0, 0) for source in paper.sources if source.sha256 not in told])


def _missing(paper: Paper) -> tuple[str, ...]:
    facts = (
        ("missing_authors", paper.authors),
        ("missing_year", paper.year),
        ("missing_venue", paper.venue),
        ("missing_abstract", paper.abstract),
    )
    return tuple(word for word, fact in facts if not fact)


def _cite_as(paper: Paper) -> str:
    """The address to cite, where the paper has a permanent one elsewhere (Signposting)."""
    by_kind = {link.rel: link.url for link in reversed(paper.links)}
    return by_kind.get("doi") or by_kind.get("arxiv") or by_kind.get("openreview") or ""


def _citation(paper: Paper, title: str) -> tuple[tuple[str, str], ...]:
    """Google Scholar's meta tags: only with a real title, an author and a year, and none of them empty."""
    if not paper.authors or paper.year is None:
        return ()
    tags = [("title", title), *(("author", author) for author in paper.authors)]
    tags.append(("publication_date", str(paper.year)))
    # A preprint server is neither.
    if (kind := text.venue_kind(paper.venue)) != "preprint":
        tags.append((f"{kind}_title", paper.venue))
    for link in paper.links:
        named, value = links.identifier(link)
        if named == "doi":
            tags.append(("doi", value))
    return tuple(dict.fromkeys(tags))


def _json_ld(paper: Paper, headline: str, url: str, *, full: bool) -> Markup:
    """schema.org ScholarlyArticle; `headline` is "" where the title is not the paper's own.

    Unless `full` it is "" where the citation tags say the same.
    """
    if not full and headline and paper.authors and paper.year is not None:
        return Markup("")
    facts: dict[str, object] = {"@context": "https://schema.org", "@type": "ScholarlyArticle"}
    if headline:
        facts["headline"] = headline
    facts["url"] = url
    if paper.year is not None:
        facts["datePublished"] = str(paper.year)
    if paper.authors and len(paper.authors) <= _MANY:
        facts["author"] = [{"@type": "Person", "name": name} for name in paper.authors]
    if full and (same := _cite_as(paper)):
        facts["sameAs"] = same
    written = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    return Markup(written.replace("<", "\\u003c"))  # noqa: S704 - no tag can begin inside

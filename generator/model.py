"""The frozen types that travel between rooms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from markupsafe import Markup

TitleSource = Literal["given", "curated", "derived"]
Status = Literal["published", "withdrawn", "merged", "gone"]
Outcome = Literal["kept", "merged", "refused"]
Verdict = Literal["same", "different", "drop"]

EMPTY: Mapping[str, str] = MappingProxyType({})


# --- configuration ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Collection:
    """What a source's heading cannot say: facts for every record of the seed files that `match`."""

    match: str
    venue: str = ""
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Config:
    """config.yaml, validated. `url` always ends in "/"."""

    title: str
    url: str = "http://localhost/"
    description: str = ""
    language: Literal["en", "zh"] = "en"
    seeds: tuple[str, ...] = ("seeds/*",)
    collections: tuple[Collection, ...] = ()
    papers_per_page: int = 50
    feed_limit: int = 100
    repository: str = ""
    branch: str = "main"
    output: str = "site"


# --- seeds -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a record stands. `file` is relative to the project; `record` and `line` count from 1;
    `sha256` is the hexadecimal hash of the record's raw text.
    """

    file: str
    record: int
    line: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Link:
    """A typed link: `rel` is code, data, demo, doi, arxiv, openreview, pdf or web."""

    rel: str
    url: str


@dataclass(frozen=True, slots=True)
class Change:
    """One repair: at `offset` code points of `field` as this rule saw it, `before` became `after`."""

    rule: str
    offset: int
    before: str
    after: str
    field: str = "abstract"


@dataclass(frozen=True, slots=True)
class Record:
    """One entry of a seed file, or (with `paper` set) a published paper standing as a record.

    `abstract` and `title` are raw from the format reader and repaired text after `repair`.
    `above` is a short line that stood directly above the abstract, offered as its title, never taken.
    `known` (with `paper` set) are the raw hashes of the records that are already that paper.
    """

    provenance: Provenance
    abstract: str = ""
    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    links: tuple[Link, ...] = ()
    topics: tuple[str, ...] = ()
    heading: str = ""
    above: str = ""
    paper: str = ""
    known: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """A record that cannot become a paper, and why."""

    record: Record
    reason: str


# --- the same paper --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cluster:
    """Records of one paper, by trust of their sources; `paper` is its id when already published.

    `reasons` says for each record after the first why it is the same ("same text", "same DOI", …);
    `place` is the place of its first record among all records of this ingest, from 0; `minted` is the id that
    it gets when it has none; `own` are the ids that its records would have by themselves.
    """

    records: tuple[Record, ...]
    place: int = 0
    paper: str = ""
    reasons: tuple[str, ...] = ()
    minted: str = ""
    own: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """Two records, or two published papers, that may be one: a person decides.

    `keys` name them by paper id where they have one, else by the id they would mint;
    `score` is the shared part of their shingles, 0 to 1; `differs` are the words in which their texts differ.
    """

    keys: tuple[str, str]
    score: float
    why: str
    differs: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided in content/decisions.yaml; `ids` are two for same and different, one for drop."""

    verdict: Verdict
    ids: tuple[str, ...]
    date: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A field that both a person and a source changed; the hand stays."""

    id: str
    field: str
    hand: str
    source: str


# --- papers ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TopicMatch:
    """A topic that a paper belongs to and the words of the abstract that chose it."""

    slug: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Description:
    """What an abstract says about itself. `titles` are derived titles, best first, all different."""

    titles: tuple[str, ...] = ()
    name: str = ""
    links: tuple[Link, ...] = ()
    topics: tuple[TopicMatch, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """A record that is this paper: its seed file and the hash of its raw text."""

    file: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Paper:
    """One page of content/papers: front matter and body. `abstract` is Markdown with TeX math in $…$.

    `slug` is the file's name, `place` comes from the ledger; times are RFC 3339 in UTC ("…Z").
    `extra` holds unknown front matter keys, kept as they were read.
    """

    id: str
    slug: str
    title: str = ""
    title_source: TitleSource = "derived"
    name: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    topics: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    first_seen: str = ""
    updated: str = ""
    status: Status = "published"
    into: str = ""
    aliases: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    abstract: str = ""
    place: int = 0
    extra: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class Merged:
    """One value per field of a cluster, before it has an identity.

    `paper` has id "" unless published; `titles` are derived titles to choose from, best first, empty
    when the title is given or curated; `fields` maps a field to the seed file that gave it.
    """

    cluster: Cluster
    paper: Paper
    titles: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    conflicts: tuple[Conflict, ...] = ()


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One line of content/ledger.jsonl. `wrote` maps a field to the hashes of what Incipit wrote there."""

    id: str
    slug: str
    first_seen: str
    place: int = 0
    aliases: tuple[str, ...] = ()
    wrote: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of one record: a line of content/receipts.jsonl. `differs` are the words of the paper's text and
    what this merged record has instead; `own` is the id that it would have by itself, "" when that is `id`.
    """

    file: str
    record: int
    line: int
    sha256: str
    outcome: Outcome
    id: str = ""
    reason: str = ""
    changes: tuple[Change, ...] = ()
    topics: tuple[TopicMatch, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    differs: tuple[tuple[str, str], ...] = ()
    own: str = ""


@dataclass(frozen=True, slots=True)
class Topic:
    """One page of content/topics; `terms` maps a phrase, matched as words, to its weight."""

    slug: str
    title: str
    description: str = ""
    terms: tuple[tuple[str, int], ...] = ()
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Content:
    """Everything content/ holds, read.

    `files` maps every file that was read, by its path in the project, to the sha256 of its bytes; `stale`
    are slugs of pages that reading put right (a topic's alias became its slug), to be written again.
    """

    papers: tuple[Paper, ...] = ()
    topics: tuple[Topic, ...] = ()
    ledger: tuple[LedgerEntry, ...] = ()
    receipts: tuple[Receipt, ...] = ()
    decisions: tuple[Decision, ...] = ()
    warnings: tuple[Notice, ...] = ()
    files: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    stale: tuple[str, ...] = ()


# --- the published site ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Abstract:
    """A paper's abstract as it is shown: safe HTML, readable plain text, and the math no converter knew."""

    html: str
    text: str
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Related:
    """A paper near another one, and the words they share."""

    id: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Library:
    """The whole collection, ordered and cross-referenced. Papers stand oldest first.

    `retired` are merged and gone papers, which have a redirect or a tombstone instead of a page.
    `evidence` maps a paper's id to its topic matches; `shelves` map a heading to papers in order.
    """

    papers: tuple[Paper, ...]
    retired: tuple[Paper, ...]
    topics: tuple[Topic, ...]
    abstracts: Mapping[str, Abstract]
    by_topic: Mapping[str, tuple[Paper, ...]]
    by_year: Mapping[int, tuple[Paper, ...]]
    by_venue: Mapping[str, tuple[Paper, ...]]
    by_author: Mapping[str, tuple[Paper, ...]]
    by_name: Mapping[str, tuple[Paper, ...]]
    unsorted: tuple[Paper, ...]
    with_code: tuple[Paper, ...]
    related: Mapping[str, tuple[Related, ...]]
    evidence: Mapping[str, tuple[TopicMatch, ...]]
    receipts: tuple[Receipt, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """One HTML page before rendering: its site path (links.file gives the file), template and frozen view.

    `listed` pages stand in the sitemap; redirects, tombstones and 404 do not.
    """

    path: str
    template: str
    view: object
    listed: bool = True
    updated: str = ""


@dataclass(frozen=True, slots=True)
class Output:
    """One file to be written, by its path below the folder it belongs to ("papers/x/index.html")."""

    path: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Write:
    """A file to be written, by its path in the project; `expected` is the sha256 that the file must still
    have (None: it must not exist) or a person's save is being overwritten.
    """

    path: str
    content: bytes
    expected: str | None = None


@dataclass(frozen=True, slots=True)
class Remove:
    """A file to be removed, by its path in the project, if it still has the sha256 `expected`."""

    path: str
    expected: str


# --- reports ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a person should look at, and what to do about it; it stops nothing."""

    file: str
    line: int
    message: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """What a command did. `seconds` is CPU time by stage, `changed` are files of content/.

    What waits for a person: `twins`, `conflicts`, ids of `orphans`, slugs of `unsorted` and `deleted` papers, and
    `offered` titles (slug, the line above the abstract).
    """

    read: int = 0
    kept: int = 0
    merged: int = 0
    refused: int = 0
    papers: int = 0
    written: int = 0
    unchanged: int = 0
    removed: int = 0
    changed: tuple[str, ...] = ()
    warnings: tuple[Notice, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    twins: tuple[Candidate, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    orphans: tuple[str, ...] = ()
    unsorted: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    offered: tuple[tuple[str, str], ...] = ()
    status: int = 0


# --- views that several page types share -------------------------------------------------------
# A field named `html` holds safe HTML (markupsafe.Markup); every other text is escaped by the template.


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed as pages name it: its site path, media type and file format ("RSS", "Atom", "JSON Feed")."""

    path: str
    type: str
    format: str


@dataclass(frozen=True, slots=True)
class Shell:
    """What every page carries around its own matter. `path` is the page's site path, `root` leads back to the root.

    `nav` holds (site path, word key); `section` is the word key of the entry to mark as current.
    """

    path: str
    root: str
    canonical: str
    language: str
    site: str
    site_language: str
    style: str
    icon: str
    nav: tuple[tuple[str, str], ...]
    section: str = ""
    feeds: tuple[Feed, ...] = ()
    repository: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A paper as a list shows it: `title` is text, in brackets when derived, and `html` the same as inline HTML.

    `others` counts the authors beyond `authors`; `incipit` and `opening` are the abstract's first words and what
    follows them; `anchor` is the entry's own mark on the list of all papers.
    """

    id: str
    path: str
    title: str
    html: Markup
    authors: tuple[str, ...] = ()
    others: int = 0
    incipit: str = ""
    opening: str = ""
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A heading with the number of its papers; `width` is the bar's length in percent of the longest."""

    path: str
    title: str
    count: int
    width: float
    description: str = ""


@dataclass(frozen=True, slots=True)
class PageNumber:
    """One numbered page of a list; `gap` says that numbers are left out before it."""

    number: int
    path: str
    current: bool = False
    gap: bool = False


@dataclass(frozen=True, slots=True)
class Pager:
    """The way through a list in pages; "" where there is no newer or older page. `number` 0 is the newest page."""

    number: int = 0
    newer: str = ""
    older: str = ""
    numbers: tuple[PageNumber, ...] = ()

"""Merged -> Papers and ledger: ids, slugs and dates read where they exist, minted where they do not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from generator import links, text
from generator.model import (
    Content,
    Description,
    LedgerEntry,
    Link,
    Merged,
    Paper,
    Provenance,
    Receipt,
    Record,
    Refusal,
)

PAPERS = "content/papers"
# What readers follow: when one of these changes after first_seen, the paper is `updated`.
_FOLLOWED = ("title", "title_source", "authors", "year", "venue", "links", "status", "abstract")
# The fields that Incipit fills from sources, and a person may change.
_WRITTEN = ("title", "name", "authors", "year", "venue", "topics", "links", "abstract")
_NOTHING = ("", (), None)
_SHORTEST_SLUG = 3


def adopt(content: Content, now: str) -> Content:
    """`content` with an id and a date for every page that a person wrote without: the ledger's where it knows the
    file, else minted. To be called before `published`; calling it again changes nothing.
    """
    if all(page.id and page.first_seen for page in content.papers):
        return content
    taken = {page.id for page in content.papers}
    lost = {entry.slug: entry for entry in content.ledger if entry.id not in taken}
    entries = {entry.id: entry for entry in content.ledger}
    taken.update(entries)
    papers = []
    for page in content.papers:
        entry = entries.get(page.id) or lost.get(page.slug)
        id_ = page.id or (entry.id if entry else _minted(page.abstract, page.title, page.slug, taken))
        taken.add(id_)
        papers.append(replace(page, id=id_, first_seen=page.first_seen or (entry.first_seen if entry else now)))
    changed = {new.slug for new, old in zip(papers, content.papers, strict=True) if new != old}
    return replace(content, papers=tuple(papers), stale=(*content.stale, *sorted(changed - set(content.stale))))


def published(content: Content) -> list[Record]:
    """Every paper that has an identity as a Record for dedupe, the older first.

    A merged paper's records are the other paper's, unless a decision parted them since. A page that was deleted by
    hand is known by its receipts.
    """
    parted = _parted(content)
    pages = {page.id: page for page in content.papers}
    ledger = {entry.id: entry for entry in content.ledger}
    known = {page.id: [source.sha256 for source in page.sources] for page in content.papers}
    for page in content.papers:
        if page.into and page.id in parted:
            known[page.into] = [sha256 for sha256 in known.get(page.into, ()) if sha256 not in set(known[page.id])]
    for receipt in content.receipts:
        if receipt.id and receipt.id not in pages and receipt.id in ledger:
            known.setdefault(receipt.id, []).append(receipt.sha256)
    records = []
    for page in sorted(content.papers, key=lambda page: _age(page, ledger.get(page.id))):
        into = _target(page, pages, parted)
        records.append(_record(into, page, tuple(known[page.id])))
    for entry in sorted(content.ledger, key=lambda entry: (entry.first_seen, entry.place, entry.id)):
        if entry.id not in pages:
            records.append(_record(entry.id, Paper(id=entry.id, slug=entry.slug), tuple(known.get(entry.id, ()))))
    return records


def assign(
    merged: Sequence[Merged], content: Content, now: str, *, prune: bool = False
) -> tuple[tuple[Paper, ...], tuple[LedgerEntry, ...]]:
    """Every paper with its identity, oldest first, and the ledger sorted by id.

    Pages without seeds stay as they are (with `prune`, published ones become `gone`), as do merged and gone ones.
    """
    content = adopt(content, now)
    making = _Making(content, now)
    for found in merged:
        making.add(found)
    making.keep(prune=prune)
    return making.finish()


def orphans(papers: Iterable[Paper], seeds: Iterable[Record]) -> tuple[str, ...]:
    """Ids of published papers that sources brought and that none of the seed records is any more."""
    present = {record.provenance.sha256 for record in seeds}
    return tuple(
        paper.id
        for paper in papers
        if paper.status in ("published", "withdrawn")
        and paper.sources
        and not any(source.sha256 in present for source in paper.sources)
    )


def deleted(content: Content) -> tuple[str, ...]:
    """Slugs of papers whose page was deleted by hand: the ledger knows them and no file is there."""
    pages = {page.id for page in content.papers}
    return tuple(
        entry.slug
        for entry in content.ledger
        if entry.id not in pages and f"{PAPERS}/{entry.slug}.md" not in content.files
    )


def receipts(
    merged: Sequence[Merged], descriptions: Sequence[Description], papers: Sequence[Paper], refusals: Sequence[Refusal]
) -> tuple[Receipt, ...]:
    """What became of every seed record, in order of file and record: of each paper the first record is kept, the
    others are merged. `descriptions` stand beside `merged`; kept + merged + refused = read.
    """
    minted = {
        (source.file, source.sha256): paper.id
        for paper in papers
        if paper.status != "merged"
        for source in paper.sources
    }
    evidence = {paper.id: set(paper.topics) for paper in papers}
    made = []
    for found, description in zip(merged, descriptions, strict=True):
        seeds = [(record, why) for record, why in _reasoned(found) if not record.paper]
        for place, (record, why) in enumerate(seeds):
            origin = record.provenance
            id_ = found.cluster.paper or minted[origin.file, origin.sha256]
            topics = tuple(match for match in description.topics if match.slug in evidence.get(id_, ()))
            made.append(
                Receipt(
                    file=origin.file,
                    record=origin.record,
                    line=origin.line,
                    sha256=origin.sha256,
                    outcome="merged" if place else "kept",
                    id=id_,
                    reason=why if place else "",
                    changes=record.changes,
                    topics=() if place else topics,
                    fields=() if place else found.fields,
                )
            )
    for refusal in refusals:
        origin = refusal.record.provenance
        made.append(
            Receipt(
                origin.file,
                origin.record,
                origin.line,
                origin.sha256,
                "refused",
                reason=refusal.reason,
                changes=refusal.record.changes,
            )
        )
    return tuple(sorted(made, key=lambda receipt: (receipt.file, receipt.record)))


def _reasoned(found: Merged) -> Iterable[tuple[Record, str]]:
    return zip(found.cluster.records, ("", *found.cluster.reasons), strict=True)


class _Making:
    """The papers of one ingest while they get their identities; the older before the younger."""

    def __init__(self, content: Content, now: str) -> None:
        self.content = content
        self.now = now
        self.pages = {page.id: page for page in content.papers}
        self.ledger = {entry.id: entry for entry in content.ledger}
        self.parted = _parted(content)
        self.dropped = {found.ids[0] for found in content.decisions if found.verdict == "drop"}
        self.made: dict[str, tuple[Paper, Merged | None]] = {}
        self.slugs = _addresses(content)
        self.unread = {
            entry.id
            for entry in content.ledger
            if entry.id not in self.pages and f"{PAPERS}/{entry.slug}.md" in content.files
        }

    def add(self, found: Merged) -> None:
        """One cluster: the id that it has, or a new one."""
        id_ = found.paper.id or found.cluster.paper
        if not id_:
            first = found.cluster.records[0]
            # An id that only the ledger knows is this paper's: its page was deleted by hand.
            taken = {**self.pages, **self.made}
            id_ = found.cluster.minted
            if not id_ or id_ in taken:
                id_ = _minted(first.abstract, first.title, first.provenance.sha256, taken)
        if id_ in self.unread or (id_ not in self.pages and not _seeds(found)):
            return
        page, entry = self.pages.get(id_), self.ledger.get(id_)
        first_seen = _earliest(page, entry) or self.now
        place = entry.place if entry else found.cluster.place
        paper = replace(found.paper, id=id_, first_seen=first_seen, place=place)
        if paper.status == "gone" and entry and text.fingerprint("gone") in entry.wrote.get("status", ()):
            paper = replace(paper, status="published")
        self.made[id_] = (paper, found)

    def keep(self, *, prune: bool) -> None:
        """The pages that no cluster brought, and what decisions say of pages."""
        for id_, page in self.pages.items():
            entry = self.ledger.get(id_)
            if id_ not in self.made or not _seeds(self.made[id_][1]):
                place = entry.place if entry else page.place
                first_seen = _earliest(page, entry)
                found = self.made[id_][1] if id_ in self.made else None
                status = "gone" if prune and page.status == "published" and page.sources else page.status
                self.made[id_] = (replace(page, first_seen=first_seen, place=place, status=status), found)
        for id_ in self.dropped & set(self.made):
            paper, found = self.made[id_]
            self.made[id_] = (replace(paper, status="gone", into=""), found)
        self._merge_pages()

    def _merge_pages(self) -> None:
        """Two published papers that a person calls the same: the younger leads to the older."""
        for id_ in self.parted & set(self.made):
            paper, found = self.made[id_]
            if paper.status == "merged":
                self.made[id_] = (replace(paper, status="published", into=""), found)
        for decision in self.content.decisions:
            if decision.verdict != "same" or not all(id_ in self.made for id_ in decision.ids):
                continue
            if _standing(self.content, decision.ids) != "same":
                continue
            older, younger = sorted((self.made[id_][0] for id_ in decision.ids), key=_order)
            if younger.id in self.pages and older.status != "gone":
                self.made[younger.id] = (replace(younger, status="merged", into=older.id), None)
        into = {id_: paper.into for id_, (paper, _) in self.made.items() if paper.into}
        for id_, target in into.items():
            seen = {id_}
            while target in into and target not in seen:
                seen.add(target)
                target = into[target]  # noqa: PLW2901
            paper, found = self.made[id_]
            if paper.into != target:
                self.made[id_] = (replace(paper, into=target), found)

    def finish(self) -> tuple[tuple[Paper, ...], tuple[LedgerEntry, ...]]:
        """Titles, slugs, aliases and `updated`, oldest first; and the ledger."""
        titles: set[str] = set()
        papers, entries = [], []
        for paper, found in sorted(self.made.values(), key=lambda item: _order(item[0])):
            entry = self.ledger.get(paper.id)
            paper = _titled(paper, found, titles)  # noqa: PLW2901
            titles.add(paper.title.casefold())
            paper = self._addressed(paper, entry)  # noqa: PLW2901
            paper, entry = _dated(paper, found, self.pages.get(paper.id), entry, self.now)  # noqa: PLW2901
            papers.append(paper)
            entries.append(entry)
        entries += [self.ledger[id_] for id_ in self.unread]
        # A paper whose page was deleted and that no source brings leaves its address in the ledger.
        known = {entry.id for entry in entries}
        entries += [entry for entry in self.content.ledger if entry.id not in known]
        return tuple(papers), tuple(sorted(entries, key=lambda entry: entry.id))

    def _addressed(self, paper: Paper, entry: LedgerEntry | None) -> Paper:
        """The slug: the file's name, else the ledger's, else one from the title that nobody ever had."""
        slug = paper.slug
        if not slug and entry and self.slugs.get(entry.slug) == paper.id:
            slug = entry.slug
        if not slug:
            slug = _new_slug(paper, self.slugs)
        self.slugs[slug] = paper.id
        past = dict.fromkeys([*paper.aliases, *sorted({*entry.aliases, entry.slug} if entry else ())])
        aliases = tuple(alias for alias in past if alias != slug and self.slugs.setdefault(alias, paper.id) == paper.id)
        return replace(paper, slug=slug, aliases=aliases)


def _minted(abstract: str, title: str, identifier: str, taken: Mapping[str, object] | set[str]) -> str:
    turn = 0
    while (id_ := text.mint(abstract, title, identifier, turn)) in taken:
        turn += 1
    return id_


def _record(id_: str, page: Paper, known: tuple[str, ...]) -> Record:
    """A published paper as a record; a derived title is no evidence."""
    return Record(
        provenance=Provenance(f"{PAPERS}/{page.slug}.md", 1, 1, ""),
        abstract=page.abstract,
        title=page.title if page.title_source != "derived" else "",
        authors=page.authors,
        year=page.year,
        venue=page.venue,
        links=page.links,
        topics=page.topics,
        paper=id_,
        known=known,
    )


def _parted(content: Content) -> set[str]:
    """Merged pages that a person's last word calls a paper of their own."""
    return {page.id for page in content.papers if page.into and _standing(content, (page.id, page.into)) == "different"}


def _standing(content: Content, ids: Iterable[str]) -> str:
    """The last decision on two papers."""
    wanted = set(ids)
    return next((found.verdict for found in reversed(content.decisions) if set(found.ids) == wanted), "")


def _target(page: Paper, pages: Mapping[str, Paper], parted: set[str]) -> str:
    """The paper that a page's records belong to."""
    seen = set()
    while page.into and page.id not in parted and page.into in pages and page.id not in seen:
        seen.add(page.id)
        page = pages[page.into]
    return page.id


def _age(page: Paper, entry: LedgerEntry | None) -> tuple[str, int, str]:
    return _earliest(page, entry), entry.place if entry else 0, page.id


def _earliest(page: Paper | None, entry: LedgerEntry | None) -> str:
    """first_seen: where page and ledger differ, the earlier; "" when neither has one."""
    dates = [found.first_seen for found in (page, entry) if found is not None and found.first_seen]
    return min(dates, default="")


def _order(paper: Paper) -> tuple[str, int, str]:
    return paper.first_seen, paper.place, paper.id


def _seeds(found: Merged | None) -> bool:
    return found is not None and any(not record.paper for record in found.cluster.records)


def _addresses(content: Content) -> dict[str, str]:
    """Whose every address is, for ever: slugs of pages first, then aliases, then what only the ledger knows."""
    owners = {page.slug: page.id for page in content.papers}
    for page in content.papers:
        for alias in page.aliases:
            owners.setdefault(alias, page.id)
    for entry in sorted(content.ledger, key=lambda entry: (entry.first_seen, entry.place, entry.id)):
        for alias in (entry.slug, *entry.aliases):
            owners.setdefault(alias, entry.id)
    return owners


def _new_slug(paper: Paper, taken: Mapping[str, str]) -> str:
    slug = text.slugify(paper.title)
    if len(slug) < _SHORTEST_SLUG:
        slug = paper.id
    if slug in links.RESERVED or slug in taken:
        for end in range(4, len(paper.id) + 1):
            longer = f"{slug}-{paper.id[:end]}"
            if longer not in taken:
                return longer
    return slug


def _titled(paper: Paper, found: Merged | None, taken: set[str]) -> Paper:
    """`paper` with the first of its derived titles that no older paper has."""
    if not found or paper.title_source != "derived" or not found.titles:
        return paper
    for title in found.titles:
        if title.casefold() not in taken:
            return replace(paper, title=title)
    first = found.titles[0]
    words = paper.abstract.split()
    for end in range(4, min(len(words), 12)):
        title = f"{first} ({' '.join(words[:end]).rstrip(' ,;:.')} …)"
        if title.casefold() not in taken:
            return replace(paper, title=title)
    return replace(paper, title=f"{first} ({paper.id})")


def _dated(
    paper: Paper, found: Merged | None, page: Paper | None, entry: LedgerEntry | None, now: str
) -> tuple[Paper, LedgerEntry]:
    """`updated` when a followed fact differs from what the ledger last saw; and the ledger's new line."""
    facts = text.fingerprint(tuple(_plain(getattr(paper, field)) for field in _FOLLOWED))
    before = entry.wrote if entry else {}
    if "*" in before and facts not in before["*"]:
        paper = replace(paper, updated=now)
    wrote = {field: hashes for field, hashes in before.items() if field not in ("*", "status")}
    if found is not None and _seeds(found):
        mine = {field for field, _ in found.fields}
        for field in _WRITTEN:
            value = _plain(getattr(paper, field))
            if field in mine:
                wrote[field] = (text.fingerprint((value, paper.title_source) if field == "title" else value),)
            elif value in _NOTHING and (page is None or getattr(page, field) not in _NOTHING):
                # The sources say it no more; nobody deleted it.
                wrote.pop(field, None)
    if paper.status == "gone":
        wrote["status"] = (text.fingerprint("gone"),)
    wrote["*"] = (facts,)
    made = LedgerEntry(
        paper.id,
        paper.slug,
        paper.first_seen,
        paper.place,
        paper.aliases,
        MappingProxyType(dict(sorted(wrote.items()))),
    )
    return paper, made


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return tuple((item.rel, item.url) if isinstance(item, Link) else item for item in value)
    return value

"""Clusters and pages -> papers with their identities, the older before the younger."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Sequence
from dataclasses import replace

from generator import links, text
from generator.identity.dating import dated, has_seeds
from generator.identity.known import adopt, earliest, parted, standing
from generator.identity.lost import again, left_out
from generator.identity.naming import PAPERS, minted, new_slug, titled
from generator.model import Content, LedgerEntry, Merged, Paper


def assign(
    merged: Sequence[Merged], content: Content, now: str, *, prune: bool = False
) -> tuple[tuple[Paper, ...], tuple[LedgerEntry, ...]]:
    """Every paper with its identity, oldest first, and the ledger sorted by id.

    Pages without seeds stay as they are (with `prune`, published ones become `gone`), as do merged and gone ones. One
    that was deleted by hand is written again: whole from its seeds, else as a redirect or a tombstone.
    """
    content = adopt(content, now)
    making = _Making(content, now)
    for found in merged:
        making.add(found)
    making.keep(prune=prune)
    return making.finish()


class _Making:
    """The papers of one ingest while they get their identities; the older before the younger."""

    def __init__(self, content: Content, now: str) -> None:
        self.content = content
        self.now = now
        self.pages = {page.id: page for page in content.papers}
        self.ledger = {entry.id: entry for entry in content.ledger}
        self.parted = parted(content)
        self.dropped = {found.ids[0] for found in content.decisions if found.verdict == "drop"}
        self.made: dict[str, tuple[Paper, Merged | None]] = {}
        self.slugs = links.owners(content)
        faulty = left_out(content)
        self.unread = {id_ for id_, entry in self.ledger.items() if f"{PAPERS}/{entry.slug}.md" in faulty}
        self.unread -= self.pages.keys()
        self.lost: set[str] = set()

    def add(self, found: Merged) -> None:
        """One cluster: the id that it has, or a new one."""
        id_ = found.paper.id or found.cluster.paper
        if not id_:
            first = found.cluster.records[0]
            # An id that only the ledger knows is this paper's: its page was deleted by hand.
            taken = ChainMap[str, object](self.pages, self.made)  # type: ignore[arg-type]
            id_ = found.cluster.minted
            if not id_ or id_ in taken:
                id_ = minted(first.abstract, first.title, first.provenance.sha256, taken)
        if id_ in self.unread or (id_ not in self.pages and not has_seeds(found)):
            return
        page, entry = self.pages.get(id_), self.ledger.get(id_)
        first_seen = earliest(page, entry) or self.now
        place = entry.place if entry else found.cluster.place
        paper = replace(found.paper, id=id_, first_seen=first_seen, place=place)
        if paper.status == "gone" and entry and text.fingerprint("gone") in entry.wrote.get("status", ()):
            paper = replace(paper, status="published")
        self.made[id_] = (paper, found)

    def keep(self, *, prune: bool) -> None:
        """The pages that no cluster brought, and what decisions say of pages."""
        left = {(self.pages[id_].into, source) for id_ in self.parted for source in self.pages[id_].sources}
        for id_, page in self.pages.items():
            entry = self.ledger.get(id_)
            if id_ not in self.made or not has_seeds(self.made[id_][1]):
                place = entry.place if entry else page.place
                first_seen = earliest(page, entry)
                found = self.made[id_][1] if id_ in self.made else None
                status = "gone" if prune and page.status == "published" and page.sources else page.status
                sources = tuple(source for source in page.sources if (id_, source) not in left)
                kept = replace(page, first_seen=first_seen, place=place, status=status, sources=sources)
                self.made[id_] = (kept, found)
        for paper in again(self.content, self.made):
            self.made[paper.id] = (paper, None)
            self.lost.add(paper.id)
        for id_ in self.dropped & set(self.made):
            paper, found = self.made[id_]
            self.made[id_] = (replace(paper, status="gone", into=""), found)
        self._merge_pages()

    def _merge_pages(self) -> None:
        """Two published papers that a person calls the same: the younger leads to the older, a lost one to a living."""
        for id_ in self.parted & set(self.made):
            paper, found = self.made[id_]
            if paper.status == "merged":
                parted: Paper = replace(paper, status="published", into="")
                self.made[id_] = (parted if paper.title or paper.abstract else replace(parted, status="gone"), found)
        for decision in self.content.decisions:
            if decision.verdict != "same" or not all(id_ in self.made for id_ in decision.ids):
                continue
            if standing(self.content, decision.ids) != "same":
                continue
            both = sorted((self.made[id_][0] for id_ in decision.ids), key=_order)
            older, younger = sorted(both, key=lambda paper: paper.id in self.lost)
            if older.status != "gone" and older.into != younger.id and younger.id in self.pages.keys() | self.lost:
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
            paper = titled(paper, found, titles)  # noqa: PLW2901
            titles.add(paper.title.casefold())
            paper = self._addressed(paper, entry)  # noqa: PLW2901
            paper, entry = dated(paper, found, self.pages.get(paper.id), entry, self.now)  # noqa: PLW2901
            papers.append(paper)
            entries.append(entry)
        # What is left out for its faults keeps its line.
        known = {entry.id for entry in entries}
        entries += [entry for entry in self.content.ledger if entry.id not in known]
        return tuple(papers), tuple(sorted(entries, key=lambda entry: entry.id))

    def _addressed(self, paper: Paper, entry: LedgerEntry | None) -> Paper:
        """The slug: the file's name, else the ledger's, else one from the title that nobody ever had."""
        slug = paper.slug
        if not slug and entry and self.slugs.get(entry.slug) == paper.id:
            slug = entry.slug
        if not slug:
            slug = new_slug(paper, self.slugs)
        self.slugs[slug] = paper.id
        past = dict.fromkeys([*paper.aliases, *sorted({*entry.aliases, entry.slug} if entry else ())])
        aliases = tuple(alias for alias in past if alias != slug and self.slugs.setdefault(alias, paper.id) == paper.id)
        return replace(paper, slug=slug, aliases=aliases)


def _order(paper: Paper) -> tuple[str, int, str]:
    return paper.first_seen, paper.place, paper.id

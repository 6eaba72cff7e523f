"""Content -> what has an identity already: pages, ledger and a person's decisions, read and never recomputed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from generator.identity.naming import PAPERS, minted
from generator.model import Content, LedgerEntry, Paper, Provenance, Record


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
        id_ = page.id or (entry.id if entry else minted(page.abstract, page.title, page.slug, taken))
        taken.add(id_)
        papers.append(replace(page, id=id_, first_seen=page.first_seen or (entry.first_seen if entry else now)))
    changed = {new.slug for new, old in zip(papers, content.papers, strict=True) if new != old}
    return replace(content, papers=tuple(papers), stale=(*content.stale, *sorted(changed - set(content.stale))))


def published(content: Content) -> list[Record]:
    """Every paper that has an identity as a Record for dedupe, the older first.

    A merged paper's records are the other paper's, unless a decision parted them since. A page that was deleted by
    hand is known by its receipts.
    """
    apart = parted(content)
    pages = {page.id: page for page in content.papers}
    ledger = {entry.id: entry for entry in content.ledger}
    known = {page.id: [source.sha256 for source in page.sources] for page in content.papers}
    for page in content.papers:
        if page.into and page.id in apart:
            known[page.into] = [sha256 for sha256 in known.get(page.into, ()) if sha256 not in set(known[page.id])]
    for receipt in content.receipts:
        if receipt.id and receipt.id not in pages and receipt.id in ledger:
            known.setdefault(receipt.id, []).append(receipt.sha256)
    records = []
    for page in sorted(content.papers, key=lambda page: _age(page, ledger.get(page.id))):
        into = _target(page, pages, ledger, apart)
        records.append(_record(into, page, tuple(known[page.id])))
    lost = (entry for entry in content.ledger if entry.id not in pages)
    records += [
        _record(entry.id, Paper(id=entry.id, slug=entry.slug), tuple(known.get(entry.id, ())))
        for entry in sorted(lost, key=lambda entry: (entry.first_seen, entry.place, entry.id))
    ]
    return records


def deleted(content: Content) -> tuple[str, ...]:
    """Slugs of papers whose page was deleted by hand: the ledger knows them and no file is there."""
    pages = {page.id for page in content.papers}
    return tuple(
        entry.slug
        for entry in content.ledger
        if entry.id not in pages and f"{PAPERS}/{entry.slug}.md" not in content.files
    )


def parted(content: Content) -> set[str]:
    """Merged pages that a person's last word calls a paper of their own, or drops."""
    dropped = {found.ids[0] for found in content.decisions if found.verdict == "drop"}
    return {
        page.id
        for page in content.papers
        if page.into and (page.id in dropped or standing(content, (page.id, page.into)) == "different")
    }


def standing(content: Content, ids: Iterable[str]) -> str:
    """The last decision on two papers."""
    wanted = set(ids)
    return next((found.verdict for found in reversed(content.decisions) if set(found.ids) == wanted), "")


def earliest(page: Paper | None, entry: LedgerEntry | None) -> str:
    """first_seen: where page and ledger differ, the earlier; "" when neither has one."""
    dates = [found.first_seen for found in (page, entry) if found is not None and found.first_seen]
    return min(dates, default="")


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


def _target(page: Paper, pages: Mapping[str, Paper], ledger: Mapping[str, LedgerEntry], apart: set[str]) -> str:
    """The paper that a page's records belong to, though its own page may be deleted."""
    seen = set()
    while page.into and page.id not in apart and page.into in pages and page.id not in seen:
        seen.add(page.id)
        page = pages[page.into]
    leads_to_lost = page.id not in apart and page.into not in pages and page.into in ledger
    return page.into if leads_to_lost else page.id


def _age(page: Paper, entry: LedgerEntry | None) -> tuple[str, int, str]:
    return earliest(page, entry), entry.place if entry else 0, page.id

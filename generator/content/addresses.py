"""Content -> whose every address is: what pages and ledger say of slugs and aliases. One URL cannot answer for two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from generator import links
from generator.model import Content, LedgerEntry, Paper, Topic

PAPERS = "content/papers"
TOPICS = "content/topics"
# File, key, what was found, what to do.
Fault = tuple[str, str, str, str]


def wrong(content: Content) -> Iterator[Fault]:
    """A page whose name or alias is another one's address, now or ever."""
    taken = _taken(content)
    for (slug, address), owner in taken.items():
        if address == slug:
            yield f"{PAPERS}/{slug}.md", "id", f"`{slug}` is an address of {owner}", "name the file otherwise"
        else:
            yield _alias(PAPERS, slug, address, owner, "paper")
    sound = [
        replace(paper, aliases=tuple(alias for alias in paper.aliases if (paper.slug, alias) not in taken))
        for paper in content.papers
    ]
    yield from _shared(sound, PAPERS, "paper")
    yield from _shared(content.topics, TOPICS, "topic")


def past(content: Content) -> Mapping[str, tuple[str, ...]]:
    """By paper id the addresses that the ledger has for a page and the page does not, sorted: a renamed file's old
    name. What two branches gave to two papers stays with the one that has it.
    """
    owners = links.owners(content)
    pages = {page.id: page for page in content.papers}
    found = {}
    for entry in content.ledger:
        if page := pages.get(entry.id):
            missing = {entry.slug, *entry.aliases}.difference((page.slug, *page.aliases))
            if mine := tuple(sorted(slug for slug in missing if owners[slug] == entry.id)):
                found[entry.id] = mine
    return found


def _taken(content: Content) -> dict[tuple[str, str], str]:
    """Addresses of pages, as (slug, address), that the ledger has for another paper and not for theirs; and where
    that paper is. A ledger that git joined may have one address for two papers.
    """
    entries = {entry.id: entry for entry in content.ledger}
    pages = {page.id: page for page in reversed(content.papers)}
    # A page without id on the name of a lost one is that paper.
    lost = {entry.slug: entry for entry in content.ledger if entry.id not in pages}
    others = {address: id_ for id_, entry in entries.items() for address in _all(entry)}
    found = {}
    for page in content.papers:
        entry = entries.get(page.id) or lost.get(page.slug)
        for address in {page.slug: None, **dict.fromkeys(page.aliases)}:
            if address in others and not (entry and address in _all(entry)):
                other = pages.get(others[address])
                deleted = f"a deleted paper, {others[address]} in content/ledger.jsonl"
                found[page.slug, address] = f"{PAPERS}/{other.slug}.md" if other else deleted
    return found


def _all(entry: LedgerEntry) -> tuple[str, ...]:
    return entry.slug, *entry.aliases


def _shared(pages: Sequence[Paper] | Sequence[Topic], folder: str, kind: str) -> Iterator[Fault]:
    """An alias that is another page's slug or alias."""
    slugs = {page.slug for page in pages}
    owners: dict[str, str] = {}
    for page in pages:
        for alias in page.aliases:
            owner = alias if alias in slugs else owners.setdefault(alias, page.slug)
            if owner != page.slug:
                yield _alias(folder, page.slug, alias, f"{folder}/{owner}.md", kind)


def _alias(folder: str, slug: str, alias: str, owner: str, kind: str) -> Fault:
    remedy = f"an address is one {kind}'s for ever: choose another"
    return f"{folder}/{slug}.md", "aliases", f"alias `{alias}` belongs to {owner}", remedy

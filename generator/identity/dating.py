"""A paper as it was and as it is -> `updated`, and the line of the ledger that remembers what Incipit wrote."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from generator import text
from generator.model import LedgerEntry, Link, Merged, Paper

# What readers follow: when one of these changes after first_seen, the paper is `updated`.
_FOLLOWED = ("title", "title_source", "authors", "year", "venue", "links", "status", "abstract")
# The fields that Incipit fills from sources, and a person may change.
_WRITTEN = ("title", "name", "authors", "year", "venue", "topics", "links", "abstract")
_NOTHING = ("", (), None)


def dated(
    paper: Paper, found: Merged | None, page: Paper | None, entry: LedgerEntry | None, now: str
) -> tuple[Paper, LedgerEntry]:
    """`updated` when a followed fact differs from what the ledger last saw; and the ledger's new line."""
    facts = text.fingerprint(tuple(_plain(getattr(paper, field)) for field in _FOLLOWED))
    before = entry.wrote if entry else {}
    if "*" in before and facts not in before["*"]:
        paper = replace(paper, updated=now)
    wrote = {field: hashes for field, hashes in before.items() if field not in ("*", "status")}
    if page is None and not has_seeds(found):
        # Of a page that was deleted nothing stands there any more that a person could have changed.
        wrote = {}
    if found is not None and has_seeds(found):
        mine = {field for field, _ in found.fields}
        for field in _WRITTEN:
            value = _plain(getattr(paper, field))
            if field in mine:
                wrote[field] = (text.fingerprint((value, paper.title_source) if field == "title" else value),)
            elif value in _NOTHING and (page is None or getattr(page, field) not in _NOTHING):
                # The sources say it no more; nobody deleted it.
                wrote.pop(field, None)
    elif found is not None and found.titles and paper.title_source == "derived" and paper.title in found.titles:
        # A page without seed that Incipit gave a title to.
        wrote["title"] = (text.fingerprint((paper.title, paper.title_source)),)
    if paper.status == "gone" and (page is None or page.status != "gone" or "status" in before):
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


def has_seeds(found: Merged | None) -> bool:
    """Whether a seed record is this paper."""
    return found is not None and any(not record.paper for record in found.cluster.records)


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return tuple((item.rel, item.url) if isinstance(item, Link) else item for item in value)
    return value

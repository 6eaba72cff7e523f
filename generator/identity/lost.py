"""Papers that only the ledger knows -> pages again: their addresses answer, though page and sources are deleted."""

from __future__ import annotations

from collections.abc import Mapping

from generator.identity.known import standing
from generator.identity.naming import PAPERS
from generator.model import Content, Merged, Paper


def again(content: Content, made: Mapping[str, tuple[Paper, Merged | None]]) -> tuple[Paper, ...]:
    """A page for every paper of the ledger that has none and is not in `made`: merged into the paper whose records
    hold its first text, else gone. None while a page is left out: it may be any of them.
    """
    pages = {page.id for page in content.papers}
    lost = [entry for entry in content.ledger if entry.id not in pages and entry.id not in made]
    if not lost or left_out(content):
        return ()
    holders = _holders(made)
    papers = []
    for entry in lost:
        paper = Paper(entry.id, "", status="gone", first_seen=entry.first_seen, place=entry.place)
        into = holders.get(entry.id, "")
        if into and standing(content, (entry.id, into)) != "different":
            paper = Paper(entry.id, "", status="merged", into=into, first_seen=entry.first_seen, place=entry.place)
        papers.append(paper)
    return tuple(papers)


def left_out(content: Content) -> set[str]:
    """Files of pages that were read and are not in `content`, because they are faulty."""
    files = {file for file in content.files if file.startswith(f"{PAPERS}/")}
    return files.difference(f"{PAPERS}/{page.slug}.md" for page in content.papers)


def _holders(made: Mapping[str, tuple[Paper, Merged | None]]) -> dict[str, str]:
    """By the id that a seed record would have by itself, the paper that it is."""
    return {
        own: id_
        for id_, (_, found) in made.items()
        if found
        for record, own in zip(found.cluster.records, found.cluster.own, strict=True)
        if not record.paper
    }

"""Content as read -> Content joined: what pages, topics, ledger and decisions say about each other."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from generator import links, text
from generator.content import addresses, decisions, front_matter
from generator.content.paper import ID, KEYS
from generator.errors import InputError
from generator.model import Content, Decision, LedgerEntry, Notice, Paper

PAPERS = addresses.PAPERS
TOPICS = addresses.TOPICS
_AGAINST = {"same": "drop", "drop": "same"}
# The line of a key in a file that was read.
Place = Callable[[str, str], int]


def joined(content: Content, place: Place) -> tuple[Content, list[InputError]]:
    """`content` with topic aliases and the slugs in decisions resolved, places and former addresses from the ledger,
    faulty pages left out; and the faults.
    """
    faults: list[InputError] = []
    faulty: set[str] = set()

    def fault(file: str, key: str, found: str, remedy: str) -> None:
        faults.append(InputError(found, remedy, file=file, line=place(file, key)))
        faulty.add(file)

    for found in (*_ids(content, place), *addresses.wrong(content), *_into(content)):
        fault(*found)
    papers, stale = [], []
    past = addresses.past(content)
    renamed: dict[str, tuple[str, str]] = {}
    known = {alias: topic.slug for topic in content.topics for alias in topic.aliases}
    slugs = {topic.slug for topic in content.topics}
    places = {entry.id: entry.place for entry in content.ledger}
    for paper in content.papers:
        file = _file(paper)
        if place_ := places.get(paper.id):
            paper = replace(paper, place=place_)  # noqa: PLW2901
        if forgotten := past.get(paper.id):
            paper = replace(paper, aliases=(*paper.aliases, *forgotten))  # noqa: PLW2901
            stale.append(paper.slug)
        if not slugs.issuperset(paper.topics):
            written = text.fingerprint(paper.topics)
            resolved = dict.fromkeys(slug if slug in slugs else known.get(slug, slug) for slug in paper.topics)
            for slug in resolved:
                if slug not in slugs:
                    fault(
                        file, "topics", f"`{slug}` is neither a topic nor an alias of one", _topic_remedy(slug, slugs)
                    )
            paper = replace(paper, topics=tuple(resolved))  # noqa: PLW2901
            stale.append(paper.slug)
            renamed[paper.id] = (written, text.fingerprint(paper.topics))
        if file not in faulty:
            papers.append(paper)
    decided, wrong = _decisions(content)
    faults += wrong
    content = replace(content, papers=tuple(papers), decisions=decided, stale=tuple(dict.fromkeys(stale)))
    return replace(content, ledger=_renamed(content.ledger, renamed)), faults


def _renamed(entries: Iterable[LedgerEntry], renamed: Mapping[str, tuple[str, str]]) -> tuple[LedgerEntry, ...]:
    """The ledger, in which topics that Incipit wrote by an alias are what it wrote by their slugs too."""
    made = []
    for entry in entries:
        before, after = renamed.get(entry.id, ("", ""))
        if before in entry.wrote.get("topics", ()):
            wrote = MappingProxyType({**entry.wrote, "topics": (*entry.wrote["topics"], after)})
            entry = replace(entry, wrote=wrote)  # noqa: PLW2901
        made.append(entry)
    return tuple(made)


def unknown_keys(papers: Iterable[Paper], place: Place) -> Iterator[Notice]:
    """A notice for every front matter key that Incipit does not know and keeps."""
    for paper in papers:
        for key, _ in paper.extra:
            yield Notice(_file(paper), place(_file(paper), key), unknown(key, KEYS))


def unknown(key: str, keys: Sequence[str]) -> str:
    """What to say of an unknown key."""
    nearest = difflib.get_close_matches(key, keys, n=1, cutoff=0.7)
    return f"unknown key `{key}` is kept" + (f"; did you mean `{nearest[0]}`?" if nearest else "")


def line(raw: bytes, key: str) -> int:
    """The line of `key` in the front matter of a page."""
    try:
        front, _ = front_matter.split(raw, "")
    except InputError:
        return 1
    return front_matter.line_of(front, key)


def _file(paper: Paper) -> str:
    return f"{PAPERS}/{paper.slug}.md"


def _ids(content: Content, place: Place) -> Iterator[tuple[str, str, str, str]]:
    """Two pages with one id; a page whose id is not the one that the ledger has for it."""
    first: dict[str, Paper] = {}
    for paper in content.papers:
        if not paper.id:
            continue
        other = first.setdefault(paper.id, paper)
        if other is not paper:
            there = f"{_file(other)}:{place(_file(other), 'id')}"
            yield _file(paper), "id", f"id `{paper.id}` stands also in {there}", "delete the copy, or its id line"
    known = {entry.id for entry in content.ledger}
    lost = {entry.slug: entry.id for entry in content.ledger if entry.id not in first}
    for paper in content.papers:
        if paper.id and paper.id not in known and paper.slug in lost:
            found = f"id `{paper.id}` is not `{lost[paper.slug]}`, which content/ledger.jsonl has for this page"
            yield _file(paper), "id", found, f"restore `id: {lost[paper.slug]}`"


def _into(content: Content) -> Iterator[tuple[str, str, str, str]]:
    """A merged paper that leads nowhere, or round in a ring. A paper whose page was deleted is there again soon."""
    into = {entry.id: "" for entry in content.ledger}
    into |= {paper.id: paper.into for paper in content.papers if paper.id}
    for paper in content.papers:
        if not paper.into:
            continue
        seen, target = {paper.id}, paper.into
        while into.get(target) and target not in seen:
            seen.add(target)
            target = into[target]
        if target not in into:
            yield (
                _file(paper),
                "into",
                f"`into: {paper.into}` names no paper",
                "name the id of a page in content/papers",
            )
        elif target in seen:
            yield _file(paper), "into", "the paper is merged into itself", "name another paper's id"


def _topic_remedy(slug: str, slugs: set[str]) -> str:
    nearest = difflib.get_close_matches(slug, sorted(slugs), n=1)
    return f"did you mean `{nearest[0]}`?" if nearest else f"add {TOPICS}/{slug}.md, or the alias to a topic"


def _decisions(content: Content) -> tuple[tuple[Decision, ...], list[InputError]]:
    """Decisions with every slug and alias as its paper's id. An id without a page is a record's, and may be. Of `drop`
    and `same` on one paper the last word holds.
    """
    ids = links.owners(content)
    faults = []
    decided: list[Decision] = []
    for decision in content.decisions:
        named = tuple(ids.get(name, name) for name in decision.ids)
        odd = [name for name in named if not ID.fullmatch(name)]
        if odd:
            remedy = "name a paper by its id or slug"
            faults.append(InputError(f"`{odd[0]}` is no paper", remedy, file=decisions.FILE))
        else:
            if against := _AGAINST.get(decision.verdict):
                decided = [found for found in decided if found.verdict != against or not {*found.ids} & {*named}]
            decided.append(replace(decision, ids=named))
    return tuple(decided), faults

"""Seeds and content -> the new content: repaired, without duplicates, described, with identities kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

from generator import content as pages_of_record
from generator import dedupe, describe, formats, identity, markup, merge, repair
from generator.content import topic as topics_of_record
from generator.errors import Faults, IncipitError
from generator.model import (
    Candidate,
    Cluster,
    Config,
    Conflict,
    Content,
    Description,
    Merged,
    Notice,
    Paper,
    Receipt,
    Record,
    Refusal,
    Topic,
)
from generator.pipeline.run import Run, attempt, key
from generator.pipeline.seeds import seeds


@dataclass(frozen=True)
class Ingested:
    """Content as it was read and as it will stand, and what a person should know of the way between.

    `broken` are the faults of files that were left out, `unread` tells that some of them stand in content/;
    `offered` are lines that stood above an abstract and may be its title: (slug, line).
    """

    before: Content
    after: Content
    broken: tuple[IncipitError, ...]
    unread: bool
    warnings: tuple[Notice, ...]
    twins: tuple[Candidate, ...]
    conflicts: tuple[Conflict, ...]
    orphans: tuple[str, ...]
    deleted: tuple[str, ...]
    offered: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class _Entry:
    """A record on its way: repaired, with its abstract as a page's Markdown and as plain text."""

    record: Record
    markdown: str
    text: str


def ingest(
    project: Path, config: Config, now: str, run: Run, *, lenient: bool = False, prune: bool = False
) -> Ingested:
    """Work out the new content; nothing is written.

    Without `lenient` the faults of all files are raised together; with it their files are left out.
    """
    faults: list[IncipitError] = []
    with run.stage("read"):
        lists = attempt(partial(formats.read, project, config=config), seeds(project, config), faults)
        unread_seeds = [Notice(fault.file, fault.line, f"left out: {fault.found}", fault.remedy) for fault in faults]
        whole = attempt(pages_of_record.read, [project], faults)
        if faults and not lenient:
            raise faults[0] if len(faults) == 1 else Faults(faults)
        before = whole[0] if whole else pages_of_record.read(project, lenient=True)
        adopted = identity.adopt(before, now)
    records, topics = _named_topics([record for records in lists for record in records], adopted.topics)
    entries, pages = _texts(records, identity.published(adopted), run)
    with run.stage("dedupe"):
        known = {_place(entry.record): entry for entry in entries}
        plain = [replace(entry.record, abstract=entry.text) for entry in entries]
        clusters, twins = dedupe.cluster([*plain, *pages], adopted.decisions)
        refusals = dedupe.refusals(plain, clusters)
    leading = [_leading(cluster, known) for cluster in clusters]
    described = _described(leading, topics, run)
    with run.stage("identity"):
        merged = _merged(clusters, described, adopted, known)
        papers, ledger = identity.assign(merged, adopted, now, prune=prune)
        receipts = identity.receipts(merged, described, papers, refusals)
    return Ingested(
        before=adopted,
        after=replace(adopted, papers=papers, topics=topics, ledger=ledger, receipts=receipts),
        broken=tuple(faults),
        unread=not whole,
        warnings=(*adopted.warnings, *unread_seeds, *_notices(refusals)),
        twins=tuple(twins),
        conflicts=tuple(conflict for found in merged for conflict in found.conflicts),
        orphans=identity.orphans(papers, plain),
        deleted=identity.deleted(adopted),
        offered=_offered(plain, receipts, papers),
    )


def _named_topics(records: list[Record], topics: tuple[Topic, ...]) -> tuple[list[Record], tuple[Topic, ...]]:
    """The records with slugs for the topics that their sources name; all topics, new ones too, in order of file."""
    names = dict.fromkeys(name for record in records for name in record.topics)
    if not names:
        return records, topics
    slugs, made = topics_of_record.adopt(names, topics)
    adopted = [
        replace(record, topics=tuple(dict.fromkeys(slugs[name] for name in record.topics if name in slugs)))
        for record in records
    ]
    return adopted, tuple(sorted((*topics, *made), key=lambda topic: f"{topic.slug}.md"))


def _texts(raw: Sequence[Record], published: Sequence[Record], run: Run) -> tuple[list[_Entry], list[Record]]:
    """The seed records repaired, and the published papers with plain text instead of their Markdown."""
    keys = [key(record.title, record.abstract) for record in raw]
    repaired = run.cached("repair", _repair, dict(zip(keys, raw, strict=True)))
    texts = [repaired[each][1] for each in keys] + [record.abstract for record in published]
    shown = run.cached("markup", markup.render, {key(text): text for text in texts})
    entries = []
    for each, record in zip(keys, raw, strict=True):
        done, markdown = repaired[each]
        mine = replace(record, title=done.title, abstract=done.abstract, changes=done.changes)
        entries.append(_Entry(mine, markdown, shown[key(markdown)].text))
    return entries, [replace(record, abstract=shown[key(record.abstract)].text) for record in published]


def _repair(record: Record) -> tuple[Record, str]:
    done = repair.repair(record)
    return done, markup.write(done.abstract)


def _place(record: Record) -> tuple[str, int]:
    return record.provenance.file, record.provenance.record


def _leading(cluster: Cluster, known: Mapping[tuple[str, int], _Entry]) -> tuple[str, bool]:
    """What describes a cluster: the plain text of its most trusted record with an abstract, and whether a source
    gives a title.
    """
    entries = [known[_place(record)] for record in cluster.records if not record.paper]
    titled = any(entry.record.title for entry in entries)
    return next((entry.text for entry in entries if entry.text), ""), titled


def _described(leading: Sequence[tuple[str, bool]], topics: Sequence[Topic], run: Run) -> list[Description]:
    """What each plain text says about itself, in the light of `topics`."""
    light = key(*(repr(topic) for topic in topics))
    keys = [key(light, text, "titled" if titled else "") for text, titled in leading]
    found = run.cached("describe", partial(_describe, tuple(topics)), dict(zip(keys, leading, strict=True)))
    return [found[each] for each in keys]


def _describe(topics: tuple[Topic, ...], leading: tuple[str, bool]) -> Description:
    text, titled = leading
    return describe.describe(text, _matcher(topics), titled=titled)


@lru_cache(maxsize=1)
def _matcher(topics: tuple[Topic, ...]) -> describe.Matcher:
    """Terms are compiled once a process."""
    return describe.matcher(topics)


def _merged(
    clusters: Sequence[Cluster],
    described: Sequence[Description],
    content: Content,
    known: Mapping[tuple[str, int], _Entry],
) -> list[Merged]:
    pages = {paper.id: paper for paper in content.papers}
    ledger = {entry.id: entry for entry in content.ledger}
    # Every record's Markdown is known already: it is not written again.
    markdown = {entry.record.abstract: entry.markdown for entry in known.values()}
    return [
        merge.merge(
            replace(cluster, records=tuple(_written(record, known) for record in cluster.records)),
            description,
            pages.get(cluster.paper),
            ledger.get(cluster.paper),
            write=markdown.__getitem__,
        )
        for cluster, description in zip(clusters, described, strict=True)
    ]


def _written(record: Record, known: Mapping[tuple[str, int], _Entry]) -> Record:
    """A record of a cluster with its repaired text, as merge wants it, in place of the plain one."""
    return record if record.paper else known[_place(record)].record


def _offered(
    records: Sequence[Record], receipts: Sequence[Receipt], papers: Sequence[Paper]
) -> tuple[tuple[str, str], ...]:
    """Lines above the abstracts of papers that still have a derived title."""
    ids = {(receipt.file, receipt.record): receipt.id for receipt in receipts}
    derived = {paper.id: paper.slug for paper in papers if paper.title_source == "derived"}
    found = {ids[_place(record)]: record.above for record in records if record.above}
    return tuple((derived[id_], line) for id_, line in found.items() if id_ in derived)


def _notices(refusals: Sequence[Refusal]) -> list[Notice]:
    """What a person does not know yet: a record that they dropped themselves is no news."""
    return [
        Notice(place.file, place.line, f"record {place.record} is refused: {refusal.reason}")
        for refusal in refusals
        if refusal.reason != dedupe.DROPPED
        for place in [refusal.record.provenance]
    ]

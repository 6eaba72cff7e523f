"""Merged clusters and refusals -> receipts: what became of every record, and which papers no source holds any more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator import text
from generator.model import Description, Merged, Paper, Receipt, Record, Refusal


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
        seeds = [(record, why, own) for record, why, own in _reasoned(found) if not record.paper]
        leading = next((record.abstract for record, _, _ in seeds if record.abstract), "")
        for place, (record, why, own) in enumerate(seeds):
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
                    differs=_differing(leading, record.abstract) if place else (),
                    own=own if place and own != id_ else "",
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


def _differing(leading: str, other: str) -> tuple[tuple[str, str], ...]:
    return text.differences(leading, other) if other and other != leading else ()


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


def _reasoned(found: Merged) -> Iterable[tuple[Record, str, str]]:
    """The records with the reason why each is this paper, and the id that it would have by itself."""
    return zip(found.cluster.records, ("", *found.cluster.reasons), found.cluster.own, strict=True)

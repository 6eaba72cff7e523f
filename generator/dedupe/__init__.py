"""Records -> Clusters of the same paper, and Candidates for a person; published papers stand among the records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.dedupe import near
from generator.dedupe.evidence import Evidence
from generator.dedupe.joining import Clusters
from generator.dedupe.judgement import REVISED, Verdict, judge
from generator.model import Candidate, Cluster, Decision, Record, Refusal

# The reason of a refusal that a person decided.
DROPPED = "a person dropped this paper"


def cluster(records: Sequence[Record], decisions: Sequence[Decision] = ()) -> tuple[list[Cluster], list[Candidate]]:
    """Which records are one paper, and which may be.

    `records` are repaired, in order of trust and reading; published papers stand among them with `paper` and
    `known` set, the older before the younger. Clusters come in order of their first record. Records that can be
    no paper, and those of papers that a decision drops, are in no cluster: `refusals` names them.
    """
    evidence = _evidence(records)
    usable = [index for index, found in enumerate(evidence) if found.usable]
    clusters = Clusters(evidence, decisions)
    clusters.join_known(usable)
    verdicts = [(pair, found) for pair, found in _verdicts(evidence, usable, clusters) if found.outcome != "different"]
    verdicts.sort(key=lambda item: (-item[1].weight, item[0]))
    agreed = [(pair, found) for pair, found in verdicts if found.outcome == "same"]
    parted = [(pair, found) for pair, found in agreed if not clusters.join(*pair, revised=found.why == REVISED)]
    clusters.explain(agreed)
    doubts = [*parted, *((pair, found) for pair, found in verdicts if found.outcome == "candidate")]
    return clusters.clusters(usable), clusters.candidates(doubts)


def refusals(records: Sequence[Record], clusters: Sequence[Cluster]) -> list[Refusal]:
    """The seed records that are in no cluster, each with the reason: records read = in clusters + refused."""
    kept = {_place(record) for found in clusters for record in found.records if not record.paper}
    return [
        Refusal(
            record,
            DROPPED if Evidence(record).usable else "has neither a title nor an abstract",
        )
        for record in records
        if not record.paper and _place(record) not in kept
    ]


def _place(record: Record) -> tuple[str, int]:
    return record.provenance.file, record.provenance.record


def _evidence(records: Sequence[Record]) -> list[Evidence]:
    """Evidence of each record; a text that stands twice, as that of a published paper does, is read once."""
    made: dict[str, Evidence] = {}
    found = []
    present = {record.provenance.sha256 for record in records if not record.paper}
    for record in records:
        vacant = bool(record.paper and record.known) and present.isdisjoint(record.known)
        each = Evidence(record, made.get(record.abstract), vacant=vacant)
        made.setdefault(record.abstract, each)
        found.append(each)
    return found


def _verdicts(
    evidence: Sequence[Evidence], usable: Sequence[int], clusters: Clusters
) -> Iterator[tuple[tuple[int, int], Verdict]]:
    """Every pair worth a look, judged once. That a paper's first record is that paper needs no judgement."""
    texts = near.Texts(evidence)
    settled = clusters.settled()
    for first, second in near.pairs(texts, evidence, usable):
        if settled.get(first) != second and settled.get(second) != first:
            yield (first, second), judge(evidence[first], evidence[second], texts.overlap(first, second))

"""Verdicts and decisions -> clusters: records are joined unless a decision or a second published paper forbids."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from generator import text
from generator.dedupe.evidence import Evidence
from generator.dedupe.judgement import REVISED, Verdict, forbidden
from generator.model import Candidate, Cluster, Decision


class _Group:
    """The records of a cluster of two or more, and what joining asks of them; two join by way of the smaller one."""

    def __init__(self, index: int, evidence: Evidence, called: set[str]) -> None:
        """`called` holds the record's name if a decision tells it from another one."""
        self.called = called
        record = evidence.record
        self.members = [index]
        self.papers = [index] if record.paper else []
        self.filled = not record.paper
        # One record for each kind of those that contradict the same others: of many copies one is asked.
        serials = frozenset() if evidence.title else evidence.serials
        identifiers = frozenset(evidence.identifiers.items())
        kind = bool(record.paper), evidence.title, evidence.authors, identifiers, serials
        self.kinds: dict[Hashable, int] = {kind: index}

    def joined(self, other: _Group) -> _Group:
        """Both as one; neither is to be used further."""
        big, small = (self, other) if len(self.members) >= len(other.members) else (other, self)
        big.members += small.members
        big.papers += small.papers
        big.called |= small.called
        big.filled |= small.filled
        for kind, index in small.kinds.items():
            big.kinds.setdefault(kind, index)
        return big


class Clusters:
    """A forest of records; each root stands for one paper so far."""

    def __init__(self, evidence: Sequence[Evidence], decisions: Sequence[Decision]) -> None:
        self.evidence = evidence
        self.parent = list(range(len(evidence)))
        self.groups: dict[int, _Group] = {}
        self.why: dict[int, str] = {}
        verdicts = {frozenset(found.ids): found.verdict for found in decisions if found.verdict != "drop"}
        self.same = [tuple(sorted(pair)) for pair, verdict in verdicts.items() if verdict == "same"]
        self.different: dict[str, set[str]] = {}
        for pair, verdict in verdicts.items():
            if verdict == "different":
                one, other = sorted(pair)
                self.different.setdefault(one, set()).add(other)
                self.different.setdefault(other, set()).add(one)
        self.dropped = {found.ids[0] for found in decisions if found.verdict == "drop"}
        self.lost: dict[str, int] = {}
        self._names: dict[int, str] = {}

    def join_known(self, usable: Sequence[int]) -> None:
        """What needs no judgement: records that are a published paper already, equal records, decisions."""
        published = self._published(usable)
        raw: dict[str, int] = {}
        for index in usable:
            record = self.evidence[index].record
            if record.paper:
                continue
            sha256 = record.provenance.sha256
            owner = published.get(sha256)
            if self.lost and (lost := self.lost.get(self.name(index))) is not None:
                # A paper that nothing but the id is left of, and that a person parted from the one it was merged into.
                parted = owner is not None and self.apart(self.root(owner), self.root(lost))
                owner = lost if owner is None or parted else owner
            if owner is not None and not self.apart(self.root(owner), self.root(index)):
                self._unite(owner, index)
            elif sha256 and (first := raw.setdefault(sha256, index)) != index:
                self._unite(first, index)
        self._join_decided(usable)

    def _published(self, usable: Sequence[int]) -> dict[str, int]:
        """Hashes of records that are a published paper; and in `lost` papers of which nothing but the id is left."""
        published: dict[str, int] = {}
        papers: dict[str, int] = {}
        for index in usable:
            record = self.evidence[index].record
            if not record.paper:
                continue
            if (first := papers.setdefault(record.paper, index)) != index:
                self._unite(first, index)
            if not record.abstract and not record.title:
                self.lost[record.paper] = index
            for sha256 in record.known:
                published.setdefault(sha256, index)
        return published

    def _join_decided(self, usable: Sequence[int]) -> None:
        named: dict[str, int] = {}
        if self.same:
            for index in usable:
                named.setdefault(self.name(index), index)
        for one, other in self.same:
            if one in named and other in named:
                self._unite(named[one], named[other])

    def settled(self) -> dict[int, int]:
        """By the first record of each published paper that has records already, the paper's own record."""
        found = {}
        for root, group in self.groups.items():
            if self.parent[root] == root and group.filled and group.papers:
                seeds = (member for member in group.members if not self.evidence[member].record.paper)
                found[min(seeds)] = min(group.papers)
        return found

    def join(self, first: int, second: int, *, revised: bool = False) -> bool:
        """Join the papers of two records; False if they must stay two. A paper without records takes one `revised`."""
        a, b = self.root(first), self.root(second)
        if a == b:
            return True
        one, other = self._group(a), self._group(b)
        if (revised and one.filled and other.filled) or (one.papers and other.papers) or self.apart(a, b):
            return False
        for mine in one.kinds.values():
            for theirs in other.kinds.values():
                if forbidden(self.evidence[mine], self.evidence[theirs]):
                    return False
        self._unite(first, second)
        return True

    def apart(self, a: int, b: int) -> bool:
        """Whether a person decided that two clusters, or records of them, are different papers."""
        if not self.different:
            return False
        mine, others = self._group(a).called, self._group(b).called
        return any(not others.isdisjoint(self.different[name]) for name in mine)

    def explain(self, agreed: Iterable[tuple[tuple[int, int], Verdict]]) -> None:
        """Why each record is in its cluster, by the heaviest verdict on it and an earlier record. What is known from
        former ingests is explained anew, so that the same seeds give the same receipts; that a page has the text which
        a record gave it explains nothing.
        """
        by_page: dict[int, str] = {}
        by_later: dict[int, str] = {}
        for (first, second), found in agreed:
            if self.root(first) != self.root(second) or found.why == REVISED:
                continue  # (at the next ingest there is nothing revised to be seen)
            if self.evidence[first].record.paper or self.evidence[second].record.paper:
                if self.evidence[first].key != self.evidence[second].key:
                    by_page.setdefault(first, found.why)
                    by_page.setdefault(second, found.why)
            else:
                self.why.setdefault(second, found.why)
                by_later.setdefault(first, found.why)
        for index, why in (*by_later.items(), *by_page.items()):
            self.why.setdefault(index, why)

    def _reasons(self, root: int, ordered: Sequence[int]) -> tuple[str, ...]:
        """Of each record after the first."""
        known = {self.evidence[ordered[0]].record.provenance.sha256}
        decided = any(self.names(root) & set(pair) for pair in self.same)
        reasons = []
        for member in ordered[1:]:
            record = self.evidence[member].record
            fallback = "a person said so" if decided else "known as this paper"
            same = not record.paper and record.provenance.sha256 in known
            reasons.append("same record" if same else self.why.get(member, fallback))
            known.add(record.provenance.sha256)
        return tuple(reasons)

    def clusters(self, usable: Iterable[int]) -> list[Cluster]:
        """The clusters in order of their first record; the seed records of each before its published paper."""
        places: dict[int, int] = {}
        for index, found in enumerate(self.evidence):
            if not found.record.paper:
                places[index] = len(places)
        made = []
        ids = self._ids()
        for index in usable:
            if self.root(index) != index or self.names(index) & self.dropped:
                continue
            members = sorted(self.of(index))
            seeds = [member for member in members if member in places]
            ordered = seeds + [member for member in members if member not in places]
            if not seeds and not any(
                self.evidence[member].record.abstract or self.evidence[member].title for member in ordered
            ):
                continue  # a page that was deleted by hand, and no source brings it back
            made.append(
                Cluster(
                    records=tuple(self.evidence[member].record for member in ordered),
                    place=places[seeds[0]] if seeds else len(places),
                    paper=self.paper(index),
                    reasons=self._reasons(index, ordered),
                    minted=ids[index],
                    own=tuple(map(self.name, ordered)),
                )
            )
        return made

    def candidates(self, doubts: Iterable[tuple[tuple[int, int], Verdict]]) -> list[Candidate]:
        """One candidate for each two clusters in doubt, by the heaviest reason; none that a person has decided."""
        made: dict[tuple[int, int], Candidate] = {}
        ids = self._ids()
        for (first, second), found in doubts:
            a, b = sorted((self.root(first), self.root(second)))
            if a == b or (a, b) in made or self.apart(a, b) or (self.names(a) | self.names(b)) & self.dropped:
                continue
            made[a, b] = Candidate((ids[a], ids[b]), found.score, found.why)
        return list(made.values())

    def root(self, index: int) -> int:
        """The record that stands for a record's cluster: its first one."""
        while self.parent[index] != index:
            self.parent[index] = self.parent[self.parent[index]]
            index = self.parent[index]
        return index

    def of(self, root: int) -> list[int]:
        """The records of a cluster."""
        group = self.groups.get(root)
        return group.members if group else [root]

    def _group(self, root: int) -> _Group:
        if root not in self.groups:
            called = {self.name(root)} & self.different.keys() if self.different else set()
            self.groups[root] = _Group(root, self.evidence[root], called)
        return self.groups[root]

    def paper(self, root: int) -> str:
        """The id of the oldest published paper of a cluster."""
        group = self.groups.get(root)
        first = min(group.papers, default=root) if group else root
        return self.evidence[first].record.paper

    def names(self, root: int) -> set[str]:
        """Ids that decisions may mean by a cluster: its published papers, else what its records would mint."""
        papers = {found for member in self.of(root) if (found := self.evidence[member].record.paper)}
        return papers or {self.name(member) for member in self.of(root)}

    def name(self, index: int) -> str:
        """A record's id: its paper's, or the one that it would mint."""
        if index not in self._names:
            self._names[index] = self.evidence[index].record.paper or self._minted(index, 0)
        return self._names[index]

    def _minted(self, index: int, turn: int) -> str:
        found = self.evidence[index]
        if found.key:
            return text.minted(found.key, turn)
        return text.mint("", found.record.title, found.record.provenance.sha256, turn)

    def _ids(self) -> dict[int, str]:
        """The id of each cluster: its paper's, else the one that it will get, in order of the first records."""
        roots = [index for index in range(len(self.evidence)) if self.root(index) == index]
        ids = {root: paper for root in roots if (paper := self.paper(root))}
        taken = set(ids.values())
        for root in roots:
            turn = 0
            while root not in ids:
                minted = self._minted(root, turn)
                turn += 1
                if minted not in taken:
                    ids[root] = minted
                    taken.add(minted)
        return ids

    def _unite(self, first: int, second: int) -> None:
        a, b = sorted((self.root(first), self.root(second)))
        if a != b:
            group = self._group(a).joined(self._group(b))
            self.parent[b] = a
            del self.groups[b]
            self.groups[a] = group

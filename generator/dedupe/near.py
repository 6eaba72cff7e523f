"""Records -> the pairs worth judging: same text, title or identifier, near texts by MinHash, cut texts by beginning."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b

from rensa import RMinHash, RMinHashDigestMatrix, RMinHashLSH

from generator.dedupe.evidence import Evidence, Overlap

# 84 bands of 3 rows: two texts that share a third of their word triples meet with 96 %, half with 99.999 %;
# two that share a hundredth with less than one in ten thousand.
_BANDS, _ROWS = 84, 3
_SEED = 20260101
# Beginnings that more records share are a custom ("In this paper we propose …"), not a sign.
_COMMON = 24
_OPENINGS = ((0, 10), (10, 20))
_ALL_PAIRS = 12
# A text that is the beginning of another is held by it, but for a few triples at the cut.
_CUT = 0.9
_WIDTH = 3


class Texts:
    """The word triples of every record as numbers, in one flat buffer."""

    def __init__(self, evidence: Sequence[Evidence]) -> None:
        self.flat = array("Q")
        self.spans: list[tuple[int, int]] = []
        self.evidence = evidence
        places: dict[bytes, tuple[int, int]] = {}
        for found in evidence:
            if found.key not in places:
                start = len(self.flat)
                self.flat.extend(_triples(found.words))
                places[found.key] = (start, len(self.flat))
            self.spans.append(places[found.key])
            found.words = []  # the buffer holds what is needed of them
        self._sets = lru_cache(maxsize=4096)(self._set)

    def overlap(self, first: int, second: int) -> Overlap:
        """What the abstracts of two records share, exactly."""
        a, b = self._sets(first), self._sets(second)
        if not a or not b:
            return Overlap()
        if self.evidence[first].key == self.evidence[second].key:
            return Overlap(1.0, 1.0, exact=True, known=True)
        shared = len(a & b)
        contained = shared / min(len(a), len(b))
        cut = contained > _CUT and self._cut(first, second)
        return Overlap(shared / (len(a) + len(b) - shared), contained, cut=cut, known=True)

    def triples(self, index: int) -> array[int]:
        """The triples of a record's abstract in order."""
        start, end = self.spans[index]
        return self.flat[start:end]

    def _set(self, index: int) -> frozenset[int]:
        return frozenset(self.triples(index))

    def _cut(self, first: int, second: int) -> bool:
        """Whether one text is the beginning of the other; the last word may be cut too."""
        a, b = self.triples(first), self.triples(second)
        length = min(len(a), len(b)) - 1
        return length > 0 and a[:length] == b[:length]


def pairs(texts: Texts, evidence: Sequence[Evidence], usable: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Every pair worth judging, once, the smaller index first, in order."""
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for index in usable:
        for key in _keys(texts, evidence[index], index):
            groups[key].append(index)
    found: set[tuple[int, int]] = set()
    for key, members in groups.items():
        if len(members) > 1:
            found.update(_within(members, evidence, opening=isinstance(key, tuple) and key[0] == "opening"))
    found.update(_near(texts, evidence))
    return iter(sorted(found))


def _keys(texts: Texts, found: Evidence, index: int) -> Iterator[Hashable]:
    if found.key:
        yield "text", found.key
    if found.squeezed:
        yield "title", found.squeezed
    for kind, values in found.identifiers.items():
        for value in sorted(values):
            yield kind, value
    triples = texts.triples(index)
    for start, end in _OPENINGS:
        if len(triples) >= end:
            yield "opening", start, triples[start:end].tobytes()


def _within(members: list[int], evidence: Sequence[Evidence], *, opening: bool) -> Iterator[tuple[int, int]]:
    """The pairs of a group; of a big one each member with the first and with the first of its title."""
    if len(members) <= _ALL_PAIRS or (opening and len(members) <= _COMMON):
        for place, first in enumerate(members):
            for second in members[place + 1 :]:
                yield first, second
        return
    if opening:
        return
    leaders: dict[str, int] = {}
    for index in members:
        leader = leaders.setdefault(evidence[index].squeezed, index)
        for other in {leader, members[0]} - {index}:
            yield other, index


def _near(texts: Texts, evidence: Sequence[Evidence]) -> Iterator[tuple[int, int]]:
    """Pairs whose signatures agree in a band. The index says who has a neighbour at all; only those are paired."""
    # Of equal texts one stands for all: the others meet it by their text.
    first: dict[bytes, int] = {}
    for index, found in enumerate(evidence):
        if found.key and found.usable:
            first.setdefault(found.key, index)
    chosen = list(first.values())
    matrix = _signatures(texts, chosen)
    flags = RMinHashLSH(0.33, _BANDS * _ROWS, _BANDS).query_duplicate_flags_matrix_one_shot(matrix)
    chosen = [index for index, flag in zip(chosen, flags, strict=True) if flag]
    if not chosen:
        return
    rows = _signatures(texts, chosen).to_rows()
    for band in range(0, _BANDS * _ROWS, _ROWS):
        buckets: dict[tuple[int, ...], list[int]] = {}
        for index, row in zip(chosen, rows, strict=True):
            buckets.setdefault(tuple(row[band : band + _ROWS]), []).append(index)
        for members in buckets.values():
            if 1 < len(members) <= 4 * _COMMON:
                for place, one in enumerate(members):
                    for other in members[place + 1 :]:
                        yield (one, other) if one < other else (other, one)


def _signatures(texts: Texts, chosen: Sequence[int]) -> RMinHashDigestMatrix:
    flat, offsets = array("Q"), array("Q", [0])
    for index in chosen:
        flat.extend(texts.triples(index))
        offsets.append(len(flat))
    return RMinHash.digest_matrix_from_flat_token_hashes(flat, offsets, _BANDS * _ROWS, _SEED)


def _triples(words: Sequence[str]) -> list[int]:
    """Each run of three words as a number below 2^62, the same in every process; a shorter text is one run."""
    if not words:
        return []
    numbers = [_number(word) for word in words]
    numbers += [0] * (_WIDTH - len(numbers))
    return [a ^ b << 3 ^ c << 6 for a, b, c in zip(numbers, numbers[1:], numbers[2:], strict=False)]


@lru_cache(maxsize=1 << 18)
def _number(word: str) -> int:
    return int.from_bytes(blake2b(word.encode("utf-8", "replace"), digest_size=7).digest(), "big")

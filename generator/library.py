"""Papers -> Library: order, taxonomies and related papers of the whole collection."""

from __future__ import annotations

from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import log
from types import MappingProxyType
from typing import TypeVar

from generator import text
from generator.model import Abstract, Library, Paper, Receipt, Related, Topic, TopicMatch

_Key = TypeVar("_Key", bound=Hashable)

# A paper is compared by its heaviest words only, and a word proposes only the papers it weighs most in: work grows
# with the number of papers, never with its square.
TERMS = 32
PROPOSING = 16
PROPOSED = 12
CANDIDATES = 20
# Related papers share two of these words at least, and this much of their weight (cosine).
SHARED = 2
LEAST = 0.03
RELATED = 5
REACH = 4


def build(
    papers: Sequence[Paper], topics: Sequence[Topic], receipts: Sequence[Receipt], abstracts: Mapping[str, Abstract]
) -> Library:
    """The collection in the order first_seen, place, id; `abstracts` maps every shown paper's id to its text.

    Shelves keep that order. Their keys stand in the order of their first paper, topics in the order of `topics`.
    """
    ordered = sorted(papers, key=lambda paper: (paper.first_seen, paper.place, paper.id))
    shown = tuple(paper for paper in ordered if paper.status in ("published", "withdrawn"))
    evidence = _evidence(shown, receipts)
    by_topic = _shelve((topic, paper) for paper in shown for topic in paper.topics)
    return Library(
        papers=shown,
        retired=tuple(paper for paper in ordered if paper.status in ("merged", "gone")),
        topics=tuple(topics),
        abstracts=MappingProxyType({paper.id: abstracts[paper.id] for paper in shown}),
        by_topic=MappingProxyType({topic.slug: by_topic.get(topic.slug, ()) for topic in topics}),
        by_year=_shelve((paper.year, paper) for paper in shown if paper.year is not None),
        by_venue=_shelve((paper.venue, paper) for paper in shown if paper.venue),
        by_author=_shelve((author, paper) for paper in shown for author in dict.fromkeys(paper.authors)),
        by_name=_shelve((paper.name, paper) for paper in shown if paper.name),
        unsorted=tuple(paper for paper in shown if not paper.topics),
        with_code=tuple(paper for paper in shown if any(link.rel == "code" for link in paper.links)),
        related=_related(shown, abstracts),
        evidence=evidence,
        receipts=tuple(receipts),
    )


def _shelve(pairs: Iterable[tuple[_Key, Paper]]) -> Mapping[_Key, tuple[Paper, ...]]:
    shelves: defaultdict[_Key, list[Paper]] = defaultdict(list)
    for key, paper in pairs:
        shelves[key].append(paper)
    return MappingProxyType({key: tuple(found) for key, found in shelves.items()})


def _evidence(papers: Sequence[Paper], receipts: Sequence[Receipt]) -> Mapping[str, tuple[TopicMatch, ...]]:
    """The words that chose each topic a paper still has; of several records the first that names the topic counts."""
    said: defaultdict[str, dict[str, TopicMatch]] = defaultdict(dict)
    for receipt in receipts:
        for match in receipt.topics:
            said[receipt.id].setdefault(match.slug, match)
    return MappingProxyType(
        {
            paper.id: tuple(said[paper.id][topic] for topic in paper.topics if topic in said[paper.id])
            for paper in papers
            if paper.id in said
        }
    )


def _related(papers: Sequence[Paper], abstracts: Mapping[str, Abstract]) -> Mapping[str, tuple[Related, ...]]:
    """Up to five papers near each paper, nearest first, with the words they share, weightiest first.

    Words weigh by packaged frequencies and not by the collection's, and a paper is compared with those that are older
    and enters the lists of the `REACH` nearest of them: another paper changes that many lists.
    """
    weights = _Weights()
    signatures = [_signature(f"{paper.title}\n{abstracts[paper.id].text}", weights) for paper in papers]
    proposed: defaultdict[str, list[tuple[float, int]]] = defaultdict(list)
    ranked: list[list[tuple[float, int]]] = []
    for number, signature in enumerate(signatures):
        # Scores are negative, so that the nearest and, of equals, the oldest paper sorts first.
        scores: defaultdict[int, float] = defaultdict(float)
        for stem, (weight, _) in islice(signature.items(), PROPOSING):
            for other_weight, other in proposed.get(stem, ()):
                scores[other] += weight * other_weight
        older = sorted([(score, other) for other, score in scores.items() if score < -LEAST])[:CANDIDATES]
        for score, other in older[:REACH]:
            ranked[other].append((score, number))
        ranked.append(older)
        for stem, (weight, _) in signature.items():
            insort(proposed[stem], (-weight, number))
            del proposed[stem][PROPOSED:]
    near = {}
    for number, signature in enumerate(signatures):
        candidates = (other for _, other in sorted(ranked[number]))
        near[papers[number].id] = tuple(islice(_sharing(papers, signatures, signature, candidates), RELATED))
    return MappingProxyType(near)


def _sharing(
    papers: Sequence[Paper],
    signatures: Sequence[Mapping[str, tuple[float, str]]],
    signature: Mapping[str, tuple[float, str]],
    others: Iterable[int],
) -> Iterator[Related]:
    """The papers among `others` that share enough words with `signature`."""
    for other in others:
        shared = signature.keys() & signatures[other].keys()
        if len(shared) >= SHARED:
            yield Related(papers[other].id, tuple(word for stem, (_, word) in signature.items() if stem in shared))


def _signature(words: str, weights: _Weights) -> dict[str, tuple[float, str]]:
    """The heaviest words of a text, heaviest first: {stem: (share of the text's weight, word)}."""
    heavy: dict[str, tuple[float, str]] = {}
    for word, count in Counter(text.tokens(words)).items():
        stem, weight = weights[word]
        if weight:
            if count > 1:
                weight *= count
            before, first = heavy.get(stem, (0.0, word))
            heavy[stem] = (before + weight, first)
    best = sorted([(-weight, stem, word) for stem, (weight, word) in heavy.items()])[:TERMS]
    length = sum(weight * weight for weight, _, _ in best) ** 0.5
    return {stem: (round(-weight / length, 6), word) for weight, stem, word in best}


class _Weights(dict[str, tuple[str, float]]):
    """Word -> its stem and how much it tells about a text: 0 for short words, numbers and everyday words."""

    def __missing__(self, word: str) -> tuple[str, float]:
        weight = 0.0
        if len(word) >= _SHORTEST and word.isalpha():
            share = text.document_frequency().get(word, _UNSEEN) / text.DOCUMENTS
            weight = -log(share) if share < _EVERYDAY else 0.0
        plural = len(word) > _SHORTEST + 1 and word.endswith("s") and not word.endswith(("ss", "us", "is"))
        self[word] = (word[:-1] if plural else word, weight)
        return self[word]


_SHORTEST = 3
# A word that the packaged frequencies do not hold, and the share of abstracts above which a word tells nothing.
_UNSEEN = 4
_EVERYDAY = 0.25

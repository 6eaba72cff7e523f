"""Papers -> Library: order, taxonomies and related papers of the whole collection."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import log
from types import MappingProxyType
from typing import TypeVar

from generator import text
from generator.model import Abstract, Library, Paper, Receipt, Related, Topic, TopicMatch

_Key = TypeVar("_Key", bound=Hashable)

# A paper is compared by its heaviest words only, and a word proposes only the papers it weighs most in: work grows
# with the number of papers, never with its square.
TERMS = 12
PROPOSED = 48
RELATED = 5
SHARED = 2


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

    Words weigh by packaged frequencies and not by the collection's: another paper changes few of these lists.
    """
    signatures = [_signature(f"{paper.title}\n{abstracts[paper.id].text}") for paper in papers]
    postings: defaultdict[str, list[tuple[float, int]]] = defaultdict(list)
    for number, signature in enumerate(signatures):
        for term, (weight, _) in signature.items():
            postings[term].append((-weight, number))
    proposed = {term: sorted(found)[:PROPOSED] for term, found in postings.items() if len(found) > 1}
    near = {}
    for number, signature in enumerate(signatures):
        scores: defaultdict[int, float] = defaultdict(float)
        shared: Counter[int] = Counter()
        for term, (weight, _) in signature.items():
            for other_weight, other in proposed.get(term, ()):
                scores[other] -= weight * other_weight
                shared[other] += 1
        best = [(-scores[other], other) for other, count in shared.items() if count >= SHARED and other != number]
        near[papers[number].id] = tuple(
            Related(papers[other].id, tuple(word for term, (_, word) in signature.items() if term in signatures[other]))
            for _, other in sorted(best)[:RELATED]
        )
    return MappingProxyType(near)


def _signature(words: str) -> dict[str, tuple[float, str]]:
    """The heaviest terms of a text, heaviest first: {stem: (share of the text's weight, word)}."""
    heavy: dict[str, tuple[float, str]] = {}
    for word, count in Counter(text.tokens(words)).items():
        stem, weight = _weight(word)
        if weight:
            before = heavy.get(stem, (0.0, word))
            heavy[stem] = (before[0] + weight * (1 + log(count)), before[1])
    best = sorted(heavy.items(), key=lambda item: (-item[1][0], item[0]))[:TERMS]
    length = sum(weight * weight for _, (weight, _) in best) ** 0.5
    return {stem: (round(weight / length, 6), word) for stem, (weight, word) in best}


@lru_cache(maxsize=200_000)
def _weight(word: str) -> tuple[str, float]:
    """A word's stem and how much it tells about a text; 0 for short words, numbers and everyday words."""
    if len(word) < 3 or not word.isalpha():
        return word, 0.0
    share = text.document_frequency().get(word, _UNSEEN) / text.DOCUMENTS
    stem = word[:-1] if len(word) > 4 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
    return stem, 0.0 if share > _EVERYDAY else log(share) ** 2


# A word that the packaged frequencies do not hold, and the share of abstracts above which a word tells nothing.
_UNSEEN = 4
_EVERYDAY = 0.04

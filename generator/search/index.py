"""Fields of documents -> lunr.js's serialised index, byte for byte what lunr.js 2.3.9 itself would write.

lunr's builder counts through objects; this one counts through plain arrays and looks every distinct token up once.
The weights are lunr's BM25 (k1 1.2, b 0.75) in lunr's order of operations, rounded as `Math.round` rounds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import log

VERSION = "2.3.9"
K1, B = 1.2, 0.75


@dataclass(frozen=True, slots=True)
class Field:
    """An indexed field, and what its weights are multiplied by."""

    name: str
    boost: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A field of a document: its terms' numbers, rising, how often each occurs, and the length in terms."""

    numbers: tuple[int, ...]
    counts: tuple[int, ...]
    length: int


class Vocabulary:
    """Terms in the order of their first use, and the terms of every token seen."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def add(self, terms: Iterable[str]) -> tuple[int, ...]:
        """The numbers of `terms`; new terms get the next ones."""
        numbers = self.numbers
        return tuple([numbers.setdefault(term, len(numbers)) for term in terms])


def count(numbers: Iterable[Sequence[int]]) -> Counted:
    """Count the terms of a field, given those of each token."""
    found = Counter(chain.from_iterable(numbers))
    rising = sorted(found)
    return Counted(tuple(rising), tuple(map(found.__getitem__, rising)), found.total())


def ref(number: int) -> str:
    """The reference of a document: with a letter in front, since JavaScript puts keys that are integers first."""
    return f"p{number}"


def serialise(fields: Sequence[Field], documents: Sequence[Sequence[Counted]], terms: Mapping[str, int]) -> str:
    """The members of lunr's index as JSON without the outer braces, so that a caller can add its own."""
    postings: list[defaultdict[int, list[str]]] = [defaultdict(list) for _ in fields]
    for at, document in enumerate(documents):
        mention = f'"{ref(at)}":{{}}'
        for posting, counted in zip(postings, document, strict=True):
            for mentions in map(posting.__getitem__, counted.numbers):
                mentions.append(mention)
    weights = [
        _idf(sum(len(posting[number]) for posting in postings if number in posting), len(documents))
        for number in range(len(terms))
    ]
    names = ",".join(f'"{field.name}"' for field in fields)
    vectors = ",".join(_vectors(fields, documents, weights))
    inverted = ",".join(_inverted(fields, postings, terms))
    return (
        f'"version":"{VERSION}","fields":[{names}],"fieldVectors":[{vectors}],'
        f'"invertedIndex":[{inverted}],"pipeline":[]'
    )


def _idf(papers: int, total: int) -> float:
    """The weight of a rare term; a paper counts once for each field that holds the term, as lunr counts."""
    return log(1 + abs((total - papers + 0.5) / (papers + 0.5)))


def _vectors(
    fields: Sequence[Field], documents: Sequence[Sequence[Counted]], weights: Sequence[float]
) -> Iterator[str]:
    written = _Thousandths()
    labels = [f"{number}," for number in range(len(weights))]
    averages = [sum(document[at].length for document in documents) / (len(documents) or 1) for at in range(len(fields))]
    for at, document in enumerate(documents):
        for field, counted, average in zip(fields, document, averages, strict=True):
            boost = float(field.boost)
            pull = K1 * (1 - B + B * (counted.length / average)) if counted.length else 0.0
            occurrences = range(max(counted.counts, default=0) + 1)
            above = [(K1 + 1) * often for often in occurrences]
            below = [pull + often for often in occurrences]
            elements = ",".join(
                [
                    labels[number] + written[int(weights[number] * above[often] / below[often] * boost * 1000.0 + 0.5)]
                    for number, often in zip(counted.numbers, counted.counts, strict=True)
                ]
            )
            yield f'["{field.name}/{ref(at)}",[{elements}]]'


def _inverted(
    fields: Sequence[Field], postings: Sequence[Mapping[int, list[str]]], terms: Mapping[str, int]
) -> Iterator[str]:
    # JavaScript compares by UTF-16 code units, and lunr.js refuses terms that do not rise.
    for term in sorted(terms, key=lambda term: term.encode("utf-16-be")):
        number = terms[term]
        found = ",".join(
            [
                f'"{field.name}":{{{",".join(posting.get(number, ()))}}}'
                for field, posting in zip(fields, postings, strict=True)
            ]
        )
        # A term holds letters, marks, numbers, + and # only: nothing that JSON escapes.
        yield f'["{term}",{{"_index":{number},{found}}}]'


class _Thousandths(dict[int, str]):
    """Whole thousandths -> the number as JavaScript writes it."""

    def __missing__(self, thousandths: int) -> str:
        whole = str(thousandths // 1000) if thousandths % 1000 == 0 else repr(thousandths / 1000)
        self[thousandths] = whole
        return whole

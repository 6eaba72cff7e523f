"""Library -> lunr index and result cards: alone knows lunr."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from generator import links, markup
from generator.model import Library, Output, Paper
from generator.search import cards, terms
from generator.search.index import Field, Vocabulary, count, serialise

# A word in a title says more than one in an abstract; the paper's own name says most.
FIELDS = (
    Field("title", 4),
    Field("name", 6),
    Field("abstract", 1),
    Field("topics", 2),
    Field("authors", 3),
)
_INDEX = "index-"


def outputs(library: Library) -> Iterator[Output]:
    """The card files and then the index, below search/ under names that their content decides.

    The index is one JSON object: lunr.js's serialised index, which `lunr.Index.load` takes as it is, and beside its
    members `rules` (terms.rules), `papers` (how many), `cards` (the card files' names in order) and `cards_each`
    (papers in a card file). Document pN is the paper N, counted from 0, of the cards. Withdrawn papers are not there.
    """
    papers = [paper for paper in library.papers if paper.status == "published"]
    shown = [cards.card(paper, library.abstracts[paper.id]) for paper in papers]
    made = [_output("cards-", content) for content in cards.files(shown)]
    yield from made
    beside = {
        "rules": terms.rules(),
        "papers": len(papers),
        "cards": [output.path.removeprefix(links.SEARCH) for output in made],
        "cards_each": cards.PAPERS,
    }
    topics = {topic.slug: topic.title for topic in library.topics}
    index = build([_texts(paper, library.abstracts[paper.id].text, topics) for paper in papers])
    yield _output(_INDEX, f"{{{index},{json.dumps(beside, ensure_ascii=False, separators=(',', ':'))[1:]}".encode())


def index_path(outputs: Sequence[Output]) -> str:
    """The site path of the index among the outputs."""
    return next(output.path for output in outputs if output.path.startswith(links.SEARCH + _INDEX))


def build(documents: Sequence[Sequence[str]]) -> str:
    """The members of lunr's index over documents that each hold a text for every one of FIELDS."""
    cut = [[terms.tokens(text) for text in document] for document in documents]
    known = terms.openings({token for document in cut for field in document for token in field})
    vocabulary = Vocabulary()
    seen = _Seen(vocabulary)
    counted = [
        [count(map(seen.__getitem__, [*tokens, *terms.neighbours(tokens, known)])) for tokens in document]
        for document in cut
    ]
    return serialise(FIELDS, counted, vocabulary.numbers)


class _Seen(dict[str, tuple[int, ...]]):
    """Token -> the numbers of its terms, worked out once a token."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__()
        self.vocabulary = vocabulary

    def __missing__(self, token: str) -> tuple[int, ...]:
        self[token] = found = self.vocabulary.add(terms.terms(token))
        return found


def _texts(paper: Paper, abstract: str, topics: Mapping[str, str]) -> tuple[str, ...]:
    """The texts of FIELDS."""
    return (
        markup.readable(paper.title),
        paper.name,
        abstract,
        "\n".join(topics.get(slug, "") for slug in paper.topics),
        "\n".join(paper.authors),
    )


def _output(kind: str, content: bytes) -> Output:
    return Output(f"{links.SEARCH}{kind}{sha256(content).hexdigest()[:12]}.json", content)

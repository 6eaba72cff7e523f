"""Abstract -> its topics: terms matched as words, weighed, with the words that chose each topic."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from generator.model import Topic, TopicMatch
from generator.text import CJK

# A topic's score is the weight of each of its terms, as often as it occurs, at most `OFTEN` times. It is assigned from
# `THRESHOLD` on, if one of its terms is `STRONG`: words of less weight only support, and one mention is never enough.
THRESHOLD = 6
STRONG = 3
OFTEN = 2
# At most so many topics, none with less than this part of the best one's score.
MOST = 4
SHARE = 0.25
# A word of fewer letters, or one of these, has no plural.
_SHORTEST = 3
_SINGULAR = frozenset(
    ["bus", "gas", "his", "its", "was", "has", "yes", "gps", "dns", "nas", "sms", "vis", "ios", "cls", "news",
     "physics", "lens", "series", "species", "mathematics", "always", "towards", "atlas", "chaos", "pancreas", "canvas"]
)  # fmt: skip
_WORD = re.compile(rf"[{CJK}]|[^\W_{CJK}]+")


@dataclass(frozen=True, slots=True)
class Matcher:
    """Topics made ready for matching.

    `terms` maps the first word of a term to the rest of its words, the topic's place and the weight,
    longest first; `slugs` are the topics.
    """

    slugs: tuple[str, ...]
    terms: Mapping[str, tuple[tuple[tuple[str, ...], int, int], ...]]


def matcher(topics: Sequence[Topic]) -> Matcher:
    """The terms of `topics`, made ready once for any number of abstracts."""
    terms: dict[str, dict[tuple[tuple[str, ...], int], int]] = defaultdict(dict)
    for place, topic in enumerate(topics):
        for term, weight in topic.terms:
            words = tuple(_singular(word) for word in _WORD.findall(_folded(term)))
            if words:
                terms[words[0]][words[1:], place] = weight
    ordered = {
        first: tuple((rest, place, weight) for (rest, place), weight in sorted(found.items(), key=_longest_first))
        for first, found in terms.items()
    }
    return Matcher(tuple(topic.slug for topic in topics), ordered)


def _longest_first(item: tuple[tuple[tuple[str, ...], int], int]) -> tuple[int, tuple[str, ...], int]:
    (rest, place), _ = item
    return -len(rest), rest, place


def find(text: str, matcher: Matcher) -> tuple[TopicMatch, ...]:
    """One to four topics of the abstract, best first, or none; each with its words in order of appearance."""
    folded = _folded(text)
    found = _WORD.findall(folded)
    hits = _hits([_singular(word) for word in found], matcher.terms)
    chosen = _chosen(hits)
    if not chosen:
        return ()
    offsets = _offsets(folded, found)
    evidence: dict[int, list[tuple[int, int]]] = {place: [] for place in chosen}
    for (place, _), (_, spans) in hits.items():
        if place in evidence:
            evidence[place].append(spans[0])
    return tuple(
        TopicMatch(
            matcher.slugs[place],
            _shown(text[offsets[first][0] : offsets[last - 1][1]] for first, last in sorted(spans)),
        )
        for place, spans in evidence.items()
    )


def _chosen(hits: _Hits) -> list[int]:
    """The places of the topics that the hits assign, best first."""
    scores: dict[int, int] = defaultdict(int)
    strong: set[int] = set()
    for (place, _), (weight, spans) in hits.items():
        scores[place] += weight * min(len(spans), OFTEN)
        if weight >= STRONG:
            strong.add(place)
    least = max(THRESHOLD, SHARE * max(scores.values(), default=0))
    enough = [place for place in strong if scores[place] >= least]
    return sorted(enough, key=lambda place: (-scores[place], place))[:MOST]


def _offsets(folded: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Where each of the words of `folded` stands in it."""
    offsets, at = [], 0
    for word in words:
        at = folded.index(word, at)
        offsets.append((at, at := at + len(word)))
    return offsets


def _folded(text: str) -> str:
    """`text` without case, character for character: letters that would become two stay as they are."""
    folded = text.casefold()
    if len(folded) == len(text):
        return folded
    return "".join(char if len(char.casefold()) > 1 else char.casefold() for char in text)


_Hits = dict[tuple[int, tuple[str, ...]], tuple[int, list[tuple[int, int]]]]


def _hits(words: Sequence[str], terms: Mapping[str, tuple[tuple[tuple[str, ...], int, int], ...]]) -> _Hits:
    """For each topic and term its weight and where it stands; of overlapping terms of a topic the longest counts."""
    hits: _Hits = {}
    taken: dict[int, int] = {}
    for at, word in enumerate(words):
        if word not in terms:
            continue
        following = words[at + 1] if at + 1 < len(words) else ""
        for rest, place, weight in terms[word]:
            if rest and rest[0] != following:
                continue
            end = at + 1 + len(rest)
            if taken.get(place, 0) <= at and (len(rest) <= 1 or tuple(words[at + 1 : end]) == rest):
                taken[place] = end
                hits.setdefault((place, (word, *rest)), (weight, []))[1].append((at, end))
    return hits


def _shown(words: Iterable[str]) -> tuple[str, ...]:
    """`words` without those that differ from an earlier one in case or white space only."""
    shown: dict[str, str] = {}
    for word in words:
        clean = " ".join(word.split())
        shown.setdefault(clean.casefold(), clean)
    return tuple(shown.values())


@lru_cache(maxsize=65536)
def _singular(word: str) -> str:
    """A word without its plural ending, by the simplest rules, so that both forms of a term are alike."""
    if len(word) < _SHORTEST or not word.endswith("s") or word.endswith(("ss", "us", "is")) or word in _SINGULAR:
        return word
    if word.endswith("ies") and len(word) > len("ties"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("ches", "shes", "sses", "xes")) else word[:-1]

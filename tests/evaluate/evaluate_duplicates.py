"""Judge `dedupe` against labelled pairs of real abstracts: by text alone, and with titles, authors and identifiers.

Prints a confusion table for each and, as its last line, one JSON object of the figures. Each pair is clustered on
its own: merged, offered to a person, or left apart. The pairs lie outside the repository; without them this says so.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from generator import dedupe, repair, text
from generator.model import Link, Provenance, Record

# Other tools lie apart (make evaluate-duplicates installs them) and never stand in for a package of our own.
sys.path.append(str(Path(__file__).resolve().parents[2] / ".venv" / "references"))
PAIRS = Path(__file__).resolve().parents[3] / "shared" / "duplicates"
MERGED, OFFERED, APART = "merged", "offered", "apart"
LABELS = {True: "same", False: "different", None: "undecided"}
# Pairs whose label we do not share, by their sources, each with the reason.
DISPUTED: dict[str, str] = {}
_SOURCES = (
    (re.compile(r"arxiv:(\d{4}\.\d{4,5})"), "arxiv", "https://arxiv.org/abs/"),
    (re.compile(r"openreview:([\w-]+)"), "openreview", "https://openreview.net/forum?id="),
)
# The volume within a source's name: "paperlists:iros2008", "acl:W18", "acl:2020.wmt", "pmlr:v161".
_VOLUME = re.compile(r"paperlists:\w+|acl:(?:[A-Z]\d\d|\d{4}\.\w+)|pmlr:v\d+")

Pair = dict[str, Any]


def main() -> int:
    if not (PAIRS / "pairs.jsonl").is_file():
        print("not run: no labelled pairs here (../shared/duplicates/pairs.jsonl)")
        return 0
    pairs, copies = (
        [json.loads(line) for line in (PAIRS / name).read_text(encoding="utf-8").splitlines()]
        for name in ("pairs.jsonl", "same_text_different_papers.jsonl")
    )
    figures: dict[str, object] = {"pairs": len(pairs), "disputed": len(DISPUTED)}
    for name, records in (("text alone", by_text), ("all evidence", by_all)):
        outcomes = [outcome(*records(pair)) for pair in pairs]
        figures[name] = table(name, pairs, outcomes)
        for pair, found in zip(pairs, outcomes, strict=True):
            if "-v" in sys.argv and wrong(pair, found):
                print(
                    f"  {found:8} {pair['jaccard']:.2f} {LABELS[pair['same']]:10} {key(pair)}: {pair.get('title_a')} | {pair.get('title_b')}"
                )
    found = Counter(outcome(*by_all(pair)) for pair in copies)
    print(f"\nsame text under other titles and authors: {dict(found)} of {len(copies)}")
    figures["same text, different papers"] = dict(found)
    figures["references"] = references(pairs)
    print(json.dumps(figures))
    return 0


def by_text(pair: Pair) -> tuple[Record, Record]:
    """The two records with nothing but their abstracts."""
    return record(pair, "a", {}), record(pair, "b", {})


def by_all(pair: Pair) -> tuple[Record, Record]:
    """The two records with all that the pair says. Author lists are not in the file: lists of as many invented names
    as give its share of common authors stand for them.
    """
    authors = ([], []) if pair.get("author_jaccard") is None else invented(pair["author_jaccard"])
    sources = [part.strip() for part in pair["source"].split("|")]
    made = []
    for side, names, source in zip("ab", authors, sources, strict=True):
        links = tuple(
            Link(kind, address + match[1]) for pattern, kind, address in _SOURCES if (match := pattern.match(source))
        )
        venue = _VOLUME.match(source)
        known = {
            "venue": venue[0] if venue else "",
            "title": pair.get(f"title_{side}") or "",
            "year": pair.get(f"year_{side}"),
            "links": links,
            "authors": tuple(names),
        }
        made.append(record(pair, side, known))
    return made[0], made[1]


def invented(shared: float) -> tuple[list[str], list[str]]:
    both = round(shared * 60)
    alone = 60 - both
    common = [f"Ada Common{number}" for number in range(both)]
    left = [f"Bo Left{number}" for number in range(alone // 2)]
    right = [f"Cy Right{number}" for number in range(alone - alone // 2)]
    return common + left, common + right


def record(pair: Pair, side: str, known: dict[str, Any]) -> Record:
    raw = Record(Provenance("pairs", 1 if side == "a" else 2, 1, f"{side} {key(pair)}"), abstract=pair[side], **known)
    return repair.repair(raw)


def outcome(a: Record, b: Record) -> str:
    clusters, candidates = dedupe.cluster([a, b], ())
    return MERGED if len(clusters) == 1 else OFFERED if candidates else APART


def key(pair: Pair) -> str:
    return str(pair["source"])


def wrong(pair: Pair, found: str) -> bool:
    return {True: found == APART, False: found != APART, None: found == MERGED}[pair["same"]]


def table(name: str, pairs: list[Pair], outcomes: list[str]) -> dict[str, object]:
    """The confusion table on the terminal, and its figures without the disputed pairs."""
    for pair in pairs:
        a, b = (text.shingles(text.tokens(pair[side])) for side in "ab")
        pair["jaccard"] = len(a & b) / max(1, len(a | b))
    judged = [(pair, found) for pair, found in zip(pairs, outcomes, strict=True) if key(pair) not in DISPUTED]
    counts = Counter((LABELS[pair["same"]], found) for pair, found in judged)
    print(f"\n{name:14}{MERGED:>10}{OFFERED:>10}{APART:>10}")
    for label in LABELS.values():
        print(f"{label:14}" + "".join(f"{counts[label, found]:>10}" for found in (MERGED, OFFERED, APART)))
    same = [(pair, found) for pair, found in judged if pair["same"]]
    third = [found for pair, found in same if pair["jaccard"] >= 1 / 3]
    offers = [pair for pair, found in judged if found == OFFERED]
    return {
        "false merges": counts["different", MERGED],
        "undecided merged": counts["undecided", MERGED],
        "true pairs found": share(found != APART for _, found in same),
        "true pairs merged": share(found == MERGED for _, found in same),
        "found of those sharing a third": share(found != APART for found in third),
        "different among the offers": share(pair["same"] is False for pair in offers),
    }


def references(pairs: list[Pair]) -> dict[str, object]:
    """What other tools make of the same texts, each at the threshold that suits it best; those that are installed."""
    figures: dict[str, object] = {}
    decided = [pair for pair in pairs if pair["same"] is not None]
    for name, similarity in (("datasketch", datasketch), ("text_dedup.minhash", text_dedup)):
        try:
            module = importlib.import_module(name)
        except ImportError:
            print(f"{name}: not installed here, not compared")
            continue
        scores = similarity(module, decided)
        figures[name] = best(name, decided, scores)
    return figures


def datasketch(module: Any, pairs: list[Pair]) -> list[float]:
    def signature(abstract: str) -> Any:
        made = module.MinHash(num_perm=256, seed=1)
        for words in text.shingles(text.tokens(abstract)):
            made.update(" ".join(words).encode())
        return made

    return [signature(pair["a"]).jaccard(signature(pair["b"])) for pair in pairs]


def text_dedup(module: Any, pairs: list[Pair]) -> list[float]:
    """The part of its MinHash signature, of word triples, that two texts share."""
    hashing = importlib.import_module("text_dedup.utils.hashfunc")
    numpy = importlib.import_module("numpy")
    chance = numpy.random.RandomState(1)
    size, prime = 256, numpy.uint64((1 << 61) - 1)
    permutations = (
        chance.randint(1, prime, size=size, dtype=numpy.uint64),
        chance.randint(0, prime, size=size, dtype=numpy.uint64),
    )

    def signature(abstract: str) -> list[bytes]:
        made = module.embed_func(
            abstract,
            0,
            num_perm=size,
            ngram_size=3,
            min_length=0,
            hashranges=[(place, place + 1) for place in range(size)],
            permutations=permutations,
            hash_func=hashing.xxh3_32hash,
            dtype=numpy.uint64,
            max_hash=numpy.uint64((1 << 32) - 1),
            modulo_prime=prime,
        )
        return list(made["__signatures__"])

    found = []
    for pair in pairs:
        a, b = signature(pair["a"]), signature(pair["b"])
        found.append(sum(one == other for one, other in zip(a, b, strict=True)) / size)
    return found


def best(name: str, pairs: list[Pair], scores: list[float]) -> dict[str, object]:
    """The threshold with the highest F1, and what merging by it alone would do."""

    def at(threshold: float) -> tuple[float, int, int]:
        hits = [pair for pair, score in zip(pairs, scores, strict=True) if score >= threshold]
        right = sum(bool(pair["same"]) for pair in hits)
        return 2 * right / (len(hits) + sum(bool(pair["same"]) for pair in pairs)), right, len(hits) - right

    threshold = max((step / 100 for step in range(1, 100)), key=at)
    score, right, false = at(threshold)
    print(f"{name} at {threshold:.2f}: {right} true pairs merged, {false} false merges, F1 {score:.3f}")
    return {"threshold": threshold, "true pairs merged": right, "false merges": false, "f1": round(score, 4)}


def share(values: Iterable[bool]) -> float:
    found = list(values)
    return round(sum(found) / len(found), 4) if found else 0.0


_Similarity = Callable[[Any, list[Pair]], list[float]]

if __name__ == "__main__":
    sys.exit(main())

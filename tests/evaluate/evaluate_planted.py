"""Judge `dedupe` on a whole corpus with planted copies: what clustering costs, and how many copies it finds.

    evaluate_planted.py [RECORDS [COPIES [FILE]]]

Every copy is changed in one way of those that lists do to abstracts; half of them have no title. Merges among the
original records are written to FILE, to be read by eye. The corpus lies outside the repository; without it this says
so. Prints a table and, as its last line, one JSON object of the figures.
"""

from __future__ import annotations

import itertools
import json
import lzma
import multiprocessing
import random
import re
import resource
import sys
import textwrap
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from generator import dedupe, repair
from generator.formats import jsonl
from generator.model import Provenance, Record

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus" / "papers-98k.jsonl.xz"
ALL, PLANTED = 98_084, 10_000
# What Unicode text is in TeX, each of which `repair` undoes.
_TEX = {"é": r"\'e", "ö": r"\"o", "ü": r"\"u", "–": "--", "—": "---", "“": "``", "”": "''", "%": r"\%", "&": r"\&"}


def main(arguments: list[str]) -> int:
    count = int(arguments[0]) if arguments else ALL
    planted = int(arguments[1]) if len(arguments) > 1 else PLANTED
    if not CORPUS.is_file():
        print("not run: no corpus here (../shared/corpus/papers-98k.jsonl.xz)")
        return 0
    originals = list(itertools.islice(_read(), count))
    raw, kinds = plant(originals, min(planted, count // 2))
    with multiprocessing.Pool(2) as pool:
        records = pool.map(repair.repair, raw, chunksize=500)
    start = time.process_time()
    clusters, candidates = dedupe.cluster(records, ())
    seconds = time.process_time() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    figures = {
        "records": len(raw),
        "planted": len(kinds),
        "cpu seconds": round(seconds, 1),
        "memory GB": round(memory, 2),
        "papers": len(clusters),
        "offers": len(candidates),
        **recall(clusters, candidates, kinds),
    }
    merges = [found for found in map(_originals, clusters) if len(found) > 1]
    figures["merges among the originals"] = len(merges)
    if len(arguments) > 2:
        Path(arguments[2]).write_text("\n\n".join("\n".join(map(_told, found)) for found in merges), encoding="utf-8")
    print(json.dumps(figures))
    return 0


def plant(originals: list[Record], planted: int) -> tuple[list[Record], dict[str, tuple[str, str]]]:
    """The records with the copies after them; of each copy, by its hash, its original's and what was done to it."""
    chance = random.Random(20261130)
    long = [found for found in originals if len(found.abstract.split()) >= 60]
    kinds: dict[str, tuple[str, str]] = {}
    copies = []
    for number, original in enumerate(chance.sample(long, planted)):
        name, change = list(CHANGES.items())[number % len(CHANGES)]
        sha256 = f"copy {number}"
        kinds[sha256] = original.provenance.sha256, name
        titled = number // len(CHANGES) % 2
        copies.append(
            Record(
                Provenance("copies", number + 1, 1, sha256),
                abstract=change(original.abstract, chance),
                title=original.title if titled else "",
                authors=original.authors if titled else (),
            )
        )
    return [*originals, *copies], kinds


def recall(clusters: Any, candidates: Any, kinds: dict[str, tuple[str, str]]) -> dict[str, object]:
    """The table of copies found, by what was done to them."""
    home = {record.provenance.sha256: number for number, found in enumerate(clusters) for record in found.records}
    number_of = {found.paper or found.minted: number for number, found in enumerate(clusters)}
    offered = {frozenset(number_of[key] for key in found.keys) for found in candidates}
    table: Counter[tuple[str, str]] = Counter()
    for copy, (original, name) in kinds.items():
        a, b = home[copy], home[original]
        table[name, "merged" if a == b else "offered" if frozenset((a, b)) in offered else "apart"] += 1
    print(f"{'':22}{'merged':>10}{'offered':>10}{'apart':>10}")
    for name in CHANGES:
        print(f"{name:22}" + "".join(f"{table[name, found]:>10}" for found in ("merged", "offered", "apart")))
    merged = sum(amount for (_, found), amount in table.items() if found == "merged")
    apart = sum(amount for (_, found), amount in table.items() if found == "apart")
    return {"merged": round(merged / len(kinds), 4), "merged or offered": round(1 - apart / len(kinds), 4)}


def hyphenated(abstract: str, chance: random.Random) -> str:
    """Long words broken as at the ends of lines."""

    def broken(found: re.Match[str]) -> str:
        word = found[0]
        if chance.random() > 0.1:
            return word
        cut = len(word) // 2
        return f"{word[:cut]}-\n{word[cut:]}"

    return re.sub(r"\b[a-z]{8,}\b", broken, abstract)


def in_tex(abstract: str, _: random.Random) -> str:
    return "".join(_TEX.get(letter, letter) for letter in abstract)


def truncated(abstract: str, chance: random.Random) -> str:
    words = abstract.split()
    return " ".join(words[: int(len(words) * chance.uniform(0.6, 0.95))]) + " …"


def revised(abstract: str, chance: random.Random) -> str:
    """One sentence says the same in other words."""
    sentences = re.split(r"(?<=[.!?])\s+", abstract)
    place = chance.randrange(len(sentences))
    words = sentences[place].split()
    chance.shuffle(words)
    return " ".join([*sentences[:place], " ".join(words), *sentences[place + 1 :]])


def wrapped(abstract: str, chance: random.Random) -> str:
    return textwrap.fill(abstract, chance.randint(50, 90), break_long_words=False, break_on_hyphens=False)


CHANGES: dict[str, Callable[[str, random.Random], str]] = {
    "re-hyphenated": hyphenated,
    "TeX for Unicode": in_tex,
    "truncated": truncated,
    "a sentence revised": revised,
    "hard-wrapped": wrapped,
}


def _read() -> Iterator[Record]:
    with lzma.open(CORPUS, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            [record] = jsonl.read(line, "corpus")
            yield replace(record, provenance=Provenance("corpus", number + 1, number + 1, f"original {number}"))


def _originals(found: Any) -> list[tuple[Record, str]]:
    reasons = zip(found.records, ("", *found.reasons), strict=True)
    return [(record, why) for record, why in reasons if record.provenance.file == "corpus"]


def _told(item: tuple[Record, str]) -> str:
    record, why = item
    authors = ", ".join(record.authors[:4])
    return f"{record.provenance.record:>6} {record.year} {record.venue} | {record.title} | {authors} | {record.abstract[:160]!r} {why}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

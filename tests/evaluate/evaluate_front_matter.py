"""Corpus of titles, authors and venues -> figures: does PyYAML read in every page what was written there?

The judge takes the page's front matter between its lines of dashes, as other programs do, and compares values.
"""

from __future__ import annotations

import argparse
import json
import lzma
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from generator.content.paper import parse, write  # noqa: E402
from generator.model import Paper  # noqa: E402

CORPUS = ROOT.parent / "shared" / "corpus"
BATCH = 1000
FILE = "content/papers/x.md"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def judge(batch: list[dict[str, object]]) -> tuple[Counter[str], list[str]]:
    """Write, read and compare the pages of some papers."""
    counts: Counter[str] = Counter()
    faults = []
    for given in batch:
        title, venue = str(given.get("title") or ""), str(given.get("venue") or "")
        authors = tuple(name for name in given.get("authors") or () if name)
        page = Paper(
            id="7k3qz2abcd", slug="x", title=title, title_source="given", authors=authors, venue=venue, abstract="A."
        )
        raw = write(page)
        text = raw.decode()
        loaded = yaml.load(text[4 : text.index("\n---\n", 3) + 1], Loader=LOADER)
        counts["papers"] += 1
        counts["values"] += 2 + len(authors)
        read = (loaded.get("title", ""), tuple(loaded.get("authors", ())), loaded.get("venue", ""))
        if read != (title, authors, venue):
            counts["read otherwise by PyYAML"] += 1
            faults.append(f"{given.get('id')}: {read!r} <> {(title, authors, venue)!r}")
        ours = parse(raw, FILE)
        if (ours.title, ours.authors, ours.venue) != (title, authors, venue):
            counts["read otherwise by Incipit"] += 1
            faults.append(f"{given.get('id')}: {ours!r}")
    return counts, faults


def _batches(limit: int):
    papers = _papers()
    if limit:
        papers = islice(papers, limit)
    while batch := list(islice(papers, BATCH)):
        yield batch


def _papers():
    with (CORPUS / "odd.jsonl").open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)
    with lzma.open(CORPUS / "papers-98k.jsonl.xz", "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def main() -> int:
    """Print counts and, as the last line, one JSON object of them; 1 where a value was read otherwise."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=int, default=0, help="only the first N papers")
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    if not CORPUS.exists():
        print("not run: no corpus here (../shared/corpus)")
        return 0
    started = time.monotonic()
    total: Counter[str] = Counter({"read otherwise by PyYAML": 0, "read otherwise by Incipit": 0})
    with ProcessPoolExecutor(arguments.workers) as pool:
        for counts, faults in pool.map(judge, _batches(arguments.limit)):
            total.update(counts)
            print(*faults[:20], sep="\n", end="\n" if faults else "")
    for name, count in total.items():
        print(f"{name:<28}{count:>9}")
    print(f"{'seconds':<28}{time.monotonic() - started:>9.1f}")
    print(json.dumps(total))
    return 1 if any(count for name, count in total.items() if name.startswith("read otherwise")) else 0


if __name__ == "__main__":
    sys.exit(main())

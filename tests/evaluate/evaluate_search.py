"""Corpus of abstracts -> figures: do both sides of search cut it alike, what does the index cost, what does it find?

Prints a table and, as its last line, one JSON object of the figures. The corpus lies outside the repository; without it
this says so.
"""

from __future__ import annotations

import gzip
import json
import lzma
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from subprocess import run

from generator import search
from generator.model import Abstract, Library, Paper
from generator.search import terms

CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "papers-10k.jsonl.xz"
JUDGE = Path(__file__).with_name("evaluate_search.mjs")


def main() -> int:
    if not CORPUS.is_file():
        print("not run: no corpus here (../shared/corpus/papers-10k.jsonl.xz)")
        return 0
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with lzma.open(CORPUS, "rt", encoding="utf-8") as lines:
        collection = library([json.loads(line) for line in islice(lines, number)])
    start = time.process_time()
    outputs = list(search.outputs(collection))
    seconds = time.process_time() - start
    index = outputs[-1].content
    figures = {
        "papers": number,
        "cpu_seconds": round(seconds, 2),
        "index_bytes": len(index),
        "index_gzip": len(gzip.compress(index, 9)),
        "card_bytes": sum(len(output.content) for output in outputs[:-1]),
        **judged(collection, index),
    }
    for name, figure in figures.items():
        print(f"{name:24}{figure:>14,}" if isinstance(figure, int) else f"{name:24}{figure:>14}")
    print(json.dumps(figures))
    return 1 if figures["texts_cut_differently"] or figures["words_far_from_stem"] or figures["words_not_found"] else 0


def judged(collection: Library, index: bytes) -> dict[str, int | float]:
    """What Node finds: texts that it cuts differently, stems that are no beginnings, words that find nothing."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "index.json").write_bytes(index)
        with Path(folder, "texts.jsonl").open("w", encoding="utf-8") as out:
            for paper in collection.papers:
                for text in (paper.title, collection.abstracts[paper.id].text, "\n".join(paper.authors)):
                    cut = [terms.words(token) for token in terms.tokens(text)]
                    out.write(json.dumps([text, cut]) + "\n")
        done = run(["node", str(JUDGE), folder], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def library(rows: list[dict]) -> Library:
    papers = tuple(
        Paper(
            id=f"id{at}",
            slug=f"paper-{at}",
            title=row["title"],
            title_source="given",
            authors=tuple(row["authors"]),
            year=row["year"],
            venue=row["venue"] or "",
        )
        for at, row in enumerate(rows)
    )
    abstracts = {paper.id: Abstract("", row["abstract"]) for paper, row in zip(papers, rows, strict=True)}
    return Library(papers, (), (), abstracts, {}, {}, {}, {}, {}, (), (), {}, {}, ())


if __name__ == "__main__":
    raise SystemExit(main())

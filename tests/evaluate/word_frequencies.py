"""Corpus of abstracts -> generator/words.txt.gz: in how many of them each word stands, and nothing else."""

from __future__ import annotations

import gzip
import json
import lzma
import re
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from generator import text  # noqa: E402

CORPUS = ROOT.parent / "shared" / "corpus" / "papers-98k.jsonl.xz"
OUT = ROOT / "generator" / "words.txt.gz"
# A word of fewer abstracts is a name or a slip of the pen, and says nothing about the language.
LEAST = 5
_COMPOUND = re.compile(r"[a-z]+(?:-[a-z]+)+")


def words(abstract: str) -> set[str]:
    """The folded words of an abstract and, of its hyphenated compounds, every pair of neighbours ("block-wise")."""
    found = {word for word in text.tokens(abstract) if len(word) < 40}
    for compound in _COMPOUND.findall(abstract.lower()):
        parts = compound.split("-")
        found.update(f"{left}-{right}" for left, right in pairwise(parts))
    return found


def main() -> int:
    """Count, drop the rare, write two lines (words, counts) after the number of abstracts."""
    if not CORPUS.exists():
        print(f"{CORPUS} is absent: nothing counted")
        return 0
    counts: Counter[str] = Counter()
    documents = 0
    with lzma.open(CORPUS, "rt", encoding="utf-8") as lines:
        for line in lines:
            counts.update(words(json.loads(line)["abstract"]))
            documents += 1
    kept = sorted((word, count) for word, count in counts.items() if count >= LEAST)
    body = f"{documents}\n{' '.join(w for w, _ in kept)}\n{' '.join(str(c) for _, c in kept)}\n"
    OUT.write_bytes(gzip.compress(body.encode("utf-8"), 9, mtime=0))
    print(f"{documents} abstracts, {len(kept)} words, {OUT.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())

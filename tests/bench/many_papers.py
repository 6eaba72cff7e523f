"""A corpus, or the shipped seeds recombined -> a plain-text seed of any number of papers, with fields."""

from __future__ import annotations

import gzip
import itertools
import json
import lzma
import random
import re
from collections.abc import Iterator
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent.parent
CORPUS = REPOSITORY.parent / "shared" / "corpus"
_FILES = ((1_000, "papers-1k.jsonl.gz"), (10_000, "papers-10k.jsonl.xz"), (98_084, "papers-98k.jsonl.xz"))


def project(folder: Path, count: int) -> str:
    """A new project with `count` papers in one seed; -> where the papers are from."""
    start(folder)
    source, papers = _papers(count)
    with (folder / "seeds/papers.txt").open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(fielded(paper) for paper in papers)
    return source


def start(folder: Path) -> None:
    """A new project without any paper, with the shipped topics."""
    (folder / "seeds").mkdir(parents=True)
    (folder / "config.yaml").write_text(
        "title: Many papers\nurl: https://example.org/many/\nseeds: [seeds/*.txt]\n", encoding="utf-8"
    )
    topics = folder / "content/topics"
    topics.mkdir(parents=True)
    for topic in sorted((REPOSITORY / "content/topics").glob("*.md")):
        (topics / topic.name).write_bytes(topic.read_bytes())


def _papers(count: int) -> tuple[str, Iterator[dict[str, object]]]:
    for holds, name in _FILES:
        if count <= holds and (CORPUS / name).is_file():
            return f"corpus/{name}", itertools.islice(_read(CORPUS / name), count)
    return "seeds, recombined", recombined(count)


def _read(path: Path) -> Iterator[dict[str, object]]:
    opened = gzip.open if path.suffix == ".gz" else lzma.open
    with opened(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def fielded(paper: dict[str, object]) -> str:
    """One record: the fields that are known, then the abstract with blank lines closed (they would end it)."""
    values = {
        "Title": paper.get("title"),
        "Authors": "; ".join(paper.get("authors") or ()),  # type: ignore[call-overload]
        "Year": paper.get("year"),
        "Venue": paper.get("venue"),
        "URL": paper.get("url"),
    }
    lines = [f"{name}: {' '.join(str(value).split())}" for name, value in values.items() if value]
    abstract = re.sub(r"\n\s*\n", "\n", str(paper.get("abstract") or "").strip())
    # A line `---` inside an abstract would end the record early.
    return "\n".join([*lines, f"Abstract: {re.sub(r'(?m)^---$', '- - -', abstract)}", "---", ""])


def recombined(count: int) -> Iterator[dict[str, object]]:
    """Papers whose words follow each other as in the shipped abstracts: no two alike, the same every time.

    Whole sentences would be shared by hundreds of papers, which no real list does to the search for duplicates.
    """
    chance = random.Random(count)
    seeds = sorted((REPOSITORY / "seeds").glob("*.txt"))
    running = " ".join(path.read_text(encoding="utf-8").partition("\n\n")[2] for path in seeds).split()
    after: dict[str, list[str]] = {}
    for word, following in itertools.pairwise(running):
        after.setdefault(word, []).append(following)
    words = sorted({word for word in running if re.fullmatch(r"[a-z]{5,}", word)})
    for number in range(count):
        word, abstract = chance.choice(running), []
        for _ in range(chance.randint(120, 200)):
            abstract.append(word)
            # Now and then a jump, or the few words of the seeds would tell the same story again and again.
            word = chance.choice(words if chance.random() < 0.2 else after.get(word, running))
        yield {
            "title": f"{' '.join(chance.sample(words, 7)).capitalize()} {number}",
            "authors": [
                f"{chance.choice(words).title()} {chance.choice(words).title()}" for _ in range(chance.randint(1, 6))
            ],
            "abstract": f"{' '.join(abstract)}. We call it {chance.choice(words)}-{number}.",
            "year": chance.randint(2015, 2026),
            "venue": chance.choice(("Alpha", "Beta", "Gamma")),
            "url": f"https://example.org/{number}",
        }

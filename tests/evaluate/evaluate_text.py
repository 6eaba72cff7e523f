"""Corpus of abstracts -> figures: does repair, Markdown and HTML lose a letter, a formula or the way back?

The judge knows only `repair`, `undo`, `write` and `render`; it reads the HTML with lxml and does its own sums.
"""

from __future__ import annotations

import argparse
import heapq
import json
import lzma
import re
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from html import unescape
from itertools import islice
from pathlib import Path

from lxml import html as lxml_html

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from generator.markup import render, write  # noqa: E402
from generator.markup.renderer import by_markdown  # noqa: E402
from generator.model import Change, Provenance, Record  # noqa: E402
from generator.repair import repair, undo  # noqa: E402

CORPUS = ROOT.parent / "shared" / "corpus"
BATCH = 1000
SAMPLE = 100
_WORD = re.compile(r"[^\W_]")
_SAFE = {
    "a": {"href", "title"}, "ol": {"start"}, "annotation": {"encoding"}, "code": {"class"}, "math": {"display"},
}  # fmt: skip
_HTML = frozenset(
    ["div", "p", "em", "strong", "a", "code", "br", "ul", "ol", "li", "pre", "blockquote", "h3", "h4", "h5", "h6", "hr"]
)


@dataclass
class Tally:
    """Counts of a part of the corpus; `faults` are shown, `samples` are the changes with the smallest hashes."""

    papers: int = 0
    seconds: float = 0.0
    short: int = 0
    formulas: int = 0
    as_code: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    touched: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    unknown: Counter[str] = field(default_factory=Counter)
    samples: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    markdown: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.papers += other.papers
        self.seconds += other.seconds
        self.short += other.short
        self.formulas += other.formulas
        self.as_code += other.as_code
        for name in ("counts", "rules", "touched", "unknown"):
            getattr(self, name).update(getattr(other, name))
        self.faults += other.faults
        self.markdown += other.markdown
        for rule, rows in other.samples.items():
            self.samples[rule] = heapq.nsmallest(SAMPLE, [*self.samples.get(rule, []), *rows])

    def fault(self, kind: str, paper: str, shown: str) -> None:
        self.counts[kind] += 1
        if self.counts[kind] <= 20:
            self.faults.append(f"{kind}\t{paper}\t{shown}")


def judge(batch: list[tuple[str, str]]) -> Tally:
    """Run and check a part of the corpus."""
    tally = Tally()
    for paper, raw in batch:
        tally.papers += 1
        try:
            _judge_one(paper, raw, tally)
        except Exception as error:  # noqa: BLE001  an exception is what this counts
            tally.fault("exceptions", paper, repr(error))
    return tally


def _judge_one(paper: str, raw: str, tally: Tally) -> None:
    record = Record(Provenance("corpus", 1, 1, "0"), abstract=raw)
    before = time.process_time()
    repaired = repair(record)
    markdown = write(repaired.abstract)
    shown = render(markdown)
    tally.seconds += time.process_time() - before
    text = repaired.abstract
    if undo(text, repaired.changes) != raw or _undone(text, repaired.changes) != raw:
        tally.fault("not undone", paper, raw[:200])
    again = repair(Record(record.provenance, abstract=text))
    if again.changes:
        tally.fault("not idempotent", paper, repr(again.changes[0]))
    letters, formulas = _page(shown.html, tally, paper)
    expected = _WORD.findall(text)
    if letters != expected:
        at = next(
            (i for i, (a, b) in enumerate(zip(letters, expected, strict=False)) if a != b),
            min(len(letters), len(expected)),
        )
        tally.fault(
            "losses",
            paper,
            f"{''.join(expected[max(0, at - 20) : at + 30])} <> {''.join(letters[max(0, at - 20) : at + 30])} | {markdown[:300]}",
        )
    position = 0
    # In XML the TeX is encoded, as all text there is.
    source = unescape(raw) if "<tex-math" in raw else raw
    # A raised letter of XML that has no character of its own is a formula that a recorded change wrote.
    written = {change.after for change in repaired.changes if change.rule == "xml-script"}
    for tex in formulas:
        if f"${tex}$" in written:
            continue
        found = source.find(tex, position)
        if found < 0:
            # A line break that would open a block of Markdown is a space, which TeX reads alike.
            spaced = " ".join(tex.split()) in " ".join(source.split())
            tally.fault("TeX with other white space" if spaced else "TeX changed", paper, tex)
        position = max(found, position)
    if not formulas and "](" not in markdown and _WORD.findall(shown.text) != letters:
        tally.fault("plain text differs", paper, shown.text[:200])
    for character in shown.html + shown.text:
        if (character < " " and character not in "\n\t") or "\ud800" <= character <= "\udfff":
            tally.fault("forbidden characters", paper, repr(character))
    long = by_markdown(markdown)
    if long != shown:
        tally.fault(
            "short way differs", paper, f"{_difference(long.html, shown.html)} | {_difference(long.text, shown.text)}"
        )
    tally.as_code += len(shown.unknown)
    tally.unknown.update(shown.unknown)
    tally.formulas += len(formulas)
    if any(mark in markdown for mark in "\\*[`"):
        tally.markdown.append(markdown)
    _count(paper, raw, repaired, tally)


def _difference(one: str, other: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(0, at - 30) : at + 40]!r} <> {other[max(0, at - 30) : at + 40]!r}"


def _undone(text: str, changes: tuple[Change, ...]) -> str:
    for change in reversed(changes):
        if text[change.offset : change.offset + len(change.after)] != change.after:
            return ""
        text = text[: change.offset] + change.before + text[change.offset + len(change.after) :]
    return text


def _page(page: str, tally: Tally, paper: str) -> tuple[list[str], list[str]]:
    """Letters and digits of the page in order, math by its annotation and links with their addresses; the formulas."""
    parts: list[str] = []
    formulas: list[str] = []

    def walk(node: lxml_html.HtmlElement, math: bool) -> None:
        tag = str(node.tag)
        if (not math and tag not in _HTML and tag != "math") or (set(node.attrib) - _SAFE.get(tag, set()) and not math):
            tally.fault("unsafe HTML", paper, f"{tag} {dict(node.attrib)}")
        if tag == "math":
            tex = node.findtext(".//annotation") or ""
            formulas.append(tex)
            parts.append(tex)
        else:
            if tag == "code" and node.get("class") == "tex":
                tex = node.text or ""
                mark = 2 if tex.startswith("$$") else 1
                formulas.append(tex[mark:-mark])
            parts.append(node.text or "")
            for child in node:
                walk(child, math)
            if tag == "a":
                if not re.match(r"https?://|mailto:", node.get("href")):
                    tally.fault("unsafe HTML", paper, node.get("href"))
                if "".join(node.itertext()) != node.get("href"):
                    parts.append(node.get("href"))
        parts.append(node.tail or "")

    walk(lxml_html.fragment_fromstring(page, create_parent="div"), False)
    return _WORD.findall("".join(parts)), formulas


def _count(paper: str, raw: str, repaired: Record, tally: Tally) -> None:
    tally.touched.update({change.rule for change in repaired.changes})
    states = [repaired.abstract]
    for change in reversed(repaired.changes):
        states.append(undo(states[-1], [change]))
    for change, state in zip(repaired.changes, reversed(states[1:]), strict=True):
        tally.rules[change.rule] += 1
        key = sha256(f"{paper} {change.rule} {change.offset}".encode()).hexdigest()
        rows = tally.samples.setdefault(change.rule, [])
        if len(rows) < SAMPLE or key < rows[-1][0]:
            end = change.offset + len(change.before)
            around = f"{state[max(0, change.offset - 50) : change.offset]}⟦{change.before}→{change.after}⟧{state[end : end + 50]}"
            rows.append((key, f"{paper}\t{around!r}"))
            rows.sort()
            del rows[SAMPLE:]


def _batches(limit: int):
    papers = _papers()
    if limit:
        papers = islice(papers, limit)
    while batch := list(islice(papers, BATCH)):
        yield batch


def _papers():
    with (CORPUS / "odd.jsonl").open(encoding="utf-8") as lines:
        yield from _read(lines)
    with lzma.open(CORPUS / "papers-98k.jsonl.xz", "rt", encoding="utf-8") as lines:
        yield from _read(lines)


def _read(lines):
    for line in lines:
        paper = json.loads(line)
        yield str(paper["id"]), paper.get("abstract") or ""


def main() -> int:
    """Print a table and, as the last line, one JSON object of the figures; 1 where a law is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=int, default=0, help="only the first N abstracts")
    parser.add_argument("--sample", type=Path, help="write 100 changes of each rule to this file")
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    if not CORPUS.exists():
        print("not run: no corpus here (../shared/corpus)")
        return 0
    total = Tally()
    with ProcessPoolExecutor(arguments.workers) as pool:
        for tally in pool.map(judge, _batches(arguments.limit)):
            total.add(tally)
    if arguments.sample:
        arguments.sample.write_text(_samples(total), encoding="utf-8")
    return _report(total)


def _samples(total: Tally) -> str:
    parts = []
    for rule, rows in sorted(total.samples.items()):
        parts.append(f"== {rule} ({total.rules[rule]} changes)\n" + "\n".join(row for _, row in rows))
    parts.append("== unknown math\n" + "\n".join(f"{count}\t{tex!r}" for tex, count in total.unknown.most_common(300)))
    parts.append("== markdown\n" + "\n\n".join(total.markdown[:: max(1, len(total.markdown) // 200)]))
    return "\n\n".join(parts) + "\n"


LAWS = (
    "exceptions", "losses", "not undone", "not idempotent", "TeX changed", "short way differs", "plain text differs",
    "unsafe HTML", "forbidden characters",
)  # fmt: skip


def _report(total: Tally) -> int:
    share = total.as_code / max(1, total.formulas)
    cpu = 1000 * total.seconds / max(1, total.papers)
    for line in total.faults[:200]:
        print(line)
    print(f"\n{'rule':<22}{'changes':>9}{'abstracts':>11}")
    for rule, count in total.rules.most_common():
        print(f"{rule:<22}{count:>9}{total.touched[rule]:>11}")
    print(f"\n{'abstracts':<22}{total.papers:>9}")
    for law in LAWS:
        print(f"{law:<26}{total.counts[law]:>9}")
    print(f"{'TeX with other white space':<26}{total.counts['TeX with other white space']:>9}")
    print(f"{'formulas':<22}{total.formulas:>9}\n{'shown as code':<22}{total.as_code:>9}  {share:.2%}")
    print(f"{'CPU ms an abstract':<22}{cpu:>9.3f}")
    figures = {
        "abstracts": total.papers, **{law.replace(" ", "_"): total.counts[law] for law in LAWS},
        "rules": dict(sorted(total.rules.items())), "formulas": total.formulas, "as_code": total.as_code,
        "as_code_share": round(share, 5), "cpu_ms": round(cpu, 4),
    }  # fmt: skip
    print(json.dumps(figures))
    return 1 if any(total.counts[law] for law in LAWS) or share > 0.02 else 0


if __name__ == "__main__":
    sys.exit(main())

"""A person's decision -> content/decisions.yaml."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from generator import config as configuration
from generator import content as pages_of_record
from generator import links, store, text
from generator.content import decisions
from generator.errors import UsageError
from generator.model import Candidate, Content, Decision, Paper, Verdict, Write
from generator.pipeline.progress import Note


def decide(
    project: Path, verdict: Verdict, names: Sequence[str], *, date: str, reason: str, note: Note | None = None
) -> str:
    """Note that the papers `names` are the same, different, or dropped; it holds from the next ingest. A name is an
    id, a slug, or the `file:line` of a record.

    Returns the line to print. UsageError for a name that no paper has.
    """
    configuration.load(project)
    with store.locked(project, note):
        content = pages_of_record.read(project)
        ids = tuple(_id(content, name) for name in names)
        if len(set(ids)) < len(names):
            if set(names) & _places(content).keys():
                found = f"{names[0]} and {names[1]} are one paper with one text, and so one id"
                raise UsageError(found, "change the text of one record in its seed file, and build, to part them")
            raise UsageError(f"{names[0]} and {names[1]} are one paper already", "name two papers")
        if _decided(content, ids) == verdict:
            return f"{decisions.FILE}: {verdict}: {' '.join(ids)} stands there already"
        path = project / decisions.FILE
        before = path.read_bytes() if path.exists() else b""
        after = decisions.append(before, Decision(verdict, ids, date, reason))
        store.apply(project, [Write(decisions.FILE, after, content.files.get(decisions.FILE))], [])
    return f"{decisions.FILE}: {verdict}: {' '.join(ids)}; run `incipit build` to apply it"


def _decided(content: Content, ids: tuple[str, ...]) -> str:
    """The last decision on these papers, "" when there is none."""
    verdicts = [found.verdict for found in content.decisions if set(found.ids) == set(ids)]
    return verdicts[-1] if verdicts else ""


def compared(twins: Sequence[Candidate], papers: Iterable[Paper]) -> tuple[Candidate, ...]:
    """`twins` with the words in which the texts of their papers differ."""
    texts = {paper.id: paper.abstract for paper in papers}
    return tuple(replace(twin, differs=text.differences(*(texts.get(key, "") for key in twin.keys))) for twin in twins)


def _id(content: Content, name: str) -> str:
    """The id of the paper that is called `name` by id, slug or alias, though its page may be deleted, or of the
    record at the place `name`; an id that only a record would have stands.
    """
    ids = {paper.id for paper in content.papers} | {entry.id for entry in content.ledger}
    if name in ids | {id_ for receipt in content.receipts for id_ in (receipt.id, receipt.own) if id_}:
        return name
    if id_ := links.owners(content).get(name) or _places(content).get(name, ""):
        return id_
    raise UsageError(
        f"no paper is called {name}", "name it by its id (front matter) or its slug (the name of its page)"
    )


def _places(content: Content) -> dict[str, str]:
    """By the place of each record, the id that it has by itself."""
    return {f"{found.file}:{found.line}": found.own or found.id for found in content.receipts if found.id}

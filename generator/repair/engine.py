"""Rules over a text, and the list of their changes: each is recorded, and all of them can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from generator.markup import math, urls
from generator.model import Change, Record
from generator.repair.edit import Edit
from generator.repair.rules import RULES

_ROUNDS = 20
# Stands for math and URLs: a private character, no letter, no punctuation, of no interest to any rule.
FILLER = "\ue000"


def repair(record: Record) -> Record:
    """`record` with title and abstract repaired; every change is in `changes`, in the order it was made."""
    title, abstract = record.title, record.abstract
    changes: list[Change] = []
    if title:
        title = _repaired(title, "title", changes)
    if abstract:
        abstract = _repaired(abstract, "abstract", changes)
    if not changes:
        return record
    return replace(record, title=title, abstract=abstract, changes=(*record.changes, *changes))


def undo(text: str, changes: Sequence[Change]) -> str:
    """The text as it was before `changes`, which are those of one field in the order they were made."""
    for change in reversed(changes):
        end = change.offset + len(change.after)
        text = text[: change.offset] + change.before + text[end:]
    return text


def _repaired(text: str, field: str, changes: list[Change]) -> str:
    """All rules in order, again until none finds anything: what is repaired needs no repair."""
    for _ in range(_ROUNDS):
        before = text
        views: dict[str, str] = {}
        for rule in RULES:
            if not text or not rule.hint(text) or field not in rule.fields:
                continue
            if rule.sees not in views:
                views[rule.sees] = masked(text, rule.sees)
            view = views[rule.sees]
            edits = _apart(_filled(rule.find(view), view, text), text)
            if edits:
                text = _applied(rule.name, text, edits, field, changes)
                views = {}
        if text == before:
            break
    return text


def masked(text: str, sees: str = "words") -> str:
    """`text` with a filler of the same length in the place of its math and, unless seen, its URLs."""
    if sees == "all":
        return text
    spans = [(span.start, span.end) for span in math.find(text)]
    if sees == "words" and "://" in text:
        spans += [(found.start(), found.start() + urls.end(found.group())) for found in urls.BARE.finditer(text)]
    if not spans:
        return text
    characters = list(text)
    for start, end in spans:
        characters[start:end] = FILLER * (end - start)
    return "".join(characters)


def _filled(edits: Iterable[Edit], view: str, text: str) -> Iterator[Edit]:
    """Edits with the real characters in the place of fillers: what a rule moves along comes back as it was. An edit
    that would lose a filler is none.
    """
    for edit in edits:
        seen = view[edit.start : edit.end]
        count = edit.after.count(FILLER)
        if count != seen.count(FILLER):
            continue
        if count:
            hidden = iter([text[edit.start + at] for at, character in enumerate(seen) if character == FILLER])
            after = "".join(next(hidden) if character == FILLER else character for character in edit.after)
            edit = edit._replace(after=after)  # noqa: PLW2901
        yield edit


def _apart(edits: Iterable[Edit], text: str) -> list[Edit]:
    """Edits in order, none over another, none without effect."""
    kept: list[Edit] = []
    position = 0
    for edit in sorted(edits):
        if edit.start >= position and text[edit.start : edit.end] != edit.after:
            kept.append(edit)
            position = edit.end
    return kept


def _applied(rule: str, text: str, edits: Sequence[Edit], field: str, changes: list[Change]) -> str:
    """Edits from the last to the first, so that an offset counts in the text as the rule saw it."""
    pieces = []
    position = len(text)
    for start, end, after in reversed(edits):
        changes.append(Change(rule, start, text[start:end], after, field))
        pieces.append(text[end:position])
        pieces.append(after)
        position = start
    pieces.append(text[:position])
    return "".join(reversed(pieces))

"""Receipt <-> content/receipts.jsonl: a line a record, what became of it and why."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TypeVar

from generator.content import front_matter
from generator.errors import Faults, InputError
from generator.model import Change, Receipt, TopicMatch

FILE = "content/receipts.jsonl"
_Kind = TypeVar("_Kind")
# What git leaves in the file after a conflict; the next ingest writes it anew.
_MARKS = (b"<<<<<<<", b"=======", b">>>>>>>", b"|||||||")
_OUTCOMES = ("kept", "merged", "refused")


def write(receipts: Iterable[Receipt]) -> bytes:
    """The whole file, in the order given."""
    return "".join(front_matter.dumps(_fields(receipt)) + "\n" for receipt in receipts).encode("utf-8")


def parse(raw: bytes, file: str = FILE) -> tuple[Receipt, ...]:
    """The receipts in the order of the file; Faults with a line for every line that cannot be read."""
    faults = []
    found = []
    for number, line in enumerate(raw.split(b"\n"), 1):
        if not line or line.isspace() or line.startswith(_MARKS):
            continue
        try:
            found.append(_receipt(json.loads(line)))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            remedy = "delete the file and run `incipit ingest`, which writes it anew"
            faults.append(InputError("is no receipt", remedy, file=file, line=number))
    if faults:
        raise Faults(faults)
    return tuple(found)


def _fields(receipt: Receipt) -> dict[str, object]:
    fields: dict[str, object] = {
        "file": receipt.file,
        "record": receipt.record,
        "line": receipt.line,
        "sha256": receipt.sha256,
        "outcome": receipt.outcome,
    }
    if receipt.id:
        fields["id"] = receipt.id
    if receipt.own:
        fields["own"] = receipt.own
    if receipt.reason:
        fields["reason"] = receipt.reason
    if receipt.changes:
        fields["changes"] = [_change(change) for change in receipt.changes]
    if receipt.topics:
        fields["topics"] = {match.slug: match.words for match in receipt.topics}
    if receipt.fields:
        fields["fields"] = dict(receipt.fields)
    if receipt.differs:
        fields["differs"] = receipt.differs
    return fields


def _change(change: Change) -> dict[str, object]:
    fields = {"rule": change.rule, "offset": change.offset, "before": change.before, "after": change.after}
    return fields if change.field == "abstract" else {**fields, "field": change.field}


def _receipt(values: dict[str, Any]) -> Receipt:
    outcome = values["outcome"]
    if outcome not in _OUTCOMES:
        raise ValueError(outcome)
    return Receipt(
        file=_of(str, values["file"]),
        record=_of(int, values["record"]),
        line=_of(int, values["line"]),
        sha256=_of(str, values["sha256"]),
        outcome=outcome,
        id=_of(str, values.get("id", "")),
        reason=_of(str, values.get("reason", "")),
        changes=tuple(
            Change(change["rule"], change["offset"], change["before"], change["after"], change.get("field", "abstract"))
            for change in values.get("changes", ())
        ),
        topics=tuple(TopicMatch(slug, tuple(words)) for slug, words in values.get("topics", {}).items()),
        fields=tuple(values.get("fields", {}).items()),
        differs=tuple((_of(str, before), _of(str, after)) for before, after in values.get("differs", ())),
        own=_of(str, values.get("own", "")),
    )


def _of(kind: type[_Kind], value: object) -> _Kind:
    if type(value) is not kind:
        raise TypeError(value)
    return value

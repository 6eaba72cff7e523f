"""Decision <-> content/decisions.yaml: what a person decided; appending leaves all that stands there as it is."""

from __future__ import annotations

from typing import Literal, cast

import yaml

from generator.content import front_matter
from generator.errors import Faults, InputError
from generator.model import Decision

FILE = "content/decisions.yaml"
_Verdict = Literal["same", "different", "drop"]
_VERDICTS: tuple[str, ...] = ("same", "different", "drop")
_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_REMEDY = "write `- same: [id, id]`, `- different: [id, id]` or `- drop: id`, with date and reason below"


def parse(raw: bytes, file: str = FILE) -> tuple[Decision, ...]:
    """The decisions in the order of the file; ids may be slugs still. Faults with a line for each wrong one."""
    try:
        node = yaml.compose(raw.decode("utf-8-sig"), Loader=_LOADER)
    except UnicodeDecodeError:
        raise InputError("is not UTF-8", "save it as UTF-8", file=file, line=1) from None
    except yaml.YAMLError as error:
        mark = error.problem_mark if isinstance(error, yaml.MarkedYAMLError) else None
        problem = getattr(error, "problem", None) or "unreadable"
        line = mark.line + 1 if mark else 1
        raise InputError(f"is not YAML: {problem}", "correct this line", file=file, line=line) from None
    if node is None or (isinstance(node, yaml.ScalarNode) and not node.value):
        return ()
    if not isinstance(node, yaml.SequenceNode):
        raise InputError("holds no list", _REMEDY, file=file, line=node.start_mark.line + 1)
    faults: list[InputError] = []
    found: list[Decision] = []
    for item in node.value:
        decision = _decision(item)
        if isinstance(decision, Decision):
            found.append(decision)
        else:
            faults.append(InputError(decision, _REMEDY, file=file, line=item.start_mark.line + 1))
    if faults:
        raise Faults(faults)
    return tuple(found)


def append(raw: bytes, decision: Decision, file: str = FILE) -> bytes:
    """The file's bytes with one decision more at its end; comments and layout of the rest stay."""
    before = parse(raw, file)
    value: object = decision.ids[0] if decision.verdict == "drop" else list(decision.ids)
    lines = [f"- {decision.verdict}: {front_matter.dumps(value)}"]
    lines += [
        f"  {key}: {front_matter.dumps(text)}"
        for key, text in (("date", decision.date), ("reason", decision.reason))
        if text
    ]
    start = raw if not raw or raw.endswith(b"\n") else raw + b"\n"
    for indent in ("", "  ", "    "):
        after = start + "".join(f"{indent}{line}\n" for line in lines).encode("utf-8")
        try:
            if parse(after, file) == (*before, decision):
                return after
        except (InputError, Faults):
            continue
    raise InputError("is no list to which a line can be added", "write one `- …` item a line", file=file, line=1)


def _decision(node: yaml.Node) -> Decision | str:
    """One item of the list, or what is wrong with it."""
    if not isinstance(node, yaml.MappingNode):
        return "is no decision"
    values = {str(key.value): value for key, value in node.value}
    verdicts = [key for key in values if key in _VERDICTS]
    odd = [key for key in values if key not in (*_VERDICTS, "date", "reason")]
    if odd or len(values) < len(node.value):
        return f"unknown key `{odd[0]}`" if odd else "says one thing twice"
    if len(verdicts) != 1:
        return "must decide one thing"
    verdict = verdicts[0]
    texts = {}
    for key in ("date", "reason"):
        value = values.get(key)
        if value is not None and not isinstance(value, yaml.ScalarNode):
            return f"`{key}` must be a text"
        texts[key] = str(value.value) if value is not None else ""
    ids = _ids(values[verdict])
    if len(ids) != (1 if verdict == "drop" else 2) or not all(ids) or len(set(ids)) != len(ids):
        return f"`{verdict}` must name {'one paper' if verdict == 'drop' else 'two papers'}"
    return Decision(cast("_Verdict", verdict), ids, **texts)


def _ids(node: yaml.Node) -> tuple[str, ...]:
    nodes = node.value if isinstance(node, yaml.SequenceNode) else [node]
    return tuple(str(item.value).strip() if isinstance(item, yaml.ScalarNode) else "" for item in nodes)

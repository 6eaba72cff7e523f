"""TeX -> MathML that keeps the TeX, and -> readable text: the one place that knows the converter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from html import escape
from itertools import accumulate
from typing import NamedTuple
from xml.etree.ElementTree import Element

from generator.markup import spelling


class Formula(NamedTuple):
    """A formula as HTML and as plain text; `known` is false where it is shown as it was written."""

    html: str
    text: str
    known: bool


_UPPER = str.maketrans("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_LOWER = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
_RAISED = re.compile(r"[0-9+\-−=()ni]+")
_LOWERED = re.compile(r"[0-9+\-−=()]+")
_RELATION = re.compile(r"[=<>≤≥≠≈≡∼≃≅∝∈∉⊂⊆⊃⊇→←⇒⇔↦≪≫≲≳:×·+±∓∪∩∧∨∣⊕⊗−~]|\|\|")
# Elements whose children have places of their own (MathML Core); the converter leaves some out on bad TeX.
_CHILDREN = {"mfrac": 2, "msup": 2, "msub": 2, "mover": 2, "munder": 2, "mroot": 2, "msubsup": 3, "munderover": 3}
# Signs that TeX sets without space, where MathML would put some.
_TIGHT = frozenset("/|‖")
_FUNCTIONS = frozenset(
    ["arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "dim", "exp", "hom", "ker", "lg",
     "ln", "log", "sec", "sin", "sinh", "tan", "tanh"]
)  # fmt: skip
_OUTER = re.compile(r"(?<=[(\[{⟨⌊⌈‖|]) +| +(?=[)\]},;⟩⌋⌉])")
# A sign with nothing before it belongs to what follows: −1, ∼50, ≥ −1.
_UNARY = re.compile(r"((?:^|[(\[{=<>≤≥∈→,^/])\s?)([−+±∓∼~≈≤≥<>]) (?=\S)")
_UNKNOWN = re.compile(r"\\[A-Za-z]")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
# Deeper than any formula of an abstract; the converter descends by recursion.
_DEEPEST = 60
# An escaped sign in words within a formula is the sign.
_ESCAPED = re.compile(r"\\([$%&_#{}])")


@lru_cache(maxsize=20_000)
def formula(tex: str, *, display: bool = False) -> Formula:
    """`tex` as MathML with its source as annotation; as code, with its delimiters, where the converter fails."""
    from latex2mathml.converter import convert_to_element  # noqa: PLC0415  only pages with math pay for its tables

    tex = _FORBIDDEN.sub("", tex)
    if _deep(tex):
        return _as_code(tex, display=display)
    try:
        root = convert_to_element(spelling.spelled(tex))
        markup, plain = _walk(root)
    except Exception:  # noqa: BLE001  the converter raises IndexError, ValueError, KeyError and its own on bad TeX
        return _as_code(tex, display=display)
    if _UNKNOWN.search(plain):
        return _as_code(tex, display=display)
    block = ' display="block"' if display else ""
    annotation = f'<annotation encoding="application/x-tex">{escape(tex, quote=False)}</annotation>'
    return Formula(f"<math{block}><semantics>{markup}{annotation}</semantics></math>", _tidied(plain), known=True)


def _deep(tex: str) -> bool:
    """Whether more groups and environments open than any formula has; each takes some of the stack."""
    return tex.count("{") > _DEEPEST and max(accumulate({"{": 1, "}": -1}.get(sign, 0) for sign in tex)) > _DEEPEST


def _tidied(plain: str) -> str:
    plain = _OUTER.sub("", " ".join(plain.split())).replace(": =", ":=")
    return unicodedata.normalize("NFC", _UNARY.sub(r"\1\2", plain))


def _as_code(tex: str, *, display: bool) -> Formula:
    mark = "$$" if display else "$"
    written = f"{mark}{tex}{mark}"
    return Formula(f'<code class="tex">{escape(written, quote=False)}</code>', " ".join(written.split()), known=False)


def _walk(node: Element) -> tuple[str, str]:
    """A MathML element -> (markup, readable text)."""
    children = [_walk(child) for child in node]
    tag = "mrow" if node.tag == "math" else node.tag
    if len(children) != _CHILDREN.get(tag, len(children)):
        raise ValueError(tag)
    text = _decoded(node.text or "")
    if tag == "mi" and text == ":":
        tag = "mo"
    if tag == "mtext":
        text = _ESCAPED.sub(r"\1", text)
    inner = escape(text, quote=False) + "".join(_spaced(node, [markup for markup, _ in children]))
    if tag == "mrow" and len(children) == 1 and not node.text:
        return children[0]
    given = {name: _decoded(value) for name, value in node.attrib.items() if name not in ("xmlns", "display")}
    if tag == "mo" and text in _TIGHT:
        given |= {"lspace": "0em", "rspace": "0em"}
    attributes = "".join(f' {name}="{escape(given[name])}"' for name in sorted(given))
    return f"<{tag}{attributes}>{inner}</{tag}>", _readable(
        "binomial" if node.get("linethickness") == "0" else tag, text, [plain for _, plain in children]
    )


def _spaced(node: Element, markups: list[str]) -> list[str]:
    """The children's markup with TeX's thin space between a function's name (log, sin) and its neighbours."""
    if node.tag not in ("math", "mrow") or not _is_named(*node):
        return markups
    spaced: list[str] = []
    before = None
    for child, markup in zip(node, markups, strict=True):
        if before is not None and before.tag != "mo" and child.tag != "mo" and _is_named(before, child):
            spaced.append('<mspace width="0.167em"></mspace>')
        spaced.append(markup)
        before = child
    return spaced


def _is_named(*nodes: Element) -> bool:
    """Whether one of `nodes` is a function's name, bare or as the base of a script."""
    bases = (node[0] if node.tag in ("msub", "msup", "msubsup") else node for node in nodes)
    return any(base.tag == "mi" and base.text in _FUNCTIONS for base in bases)


def _decoded(text: str) -> str:
    """The converter writes characters as references in the text of its elements."""
    return re.sub(r"&#x([0-9A-Fa-f]+);", lambda found: chr(int(found.group(1), 16)), text)


def _readable(tag: str, text: str, parts: list[str]) -> str:
    if tag in ("mo", "mi") and _RELATION.fullmatch(text):
        return f" {text} "
    if tag == "mo" and text == ",":
        return ", "
    if tag == "mi" and len(text) > 1 and text.isalpha():
        return f" {text} "
    join = _JOINS.get(tag)
    return join(parts) if join else text + "".join(parts)


def _grouped(part: str) -> str:
    part = part.strip()
    return part if len(part) <= 1 or part.isalnum() else f"({part})"


def _raised(part: str) -> str:
    tight = part.replace(" ", "")
    if tight == "∘":
        return "°"
    if tight in ("∗", "*", "′", "″", "†", "⋆", "⊤"):
        return tight
    return tight.translate(_UPPER) if _RAISED.fullmatch(tight) else f"^{_grouped(part)}"


def _lowered(part: str) -> str:
    tight = part.replace(" ", "")
    return tight.translate(_LOWER) if _LOWERED.fullmatch(tight) else f"_{_grouped(part)}"


def _accent(part: str) -> str:
    marks = {"^": "\u0302", "~": "\u0303", "¯": "\u0304", "˙": "\u0307", "¨": "\u0308", "→": "\u20d7", "ˇ": "\u030c"}
    part = part.strip()
    return marks.get(part, "" if len(part) <= 1 else f"^{_grouped(part)}")


# Arities are checked before.
_JOINS: Mapping[str, Callable[[list[str]], str]] = {
    "mspace": lambda _: " ",
    "mtd": lambda parts: " ".join(parts) + " ",
    "mtr": lambda parts: " ".join(parts).strip(),
    "mtable": "; ".join,
    "mfrac": lambda parts: "/".join(map(_grouped, parts)),
    "binomial": " choose ".join,
    "msqrt": lambda parts: "√" + _grouped("".join(parts)),
    "mroot": lambda parts: f"{parts[1]}√{_grouped(parts[0])}",
    "msup": lambda parts: parts[0] + _raised(parts[1]),
    "mover": lambda parts: parts[0] + _accent(parts[1]),
    "msub": lambda parts: parts[0] + _lowered(parts[1]),
    "munder": lambda parts: parts[0] + _lowered(parts[1]),
    "msubsup": lambda parts: parts[0] + _lowered(parts[1]) + _raised(parts[2]),
    "munderover": lambda parts: parts[0] + _lowered(parts[1]) + _raised(parts[2]),
}

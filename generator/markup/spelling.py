"""TeX as people write it -> TeX that the converter knows, with nothing lost and nothing added."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

# Spellings that the converter does not know -> ones that it knows.
_SPELLINGS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    # In an abstract a percent sign is one, and no comment.
    (re.compile(r"(?<!\\)((?:\\\\)*+)%"), r"\1\\%"),
    (re.compile(r"\\label\s*\{[^{}]*\}"), ""),
    # Nobody numbered the formulas of an abstract.
    (re.compile(r"\\(begin|end)\{(align|gather|multline|equation)\}"), r"\\\1{\2*}"),  # codespell:ignore
    (re.compile(r"\\begin\{eqnarray\*?\}"), r"\\begin{array}{rcl}"),
    (re.compile(r"\\end\{eqnarray\*?\}"), r"\\end{array}"),
    (re.compile(r"\\begin\{alignat\*?\}\s*\{\d+\}"), r"\\begin{align*}"),
    (re.compile(r"\\end\{alignat\*?\}"), r"\\end{align*}"),
    (re.compile(r"\\operatorname\*"), r"\\operatorname"),
    (re.compile(r"\\(?:bm|boldsymbol|pmb)(?![A-Za-z])"), r"\\mathbf"),
    (re.compile(r"\\(?:mathds|mathbbm|mathbbmss)(?![A-Za-z])"), r"\\mathbb"),
    (re.compile(r"\\(?:mbox|textnormal|textup|emph|textsc|hbox|textsf)(?=\s*\{)"), r"\\text"),
    (re.compile(r"\\(?:ensuremath|protect|xspace|nonumber|boldmath)(?![A-Za-z])"), ""),
    (re.compile(r"\\(?:(?:display|text|script)style|tiny|scriptsize|footnotesize|small)(?![A-Za-z])"), ""),
    (re.compile(r"\\(Tilde|Hat|Bar|Vec|Dot|Check|Acute|Grave|Breve)(?![A-Za-z])"), lambda found: found.group().lower()),
    (re.compile(r"\\nicefrac(?![A-Za-z])"), r"\\frac"),
    (re.compile(r"\\(?:arg\\?)(min|max)(?![A-Za-z])"), r"\\operatorname{arg\1}"),
)

_REFERENCE = re.compile(r"&#?\w+;")
# Digits in threes, as English has them; in a tuple or a range they would be two numbers.
_THOUSANDS = re.compile(r"(?<![\d.,\w({\[])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])|\d{1,3}(?:\{,\}\d{3})+")
_TEXT = re.compile(r"\\text(?:bf|it|md|rm|tt)?\s*\{")
_INSIDE = re.compile(r"\\(?:text[a-z]*|emph|mbox)\s*(?=\{)|\\.|[{}]|\$[^$]*\$", re.DOTALL)


def spelled(tex: str) -> str:
    """`tex` in the converter's spelling."""
    if "&" in tex:
        tex = _REFERENCE.sub(lambda found: unescape(found.group()), tex)
    for pattern, known in _SPELLINGS:
        tex = pattern.sub(known, tex)
    tex = _THOUSANDS.sub(lambda found: rf"\text{{{found.group().replace('{,}', ',')}}}", tex)
    return _words(tex) if "\\text" in tex else tex


def _words(tex: str) -> str:
    r"""`tex` with plain words alone in `\text{…}`: without groups and commands, formulas of their own outside."""
    parts = []
    position = 0
    while opening := _TEXT.search(tex, position):
        parts.append(tex[position : opening.start()])
        words: list[str] = []
        depth = 1
        position = opening.end()
        while depth and (found := _INSIDE.search(tex, position)):
            words.append(tex[position : found.start()])
            position = found.end()
            mark = found.group()
            depth += {"{": 1, "}": -1}.get(mark, 0)
            if mark[0] == "$":
                words.append(f"}}{mark[1:-1]}{opening.group()}")
            elif mark[0] == "\\" and not mark[1:].strip().isalpha():
                words.append(mark)
        group = opening.group() + "".join(words)
        parts.append(f"{{{group}}}}}" if not depth else group)
    return "".join(parts) + tex[position:]

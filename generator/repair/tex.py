"""Rules for TeX outside math: commands, accents, escapes, quotes and dashes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from generator.repair.edit import Edit


# --- commands with an argument ------------------------------------------------------------------

_WRAPPED = {
    "emph": "*", "textit": "*", "textsl": "*", "textbf": "**", "textsc": "", "texttt": "", "textrm": "", "textsf": "",
    "text": "", "textnormal": "", "textup": "", "textmd": "", "mbox": "", "hbox": "", "underline": "", "url": "",
    "path": "", "nolinkurl": "", "uline": "", "mathrm": "", "textsuperscript": "", "textsubscript": "", "enquote": "“", "gls": "", "ac": "", "acs": "", "acl": "", "acrshort": "", "acrfull": "", "footnote": "(",
    "mathbf": "", "mathit": "", "mathsf": "", "mathtt": "", "operatorname": "", "uppercase": "", "lowercase": "",
    "ensuremath": "$", "em": "*", "it": "*", "bf": "**", "tt": "", "sc": "", "rm": "", "sf": "", "sl": "*",
    "small": "", "footnotesize": "", "scriptsize": "", "tiny": "", "large": "", "Large": "", "normalsize": "",
    "textcolor": "", "MakeUppercase": "", "MakeLowercase": "", "itshape": "*", "bfseries": "**", "ttfamily": "", "scshape": "", "underbar": "", "ul": "", "hl": "",
}  # fmt: skip
_COMMAND = re.compile(r"\\(emph|text(?!color)[a-z]*|math(?:rm|bf|it|sf|tt)|mbox|hbox|underline|uline|ul|hl|url|path|nolinkurl|enquote|footnote|gls|acrshort|acrfull|ac[sl]?|operatorname|uppercase|lowercase|ensuremath|small|footnotesize|scriptsize|tiny|large|Large|normalsize|MakeUppercase|MakeLowercase)\*?\s*\{|\\(?P<coloured>textcolor)\s*(?:\[[^\]]*\])?\s*\{[^{}]*\}\s*\{")  # fmt: skip
_SWITCH = re.compile(r"\{\s*\\(em|it|bf|tt|sc|rm|sf|sl|itshape|bfseries|ttfamily|scshape)(?![A-Za-z])\s*")
_HREF = re.compile(r"\\href\s*\{((?:https?://|mailto:)[^{}\s()\\]+(?:\([^{}\s()\\]*\)[^{}\s()\\]*)*)\}\s*\{")
_CITE = re.compile(r"\\(?:cite[a-zA-Z]*|citealp|autocite|parencite)\*?\s*(?:\[[^\]]*\]\s*){0,2}\{([^{}]*)\}")
# No argument is longer; braces that never close do not search to the end of a book.
_LONGEST = 3000
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)


def _closing(text: str, position: int) -> int:
    """Where the brace closes whose inside begins at `position`; -1 if nowhere."""
    depth = 1
    for found in _BRACES.finditer(text, position, position + _LONGEST):
        depth += {"{": 1, "}": -1}.get(found.group(), 0)
        if not depth:
            return found.start()
    return -1


def command(text: str) -> Iterator[Edit]:
    """`\\emph{x}` and `{\\it x}` become *x*, `\\textbf{x}` **x**; commands of type face leave their argument."""
    for found in [*_COMMAND.finditer(text), *_SWITCH.finditer(text)]:
        end = _closing(text, found.end())
        mark = _WRAPPED.get(found.group(1) or "textcolor")
        if end < 0 or mark is None:
            continue
        inside = text[found.end() : end]
        if mark == "$" and text[found.start() - 1 : found.start()] == "{" and text[end + 1 : end + 2] == "}":
            yield Edit(found.start() - 1, found.end(), mark)
            yield Edit(end, end + 2, mark)
            continue
        if mark and mark in "**" and (not inside.strip() or "*" in inside):
            mark = ""
        start, stop = found.end(), end
        if mark and mark in "**":
            start += len(inside) - len(inside.lstrip())
            stop -= len(inside) - len(inside.rstrip())
        opening = " (" if mark == "(" and not text[found.start() - 1 : found.start()].isspace() else mark
        yield Edit(found.start(), start, opening)
        yield Edit(stop, end + 1, _CLOSERS.get(mark, mark))


def link(text: str) -> Iterator[Edit]:
    """`\\href{url}{text}` becomes [text](url)."""
    for found in _HREF.finditer(text):
        end = _closing(text, found.end())
        if end < 0:
            continue
        yield Edit(found.start(), found.end(), "[")
        yield Edit(end, end + 1, f"]({found.group(1)})")


def citation(text: str) -> Iterator[Edit]:
    """`\\cite{key}` becomes [key]."""
    for found in _CITE.finditer(text):
        yield Edit(found.start(), found.end(), f"[{found.group(1)}]")


_CLOSERS = {"“": "”", "(": ")"}

# --- symbols and accents ----------------------------------------------------------------------------

_SYMBOLS = {
    "noindent": "", "par": " ", "newline": " ", "linebreak": " ", "smallskip": " ", "medskip": " ", "bigskip": " ",
    "xspace": "", "centering": "", "protect": "", "indent": "", "small": "", "footnotesize": "", "normalsize": "", "it": "", "bf": "", "em": "", "tt": "", "ldots": "…", "dots": "…", "textellipsis": "…",
    "textemdash": "—", "textendash": "–", "textquotedblleft": "“", "textquotedblright": "”", "textquoteleft": "‘",
    "textquoteright": "’", "textquotesingle": "'", "textasciitilde": "~", "textbackslash": "\\", "textbar": "|",
    "textless": "<", "textgreater": ">", "textunderscore": "_", "textregistered": "®", "texttrademark": "™",
    "textcopyright": "©", "copyright": "©", "S": "§", "P": "¶", "pounds": "£", "euro": "€", "textdegree": "°",
    "degree": "°", "deg": "°", "textmu": "µ", "texttimes": "×", "textpm": "±", "textasciicircum": "^", "textbullet": "•",
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å",
    "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "th": "þ", "TeX": "TeX", "LaTeX": "LaTeX", "BibTeX": "BibTeX",
    "times": "×", "approx": "≈", "sim": "∼", "simeq": "≃", "pm": "±", "mp": "∓", "leq": "≤", "le": "≤", "geq": "≥",
    "ge": "≥", "neq": "≠", "ne": "≠", "ll": "≪", "gg": "≫", "rightarrow": "→", "to": "→", "leftarrow": "←",
    "Rightarrow": "⇒", "leftrightarrow": "↔", "uparrow": "↑", "downarrow": "↓", "infty": "∞", "cdot": "·", "circ": "°",
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε", "eta": "η", "theta": "θ",
    "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ",
    "phi": "ϕ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "zeta": "ζ", "ell": "ℓ", "Gamma": "Γ",
    "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "Pi": "Π",
    "in": "∈", "cup": "∪", "cap": "∩", "forall": "∀", "exists": "∃", "checkmark": "✓",
    "dagger": "†", "ddagger": "‡", "star": "⋆", "bullet": "•", "hyp": "-", "quad": " ", "qquad": " ",
}  # fmt: skip
_SYMBOL = re.compile(r"(\{\s*)?\\([A-Za-z]+)(?![A-Za-z])(\s*\{\s*\})?((?(1)\s*\}))")
# A command of letters swallows the spaces after it; before a letter they separate the word from it.
_JOINED = frozenset(["ss", "o", "O", "l", "L", "ae", "AE", "oe", "OE", "aa", "AA", "i", "j", "dh", "th"])


_SHORT = {"eg": "e.g.", "ie": "i.e.", "etc": "etc.", "etal": "et al.", "cf": "cf.", "vs": "vs.", "wrt": "w.r.t.", "aka": "a.k.a."}
_ABBREVIATION = re.compile(r"\\(eg|ie|etc|etal|cf|vs|wrt|aka)(?![A-Za-z])(?:\{\}|\.)?")
# An accent command torn out of a Greek letter's name, as arXiv's own listings have it: \b{eta} is \beta.
_TORN = re.compile(r"\{?\\([a-z])\{([a-z]{2,})\}(?:\}|(?<!\}))?")
_ITEM = re.compile(r"\\(?:begin|end)\{(?:itemize|enumerate|description|center|quote|abstract|document)\}(?:\[[^\]]*\])?|\\item(?![A-Za-z])\s*|\\color\{[^{}]*\}\s*|\\@")


def listing(text: str) -> Iterator[Edit]:
    """The items of a list become "•" on one line; the environments of text, colours and spacing hints go."""
    for found in _ITEM.finditer(text):
        mark = found.group()
        after = "• " if mark.startswith("\\item") else " " if mark[1:4] in ("beg", "end") else ""
        yield Edit(found.start(), found.end(), after)


def abbreviation(text: str) -> Iterator[Edit]:
    """`\\eg`, `\\ie`, `\\etal`: the macros of the great conferences' styles."""
    for found in _ABBREVIATION.finditer(text):
        yield Edit(found.start(), found.end(), _SHORT[found.group(1)])


def symbol(text: str) -> Iterator[Edit]:
    """`\\ldots`, `\\ss`, `\\times`, `\\noindent` and their like become what they print."""
    for found in _TORN.finditer(text):
        letter = _SYMBOLS.get(found.group(1) + found.group(2), "")
        if letter and found.group().count("{") == found.group().count("}"):
            yield Edit(found.start(), found.end(), letter)
    for found in _SYMBOL.finditer(text):
        shown = _SYMBOLS.get(found.group(2))
        if shown is None:
            continue
        end = found.end()
        if not found.group(1) and not found.group(3):
            following = re.compile(r"[ \t]*").match(text, end)
            if found.group(2) in _JOINED or not shown.strip():
                end = following.end() if following else end
        if shown == " " and (found.start() == 0 or text[found.start() - 1].isspace()):
            shown = ""
        yield Edit(found.start(), end, shown)


_MARKS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a", "d": "\u0323", "b": "\u0331",
}  # fmt: skip
_ACCENT = re.compile(
    r"(?P<group>\{)?\\(?:(?P<mark>['`^\"~=.])\s?|(?P<letter>[uvHckrdb])(?:\s+(?=[A-Za-z](?![A-Za-z]))|(?=\s*\{)))"
    r"(?P<brace>\s*\{\s*)?(?P<base>\\[ij](?![A-Za-z])|[A-Za-z])(?(brace)\s*\})(?(group)\s*\})"
)


# "the model\\'s" is a slip for an apostrophe, not an accented s.
_APOSTROPHE = re.compile(r"(?<=[A-Za-z])\\'(?=(?:s|t|d|m|re|ve|ll)(?![A-Za-z\\{]))")


def accent(text: str) -> Iterator[Edit]:
    """`R\\'enyi`, `Erd\\H{o}s` and `{\\"o}` become letters with their accents."""
    for found in _APOSTROPHE.finditer(text):
        yield Edit(found.start(), found.end(), "'")
    for found in _ACCENT.finditer(text):
        base = found["base"].lstrip("\\")
        yield Edit(
            found.start(), found.end(), unicodedata.normalize("NFC", base + _MARKS[found["mark"] or found["letter"]])
        )


# --- escapes, ties, line breaks -------------------------------------------------------------------------

_ESCAPE = re.compile(r"\{(?:\\([%&_#])|(?P<lone>[,.“”‘’\"'–—-]))\}|\\(?P<mark>[%_#{}]|&(?!#?\w+;))|\\(?P<space>[ ,;:!/])|(?<=[A-Za-z])\\-(?=[A-Za-z])")


def escaped(text: str) -> Iterator[Edit]:
    """`\\%`, `\\&`, `\\_` lose the backslash; TeX's thin spaces become spaces, its hints nothing."""
    for found in _ESCAPE.finditer(text):
        character = found.group(1) or found["lone"] or found["mark"]
        if not character:
            space = found["space"] or ""
            around = text[found.start() - 1 : found.start()].isspace() or text[found.end() : found.end() + 1].isspace()
            character = " " if space in (" ", ",", ";", ":") and space and not around else ""
        yield Edit(found.start(), found.end(), character)


_BREAK = re.compile(r"[ \t]*\\\\\*?(?:\[[0-9.]+[a-z]{2}\])?(?![A-Za-z])[ \t]*|[ \t]*\\\\(?=[A-Z][a-z ])")
_TIE = re.compile(
    r"(?<=[\w.,;:)\]}%—–'’\"”*\ue000-])~(?=[\w(\[\\$—\"“`*\ue000-])|(?<=[\w.,;:)\]\ue000])~(?=\s)|(?<=\s)~(?=[a-z]{2}|\s|\()"
)


def line_break(text: str) -> Iterator[Edit]:
    """`\\\\` is a space."""
    for found in _BREAK.finditer(text):
        yield Edit(found.start(), found.end(), " ")


def tie(text: str) -> Iterator[Edit]:
    """TeX's tie is a space between two words; `~400`, `3~5` and `r~0.5` mean "about" and "to"."""
    for found in _TIE.finditer(text):
        before, after = text[found.start() - 1], text[found.end()]
        if before.isspace() or after.isspace():
            yield Edit(found.start(), found.end(), "")
            continue
        lone = before.isdigit() or before.isalpha() and not text[max(0, found.start() - 2) : found.start() - 1].isalnum()
        if not (lone and after.isdigit()):
            yield Edit(found.start(), found.end(), " ")


# --- quotes and dashes ----------------------------------------------------------------------------------

_DOUBLE = re.compile(r"``(?=[^\s`])([^`]{1,400}?)(?:''|\"(?!\w))|(?<![\w'])''(?=\w)([^'`]{1,200}?)''(?![\w'])")
_SINGLE = re.compile(r"(?<![\w`\\])`(?=[^\s`'])([^`\n\"]{1,200}?)(?<=[^\s`'])'(?![\w'])")
_CLOSING = re.compile(r"(?<=[^\s'\d])''(?!['\w])")
_OPENING = re.compile(r"(?<![\w`])``(?=\w)")


def quote(text: str) -> Iterator[Edit]:
    """``x'' becomes “x”, `x' becomes ‘x’, and a lone '' the mark that closes what a straight one opened."""
    taken = []
    for found in _DOUBLE.finditer(text):
        closing = 1 if text[found.end() - 1] == '"' else 2
        taken += [Edit(found.start(), found.start() + 2, "“"), Edit(found.end() - closing, found.end(), "”")]
    for found in _SINGLE.finditer(text):
        taken += [Edit(found.start(), found.start() + 1, "‘"), Edit(found.end() - 1, found.end(), "’")]
    starts = {edit.start for edit in taken}
    straight = position = 0
    for found in _CLOSING.finditer(text):
        if found.start() not in starts:
            straight += text.count('"', position, found.start())
            position = found.end()
            closes = straight % 2
            straight += closes
            taken.append(Edit(found.start(), found.end(), '"' if closes else "”"))
    taken += [Edit(found.start(), found.end(), "“") for found in _OPENING.finditer(text) if found.start() not in starts]
    yield from taken


_DASH = re.compile(r"(?<![-<!|])(---?)(?![->|])")


def dash(text: str) -> Iterator[Edit]:
    """`--` is an en dash and `---` an em dash, save in options (` --flag`), arrows and rules."""
    for found in _DASH.finditer(text):
        before, after = text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
        option = len(found.group(1)) == 2 and (not before or before in " (\"'`[") and after.isalpha()
        if option or not before or not after:
            continue
        yield Edit(found.start(), found.end(), "—" if len(found.group(1)) == 3 else "–")

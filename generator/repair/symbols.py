"""Rules for TeX commands that print one sign: symbols, letters and accents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from generator.repair.edit import Edit

# --- symbols ---------------------------------------------------------------------------------------------

_SYMBOLS = {
    "noindent": "", "par": " ", "newline": " ", "linebreak": " ", "smallskip": " ", "medskip": " ", "bigskip": " ",
    "xspace": "", "centering": "", "protect": "", "indent": "",
    "small": "", "footnotesize": "", "normalsize": "",
    "it": "", "bf": "", "em": "", "tt": "", "ldots": "…", "dots": "…", "textellipsis": "…",
    "textemdash": "—", "textendash": "–", "textquotedblleft": "“", "textquotedblright": "”", "textquoteleft": "‘",
    "textquoteright": "’", "textquotesingle": "'", "textasciitilde": "~", "textbackslash": "\\", "textbar": "|",
    "textless": "<", "textgreater": ">", "textunderscore": "_", "textregistered": "®", "texttrademark": "™",
    "textcopyright": "©", "copyright": "©", "S": "§", "P": "¶", "pounds": "£", "euro": "€", "textdegree": "°",
    "degree": "°", "deg": "°", "textmu": "µ", "texttimes": "×", "textpm": "±", "textasciicircum": "^",
    "textbullet": "•",
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
_JOINED = frozenset(["ss", "o", "O", "l", "L", "ae", "AE", "oe", "OE", "aa", "AA", "i", "j", "dh", "th", "hyp"])
# Signs before a number; elsewhere the letters are those of a regular expression (\S+) or of a macro.
_SECTIONS = frozenset(["S", "P"])
_NUMBER = re.compile(r"[\s~]*[\dIVX]|(?<=\})")
_BLANK = re.compile(r"[ \t]*")
# An accent command torn out of a Greek letter's name, as arXiv's own listings have it: \b{eta} is \beta.
_TORN = re.compile(r"\{?\\([a-z])\{([a-z]{2,})\}(?:\}|(?<!\}))?")


def symbol(text: str) -> Iterator[Edit]:
    r"""`\ldots`, `\ss`, `\times`, `\noindent` and their like become what they print."""
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
            following = _BLANK.match(text, end)
            if found.group(2) in _JOINED or not shown.strip():
                end = following.end() if following else end
        if found.group(2) in _SECTIONS and not _NUMBER.match(text, found.end()):
            continue
        if shown == "\\" and text[end : end + 1].strip():
            continue  # it would make a command of what follows
        if shown == " " and (found.start() == 0 or text[found.start() - 1].isspace()):
            shown = ""
        yield Edit(found.start(), end, shown)


# --- accents ------------------------------------------------------------------------------------------------

_MARKS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a", "d": "\u0323",
    "b": "\u0331",
}  # fmt: skip
_ACCENT = re.compile(
    r"(?P<group>\{)?(?<!\\)\\(?:(?P<mark>['`^\"~=.])\s?|(?P<letter>[uvHckrdb])(?:\s+(?=[A-Za-z](?![A-Za-z]))|(?=\s*\{)))"
    r"(?P<brace>\s*\{\s*)?(?P<base>\\[ij](?![A-Za-z])|[A-Za-z])(?(brace)\s*\})(?(group)\s*\})"
)
# "the model\\'s" is a slip for an apostrophe, not an accented s.
_APOSTROPHE = re.compile(r"(?<=[A-Za-z])\\'(?=(?:s|t|d|m|re|ve|ll)(?![A-Za-z\\{]))")
# Quotes that JSON or a program escaped: a pair around words, not two accents.
_QUOTED = re.compile(r"(?<![A-Za-z{\\])\\\"(?=[^\s\"\\])[^\"\n]{0,300}(?<=[^\s\"\\])\\\"(?![A-Za-z{\\])")


def accent(text: str) -> Iterator[Edit]:
    r"""`R\'enyi`, `Erd\H{o}s` and `{\"o}` become letters with their accents. A sign before a letter that has no such
    accent in Unicode is none, unless braces say so.
    """
    quotes = {position for found in _QUOTED.finditer(text) for position in (found.start(), found.end() - 2)}
    for found in _APOSTROPHE.finditer(text):
        yield Edit(found.start(), found.end(), "'")
    for found in _ACCENT.finditer(text):
        composed = unicodedata.normalize("NFC", found["base"].lstrip("\\") + _MARKS[found["mark"] or found["letter"]])
        braced = found["group"] or found["brace"] or found["letter"]
        if found.start() in quotes or (len(composed) > 1 and not braced):
            continue
        yield Edit(found.start(), found.end(), composed)

"""Text -> tokens -> index terms: the one definition of what can be searched, which static/search-terms.js mirrors.

A text is folded (compatibility forms, case, accents, the letters of `LETTERS`) and cut into tokens. A token gives
terms: a word itself; a compound (fine-tuning) its parts and their closed form; a run of Han, Kana or Hangul its
overlapping pairs and its last character. Terms are not stemmed: the browser finds the words of one stem in the
vocabulary, by lunr.js's own stemmer, so that the exact word ranks first and no second stemmer can disagree. What both
sides share as data travels with the index (`rules`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Container, Iterator, Mapping, Sequence

from lunr.stop_word_filter import WORDS

from generator.text import CJK

STOP_WORDS = frozenset(WORDS)
# Letters without a decomposition, and signs inside words, in the spelling that is indexed.
LETTERS = {
    "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t",
    "ς": "σ", "’": "'", "ʼ": "'", "‐": "-", "−": "-",
}  # fmt: skip
# Combining accents, soft hyphen and joiners without width: they neither part words nor tell them apart.
IGNORED = r"\u0300-\u036f\u00ad\u200c\u200d\u2060\ufeff"
# A chain of more parts is a phrase with hyphens: nobody writes it closed.
LONGEST_COMPOUND = 4
# Shorter neighbours (in to, a part) are words that meet by chance.
SHORTEST_PART = 3

_WORD = rf"[^\x00-/:-`{{-\x7f{CJK}]"
# A plus or sharp at a word's end tells C++, C# and DeepLabv3+ from C and DeepLabv3.
_TOKEN = re.compile(rf"{_WORD}+(?:['_-]{_WORD}+)*(?:(?:\+\+?|#)(?!{_WORD}|[+#]))?|[{CJK}]+")
_ASCII_TOKEN = re.compile(r"[0-9a-z]+(?:['_-][0-9a-z]+)*(?:(?:\+\+?|#)(?![0-9a-z+#]))?")
_PARTING = re.compile("[_-]")
_CJK = re.compile(f"[{CJK}]")
_IGNORED = re.compile(f"[{IGNORED}]")


class _Folding(dict[int, str | None]):
    """Code point -> what is indexed for it; a sign that is no letter, mark or number parts words."""

    def __missing__(self, code: int) -> str | None:
        letter = chr(code)
        stays = letter.isascii() or unicodedata.category(letter)[0] in "LMN"
        self[code] = folded = None if _IGNORED.match(letter) else LETTERS.get(letter, letter if stays else " ")
        return folded


_FOLDING = _Folding()


def rules() -> dict[str, object]:
    """What the browser's side needs to know of this module's tables."""
    return {
        "letters": LETTERS,
        "ignored": IGNORED,
        "cjk": CJK,
        "stop": sorted(STOP_WORDS),
    }


def fold(text: str) -> str:
    """`text` in the spelling that is indexed and searched."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKD", text).lower().translate(_FOLDING))


def tokens(text: str) -> list[str]:
    """The folded tokens of `text` in order: words, compounds with their hyphens, runs of Han, Kana or Hangul."""
    folded = fold(text)
    return (_ASCII_TOKEN if folded.isascii() else _TOKEN).findall(folded)


def words(token: str) -> list[str]:
    """The words of a token, without possessive and apostrophes; of a run its pairs of characters."""
    if token.isascii() and token.isalnum():
        return [token]
    if _CJK.match(token):
        return [token[at : at + 2] for at in range(len(token) - 1)] or [token]
    return [part.removesuffix("'s").replace("'", "") for part in _PARTING.split(token)]


def terms(token: str) -> list[str]:
    """The index terms of a token, in order."""
    found = words(token)
    if not token.isascii() and _CJK.match(token):
        # The last character begins no pair, and one character is searched as the beginning of pairs.
        return [*found, token[-1]] if len(token) > 1 else found
    return [*found, "".join(found)] if 1 < len(found) <= LONGEST_COMPOUND else found


def openings(everything: Collection[str]) -> dict[str, set[str]]:
    """Of all tokens of a collection those pairs of words that also stand closed or hyphenated: first -> second words.

    Very short and very common words do not count: they meet by chance (in to, not able).
    """
    parts = {token for token in everything if len(token) >= SHORTEST_PART and token.isalnum()} - STOP_WORDS
    closed = {token if token.isalnum() else "".join(words(token)) for token in everything}
    found: dict[str, set[str]] = {}
    for whole in closed:
        for at in range(SHORTEST_PART, len(whole) - SHORTEST_PART + 1):
            if whole[:at] in parts and whole[at:] in parts:
                found.setdefault(whole[:at], set()).add(whole[at:])
    return found


def neighbours(found: Sequence[str], known: Mapping[str, Container[str]]) -> Iterator[str]:
    """The closed spellings of the words that stand side by side as one of the known `openings`."""
    for at, one in enumerate(found):
        if one in known and at + 1 < len(found) and found[at + 1] in known[one]:
            yield one + found[at + 1]

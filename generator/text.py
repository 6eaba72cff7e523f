"""Strings -> folded forms, tokens, slugs: functions that know no record."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping
from difflib import SequenceMatcher
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal
from urllib.parse import SplitResult, quote, urljoin, urlsplit

# The abstracts that the packaged word frequencies were counted in.
DOCUMENTS = 98_084

# Letters without a Unicode decomposition that have a customary ASCII spelling.
_LETTERS = str.maketrans(
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th",
     "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ı": "i", "ħ": "h", "Ħ": "H"}
)  # fmt: skip
# Scripts written without spaces: Han, Kana, Hangul.
CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_TOKEN = re.compile(rf"[{CJK}]|[^\W_{CJK}]+")
_NOT_IN_ADDRESS = re.compile(r"[\s\x00-\x1f\x7f-\x9f]")
_NOT_ENCODED = re.compile(r"[\"'<>`\\]")
# What a path may hold as it is (RFC 3986), and the percent sign of what is encoded already.
_SAFE = "/%:@!$&()*+,;=~[]"
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_NOT_SLUG = re.compile(r"[^a-z0-9]+")
# Signs without ASCII folding that part words all the same: dashes, the minus, dots in the middle of a line.
_PARTING = re.compile("[\u2010-\u2015\u2212\u00b7\u2022\u22ef]")


def strip_accents(text: str) -> str:
    """`text` without combining marks on Latin, Greek and Cyrillic letters; other scripts keep theirs."""
    if text.isascii():
        return text
    # Decomposed first: what a letter such as ǽ is made of may be a letter to be spelled.
    decomposed = unicodedata.normalize("NFD", text).translate(_LETTERS)
    return unicodedata.normalize("NFC", re.sub("[\u0300-\u036f]", "", decomposed))


def fold(text: str) -> str:
    """`text` reduced to what two copies of it share: case-folded words without accents, one space between.

    Letters and digits of every script stay; punctuation and white space only separate words.
    """
    return " ".join(tokens(text))


def tokens(text: str) -> list[str]:
    """The folded words of `text` in order; Han, Kana and Hangul give one token a character."""
    folded = strip_accents(unicodedata.normalize("NFKC", text)) if not text.isascii() else text
    return _TOKEN.findall(folded.casefold())


def shingles(words: list[str], width: int = 3) -> set[tuple[str, ...]]:
    """The set of runs of `width` words; of a shorter text the whole as its only run."""
    if len(words) < width:
        return {tuple(words)} if words else set()
    return set(zip(*(words[start:] for start in range(width)), strict=False))


@lru_cache(maxsize=4096)
def slugify(text: str, limit: int = 80) -> str:
    """`text` as lower-case ASCII words joined by "-", at most `limit` bytes, cut at a word; may be empty.

    Letters that have no ASCII folding are dropped.
    """
    parted = text if text.isascii() else _PARTING.sub("-", text)
    ascii_text = strip_accents(unicodedata.normalize("NFKD", parted)).encode("ascii", "ignore").decode()
    slug = _NOT_SLUG.sub("-", ascii_text.lower()).strip("-")
    if len(slug) <= limit:
        return slug
    cut = slug[: limit + 1]
    return (cut.rpartition("-")[0] or slug[:limit]).strip("-")


def excerpt(text: str, limit: int = 160) -> str:
    """The start of plain `text`, at most `limit` characters, cut at a word and then ended by "…"."""
    if len(text) <= limit:
        return text
    cut = text[:limit].rpartition(" ")[0] or text[: limit - 1]
    return cut.rstrip(" ,;:–—-(") + "…"


def split_address(address: str) -> SplitResult:
    """The parts of a URL (RFC 3986); of one that cannot be taken apart the whole is its path."""
    try:
        return urlsplit(address)
    except ValueError:
        return SplitResult("", "", address, "", "")


def join_address(base: str, address: str) -> str:
    """`address` as it stands on the page at `base`; one that cannot be taken apart stays as it is."""
    try:
        return urljoin(base, address)
    except ValueError:
        return address


def is_web_address(address: str) -> bool:
    """Whether `address` is a full http or https URL with a host, which every program can take apart."""
    if _NOT_IN_ADDRESS.search(address):
        return False
    try:
        parts = urlsplit(address)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False


def ascii_address(address: str) -> str:
    """A full http or https URL in ASCII: the host as DNS knows it (IDNA, RFC 3490), the rest percent-encoded.

    "" for one that cannot be, or that holds quotes, angle brackets or a backslash, which RFC 3986 allows nowhere.
    """
    if not is_web_address(address) or _NOT_ENCODED.search(address):
        return ""
    parts = urlsplit(address)
    person, at, place = parts.netloc.rpartition("@")
    try:
        place = place if place.isascii() else place.encode("idna").decode("ascii")
    except UnicodeError:
        return ""
    rest = (_STRAY_PERCENT.sub("%25", quote(part, safe=_SAFE)) for part in (person, parts.path))
    person, path = rest
    return parts._replace(netloc=person + at + place, path=path).geturl()


def differences(before: str, after: str) -> tuple[tuple[str, str], ...]:
    """Where two plain texts differ: the words of `before` and what stands for them in `after`, "" for nothing.

    Words that fold to the same are the same. At most `_MOST` places, of at most `_LONGEST` characters a side.
    """
    old, new = before.split(), after.split()
    matcher = SequenceMatcher(None, list(map(fold, old)), list(map(fold, new)), autojunk=False)
    found = [
        (excerpt(" ".join(old[a:b]), _LONGEST), excerpt(" ".join(new[c:d]), _LONGEST))
        for kind, a, b, c, d in matcher.get_opcodes()
        if kind != "equal"
    ]
    return tuple(found[:_MOST])


_MOST, _LONGEST = 12, 200


@cache
def document_frequency() -> Mapping[str, int]:
    """In how many of `DOCUMENTS` abstracts each folded word stands, and each pair of a compound ("block-wise").

    Words of fewer than five abstracts are absent. Counted by tests/evaluate/word_frequencies.py.
    """
    packed = (Path(__file__).parent / "words.txt.gz").read_bytes()
    _, words, counts = gzip.decompress(packed).decode("utf-8").splitlines()
    return MappingProxyType(dict(zip(words.split(" "), map(int, counts.split(" ")), strict=True)))


_JOURNAL = re.compile(
    r"\b(?:journal|transactions|letters|review|reviews|magazine|annals|bulletin|quarterly|jmlr|tmlr|tacl)\b|学报", re.I
)
_PREPRINT = re.compile(r"\b(?:arxiv|preprint|biorxiv|medrxiv|openreview|ssrn)\b", re.I)


@lru_cache(maxsize=4096)
def venue_kind(venue: str) -> Literal["conference", "journal", "preprint"]:
    """What a venue's name says it is, as citations tell them apart; a paper without a venue is a preprint."""
    if not venue or _PREPRINT.search(venue):
        return "preprint"
    return "journal" if _JOURNAL.search(venue) else "conference"


_BASE32 = "0123456789abcdefghjkmnpqrstvwxyz"


def mint(abstract: str, title: str, identifier: str, turn: int = 0) -> str:
    """The id of a paper: ten base-32 characters of the sha256 of its first text that is not empty when folded,
    abstract, then title, then source identifier. `turn` 1 gives the next ten, and so on.
    """
    folded = next((found for found in map(fold, (abstract, title, identifier)) if found), "") or title or abstract
    return minted(hashlib.sha256(folded.encode("utf-8", "replace")).digest(), turn)


def minted(digest: bytes, turn: int = 0) -> str:
    """Ten base-32 characters of a sha256, the next ten with each turn."""
    for _ in range(turn // 5):
        digest = hashlib.sha256(digest).digest()
    number = int.from_bytes(digest, "big")
    start = turn % 5 * 10
    return "".join(_BASE32[number >> (251 - 5 * place) & 31] for place in range(start, start + 10))


def fingerprint(value: object) -> str:
    """Eight bytes in hexadecimal that stand for texts, numbers and tuples of them: of their JSON in ASCII, which no
    process and no version of Unicode writes otherwise.
    """
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16]

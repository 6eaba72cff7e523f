"""Text -> the bare URLs in it, without the punctuation that only follows them; and which links may live."""

from __future__ import annotations

import re

from generator.text import CJK, is_web_address

# What ends an address: CJK and full-width signs too, since Chinese and Japanese put no space after one.
_STOPS = rf"\s\x00-\x1f<>\"“”„‘’`\\*$|^{{}}—…\u3000-\u303f\uff00-\uff65{CJK}"
# No address is longer, so that a text of nothing but addresses takes no quadratic time.
_LONGEST = 2000
BARE = re.compile(rf"(?<![A-Za-z0-9])https?://[A-Za-z0-9\[][^{_STOPS}]{{0,{_LONGEST}}}+(?![^{_STOPS}])", re.IGNORECASE)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_BRACKET = re.compile(r"[()\[\]]")
_LINK = re.compile(r"!?\[[^\[\]]*\]\(")
_PAIRS = {")": "(", "]": "["}
_PLAIN = re.compile("[^\x00-\x20\x7f-\x9f\\\\]+")


def end(url: str) -> int:
    """Where `url` ends: before a link, a bracket that it did not open, or the stops of the sentence around it.

    0 for what no program can take apart: it stays text.
    """
    if "](" in url and (link := _LINK.search(url)):
        url = url[: link.start()]
    size = _balanced(url) if _BRACKET.search(url) else len(url)
    while size and url[size - 1] in ".,:;!?'_~&":
        size -= 1
    return size if is_web_address(url[:size]) else 0


def _balanced(url: str) -> int:
    opened: list[str] = []
    for found in _BRACKET.finditer(url):
        mark = found.group()
        if mark in "([":
            opened.append(mark)
        elif not opened or opened.pop() != _PAIRS[mark]:
            return found.start()
    return len(url)


def alive(url: str) -> bool:
    """Whether a link to `url` may be live: http, https, mailto, or relative to the page."""
    url = url.strip()
    if not url or _PLAIN.fullmatch(url) is None or url.startswith("//"):
        return False
    scheme = _SCHEME.match(url)
    if scheme is None:
        return ":" not in url.split("/", 1)[0]
    if scheme.group().lower() == "mailto:":
        return True
    return is_web_address(url)

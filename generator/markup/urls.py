"""Text -> the bare URLs in it, without the punctuation that only follows them; and which links may live."""

from __future__ import annotations

import re

BARE = re.compile(
    r"(?<![A-Za-z0-9])https?://[A-Za-z0-9\[][^\s\x00-\x1f<>\"“”„‘’`\\*$|^{}，。、；：（）]*", re.IGNORECASE
)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_PAIRS = {")": "(", "]": "["}
_PLAIN = re.compile("[^\x00-\x20\x7f-\x9f\\\\]+")


def end(url: str) -> int:
    """Where `url` ends once the punctuation of the sentence around it is left out; brackets that it opened stay."""
    size = len(url)
    while size:
        last = url[size - 1]
        if last in ".,:;!?'_~&":
            size -= 1
        elif last in _PAIRS and url.count(last, 0, size) > url.count(_PAIRS[last], 0, size):
            size -= 1
        else:
            return size
    return 0


def alive(url: str) -> bool:
    """Whether a link to `url` may be live: http, https, mailto, or relative to the page."""
    url = url.strip()
    if not url or _PLAIN.fullmatch(url) is None or url.startswith("//"):
        return False
    scheme = _SCHEME.match(url)
    if scheme is None:
        return ":" not in url.split("/", 1)[0]
    return scheme.group().lower() in ("http:", "https:", "mailto:")

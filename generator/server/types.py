"""A file's name -> its content type; a table of our own, since the machine's may say anything."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping

TEXT = "text/plain; charset=utf-8"
HTML = "text/html; charset=utf-8"
_TYPES: Mapping[str, str] = {
    ".html": HTML,
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".map": "application/json; charset=utf-8",
    ".jsonl": "application/jsonl; charset=utf-8",
    ".webmanifest": "application/manifest+json; charset=utf-8",
    ".xml": "application/xml; charset=utf-8",
    ".rss": "application/rss+xml; charset=utf-8",
    ".atom": "application/atom+xml; charset=utf-8",
    ".opml": "text/x-opml; charset=utf-8",
    ".txt": TEXT,
    ".bib": TEXT,
    ".ris": TEXT,
    ".md": "text/markdown; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".ico": "image/vnd.microsoft.icon",
    ".woff2": "font/woff2",
    ".woff": "font/woff",
    ".ttf": "font/ttf",
    ".otf": "font/otf",
    ".wasm": "application/wasm",
    ".pdf": "application/pdf",
    ".gz": "application/gzip",
    ".zip": "application/zip",
    "": TEXT,
}


def content_type(name: str) -> str:
    """The Content-Type of a file by its name's ending; text says that it is UTF-8."""
    return _TYPES.get(posixpath.splitext(name)[1].lower(), "application/octet-stream")

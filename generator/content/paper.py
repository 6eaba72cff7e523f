"""Paper <-> content/papers/<slug>.md: front matter in the order of KEYS, then the abstract in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, get_args

from generator import links
from generator.content import front_matter
from generator.errors import InputError
from generator.model import Link, Paper, Source, Status, TitleSource
from generator.text import is_web_address

KEYS = (
    "id", "title", "title_source", "name", "authors", "year", "venue", "topics", "links", "first_seen", "updated",
    "status", "into", "aliases", "sources",
)  # fmt: skip
ID = re.compile(r"[0-9a-hjkmnp-tv-z]{10}", re.ASCII)
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)
LONGEST_SLUG = 80
_EARLIEST, _LATEST = 1000, 2999
_NO_ID = "restore it, or delete the line: ingest gives one"
_OF_TITLES = "write given, curated or derived"
_OF_STATUS = "write withdrawn, merged or gone, or delete the line"
_INTO = "name the other paper's id in `into`"
_TEXTS = ("id", "title", "title_source", "name", "venue", "first_seen", "updated", "status", "into")
_LISTS = ("authors", "topics", "aliases")
_MAPPINGS = {"links": ("rel", "url"), "sources": ("file", "sha256")}
_KNOWN = frozenset(KEYS)
_TITLE_SOURCES = get_args(TitleSource)
_STATUSES = get_args(Status)


def write(paper: Paper) -> bytes:
    """The page of `paper`: one key a line with a JSON value, absent keys never empty."""
    return front_matter.write(_fields(paper), paper.abstract)


def parse(raw: bytes, file: str) -> Paper:
    """The page read back; `file` gives the slug.

    Raises InputError with the line of the fault: no front matter, no YAML, a wrong type, an impossible value.
    """
    slug = slug_of(file)
    front, body = front_matter.split(raw, file)
    values = front_matter.read_own(front)
    if values is None or not _typed(values):
        values = front_matter.read_yaml(front, file, (*KEYS, "date"))
        values = _checked(values, front, file)
    paper = _paper(values, slug, body)
    fault = _impossible(paper)
    if fault:
        key, found, remedy = fault
        raise InputError(found, remedy, file=file, line=front_matter.line_of(front, key))
    first_seen = _moment(paper.first_seen, "first_seen", front, file)
    updated = _moment(paper.updated, "updated", front, file)
    if first_seen != paper.first_seen or updated != paper.updated:
        paper = replace(paper, first_seen=first_seen, updated=updated)
    return paper


# Feed readers know no date before.
_FIRST_YEAR = 1900


def slug_of(file: str) -> str:
    """The slug that a page's file name is; InputError if it can be none."""
    slug = file.rpartition("/")[2].removesuffix(".md")
    if not SLUG.fullmatch(slug) or len(slug) > LONGEST_SLUG:
        raise InputError(f"`{slug}` is no slug", "name the file by lower-case words a-z 0-9 joined by `-`", file=file)
    if slug in links.RESERVED:
        raise InputError(f"`{slug}` is a name that the site or a system uses", "give the file another name", file=file)
    return slug


def _fields(paper: Paper) -> Iterator[tuple[str, object]]:
    for key in KEYS:
        value = getattr(paper, key)
        if key == "title_source":
            value = value if paper.title else ""
        elif key == "status":
            value = "" if value == "published" else value
        elif key == "links":
            value = [{"rel": link.rel, "url": link.url} for link in value]
        elif key == "sources":
            value = [{"file": source.file, "sha256": source.sha256} for source in value]
        if value or (key == "year" and value is not None):
            yield key, value
    yield from paper.extra


def _typed(values: dict[str, object]) -> bool:
    """Whether every value of a known key has its type already, as all have that Incipit wrote."""
    for key, value in values.items():
        if key in _TEXTS:
            fits = type(value) is str and bool(value)
        elif key == "year":
            fits = type(value) is int and _EARLIEST <= value <= _LATEST
        elif key in _LISTS:
            fits = type(value) is list and all(type(item) is str and item for item in value)
        elif key in _MAPPINGS:
            fits = type(value) is list and all(_pair(item, _MAPPINGS[key]) for item in value)
        else:
            fits = key != "date"
        if not fits:
            return False
    return True


def _pair(item: object, names: tuple[str, str]) -> bool:
    if type(item) is not dict or tuple(item) != names:
        return False
    first, second = item.values()
    return type(first) is str and type(second) is str and first != "" and second != ""


def _checked(values: dict[str, object], front: str, file: str) -> dict[str, object]:
    """Values as YAML gave them, with every known key in its type, or an InputError at its line."""
    checked: dict[str, object] = {}
    if "date" in values and "first_seen" not in values:
        values = {"first_seen" if key == "date" else key: value for key, value in values.items()}
    for key, value in values.items():
        if key not in _KNOWN:
            checked[key] = value
            continue
        if value is None or value in ("", []) or (isinstance(value, str) and value.isspace()):
            continue
        try:
            checked[key] = _converted(key, value)
        except ValueError as error:
            wanted, shown = str(error), _shown(value)
            raise InputError(
                f"`{key}` must be {wanted}, found {shown}",
                "correct it or delete the line",
                file=file,
                line=front_matter.line_of(front, key),
            ) from None
    return checked


def _converted(key: str, value: object) -> object:
    if key == "year":
        if (
            isinstance(value, str)
            and re.fullmatch(r"\d{4}", value.strip(), re.ASCII)
            and _EARLIEST <= int(value) <= _LATEST
        ):
            return int(value)
        raise ValueError(f"a year from {_EARLIEST} to {_LATEST}")
    if key in _LISTS:
        if isinstance(value, list) and all(isinstance(item, str) and item.strip() for item in value):
            return [item.strip() for item in value]
        raise ValueError("a list of texts, like [a, b]")
    if key in _MAPPINGS:
        names = _MAPPINGS[key]
        if isinstance(value, list) and all(
            isinstance(item, dict)
            and set(item) == set(names)
            and all(isinstance(text, str) and text for text in item.values())
            for item in value
        ):
            return [{name: item[name].strip() for name in names} for item in value]
        raise ValueError(f"a list of {{{names[0]}: …, {names[1]}: …}}")
    if isinstance(value, str):
        return " ".join(value.split()) if "\n" in value else value
    raise ValueError("a text")


def _shown(value: object) -> str:
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "a mapping"
    return f"`{value}`"


def _paper(values: dict[str, Any], slug: str, body: str) -> Paper:
    get = values.get
    title = get("title", "")
    topics = get("topics", ())
    return Paper(
        id=get("id", ""),
        slug=slug,
        title=title,
        # A title that stands in a page without a word on where it is from was written by a person.
        title_source=get("title_source") or ("curated" if title else "derived"),
        name=get("name", ""),
        authors=tuple(get("authors", ())),
        year=get("year"),
        venue=get("venue", ""),
        topics=tuple(dict.fromkeys(topics)),
        links=tuple([Link(item["rel"], item["url"]) for item in get("links", ())]),
        first_seen=get("first_seen", ""),
        updated=get("updated", ""),
        status=get("status", "published"),
        into=get("into", ""),
        aliases=tuple(get("aliases", ())),
        sources=tuple([Source(item["file"], item["sha256"]) for item in get("sources", ())]),
        abstract=body,
        extra=() if _KNOWN.issuperset(values) else tuple(item for item in values.items() if item[0] not in _KNOWN),
    )


def _impossible(paper: Paper) -> tuple[str, str, str] | None:
    """The key, what is wrong with its value, and what to do; None for a sound page."""
    odd = next((alias for alias in paper.aliases if not _is_slug(alias)), None)
    away = next((link.url for link in paper.links if not is_web_address(link.url)), None)
    faults = (
        (bool(paper.id) and not ID.fullmatch(paper.id), "id", f"`{paper.id}` is no id", _NO_ID),
        (
            paper.title_source not in _TITLE_SOURCES,
            "title_source",
            f"unknown title_source `{paper.title_source}`",
            _OF_TITLES,
        ),
        (paper.status not in _STATUSES, "status", f"unknown status `{paper.status}`", _OF_STATUS),
        (
            (paper.status == "merged") != bool(paper.into),
            "status",
            "`status: merged` and `into` belong together",
            _INTO,
        ),
        (odd is not None, "aliases", f"`{odd}` can be no slug", "write lower-case words a-z 0-9 joined by `-`"),
        (away is not None, "links", f"`{away}` is no web address", "write https://…"),
        (
            paper.status == "published" and not paper.title and not paper.abstract,
            "title",
            "has neither title nor abstract",
            "write one of them",
        ),
    )
    return next((fault[1:] for fault in faults if fault[0]), None)


def _is_slug(alias: str) -> bool:
    return bool(SLUG.fullmatch(alias)) and len(alias) <= LONGEST_SLUG and alias not in links.RESERVED


def _moment(value: str, key: str, front: str, file: str) -> str:
    if not value:
        return ""
    try:
        return _utc(value)
    except (ValueError, OverflowError):
        line = front_matter.line_of(front, key)
        line = line if line > 1 else front_matter.line_of(front, "date")
        raise InputError(f"`{value}` is no date", "write it like 2026-11-30T20:15:04Z", file=file, line=line) from None


@lru_cache(maxsize=4096)
def _utc(value: str) -> str:
    """An ISO 8601 date or time as RFC 3339 in UTC; without an offset it is UTC already."""
    moment = datetime.fromisoformat(value)
    if moment.year < _FIRST_YEAR:
        raise ValueError(value)
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")

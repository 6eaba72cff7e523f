"""Paper <-> content/papers/<slug>.md: front matter in the contract's order, then the abstract in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import cast, get_args

from generator import links
from generator.content import front_matter
from generator.errors import InputError
from generator.model import Link, Paper, Source, Status, TitleSource

KEYS = (
    "id", "title", "title_source", "name", "authors", "year", "venue", "topics", "links", "first_seen", "updated",
    "status", "into", "aliases", "sources",
)  # fmt: skip
ID = re.compile(r"[0-9a-hjkmnp-tv-z]{10}", re.ASCII)
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)
# 80 bytes of words, then "-" and four characters of the id.
LONGEST_SLUG = 85
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
    if paper.first_seen or paper.updated:
        paper = replace(
            paper,
            first_seen=_moment(paper.first_seen, "first_seen", front, file),
            updated=_moment(paper.updated, "updated", front, file),
        )
    return paper


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
            fits = type(value) is int
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
    return type(item) is dict and tuple(item) == names and all(type(text) is str and text for text in item.values())


def _checked(values: dict[str, object], front: str, file: str) -> dict[str, object]:
    """Values as YAML gave them, with every known key in its type, or an InputError at its line."""
    checked: dict[str, object] = {}
    if "date" in values and "first_seen" not in values:
        values = {"first_seen" if key == "date" else key: value for key, value in values.items()}
    for key, value in values.items():
        if key not in _KNOWN:
            checked[key] = value
            continue
        if value is None or value in ("", []):
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
        if isinstance(value, str) and re.fullmatch(r"\d{1,4}", value.strip(), re.ASCII):
            return int(value)
        raise ValueError("a year in digits")
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


def _paper(values: dict[str, object], slug: str, body: str) -> Paper:
    def text(key: str) -> str:
        return cast(str, values.get(key, ""))

    title = text("title")
    return Paper(
        id=text("id"),
        slug=slug,
        title=title,
        # A title that stands in a page without a word on where it is from was written by a person.
        title_source=cast(TitleSource, text("title_source") or ("curated" if title else "derived")),
        name=text("name"),
        authors=tuple(cast(list[str], values.get("authors", ()))),
        year=cast("int | None", values.get("year")),
        venue=text("venue"),
        topics=tuple(dict.fromkeys(cast(list[str], values.get("topics", ())))),
        links=tuple(Link(item["rel"], item["url"]) for item in cast(list[dict[str, str]], values.get("links", ()))),
        first_seen=text("first_seen"),
        updated=text("updated"),
        status=cast(Status, text("status") or "published"),
        into=text("into"),
        aliases=tuple(cast(list[str], values.get("aliases", ()))),
        sources=tuple(
            Source(item["file"], item["sha256"]) for item in cast(list[dict[str, str]], values.get("sources", ()))
        ),
        abstract=body,
        extra=tuple((key, value) for key, value in values.items() if key not in _KNOWN),
    )


def _impossible(paper: Paper) -> tuple[str, str, str] | None:
    """The key, what is wrong with its value, and what to do; None for a sound page."""
    if paper.id and not ID.fullmatch(paper.id):
        return "id", f"`{paper.id}` is no id", "restore it, or delete the line: ingest gives one"
    if paper.title_source not in _TITLE_SOURCES:
        return "title_source", f"unknown title_source `{paper.title_source}`", "write given, curated or derived"
    if paper.status not in _STATUSES:
        return "status", f"unknown status `{paper.status}`", "write withdrawn, merged or gone, or delete the line"
    if (paper.status == "merged") != bool(paper.into):
        return "status", "`status: merged` and `into` belong together", "name the other paper's id in `into`"
    for alias in paper.aliases:
        if not SLUG.fullmatch(alias) or len(alias) > LONGEST_SLUG:
            return "aliases", f"`{alias}` is no slug", "write lower-case words a-z 0-9 joined by `-`"
    for link in paper.links:
        if not link.url.startswith(("https://", "http://")):
            return "links", f"`{link.url}` is no web address", "write https://…"
    if paper.status == "published" and not paper.title and not paper.abstract:
        return "title", "has neither title nor abstract", "write one of them"
    return None


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
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")

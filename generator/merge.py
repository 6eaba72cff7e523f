"""Cluster -> Merged: one value per field, hand before source, source by trust; conflicts reported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, get_args

from generator import links, markup, text
from generator.model import (
    Cluster,
    Conflict,
    Description,
    LedgerEntry,
    Link,
    Merged,
    Paper,
    Record,
    Source,
    TitleSource,
)

# The fields but the title that a source and a person may both write.
FIELDS = ("name", "authors", "year", "venue", "topics", "links", "abstract")
_NOBODY = frozenset({"anonymous", "anonymous author", "anonymous authors"})

# What the sources say of a field, and the seed file that says it.
_Sourced = tuple[Any, str]


def merge(
    cluster: Cluster,
    description: Description,
    page: Paper | None = None,
    entry: LedgerEntry | None = None,
    *,
    write: Callable[[str], str] = markup.write,
) -> Merged:
    """The facts of one paper, each from the first record that has it (records stand by trust), else from
    `description`.

    What a person wrote on `page` stays: a field whose fingerprint is not in `entry.wrote`, one that is absent
    though written, and all that differs from the sources when there is no entry. `fields` names the fields that
    come from the sources. Without a seed record the page stays as it is. `write` turns an abstract into Markdown.
    """
    seeds = [record for record in cluster.records if not record.paper]
    sourced = _sources(seeds, description, write)
    if page is not None and not seeds:
        return Merged(cluster, page, () if page.title or _deleted(page, entry) else description.titles)
    if page is None:
        page, entry = Paper(id=cluster.paper, slug=""), LedgerEntry(cluster.paper, "", "")
    values: dict[str, Any] = {}
    fields: list[tuple[str, str]] = []
    conflicts: list[Conflict] = []
    for field in FIELDS:
        hand, (source, file) = getattr(page, field), sourced[field]
        written = entry.wrote.get(field, ()) if entry else ()
        if _from_source(hand, source, written, known=entry is not None):
            values[field] = source
            fields += [(field, file)] if _present(source) else []
            continue
        values[field] = hand
        if _present(source) and source != hand and text.fingerprint(plain(source)) not in written:
            conflicts.append(Conflict(page.id, field, shown(hand), shown(source)))
    title, titles, found = _title(page, sourced["title"], description.titles, entry)
    values |= title
    if found is None:
        fields.insert(0, ("title", sourced["title"][1]))
    elif found:
        conflicts.insert(0, Conflict(page.id, "title", page.title, found))
    paper = replace(page, **values, sources=_provenance(seeds))
    return Merged(cluster, paper, titles, tuple(fields), tuple(conflicts))


def plain(value: object) -> object:
    """A field's value as texts, numbers and tuples, for its fingerprint."""
    if isinstance(value, tuple):
        return tuple((item.rel, item.url) if isinstance(item, Link) else item for item in value)
    return value


def shown(value: object) -> str:
    """A field's value as a person reads it in a report; "" for none."""
    if isinstance(value, tuple):
        return "; ".join(f"{item.rel} {item.url}" if isinstance(item, Link) else str(item) for item in value)
    return "" if value is None else str(value)


def _from_source(hand: object, source: object, written: Sequence[str], *, known: bool) -> bool:
    """Whether the field is the sources' to fill: what stands there is what Incipit wrote, or nothing ever did."""
    if hand == source:
        return True
    if not _present(hand):
        return not written
    return known and text.fingerprint(plain(hand)) in written


def _title(
    page: Paper, sourced: _Sourced, derived: tuple[str, ...], entry: LedgerEntry | None
) -> tuple[dict[str, str], tuple[str, ...], str | None]:
    """Title and its source; derived titles to choose from; None when the sources fill it, else what they say
    against the hand ("" for nothing).
    """
    given = sourced[0]
    by_source: tuple[dict[str, str], tuple[str, ...], None] = (
        ({"title": given, "title_source": "given"}, (), None)
        if given
        else ({"title": "", "title_source": "derived"}, derived, None)
    )
    if _deleted(page, entry):
        unheard = given and text.fingerprint((given, "given")) not in entry.wrote["title"]  # type: ignore[union-attr]
        return {"title": "", "title_source": "derived"}, (), given if unheard else ""
    if not page.title or (given and page.title == given and page.title_source == "given"):
        return by_source
    kept = {"title": page.title, "title_source": page.title_source}
    written = entry.wrote.get("title", ()) if entry else ()
    against = given if given != page.title and text.fingerprint((given, "given")) not in written else ""
    if text.fingerprint((page.title, page.title_source)) in written or (not entry and page.title_source == "derived"):
        if given:
            return by_source
        if page.title_source == "derived":
            # What was decided stays decided while the abstract still says it.
            return (
                ({"title": page.title, "title_source": "derived"}, (page.title, *derived), None)
                if (page.title in derived or not derived)
                else by_source
            )
        return kept, (), ""
    untouched = any(text.fingerprint((page.title, other)) in written for other in get_args(TitleSource))
    if written and not untouched:
        kept["title_source"] = "curated"
    return kept, (), against


def _deleted(page: Paper, entry: LedgerEntry | None) -> bool:
    """Whether a person deleted the title that Incipit wrote."""
    return not page.title and entry is not None and bool(entry.wrote.get("title"))


def _sources(seeds: Sequence[Record], description: Description, write: Callable[[str], str]) -> dict[str, _Sourced]:
    """What the seed records say of every field, and which file says it."""
    file = next((record.provenance.file for record in seeds if record.abstract), "")
    file = file or (seeds[0].provenance.file if seeds else "")

    def first(value: Callable[[Record], Any], otherwise: object) -> _Sourced:
        return next(((value(record), record.provenance.file) for record in seeds if value(record)), (otherwise, file))

    abstract, abstract_file = first(lambda record: record.abstract, "")
    title, title_file = first(lambda record: " ".join(record.title.split()), "")
    authors = first(_named, ())
    found_links = _links([*(link for record in seeds for link in record.links), *description.links])
    link_file = first(lambda record: record.links, ())[1]
    topics = dict.fromkeys(
        [match.slug for match in description.topics] + [slug for record in seeds for slug in record.topics]
    )
    return {
        "title": (title, title_file),
        "name": (description.name, file),
        "authors": authors if authors[0] else first(lambda record: record.authors, ()),
        "year": first(lambda record: record.year, None),
        "venue": first(lambda record: record.venue, ""),
        "topics": (tuple(topics), file),
        "links": (found_links, link_file),
        "abstract": (write(abstract).strip() if abstract else "", abstract_file),
    }


def _named(record: Record) -> tuple[str, ...]:
    """The authors of a record that names them."""
    return () if all(text.fold(name) in _NOBODY for name in record.authors) else record.authors


def _links(found: Iterable[Link]) -> tuple[Link, ...]:
    """Each address once and each identifier once, the first of them."""
    kept: dict[object, Link] = {}
    for link in found:
        kind, value = links.identifier(link)
        kept.setdefault((kind, value, link.rel) if kind else link.url.rstrip("/"), link)
    return tuple(kept.values())


def _provenance(seeds: Sequence[Record]) -> tuple[Source, ...]:
    found = {Source(record.provenance.file, record.provenance.sha256) for record in seeds}
    return tuple(sorted(found, key=lambda source: (source.file, source.sha256)))


def _present(value: object) -> bool:
    return value is not None and value not in ("", ())

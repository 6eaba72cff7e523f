"""Library -> papers.ris of a small collection, for reference managers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator import markup
from generator.exports._characters import clean
from generator.exports._citation import citation
from generator.exports._facts import SMALL, citable, published
from generator.exports._names import Name
from generator.model import Config, Library, Output, Page, Paper

_TYPES = {"conference": "CPAPER", "journal": "JOUR", "preprint": "UNPB"}


def outputs(library: Library, config: Config, pages: Sequence[Page]) -> Iterator[Output]:  # noqa: ARG001
    """One file of the papers whose title is given or curated."""
    if len(library.papers) <= SMALL:
        records = [_record(paper, library) for paper in published(library) if citable(paper)]
        yield Output("papers.ris", "".join(records).encode())


def _record(paper: Paper, library: Library) -> str:
    cited = citation(paper)
    tags = [
        ("TY", _TYPES[cited.kind]),
        ("TI", markup.title(paper)),
        *(("AU", _name(name)) for name in cited.names),
        ("PY", str(paper.year or "")),
        ("T2", paper.venue),
        ("AB", library.abstracts[paper.id].text),
        ("DO", cited.doi),
        ("UR", cited.url),
        ("ID", paper.id),
    ]
    lines = [f"{tag}  - {' '.join(clean(value).split())}" for tag, value in tags if value.strip()]
    # Readers take LF for the format's CR LF, and no file of a site has a CR; "ER" has its space.
    return "\n".join([*lines, "ER  - ", "", ""])


def _name(name: Name) -> str:
    """Family, given, suffix; a whole name has no comma of its own, which would cut it."""
    if name.whole:
        return name.family.replace(",", "")
    return ", ".join(part for part in (f"{name.particle} {name.family}".strip(), name.given, name.suffix) if part)

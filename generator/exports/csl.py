"""Library -> papers.csl.json of a small collection (CSL-JSON 1.0), for citation processors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator import markup
from generator.exports._characters import json_line
from generator.exports._citation import citation
from generator.exports._facts import SMALL, citable, published
from generator.exports._names import Name
from generator.model import Config, Library, Output, Page, Paper

_TYPES = {"conference": "paper-conference", "journal": "article-journal", "preprint": "article"}


def outputs(library: Library, config: Config, pages: Sequence[Page]) -> Iterator[Output]:  # noqa: ARG001
    """One array, an item a line, of the papers whose title is given or curated."""
    if len(library.papers) <= SMALL:
        items = [json_line(_item(paper, library)) for paper in published(library) if citable(paper)]
        yield Output("papers.csl.json", ("[\n" + ",\n".join(items) + "\n]\n").encode())


def _item(paper: Paper, library: Library) -> dict[str, object]:
    cited = citation(paper)
    item: dict[str, object] = {
        "id": paper.id,
        "type": _TYPES[cited.kind],
        "title": markup.title(paper),
        "author": [_name(name) for name in cited.names],
        "container-title": paper.venue,
        "abstract": library.abstracts[paper.id].text,
        "DOI": cited.doi,
        "URL": cited.url,
    }
    if paper.year:
        item["issued"] = {"date-parts": [[paper.year]]}
    return {key: value for key, value in item.items() if value}


def _name(name: Name) -> dict[str, str]:
    if name.whole:
        return {"literal": name.family}
    parts = (("given", name.given), ("non-dropping-particle", name.particle), ("suffix", name.suffix))
    return {"family": name.family, **{key: part for key, part in parts if part}}

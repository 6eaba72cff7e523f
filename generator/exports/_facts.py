"""Paper -> the facts that several exports say in the same words."""

from __future__ import annotations

from generator.model import Library, Paper

# Above this many papers a site keeps only what is asked for most, since hosts limit the number of files: no twins, no
# citation file a paper.
SMALL = 10_000


def published(library: Library) -> list[Paper]:
    """The papers that programs may know of, oldest first: a withdrawn one keeps its page and leaves the exports."""
    return [paper for paper in library.papers if paper.status == "published"]


def citable(paper: Paper) -> bool:
    """Whether a citation may name the paper: a derived title must never be taken for the real one."""
    return bool(paper.title) and paper.title_source != "derived"

"""Library -> the papers that say where their code is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator import links
from generator.model import Entry, Page, Paper, Shell
from generator.pages._setting import Setting, shell, spoken


@dataclass(frozen=True, slots=True)
class CodeView:
    """`rows` holds (paper, its code links as (url, text)), newest paper first."""

    shell: Shell
    rows: tuple[tuple[Entry, tuple[tuple[str, str], ...]], ...]


def pages(found: Setting) -> Iterator[Page]:
    """code/, where any paper has code."""
    papers = found.library.with_code
    if papers:
        rows = tuple((found.entries[paper.id], _code(paper)) for paper in reversed(papers))
        yield Page(links.CODE, "code.html", CodeView(shell(found, links.CODE, "code"), rows))


def _code(paper: Paper) -> tuple[tuple[str, str], ...]:
    return tuple((link.url, spoken(link.url)) for link in paper.links if link.rel == "code")

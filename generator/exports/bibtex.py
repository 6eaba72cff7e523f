r"""Library -> papers.bib, and cite.bib beside each paper's page of a small collection (BibTeX, UTF-8).

Text is escaped for LaTeX, math stays math, and braces balance in every field: one that does not would hide
all later entries. Addresses stand as they are, as \url and biblatex read them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from generator import links, markup
from generator.exports._characters import clean
from generator.exports._citation import citation
from generator.exports._facts import SMALL, citable, published
from generator.exports._names import Name
from generator.markup import math
from generator.model import Config, Library, Output, Page, Paper

_SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}", "{": r"\textbraceleft{}", "}": r"\textbraceright{}", "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}", **{letter: "\\" + letter for letter in "&%$#_"},
    }
)  # fmt: skip
_SPECIAL_LETTER = re.compile(r"[\\{}~^&%$#_]")
# Without one of these a title holds neither math nor emphasis.
_MARKS = re.compile(r"[$\\*]")
_IN_ADDRESS = {ord(letter): f"%{ord(letter):02X}" for letter in '{}\\ "<>'}
_TYPES = {"conference": ("inproceedings", "booktitle"), "journal": ("article", "journal"), "preprint": ("misc", "note")}


def outputs(library: Library, config: Config, pages: Sequence[Page]) -> Iterator[Output]:  # noqa: ARG001
    """Only papers whose title is given or curated; the key is the id, which never changes."""
    entries = [(paper, _entry(paper)) for paper in published(library) if citable(paper)]
    yield Output("papers.bib", "".join(entry for _, entry in entries).encode())
    if len(library.papers) <= SMALL:
        for paper, entry in entries:
            yield Output(f"{links.paper(paper.slug)}cite.bib", entry.encode())


def _entry(paper: Paper) -> str:
    cited = citation(paper)
    kind, container = _TYPES[cited.kind]
    fields = {
        "author": " and ".join(_name(name) for name in cited.names),
        # The second pair of braces keeps the capitals of names that no style can know.
        "title": f"{{{_title(paper.title)}}}",
        "year": str(paper.year or ""),
        # "arXiv cs.CL" says no more than the identifier.
        container: "" if cited.kind == "preprint" and cited.arxiv else _latex(paper.venue),
        "doi": _address(cited.doi),
        "eprint": _address(cited.arxiv),
        "eprinttype": "arxiv" if cited.arxiv else "",
        # The address says nothing that these identifiers do not.
        "url": "" if cited.doi or cited.arxiv else _address(cited.url),
    }
    # Without a space: at 300 bytes an entry, papers.bib of 100,000 papers is 30 MB.
    lines = ",\n".join(f"{key}={{{value}}}" for key, value in fields.items() if value)
    return f"@{kind}{{{paper.id},\n{lines}}}\n"


def _name(name: Name) -> str:
    if name.whole:
        return f"{{{_latex(name.family)}}}"
    family = _latex(name.family)
    if any(word[:1].islower() for word in name.family.split(" ")[:-1]):
        # BibTeX takes the last lower-case word for the end of the particles: "de la {Sample y Specimen}".
        family = f"{{{family}}}"
    others = [_latex(part) for part in (name.suffix, name.given) if part]
    return ", ".join([f"{name.particle} {family}".strip(), *others])


def _title(text: str) -> str:
    """A title as LaTeX: math whose braces balance stays as it is, all else is shown as its reader sees it."""
    line = " ".join(clean(text).split())
    if not _MARKS.search(line):
        return _latex(line)
    pieces, start = [], 0
    for span in math.find(line):
        if _balanced(span.tex):
            pieces += [_words(line[start : span.start]), line[span.start : span.end]]
            start = span.end
    return "".join([*pieces, _words(line[start:])])


def _words(text: str) -> str:
    """A piece of a title without math; its outer spaces part it from the math beside it."""
    shown = _latex(markup.readable(text))
    return f"{' ' * text.startswith(' ')}{shown}{' ' * text.endswith(' ')}" if shown else text


def _latex(text: str) -> str:
    """`text` on one line of LaTeX that shows it letter by letter."""
    line = " ".join(clean(text).split())
    return line.translate(_SPECIAL) if _SPECIAL_LETTER.search(line) else line


def _balanced(text: str) -> bool:
    """Whether braces balance as BibTeX counts them: a backslash before one changes nothing."""
    depth = 0
    for brace in re.findall("[{}]", text):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def _address(text: str) -> str:
    # An address has no white space (RFC 3986), whatever a hand wrote.
    return "".join(clean(text).split()).translate(_IN_ADDRESS)

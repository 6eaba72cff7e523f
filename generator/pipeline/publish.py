"""Content -> the outputs of site/: library, pages, exports and search, in this order."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

from jinja2 import Environment

from generator import exports, library, markup, pages, render, search, text
from generator.errors import InputError
from generator.model import Abstract, Config, Content, Library, Notice, Output, Page, Paper
from generator.pipeline.run import Run, key

# Characters of an abstract that stand for a title where there is none.
_OPENING = 80
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]")


# A command of TeX among words, which nobody could read.
_COMMAND = re.compile(r"\\[A-Za-z]{2,}")


def publish(project: Path, config: Config, content: Content, run: Run) -> tuple[list[Output], list[Notice]]:
    """Every file of the site but the list of what Incipit wrote, which `store` keeps; and a warning for each paper
    that shows TeX as it is written.
    """
    for paper in content.papers:
        if not (paper.id and paper.first_seen):
            raise InputError(
                "has no id or first_seen yet",
                "run `incipit build` or `incipit ingest`",
                file=f"content/papers/{paper.slug}.md",
            )
    # The preview publishes many times in one process, and templates change between.
    _environment.cache_clear()
    shown = abstracts(content.papers, run)
    with run.stage("library"):
        papers = [_headed(_clean(paper), shown[paper.id]) for paper in content.papers]
        collection = library.build(papers, content.topics, content.receipts, shown)
    with run.stage("search"):
        found = list(search.outputs(collection))
        assets, outputs = render.assets(project)
        assets["search-index"] = search.index_path(found)
        outputs += found
    with run.stage("pages"):
        made = list(pages.pages(collection, config, assets))
    outputs += run.map("render", partial(_render, project, config), made)
    with run.stage("exports"):
        outputs += exports.outputs(collection, config, made)
    with run.stage("render"):
        outputs.append(_summary(collection, made, outputs))
    return outputs, [notice for paper in content.papers for notice in _unread(paper, shown[paper.id])]


def abstracts(papers: Sequence[Paper], run: Run) -> Mapping[str, Abstract]:
    """Every paper's abstract as it is shown, by the paper's id."""
    keys = [key(paper.abstract) for paper in papers]
    rendered = run.cached("markup", markup.render, {k: p.abstract for k, p in zip(keys, papers, strict=True)})
    return {paper.id: rendered[found] for paper, found in zip(papers, keys, strict=True)}


def _unread(paper: Paper, abstract: Abstract) -> list[Notice]:
    """What of `abstract` no reader can read: formulas that stand as code, and commands outside formulas."""
    if "\\" not in abstract.text and not abstract.unknown:
        return []
    found = _COMMAND.search(abstract.text)
    written = abstract.unknown[0] if abstract.unknown else found.group() if found else ""
    message = f"TeX is shown as it is written: {written}; correct the page, or its source"
    return [Notice(f"content/papers/{paper.slug}.md", 0, message)] if written else []


def _clean(paper: Paper) -> Paper:
    """A paper whose facts are not blank and hold no character that HTML and XML forbid (XML 1.0, production Char)."""
    facts = (paper.title, paper.name, paper.venue, *paper.authors)
    if not _FORBIDDEN.search("".join(facts)) and not any(map(str.isspace, facts)):
        return paper
    title, name, venue, *authors = (_FORBIDDEN.sub("", fact).strip() for fact in facts)
    return replace(paper, title=title, name=name, venue=venue, authors=tuple(filter(None, authors)))


def _headed(paper: Paper, abstract: Abstract) -> Paper:
    """A paper without title, which a person deleted, stands under its first words."""
    opening = " ".join(abstract.text.split())
    if paper.title or not opening:
        return paper
    return replace(paper, title=text.excerpt(opening, _OPENING), title_source="derived")


def _render(project: Path, config: Config, page: Page) -> Output:
    return render.render(_environment(project, config), page)


@lru_cache(maxsize=1)
def _environment(project: Path, config: Config) -> Environment:
    """Templates are compiled once in each process of a run."""
    return render.environment(project, config)


def _summary(collection: Library, made: Sequence[Page], outputs: Sequence[Output]) -> Output:
    """build.json: counts, and one hash over all other files, so that two builds compare at a glance."""
    whole = hashlib.sha256()
    for output in sorted(outputs, key=lambda output: output.path):
        whole.update(f"{hashlib.sha256(output.content).hexdigest()} {output.path}\n".encode())
    counts = {
        "papers": len(collection.papers),
        "topics": len(collection.topics),
        "pages": len(made),
        "files": len(outputs) + 1,
        "sha256": whole.hexdigest(),
    }
    return Output("build.json", (json.dumps(counts, indent=1) + "\n").encode())

"""Library -> redirects: old addresses of papers and topics, and merged papers, lead to where the paper is now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from generator import links
from generator.model import Library, Page, Paper, Shell
from generator.pages._setting import Setting, marked, shell


@dataclass(frozen=True, slots=True)
class RedirectView:
    """`target` is the site path, `title` what stands there; the shell's canonical URL is the target's."""

    shell: Shell
    target: str
    title: str


def pages(found: Setting) -> Iterator[Page]:
    """A page for every alias that no paper or topic answers itself, and for every merged paper."""
    library = found.library
    papers = {paper.id: paper for paper in (*library.papers, *library.retired)}
    answered = {paper.slug for paper in papers.values() if paper.status != "merged"}
    for paper in papers.values():
        target = final(paper, papers)
        if target.status == "merged":
            continue
        for slug in (paper.slug, *paper.aliases):
            if slug not in answered:
                answered.add(slug)
                path = links.paper(target.slug)
                # Of a paper that is gone nothing but its address may be known.
                title = marked(target)[0] if target.title else path
                yield _page(found, links.paper(slug), path, title, "papers")
    yield from _topics(found, library)


def final(paper: Paper, papers: Mapping[str, Paper]) -> Paper:
    """The paper that `paper` became, through any number of merges."""
    seen = {paper.id}
    while paper.status == "merged" and paper.into in papers and paper.into not in seen:
        paper = papers[paper.into]
        seen.add(paper.id)
    return paper


def _topics(found: Setting, library: Library) -> Iterator[Page]:
    answered = {topic.slug for topic in library.topics}
    for topic in library.topics:
        for alias in topic.aliases:
            if alias not in answered:
                answered.add(alias)
                yield _page(found, links.topic(alias), links.topic(topic.slug), topic.title, "topics")


def _page(found: Setting, path: str, target: str, title: str, section: str) -> Page:
    plain = replace(shell(found, path, section), canonical=links.absolute(found.config, target))
    return Page(path, "redirect.html", RedirectView(plain, target, title), listed=False)

"""Library -> llms.txt (llmstxt.org): where a language model finds what the site holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from generator import links
from generator.exports._characters import clean
from generator.exports._facts import SMALL, citable, published
from generator.model import Config, Library, Output, Page

_SYNTAX = re.compile(r"([\\`*_\[\]<>#])")


def outputs(library: Library, config: Config, pages: Sequence[Page]) -> Iterator[Output]:  # noqa: ARG001
    """One Markdown file; papers are named by the files that list them, since there may be a hundred thousand."""
    papers = published(library)
    lines = [f"# {_plain(config.title)}", ""]
    if config.description:
        lines += [f"> {_plain(config.description)}", ""]
    lines += ["Papers, each with its abstract. A title in square brackets was derived from the abstract:"]
    lines += ["it is not the paper's own, and `title_source` says so.", "", "## Papers", ""]
    listed = [
        ("papers.jsonl", "papers.jsonl", "every paper with all facts and its abstract, one JSON object a line"),
        ("All papers", links.PAPERS, "the list for people, newest first"),
        ("feed.json", links.feed("feed.json"), "the newest papers as JSON Feed"),
    ]
    if any(citable(paper) for paper in papers):
        listed.append(("papers.bib", "papers.bib", "BibTeX of the papers whose title is known"))
    lines += [_item(config, *item) for item in listed]
    if len(library.papers) <= SMALL:
        lines += ["", f"Each paper's page `{config.url}papers/<slug>/` has a Markdown twin, `index.md`, beside it."]
    if library.topics:
        lines += ["", "## Topics", ""]
        lines += [_item(config, topic.title, links.topic(topic.slug), topic.description) for topic in library.topics]
    lines += ["", "## Optional", "", _item(config, "About", links.ABOUT, "how the list was made"), ""]
    yield Output("llms.txt", "\n".join(lines).encode())


def _item(config: Config, title: str, path: str, note: str) -> str:
    return f"- [{_plain(title)}]({links.absolute(config, path)})" + (f": {_plain(note)}" if note else "")


def _plain(text: str) -> str:
    """`text` on one line as Markdown that shows it letter by letter."""
    return _SYNTAX.sub(r"\\\1", " ".join(clean(text).split()))

"""Nothing -> .nojekyll: GitHub Pages serves the files as they are, those beginning with "_" too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.model import Config, Library, Output, Page


def outputs(library: Library, config: Config, pages: Sequence[Page]) -> Iterator[Output]:  # noqa: ARG001
    """One empty file."""
    yield Output(".nojekyll", b"")

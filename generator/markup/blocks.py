"""Blocks of Markdown that the library reads otherwise: fenced code, and definitions of links."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, SubElement

from markdown.blockprocessors import BlockProcessor, ReferenceProcessor
from markdown.util import AtomicString, code_escape

_FENCE = re.compile(r"^ {0,3}(?P<mark>`{3,}(?=[^`\n]*$)|~{3,}).*\n?", re.MULTILINE)


class FencedCode(BlockProcessor):
    """Code between two lines of ticks or tildes, blank lines and all; to the end where the second is missing.

    Rules: CommonMark 0.31, 4.5.
    """

    def test(self, parent: Element, block: str) -> bool:  # noqa: ARG002, D102  the library's method
        return _FENCE.search(block) is not None

    def run(self, parent: Element, blocks: list[str]) -> None:  # noqa: D102  the library's method
        before, opening, text = _parted(blocks.pop(0), _FENCE)
        line = opening.strip()
        mark = line[: len(line) - len(line.lstrip(line[0]))]
        closing = re.compile(rf"^ {{0,3}}{mark}{mark[0]}*[ ]*$\n?", re.MULTILINE)
        code = []
        while True:
            inside, closed, after = _parted(text, closing)
            code.append(inside)
            if closed or not blocks:
                break
            text = blocks.pop(0)
        if before.strip():
            self.parser.parseBlocks(parent, [before.rstrip("\n")])
        element = SubElement(SubElement(parent, "pre"), "code")
        element.text = AtomicString(code_escape("\n\n".join(code)))
        if after.strip():
            blocks.insert(0, after)


def _parted(text: str, line: re.Pattern[str]) -> tuple[str, str, str]:
    """`text` before the first such line, the line, and what follows; the whole, "" and "" where there is none."""
    found = line.search(text)
    return (text[: found.start()], found.group(), text[found.end() :]) if found else (text, "", "")


class Definitions(ReferenceProcessor):
    """`[label]: address` where it is one; a note (`[^1]: See below.`) is text, or its words would vanish."""

    RE = re.compile(
        r"^[ ]{0,3}\[(?!\^)([^\[\]]*)\]:[ ]*(?:\n[ ]*)?(?=<|[^\s/:#@]*[/:#@]|[^\s.]*\.[^\s.])([^\s]+)[ ]*"
        r"(?:\n[ ]*)?((?:([\"'])(.*)\4[ ]*|\((.*)\)[ ]*))?$",
        re.MULTILINE,
    )

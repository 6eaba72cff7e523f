"""The rules of repair, in the order in which they are tried."""

from __future__ import annotations

import re

from generator.repair import characters, delimiters, tags, tex, words
from generator.repair.edit import Rule

RULES = (
    Rule("placeholder", words.PLACEHOLDER, words.placeholder, fields=("abstract",)),
    Rule("mojibake", characters.MOJIBAKE, characters.mojibake),
    Rule("line-break-hyphen", words.HYPHEN, words.hyphen),
    Rule("control-character", characters.CONTROL, characters.control),
    Rule("invisible-character", characters.INVISIBLE, characters.invisible),
    Rule("ligature", characters.LIGATURE, characters.ligature),
    Rule("composed-letter", characters.COMPOSABLE, characters.compose),
    Rule("label", words.LABEL, words.label, fields=("abstract",)),
    Rule("xml-math", tags.TAG, tags.tex_math),
    Rule("xml-script", tags.TAG, tags.script),
    Rule("xml-line-break", tags.TAG, tags.line_break),
    Rule("xml-tag", tags.TAG, tags.tag),
    Rule("html-entity", characters.ENTITY, characters.entity),
    Rule("math-delimiter", tex.BACKSLASH, delimiters.delimiter, math=True),
    Rule("tex-link", tex.LINK, tex.link, math=True),
    Rule("tex-citation", tex.BACKSLASH, tex.citation),
    Rule("tex-command", tex.BACKSLASH, tex.command),
    Rule("tex-accent", tex.BACKSLASH, tex.accent),
    Rule("tex-symbol", tex.BACKSLASH, tex.symbol),
    Rule("tex-line-break", tex.BACKSLASH, tex.line_break),
    Rule("tex-escape", tex.BACKSLASH, tex.escaped),
    Rule("dollar", re.compile(r"\\\$"), delimiters.dollar, math=True),
    Rule("tex-quote", tex.QUOTE, tex.quote),
    Rule("tex-dash", tex.DASH, tex.dash),
    Rule("tex-tie", tex.TILDE, tex.tie),
    Rule("acronym-bold", words.ACRONYM, words.acronym),
    Rule("white-space", words.SPACE, words.space),
)

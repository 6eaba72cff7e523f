"""The rules of repair, in the order in which they are tried."""

from __future__ import annotations

from generator.repair import characters, commands, delimiters, labels, symbols, tags, typography, words
from generator.repair.edit import Rule


def _backslash(text: str) -> bool:
    return "\\" in text


def _wide(text: str) -> bool:
    return not text.isascii()


def _angle(text: str) -> bool:
    return "<" in text


def _control(text: str) -> bool:
    return not text.isprintable()


RULES = (
    Rule("placeholder", lambda text: len(text) < labels.LONGEST_PLACEHOLDER, labels.placeholder, fields=("abstract",)),
    Rule("mojibake", _wide, characters.mojibake),
    Rule("line-break-hyphen", words.may_break, words.hyphen),
    Rule("control-character", _control, characters.control),
    Rule("invisible-character", _control, characters.invisible),
    Rule("ligature", _wide, characters.ligature),
    Rule("composed-letter", _wide, characters.compose),
    Rule("label", labels.may_stand, labels.label, fields=("abstract",)),
    Rule("xml-math", _angle, tags.tex_math, sees="urls"),
    Rule("xml-script", lambda text: "<" in text or "\\text" in text, tags.script),
    Rule("xml-line-break", _angle, tags.line_break),
    Rule("xml-tag", _angle, tags.tag, sees="urls"),
    Rule("html-entity", lambda text: "&" in text, characters.entity, sees="urls"),
    Rule("math-delimiter", _backslash, delimiters.delimiter, sees="all"),
    Rule("tex-link", lambda text: "\\href" in text, commands.link, sees="urls"),
    Rule("double-link", lambda text: "](" in text, words.double_link, sees="urls"),
    Rule("tex-citation", _backslash, commands.citation),
    Rule("tex-command", _backslash, commands.command),
    Rule("tex-list", _backslash, commands.listing),
    Rule("tex-abbreviation", _backslash, commands.abbreviation),
    Rule("tex-accent", _backslash, symbols.accent),
    Rule("tex-symbol", _backslash, symbols.symbol),
    Rule("tex-line-break", _backslash, typography.line_break),
    Rule("tex-escape", lambda text: "\\" in text or "{" in text, typography.escaped),
    Rule("dollar", lambda text: "\\$" in text, delimiters.dollar, sees="all"),
    Rule("tex-quote", lambda text: "`" in text or "''" in text, typography.quote),
    Rule("tex-dash", lambda text: "--" in text, typography.dash),
    Rule("tex-tie", lambda text: "~" in text, typography.tie),
    Rule("underscore-emphasis", lambda text: "_" in text, words.underscored),
    Rule("acronym-bold", lambda text: "*" in text, words.acronym),
    Rule("white-space", lambda text: _control(text) or text[0].isspace() or text[-1].isspace(), words.space),
)

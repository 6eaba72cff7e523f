"""Markdown and TeX <-> text: what a page holds, and what its reader sees."""

from generator.markup.renderer import render
from generator.markup.titles import inline, marked, readable, title
from generator.markup.writer import write

__all__ = ["inline", "marked", "readable", "render", "title", "write"]

"""Incipit: plain lists of paper abstracts -> a permanent, searchable, subscribable website."""

__version__ = "0.1.0"

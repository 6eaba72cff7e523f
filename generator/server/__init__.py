"""site/ -> a preview on this machine that follows every saved change."""

from generator.server.preview import serve

__all__ = ["serve"]

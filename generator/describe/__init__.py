"""An abstract's plain text -> Description: its own name, derived titles, links and topics."""

from __future__ import annotations

from generator.describe import links, name, title, topics
from generator.describe._claims import claims
from generator.describe.topics import Matcher, matcher
from generator.model import Description

__all__ = ["Matcher", "describe", "matcher"]


def describe(text: str, matcher: Matcher, *, titled: bool = False) -> Description:
    """What the abstract `text` says about itself, each fact in its own words; no titles when it is `titled`."""
    claimed = claims(text)
    found = name.find(text, claimed)
    return Description(
        titles=() if titled else title.find(text, found, claimed),
        name=found,
        links=links.find(text),
        topics=topics.find(text, matcher),
    )

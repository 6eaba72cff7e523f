"""Topic <-> content/topics/<slug>.md, and the topics that records were given by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import cast

from generator import links, text
from generator.content import front_matter
from generator.content.paper import LONGEST_SLUG, SLUG, slug_of
from generator.errors import InputError
from generator.model import Topic

KEYS = ("title", "description", "terms", "aliases")
# Names that differ only in a sign would fall onto one slug: the sign is spoken.
_SPOKEN = (("++", "-plus-plus"), ("#", "-sharp"), ("&", "-and-"), ("+", "-plus"), ("@", "-at-"), ("%", "-percent"))


def write(topic: Topic) -> bytes:
    """The page of `topic`: one key a line with a JSON value, absent keys never empty."""
    values = (topic.title, topic.description, dict(topic.terms), list(topic.aliases))
    return front_matter.write([(key, value) for key, value in zip(KEYS, values, strict=True) if value], "")


def parse(raw: bytes, file: str) -> tuple[Topic, tuple[str, ...]]:
    """The topic, and the unknown keys of its page; a body stands for an absent description.

    Raises InputError with the line of the fault.
    """
    slug = slug_of(file)
    front, body = front_matter.split(raw, file)
    values = front_matter.read_own(front)
    if values is None or not _typed(values):
        values = front_matter.read_yaml(front, file, KEYS)
    for key, convert in (("title", _text), ("description", _text), ("terms", _terms), ("aliases", _aliases)):
        try:
            values[key] = convert(values.get(key))
        except ValueError as error:
            line = front_matter.line_of(front, key)
            raise InputError(f"`{key}` must be {error}", "correct it", file=file, line=line) from None
    if not values["title"]:
        raise InputError("has no title", "add `title: …`, the topic's name for readers", file=file, line=2)
    topic = Topic(
        slug=slug,
        title=cast(str, values["title"]),
        description=cast(str, values["description"]) or body,
        terms=cast("tuple[tuple[str, int], ...]", values["terms"]),
        aliases=cast("tuple[str, ...]", values["aliases"]),
    )
    return topic, tuple(key for key in values if key not in KEYS)


def adopt(names: Iterable[str], topics: Sequence[Topic]) -> tuple[dict[str, str], tuple[Topic, ...]]:
    """Topics that sources gave by name -> the slug of each name, and the topics to be made for new ones.

    A name is a known topic's slug, alias or title, whatever its case; blank names have no entry.
    """
    slugs = {alias: topic.slug for topic in topics for alias in (*topic.aliases, topic.slug)}
    titles = {_same(topic.title): topic.slug for topic in reversed(topics)}
    found: dict[str, str] = {}
    made: list[Topic] = []
    for name in names:
        title = " ".join(name.split())
        if not title or name in found:
            continue
        slug = titles.get(_same(title)) or slugs.get(title) or slugs.get(spoken_slug(title))
        if not slug:
            slug = spoken_slug(title)
            made.append(Topic(slug=slug, title=title))
            slugs[slug] = titles[_same(title)] = slug
        found[name] = slug
    return found, tuple(made)


def spoken_slug(name: str) -> str:
    """A slug for a topic's name in which C, C++ and C# differ and which is never empty or reserved."""
    spelled = name
    for sign, word in _SPOKEN:
        spelled = spelled.replace(sign, word)
    slug = text.slugify(spelled)
    if not slug or (len(text.fold(name)) > len(slug) and not name.isascii()):
        # A script without ASCII folding, or signs alone: the code points name it.
        slug = "-".join(filter(None, [slug, *(f"{ord(sign):x}" for sign in name if not sign.isspace())][:12]))
    return f"{slug}-topic" if slug in links.RESERVED else slug


def _same(title: str) -> str:
    return " ".join(title.casefold().split())


def _typed(values: dict[str, object]) -> bool:
    terms = values.get("terms", {})
    numbers = type(terms) is dict and all(type(weight) is int for weight in terms.values())
    texts = all(type(values.get(key, "")) is str for key in ("title", "description"))
    aliases = values.get("aliases", [])
    return numbers and texts and type(aliases) is list and all(type(alias) is str for alias in aliases)


def _text(value: object) -> str:
    if value is None or isinstance(value, str):
        return " ".join((value or "").split())
    raise ValueError("a text")


def _terms(value: object) -> tuple[tuple[str, int], ...]:
    if value is None or value == "":
        return ()
    if not isinstance(value, dict):
        raise ValueError("phrases with weights, like {phrase: 3}")  # noqa: TRY004
    terms = []
    for phrase, weight in value.items():
        if isinstance(weight, str) and re.fullmatch(r"-?\d{1,3}", weight, re.ASCII):
            weight = int(weight)  # noqa: PLW2901
        if type(weight) is not int or not text.fold(phrase):
            raise ValueError(f"phrases with whole weights, like {{phrase: 3}}, found `{phrase}: {weight}`")
        terms.append((" ".join(phrase.split()), weight))
    return tuple(terms)


def _aliases(value: object) -> tuple[str, ...]:
    if value is None or value == "":
        return ()
    if not isinstance(value, list):
        raise ValueError("a list of slugs")  # noqa: TRY004
    for alias in value:
        if not isinstance(alias, str) or not SLUG.fullmatch(alias) or len(alias) > LONGEST_SLUG:
            raise ValueError(f"a list of slugs (a-z 0-9 joined by `-`), found `{alias}`")
    return tuple(dict.fromkeys(value))

"""An author as written -> the parts of the name that citation formats want, or one whole that must not be cut.

Names stand as "Given Family". Whatever is not certain stays together: a wrong cut misfiles a person.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from generator.text import CJK

# Particles are words of this list in lower case: capitalised they are part of a family or a given name.
_PARTICLES = frozenset(
    {"af", "al", "auf", "av", "bin", "bint", "da", "dal", "dalla", "de", "degli", "dei", "del", "della", "den", "der",
     "des", "di", "do", "dos", "du", "e", "el", "het", "ibn", "la", "las", "le", "lo", "los", "op", "'s", "'t", "’s",
     "’t", "te", "ten", "ter", "und", "van", "vom", "von", "y", "zu", "zum", "zur"}  # codespell:ignore te
)  # fmt: skip
# These join two family names and begin none.
_JOINING = frozenset({"e", "y", "und"})
# "Ada Van den Example": before a particle this is no given name.
_CAPITALISED = frozenset({"De", "Van", "Von"})
_SUFFIX = re.compile(r"(?:Jr|Sr|Jnr|Snr)\.?|II|III|IV", re.I)
_ORGANISATION = re.compile(
    r"(?<![\w-])(?:Academy|Agency|Association|Authors|Cent(?:er|re)|Centers|Collaboration|Collective|College|Commission|"
    r"Committee|Community|Consortium|Contributors|Corporation|Council|Department|Developers|Foundation|Group|Inc|"
    r"Initiative|Institut|Institute|Laborator(?:y|ies)|Labs?|Ltd|Ministry|Network|Office|Organi[sz]ation|Project|School|"
    r"Society|[Tt]eam|Universit(?:y|é|ät)|Universidad|Workgroup)(?![\w-])|Research$|^the\s|\s(?:&|and|for|of)\s"
)
_WRITTEN_WHOLE = re.compile(f"[{CJK}]")


@dataclass(frozen=True, slots=True)
class Name:
    """A person's name; with `given` and `particle` empty, `family` is the whole of it (a group, a single name)."""

    family: str
    given: str = ""
    particle: str = ""
    suffix: str = ""

    @property
    def whole(self) -> bool:
        """Whether the name is one piece."""
        return not self.given and not self.particle


@lru_cache(maxsize=65_536)
def parse(written: str) -> Name:
    """The parts of an author's name, written "Given Family", "Family, Given" or "Family, Jr., Given"."""
    name = " ".join(written.split())
    if _ORGANISATION.search(name) or _WRITTEN_WHOLE.search(name):
        return Name(name)
    match [piece.strip() for piece in name.split(",")]:
        case [ordered] if ordered:
            return _in_order(ordered.split(" "))
        case [ordered, suffix] if " " in ordered and _SUFFIX.fullmatch(suffix):
            return _in_order([*ordered.split(" "), suffix])
        case [family, given] if family and given and not _SUFFIX.fullmatch(given):
            return _inverted(family.split(" "), given)
        case [family, suffix, given] if family and given and _SUFFIX.fullmatch(suffix):
            return _inverted(family.split(" "), given, suffix)
    return Name(name)


def _in_order(words: list[str]) -> Name:
    """Given names, particles, family names, suffix."""
    # The last word of two is a family name, whatever it looks like.
    suffix = words.pop() if words[2:] and _SUFFIX.fullmatch(words[-1]) else ""
    if len(words) == 1:
        return Name(words[0])
    for start, word in enumerate(words[:-1]):
        if word in _PARTICLES and word not in _JOINING:
            end = _end_of_particles(words, start)
            if words[start - 1 : start] and words[start - 1] in _CAPITALISED:
                return Name(" ".join(words[start - 1 :]), " ".join(words[: start - 1]), "", suffix)
            return Name(" ".join(words[end:]), " ".join(words[:start]), " ".join(words[start:end]), suffix)
    return Name(words[-1], " ".join(words[:-1]), "", suffix)


def _inverted(family: list[str], given: str, suffix: str = "") -> Name:
    start = _end_of_particles(family, 0)
    return Name(" ".join(family[start:]), given, " ".join(family[:start]), suffix)


def _end_of_particles(words: list[str], start: int) -> int:
    """Where the particles that begin at `start` end: at least the last word is family."""
    end = start
    while end < len(words) - 1 and words[end] in _PARTICLES:
        end += 1
    return end

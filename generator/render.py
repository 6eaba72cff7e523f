"""Page -> Output: templates and static files of the theme become the site's files; alone knows Jinja."""

from __future__ import annotations

import hashlib
import posixpath
import re
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError, TemplateSyntaxError

from generator import links
from generator.errors import InputError, MachineError
from generator.model import Config, Output, Page

_PACKAGE = Path(__file__).parent
# Third-party files for browsers, which the build of the package fetches; the name under which templates ask for one.
_BROWSER = _PACKAGE / "browser"
_NEEDED = {"lunr.min.js": "lunr.js"}
# The preview's own script is served by the preview alone.
_PREVIEW = frozenset(["reload.js"])
_CSS_URL = re.compile(r"""url\(\s*["']?(?![a-z]+:|#|/)([^"')]+)["']?\s*\)""")
_JS_IMPORT = re.compile(r"""(?<=["'])(\.{1,2}/[\w./-]+\.js)(?=["'])""")
_FONT_FACE = re.compile(r"@font-face\s*\{[^}]*\}\s*")


def theme(part: str) -> Path:
    """The shipped theme's `part` ("templates" or "static"): inside the package, or beside it in a checkout."""
    packed = _PACKAGE / "theme" / part
    return packed if packed.is_dir() else _PACKAGE.parent / part


def assets(project: Path) -> tuple[dict[str, str], list[Output]]:
    """Static files by name ("style.css") -> site path with a hash of the content ("assets/style.1f2e3d4c.css").

    The project's static/ overrides the theme's file by file. Raises MachineError when a browser file is missing.
    """
    found = _static(project)
    published = _Published(found)
    for name in sorted(found):
        published.add(name)
    paths = {_NEEDED.get(name, name): path for name, path in published.paths.items()}
    return paths, [Output(path, published.content[path]) for path in sorted(published.content)]


def _static(project: Path) -> dict[str, Path]:
    missing = [name for name in _NEEDED if not (_BROWSER / name).is_file()]
    if missing:
        raise MachineError(
            f"the installation lacks {missing[0]}, which search needs", "reinstall Incipit (in a checkout: `make site`)"
        )
    browser = (path for path in sorted(_BROWSER.rglob("*")) if path.suffix in (".js", ".woff2"))
    found = {path.relative_to(_BROWSER).as_posix(): path for path in browser}
    for folder in (theme("static"), project / "static"):
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_file() and name not in _PREVIEW and not any(part.startswith(".") for part in name.split("/")):
                found[name] = path
    return found


class _Published:
    """Files under their published names; a file that names others is hashed after them, since it changes with them."""

    def __init__(self, found: Mapping[str, Path]) -> None:
        self.found = found
        self.paths: dict[str, str] = {}
        self.content: dict[str, bytes] = {}
        self._open: list[str] = []

    def add(self, name: str) -> str:
        """The site path of `name`, published now if it was not yet."""
        if name in self.paths:
            return self.paths[name]
        if name in self._open:
            raise InputError("scripts import each other in a ring", "break the ring", file=f"static/{name}")
        self._open.append(name)
        content = _read(self.found[name], f"static/{name}")
        if name.endswith(".css"):
            source = _decoded(content, f"static/{name}")
            content = self._rewritten(name, _CSS_URL, "url({})", self._without_missing_fonts(name, source))
        elif name.endswith(".js"):
            content = self._rewritten(name, _JS_IMPORT, "{}", _decoded(content, f"static/{name}"))
        stem, suffix = posixpath.splitext(name)
        path = f"assets/{stem}.{hashlib.sha256(content).hexdigest()[:8]}{suffix}"
        self.paths[name] = path
        self.content[path] = content
        self._open.pop()
        return path

    def _target(self, name: str, reference: str) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(name), reference))

    def _rewritten(self, name: str, pattern: re.Pattern[str], form: str, source: str) -> bytes:
        def replaced(match: re.Match[str]) -> str:
            target = self._target(name, match.group(1))
            if target not in self.found:
                return match.group()
            way = posixpath.relpath(self.add(target), posixpath.dirname(f"assets/{name}"))
            return form.format(way if way.startswith(".") or form != "{}" else f"./{way}")

        return pattern.sub(replaced, source).encode()

    def _without_missing_fonts(self, name: str, source: str) -> str:
        """Without the rules of fonts that are not installed: the reader's own serif then stands in."""

        def kept(rule: re.Match[str]) -> str:
            targets = (self._target(name, url) for url in _CSS_URL.findall(rule.group()))
            return rule.group() if all(target in self.found for target in targets) else ""

        return _FONT_FACE.sub(kept, source)


def _read(path: Path, file: str) -> bytes:
    """The file's bytes; an editor that saves may have taken it away since it was listed."""
    try:
        return path.read_bytes()
    except OSError as error:
        found = f"cannot be read: {error.strerror}"
        raise MachineError(found, "see that it is there and readable, then run again", file=file) from None


def _decoded(content: bytes, file: str) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError(f"is not UTF-8 (byte {error.start})", "save it as UTF-8", file=file, line=line) from None


def environment(project: Path, config: Config) -> Environment:
    """The templates of `project` over the shipped ones, with the words of the interface language."""
    folders = [project / "templates", theme("templates")]
    made = Environment(
        loader=FileSystemLoader(folders, encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals["words"] = _words(folders, config.language)
    made.filters["fill"] = _fill
    return made


def _words(folders: list[Path], language: str) -> Mapping[str, object]:
    """wording.yaml of the theme, and over it the project's, which may hold a few words only."""
    words: dict[str, object] = {}
    for folder in reversed(folders):
        if not (folder / "wording.yaml").is_file():
            continue
        source = _decoded(_read(folder / "wording.yaml", "templates/wording.yaml"), "templates/wording.yaml")
        try:
            words |= dict((yaml.safe_load(source) or {}).get(language, {}))
        except (yaml.YAMLError, AttributeError, TypeError, ValueError) as error:
            mark = getattr(error, "problem_mark", None)
            line = mark.line + 1 if mark else 0
            remedy = "write `key: words` lines below `en:` and `zh:`"
            raise InputError("is no wording", remedy, file="templates/wording.yaml", line=line) from None
    return MappingProxyType(words)


def _fill(words: str | Mapping[str, str], number: int) -> str:
    """`words` with `number` in place of "{}"; of {one, many} the fitting form."""
    form = words if isinstance(words, str) else words["one" if number == 1 else "many"]
    return form.replace("{}", f"{number:,}")


def render(made: Environment, page: Page) -> Output:
    """The page's HTML; a template gets `view`, and from it `shell` and `root`. Faults name the template's line."""
    try:
        shell = page.view.shell  # type: ignore[attr-defined]  # every view has one
        html = made.get_template(page.template).render(view=page.view, shell=shell, root=shell.root)
    except TemplateSyntaxError as error:
        raise _fault(str(error.message), error.name or page.template, error.lineno) from None
    except UnicodeDecodeError as error:
        raise _fault(f"is not UTF-8 (byte {error.start})", page.template, 0) from None
    except RecursionError:
        raise _fault("a template includes or extends itself", page.template, 0) from None
    except (TemplateError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        name, line = _place(error, page.template)
        found = f"there is no template {error}" if type(error).__name__ == "TemplateNotFound" else str(error)
        raise _fault(found, name, line) from None
    except OSError as error:
        file = f"templates/{Path(error.filename or page.template).name}"
        remedy = "see that it is there and readable, then run again"
        raise MachineError(f"cannot be read: {error.strerror}", remedy, file=file) from None
    return Output(links.file(page.path), html.encode())


def _fault(found: str, name: str, line: int) -> InputError:
    return InputError(found, "correct the template", file=f"templates/{name}", line=line)


def _place(error: Exception, template: str) -> tuple[str, int]:
    """The innermost template line of a fault: Jinja rewrites tracebacks so that they name templates."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.endswith(".html")]
    return (Path(frames[-1].filename).name, frames[-1].lineno or 0) if frames else (template, 0)

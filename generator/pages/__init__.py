"""Library -> Pages: every module here is one page type with its own view and its template."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping

from generator.model import Config, Library, Page
from generator.pages._setting import setting


def pages(library: Library, config: Config, assets: Mapping[str, str]) -> Iterator[Page]:
    """Every page of the site; `assets` maps names ("style.css") to site paths.

    A page type is a module here, found by its name, with `pages(found: Setting) -> Iterator[Page]`.
    """
    found = setting(library, config, assets)
    for module in sorted(module.name for module in pkgutil.iter_modules(__path__)):
        if not module.startswith("_"):
            yield from importlib.import_module(f"{__name__}.{module}").pages(found)

"""Templates and static files of the theme and of a project over it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from generator import render
from generator.errors import InputError, MachineError
from generator.model import Config, Page, Shell

CONFIG = Config(title="T")
SHELL = Shell("x/", "../", "http://localhost/x/", "en", "T", "", "assets/s.css", "assets/i.svg", ())


@dataclass(frozen=True, slots=True)
class View:
    shell: Shell
    text: str = "<b>&"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def rendered(project: Path, template: str, path: str = "x/") -> str:
    write(project / "templates" / "own.html", template)
    output = render.render(render.environment(project, CONFIG), Page(path, "own.html", View(SHELL)))
    return output.content.decode("utf-8")


@pytest.fixture(autouse=True)
def browser(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Third-party browser files as an installation holds them."""
    folder = tmp_path_factory.mktemp("browser")
    write(folder / "lunr.min.js", "lunr")
    write(folder / "fonts/crimson-pro-latin-400-normal.woff2", "font")
    monkeypatch.setattr(render, "_BROWSER", folder)
    return folder


def test_a_page_is_written_where_its_path_answers(tmp_path: Path) -> None:
    write(tmp_path / "templates/own.html", "{{ root }}{{ view.shell.site }}")
    environment = render.environment(tmp_path, CONFIG)
    for path, file in (("x/", "x/index.html"), ("", "index.html"), ("404.html", "404.html")):
        output = render.render(environment, Page(path, "own.html", View(SHELL)))
        assert (output.path, output.content) == (file, b"../T")


def test_text_is_escaped_whatever_the_template_is_called(tmp_path: Path) -> None:
    write(tmp_path / "templates/own.txt", "{{ view.text }}")
    output = render.render(render.environment(tmp_path, CONFIG), Page("x/", "own.txt", View(SHELL)))
    assert output.content == b"&lt;b&gt;&amp;"


def test_a_projects_template_stands_in_for_the_shipped_one(tmp_path: Path) -> None:
    write(tmp_path / "templates/redirect.html", "mine")
    output = render.render(render.environment(tmp_path, CONFIG), Page("x/", "redirect.html", View(SHELL)))
    assert output.content == b"mine"


@pytest.mark.parametrize(
    ("template", "line"),
    [
        ("one\n{% if %}", 2),
        ("one\ntwo\n{{ view.nothing }}", 3),
        ("{{ words.nothing }}", 1),
        ("a\n{{ 1 + view.text }}", 2),
        ("a\n{{ 1 / 0 }}", 2),
        ("{% extends 'nowhere.html' %}", 1),
        ("a\n{% include 'nowhere.html' %}", 2),
        ("a\n{{ view.text|nofilter }}", 2),
    ],
)
def test_a_fault_names_the_template_and_its_line(tmp_path: Path, template: str, line: int) -> None:
    with pytest.raises(InputError) as caught:
        rendered(tmp_path, template)
    assert (caught.value.file, caught.value.line) == ("templates/own.html", line)
    assert "\n" not in str(caught.value)


def test_a_fault_in_a_template_of_a_template_names_that_one(tmp_path: Path) -> None:
    write(tmp_path / "templates/part.html", "fine\n{{ view.nothing }}")
    with pytest.raises(InputError) as caught:
        rendered(tmp_path, "{% include 'part.html' %}")
    assert (caught.value.file, caught.value.line) == ("templates/part.html", 2)


def test_a_template_in_another_encoding_is_a_fault_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates/own.html").write_bytes(b"caf\xe9")
    with pytest.raises(InputError, match="UTF-8"):
        render.render(render.environment(tmp_path, CONFIG), Page("x/", "own.html", View(SHELL)))


def test_words_of_a_project_change_single_ones(tmp_path: Path) -> None:
    write(tmp_path / "templates/wording.yaml", "en:\n  papers: Preprints\n")
    assert rendered(tmp_path, "{{ words.papers }} {{ words.topics }}") == "Preprints Topics"


@pytest.mark.parametrize("wording", ["en: [", "en: word", "- en"])
def test_wording_that_is_none_is_a_fault(tmp_path: Path, wording: str) -> None:
    write(tmp_path / "templates/wording.yaml", wording)
    with pytest.raises(InputError) as caught:
        render.environment(tmp_path, CONFIG)
    assert caught.value.file == "templates/wording.yaml"


def test_numbers_choose_the_form_of_words(tmp_path: Path) -> None:
    template = "{{ words.papers_count|fill(1) }}, {{ words.papers_count|fill(1200) }}"
    assert rendered(tmp_path, template) == "1 paper, 1,200 papers"


def test_static_files_get_the_hash_of_their_content(tmp_path: Path) -> None:
    paths, outputs = render.assets(tmp_path)
    assert re.fullmatch(r"assets/style\.[0-9a-f]{8}\.css", paths["style.css"])
    assert re.fullmatch(r"assets/lunr\.min\.[0-9a-f]{8}\.js", paths["lunr.js"])
    assert {output.path for output in outputs} == set(paths.values())
    assert "reload.js" not in paths


def test_a_projects_static_file_stands_in_for_the_shipped_one_and_others_join(tmp_path: Path) -> None:
    write(tmp_path / "static/style.css", "p{color:#123456}")
    write(tmp_path / "static/own/logo.svg", "<svg/>")
    write(tmp_path / "static/.hidden", "x")
    paths, outputs = render.assets(tmp_path)
    content = {output.path: output.content for output in outputs}
    assert content[paths["style.css"]] == b"p{color:#123456}"
    assert re.fullmatch(r"assets/own/logo\.[0-9a-f]{8}\.svg", paths["own/logo.svg"])
    assert ".hidden" not in paths


def test_styles_and_scripts_name_other_files_by_their_published_names(tmp_path: Path) -> None:
    write(tmp_path / "static/style.css", "@font-face{src:url(own/f.woff2)}a{b:url( 'pic.svg' )}i{b:url(data:,x)}")
    write(tmp_path / "static/own/f.woff2", "f")
    write(tmp_path / "static/pic.svg", "s")
    write(tmp_path / "static/a.js", 'import { b } from "./own/b.js"; import("./nowhere.js")')
    write(tmp_path / "static/own/b.js", 'export { c } from "../c.js"')
    write(tmp_path / "static/c.js", "export const c = 1")
    paths, outputs = render.assets(tmp_path)
    content = {output.path: output.content.decode() for output in outputs}
    font, picture = (paths[name].removeprefix("assets/") for name in ("own/f.woff2", "pic.svg"))
    assert content[paths["style.css"]] == f"@font-face{{src:url({font})}}a{{b:url({picture})}}i{{b:url(data:,x)}}"
    b = paths["own/b.js"].removeprefix("assets/")
    assert content[paths["a.js"]] == f'import {{ b }} from "./{b}"; import("./nowhere.js")'
    assert content[paths["own/b.js"]] == f'export {{ c }} from "../{paths["c.js"].removeprefix("assets/")}"'


def test_a_changed_file_changes_the_names_of_those_that_name_it(tmp_path: Path) -> None:
    write(tmp_path / "static/a.js", 'import "./b.js"')
    write(tmp_path / "static/b.js", "1")
    before, _ = render.assets(tmp_path)
    write(tmp_path / "static/b.js", "2")
    after, _ = render.assets(tmp_path)
    assert before["a.js"] != after["a.js"]
    assert before["style.css"] == after["style.css"]


def test_scripts_that_import_each_other_in_a_ring_are_a_fault(tmp_path: Path) -> None:
    write(tmp_path / "static/a.js", 'import "./b.js"')
    write(tmp_path / "static/b.js", 'import "./a.js"')
    with pytest.raises(InputError, match="ring"):
        render.assets(tmp_path)


def test_the_rule_of_a_font_that_is_not_installed_is_left_out(tmp_path: Path, browser: Path) -> None:
    paths, outputs = render.assets(tmp_path)
    style = next(output.content.decode() for output in outputs if output.path == paths["style.css"])
    assert "crimson-pro-latin-400-normal" in style
    assert "italic.woff2" not in style
    assert "@font-face" in style


def test_without_lunr_the_installation_is_at_fault(tmp_path: Path, browser: Path) -> None:
    (browser / "lunr.min.js").unlink()
    with pytest.raises(MachineError, match="reinstall"):
        render.assets(tmp_path)


@pytest.mark.parametrize("name", ["own.css", "own.js"])
def test_a_static_file_in_another_encoding_is_named_with_its_line(tmp_path: Path, name: str) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / name).write_bytes("/* one */\n/* Zürich */\n".encode("latin-1"))

    with pytest.raises(InputError) as caught:
        render.assets(tmp_path)
    assert str(caught.value).startswith(f"static/{name}:2: is not UTF-8 (byte 14)")


@pytest.mark.parametrize("name", ["static/own.css", "static/own.png", "templates/own.html", "templates/wording.yaml"])
def test_a_file_that_an_editor_takes_away_meanwhile_is_named(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / name, "{{ root }}")
    read, opened = Path.read_bytes, open

    def gone(path: object, *_: object, **__: object) -> None:
        raise FileNotFoundError(2, "No such file or directory", str(path))

    monkeypatch.setattr(Path, "read_bytes", lambda path: gone(path) if path == tmp_path / name else read(path))
    monkeypatch.setattr(
        "builtins.open",
        lambda path, *more, **named: gone(path) if str(path) == str(tmp_path / name) else opened(path, *more, **named),
    )

    def published() -> None:
        render.assets(tmp_path)
        render.render(render.environment(tmp_path, CONFIG), Page("x/", "own.html", View(SHELL)))

    with pytest.raises((MachineError, InputError)) as caught:
        published()
    assert caught.value.file == name

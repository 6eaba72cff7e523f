"""Whatever is wrong with an input: one or two lines say where, nothing is written."""

import re

import pytest

GOOD = "We grow moss on old brick walls and count its leaves each week for a year, in sun and in shade.\n"


def page(project):
    return min(project.glob("content/papers/*.md"))


def empty_seed(project):
    (project / "seeds/a.txt").write_bytes(b"")


def blank_seed(project):
    (project / "seeds/a.txt").write_bytes(b"\n \n\n")


def binary_seed(project):
    (project / "seeds/a.txt").write_bytes(GOOD.encode() + b"\x00\x01\x02\xff")


def wrong_encoding(project):
    (project / "seeds/a.txt").write_bytes(
        GOOD.encode() + b"\n" + "Größere Blätter wachsen länger, und zwar überall.\n".encode("latin-1")
    )


def unknown_key(project):
    config = project / "config.yaml"
    config.write_text(config.read_text(encoding="utf-8") + "papers_per_pge: 20\n", encoding="utf-8")


def output_is_the_project(project):
    config = project / "config.yaml"
    config.write_text(config.read_text(encoding="utf-8").replace("output: site", "output: ."), encoding="utf-8")


def broken_template(project):
    (project / "templates/about.html").write_text("<h1>{{ view.title }</h1>\n", encoding="utf-8")


def undefined_in_template(project):
    (project / "templates/about.html").write_text("<p>\n{{ view.no_such_thing }}\n", encoding="utf-8")


def front_matter_is_no_yaml(project):
    page(project).write_text('---\nid: "0000000000"\ntitle: [never closed\n---\n\nText.\n', encoding="utf-8")


def two_pages_with_one_id(project):
    first = page(project)
    first.with_name("zz-copy.md").write_bytes(first.read_bytes())


def unknown_topic(project):
    text = page(project).read_text(encoding="utf-8")
    page(project).write_text(re.sub(r"(?m)^topics:.*$", 'topics: ["no-such-topic"]', text), encoding="utf-8")


BAD = [
    (empty_seed, 3, r"seeds/a\.txt:1: "),
    (blank_seed, 3, r"seeds/a\.txt:\d+: "),
    (binary_seed, 3, r"seeds/a\.txt:2: "),
    (wrong_encoding, 3, r"seeds/a\.txt:3: "),
    (unknown_key, 2, r"config\.yaml:\d+: .*papers_per_pge.*papers_per_page"),
    (output_is_the_project, 2, r"config\.yaml:\d+: .*output"),
    (broken_template, 3, r"templates/about\.html:1: "),
    (undefined_in_template, 3, r"templates/about\.html:2: .*no_such_thing"),
    (front_matter_is_no_yaml, 3, r"content/papers/[\w-]+\.md:\d+: "),
    (two_pages_with_one_id, 3, r"content/papers/[\w-]+\.md:\d+: .*content/papers/[\w-]+\.md"),
    (unknown_topic, 3, r"content/papers/[\w-]+\.md:\d+: .*no-such-topic"),
]


@pytest.mark.parametrize(("spoil", "status", "place"), BAD, ids=[spoil.__name__ for spoil, _, _ in BAD])
def test_a_bad_input_is_named_and_nothing_is_written(built, incipit, tree, spoil, status, place):
    spoil(built)
    before = {name: tree(built / name) for name in ("site", "content")}
    done = incipit(built, "build")
    assert done.status == status, done.err
    lines = done.err.splitlines()
    assert 1 <= len(lines) <= 2
    assert re.search(place, lines[0]), done.err
    assert "; " in done.err  # what to do
    assert "Traceback" not in done.out + done.err
    assert {name: tree(built / name) for name in ("site", "content")} == before


def test_several_faults_get_a_line_each(built, incipit):
    empty_seed(built)
    (built / "seeds/b.txt").write_bytes(b"\x00")
    done = incipit(built, "build")
    assert done.status == 3
    assert [line.split(":")[0] for line in done.err.splitlines()] == ["seeds/a.txt", "seeds/b.txt"]


def test_a_mended_input_builds_again(built, incipit, tree):
    before = tree(built / "site")
    empty_seed(built)
    assert incipit(built, "build").status == 3
    (built / "seeds/a.txt").unlink()
    assert incipit(built, "build").status == 0
    assert tree(built / "site") == before


def test_lenient_leaves_a_bad_seed_out_and_says_so(built, incipit):
    empty_seed(built)
    done = incipit(built, "build", "--lenient")
    assert done.status == 1
    assert "seeds/a.txt:1" in done.err
    assert "38 read, 36 kept, 2 merged" in done.out


def test_a_foreign_file_in_the_way_is_named_and_nothing_is_written(project, incipit, tree):
    (project / "site/index.html").write_text("mine", encoding="utf-8")
    before = tree(project)
    done = incipit(project, "build")
    assert done.status == 4
    assert "site/index.html" in done.err
    assert {name: raw for name, raw in tree(project).items() if not name.startswith(".incipit/")} == before


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["--help"], 0), (["build", "--help"], 0), (["--version"], 0), ([], 2), (["bild"], 2), (["build", "--lokced"], 2)],
)
def test_the_command_line_explains_itself(project, incipit, arguments, status):
    done = incipit(project, *arguments)
    assert done.status == status
    assert "Traceback" not in done.err
    assert done.out + done.err != ""


def test_outside_a_project_one_line_says_what_to_do(tmp_path, incipit):
    done = incipit(tmp_path, "build")
    assert done.status == 2
    assert len(done.err.splitlines()) == 1
    assert "incipit init" in done.err

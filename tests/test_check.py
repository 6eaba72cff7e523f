"""The site read back: a sound one has no faults, and each kind of fault is named with its place."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path

import pytest

from generator import exports
from generator.check import check
from generator.errors import InputError
from generator.model import Abstract, Config, Library, Page, Paper, Topic

CONFIG = Config(title="Gardens", url="https://u.example.org/x/y/")
TOPIC = Topic("growth", "Growth")
PAPERS = tuple(
    Paper(
        id=f"{letter * 10}", slug=f"paper-{letter}", title=f"Paper {letter}", title_source="given",
        authors=("Ada Example",), topics=("growth",), first_seen=f"2024-01-0{number}T00:00:00Z", abstract="Grown.",
    )
    for number, letter in enumerate("abc", start=1)
)  # fmt: skip
SOUND = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{title}</title>
<link rel="stylesheet" href="{root}assets/style.css"><link rel="canonical" href="{url}">
<link rel="alternate" type="application/atom+xml" href="{root}atom.xml">
<script type="module" src="{root}assets/search.js"></script></head>
<body><h1 id="top-1">{title}</h1>
<p><a href="{root}">Home</a> <a href="{root}papers/paper-a/#part">A</a> <a href="https://example.org/">Out</a></p>
<p id="part"><math><mi>x</mi></math></p>
</body>
</html>
"""
NOT_FOUND = """<!doctype html>
<html lang="en"><head><title>Not found</title><style>body { color: #222 }</style></head>
<body><h1>Not found</h1><p><a href="/x/y/">Home</a></p></body></html>
"""


def build(site: Path, papers: tuple[Paper, ...] = PAPERS) -> None:
    """A small sound site."""
    library = Library(
        papers=papers, retired=(), topics=(TOPIC,), abstracts={paper.id: Abstract("<p>Grown.</p>", "Grown.") for paper in papers},
        by_topic={"growth": papers}, by_year={}, by_venue={}, by_author={}, by_name={}, unsorted=(), with_code=(),
        related={}, evidence={}, receipts=(),
    )  # fmt: skip
    paths = ["", "papers/", "topics/growth/", "about/", *(f"papers/{paper.slug}/" for paper in papers)]
    files = {
        output.path: output.content
        for output in exports.outputs(library, CONFIG, [Page(path, "x.html", None) for path in paths])
    }
    for path in paths:
        page = SOUND.format(title=f"Page {path}", root="../" * path.count("/") or "./", url=CONFIG.url + path)
        files[path + "index.html"] = page.encode()
    files["404.html"] = NOT_FOUND.encode()
    files["assets/style.css"] = b'@font-face { src: url("serif.woff2") }\n'
    files["assets/serif.woff2"] = b"font"
    files["assets/search.js"] = b'import { a } from "./lunr.js";\n'
    files["assets/lunr.js"] = b"// http://example.org/ in a comment\nexport const a = 'http://www.w3.org/2000/svg';\n"
    for path, content in files.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_bytes(content)
    listed(site)


def listed(site: Path) -> None:
    """Write the list of what Incipit wrote, as if the site had been built so."""
    paths = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    lines = []
    for path in paths:
        if path != ".incipit-files":
            content = (site / path).read_bytes()
            lines.append(f"{hashlib.sha256(content).hexdigest()} {len(content)} {path}\n")
    (site / ".incipit-files").write_text("".join(lines), encoding="utf-8")


def change(site: Path, path: str, before: str, after: str) -> None:
    text = (site / path).read_text(encoding="utf-8")
    assert before in text
    (site / path).write_bytes(text.replace(before, after, 1).encode("utf-8", "surrogatepass"))
    listed(site)


def found(site: Path) -> list[tuple[str, int, str]]:
    return [(notice.file, notice.line, notice.message) for notice in check(site, CONFIG)]


@pytest.fixture
def site(tmp_path: Path) -> Path:
    build(tmp_path)
    return tmp_path


def test_a_sound_site_has_no_faults(site: Path) -> None:
    assert found(site) == []


def test_an_empty_collection_is_sound(tmp_path: Path) -> None:
    build(tmp_path, papers=())
    assert [fault for fault in found(tmp_path) if "paper-a" not in fault[2]] == []


def test_a_folder_without_a_site_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no site; run `incipit build` first"):
        check(tmp_path / "none", CONFIG)


PAGE = "papers/paper-b/index.html"


@pytest.mark.parametrize(
    ("before", "after", "line", "message"),
    [
        ('href="../../"', 'href="../../gone/"', 8, "links to ../../gone/, which does not exist"),
        ('href="../../"', 'href="../../../"', 8, "links to ../../../, which does not exist"),
        ('href="../../"', 'href="../../about"', 8, "links to ../../about, which needs a / at its end"),
        ('href="../../"', 'href="../../About/"', 8, "links to ../../About/, which does not exist"),
        ('href="../../"', 'href="/x/y/"', 8, "links to /x/y/: only a relative link works at every address"),
        ('href="../../"', 'href="https://u.example.org/x/y/gone/"', 8, "links to https://u.example.org/x/y/gone/, which does not exist"),
        ('href="../../"', 'href="JavaScript:alert(1)"', 8, "links to a script (JavaScript:alert(1))"),
        ("#part", "#absent", 8, "links to #absent, which papers/paper-a/index.html does not have"),
        ('href="../../"', 'href="#absent"', 8, "links to #absent, which this page does not have"),
        ('href="../../assets/style.css"', 'href="https://cdn.example.org/s.css"', 4,
         "loads https://cdn.example.org/s.css from a host by name: a page needs nothing but its own site"),
        ('src="../../assets/search.js"', 'src="//cdn.example.org/s.js"', 6,
         "loads //cdn.example.org/s.js from a host by name: a page needs nothing but its own site"),
        ("<body>", '<body><img alt="" srcset="a.png 1x, ../b.png 2x">', 7, "links to ../b.png, which does not exist"),
        ("<body>", '<body><p style="background: url(a.png)">', 7, "links to a.png, which does not exist"),
        ("<body>", "<body><h1>Again</h1>", 1, "has 2 <h1>, a page has one"),
        ('<h1 id="top-1">Page papers/paper-b/</h1>', "", 1, "has 0 <h1>, a page has one"),
        ("Page papers/paper-b/</h1>", "</h1>", 1, "has an empty <h1>"),
        ('<html lang="en">', "<html>", 1, "has no language: <html> needs lang"),
        ("<title>Page papers/paper-b/", "<title>", 1, "has no <title>"),
        ('id="part"', 'id="top-1"', 9, 'has the id "top-1" twice'),
        ('<meta charset="utf-8">', '<meta name="author" content=" ">', 3, "has a <meta> without content: leave it out"),
        ('<meta charset="utf-8">', '<meta name="citation_publication_date" content="Fall 2021">', 3,
         "has the publication date Fall 2021, which is no YYYY or YYYY/MM/DD"),
        ('<meta charset="utf-8">', '<meta name="citation_pdf_url" content="a.pdf">', 3,
         "has citation_pdf_url a.pdf, which is no full address"),
        ('<meta charset="utf-8"><title>', '<meta name="citation_title" content="B"><title data-title-source="derived">', 3,
         "has citation_title, but its title is derived and must not be cited"),
        ("<body>", '<body><script type="application/ld+json">{"a": </script>', 7,
         "has structured data that is not JSON: Expecting value: line 1 column 7 (char 6)"),
        ("<body>", '<body data-index="../../search/gone.json">', 7, "links to ../../search/gone.json, which does not exist"),
        ("<body>", "<BODY><A Class=x HREF='gone/'>", 7, "links to gone/, which does not exist"),
        ("<body>", "<body><a class=x href=gone/>", 7, "links to gone/, which does not exist"),
        ("<body>", '<body><a href="../paper-a/?a=1&amp;b=2#ab&amp;c">', 7,
         "links to #ab&c, which papers/paper-a/index.html does not have"),
        ('<meta charset="utf-8">', '<base href="/">', 3, "has a <base>, which moves every link"),
        ("</body>", "\x0b</body>", 10, "holds the control character '\\x0b'"),
        ('rel="canonical" href="https://u', 'rel="canonical" href="https://v', 4,
         "has the canonical address https://v.example.org/x/y/papers/paper-b/, which is not below https://u.example.org/x/y/"),
    ],
)  # fmt: skip
def test_a_fault_of_a_page_is_named_with_its_line(site: Path, before: str, after: str, line: int, message: str) -> None:
    change(site, PAGE, before, after)
    assert (f"site/{PAGE}", line, message) in found(site)


def test_links_of_a_browser_are_understood(site: Path) -> None:
    change(
        site, PAGE, "</body>",
        '<a href="?q=1">1</a><a href="./#top-1">2</a><a href="../paper-a/../paper-c/">3</a><a href="../paper%2Da/">4</a>'
        '<a href="#top">5</a><a href="mailto:a@example.org">6</a><a href="../paper-a/#:~:text=x">7</a>'
        '<img alt="" src="data:image/gif;base64,AA"><svg><use href="#part"/></svg><a href="https://u.example.org/x/y">8</a></body>',
    )  # fmt: skip
    assert found(site) == []


def test_a_redirection_needs_no_heading_but_a_target(site: Path) -> None:
    page = '<!doctype html>\n<html lang="en"><title>Moved</title>\n<meta http-equiv="refresh" content="0; url={}">\n'
    (site / "papers/old").mkdir()
    (site / "papers/old/index.html").write_text(page.format("../paper-a/"), encoding="utf-8")
    listed(site)
    assert found(site) == []
    change(site, "papers/old/index.html", "paper-a", "gone")
    assert found(site) == [("site/papers/old/index.html", 3, "links to ../gone/, which does not exist")]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('href="/x/y/"', 'href="./"', "links to ./: this page stands at any depth, its links begin with /x/y/"),
        ('href="/x/y/"', 'href="/x/y/gone/"', "links to /x/y/gone/, which does not exist"),
        ("<style>", '<link rel="stylesheet" href="/x/y/assets/style.css"><style>',
         "loads /x/y/assets/style.css, but stands at any depth and must need nothing else"),
        ("color: #222", "src: url(assets/serif.woff2)", "loads assets/serif.woff2, but stands at any depth and must need nothing else"),
    ],
)  # fmt: skip
def test_the_404_page_works_at_any_depth(site: Path, before: str, after: str, message: str) -> None:
    change(site, "404.html", before, after)
    assert [fault[2] for fault in found(site)] == [message]


@pytest.mark.parametrize(
    ("path", "before", "after", "message"),
    [
        ("feed.xml", "</channel>", "", "is not well-formed XML"),
        ("feed.xml", "<title>Paper c", "<title>\x0b", "is not well-formed XML"),
        ("feed.xml", "urn:incipit:bbbbbbbbbb", "urn:incipit:cccccccccc", "has the entry urn:incipit:cccccccccc twice"),
        ("feed.xml", ' isPermaLink="false"', "", 'guid urn:incipit:cccccccccc needs isPermaLink="false"'),
        ("feed.xml", "Wed, 03 Jan 2024 00:00:00 +0000</pubDate>", "Tue, 03 Jan 2024 00:00:00 +0000</pubDate>", "has the date Tue"),
        ("feed.xml", "Wed, 03 Jan 2024 00:00:00 +0000</last", "2024-01-03</last", "has the date 2024-01-03"),
        ("feed.xml", "/papers/paper-b/</link>", "/papers/gone/</link>", "links urn:incipit:bbbbbbbbbb to"),
        ("feed.xml", "&lt;p&gt;Grown", "&lt;a href=&quot;../x/&quot;&gt;Grown", "has the relative address ../x/ in urn:incipit:cccccccccc"),
        ("feed.xml", 'href="https://u.example.org/x/y/feed.xml"', 'href="https://u.example.org/feed.xml"', "calls itself"),
        ("atom.xml", "<updated>2024-01-03T00:00:00Z", "<updated>2024-01-03", "has the date 2024-01-03,"),
        ("atom.xml", "<id>urn:incipit:aaaaaaaaaa</id>", "", "has an entry without id"),
        ("atom.xml", "<title>Paper a</title>", "<title> </title>", "has no title for urn:incipit:aaaaaaaaaa"),
        ("atom.xml", "<?xml", "<!DOCTYPE feed><?xml", "is no feed of its format"),
        ("feed.json", "version/1.1", "version/1", "is no feed of its format"),
        ("feed.json", '"items"', "items", "is not JSON"),
        ("feed.json", '"id":"urn:incipit:aaaaaaaaaa",', "", "is no feed of its format"),
        ("topics/growth/atom.xml", "topics/growth/atom.xml", "atom.xml", "calls itself"),
        ("sitemap.xml", "papers/paper-a/", "papers/gone/", "names https://u.example.org/x/y/papers/gone/, which does not exist"),
        ("sitemap.xml", "papers/paper-a/", "papers/paper-b/", "lists https://u.example.org/x/y/papers/paper-b/ twice"),
        ("sitemap.xml", "https://u.example.org/x/y/papers/paper-a/", "/papers/paper-a/", "names /papers/paper-a/, which is no full address"),
        ("sitemap.xml", "2024-01-01T", "2024-13-01T", "has the date 2024-13-01T00:00:00Z, which is none"),
        ("robots.txt", "sitemap.xml", "map.xml", "names https://u.example.org/x/y/map.xml, which does not exist"),
        ("robots.txt", "Sitemap:", "#", "names no sitemap"),
        ("feeds.opml", "topics/growth/feed.xml", "topics/gone/feed.xml", "names https://u.example.org/x/y/topics/gone/feed.xml"),
        ("papers.jsonl", '"id":"aaaaaaaaaa"', '"id":"bbbbbbbbbb"', "has the paper bbbbbbbbbb twice"),
        ("papers.jsonl", '{"id"', '{"name"', "is no paper as JSON with id and url"),
        ("papers.csl.json", "]", "", "is not JSON"),
        ("papers.bib", "{{Paper b", "{{{Paper b", "begins an entry whose braces do not balance"),
        ("assets/style.css", "serif.woff2", "sans.woff2", "loads sans.woff2, which does not exist"),
        ("assets/style.css", '"serif.woff2"', "https://fonts.example.org/a", "loads https://fonts.example.org/a: only a relative"),
        ("assets/search.js", "./lunr.js", "https://cdn.example.org/lunr.js", "loads https://cdn.example.org/lunr.js: only a relative"),
    ],
)  # fmt: skip
def test_a_fault_of_a_file_for_programs_is_named(site: Path, path: str, before: str, after: str, message: str) -> None:
    change(site, path, before, after)
    faults = found(site)
    assert faults
    assert {fault[0] for fault in faults} == {f"site/{path}"}
    assert any(fault[2].startswith(message) or message in fault[2] for fault in faults)


def test_a_fault_of_a_style_has_its_line(site: Path) -> None:
    change(site, "assets/style.css", "@font-face", "/* one\n two */\n\n@font-face")
    change(site, "assets/style.css", "serif.woff2", "sans.woff2")
    change(site, "404.html", "<style>", "<style>\n/* two */\na { background: url(gone.svg) }\n")
    line = (site / "404.html").read_text("utf-8").split("url(gone.svg)")[0].count("\n") + 1

    places = [fault[:2] for fault in found(site)]
    assert ("site/assets/style.css", 4) in places
    assert ("site/404.html", line) in places


def test_a_feed_may_stand_under_a_former_address_too(site: Path) -> None:
    (site / "topics/grown").mkdir()
    for name in ("feed.xml", "atom.xml", "feed.json"):
        (site / "topics/grown" / name).write_bytes((site / "topics/growth" / name).read_bytes())
    listed(site)
    assert found(site) == []


def test_a_fault_of_a_feed_has_the_line_of_its_entry(site: Path) -> None:
    change(site, "feed.xml", "/papers/paper-b/</link>", "/papers/gone/</link>")
    text = (site / "feed.xml").read_text(encoding="utf-8").splitlines()
    ((_, line, _),) = found(site)
    assert "urn:incipit:bbbbbbbbbb" in text[line - 1]


def test_a_file_changed_missing_or_added_after_the_build_is_named(site: Path) -> None:
    (site / "robots.txt").write_bytes((site / "robots.txt").read_bytes() + b"\n")
    (site / "assets/serif.woff2").unlink()
    (site / "notes.txt").write_bytes(b"mine")
    (site / ".gitignore").write_bytes(b"*\n")
    messages = {fault[0]: fault[2] for fault in found(site)}
    assert messages["site/robots.txt"] == "was changed after the build: run `incipit build`"
    assert "lists assets/serif.woff2, which is missing" in messages["site/.incipit-files"]
    assert messages["site/notes.txt"] == "is not of the build: keep files of your own in static/"
    assert "site/.gitignore" not in messages


def test_a_file_of_the_same_size_but_other_bytes_is_named(site: Path) -> None:
    (site / "assets/serif.woff2").write_bytes(b"tnof")
    assert found(site) == [("site/assets/serif.woff2", 0, "was changed after the build: run `incipit build`")]


def test_a_missing_list_of_files_and_missing_feeds_are_named(site: Path) -> None:
    (site / ".incipit-files").unlink()
    (site / "atom.xml").unlink()
    places = [(fault[0], fault[2]) for fault in found(site)]
    assert ("site/.incipit-files", "is missing: run `incipit build`") in places
    assert ("site/atom.xml", "is missing: run `incipit build`") in places


def test_a_symbolic_link_and_a_name_that_hides_a_folder_are_named(site: Path) -> None:
    (site / "link").symlink_to(site / "about")
    (site / "about.html").write_bytes((site / "404.html").read_bytes())
    listed(site)
    faults = {(fault[0], fault[2]) for fault in found(site)}
    assert ("site/link", "is a symbolic link, which GitHub Pages refuses") in faults
    assert ("site/about.html", "hides the folder of the same name on GitHub Pages") in faults


def test_a_paper_page_above_its_size_is_named_unless_it_has_many_authors(site: Path) -> None:
    change(site, PAGE, "</body>", "x" * 15_000 + "</body>")
    assert [fault[0] for fault in found(site)] == [f"site/{PAGE}"]
    assert "a paper page has at most 15,000" in found(site)[0][2]
    authors = '<meta name="citation_author" content="Ada Example">' * 101
    change(site, PAGE, '<meta charset="utf-8">', authors)
    assert found(site) == []


def test_lines_are_right_after_a_formula(site: Path) -> None:
    change(site, PAGE, "<math><mi>x</mi></math>", '<math>\n<mi>x</mi>\n</math><a href="gone/">x</a>')
    assert found(site) == [(f"site/{PAGE}", 11, "links to gone/, which does not exist")]


def test_a_fault_of_every_page_is_said_once(site: Path) -> None:
    for path in sorted(site.rglob("index.html")):
        change(site, path.relative_to(site).as_posix(), "atom.xml", "gone.xml")
    assert found(site) == [
        ("site/about/index.html", 5, "links to ../gone.xml, which does not exist (and so in 6 more places)")
    ]


def test_a_page_that_is_not_utf_8_is_named(site: Path) -> None:
    (site / PAGE).write_bytes(b"\xff" + (site / PAGE).read_bytes())
    listed(site)
    assert (f"site/{PAGE}", 0, "is not UTF-8 (byte 0)") in found(site)


def test_the_same_site_gives_the_same_faults_in_order(site: Path) -> None:
    change(site, PAGE, 'href="../../"', 'href="gone/"')
    change(site, "robots.txt", "sitemap.xml", "map.xml")
    assert found(site) == found(site) == sorted(found(site))


def test_the_time_grows_with_the_pages_and_not_with_their_square(tmp_path: Path) -> None:
    def seconds(count: int) -> float:
        folder = tmp_path / str(count)
        build(folder)
        page = (folder / PAGE).read_bytes()
        for number in range(count):
            (folder / f"papers/n{number}").mkdir()
            (folder / f"papers/n{number}/index.html").write_bytes(page.replace(b"paper-b", b"n%d" % number))
        listed(folder)
        start = time.process_time()
        assert found(folder) == []
        return time.process_time() - start

    assert seconds(1000) < 24 * seconds(125)

"""Every page type in Chromium: at any base path, light and dark, narrow, with and without scripts, within its size."""

import gzip
import re
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from hosting import BASES, HOME, PACKAGES

NARROW = {"width": 360, "height": 740}
LINKS = """() => [...document.querySelectorAll('a[href], link[href], img[src], script[src]')]
    .filter(e => e.rel !== 'canonical').map(e => e.href || e.src)"""


def test_the_project_shows_every_page_type(page_types):
    assert set(page_types) >= {
        "", "404.html", "about/", "about/sources/", "authors/*/", "code/", "feeds/", "names/", "papers/", "papers/*/",
        "papers/page/*/", "search/", "topics/", "topics/*/", "venues/*/", "years/*/",
    }  # fmt: skip


@pytest.mark.parametrize("base", BASES)
def test_every_page_loads_without_a_word_on_the_console_and_every_link_leads_somewhere(base, hosts, every_page, tab):
    opened = tab()
    seen = {}
    broken = []
    for path in every_page:
        page = opened.go(hosts[base] + path)
        if path == "404.html":
            continue  # its links are those of the configured address
        for link in (urldefrag(link)[0] for link in page.evaluate(LINKS)):
            if urlsplit(link).hostname != "127.0.0.1":
                continue
            if not link.startswith(hosts[base]):
                broken.append(f"{path}: {link} leaves the base path")
            if link not in seen:
                seen[link] = opened.context.request.get(link).status
            if seen[link] != 200:
                broken.append(f"{path}: {link}: {seen[link]}")
    assert broken == []
    assert len(seen) > 50


def test_a_missing_page_is_answered_with_links_that_work_and_nothing_loaded(hosts, tab):
    opened = tab()
    asked = []
    opened.page.on("request", lambda request: asked.append(request.url))
    url = hosts[HOME] + "papers/no/such/page"
    response = opened.page.goto(url)
    assert response.status == 404
    assert asked == [url]
    links = [link for link in opened.page.evaluate(LINKS) if urlsplit(link).hostname == "127.0.0.1"]
    assert links
    assert all(link.startswith(hosts[HOME]) for link in links)
    assert {opened.context.request.get(link).status for link in links} == {200}
    opened.faults[:] = [fault for fault in opened.faults if "404" not in fault]  # the browser notes the status


def test_a_folder_is_reached_without_its_slash(hosts, tab):
    opened = tab()
    assert opened.go(hosts["/x/y/"] + "papers").url == hosts["/x/y/"] + "papers/"


def test_an_old_address_leads_to_the_renamed_page(hosts, tab):
    opened = tab()
    opened.go(hosts["/x/y/"] + "papers/growing-moss-on-brick/")
    opened.page.wait_for_url(hosts["/x/y/"] + "papers/moss-on-brick/")
    assert opened.page.inner_text("h1") == "Growing moss on brick"


def test_a_hostile_paper_is_text(hosts, page_types, tab):
    opened = tab()
    path = next(path for path in page_types["papers/*/"] if "script" in path)
    page = opened.go(hosts["/"] + path)
    assert '<script>alert("moss")</script>' in page.inner_text("h1")
    text = page.inner_text("div.abstract")
    assert "{{ config }}" in text
    assert "{% raw %}" in text
    assert page.locator("div.abstract img").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [NARROW, {"width": 1280, "height": 900}], ids=["360", "1280"])
def test_axe_finds_nothing_on_any_page_type(scheme, viewport, hosts, every_page, tab):
    axe = (PACKAGES / "axe-core/axe.min.js").read_text(encoding="utf-8")
    opened = tab(color_scheme=scheme, viewport=viewport, reduced_motion="reduce")
    found = []
    for path in every_page:
        page = opened.go(hosts["/"] + path)
        page.evaluate(axe)
        for violation in page.evaluate(
            "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"
        ):
            nodes = [" ".join(map(str, node["target"])) for node in violation["nodes"]]
            found.append(f"{path}: {violation['id']}: {violation['help']}: {nodes[:3]}")
    assert found == []


def test_axe_finds_nothing_among_search_results(hosts, tab):
    opened = tab(reduced_motion="reduce")
    page = opened.go(hosts["/"] + "search/?q=quantization")
    page.locator("[data-results=all] a").first.wait_for()
    page.evaluate((PACKAGES / "axe-core/axe.min.js").read_text(encoding="utf-8"))
    assert page.evaluate("async () => (await axe.run()).violations.map(v => v.id)") == []


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_no_page_is_wider_than_the_screen(width, hosts, every_page, tab):
    opened = tab(viewport={"width": width, "height": 800})
    wide = []
    for path in every_page:
        found = opened.go(hosts["/"] + path).evaluate("document.documentElement.scrollWidth")
        if found > width:
            wide.append(f"{path}: {found}")
    assert wide == []


def test_a_page_is_read_fully_without_scripts(hosts, page_types, every_page, tab):
    with_scripts, without = tab(), tab(java_script_enabled=False)
    differing = []
    for path in every_page:
        if path.startswith("search/"):
            continue
        texts = [opened.go(hosts["/x/y/"] + path).inner_text("main") for opened in (with_scripts, without)]
        if texts[0] != texts[1]:
            differing.append(path)
    assert differing == []


def test_search_says_that_it_needs_scripts(hosts, tab):
    page = tab(java_script_enabled=False).go(hosts["/"] + "search/")
    assert "JavaScript" in page.inner_text("main")


@pytest.fixture
def visited(hosts, page_types, tab):
    """Body sizes by kind of what a first visit to a paper page loads: over the wire, and compressed."""

    def visit(path):
        opened = tab()
        session = opened.context.new_cdp_session(opened.page)
        session.send("Network.enable")
        wire, kinds = {}, {}
        session.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: (event["type"], event["response"]["url"])}))  # fmt: skip
        session.on(
            "Network.loadingFinished", lambda event: wire.update({event["requestId"]: event["encodedDataLength"]})
        )
        opened.page.goto(hosts["/"] + path, wait_until="networkidle")
        return [(kind, url, wire.get(request, 0)) for request, (kind, url) in kinds.items()]

    return visit


def test_a_first_visit_to_a_paper_costs_at_most_60_kb_and_its_scripts_5(visited, page_types):
    for path in page_types["papers/*/"]:
        loads = visited(path)
        assert sum(size for _, _, size in loads) <= 60_000, (path, sum(size for _, _, size in loads))
        assert sum(size for kind, _, size in loads if kind == "Script") < 5_000, loads


def test_style_is_under_12_kb_compressed(rich):
    styles = [path.read_bytes() for path in rich.glob("site/assets/*.css")]
    assert styles
    assert sum(len(gzip.compress(raw)) for raw in styles) < 12_000


def test_scripts_are_modules_of_their_own_and_style_needs_no_other_host(rich):
    inline = [
        path.as_posix()
        for path in rich.glob("site/**/*.html")
        if re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/ld\+json)[^>]*>", path.read_text(encoding="utf-8"))
    ]
    assert inline == []
    assert not [
        path
        for path in rich.glob("site/assets/*.css")
        if re.search(r"url\(['\"]?(?:https?:)?//", path.read_text(encoding="utf-8"))
    ]


def test_print_shows_the_abstract_without_the_site_around_it(hosts, tab):
    opened = tab()
    page = opened.go(hosts["/"] + "papers/moss-on-brick/")
    page.emulate_media(media="print")
    assert page.locator("div.abstract").is_visible()
    assert not page.locator("header nav").first.is_visible()


def test_the_page_says_where_its_feeds_are(hosts, tab):
    page = tab().go(hosts["/x/y/"])
    feeds = page.evaluate(
        "[...document.querySelectorAll('link[rel=alternate]')].map(e => [e.type, e.getAttribute('href')])"
    )
    assert {kind for kind, _ in feeds} >= {"application/rss+xml", "application/atom+xml", "application/feed+json"}
    assert all(urljoin(page.url, link) for _, link in feeds)

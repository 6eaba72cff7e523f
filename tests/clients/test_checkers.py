"""The site as validators, a link checker, feed readers and crawlers see it."""

import contextlib
import email.utils
import json
import os
import re
import shutil
import subprocess
import sys
import time
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hosting import PACKAGES, build, served
from lxml import etree

SEED = "We grow moss on old brick walls and count its leaves each week for a year, in sun and in shade.\n"
ATOM = "{http://www.w3.org/2005/Atom}"
URL = "https://example.github.io/iclr-2025/"


def run(*command, **options):
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=300, stdin=subprocess.DEVNULL, **options
    )


def test_vnu_finds_no_error_in_any_page_or_style(rich):
    files = sorted(path for suffix in ("html", "css") for path in (rich / "site").rglob(f"*.{suffix}"))
    jar = PACKAGES / "vnu-jar/build/dist/vnu.jar"
    done = run("java", "-jar", str(jar), "--errors-only", "--also-check-css", "--format", "json", *map(str, files))
    messages = json.loads(done.stderr or done.stdout)["messages"]
    found = [f"{each['url'].split('/site/')[-1]}:{each.get('lastLine')}: {each['message']}" for each in messages]
    assert found == []
    assert done.returncode == 0
    assert {path.suffix for path in files} == {".html", ".css"}


def test_linkchecker_finds_no_broken_link(hosts, tmp_path):
    tmp_path.chmod(0o777)
    done = run(
        str(Path(sys.executable).with_name("linkchecker")), "--no-status", "--no-warnings", "--output=text", "--threads=4", hosts["/x/y/"],
        env={**os.environ, "HOME": str(tmp_path)},
    )  # fmt: skip
    assert "0 errors found" in done.stdout, done.stdout[-3000:] + done.stderr[-2000:]
    assert int(re.search(r"(\d+) links in", done.stdout)[1]) > 300
    assert done.returncode == 0


def test_sitemap_is_valid_and_names_each_page_once(rich):
    file = rich / "site/sitemap.xml"
    done = run("xmllint", "--nonet", "--noout", "--schema", str(PACKAGES / "sitemap/schema/sitemap.xsd"), str(file))
    assert done.returncode == 0, done.stderr
    named = etree.parse(file).xpath("//*[local-name()='loc']/text()")
    assert len(named) == len(set(named))
    assert all((rich / "site" / address.removeprefix(URL) / "index.html").is_file() for address in named)
    listed = {address.removeprefix(URL) for address in named}
    assert {"", "papers/", "papers/moss-on-brick/"} <= listed
    assert not {path for path in listed if "growing-moss" in path or "lichen" in path or "404" in path}
    assert f"Sitemap: {URL}sitemap.xml" in (rich / "site/robots.txt").read_text(encoding="utf-8")


# --- newsboat --------------------------------------------------------------------------------


class Reader:
    """newsboat with a home of its own."""

    def __init__(self, home, feed):
        home.mkdir()
        (home / "urls").write_text(feed + "\n", encoding="utf-8")
        (home / "config").write_text("", encoding="utf-8")
        self.home = home

    def unread(self):
        """Fetch, then count what is unread."""
        for action in ("reload", "print-unread"):
            done = run(
                "newsboat", "-u", str(self.home / "urls"), "-c", str(self.home / "cache.db"), "-C", str(self.home / "config"), "-x", action,
                env={**os.environ, "HOME": str(self.home), "LC_ALL": "C.UTF-8"},
            )  # fmt: skip
            assert done.returncode == 0, done.stderr
        return int(re.search(r"(\d+) unread", done.stdout)[1])


@pytest.mark.parametrize("feed", ["feed.xml", "atom.xml"])
def test_newsboat_sees_36_then_nothing_new_then_one(feed, built, tmp_path):
    with served(built / "site", "/", tmp_path / "host") as url:
        reader = Reader(tmp_path / "home", url + feed)
        assert reader.unread() == 36
        time.sleep(1.1)  # readers ask "since when", in whole seconds
        shutil.rmtree(built / "site")
        build(built)
        assert reader.unread() == 36
        page = min(built.glob("content/papers/*.md"))
        page.write_text(page.read_text(encoding="utf-8").rstrip() + " And a correction.\n", encoding="utf-8")
        build(built)
        time.sleep(1.1)
        assert reader.unread() == 36
        (built / "seeds/zz.txt").write_text(SEED, encoding="utf-8")
        build(built)
        assert reader.unread() == 37


# --- feeds, read strictly --------------------------------------------------------------------


def dated(text):
    return datetime.fromisoformat(text)


def test_rss_keeps_to_the_profile(rich):
    tree = etree.parse(rich / "site/feed.xml")
    channel = tree.getroot().find("channel")
    assert tree.getroot().get("version") == "2.0"
    assert all(channel.findtext(name) for name in ("title", "link", "description"))
    assert [link.get("href") for link in channel.findall(f"{ATOM}link") if link.get("rel") == "self"] == [
        URL + "feed.xml"
    ]
    items = channel.findall("item")
    guids = [item.find("guid") for item in items]
    assert len(items) == 38
    assert len({guid.text for guid in guids}) == 38
    assert all(guid.get("isPermaLink") == "false" or guid.text.startswith("http") for guid in guids)
    for item in items:
        assert email.utils.parsedate_to_datetime(item.findtext("pubDate")).tzinfo
        assert re.search(r" \d{4} ", item.findtext("pubDate"))
        assert item.findtext("link").startswith(URL + "papers/")
        assert item.findtext("{http://purl.org/rss/1.0/modules/content/}encoded") or item.findtext("description")
        assert item.find("author") is None


def test_atom_keeps_to_rfc_4287(rich):
    feed = etree.parse(rich / "site/atom.xml").getroot()
    assert all(feed.findtext(ATOM + name) for name in ("id", "title", "updated"))
    assert [link.get("href") for link in feed.findall(ATOM + "link") if link.get("rel") == "self"] == [URL + "atom.xml"]
    entries = feed.findall(ATOM + "entry")
    assert len({entry.findtext(ATOM + "id") for entry in entries}) == len(entries) == 38
    for entry in entries:
        assert (
            dated(entry.findtext(ATOM + "published"))
            <= dated(entry.findtext(ATOM + "updated"))
            <= dated(feed.findtext(ATOM + "updated"))
        )
        assert urlsplit(entry.findtext(ATOM + "id")).scheme
        assert feed.find(ATOM + "author") is not None or entry.find(ATOM + "author") is not None
        assert entry.find(ATOM + "content").get("type") in ("html", "xhtml")
        assert next(
            link.get("href") for link in entry.findall(ATOM + "link") if link.get("rel", "alternate") == "alternate"
        ).startswith(URL)


def test_json_feed_keeps_to_version_1_1(rich):
    feed = json.loads((rich / "site/feed.json").read_bytes())
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert (feed["home_page_url"], feed["feed_url"]) == (URL, URL + "feed.json")
    assert len({item["id"] for item in feed["items"]}) == 38
    for item in feed["items"]:
        assert isinstance(item["id"], str)
        assert item.get("content_html") or item.get("content_text")
        assert item["url"].startswith(URL + "papers/")
        assert dated(item["date_published"])


def test_the_three_feeds_tell_the_same(rich):
    rss = etree.parse(rich / "site/feed.xml").xpath("//item/link/text()")
    atom = etree.parse(rich / "site/atom.xml").xpath(
        "//a:entry/a:link[@rel='alternate' or not(@rel)]/@href", namespaces={"a": ATOM[1:-1]}
    )
    feed = [item["url"] for item in json.loads((rich / "site/feed.json").read_bytes())["items"]]
    assert rss == atom == feed
    assert all((rich / "site" / url.removeprefix(URL) / "index.html").is_file() for url in feed)


def test_every_feed_of_the_list_for_readers_exists(rich):
    outlines = etree.parse(rich / "site/feeds.opml").xpath("//outline[@xmlUrl]/@xmlUrl")
    assert len(outlines) > 10
    missing = [url for url in outlines if not (rich / "site" / url.removeprefix(URL)).is_file()]
    assert missing == []
    for url in outlines:
        with contextlib.closing((rich / "site" / url.removeprefix(URL)).open("rb")) as file:
            etree.parse(file)

"""An address is a paper's for ever, a person's word stays, the ledger is read where it exists and rebuilt where not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

import pytest

from generator import content, dedupe, identity, merge, text
from generator.content import decisions, ledger
from generator.errors import IncipitError
from generator.links import RESERVED
from generator.model import Candidate, Conflict, Decision, Description, Link, Notice, Paper, Provenance, Receipt, Record

NOW, LATER, LATEST = (f"2026-11-30T20:1{minute}:00Z" for minute in "123")


def told(subject: str) -> str:
    """An invented abstract that shares no three words with another subject's."""
    return " ".join(
        f"{subject}{word}"
        for word in [
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
        ]
    )


def record(abstract: str = "", title: str = "", file: str = "seeds/a.txt", **known: object) -> Record:
    raw = sha256(f"{abstract}|{title}|{sorted(known.items())}".encode()).hexdigest()
    return Record(Provenance(file, 1, 1, raw), abstract=abstract, title=title, **known)  # type: ignore[arg-type]


def opening(abstract: str) -> Description:
    """The first three or four words are the title."""
    return Description(titles=tuple(" ".join(abstract.split()[:length]) for length in (3, 4)) if abstract else ())


@dataclass
class Project:
    """A folder that is ingested as the program does it, without a clock."""

    folder: Path
    papers: dict[str, Paper] = field(default_factory=dict)
    receipts: tuple[Receipt, ...] = ()
    candidates: list[Candidate] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    orphans: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    warnings: tuple[Notice, ...] = ()
    describe: Callable[[str], Description] = opening

    def ingest(self, *seeds: Record, now: str = NOW, prune: bool = False) -> dict[str, Paper]:
        found = identity.adopt(content.read(self.folder), now)
        numbers: dict[str, int] = {}
        records = []
        for seed in seeds:
            origin = seed.provenance
            numbers[origin.file] = numbers.get(origin.file, 0) + 1
            records.append(replace(seed, provenance=replace(origin, record=numbers[origin.file])))
        everything = [*records, *identity.published(found)]
        clusters, self.candidates = dedupe.cluster(everything, found.decisions)
        refusals = dedupe.refusals(everything, clusters)
        pages, entries = {page.id: page for page in found.papers}, {entry.id: entry for entry in found.ledger}
        described = [self.describe(next((each.abstract for each in cluster.records), "")) for cluster in clusters]
        merged = [
            merge.merge(cluster, description, pages.get(cluster.paper), entries.get(cluster.paper), write=str)
            for cluster, description in zip(clusters, described, strict=True)
        ]
        papers, lines = identity.assign(merged, found, now, prune=prune)
        self.receipts = identity.receipts(merged, described, papers, refusals)
        self.conflicts = [conflict for each in merged for conflict in each.conflicts]
        self.orphans, self.deleted = identity.orphans(papers, records), identity.deleted(found)
        outputs = content.outputs(papers, lines, self.receipts, found)
        self.written, self.warnings = tuple(output.path for output in outputs), found.warnings
        for output in outputs:
            path = self.folder / output.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(output.content)
        self.papers = {paper.slug: paper for paper in papers}
        assert {paper.slug: paper for paper in content.read(self.folder).papers} == self.papers
        outcomes = [receipt.outcome for receipt in self.receipts]
        assert len(outcomes) == len(seeds)
        assert outcomes.count("kept") == sum(any(not each.paper for each in cluster.records) for cluster in clusters)
        return self.papers

    def page(self, slug: str) -> Path:
        return self.folder / f"content/papers/{slug}.md"

    def edit(self, slug: str, before: str, after: str) -> None:
        page = self.page(slug)
        old = page.read_text(encoding="utf-8")
        assert before in old
        page.write_text(old.replace(before, after, 1), encoding="utf-8")

    def decide(self, verdict: str, *ids: str) -> None:
        path = self.folder / decisions.FILE
        before = path.read_bytes() if path.exists() else b""
        path.write_bytes(decisions.append(before, Decision(verdict, ids)))  # type: ignore[arg-type]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_an_id_is_ten_characters_of_the_hash_of_the_folded_abstract(project: Project) -> None:
    [paper] = project.ingest(record("Quiet—ROUTERS sleep!")).values()
    number = int(sha256(b"quiet routers sleep").hexdigest(), 2 * 8)
    digits = "0123456789abcdefghjkmnpqrstvwxyz"
    assert paper.id == "".join(digits[number >> 256 - 5 * place & 31] for place in range(1, 11))
    assert text.mint("", "Quiet routers sleep", "") == paper.id
    assert text.mint("Quiet routers sleep", "", "", 1)[:5] != paper.id[:5]


def test_a_second_run_writes_nothing_and_order_changes_nothing(project: Project) -> None:
    seeds = [record(told(subject)) for subject in ("ant", "bee", "cow")]
    first = project.ingest(*seeds)
    assert len(project.written) == 5
    assert project.ingest(*seeds, now=LATER) == first
    assert project.written == ()
    assert project.ingest(*reversed(seeds), now=LATER) == first
    assert project.written == ("content/receipts.jsonl",)


@pytest.mark.parametrize(
    "titles",
    [
        ["Learning to Route!", "Learning to route?", "learning---to  ROUTE"],
        ["图神经网络", "グラフ", "🔥🔥", "…", "?!", "R&D für Anfänger"],
        ["É" * 300 + " alpha", "É" * 300 + " omega", "Émergence " * 40 + "alpha", "Émergence " * 40 + "omega", "学" * 300],
        ["Aux", "CON", "nul.", "COM1", "Index", "404", "Tags", "Feed.xml", "search", "page", "C"],
    ],
)  # fmt: skip
def test_every_title_gets_an_address_of_its_own(project: Project, titles: list[str]) -> None:
    papers = project.ingest(*(record(told(f"s{number}x"), title) for number, title in enumerate(titles)))
    assert len({slug.lower() for slug in papers}) == len(titles)
    assert {paper.title for paper in papers.values()} == {" ".join(title.split()) for title in titles}
    for slug in papers:
        assert slug not in RESERVED
        assert 3 <= len(slug) <= 85
        assert slug.isascii()


def test_of_two_equal_slugs_the_younger_gets_four_characters_of_its_id(project: Project) -> None:
    project.ingest(record(told("ant"), "Trails"))
    papers = project.ingest(record(told("bee"), "TRAILS"), record(told("ant"), "Trails"), now=LATER)
    other = next(paper for paper in papers.values() if paper.title == "TRAILS")
    assert set(papers) == {"trails", f"trails-{other.id[:4]}"}


def test_a_title_that_comes_later_moves_no_address(project: Project) -> None:
    [before] = project.ingest(record(told("ant"))).values()
    assert (before.title_source, before.updated) == ("derived", "")
    titled = record(told("ant"), "Trails of Ants", "seeds/b.txt", authors=("Ada Example",), year=2025)
    [after] = project.ingest(record(told("ant")), titled, now=LATER).values()
    assert (after.id, after.slug, after.first_seen, after.updated) == (before.id, before.slug, NOW, LATER)
    assert (after.title, after.title_source, after.authors, after.year) == (
        "Trails of Ants",
        "given",
        ("Ada Example",),
        2025,
    )
    assert [receipt.outcome for receipt in project.receipts] == ["kept", "merged"]
    assert dict(project.receipts[0].fields)["authors"] == "seeds/b.txt"


def test_derived_titles_are_never_two_alike(project: Project) -> None:
    project.describe = lambda abstract: Description(titles=("A Study", f"A Study of {abstract[:3]}"))
    old = project.ingest(record(told("ant")))
    papers = project.ingest(
        record(told("bee")), record(told("bed")), record(told("beg")), record(told("ant")), now=LATER
    )
    titles = [paper.title.casefold() for paper in papers.values()]
    assert len(set(titles)) == 4
    assert old["a-study"] == papers["a-study"]
    assert {"a study", "a study of bee", "a study of bed"} < set(titles)
    assert project.ingest(*(record(told(word)) for word in ("bee", "bed", "beg", "ant")), now=LATEST) == papers


def test_a_renamed_file_leaves_its_old_address_behind_and_may_come_back(project: Project) -> None:
    seeds = [record(told("ant"), "Alpha")]
    project.ingest(*seeds)
    for before, after in [("alpha", "beta"), ("beta", "alpha")]:
        project.page(before).rename(project.page(after))
        papers = project.ingest(*seeds, now=LATER)
        assert set(papers) == {after}
        assert papers[after].aliases == (before,)
        assert papers[after].updated == ""
    papers = project.ingest(*seeds, record(told("bee"), "Beta"), now=LATER)
    assert next(slug for slug in papers if slug != "alpha").startswith("beta-")
    for before, after in [("alpha", "gamma"), ("gamma", "delta")]:
        project.page(before).rename(project.page(after))
        papers = project.ingest(*seeds, record(told("bee"), "Beta"), now=LATER)
    assert set(papers["delta"].aliases) == {"alpha", "beta", "gamma"}


def test_a_page_deleted_by_hand_comes_back_as_it_was(project: Project) -> None:
    seeds = [record(told("ant"), "Alpha"), record(told("bee"))]
    before = project.ingest(*seeds)
    project.page("alpha").unlink()
    assert project.ingest(*seeds, now=LATER) == before
    assert project.deleted == ("alpha",)


def test_a_deleted_page_without_a_source_keeps_its_address(project: Project) -> None:
    project.ingest(record(told("ant"), "Alpha"))
    project.page("alpha").unlink()
    assert project.ingest(record(told("bee"), "Alpha"), now=LATER).keys() != {"alpha"}
    assert project.ingest(record(told("ant"), "Alpha"), now=LATEST)["alpha"].first_seen == NOW


def test_a_lost_ledger_is_rebuilt_from_the_pages(project: Project) -> None:
    seeds = [record(told(subject), subject * 3) for subject in ("ant", "bee", "cow")]
    before = project.ingest(*seeds)
    lines = (project.folder / ledger.FILE).read_bytes()
    (project.folder / ledger.FILE).unlink()
    assert project.ingest(*seeds, now=LATER) == before
    assert (project.folder / ledger.FILE).read_bytes() == lines


def test_two_branches_that_meet_give_one_identity_in_either_order(tmp_path: Path) -> None:
    shared, mine, other = record(told("ant"), "Ant"), record(told("bee"), "Bee"), record(told("cow"), "Cow")
    one, two = Project(tmp_path / "one"), Project(tmp_path / "two")
    one.ingest(shared, mine, now=NOW)
    two.ingest(other, shared, now=LATER)
    halves = [(side.folder / ledger.FILE).read_bytes() for side in (one, two)]
    results = []
    for name, lines in (("x", halves[0] + halves[1]), ("y", halves[1] + halves[0])):
        joined = Project(tmp_path / name)
        (joined.folder / "content/papers").mkdir(parents=True)
        for side in (two, one):
            for page in side.folder.glob("content/papers/*.md"):
                joined.page(page.stem).write_bytes(page.read_bytes())
        (joined.folder / ledger.FILE).write_bytes(lines)
        results.append((joined.ingest(shared, mine, other, now=LATEST), (joined.folder / ledger.FILE).read_bytes()))
    assert results[0] == results[1]
    assert {slug: paper.first_seen for slug, paper in results[0][0].items()} == {"ant": NOW, "bee": NOW, "cow": LATER}


def test_the_earlier_date_stands_where_page_and_ledger_differ(project: Project) -> None:
    seeds = [record(told("ant"), "Alpha")]
    project.ingest(*seeds, now=LATER)
    project.edit("alpha", LATER, LATEST)
    assert project.ingest(*seeds, now=LATEST)["alpha"].first_seen == LATER
    project.edit("alpha", LATER, NOW)
    assert project.ingest(*seeds, now=LATEST)["alpha"].first_seen == NOW


def test_an_id_that_the_ledger_does_not_have_is_a_fault(project: Project) -> None:
    id_ = project.ingest(record(told("ant"), "Alpha"))["alpha"].id
    project.edit("alpha", id_, "0000000000")
    with pytest.raises(IncipitError, match=r"alpha\.md:2: .*ledger"):
        content.read(project.folder)


def test_merging_splitting_and_dropping(project: Project) -> None:
    seeds = [record(told("ant"), "Alpha"), record(told("bee"), "Beta"), record(told("cow"), "Gamma")]
    before = project.ingest(*seeds)
    project.decide("same", "beta", "alpha")
    papers = project.ingest(*seeds, now=LATER)
    assert set(papers) == set(before)
    assert (papers["beta"].status, papers["beta"].into) == ("merged", before["alpha"].id)
    assert [receipt.outcome for receipt in project.receipts] == ["kept", "merged", "kept"]
    assert papers["gamma"] == before["gamma"]
    assert project.ingest(*seeds, now=LATEST) == papers
    assert project.written == ()
    project.decide("different", "alpha", "beta")
    parted = project.ingest(*seeds, now=LATEST)
    assert (parted["beta"].status, parted["beta"].into, parted["beta"].first_seen) == ("published", "", NOW)
    assert [receipt.id for receipt in project.receipts] == [before[slug].id for slug in ("alpha", "beta", "gamma")]
    assert parted["alpha"].sources == before["alpha"].sources
    project.decide("drop", "gamma")
    papers = project.ingest(*seeds, now=LATEST)
    assert papers["gamma"].status == "gone"
    assert [receipt.outcome for receipt in project.receipts] == ["kept", "kept", "refused"]
    assert project.ingest(*seeds, now=LATEST) == papers


def test_a_merge_of_three_leads_everywhere_in_one_step(project: Project) -> None:
    seeds = [record(told("ant"), "Alpha"), record(told("bee"), "Beta"), record(told("cow"), "Gamma")]
    ids = {slug: paper.id for slug, paper in project.ingest(*seeds).items()}
    project.decide("same", "beta", "gamma")
    assert project.ingest(*seeds, now=LATER)["gamma"].into == ids["beta"]
    project.decide("same", "alpha", "beta")
    papers = project.ingest(*seeds, now=LATEST)
    assert {papers[slug].into for slug in ("beta", "gamma")} == {ids["alpha"]}
    assert [receipt.outcome for receipt in project.receipts] == ["kept", "merged", "merged"]


def test_a_paper_whose_sources_are_gone_stays_until_it_is_pruned_and_may_return(project: Project) -> None:
    seeds = [record(told("ant"), "Alpha"), record(told("bee"), "Beta")]
    before = project.ingest(*seeds)
    page = project.page("alpha").read_bytes()
    project.ingest(seeds[1], now=LATER)
    assert project.page("alpha").read_bytes() == page
    assert project.orphans == (before["alpha"].id,)
    assert project.ingest(seeds[1], now=LATER, prune=True)["alpha"].status == "gone"
    assert project.ingest(*seeds, now=LATEST)["alpha"].status == "published"
    project.edit("beta", "---\n\n", 'status: "withdrawn"\n---\n\n')
    assert project.ingest(*seeds, now=LATEST)["beta"].status == "withdrawn"


EDITS = [
    ("title", 'title: "Alpha"', 'title: "Alpha and Omega"'),
    ("authors", 'authors: ["Ada Example"]', 'authors: ["Ada Example", "Bo Sample"]'),
    ("year", "year: 2025", "year: 2024"),
    ("venue", 'venue: "NET"', 'venue: "The Net"'),
    ("name", 'name: "ANT"', 'name: "Ant"'),
    ("links", '"https://example.org/ant"', '"https://example.org/bee"'),
    ("abstract", "antthirteen", "antthirteen, and so on"),
    ("authors", 'authors: ["Ada Example"]\n', ""),
    ("year", "year: 2025\n", ""),
    ("venue", 'venue: "NET"\n', ""),
    ("name", 'name: "ANT"\n', ""),
    ("links", 'links: [{"rel": "code", "url": "https://example.org/ant"}]\n', ""),
]


@pytest.mark.parametrize(("name", "before", "after"), EDITS)
def test_what_a_person_changed_or_deleted_stays(project: Project, name: str, before: str, after: str) -> None:
    project.describe = lambda abstract: Description(
        titles=("Anything",), name="ANT", links=(Link("code", "https://example.org/ant"),)
    )
    seed = record(told("ant"), "Alpha", authors=("Ada Example",), year=2025, venue="NET")
    project.ingest(seed)
    project.edit("alpha", before, after)
    page = project.page("alpha").read_text(encoding="utf-8")
    paper = project.ingest(seed, now=LATER)["alpha"]
    assert after in project.page("alpha").read_text(encoding="utf-8")
    assert paper.updated == ("" if name == "name" else LATER)
    assert paper.title_source == ("curated" if name == "title" else "given")
    assert not project.conflicts
    assert project.ingest(seed, now=LATEST)["alpha"] == paper
    assert project.written == ()
    changed = record(told("ant") + " antfourteen", "Alpha Beta", authors=("Cy Other",), year=2030, venue="ELSE")
    project.describe = lambda abstract: Description(name="ANTS", links=(Link("code", "https://example.org/ants"),))
    project.edit(
        "alpha",
        project.page("alpha").read_text(encoding="utf-8").split("sources: ")[1].split("\n")[0],
        f'[{{"file": "seeds/a.txt", "sha256": "{changed.provenance.sha256}"}}]',
    )
    after_change = project.ingest(changed, now=LATEST)["alpha"]
    assert getattr(after_change, name) == getattr(paper, name)
    assert [conflict.field for conflict in project.conflicts] == [name]
    assert page


def test_a_derived_title_that_a_person_changes_is_curated_and_a_given_one_does_not_take_its_place(
    project: Project,
) -> None:
    [paper] = project.ingest(record(told("ant"))).values()
    project.edit(paper.slug, paper.title, "Better Words")
    curated = project.ingest(record(told("ant")), now=LATER)[paper.slug]
    assert (curated.title, curated.title_source) == ("Better Words", "curated")
    titled = record(told("ant"), "Given Words", "seeds/b.txt")
    after = project.ingest(record(told("ant")), titled, now=LATEST)[paper.slug]
    assert (after.title, after.title_source) == ("Better Words", "curated")
    assert [(conflict.hand, conflict.source) for conflict in project.conflicts] == [("Better Words", "Given Words")]


def test_a_page_written_by_hand_is_a_paper_and_stays_as_it_was_laid_out(project: Project) -> None:
    page = project.page("by-hand")
    page.parent.mkdir(parents=True)
    page.write_text("---\n# mine\ntitle: No\nyear: 2026\n---\nHand-written words.\n", encoding="utf-8")
    paper = project.ingest(record(told("ant"), "Alpha"))["by-hand"]
    assert (paper.title, paper.title_source, paper.first_seen) == ("No", "curated", NOW)
    assert paper.id == text.mint("Hand-written words.", "", "")
    assert project.orphans == ()
    typed = page.read_text(encoding="utf-8").replace("year: 2026", "year:   2026   # about\n# a comment")
    page.write_text(typed, encoding="utf-8")
    assert project.ingest(record(told("ant"), "Alpha"), now=LATER)["by-hand"] == paper
    assert page.read_text(encoding="utf-8") == typed
    assert project.written == ()


def test_a_topic_alias_is_rewritten_and_counts_as_what_was_written(project: Project) -> None:
    topics = project.folder / "content/topics"
    topics.mkdir(parents=True)
    (topics / "ants.md").write_text('---\ntitle: "Ants"\n---\n', encoding="utf-8")
    (topics / "bees.md").write_text('---\ntitle: "Bees"\n---\n', encoding="utf-8")
    seed = record(told("ant"), "Alpha", topics=("ants",))
    project.ingest(seed)
    (topics / "ants.md").unlink()
    with pytest.raises(IncipitError, match=r"alpha\.md:5: `ants` is neither"):
        content.read(project.folder)
    (topics / "insects.md").write_text("---\ntitle: Insects\naliases: [ants]\n---\n", encoding="utf-8")
    assert content.read(project.folder).papers[0].topics == ("insects",)
    paper = project.ingest(replace(seed, topics=("insects", "bees")), now=LATER)["alpha"]
    assert paper.topics == ("insects", "bees")
    assert (paper.updated, project.conflicts) == ("", [])


def test_all_faults_of_all_files_are_named_at_once(project: Project) -> None:
    project.ingest(record(told("ant"), "Alpha"), record(told("bee"), "Beta"))
    project.page("copy").write_bytes(project.page("alpha").read_bytes())
    project.page("broken").write_text("---\ntitle: [unclosed\n---\n", encoding="utf-8")
    project.page("latin").write_bytes(b"---\ntitle: \xfc\n---\n")
    project.edit("beta", "first_seen:", 'aliases: ["alpha"]\nfirst_seen:')
    with pytest.raises(IncipitError) as caught:
        content.read(project.folder)
    found = str(caught.value).splitlines()
    assert [line.split(" ")[0] for line in found] == [
        "content/papers/broken.md:3:", "content/papers/latin.md:2:", "content/papers/copy.md:2:", "content/papers/beta.md:5:",
    ]  # fmt: skip
    assert "content/papers/alpha.md:2" in found[2]
    lenient = content.read(project.folder, lenient=True)
    assert [paper.slug for paper in lenient.papers] == ["alpha"]
    assert len(lenient.warnings) == 4


def test_a_page_that_cannot_be_read_is_not_written_over(project: Project) -> None:
    seeds = [record(told("ant"), "Alpha"), record(told("bee"), "Beta")]
    project.ingest(*seeds)
    project.page("alpha").write_text("---\ntitle: [unclosed\n---\n", encoding="utf-8")
    found = identity.adopt(content.read(project.folder, lenient=True), LATER)
    clusters, _ = dedupe.cluster([*seeds, *identity.published(found)], ())
    merged = [merge.merge(cluster, Description(), write=str) for cluster in clusters]
    papers, lines = identity.assign(merged, found, LATER)
    assert [paper.slug for paper in papers] == ["beta"]
    assert len(lines) == 2


def test_links_that_leave_the_project_are_refused_and_others_files_named(
    project: Project, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "secret.md"
    outside.write_text("---\ntitle: secret\n---\n", encoding="utf-8")
    project.ingest(record(told("ant"), "Alpha"))
    (project.folder / "content/papers/notes.txt").write_text("x", encoding="utf-8")
    (project.folder / "content/papers/.alpha.md.swp").write_bytes(b"\x00")
    assert [notice.file for notice in content.read(project.folder).warnings] == ["content/papers/notes.txt"]
    project.page("secret").symlink_to(outside)
    with pytest.raises(IncipitError, match="leaves the project"):
        content.read(project.folder)

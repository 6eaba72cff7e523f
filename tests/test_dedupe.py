"""The same paper is found, two papers never become one, what a person decided holds, no record is lost."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator import dedupe, text
from generator.model import Candidate, Cluster, Decision, Link, Provenance, Record

ROUTERS = (
    "We study quiet routers that forward packets without waking their neighbours. A schedule of sleeping slots is "
    "learned from traffic, and a proof bounds the delay that any packet meets. On three invented networks the routers "
    "sleep four hours of five, while the slowest packet waits less than a heartbeat. Code and traces are released."
)
OTHERS = (
    "Ants carry crumbs along trails that no single ant has planned. We model the trail as a random walk with memory and "
    "derive how wide it becomes. The model predicts a width that observers have measured in gardens, kitchens and on "
    "one balcony, and it explains why trails break when it rains for more than a minute."
)


def record(abstract: str = "", number: int = 1, **known: object) -> Record:
    raw = sha256(f"{abstract}{sorted(known.items())}".encode()).hexdigest()
    return Record(Provenance("seeds/a.txt", number, number, raw), abstract=abstract, **known)  # type: ignore[arg-type]


def numbered(*records: Record) -> list[Record]:
    return [
        replace(found, provenance=replace(found.provenance, record=number)) if not found.paper else found
        for number, found in enumerate(records, 1)
    ]


def published(id_: str, abstract: str = "", known: tuple[str, ...] = (), **facts: object) -> Record:
    return Record(Provenance(f"content/papers/{id_}.md", 1, 1, ""), abstract=abstract, paper=id_, known=known, **facts)  # type: ignore[arg-type]


def found(*records: Record, decisions: tuple[Decision, ...] = ()) -> tuple[list[Cluster], list[Candidate]]:
    return dedupe.cluster(numbered(*records), decisions)


def outcome(*records: Record) -> str:
    clusters, candidates = found(*records)
    return "same" if len(clusters) == 1 else "candidate" if candidates else "different"


def without(words: int, abstract: str = ROUTERS) -> str:
    return " ".join(abstract.split()[:-words])


def reworded(abstract: str = ROUTERS) -> str:
    return abstract.replace(
        "A schedule of sleeping slots is learned from traffic,", "Sleep is planned from what passed before,"
    )


WHO = {"authors": ("Ada Example", "Bo Sample")}
ELSE = {"authors": ("Cy Other", "Di Stranger")}


@pytest.mark.parametrize(
    ("a", "b", "wanted"),
    [
        # Text alone.
        (record(ROUTERS), record(ROUTERS.upper().replace(",", ";")), "same"),
        (record(ROUTERS), record(OTHERS), "different"),
        (record(ROUTERS), record(reworded()), "candidate"),
        (record(ROUTERS), record(without(20)), "candidate"),
        (record("Findings of 2018. " + ROUTERS), record("Findings of 2019. " + ROUTERS), "different"),
        # A title or authors settle it.
        (record(ROUTERS), record(ROUTERS, title="Quiet Routers", **WHO), "same"),
        (record(ROUTERS, title="Quiet Routers"), record(reworded(), title="Quiet routers"), "same"),
        (record(ROUTERS, title="Quiet Routers"), record(without(20), title="Quiet Routers"), "same"),
        (record(ROUTERS, title="Quiet Routers", **WHO), record(ROUTERS.replace("invented", "made-up"), title="On Quiet Routers", **WHO), "same"),
        (record(ROUTERS, title="Quiet Routers", **WHO), record(ROUTERS, title="Sleep in Networks", **WHO), "candidate"),
        (record(ROUTERS, title="How Quiet Routers Sleep", **WHO), record(OTHERS, title="How quiet routers sleep", **WHO), "candidate"),
        # Title and authors contradict the text.
        (record(ROUTERS, title="Quiet Routers", **WHO), record(ROUTERS, title="Trails of Ants", **ELSE), "candidate"),
        (record(ROUTERS, title="Quiet Routers"), record(ROUTERS, title="Trails of Ants"), "candidate"),
        (record(ROUTERS, title="Quiet Routers I, Part I"), record(ROUTERS, title="Quiet Routers, Part II"), "candidate"),
        (record(ROUTERS, title="Findings of NET18"), record(reworded(), title="Findings of NET19"), "different"),
        (record(ROUTERS, title="Quiet Routers", **WHO), record(ROUTERS, title="Quiet Routers (Extended Abstract)", **WHO), "candidate"),
        (
            record(ROUTERS, title="Quiet Routers", venue="NET", year=2020, **WHO),
            record(reworded(reworded(ROUTERS).replace("four hours of five", "long")), title="Loud Switches", venue="NET", year=2020, **WHO),
            "different",
        ),
        # Authors without names say nothing.
        (record(ROUTERS, title="Quiet Routers", **WHO), record(reworded(), title="Quiet Routers", authors=("Anonymous",)), "same"),
        # Placeholders and short texts are no evidence.
        (record("", title="First"), record("", title="Second"), "different"),
        (record("Ok.", title="Eighth"), record("Ok!", title="Ninth"), "different"),
        (record("图神经网络很快。", title="Sixth"), record("语言模型很慢。", title="Seventh"), "different"),
        (record("", title="Quiet Routers at Night", **WHO), record(ROUTERS, title="Quiet Routers at Night", **WHO), "same"),
        (record("", title="Quiet Routers at Night"), record(ROUTERS, title="Quiet Routers at Night"), "candidate"),
        # Other scripts.
        (record("我们研究安静的路由器,它们在不唤醒邻居的情况下转发数据包。"), record("我们研究安静的路由器，它们在不唤醒邻居的情况下转发数据包！"), "same"),
        (record("Мы изучаем тихие маршрутизаторы, которые пересылают пакеты, не будя своих соседей ни ночью, ни днём."), record("Мы изучаем муравьёв, которые носят крошки по тропам, и никто из них этих троп не задумывал заранее."), "different"),
    ],
)  # fmt: skip
def test_two_records_are_the_same_or_perhaps_or_not(a: Record, b: Record, wanted: str) -> None:
    assert outcome(a, b) == outcome(b, a) == wanted


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ("https://arxiv.org/abs/2401.00001v1", "https://arxiv.org/pdf/2401.00001v3", "same"),
        ("https://doi.org/10.48550/arXiv.2401.00001", "https://arxiv.org/abs/2401.00001", "same"),
        ("https://doi.org/10.1000/AbC", "https://doi.org/10.1000/aBc", "same"),
        ("https://openreview.net/forum?id=x1", "https://openreview.net/pdf?id=x1", "same"),
        ("https://arxiv.org/abs/2401.00001", "https://arxiv.org/abs/2401.00002", "candidate"),
        ("https://arxiv.org/abs/2401.00001", "https://doi.org/10.1000/abc", "same"),
    ],
)
def test_identifiers_speak_and_contradict(one: str, other: str, wanted: str) -> None:
    a = record(ROUTERS, title="Quiet Routers", links=(Link("web", one),))
    b = record(reworded(), title="Quiet Routers", links=(Link("web", other),))
    assert outcome(a, b) == wanted


def test_a_shared_identifier_alone_does_not_glue_two_papers() -> None:
    link = (Link("doi", "https://doi.org/10.1000/volume"),)
    assert (
        outcome(record(ROUTERS, title="Quiet Routers", links=link), record(OTHERS, title="Trails of Ants", links=link))
        == "candidate"
    )


def test_a_published_paper_is_met_by_text_or_by_what_it_is_known_for() -> None:
    changed = record(OTHERS)
    clusters, candidates = found(
        record(ROUTERS), changed, published("7k3qz2abcd", ROUTERS, (changed.provenance.sha256,))
    )
    assert [cluster.paper for cluster in clusters] == ["7k3qz2abcd"]
    assert [bool(each.paper) for each in clusters[0].records] == [False, False, True]
    assert not candidates


def test_two_published_papers_are_only_offered() -> None:
    clusters, candidates = found(record(ROUTERS), published("7k3qz2abcd", ROUTERS), published("8k3qz2abcd", ROUTERS))
    assert sorted(cluster.paper for cluster in clusters) == ["7k3qz2abcd", "8k3qz2abcd"]
    assert [candidate.keys for candidate in candidates] == [("7k3qz2abcd", "8k3qz2abcd")]


def test_what_a_person_decided_holds() -> None:
    pair = ("7k3qz2abcd", "8k3qz2abcd")
    papers = (published(pair[0], ROUTERS), published(pair[1], ROUTERS))
    clusters, candidates = found(*papers, decisions=(Decision("same", pair),))
    assert [cluster.paper for cluster in clusters] == [pair[0]]
    assert not candidates
    clusters, candidates = found(*papers, decisions=(Decision("same", pair), Decision("different", pair)))
    assert len(clusters) == 2
    assert not candidates
    one, other = (text.mint(abstract, "", "") for abstract in (ROUTERS, OTHERS))
    assert len(found(record(ROUTERS), record(OTHERS), decisions=(Decision("same", (one, other)),))[0]) == 1
    near = text.mint(reworded(), "", "")
    assert not found(record(ROUTERS), record(reworded()), decisions=(Decision("different", (one, near)),))[1]


def test_a_dropped_paper_is_in_no_cluster_and_its_records_are_refused() -> None:
    records = numbered(record(ROUTERS), record(OTHERS), published("7k3qz2abcd", ROUTERS))
    clusters, _ = dedupe.cluster(records, (Decision("drop", ("7k3qz2abcd",)),))
    assert [cluster.records[0].abstract for cluster in clusters] == [OTHERS]
    assert [(each.record.abstract, "dropped" in each.reason) for each in dedupe.refusals(records, clusters)] == [
        (ROUTERS, True)
    ]


def test_a_third_record_does_not_join_two_that_contradict_each_other() -> None:
    first = record(ROUTERS, title="Quiet Routers", links=(Link("arxiv", "https://arxiv.org/abs/2401.00001"),))
    second = record(ROUTERS, title="Quiet Routers", links=(Link("arxiv", "https://arxiv.org/abs/2401.00002"),))
    clusters, candidates = found(first, second, record(ROUTERS))
    assert len(clusters) == 2
    assert candidates


def test_clusters_stand_in_order_of_their_first_record_and_say_why() -> None:
    clusters, _ = found(record(OTHERS), record(ROUTERS), record(ROUTERS, title="Quiet Routers"), record(OTHERS))
    assert [(cluster.place, len(cluster.records)) for cluster in clusters] == [(0, 2), (1, 2)]
    assert [cluster.reasons for cluster in clusters] == [("same record",), ("same text",)]


def test_boilerplate_of_many_papers_stays_cheap_and_glues_nothing() -> None:
    titles = [
        f"{word} talk of number {number}"
        for number, word in enumerate(["Opening", "Closing", "Plenary", "Evening"] * 30)
    ]
    records = [record(ROUTERS, title=f"{title} {sha256(title.encode()).hexdigest()}") for title in titles]
    clusters, _ = found(*records)
    assert len(clusters) == len(records)


WORDS = st.sampled_from(["", "N", ROUTERS, OTHERS, reworded(), without(20), "Ok."])
RECORDS = st.builds(
    record,
    WORDS,
    title=st.sampled_from(["", "Quiet Routers", "Trails of Ants", "Quiet Routers, Part II"]),
    authors=st.sampled_from([(), ("Ada Example",), ("Cy Other",)]),
    links=st.sampled_from(
        [(), (Link("doi", "https://doi.org/10.1000/a"),), (Link("doi", "https://doi.org/10.1000/b"),)]
    ),
)
PUBLISHED = st.lists(st.sampled_from([ROUTERS, OTHERS, "Ok."]), max_size=2, unique=True).map(
    lambda found: [published(f"{number}k3qz2abcd", abstract) for number, abstract in enumerate(found, 1)]
)


@settings(deadline=None)
@given(st.lists(RECORDS, max_size=7), PUBLISHED)
def test_every_record_is_kept_merged_or_refused_exactly_once(seeds: list[Record], papers: list[Record]) -> None:
    records = numbered(*seeds, *papers)
    clusters, candidates = dedupe.cluster(records, ())
    refused = [refusal.record for refusal in dedupe.refusals(records, clusters)]
    clustered = [each for cluster in clusters for each in cluster.records if not each.paper]
    assert sorted(each.provenance.record for each in clustered + refused) == list(range(1, len(seeds) + 1))
    assert all(not (each.title or each.abstract) for each in refused)
    assert all(len({each.paper for each in cluster.records} - {""}) <= 1 for cluster in clusters)
    assert all(one != other for one, other in (candidate.keys for candidate in candidates))


def test_the_hash_seed_decides_nothing() -> None:
    program = (
        "from tests.test_dedupe import *\n"
        "records=[record(ROUTERS), record(reworded(), title='Quiet Routers'), record(without(20)), record(OTHERS), record(without(9))]\n"
        "print(found(*records, published('7k3qz2abcd', OTHERS)))"
    )
    results = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(results) == 1


def test_what_stands_where_a_papers_record_stood_is_the_paper_revised() -> None:
    """Its own record is gone from the sources, and one came that says much the same."""
    before = record(ROUTERS)
    page = published("0123456789", ROUTERS, (before.provenance.sha256,))
    clusters, candidates = found(record(reworded()), page)
    assert ([cluster.paper for cluster in clusters], candidates) == (["0123456789"], [])


def test_a_like_text_beside_a_papers_own_record_is_a_possible_twin() -> None:
    before = record(ROUTERS)
    page = published("0123456789", ROUTERS, (before.provenance.sha256,))
    clusters, candidates = found(before, record(reworded()), page)
    assert (len(clusters), len(candidates)) == (2, 1)


def test_a_paper_without_record_takes_one_revised_record_and_no_second() -> None:
    gone = record(ROUTERS).provenance.sha256
    page = published("0123456789", ROUTERS, (gone,))
    closer = ROUTERS.replace("Code and traces are released.", "Code is released.")
    clusters, candidates = found(record(reworded()), record(closer), page)
    assert [[len(cluster.records), cluster.paper] for cluster in clusters] == [[1, ""], [2, "0123456789"]]
    assert len(candidates) == 1


def test_an_untitled_text_joins_no_two_papers_that_share_it_under_two_titles() -> None:
    """A source gave one abstract to two papers; that some authors are the same does not make them one."""
    first = record(ROUTERS, title="Quiet routers that sleep", authors=("Ada Example", "Bo Sample"))
    second = record(ROUTERS, title="Waking neighbours on demand", authors=("Ada Example", "Cy Other"))
    clusters, candidates = found(record(ROUTERS), first, second)
    assert len(clusters) == 2
    assert len(candidates) == 1

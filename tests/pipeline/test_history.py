"""A long history of one small project: whatever happens, addresses answer, readers see only what is new, hands hold."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from history_judge import Judge, answer, atom_dates, edit, facts, incipit, page, tree

TEXTS = {
    "FernNet": "We introduce FernNet, a small network for counting ferns in photographs of forests. The fern is a shy "
    "plant and hides behind others. FernNet counts ferns faster than people do and errs less. "
    "Code is at https://github.com/example/fernnet.",
    "walkers": "Bridges sway when many walkers cross them in step. We study the sway of footbridges under a crowd and "
    "find a threshold above which every bridge begins to move sideways, whatever its length.",
    "CaveMap": "Maps of caves are drawn by hand, slowly and with errors. This paper presents CaveMap, a method for "
    "drawing maps of caves from echoes alone, which needs no light and no surveyor underground.",
    "tides": "Tides follow the moon, but harbours bend them. We measure the tides of forty harbours over a year and "
    "explain three quarters of their delay by the shape of the sea floor before the harbour mouth.",
    "beekeepers": "How do beekeepers decide when to harvest? We asked two hundred beekeepers and compared what they "
    "said with the weight of their hives, and found that most of them wait a week too long.",
    "sherds": "Glazes of old pottery hold traces of the wood that fired them. We recover the kind of wood from the "
    "glaze of nine hundred sherds and date a kiln that had no written record at all.",
    "sparrows": "City sparrows sing higher than those of villages. We record the songs of sparrows before and after a "
    "street is closed to cars, and show that their pitch falls within a single season.",
    "queues": "Queues at a bakery grow before holidays. We model queues whose customers see the length and walk away, "
    "and prove that a second counter helps less than a sign that states the waiting time.",
    "lichen": "Lichen grows on gravestones at a steady pace. We date walls by their lichen and compare the dates with "
    "the records of three parishes, which differ from ours by less than ten years.",
    "violins": "Old violins are said to carry further than new ones. We let soloists play forty violins behind a "
    "curtain in an empty hall and in a full one and find no difference that a listener can hear.",
    "snowfall": "Snowfall muffles a valley. We measure how far a bell is heard before, during and after fresh snowfall "
    "and give a simple law for the loss, which depends on the depth of the snow and little else.",
    "marbles": "Marbles in a tilted tray find the same order again and again. We explain why, and build a sorting "
    "machine from marbles that needs no power besides a person who tilts the tray.",
}
# The same study in the words of another list: its authors call the two one paper, no program would.
RETOLD = "Pitch of urban birdsong drops once traffic stops. A closed road gave us a natural experiment over one spring."
TOPICS = {
    "animals": ("Animals", {"sparrows": 4, "beekeepers": 4, "ferns": 3}),
    "sea": ("The sea", {"tides": 4, "harbours": 3}),
    "craft": ("Craft", {"glazes": 4, "violins": 4, "bakery": 4}),
}
CONFIG = "title: Notes\nurl: https://example.org/notes/\nseeds: [{}]\n"
DAY = 86_400
# What the ledger knows of a paper.
KEPT = ("id", "first_seen", "aliases")


@dataclass
class History:
    """The project, what its seed files hold, and the judge who watches it."""

    project: Path
    judge: Judge
    lists: dict[str, list[str]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=lambda: dict(TEXTS))
    slugs: dict[str, str] = field(default_factory=dict)

    def write(self, *, newline: str = "\n") -> None:
        folder = self.project / "seeds"
        folder.mkdir(exist_ok=True)
        for path in folder.glob("*.txt"):
            path.unlink()
        for name, words in self.lists.items():
            text = "\n\n".join(["A list", *(self.texts[word] for word in words)]) + "\n"
            (folder / name).write_bytes(text.replace("\n", newline).encode())

    def records(self, *records: dict[str, Any]) -> None:
        """The list that comes from another program, with titles."""
        lines = "".join(json.dumps(record) + "\n" for record in records)
        (self.project / "seeds/titled.jsonl").write_text(lines, encoding="utf-8")

    def page(self, word: str) -> Path:
        return page(self.project, word)

    def facts(self, word: str) -> dict[str, Any]:
        return facts(self.page(word))

    def address(self, word: str) -> str:
        return f"papers/{self.page(word).stem}/"

    def topic(self, slug: str, title: str, terms: dict[str, int], aliases: tuple[str, ...] = ()) -> None:
        folder = self.project / "content/topics"
        folder.mkdir(parents=True, exist_ok=True)
        front = f"title: {title}\nterms: {json.dumps(terms)}\naliases: {json.dumps(aliases)}\n"
        (folder / f"{slug}.md").write_text(f"---\n{front}---\n", encoding="utf-8")


@dataclass(frozen=True)
class Step:
    """What a step leads us to expect of the build after it. A `check` looks closer when the build is done."""

    new: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()
    check: Callable[[], object] = bool
    prune: bool = False


def begin(it: History) -> Step:
    (it.project / "config.yaml").write_text(CONFIG.format("seeds/*.jsonl, seeds/*.txt"), encoding="utf-8")
    for slug, (title, terms) in TOPICS.items():
        it.topic(slug, title, terms)
    it.lists = {"a.txt": ["FernNet", "walkers", "CaveMap", "tides"], "b.txt": ["tides", "beekeepers", "sherds"]}
    it.write()
    return Step(new=("FernNet", "walkers", "CaveMap", "tides", "beekeepers", "sherds"))


def reorder_a_list(it: History) -> Step:
    it.lists["a.txt"].reverse()
    it.write()
    return Step()


def swap_the_lists(it: History) -> Step:
    it.lists["a.txt"], it.lists["b.txt"] = it.lists["b.txt"], it.lists["a.txt"]
    it.write()
    # Which list a record stands in is a fact of its page.
    return Step(touched=("FernNet", "walkers", "CaveMap", "beekeepers", "sherds"), check=lambda: quiet(it))


def trust_the_lists_in_another_order(it: History) -> Step:
    config = CONFIG.format("seeds/*.jsonl, seeds/b.txt, seeds/*.txt")
    (it.project / "config.yaml").write_text(config, encoding="utf-8")
    return Step()


def change_a_word(it: History) -> Step:
    before = it.facts("CaveMap")
    it.texts["CaveMap"] = it.texts["CaveMap"].replace("slowly", "patiently")
    it.write()

    def check() -> None:
        after = it.facts("CaveMap")
        assert "patiently" in after["abstract"]
        assert (after["id"], after["first_seen"]) == (before["id"], before["first_seen"])
        assert after["updated"] > before["first_seen"]

    return Step(touched=("CaveMap",), check=check)


def add_a_paper_at_the_end(it: History) -> Step:
    it.lists["b.txt"].append("sparrows")
    it.write()
    return Step(new=("sparrows",))


def add_a_paper_at_the_beginning(it: History) -> Step:
    it.lists["b.txt"].insert(0, "queues")
    it.write()
    return Step(new=("queues",))


def add_a_list_of_two(it: History) -> Step:
    it.lists["c.txt"] = ["lichen", "violins"]
    it.write()
    return Step(new=("lichen", "violins"))


def list_a_paper_twice(it: History) -> Step:
    it.lists["c.txt"].append("queues")
    it.write()
    return Step(touched=("queues",), check=lambda: quiet(it))


def wrap_and_hyphenate_a_record(it: History) -> Step:
    it.texts["walkers"] = it.texts["walkers"].replace("threshold above", "thresh-\nold above").replace(" We", "\nWe")
    it.write()

    def check() -> None:
        assert "a threshold above which" in it.facts("walkers")["abstract"]
        quiet(it)

    return Step(touched=("walkers",), check=check)


def save_the_lists_on_windows(it: History) -> Step:
    it.write(newline="\r\n")
    return Step()


def remove_a_record(it: History) -> Step:
    it.lists["c.txt"].remove("lichen")
    it.write()

    def check() -> None:
        assert answer(it.judge.site, it.address("lichen")) == "page"
        assert it.facts("lichen")["id"] in json.loads(incipit(it.project, "review", "--json")[1])["orphans"]

    return Step(check=check)


def put_the_record_back(it: History) -> Step:
    it.lists["c.txt"].insert(0, "lichen")
    it.write()
    return Step()


def rename_a_list(it: History) -> Step:
    it.lists["d.txt"] = it.lists.pop("c.txt")
    it.write()
    return Step(touched=("lichen", "violins", "queues"), check=lambda: quiet(it))


def a_title_arrives(it: History) -> Step:
    before = it.facts("tides")
    assert before["title_source"] == "derived"
    it.records(
        {
            "title": "Harbours bend the tide",
            "authors": ["Ada Example", "Bo Sample"],
            "year": 2024,
            "venue": "Journal of Coasts",
            "doi": "10.5555/tides",
            "abstract": TEXTS["tides"],
        }
    )

    def check() -> None:
        after = it.facts("tides")
        assert (after["title"], after["title_source"]) == ("Harbours bend the tide", "given")
        assert (after["authors"], after["year"], after["venue"]) == (
            ["Ada Example", "Bo Sample"], 2024, "Journal of Coasts",
        )  # fmt: skip
        assert {"rel": "doi", "url": "https://doi.org/10.5555/tides"} in after["links"]
        assert (after["id"], after["first_seen"]) == (before["id"], before["first_seen"])
        dates = [dates for id_, dates in atom_dates(it.judge.site).items() if before["id"] in id_]
        assert dates == [(before["first_seen"], after["updated"])]

    return Step(touched=("tides",), check=check)


def the_source_corrects_the_title(it: History) -> Step:
    path = it.page("tides")
    seed = it.project / "seeds/titled.jsonl"
    seed.write_text(seed.read_text(encoding="utf-8").replace("bend the tide", "bend their tides"), encoding="utf-8")

    def check() -> None:
        assert it.page("tides") == path
        assert it.facts("tides")["title"] == "Harbours bend their tides"

    return Step(touched=("tides",), check=check)


def by_hand(word: str, key: str, value: object | None) -> Callable[[History], Step]:
    """A step in which a person changes one field, or deletes it."""

    def step(it: History) -> Step:
        path = it.page(word)
        it.judge.hand(word, key, value)
        return Step(touched=(word,), check=lambda: same(it.page(word), path))

    step.__name__ = f"{'delete' if value is None else 'change'}_{key}_by_hand"
    return step


def delete_a_title_by_hand(it: History) -> Step:
    it.judge.hand("tides", "title", None)
    address = it.address("tides")

    def check() -> None:
        html = (it.judge.site / address / "index.html").read_text(encoding="utf-8")
        assert "Harbours bend" not in html
        assert '<h1 data-title-source="derived">' in html.replace(
            "data-title-source=derived", 'data-title-source="derived"'
        )

    return Step(touched=("tides",), check=check)


def source_and_hand_disagree(it: History) -> Step:
    it.judge.hand("tides", "year", 2023)
    seed = it.project / "seeds/titled.jsonl"
    seed.write_text(seed.read_text(encoding="utf-8").replace("2024", "2025"), encoding="utf-8")

    def check() -> None:
        found = json.loads(incipit(it.project, "review", "--json")[1])["conflicts"]
        assert {"id": it.facts("tides")["id"], "field": "year", "hand": "2023", "source": "2025"} in found

    return Step(touched=("tides",), check=check)


def a_page_without_a_seed(it: History) -> Step:
    text = "---\ntitle: A note on marbles\n---\n\n" + TEXTS["marbles"] + "\n"
    (it.project / "content/papers/a-note-on-marbles.md").write_text(text, encoding="utf-8")
    return Step(new=("marbles",))


def renamed_to(word: str, slug: str) -> Callable[[History], Step]:
    """A step in which a person renames a page's file."""

    def step(it: History) -> Step:
        path, old = it.page(word), it.address(word)
        path.rename(path.with_name(f"{slug}.md"))
        assert incipit(it.project, "publish")[0] == 0
        assert answer(it.judge.site, old) == f"to papers/{slug}/"

        def check() -> None:
            assert it.address(word) == f"papers/{slug}/"
            assert answer(it.judge.site, old) == f"to papers/{slug}/"
            assert answer(it.judge.site, f"papers/{slug}/") == "page"

        return Step(touched=(word,), check=check)

    step.__name__ = f"rename_a_page_to_{slug}"
    return step


def a_new_paper_wants_a_freed_address(it: History) -> Step:
    seed = it.project / "seeds/titled.jsonl"
    record = {"title": "Beta", "abstract": TEXTS["snowfall"]}
    seed.write_text(seed.read_text(encoding="utf-8") + json.dumps(record) + "\n", encoding="utf-8")

    def check() -> None:
        assert it.address("snowfall").startswith("papers/beta-")
        assert answer(it.judge.site, "papers/beta/") == "to papers/gamma/"

    return Step(new=("snowfall",), check=check)


def rename_a_topic(it: History) -> Step:
    (it.project / "content/topics/sea.md").unlink()
    it.topic("coasts", "Coasts", TOPICS["sea"][1], aliases=("sea",))

    def check() -> None:
        assert it.facts("tides")["topics"] == ["coasts"]
        assert answer(it.judge.site, "topics/sea/") == "to topics/coasts/"

    return Step(touched=("tides",), check=check)


def retitle_a_topic(it: History) -> Step:
    it.topic("coasts", "Coasts and harbours", TOPICS["sea"][1], aliases=("sea",))
    return Step()


def new_terms(it: History) -> Step:
    it.topic("animals", "Animals", {**TOPICS["animals"][1], "lichen": 4})
    return Step(touched=("lichen",), check=lambda: same(it.facts("lichen")["topics"], ["animals"]))


def a_new_topic(it: History) -> Step:
    it.topic("motion", "Motion", {"sway": 4, "queues": 4})
    return Step(touched=("walkers", "queues"))


def merge_topics(it: History) -> Step:
    (it.project / "content/topics/coasts.md").unlink()
    it.topic("motion", "Motion", {"sway": 4, "queues": 4, **TOPICS["sea"][1]}, aliases=("sea", "coasts"))

    def check() -> None:
        assert it.facts("tides")["topics"] == ["motion"]
        assert answer(it.judge.site, "topics/sea/") == answer(it.judge.site, "topics/coasts/") == "to topics/motion/"

    return Step(touched=("tides",), check=check)


def a_study_comes_in_other_words(it: History) -> Step:
    it.texts["birdsong"] = RETOLD
    it.lists["d.txt"].append("birdsong")
    it.write()
    return Step(new=("birdsong",))


def merge_two_papers(it: History) -> Step:
    younger, older = it.address("birdsong"), it.address("sparrows")
    names = (it.page("birdsong").stem, it.page("sparrows").stem)
    assert incipit(it.project, "review", "--same", *names, "--reason", "one study")[0] == 0
    it.judge.look()

    def check() -> None:
        assert answer(it.judge.site, younger) == f"to {older}"

    it.slugs["birdsong"] = names[0]
    return Step(touched=("birdsong", "sparrows"), check=check)


def split_them_again(it: History) -> Step:
    names = (it.slugs["birdsong"], it.page("sparrows").stem)
    assert incipit(it.project, "review", "--different", *names)[0] == 0

    def check() -> None:
        assert answer(it.judge.site, f"papers/{names[0]}/") == "page"
        assert it.page("birdsong").stem == names[0]

    return Step(touched=("birdsong", "sparrows"), check=check)


def deleted_for_good(word: str, answered: str) -> Callable[[History], Step]:
    """A step in which a person deletes a page that no source holds: the address answers, and nobody is asked again."""

    def step(it: History) -> Step:
        path, address, before = it.page(word), it.address(word), it.facts(word)
        path.unlink()

        def check() -> None:
            after = facts(path)
            assert [after.get(key) for key in KEPT] == [before.get(key) for key in KEPT]
            assert answer(it.judge.site, address).split("-")[0] == answered
            assert json.loads(incipit(it.project, "review", "--json")[1])["deleted"] == []

        return Step(touched=(word,), check=check)

    step.__name__ = f"delete_the_page_of_{word}_for_good"
    return step


def withdraw(it: History) -> Step:
    it.judge.hand("violins", "status", "withdrawn")
    address = it.address("violins")

    def check() -> None:
        assert answer(it.judge.site, address) == "page"
        assert "violins" not in (it.judge.site / "papers.jsonl").read_text(encoding="utf-8")

    return Step(touched=("violins",), check=check)


def publish_it_again(it: History) -> Step:
    it.judge.hand("violins", "status", None)
    return Step(touched=("violins",))


def delete_a_page(it: History) -> Step:
    path, before = it.page("sherds"), it.facts("sherds")
    path.unlink()

    def check() -> None:
        assert it.page("sherds") == path
        assert {**it.facts("sherds"), "updated": ""} == {**before, "updated": ""}

    return Step(touched=("sherds",), check=check)


def delete_the_ledger(it: History) -> Step:
    before = (it.project / "content/ledger.jsonl").read_text(encoding="utf-8").splitlines()
    (it.project / "content/ledger.jsonl").unlink()
    # Which fields a person deleted cannot be known without it: the build says so, and the sources fill them again.
    it.judge.hands = {key: value for key, value in it.judge.hands.items() if value is not None}

    def check() -> None:
        after = (it.project / "content/ledger.jsonl").read_text(encoding="utf-8").splitlines()
        assert [json.loads(line)["id"] for line in after] == [json.loads(line)["id"] for line in before]

    return Step(touched=("FernNet", "CaveMap", "tides"), check=check)


def delete_the_receipts(it: History) -> Step:
    before = (it.project / "content/receipts.jsonl").read_bytes()
    (it.project / "content/receipts.jsonl").unlink()

    def check() -> None:
        assert (it.project / "content/receipts.jsonl").read_bytes() == before

    return Step(check=check)


def delete_the_site(it: History) -> Step:
    before = tree(it.judge.site)
    shutil.rmtree(it.judge.site)
    return Step(check=lambda: same(tree(it.judge.site), before))


def delete_the_cache(it: History) -> Step:
    shutil.rmtree(it.project / ".incipit")
    return Step()


def drop(it: History) -> Step:
    address = it.address("queues")
    assert incipit(it.project, "review", "--drop", it.page("queues").stem, "--reason", "not ours")[0] == 0

    def check() -> None:
        assert answer(it.judge.site, address) == "tombstone"

    return Step(touched=("queues",), check=check)


def prune(it: History) -> Step:
    it.lists["d.txt"].remove("lichen")
    it.write()
    address = it.address("lichen")
    return Step(touched=("lichen",), prune=True, check=lambda: answers(it, address, "tombstone"))


def a_source_brings_the_pruned_back(it: History) -> Step:
    it.lists["d.txt"].append("lichen")
    it.write()
    address = it.address("lichen")
    return Step(touched=("lichen",), check=lambda: answers(it, address, "page"))


def move_the_site(it: History) -> Step:
    path = it.project / "config.yaml"
    moved = path.read_text(encoding="utf-8").replace("example.org/notes/", "example.net/")
    path.write_text(moved, encoding="utf-8")
    return Step()


HISTORY = (
    begin,
    reorder_a_list,
    swap_the_lists,
    trust_the_lists_in_another_order,
    change_a_word,
    add_a_paper_at_the_end,
    add_a_paper_at_the_beginning,
    add_a_list_of_two,
    list_a_paper_twice,
    wrap_and_hyphenate_a_record,
    save_the_lists_on_windows,
    remove_a_record,
    put_the_record_back,
    rename_a_list,
    a_title_arrives,
    the_source_corrects_the_title,
    by_hand("FernNet", "title", "Counting shy plants"),
    by_hand("FernNet", "name", "Fern Net"),
    by_hand("walkers", "authors", ["Cy Example"]),
    by_hand("walkers", "year", 2019),
    by_hand("walkers", "venue", "Notes on Bridges"),
    by_hand("violins", "topics", ["animals"]),
    by_hand("beekeepers", "links", [{"rel": "data", "url": "https://example.org/hives"}]),
    by_hand("beekeepers", "abstract", "A person wrote about beekeepers anew.\n\n- in *two* parts\n- and a list"),
    by_hand("violins", "note", "read this twice"),
    by_hand("CaveMap", "name", None),
    by_hand("FernNet", "links", None),
    by_hand("tides", "venue", None),
    delete_a_title_by_hand,
    source_and_hand_disagree,
    a_page_without_a_seed,
    renamed_to("CaveMap", "alpha"),
    renamed_to("CaveMap", "beta"),
    renamed_to("CaveMap", "alpha"),
    renamed_to("CaveMap", "gamma"),
    a_new_paper_wants_a_freed_address,
    rename_a_topic,
    retitle_a_topic,
    new_terms,
    a_new_topic,
    merge_topics,
    a_study_comes_in_other_words,
    merge_two_papers,
    deleted_for_good("birdsong", "to papers/city"),
    split_them_again,
    renamed_to("marbles", "the-order-of-marbles"),
    deleted_for_good("marbles", "tombstone"),
    withdraw,
    publish_it_again,
    delete_a_page,
    delete_the_ledger,
    delete_the_receipts,
    delete_the_site,
    delete_the_cache,
    drop,
    deleted_for_good("queues", "tombstone"),
    prune,
    a_source_brings_the_pruned_back,
    move_the_site,
)


def same(found: object, expected: object) -> None:
    assert found == expected


def answers(it: History, address: str, what: str) -> None:
    assert answer(it.judge.site, address) == what


def quiet(it: History) -> None:
    """No reader hears of a paper whose facts are the same."""
    moved = [facts(path)["id"] for path in (it.project / "content/papers").glob("*.md") if changed_today(it, path)]
    assert moved == []


def changed_today(it: History, path: Path) -> bool:
    before = it.judge.pages.get(path.name)
    return before is not None and facts(path).get("updated") != updated(before)


def updated(raw: bytes) -> str | None:
    lines = [line for line in raw.decode().splitlines() if line.startswith("updated: ")]
    return json.loads(lines[0].removeprefix("updated: ")) if lines else None


def build(it: History, step: Step, monkeypatch: pytest.MonkeyPatch, day: int) -> dict[str, Any]:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(1_796_000_000 + day * DAY))
    if step.prune:
        assert incipit(it.project, "ingest", "--prune")[0] == 0
    status, out, errors = incipit(it.project, "build", "--json")
    assert status == 0, errors
    found: dict[str, Any] = json.loads(out)
    return found


def test_a_history_keeps_addresses_readers_and_hands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    it = History(tmp_path, Judge(tmp_path))
    for day, act in enumerate(HISTORY):
        it.judge.look()
        step = act(it)
        report = build(it, step, monkeypatch, day)
        it.judge.after(act.__name__, new=step.new, touched=step.touched, report=report)
        step.check()
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(1_796_000_000 + day * DAY + DAY // 2))
        it.judge.again(act.__name__)
    assert incipit(tmp_path, "check")[:2] == (0, "no faults\n")


def test_two_files_with_one_id_are_both_named_and_nothing_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = History(tmp_path, Judge(tmp_path))
    build(it, begin(it), monkeypatch, 0)
    shutil.copy(it.page("tides"), tmp_path / "content/papers/a-copy.md")
    before = tree(tmp_path / "content"), tree(tmp_path / "site")

    status, _, errors = incipit(tmp_path, "build")

    assert status == 3
    assert "content/papers/a-copy.md" in errors
    assert errors.count("content/papers/") == 2
    assert (tree(tmp_path / "content"), tree(tmp_path / "site")) == before


def test_a_broken_page_is_named_with_its_line_and_nothing_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = History(tmp_path, Judge(tmp_path))
    build(it, begin(it), monkeypatch, 0)
    path = it.page("tides")
    edit(path, "year", "soon")
    it.lists["a.txt"].append("marbles")
    it.write()
    before = tree(tmp_path / "content"), tree(tmp_path / "site")

    status, _, errors = incipit(tmp_path, "build")

    line = path.read_text(encoding="utf-8").splitlines().index('year: "soon"') + 1
    assert (status, errors.startswith(f"content/papers/{path.name}:{line}: ")) == (3, True), errors
    assert (tree(tmp_path / "content"), tree(tmp_path / "site")) == before

"""A person who saves pages while ingests run loses no save; two ingests at once both end well."""

import re
import shutil
import subprocess
import sys
import threading
import time

from shipped import environment, read_tree, run_incipit

SAVES = 200


def ingest(project):
    return subprocess.Popen(
        [sys.executable, "-m", "generator", "ingest"],
        cwd=project,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_two_ingests_at_once_give_what_one_gives(built, tmp_path):
    (built / "seeds/zz.txt").write_text("We count snails on a wall, and they count for nothing in the sun.\n", "utf-8")
    alone = shutil.copytree(built, tmp_path / "alone")
    assert run_incipit(alone, "ingest", env={"SOURCE_DATE_EPOCH": "1800000000"}).status == 0
    running = [ingest(built), ingest(built)]
    outcomes = [(*process.communicate(timeout=120), process.returncode) for process in running]
    assert [status for _, _, status in outcomes] == [0, 0], outcomes
    assert read_tree(built / "content").keys() == read_tree(alone / "content").keys()
    # The second had nothing left to do.
    assert sorted(re.search(r"files: +(\d+) written", out)[1] != "0" for out, _, _ in outcomes) == [False, True]


def test_two_hundred_saves_during_ingests_are_all_intact(built):
    pages = sorted((built / "content/papers").glob("*.md"))
    saved: dict[str, str] = {}
    done = threading.Event()
    statuses = []

    def keep_ingesting():
        number = 0
        while not done.is_set():
            # Every ingest has pages to write: the lists change each time, every record of them.
            number += 1
            for path in sorted((built / "seeds").glob("0*.txt")):
                text = re.sub(
                    r"( Round \d+ ends here\.)?$", f" Round {number} ends here.", path.read_text("utf-8"), flags=re.M
                )
                path.write_text(re.sub(r"(?m)^ Round \d+ ends here\.$", "", text), encoding="utf-8")
            process = ingest(built)
            process.communicate(timeout=120)
            statuses.append(process.returncode)

    thread = threading.Thread(target=keep_ingesting)
    thread.start()
    for number in range(SAVES):
        path = pages[number % len(pages)]
        mark = f"venue: Save {number}"
        # As editors do: read, change, write beside, rename over.
        text = re.sub(r"(?m)^venue: .*\n", "", path.read_text(encoding="utf-8"))
        beside = path.with_name(f".{path.name}.swp")
        beside.write_text(text.replace("---\n", f"---\n{mark}\n", 1), encoding="utf-8")
        beside.replace(path)
        saved[path.name] = mark
        time.sleep(0.05)
    done.set()
    thread.join()
    assert run_incipit(built, "ingest").status == 0
    for name, mark in saved.items():
        text = (built / "content/papers" / name).read_text(encoding="utf-8")
        assert re.search(rf'(?m)^venue: "?{mark.removeprefix("venue: ")}"?$', text), name
    # An ingest in whose way a save came said so (3) and wrote nothing; none failed otherwise.
    assert set(statuses) <= {0, 3}
    print({status: statuses.count(status) for status in set(statuses)})

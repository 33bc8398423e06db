"""``metaqueens merge``: parts become the whole; what is not a part is refused."""

import json
import os
import shutil
import signal
import subprocess
import sys
from hashlib import sha256

import pytest

from metaqueens.experiment.results import boards

from . import CONFIG, call, done, query, refused, rows, told


@pytest.fixture
def here(here):
    (here / "small.yaml").write_text(CONFIG + "sweep: {problem.n: [8, 5, 3]}\n")
    return here


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Where results are kept that several tests start from."""
    return tmp_path_factory.mktemp("kept")


@pytest.fixture
def run(here, kept):
    """Makes the results of a run with these words, a copy where they were made before."""

    def make(folder, *words):
        config = (here / "small.yaml").read_text()
        known = kept / sha256(repr((config, words)).encode()).hexdigest()
        if not known.exists():
            assert call("run", "small.yaml", "-j", "1", "-q", "-o", known, *words).code == 0
        shutil.copytree(known, here / folder)
        return folder

    return make


@pytest.fixture
def shards(run):
    """Makes the results of so many shards."""
    return lambda parts: [run(f"part{k}", "--shard", f"{k}/{parts}") for k in range(1, parts + 1)]


def merged(*words):
    said = call("merge", *words, "--json")
    return said, json.loads(said.out or "{}")


def test_shards_become_the_whole(here, run, shards):
    run("whole")
    said, report = merged(*shards(3), "-o", "all")
    assert said.code == 0
    found = [report[name] for name in ("done", "of", "duplicates", "conflicts")]
    assert found == [18, 18, 0, []]
    assert rows(here / "all") == rows(here / "whole")
    cells = "SELECT cell, key, name, existence FROM cells ORDER BY cell"
    assert query(here / "all", cells) == query(here / "whole", cells)
    numbered = "SELECT cell, repetition, seed, board, verdict FROM runs"
    assert query(here / "all", numbered) == query(here / "whole", numbered)
    assert sorted(os.listdir("all")) == [
        "README.md", "config", "experiment.yaml", "requirements.txt", "runs.sqlite",
        "summary.csv",
    ]  # fmt: skip
    one, other = ((here / name / "experiment.yaml").read_text() for name in ("all", "whole"))
    assert one == other
    # Sessions are kept with the runs that they did.
    found = query(here / "all", "SELECT session, COUNT(*) FROM runs GROUP BY session")
    assert found == [(1, 6), (2, 6), (3, 6)]
    commands = query(here / "all", "SELECT command FROM sessions ORDER BY session")
    assert [json.loads(command)[-2] for (command,) in commands] == ["1/3", "2/3", "3/3"]
    again = call("run", "small.yaml", "-j", "1", "-o", "all")
    assert again.err == "restored 18 of 18, running 0\n"


def test_in_any_order_and_a_part_twice_whose_duplicates_are_counted(here, shards):
    one, two = shards(2)
    merged(two, one, "-o", "back")
    said, report = merged(one, two, one, "-o", "forth")
    assert rows(here / "back") == rows(here / "forth")
    assert (said.code, report["done"], report["duplicates"]) == (0, 18, 9)
    assert query(here / "forth", "SELECT COUNT(*) FROM sessions") == [(2,)]


def test_more_runs_of_the_same_are_joined(here, run):
    said, report = merged(run("few"), run("many", "runs=5"), "-o", "all")
    assert (said.code, report["done"], report["of"], report["duplicates"]) == (0, 30, 30, 18)
    run("whole", "runs=5")
    assert rows(here / "all") == rows(here / "whole")


def test_what_is_missing_is_said_and_can_be_done(here, run, shards):
    one, _ = shards(2)
    said = done("merge", one, "-o", "all")
    assert "9 of 18 runs from 1 folders" in said.out
    command = said.out.splitlines()[-1].removeprefix("next: metaqueens ").partition("   ")[0]
    assert call(*command.split(), "-j", "1").err == "restored 9 of 18, running 9\n"
    run("whole")
    assert rows(here / "all") == rows(here / "whole")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("seed=8", "seed: 8, not 7"),
        ("name=other", 'name: "other", not "small"'),
        ("budget.evaluations=100", 'budget: {"evaluations": 100}, not {"evaluations": 20000}'),
        ("problem.n=8,5", 'sweep: {"problem.n": '),
    ],
)
def test_another_experiment_is_refused(here, change, said, run):
    found = refused("merge", run("one", "runs=1"), run("two", "runs=1", change), "-o", "all")
    assert f"two holds another experiment than one; {said}" in found.err
    assert not (here / "all").exists()


def test_conflicts_are_named_and_the_first_is_kept(here, run):
    one, two = run("one"), run("two")
    query(here / two, "UPDATE runs SET evaluations = 999 WHERE cell = 2 AND repetition = 1")
    query(here / two, "UPDATE runs SET board = '[]' WHERE cell = 1 AND repetition = 0")
    said, report = merged(one, two, "-o", "all")
    assert said.code == 3
    assert report["conflicts"] == ["1-0", "2-1"]
    assert report["duplicates"] == 16
    assert "differ between folders though their seeds are the same" in said.err
    assert rows(here / "all") == rows(here / "one")


@pytest.mark.parametrize(
    ("words", "change"),
    [
        (["executor=serial"], None),
        ([], "UPDATE runs SET evaluations = 999, reason = 'seconds' WHERE cell = 2"),
        ([], f"UPDATE runs SET board = '{boards.NOT_KEPT}'"),
    ],
    ids=["another executor", "ended by a clock", "boards not kept"],
)
def test_what_is_no_conflict(here, run, words, change):
    one, two = run("one"), run("two", *words)
    if change:
        query(here / two, change)
    said, report = merged(one, two, "-o", "all")
    assert (said.code, report["duplicates"], report["conflicts"]) == (0, 18, [])


def test_a_finished_run_wins_over_one_that_failed(here, run):
    one, two = run("one"), run("two")
    failed = "UPDATE runs SET status = 'failed', error = 'no', cost = NULL, board = NULL"
    query(here / one, f"{failed} WHERE cell = 2")
    query(here / one, "DELETE FROM traces WHERE cell = 2")
    query(here / two, f"{failed} WHERE cell = 3")
    said, report = merged(one, two, "-o", "all")
    assert (said.code, report["failed"], report["conflicts"]) == (0, 0, [])
    run("whole")
    keep = "SELECT cell, repetition, status, cost, board FROM runs"
    assert query(here / "all", keep) == query(here / "whole", keep)
    assert rows(here / "all")[18:] == rows(here / "whole")[18:]  # the traces


def test_board_files_come_along_under_their_new_numbers(here, run):
    text = CONFIG.replace("mc: {use: min_conflicts, encoding: rows}", "qs: {use: queue_search}")
    (here / "small.yaml").write_text(text + "sweep: {problem.n: [10001]}\n")
    few = ["algorithms.ga.population=3", "budget.evaluations=100", "runs=2"]
    parts = [run(f"part{k}", "--shard", f"{k}/2", *few) for k in (1, 2)]
    # A folder whose cells have other numbers, as after a change of its config.
    for table in ("runs", "traces", "cells"):
        query(here / parts[1], f"UPDATE {table} SET cell = cell + 10")
    for path in (here / parts[1] / "boards").iterdir():
        number, _, rest = path.name.partition("-")
        path.rename(path.with_name(f"{int(number) + 10}-{rest}"))
    query(here / parts[1], "UPDATE runs SET board = 'boards/1' || substr(board, 8)"
          " WHERE board LIKE 'boards/%'")  # fmt: skip
    said, report = merged(*parts, "-o", "all")
    assert (said.code, report["done"], report["boards_missing"]) == (0, 4, [])
    run("whole", *few)
    assert rows(here / "all") == rows(here / "whole")
    assert sorted(os.listdir("all/boards")) == sorted(os.listdir("whole/boards"))
    assert "4 boards" in done("validate", "all").out

    lost = min(os.listdir("part2/boards"))
    for path in ("part1/boards/1-0.npy", f"part2/boards/{lost}"):
        os.unlink(path)
    said, report = merged(*parts, "-o", "gone")
    assert report["boards_missing"] == ["1-0", lost.removeprefix("1").removesuffix(".npy")]
    assert "have lost the files of their boards: 1-0, " in said.err
    # None has the name of another's.
    names = query(here / "gone", "SELECT cell, repetition, board FROM runs")
    assert all(name.startswith(f"boards/{cell}-{k}.npy ") for cell, k, name in names)


def test_results_that_are_there_are_left_alone_and_some_places_cannot_be(here, run):
    one = run("one", "runs=1")
    assert "one: is there already" in refused("merge", one, "-o", one).err
    said = call("merge", one, "-o", "small.yaml/all")
    assert said == (2, "", "small.yaml/all: cannot merge there: not a directory\n")


# A merge that waits once the first of its folders is in.
MERGES = """
import sys
from pathlib import Path
from metaqueens.experiment.results.merge import merge


def tick(done):
    print("in the middle", flush=True)
    sys.stdin.read()


merge([Path("one"), Path("two")], Path("all"), tick)
"""


def test_a_merge_that_is_killed_leaves_nothing_that_looks_whole(here, shards):
    for part, name in zip(shards(2), ("one", "two"), strict=True):
        (here / part).rename(name)
    process = subprocess.Popen(
        [sys.executable, "-c", MERGES], cwd=here, text=True, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    said = process.stdout.readline()
    process.kill()
    _, err = process.communicate()
    assert (said, process.returncode) == ("in the middle\n", -signal.SIGKILL), err
    assert (here / ".all.part/runs.sqlite").exists()
    assert not (here / "all").exists()
    found = told("list", "results", ".")
    assert [row["folder"] for row in found] == ["one", "two"]
    assert call("merge", "one", "two", "-o", "all").code == 0
    assert not (here / ".all.part").exists()

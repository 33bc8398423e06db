"""``metaqueens tune``: what it prints, its JSON, what it refuses, and that a kill costs nothing."""

import json
import os
import signal

import pytest

from tests.patience import until
from tests.tuning import ANNEALING

from . import call, done, finished, query, refused, start, told

# Annealing whose runs, after the first fifty, wait as long as there is a file `shut`.
HELD = """
import time
from pathlib import Path

from metaqueens import SimulatedAnnealing


class Held(SimulatedAnnealing):
    def search(self, problem, budget, rng):
        with Path("begun").open("ab") as begun:
            begun.write(b".")
        while Path("shut").exists() and Path("begun").stat().st_size > 50:
            time.sleep(0.01)
        yield from super().search(problem, budget, rng)
"""


@pytest.fixture
def here(here):
    (here / "small.yaml").write_text(ANNEALING)
    return here


def test_a_tuning_ends_in_a_table_a_verdict_and_the_next_command(here):
    said = done("tune", "small.yaml", "tune.max_runs=100", "-j", "1")
    lines = said.out.splitlines()
    assert lines[0].endswith("the runs are used up")
    assert lines[2].startswith("ERT ratio")
    assert "Wilcoxon p = " in lines[2]
    assert lines[3].startswith("best: schedule.use=")
    assert lines[4].split()[:4] == ["problem", "runs", "default:", "solved"]
    assert lines[-2] == "results/small: best.yaml, tune.json, tune.sqlite, runs.sqlite"
    best = "run results/small/best.yaml   runs the best setting on seeds of its own"
    assert lines[-1].endswith(best)
    done("run", "results/small/best.yaml", "runs=2", "-j", "1", "-q")
    (row,) = told("list", "results", "results/small")
    assert (row["of"], row["complete"]) == (row["done"], True), "it may end before its limit of 100"
    assert row["done"] == query(here / "results/small", "SELECT COUNT(*) FROM runs")[0][0]
    note = "note: results/small: runs of a tuning selected its best setting, which they favour"
    assert note in call("compare", "results/small").out
    assert note not in call("compare", "results/small_best").out
    shown = call("show", "results/small").out
    assert all(line in shown for line in lines[:3])
    assert len(shown.splitlines()) < 20


def test_a_best_value_at_an_end_of_its_range_is_named(here):
    words = "tune", "small.yaml", "tune.max_runs=100", "-j", "1", "-o", "out"
    assert "is an end of its range" not in done(*words).out
    (here / "small.yaml").write_text(ANNEALING.replace("[100, 5_000], log: true", "[100, 101]"))
    length = told(*words[:-1], "narrow")["best"]["settings"]["schedule.length"]
    line = f"schedule.length={length} is an end of its range: try a wider range"
    assert line in done(*words[:-1], "narrow").out.splitlines()


def test_json_is_what_the_file_says(here):
    report = told("tune", "small.yaml", "tune.max_runs=100", "-j", "1", "-o", "out")
    assert report == json.loads((here / "out/tune.json").read_text())
    assert {"default", "best", "trials", "test_result", "runs"} <= set(report)


def test_what_cannot_be_tuned(here):
    (here / "plain.yaml").write_text(ANNEALING[: ANNEALING.index("tune:")])
    nothing = "plain.yaml: nothing to tune: there is no tune block\n"
    assert call("tune", "plain.yaml") == (2, "", nothing)
    said = refused("tune", "small.yaml", "tune.max_runs=20")
    assert said.err.startswith("tune.max_runs: 20 are too few: 12 are for the test, and each")
    assert call("tune", "small.yaml", "tune.algorithm=sb").err == (
        "command line: tune.algorithm=sb: tune.algorithm: 'sb' is not one of sa\n"
    )
    assert call("check", "small.yaml").code == 0


def test_a_folder_holds_a_tuning_or_a_run(here):
    plain = ("small.yaml", "runs=1", "-j", "1")
    done("tune", "small.yaml", "tune.max_runs=100", "-j", "1", "-q")
    (here / "results/small/report.html").write_text("the tuning's")
    runs = finished(here / "results/small")
    elsewhere = (2, "", "results/small holds a tuning; choose another folder with -o\n")
    assert call("run", *plain, "--report") == elsewhere
    assert finished(here / "results/small") == runs
    assert (here / "results/small/report.html").read_text() == "the tuning's"
    done("run", *plain, "-o", "run", "-q")
    for _ in ("as a run leaves it", "as a run that is stopped leaves it"):
        said = call("tune", "small.yaml", "tune.max_runs=100", "-o", "run")
        assert (said.code, said.out) == (2, "")
        assert said.err.startswith("run holds the results of a run, which was no tuning; choose")
        assert finished(here / "run") == 1
        (here / "run/summary.csv").unlink(missing_ok=True)
    done("run", *plain, "-o", "run", "-q")


def test_interrupted_it_says_how_many_runs_are_kept(here, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("metaqueens.tuning.verdict.judge", interrupt)
    words = "tune", "small.yaml", "tune.max_runs=100", "-o", "stopped", "-j", "1"
    said = call(*words)
    lines = (
        f"{finished(here / 'stopped')} runs are kept; the same command continues\n\ninterrupted\n"
    )
    assert (said.code, said.err) == (130, lines)
    assert call(*words, "-q").err == "\ninterrupted\n"


def test_killed_and_resumed_it_comes_to_the_same_answer(here):
    (here / "held_annealing.py").write_text(HELD)
    text = ANNEALING.replace("use: simulated_annealing", "use: 'held_annealing:Held'")
    (here / "held.yaml").write_text(text.replace("max_runs: 300", "max_runs: 150"))
    (here / "shut").touch()
    process = start("tune", "held.yaml", "-o", "killed", "-j", "2", folder=here,
                    start_new_session=True)  # fmt: skip
    until(lambda: (here / "begun").exists() and (here / "begun").stat().st_size > 50, process)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    (here / "shut").unlink()
    kept = finished(here / "killed")
    assert kept >= 20
    assert not (here / "killed/tune.json").exists()
    resumed = done("tune", "held.yaml", "-o", "killed", "-j", "1", "--json")
    assert resumed.out == done("tune", "held.yaml", "-o", "whole", "-j", "1", "--json").out
    assert finished(here / "killed") == finished(here / "whole") > kept

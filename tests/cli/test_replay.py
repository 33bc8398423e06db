"""``metaqueens replay``: the same run gives the same bytes, and what does not is named."""

import shutil

import numpy as np
import pytest

from metaqueens.experiment.results import boards

from . import call, done, query, ran, refused, told

TEXT = """\
name: every
problem: {n: 30}
algorithms:
  hc: {use: hill_climbing, restarts: {use: fixed, unit: 100}}
  sa: {use: simulated_annealing, schedule: {use: linear, hot: 1.0, cold: 0.1, length: 10_000},
       restarts: {use: fixed, unit: 2_000}}
  mc: {use: min_conflicts, encoding: rows, noise: 0.05}
  ga: {use: genetic, population: 20, selection: {use: best, share: 0.25},
       restarts: {use: luby, unit: 500}}
  deap: {use: genetic, population: 20, crossover: {use: "deap.tools:cxOrdered"}}
  qs: {use: queue_search}
  bt: {use: backtracking}
budget: {evaluations: 3000, seconds: 600}
runs: 1
seed: 7
validate: null
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Results of every kind of search."""
    return ran(tmp_path_factory.mktemp("replay"), TEXT)


@pytest.fixture
def folder(made, tmp_path):
    return shutil.copytree(made, tmp_path / "every")


@pytest.mark.parametrize("cell", range(1, 8))
def test_every_search_repeats_to_the_byte(made, cell):
    report = told("replay", made, f"{cell}-0")
    assert (report["verdict"], report["differences"], report["notes"]) == ("identical", [], [])
    assert report["changed"] == []
    assert f"{made} {cell}-0: identical; " in call("replay", made, f"{cell}-0").out
    query_ = f"SELECT evaluations FROM runs WHERE cell = {cell}"
    assert report["evaluations"] == query(made, query_)[0][0]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("runs SET evaluations = evaluations + 1", "evaluations: "),
        ("runs SET steps = -1", "steps: -1 then, "),
        ("runs SET seed = seed + 1", "trace: "),
        ("runs SET board = '[' || substr(board, 4)", "board: "),
        ("traces SET cost = cost + 1", "trace: point 1 is "),
    ],
)
def test_what_differs_is_named(folder, change, named):
    query(folder, f"UPDATE {change} WHERE cell = 3")
    report = told("replay", folder, "3-0", code=4)
    assert report["verdict"] == "different"
    assert any(line.startswith(named) for line in report["differences"])


def test_what_changed_since_is_told_with_a_difference(folder):
    query(folder, "UPDATE runs SET steps = -1")
    query(folder, "UPDATE sessions SET provenance = json_set(provenance, '$.versions.numpy', '1.0',"
          " '$.processor', 'an abacus')")  # fmt: skip
    said = call("replay", folder, "1-0")
    assert said.code == 4
    assert "numpy: 1.0 then, " in said.out
    assert "processor: an abacus then, " in said.out


def test_a_run_of_an_older_schema_has_no_session_and_a_board_may_not_be_kept(folder):
    query(folder, f"UPDATE runs SET session = NULL, board = '{boards.NOT_KEPT}'")
    report = told("replay", folder, "1-0")
    assert report["verdict"] == "identical"
    assert report["changed"] == ["the provenance of the run is unknown"]
    assert report["notes"] == ["its solution was not stored, and not compared"]


def test_a_run_that_a_clock_ended_is_compared_as_far_as_both_got(tmp_path):
    text = TEXT.replace("evaluations: 3000, seconds: 600", "seconds: 0.05")
    text = text.replace("n: 30", "n: 3").replace("  bt: {use: backtracking}\n", "")
    folder = ran(tmp_path, text.replace("  qs: {use: queue_search}\n", ""))
    timed = query(folder, "SELECT cell FROM runs WHERE reason = 'seconds'")
    assert len(timed) == 5
    for (cell,) in timed:
        report = told("replay", folder, f"{cell}-0")
        assert (report["verdict"], report["differences"]) == ("not comparable", [])
        assert report["notes"][0].startswith("its time was over")


def test_a_clock_excuses_no_difference_before_it_struck(folder):
    query(folder, "UPDATE runs SET reason = 'seconds' WHERE cell = 3")
    told("replay", folder, "3-0")
    query(folder, "UPDATE traces SET cost = cost + 1 WHERE cell = 3")
    assert told("replay", folder, "3-0", code=4)["verdict"] == "different"


def test_a_search_with_nothing_but_a_clock_is_ended_by_its_own_end(folder):
    budget = """UPDATE cells SET budget = '{"evaluations":null,"seconds":9.0,"stagnation":null}'"""
    query(folder, budget)
    ((solved,),) = query(folder, "SELECT cell FROM runs WHERE status = 'solved' LIMIT 1")
    assert told("replay", folder, f"{solved}-0")["verdict"] == "identical"


def test_a_board_in_a_file(tmp_path):
    words = ("problem.n=10001", "algorithms={qs: {use: queue_search}}", "budget.evaluations=1e6")
    folder = ran(tmp_path, TEXT, *words)
    done("replay", folder, "1-0")
    np.save(folder / "boards" / "1-0.npy", np.arange(10_001, dtype=np.int32))
    report = told("replay", folder, "1-0", code=4)
    assert report["differences"] == ["board: its file is missing or damaged"]


def test_what_cannot_be_repeated(folder, tmp_path):
    query(folder, "UPDATE cells SET use = 'nowhere_to_be_found:Search' WHERE cell = 1")
    query(folder, "UPDATE cells SET parameters = json_set(parameters, '$.sideways', -5, '$.gone', 1"
          "), use = 'hill_climbing' WHERE cell = 2")  # fmt: skip
    query(folder, "UPDATE runs SET status = 'failed', error = 'x' || char(10) || 'E: no' WHERE cell"
          " = 3")  # fmt: skip
    for run, said in (
        ("1-0", "run 1-0 cannot be repeated: 'nowhere_to_be_found:Search': user code"),
        ("2-0", "run 2-0 cannot be repeated: "),
        ("3-0", "run 3-0 failed (E: no): there is nothing to compare"),
        ("9-0", "RUN: no run 9-0 in "),
        ("first", "expected CELL-REPETITION"),
    ):
        assert said in refused("replay", folder, run).err
    found = refused("replay", folder, "1-0", "--allow-code")
    assert "run 1-0 cannot be repeated: 'nowhere_to_be_found:Search': cannot import" in found.err


def test_a_machine_that_cannot_repeat_a_run_shows_no_difference(here, monkeypatch):
    def fail(*_, **__):
        raise FileNotFoundError("no usable temporary directory")

    call("run", "small.yaml", "-j", "1", "-q", "runs=1")
    monkeypatch.setattr("metaqueens.experiment.replay.solve", fail)
    said = call("replay", "results/small", "1-0")
    why = "run 1-0 cannot be repeated: no usable temporary directory\n"
    assert (said.code, said.out, said.err) == (2, "", why)


def test_a_plug_in_that_fails_now_is_a_difference(here, monkeypatch):
    monkeypatch.syspath_prepend(here)
    (here / "plugin_of_test_replay.py").write_text(
        "from pathlib import Path\nfrom metaqueens import MinConflicts\n\n\n"
        "class Moody(MinConflicts):\n    def search(self, problem, budget, rng):\n"
        "        if Path('broken').exists():\n            raise RuntimeError('not today')\n"
        "        yield from super().search(problem, budget, rng)\n"
    )
    use = "algorithms.mc.use=plugin_of_test_replay:Moody"
    call("run", "small.yaml", "-j", "1", "-q", "runs=1", use)
    done("replay", "results/small", "1-0")
    (here / "broken").touch()
    said = call("replay", "results/small", "1-0")
    assert said.code == 4
    assert "it fails now: RuntimeError: not today" in said.out

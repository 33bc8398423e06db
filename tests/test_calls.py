"""What the command line takes, Python takes: numbers, names, no budget, experiments in memory."""

import inspect
from pathlib import Path

import numpy as np
import pytest

import metaqueens
from metaqueens import (
    Budget,
    HillClimbing,
    MinConflicts,
    Queens,
    SimulatedAnnealing,
    compare,
    load_runs,
    run,
    solve,
)
from metaqueens.contestants.registry import usual_budget
from metaqueens.text.errors import UserError
from tests.cli import call, done

BOTH = {"hc": HillClimbing(), "sa": "simulated_annealing"}


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ((8,), (Queens(8), SimulatedAnnealing(), Budget(seconds=60.0))),
        ((8, "hc"), (Queens(8), HillClimbing(), Budget(seconds=60.0))),
        ((12, "min_conflicts", 500), (Queens(12, "rows"), MinConflicts(), Budget(500))),
        ((12, "tabu", {"evaluations": 90}), (Queens(12), "tabu_search", Budget(90))),
    ],
)
def test_short_forms_mean_the_whole_ones(short, whole):
    one, other = solve(*short, seed=3), solve(*whole, seed=3)
    assert (one.problem, one.algorithm, one.evaluations) == (
        other.problem, other.algorithm, other.evaluations,
    )  # fmt: skip
    assert np.array_equal(one.queens, other.queens)


def test_above_a_thousand_queens_another_search_is_the_usual_one():
    assert type(solve(1001, seed=1).algorithm).__name__ == "QueueSearch"


def test_algorithms_run_in_memory_as_a_config_would_run_them(tmp_path):
    runs = run(BOTH, n=10, runs=4, seed=7, budget=50_000)
    config = """\
name: kept
problem: {n: 10}
algorithms: {hc: {use: hill_climbing}, sa: {use: simulated_annealing}}
budget: {evaluations: 50_000}
runs: 4
seed: 7
"""
    (tmp_path / "kept.yaml").write_text(config)
    kept = run(tmp_path / "kept.yaml", tmp_path / "kept", report=False)
    same = ["algorithm", "repetition", "seed", "evaluations", "guards", "found_at"]
    assert runs.frame[same].equals(kept.frame[same])
    assert runs.folder is None
    assert Path(kept) == kept.folder == tmp_path / "kept"
    with pytest.raises(UserError, match="in memory"):
        Path(runs)


def test_an_experiment_may_be_a_dict(tmp_path):
    asked = {
        "name": "small", "problem": {"n": 8}, "algorithms": {"hc": {"use": "hill_climbing"}},
        "budget": {"evaluations": 1000}, "runs": 2,
    }  # fmt: skip
    assert len(run(asked, tmp_path, report=False).frame) == 2
    with pytest.raises(UserError, match="rusn: no such key; did you mean runs"):
        run(asked | {"rusn": 3}, tmp_path)


def test_several_sizes_and_a_board_with_rules():
    runs = run(["hc", "tabu"], n=[8, 10], runs=2)
    assert set(runs.frame.problem) == {"n=8", "n=10"}
    torus = Queens(11, torus=True)
    assert set(run(["tabu"], n=torus, runs=1).frame.problem) == {torus.label}


@pytest.mark.parametrize(
    ("given", "options", "error"),
    [
        ("hill_climbing", {"n": 8}, "expected algorithms such as"),
        ([3], {"n": 8}, "expected an algorithm or its name, got 3"),
        (["hc"], {"n": 0}, "problem.n: must be at least 1, got 0"),
        (["hc"], {"n": 8, "runs": 0}, "runs: must be at least 1, got 0"),
        ("nothing_there", {}, "nothing_there: no such file"),
    ],
)
def test_wrong_arguments_of_run(given, options, error):
    with pytest.raises(UserError, match=error):
        run(given, **options)


def test_whatever_has_runs_can_be_compared():
    runs = run(BOTH, n=8, runs=3)
    assert set(compare(runs).table.algorithm) == {"hc", "sa"}
    assert len(load_runs(runs, runs.frame)) == 12
    with pytest.raises(UserError, match="expected a results folder, a CSV file or runs, got"):
        compare([3])


def test_what_comes_back_shows_itself():
    result, runs = solve(8, "hc", seed=3), run(BOTH, n=8, runs=3)
    found = runs.compare()
    assert str(runs) == str(found)
    assert str(found).startswith(found.answer)
    assert "<table" in runs._repr_html_()
    assert "hc: " in found.plot().alt
    assert "srcdoc" in result.film()._repr_html_()
    with pytest.raises(UserError, match="no runs on 'n=9'"):
        found.plot("n=9")
    with pytest.raises(UserError, match="4 to 60 queens, this board 100"):
        solve(100, seed=1).film()


def test_a_film_is_saved(tmp_path):
    solve(8, "hc", seed=3).film().save(tmp_path / "film.html")
    assert (tmp_path / "film.html").read_text().startswith("<!doctype html>")


def test_signatures_name_the_fields():
    assert [*inspect.signature(SimulatedAnnealing).parameters] == [
        "encoding", "restarts", "start", "moves", "schedule", "focus",
    ]  # fmt: skip
    assert [name for name in dir(metaqueens) if not name.startswith("_")] == sorted(
        metaqueens.__all__
    )


@pytest.mark.usefixtures("here")
def test_algorithms_on_the_command_line_are_run_and_compared():
    said = done("compare", "hc", "genetic population=20", "-n", 8, "--runs", 3)
    assert "genetic population=20" in said.out
    assert said.err.endswith("these runs are not kept; -o results/NAME keeps them\n")
    assert call("compare", "hc", "sa", "-n", 8, "--runs", 3, "-o", "kept").code == 0
    kept, again = call("compare", "kept"), call("compare", "hc", "sa", "-n", 8, "--runs", 3)
    assert kept.out.splitlines()[0] == again.out.splitlines()[0]
    assert call("compare", "kept", "-n", 8).code == 2
    assert "did you mean tabu_search?" in call("compare", "hc", "tabuu", "-n", 8).err


@pytest.mark.parametrize(("n", "seconds"), [(8, 60), (10**8, 60), (10**9, 300)])
def test_without_a_limit_a_search_has_a_minute_and_a_billion_queens_have_five(n, seconds):
    assert usual_budget(Queens(n)) == Budget(seconds=seconds)

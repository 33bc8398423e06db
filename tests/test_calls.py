"""What the command line takes, Python takes: numbers, names, no budget, experiments in memory."""

import inspect
import json
import re
from pathlib import Path

import numpy as np
import pytest

import metaqueens
from metaqueens import (
    Algorithm,
    Budget,
    HillClimbing,
    MinConflicts,
    Program,
    Queens,
    SimulatedAnnealing,
    compare,
    load,
    load_runs,
    run,
    solve,
)
from metaqueens.config import strict_yaml
from metaqueens.contestants.registry import usual_budget
from metaqueens.experiment.plan import run_seed
from metaqueens.search import Snapshot
from metaqueens.text.errors import UserError
from metaqueens.text.validation import describe
from tests.cli import call, done

BOTH = {"hc": HillClimbing(), "sa": "simulated_annealing"}


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ((8,), (Queens(8), SimulatedAnnealing(), Budget(seconds=60.0))),
        ((8, "hc"), (Queens(8), HillClimbing(), Budget(seconds=60.0))),
        ((12, "min_conflicts", 5e2), (Queens(12), MinConflicts(), Budget(500.0))),
        ((12, "min_conflicts", 500), (Queens(12), MinConflicts(), Budget(500))),
        ((12, "tabu", {"evaluations": 90}), (Queens(12), "tabu_search", Budget(90))),
    ],
)
def test_short_forms_mean_the_whole_ones(short, whole):
    one, other = solve(*short, seed=3), solve(*whole, seed=3)
    assert (one.problem, one.algorithm, one.evaluations) == (
        other.problem, other.algorithm, other.evaluations,
    )  # fmt: skip
    assert np.array_equal(one.values, other.values)


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
    same = ["algorithm", "repetition", "seed", "evaluations", "cost", "found_at"]
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


def test_a_dict_without_a_name_stays_in_memory_and_one_with_a_name_has_its_folder(here):
    asked = {"problem": {"n": 8}, "algorithms": {"hc": "hill_climbing"}, "runs": 2}
    for evaluations in (1000, 2000):
        runs = run(asked | {"budget": {"evaluations": evaluations}}, report=False)
        assert (runs.folder, set(runs.frame.budget_evaluations)) == (None, {evaluations})
    assert not list(here.iterdir())
    asked["budget"] = {"evaluations": 1000}
    assert run(asked | {"name": "kept"}, report=False).folder == Path("results/kept")
    assert run(asked, "given", report=False).folder == Path("given")


FILE = """\
problem: {n: 8}
algorithms: {hc: {use: hill_climbing}, sa: {use: simulated_annealing}}
budget: {evaluations: 1000}
sweep: {algorithms.hc.sideways: [0, 10], budget.evaluations: [100, 200], problem.n: [8, 9]}
runs: 30
"""


@pytest.mark.parametrize("form", [Path, load, lambda file: strict_yaml.read(FILE, "").value])
def test_an_experiment_is_run_with_the_settings_that_are_given(form, here):
    (here / "file.yaml").write_text(FILE)
    experiment = form("file.yaml")
    settings = {"runs": 2, "seed": 99, "n": [6, 7], "budget": 5000}
    frame = run(experiment, "out", report=False, **settings).frame
    assert (len(frame), set(frame.n)) == (2 * 2 * 3, {6, 7})
    assert set(frame.budget_evaluations) == {5000}
    overrides = ["runs=2", "seed=99", "problem.n=6,7", "budget={evaluations: 5000}"]
    same = ["algorithm", "n", "repetition", "seed", "evaluations"]
    by_text = run(load("file.yaml", overrides), "other", report=False).frame
    assert frame[same].equals(by_text[same])


@pytest.mark.usefixtures("here")
def test_a_config_of_the_package_is_run_with_the_settings_that_are_given():
    frame = run("ga_n50.yaml", runs=3, seed=99, n=Queens(8), report=False).frame
    assert (len(frame), set(frame.n)) == (3, {8})
    assert frame.seed.tolist() == [run_seed(99, Queens(8), repetition) for repetition in range(3)]


def test_a_setting_that_a_sweep_would_undo_is_refused(here):
    (here / "file.yaml").write_text(FILE.replace("problem.n: [8, 9]", "problem: [{n: 8}, {n: 9}]"))
    error = "problem.n: the file sweeps problem, which sets it; give problem"
    with pytest.raises(UserError, match=f"run: {error}"):
        run("file.yaml", n=6)
    with pytest.raises(UserError, match=error):
        load("file.yaml", ["problem.n=6"])
    assert {cell.problem.n for cell in load("file.yaml", ["problem={n: 6}"]).cells} == {6}


def test_a_wrong_setting_of_load_is_named_as_its_argument():
    for setting, error in (("runs", "expected key=value"), ("rans=5", "rans: no such key")):
        with pytest.raises(UserError, match=f"^overrides: {setting}: {error}"):
            load("ga_n50", [setting])


def test_a_result_with_more_runs_than_were_asked_for_is_a_warning(tmp_path):
    asked = {
        "problem": {"n": 8}, "algorithms": {"hc": {"use": "hill_climbing"}},
        "budget": {"evaluations": 1000}, "runs": 2,
    }  # fmt: skip
    run(asked, tmp_path, report=False)
    text = f"asked for 2 runs; the result has all 4 in {tmp_path}: select rows of"
    with pytest.warns(UserWarning, match=f"^{text} its frame, or give another folder$"):
        both = run(asked, tmp_path, n=9, report=False)
    assert len(both.frame) == 4
    with pytest.warns(UserWarning, match=rf"^asked for 2 runs; .* all 4 in {tmp_path}: select"):
        run(asked, tmp_path, n=[8, 9], runs=1, report=False)
    run(asked, tmp_path, n=[8, 9], report=False)


def test_runs_that_fail_are_a_warning(here):
    (here / "search.c").write_text("int main() {}")
    with pytest.warns(UserWarning, match=r"2 of 2 runs failed: p: ./search.c: a source file"):
        run({"p": Program(command=["./search.c"])}, n=8, runs=2, budget={"seconds": 9})


class Failing(Algorithm):
    def search(self, space, checkpoints, rng):
        raise RuntimeError("no board")


def test_a_warning_of_runs_that_fail_has_no_traceback():
    with pytest.warns(UserWarning, match=r"^2 of 2 runs failed: it: RuntimeError: no board$"):
        run({"it": Failing()}, n=8, runs=2)


class Lying(Algorithm):
    def search(self, space, checkpoints, rng):
        yield Snapshot(np.arange(space.n), 0, found_at=1, evaluations=1, steps=0)


def test_false_claims_are_a_warning():
    said = "^2 of 4 runs were rejected by the exact check: false claims, which count as unsolved$"
    with pytest.warns(UserWarning, match=said):
        runs = run({"it": Lying(), "hc": "hill_climbing"}, n=8, runs=2)
    assert runs.frame.solved.tolist() == [False, False, True, True]


def test_runs_that_all_failed_show_themselves():
    with pytest.warns(UserWarning, match="2 of 2 runs failed"):
        runs = run({"it": Failing()}, n=8, runs=2)
    assert str(runs) == "Runs: no run has a valid result (2 failed): nothing to compare"
    assert runs._repr_html_() is None


class Forgetful(Algorithm):
    def search(self, space, checkpoints, rng):
        return None


def test_a_search_without_a_yield_is_named():
    with pytest.raises(RuntimeError, match=r"Forgetful.search\(\) gave NoneType; expected to `y"):
        solve(8, Forgetful())


def test_keywords_of_solve_are_parameters_of_the_search():
    result = solve(8, "hc", 100, restarts=0, encoding="rows", seed=1)
    assert result.algorithm == HillClimbing(restarts=0, encoding="rows")
    assert (result.problem, result.encoding) == (Queens(8), "rows")
    changed = solve(8, HillClimbing(sideways=7, restarts=3), 100, restarts=0).algorithm
    assert changed == HillClimbing(sideways=7, restarts=0)


def test_several_sizes_and_a_board_with_rules():
    runs = run(["hc", "tabu"], n=[8, 10], runs=2)
    assert set(runs.frame.problem) == {"n=8", "n=10"}
    torus = Queens(11, torus=True)
    assert set(run(["tabu"], n=torus, runs=1).frame.problem) == {torus.label}


def test_numbers_and_arrays_of_numpy_are_taken_as_those_of_python():
    two, many = np.int64(2), np.int32(1000)
    assert Queens(np.int64(8)) == Queens(8)
    assert Budget(many, np.float32(2)) == Budget(1000, 2.0)
    assert HillClimbing(sideways=two) == HillClimbing(sideways=2)
    assert type(Program(command=["x"], parameters={"k": two}).parameters["k"]) is int
    one = solve(np.int64(8), "hc", {"evaluations": many}, np.int64(1), sideways=two)
    for other in (solve(8, "hc", 1000, 1, sideways=2), solve(8, "hc", many, 1, sideways=2)):
        assert (one.problem, one.evaluations) == (other.problem, other.evaluations)
    settings = {"runs": two, "budget": {"evaluations": many}, "seed": np.int64(3)}
    frame = run({"hc": HillClimbing(sideways=two)}, n=np.arange(8, 10), **settings).frame
    expected = run({"hc": HillClimbing(sideways=2)}, n=range(8, 10), runs=2, budget=1000, seed=3)
    same = ["problem", "repetition", "seed", "evaluations"]
    assert frame[same].equals(expected.frame[same])
    values = {
        "problem": {"n": np.int64(8)}, "budget": {"evaluations": many}, "runs": two,
        "algorithms": {"hc": {"use": "hill_climbing", "sideways": two}},
    }  # fmt: skip
    assert load(values).runs == 2


@pytest.mark.parametrize(
    ("given", "options", "error"),
    [
        ("hill_climbing", {"n": 8}, "experiment: expected algorithms such as"),
        ({"hc": HillClimbing}, {},
         "experiment['hc']: expected an algorithm or its name, got the class HillClimbing;"
         " write HillClimbing()"),
        ([solve], {"n": 8},
         "experiment[0]: expected an algorithm or its name, got the function solve"),
        ([3], {"n": 8}, "experiment[0]: expected an algorithm or its name, got 3"),
        (["hc", "hc"], {"n": 8},
         "experiment: two are called hc; give them labels: {'first': ..., 'second': ...}"),
        ({"": "hc"}, {"n": 8}, "run: algorithms: an empty label; give each algorithm a name"),
        (["hc"], {"n": 8, "budget": 1.5},
         "run: budget.evaluations: expected a whole number, got 1.5"),
        ([], {"n": 8}, "experiment: expected algorithms such as ['hill_climbing', 'tabu_search']"),
        (["tabuu"], {"n": 8}, "experiment['tabuu']: 'tabuu' is not the name of an algorithm; did"),
        ({"name": "x", "problem": {"n": 8}, "algorithms": {"hc": HillClimbing()}}, {},
         "experiment: expected values as in YAML, got HillClimbing("),
        (["hc"], {}, "n: missing; give the number of queens, such as n=20"),
        (["hc"], {"n": "20"}, "run: problem.n: expected a whole number, got the text '20'"),
        (["hc"], {"n": []}, "run: problem.n: expected a whole number, got an empty list"),
        (["hc"], {"n": np.array([])},
         "run: problem.n: expected a whole number, got an empty list"),
        (["hc"], {"n": "costas"}, "n: expected a number of queens or a problem, got the text"
         " 'costas'; write Costas(...)"),
        (["hc"], {"n": True}, "run: problem.n: expected a whole number, got true"),
        (["hc"], {"n": 0}, "run: problem.n: must be at least 1, got 0"),
        (["hc"], {"n": 8, "runs": 0}, "run: runs: must be at least 1, got 0"),
        (["hc"], {"n": 8, "budget": "x"},
         "run: budget: expected keys and values, got the text 'x';"
         " write budget: {evaluations: 10000}"),
        (["hc"], {"n": 8, "workers": 0}, "workers: expected a whole number from 1 on, got 0"),
        (["hc"], {"n": 8, "folder": 3}, "folder: expected the name of a folder, got 3"),
        ("nothing_there", {}, "nothing_there: no such file"),
    ],
)  # fmt: skip
def test_wrong_arguments_of_run(given, options, error):
    with pytest.raises(UserError, match=re.escape(error)):
        run(given, **options)


def test_whatever_has_runs_can_be_compared():
    runs = run(BOTH, n=8, runs=3)
    assert set(compare(runs).table.algorithm) == {"hc", "sa"}
    assert len(load_runs(runs, runs.frame)) == 12
    with pytest.raises(UserError, match="expected a results folder, a CSV file or runs, got"):
        compare([3])


def test_runs_are_compared_with_the_arguments_of_compare(tmp_path):
    kept = run(BOTH, tmp_path, n=12, runs=6, report=False)
    for settings in ({"target": 1}, {"budget": 50}, {"metric": "par10", "target": 2}):
        found = kept.compare(**settings)
        assert found.table.equals(compare(kept, **settings).table)
        assert found.metric == settings.get("metric", "ert")
    with pytest.raises(
        UserError, match=r"have none; give a results folder, as of run\(\.\.\., fol"
    ):
        run(BOTH, n=8, runs=1).compare(target=1)
    for name, values in {"target": (-1, 1.5, "2"), "budget": (-1, 0, "x", float("nan"))}.items():
        for value in values:
            with pytest.raises(UserError, match=f"^{name}: expected .*, got {describe(value)}$"):
                compare(kept, **{name: value})


def test_what_comes_back_shows_itself():
    result, runs = solve(8, "hc", seed=3), run(BOTH, n=8, runs=3)
    found = runs.compare()
    assert str(runs) == repr(runs) == str(found)
    assert str(found).startswith(found.answer)
    assert "<table" in runs._repr_html_()
    assert "hc" in found.plot().alt
    assert "srcdoc" in result.film()._repr_html_()
    assert "save('film.html')" in repr(result.film())
    assert str(result.film()) == repr(result.film())
    assert len(repr(result.film())) < 80
    with pytest.raises(UserError, match="no runs on 'n=9'"):
        found.plot("n=9")
    with pytest.raises(UserError, match="film: expected 4 to 60 queens, got 100"):
        solve(100, seed=1).film()


@pytest.mark.parametrize("n", [2, 3])
def test_a_board_without_a_solution_is_explained(n):
    assert "no solution exists" in repr(solve(n, seed=1))


def test_a_film_is_saved(tmp_path):
    solve(8, "hc", seed=3).film().save(tmp_path / "film.html")
    assert (tmp_path / "film.html").read_text().startswith("<!doctype html>")
    with pytest.raises(UserError, match=r"expected a name that ends in .html"):
        solve(8, "hc", seed=3).film().save(tmp_path / "film.gif")


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
    hint = "Results were not saved. Use `-o results/NAME` to save them.\n"
    assert said.err.endswith(f"seed 0\n{hint}")
    first, other = (
        call("compare", "hc", "genetic population=20", "-n", 8, "--runs", 3, "--seed", seed)
        for seed in (0, 7)
    )
    times = r" *[\d.]+ m?u?s *"  # with the rest of its column
    assert re.sub(times, "", first.out) == re.sub(times, "", said.out)
    assert other.err.endswith(f"seed 7\n{hint}")
    assert other.out.splitlines()[0] != first.out.splitlines()[0]
    said = done("compare", "hc", "sa", "-n", 8, "--runs", 3, "-o", "kept here")
    advice = "next: metaqueens validate 'kept here'   confirms each solution by CP-SAT"
    assert said.err.endswith(f"seed 0\n{advice}\n")
    kept, again = call("compare", "kept here"), call("compare", "hc", "sa", "-n", 8, "--runs", 3)
    assert kept.out.splitlines()[0] == again.out.splitlines()[0]
    assert call("compare", "kept here", "-n", 8).code == 2
    assert "did you mean tabu_search?" in call("compare", "hc", "tabuu", "-n", 8).err
    twice = call("compare", "hc", "tabu", "hc", "-n", 8)
    assert twice.err == "hc: named twice; give one of the two another setting\n"


@pytest.mark.parametrize(("n", "seconds"), [(8, 60), (10**8, 60), (10**9, 300)])
def test_without_a_limit_a_search_has_a_minute_and_a_billion_queens_have_five(n, seconds):
    assert usual_budget(Queens(n)) == Budget(seconds=seconds)


def test_an_algorithm_may_be_a_text_as_on_the_command_line():
    found = run(["sa", "sa schedule.hot=2"], n=8, runs=2).frame
    assert [json.loads(text)["schedule"]["hot"] for text in found.parameters.unique()] == [None, 2]
    with pytest.raises(UserError, match=r"schedule.hoot: no such key; did you mean schedule.hot\?"):
        run(["sa schedule.hoot=2"], n=8)
    with pytest.raises(UserError, match=r"did you mean schedule=\{'hot': 2\}\?"):
        solve(8, "sa", **{"schedule.hot": 2})

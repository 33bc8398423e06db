"""Whole tunings: the same answer on any number of processes, resumed, killed; and what is left."""

import json
import sqlite3
from contextlib import closing

import optuna
import pytest

import metaqueens
from metaqueens import config
from metaqueens.experiment.plan import repetitions_of
from metaqueens.text.errors import UserError
from metaqueens.tuning import tune
from metaqueens.tuning.outcome import fresh_seed
from metaqueens.tuning.verdict import BETTER, MIXED, NO_BETTER, SAME, WORSE
from tests.cli import query

from . import ANNEALING, experiment, task


@pytest.fixture(scope="module")
def tuned(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tuned") / "small"
    return folder, tune(experiment(), folder)


def test_what_it_leaves(tuned):
    folder, report = tuned
    left = {
        "best.yaml", "experiment.yaml", "runs.sqlite", "tune.json", "tune.sqlite",
    }  # fmt: skip
    assert {path.name for path in folder.iterdir()} - {".lock"} == left
    kept = json.loads((folder / "tune.json").read_text())
    assert (kept["runs"], len(kept["trials"])) == (report["runs"], len(report["trials"]))
    # No more runs than said, and each one counted.
    assert report["runs"] <= 300
    assert query(folder, "SELECT COUNT(*) FROM runs") == [(report["runs"],)]
    # Ordinary runs, checked like any other.
    assert query(folder, "SELECT DISTINCT verdict FROM runs WHERE status = 'solved'") == [
        ("validated",)
    ]


def test_the_test_is_on_seeds_that_the_training_never_saw(tuned):
    folder, report = tuned
    seeds = "SELECT DISTINCT seed FROM runs JOIN cells USING (cell) WHERE n"
    train, test = query(folder, f"{seeds} != 12"), query(folder, f"{seeds} = 12")
    # Training and final on two sizes; the test on one.
    assert (len(train), len(test)) == (2 * 4 * 4, 6)
    assert not set(train) & set(test)
    (instance,) = report["test_result"]["instances"]
    assert (instance["n"], instance["runs"]) == (12, 6)
    assert report["test_result"]["verdict"] in (BETTER, NO_BETTER, WORSE, MIXED, SAME)


def test_the_best_setting_runs_as_it_is_on_seeds_that_nothing_used(tuned):
    folder, report = tuned
    best = config.load(folder / "best.yaml", ["runs=1"])
    (cell,) = best.cells
    assert cell.algorithm == task().space.build(report["best"]["settings"])
    assert (best.name, best.tune) == ("small_best", None)
    best = config.load(folder / "best.yaml", ["runs=100"])
    assert best.seed != report["seed"]
    fresh = {run.seed for run in repetitions_of(best.cells[0], best.seed, range(100))}
    used = {seed for (seed,) in query(folder, "SELECT seed FROM runs")}
    assert not fresh & used
    assert fresh_seed(report["seed"]) == best.seed
    assert len({fresh_seed(seed) for seed in range(1_000)}) == 1_000


def test_the_study_is_there_for_others_to_read(tuned):
    folder, report = tuned
    storage = optuna.storages.RDBStorage(f"sqlite:///{folder / 'tune.sqlite'}")
    study = optuna.load_study(study_name="small", storage=storage)
    states = [trial.state.name for trial in study.trials if trial.state.name != "FAIL"]
    words = {"finished": "COMPLETE", "stopped": "PRUNED"}
    assert states == [words[trial["state"]] for trial in report["trials"]]
    assert study.trials[0].value == report["default"]["cost"]
    storage.remove_session()
    storage.engine.dispose()


def test_the_number_of_processes_changes_nothing(tuned, tmp_path):
    tune(experiment(), tmp_path / "two", workers=2)
    assert (tmp_path / "two/tune.json").read_bytes() == (tuned[0] / "tune.json").read_bytes()


def test_again_nothing_is_run_and_the_answer_is_the_same(tuned):
    folder, _ = tuned
    before = (folder / "tune.json").read_bytes()
    runs = query(folder, "SELECT cell, repetition, started FROM runs")
    tune(experiment(), folder)
    assert (folder / "tune.json").read_bytes() == before
    assert query(folder, "SELECT cell, repetition, started FROM runs") == runs


def test_what_is_missing_is_run_and_the_answer_is_the_same(tuned, tmp_path):
    folder = tmp_path / "part"
    folder.mkdir()
    with closing(sqlite3.connect(folder / "runs.sqlite")) as part:
        with closing(sqlite3.connect(tuned[0] / "runs.sqlite")) as whole:
            whole.backup(part)
        with part:
            part.execute("DELETE FROM runs WHERE (cell + repetition) % 3 = 0")
    (folder / "tune.sqlite").touch()
    (folder / "tune.sqlite-journal").write_bytes(b"left by a process that was killed")
    tune(experiment(), folder)
    assert (folder / "tune.json").read_bytes() == (tuned[0] / "tune.json").read_bytes()


def test_more_runs_go_on_from_there(tuned, tmp_path):
    folder = tmp_path / "more"
    short = tune(experiment(max_runs=200), folder)
    long = tune(experiment(max_runs=300), folder)
    assert len(long["trials"]) > len(short["trials"])
    settings = [trial["settings"] for trial in long["trials"]]
    assert settings[: len(short["trials"])] == [trial["settings"] for trial in short["trials"]]


@pytest.mark.parametrize("goal", ["ert", "median_time", "1 - success"])
def test_other_goals(tmp_path, goal):
    report = tune(experiment(minimise=goal, max_runs=150), tmp_path / "results")
    assert report["trials"][0]["state"] == "finished"
    assert report["best"]["final_cost"] <= report["default"]["final_cost"]


def test_a_space_has_its_end(tmp_path):
    text = ANNEALING[: ANNEALING.index("  space:")] + "  space: {focus: {choice: [all]}}\n"
    report = tune(experiment(text), tmp_path / "results")
    assert report["ended"] == "the space is used up"
    assert report["test_result"]["verdict"] == "the default itself"


def test_what_cannot_be_tuned(tmp_path):
    with pytest.raises(UserError, match=r"^small: there is no tune block in this file"):
        tune(experiment(ANNEALING[: ANNEALING.index("tune:")]), tmp_path / "a")


def test_the_default_is_the_first_and_in_the_final(tuned):
    _, report = tuned
    first = report["trials"][0]
    assert first["settings"]["schedule.hot"] is None
    assert first["state"] == "finished"
    finals = [one["settings"] for one in report["final"]]
    assert first["settings"] in finals
    assert report["best"]["settings"] == finals[0]
    costs = [one["final_cost"] for one in report["final"]]
    assert costs == sorted(costs)


def test_keys_and_values_tune_as_their_experiment_does(tuned):
    folder, report = tuned
    assert metaqueens.tune(experiment().given, folder)["best"] == report["best"]

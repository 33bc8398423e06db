"""How far an experiment has come, seen while it runs and after it."""

import sqlite3
from contextlib import closing

import pytest

from metaqueens import config, run
from metaqueens.experiment import progress
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.session import session
from tests.experiment import TEXT

FEWER = ["budget.evaluations=60", "runs=5"]
EXPERIMENT = config.parse(TEXT, FEWER)


def test_of_an_experiment_that_is_running(tmp_path):
    wanted = progress.wanted(EXPERIMENT)
    with closing(session(EXPERIMENT, tmp_path, workers=1)) as events:
        begun = next(events)
        seen = progress.of(begun.store, wanted)
        assert (seen.done, seen.total, seen.seconds_left) == (0, 10, None)
        first = next(events).outcomes
        with Store.open(tmp_path) as store:
            seen = progress.of(store, wanted)
        assert (seen.name, seen.done, seen.total) == ("small", len(first), 10)
        assert seen.seconds_left > 0
        for _ in events:
            pass


def seen_of(folder, experiment=EXPERIMENT):
    with Store.open(folder) as store:
        return progress.of(store, progress.wanted(experiment))


def test_of_a_finished_experiment(tmp_path):
    folder = run(EXPERIMENT, tmp_path / "results", report=False).folder
    seen = seen_of(folder)
    assert (seen.done, seen.total, seen.seconds_left) == (10, 10, 0)
    with Store.open(folder) as store:
        for cell in seen.cells:
            solved, cost, least = store.connection.execute(
                "SELECT SUM(status = 'solved'), MIN(cost), MIN(evaluations) FILTER"
                " (WHERE status = 'solved') FROM results WHERE algorithm = ?", (cell.algorithm,)
            ).fetchone()  # fmt: skip
            assert (cell.tally.solved, *cell.tally[4:6]) == (
                solved, cost, least,
            )  # fmt: skip


def test_what_the_experiment_no_longer_asks_for_is_done(tmp_path):
    folder = run(EXPERIMENT, tmp_path / "results", report=False).folder
    seen = seen_of(folder, config.parse(TEXT, [*FEWER, "algorithms.hc.restarts=1"]))
    assert [cell.algorithm for cell in seen.cells] == ["mc", "hc"]
    assert (seen.done, seen.total) == (10, 10)


def test_what_is_left_follows_from_the_pace_of_the_last_session(tmp_path):
    folder = run(EXPERIMENT, tmp_path / "results", report=False).folder
    with closing(sqlite3.connect(folder / "runs.sqlite")) as connection, connection:
        connection.execute("DELETE FROM runs WHERE repetition = 4")
        connection.execute(
            "UPDATE runs SET started = 40 * cell + 10 * repetition,"
            " ended = 40 * cell + 10 * repetition + 10"
        )
    seen = seen_of(folder)
    assert (seen.done, seen.total) == (8, 10)
    assert seen.seconds_left == pytest.approx(20)  # 8 took 80 s, 2 are missing

"""How far an experiment has come, seen while it runs, after it, and after it was killed."""

import os
import sqlite3
from contextlib import closing

import pytest

from metaqueens import config, run
from metaqueens.experiment import progress
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.session import session

EXPERIMENT = config.parse("""\
name: small
problem: {n: 8}
algorithms:
  mc: {use: min_conflicts, encoding: rows}
  hc: {use: hill_climbing, restarts: 0}
budget: {evaluations: 60}
runs: 5
seed: 7
""")


def test_of_an_experiment_that_is_running(tmp_path):
    with closing(session(EXPERIMENT, tmp_path, workers=1)) as events:
        assert next(events).missing == 10
        first = next(events).outcomes
        seen = progress.read(tmp_path)
        assert (seen.name, seen.state) == ("small", "running")
        assert (seen.done, seen.total) == (len(first), 10)
        if seen.done < 10:
            assert seen.seconds_left > 0
        for _ in events:
            pass
    assert progress.read(tmp_path).state == "complete"


def test_before_its_session_it_is_not_stopped(tmp_path):
    with Store.create(tmp_path, EXPERIMENT) as store:
        store.add_cells(EXPERIMENT.cells, EXPERIMENT.seed)
        seen = progress.of(store, progress.wanted(EXPERIMENT))
        assert (seen.state, seen.done, seen.total) == ("running", 0, 10)
    assert progress.read(tmp_path).state == "stopped"


def test_who_watches_hears_of_compiling(tmp_path, monkeypatch):
    monkeypatch.setattr(progress, "cache_folder", lambda: tmp_path)
    with closing(session(EXPERIMENT, tmp_path / "results", workers=1)) as events:
        next(events), next(events)
        assert not progress.read(tmp_path / "results").compiling
        (tmp_path / f"compiling-{os.getpid()}").touch()
        assert progress.read(tmp_path / "results").compiling
    assert not progress.read(tmp_path / "results").compiling


def test_of_a_finished_experiment(tmp_path):
    folder = run(EXPERIMENT, tmp_path / "results", report=False).folder
    seen = progress.read(folder)
    assert (seen.state, seen.done, seen.total, seen.seconds_left) == ("complete", 10, 10, 0)
    with Store.open(folder) as store:
        for cell in seen.cells:
            solved, guards, least = store.connection.execute(
                "SELECT SUM(status = 'solved'), MIN(guards), MIN(evaluations) FILTER"
                " (WHERE status = 'solved') FROM results WHERE algorithm = ?", (cell.algorithm,)
            ).fetchone()  # fmt: skip
            assert (cell.solved, cell.fewest_guards, cell.fewest_evaluations) == (
                solved, guards, least,
            )  # fmt: skip


def test_what_the_experiment_no_longer_asks_for_is_done(tmp_path):
    folder = run(EXPERIMENT, tmp_path / "results", report=False).folder
    with closing(sqlite3.connect(folder / "runs.sqlite")) as connection, connection:
        connection.execute(
            "UPDATE experiment SET given = replace(given, '\"restarts\": 0', '\"restarts\": 1')"
        )
    seen = progress.read(folder)
    assert [cell.algorithm for cell in seen.cells] == ["mc", "hc"]
    assert (seen.done, seen.total) == (10, 15)
    assert seen.state == "stopped"  # the new cell has not begun


def test_without_its_file_every_cell_counts(tmp_path):
    folder = run(EXPERIMENT, tmp_path / "results", report=False).folder
    (folder / "experiment.yaml").unlink()
    assert progress.read(folder).total == 10


@pytest.mark.parametrize(
    ("pid", "ended", "state"),
    [(os.getpid(), None, "running"), (2**22 + 1, None, "stopped"), (os.getpid(), 2.0, "stopped")],
    ids=["alive", "killed", "ended"],
)
def test_a_session_that_was_killed_is_not_running(tmp_path, pid, ended, state):
    folder = run(EXPERIMENT, tmp_path / "results", report=False).folder
    with closing(sqlite3.connect(folder / "runs.sqlite")) as connection, connection:
        connection.execute("DELETE FROM runs WHERE repetition = 4")
        connection.execute(
            "UPDATE runs SET started = 40 * cell + 10 * repetition,"
            " ended = 40 * cell + 10 * repetition + 10"
        )
        connection.execute("UPDATE sessions SET pid = ?, ended = ?", (pid, ended))
    seen = progress.read(folder)
    assert (seen.state, seen.done, seen.total) == (state, 8, 10)
    if state == "running":
        assert seen.seconds_left == pytest.approx(20)  # 8 took 80 s, 2 are missing

"""The store alone: what is added is there, once, and nothing else."""

from dataclasses import replace

import numpy as np
import pytest

from metaqueens import Budget, HillClimbing, Queens, config, solve
from metaqueens.experiment.plan import Outcome
from metaqueens.experiment.results import queries, tallies
from metaqueens.experiment.results.schema import StoreError
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.results.validate import validate
from tests.experiment import runs_of

EXPERIMENT = config.parse("""\
name: small
problem: {n: 6}
algorithms: {hc: {use: hill_climbing}}
budget: {evaluations: 2000}
runs: 3
""")
RESULT = solve(Queens(6), HillClimbing(), Budget(2000), seed=1)
RUNS = list(runs_of(EXPERIMENT))


@pytest.fixture
def store(tmp_path):
    with Store.create(tmp_path, EXPERIMENT) as store:
        store.add_cells(EXPERIMENT.cells, EXPERIMENT.seed)
        yield store


def done(k: int = 0, **changed) -> Outcome:
    """The ``k``-th run with a result in which this was ``changed``."""
    return Outcome(RUNS[k], replace(RESULT, **changed), None, "here", 10.0, 11.0)


def failed(k: int = 0, error: str = "ValueError: no") -> Outcome:
    return Outcome(RUNS[k], None, error, "here", 10.0, 11.0)


def test_a_cell_is_known_by_its_content(store):
    again = store.add_cells(EXPERIMENT.cells, EXPERIMENT.seed)
    other = store.add_cells(EXPERIMENT.cells, EXPERIMENT.seed + 1)
    assert (list(again.values()), list(other.values())) == ([1], [2])
    (first, second) = queries.cells(store)
    assert first.problem == second.problem == Queens(6).key
    assert first.key != second.key


def test_a_failed_run_is_done_again_and_its_place_taken(store):
    store.add([failed(0), done(1)])
    assert queries.list_finished(store, 1) == {1}
    store.add([done(0)])
    assert queries.list_finished(store, 1) == {0, 1}
    assert tallies.total(store)[:3] == (2, 2, 0)


def test_a_batch_is_kept_whole_or_not_at_all(store):
    with pytest.raises(UnicodeEncodeError):
        store.add([done(0), done(1, said="\ud800")])
    assert tallies.total(store).runs == 0
    store.add([done(0)])
    assert tallies.total(store).runs == 1


def test_existence_is_noted_by_problem(store):
    torus = '{"n":6,"torus":true}'
    other = config.parse(config.dump(EXPERIMENT.given), ["algorithms.hc.sideways=7"])
    store.add_cells(other.cells, other.seed)
    with store.writing() as connection:
        change = "UPDATE cells SET problem = ?, existence = 'proven none' WHERE cell = 2"
        connection.execute(change, (torus,))
    store.add([done(0, cost=1)])
    assert [*validate(store, with_cp_sat=True)] == ["rejected"]
    assert [cell.existence for cell in queries.cells(store)] == ["solvable", None]


def test_a_rejected_run_is_no_solution_of_the_report(store):
    store.add([done(0, values=np.arange(6)), done(1, evaluations=RESULT.evaluations + 9)])
    assert [*validate(store, with_cp_sat=False)] == ["rejected", "checked"]
    ((_, cost, evaluations, _),) = queries.best_boards(store, 50, 5)
    assert (cost, evaluations) == (0, RESULT.evaluations + 9)
    store.add([failed(1)])
    assert [*queries.best_boards(store, 50, 5)] == []
    assert [*validate(store, with_cp_sat=True)] == []
    assert [cell.existence for cell in queries.cells(store)] == ["solvable"]


def test_another_experiments_folder_is_refused_and_left_open_to_others(tmp_path, store):
    other = config.parse(config.dump(EXPERIMENT.given), ["name=other"])
    store.close()
    with pytest.raises(StoreError, match="holds the results of 'small', not of 'other'"):
        Store.create(tmp_path, other)
    Store.create(tmp_path, EXPERIMENT).close()

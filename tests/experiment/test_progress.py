"""How far an experiment has come, seen while it runs and after it."""

from contextlib import closing

from metaqueens import config
from metaqueens.experiment.progress import missing_runs, overview
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.session import session
from tests.experiment import TEXT

FEWER = ["budget.evaluations=60", "runs=5"]
EXPERIMENT = config.parse(TEXT, FEWER)


def test_of_an_experiment_that_is_running(tmp_path):
    with closing(session(EXPERIMENT, tmp_path, workers=1)) as events:
        seen = overview(next(events).store)
        assert (seen["done"], seen["of"], seen["when"], seen["complete"]) == (0, 10, None, False)
        first = next(events).outcomes
        with Store.open(tmp_path) as store:
            seen = overview(store)
        assert (seen["name"], seen["done"], seen["of"]) == ("small", len(first), 10)
        for _ in events:
            pass
    with Store.open(tmp_path) as store:
        seen = overview(store)
        assert (seen["done"], seen["of"], seen["complete"]) == (10, 10, True)


def test_every_cell_has_runs_in_each_pass(tmp_path):
    """An interrupted experiment can be compared, and the time left is that of all cells."""
    with Store.create(tmp_path, EXPERIMENT) as store:
        found = missing_runs(EXPERIMENT, store)
        runs = [(run.cell.label, run.repetition) for run in found.runs]
    assert runs == [(name, k) for k in range(5) for name in ("mc", "hc")]

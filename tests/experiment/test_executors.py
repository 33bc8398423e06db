"""Real processes: their number changes nothing, and their death is survived."""

import os
import signal

import pytest

from metaqueens.config import parse
from metaqueens.experiment.executors import in_processes, serially
from metaqueens.experiment.plan import runs_of

TEXT = """
name: small
problem: {n: 12}
algorithms:
  hc: {use: hill_climbing}
  sa: {use: simulated_annealing}
  ga: {use: genetic, population: 20}
  mc: {use: min_conflicts, encoding: rows}
budget: {evaluations: 3000}
runs: 12
seed: 7
"""

PLUGIN = '''
import os, signal
from metaqueens import MinConflicts, Parameters


class Dies(Parameters):
    """Its process is killed on every other seed."""

    def search(self, problem, budget, rng):
        if problem.n > 3 and rng.integers(2):
            os.kill(os.getpid(), signal.SIGKILL)
        yield from MinConflicts(encoding="rows").search(problem, budget, rng)
'''


def never():
    return False


def told(outcomes):
    return {
        (outcome.run.cell.label, outcome.run.repetition): (
            bytes(outcome.result.queens), outcome.result.evaluations, outcome.result.steps,
            [point[:2] for point in outcome.result.trace],
        )
        for outcome in outcomes
    }  # fmt: skip


def test_two_processes_give_what_one_gives():
    runs = list(runs_of(parse(TEXT)))
    alone = [outcome for batch in serially(runs, never) for outcome in batch]
    together = [outcome for batch in in_processes(runs, 2, never) for outcome in batch]
    assert len(alone) == len(together) == 48
    assert told(alone) == told(together)


def test_no_more_is_begun_once_it_is_told_to_stop():
    runs = list(runs_of(parse(TEXT, ["runs=5000"])))
    done: list = []
    enough = lambda: len(done) >= 20  # noqa: E731
    for batch in in_processes(runs, 2, enough):
        done.extend(batch)
    assert 20 <= len(done) < len(runs)
    assert all(outcome.error is None for outcome in done)


def test_a_worker_that_is_killed_fails_its_runs_and_the_rest_goes_on(tmp_path, monkeypatch):
    (tmp_path / "deadly.py").write_text(PLUGIN)
    monkeypatch.syspath_prepend(tmp_path)
    text = TEXT.replace("{use: hill_climbing}", "{use: 'deadly:Dies', encoding: rows}")
    runs = list(runs_of(parse(text, ["runs=6"])))
    outcomes = [outcome for batch in in_processes(runs, 2, never) for outcome in batch]
    assert len(outcomes) == len(runs) == 24
    failed = [outcome for outcome in outcomes if outcome.error]
    assert any(outcome.run.cell.label == "hc" for outcome in failed)
    assert all("worker" in outcome.error for outcome in failed)
    fine = {outcome.run.cell.label for outcome in outcomes if outcome.error is None}
    assert {"sa", "ga", "mc"} <= fine


@pytest.mark.skipif(not hasattr(os, "fork"), reason="POSIX signals")
def test_workers_leave_ctrl_c_to_the_coordinator():
    runs = list(runs_of(parse(TEXT, ["runs=50"])))
    batches = in_processes(runs, 2, never)
    first = next(batches)
    for child in _children():
        os.kill(child, signal.SIGINT)
    rest = [outcome for batch in batches for outcome in batch]
    assert len(first) + len(rest) == 200
    assert all(outcome.error is None for outcome in [*first, *rest])


def _children():
    import multiprocessing

    return [process.pid for process in multiprocessing.active_children()]

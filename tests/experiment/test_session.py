"""One session behind ``metaqueens run``, Python's ``run`` and the tuner."""

import csv
import os
import signal
from contextlib import closing
from pathlib import Path

import pytest

from metaqueens import HillClimbing, config, run
from metaqueens.experiment.plan import Outcome, repetitions_of
from metaqueens.experiment.results import queries, tallies
from metaqueens.experiment.results.schema import StoreError
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.session import Begun, Done, Judged, Kept, Validating, Work, session
from metaqueens.text.errors import UserError
from metaqueens.tuning import tune
from tests import tuning as tunings
from tests.cli import call, rows
from tests.experiment import TEXT

EXPERIMENT = config.parse(TEXT)


def events_of(experiment=EXPERIMENT, folder=None, **options) -> list:
    with closing(session(experiment, folder, **options)) as events:
        return list(events)


def outcomes_of(events) -> list[Outcome]:
    return [outcome for event in events if isinstance(event, Kept) for outcome in event.outcomes]


def kinds(events) -> list[type]:
    """The types of the events, those that follow each other once."""
    found = [type(event) for event in events]
    return [kind for k, kind in enumerate(found) if found[k - 1 : k] != [kind]]


def test_what_happens_is_told_in_order(tmp_path):
    events = events_of(folder=tmp_path)
    assert kinds(events) == [Begun, Kept, Validating, Judged, Done]
    assert events[0][1:] == (6, 6)
    assert len(outcomes_of(events)) == 6
    assert [event.verdict for event in events if isinstance(event, Judged)].count("rejected") == 0


def test_machine_code_that_cannot_be_stored_is_told_before_the_runs(monkeypatch, tmp_path):
    def refuse():
        raise UserError("machine code: no folder")

    monkeypatch.setattr("metaqueens.experiment.session.cache_folder", refuse)
    with pytest.raises(UserError, match=r"^machine code: no folder$"):
        events_of(folder=tmp_path)
    with Store.open(tmp_path) as seen:
        assert not list(queries.runs(seen, ("cell",)))


def test_a_batch_is_kept_before_it_is_told(tmp_path):
    with closing(session(EXPERIMENT, tmp_path, workers=1)) as events:
        for event in events:
            if isinstance(event, Kept):
                with Store.open(tmp_path) as seen:
                    told = {(one.run.cell_key, one.run.repetition) for one in event.outcomes}
                    keys = {cell.cell: cell.key for cell in queries.cells(seen)}
                    stored = queries.runs(seen, ("cell", "repetition"))
                    assert told <= {(keys[cell], repetition) for cell, repetition in stored}


def test_whoever_leaves_early_lets_others_write(tmp_path):
    with closing(session(EXPERIMENT, tmp_path, workers=1)) as events:
        next(events), next(events)
        with pytest.raises(StoreError, match="another process is writing there"):
            events_of(folder=tmp_path)
    with Store.open(tmp_path) as store:
        (last,) = tallies.sessions(store)
        assert last["ended"] is not None
    assert events_of(folder=tmp_path)[0].missing == 5


def test_python_and_the_command_leave_the_same(tmp_path):
    (tmp_path / "small.yaml").write_text(TEXT)
    assert call("run", tmp_path / "small.yaml", "-o", tmp_path / "said", "--report").code == 0
    folder = run(config.load(tmp_path / "small.yaml"), tmp_path / "called").folder
    names = [{path.name for path in one.iterdir()} for one in (tmp_path / "said", folder)]
    assert names[0] == names[1] > {"summary.csv", "report.html", "experiment.yaml", "runs.sqlite"}
    assert rows(tmp_path / "said") == rows(folder)
    said, called = (summary(one) for one in (tmp_path / "said", folder))
    assert said == called


def summary(folder: Path) -> list[dict]:
    """Its rows without the times."""
    with (folder / "summary.csv").open() as file:
        return [{**row, "median_time": ""} for row in csv.DictReader(file)]


def test_ctrl_c_keeps_what_was_done(tmp_path):
    kept: list[Kept] = []

    def interrupted_at_the_first_batch() -> None:
        with closing(session(EXPERIMENT, tmp_path, workers=1)) as events:
            for event in events:
                if isinstance(event, Kept):
                    kept.append(event)
                    signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        interrupted_at_the_first_batch()
    assert len(outcomes_of(kept)) == 1
    with Store.open(tmp_path) as store:
        assert tallies.total(store).runs == 1


def test_it_does_the_runs_that_it_is_given(tmp_path):
    def first_of_each(store, do):
        store.add_cells(EXPERIMENT.cells, EXPERIMENT.seed)
        for cell in EXPERIMENT.cells:
            yield from do(repetitions_of(cell, EXPERIMENT.seed, [4]))

    events = events_of(folder=tmp_path, work=Work(2, first_of_each))
    assert kinds(events) == [Kept, Validating, Judged, Done]
    with Store.open(tmp_path) as store:
        assert list(queries.runs(store, ("cell", "repetition"))) == [(1, 4), (2, 4)]


def test_a_tuning_has_one_session_and_its_boards_checked(tmp_path):
    tune(tunings.experiment(max_runs=150), tmp_path)
    with Store.open(tmp_path) as store:
        (only,) = tallies.sessions(store)
        assert only["ended"] is not None
        assert only["runs"] == tallies.total(store).runs
        assert "not checked" not in tallies.verdicts(store)


def test_ctrl_c_between_runs_is_not_put_off_until_the_next(tmp_path):
    """As where a tuner thinks, or finds all the runs that it asks for done before."""
    reached = []

    def carry_out(store, do):
        yield from do([])
        os.kill(os.getpid(), signal.SIGINT)
        reached.append("the end")
        yield from ()

    with pytest.raises(KeyboardInterrupt):
        events_of(folder=tmp_path, work=Work(1, carry_out))
    assert not reached


@pytest.mark.parametrize(("workers", "module"), [(1, "worker"), (2, "executors")])
def test_ctrl_c_does_not_wait_for_kernels_that_no_run_under_way_needs(
    tmp_path, monkeypatch, workers, module
):
    """As the second search is compiled: the first runs are finished, and kept."""
    compiled = []

    def compiles(algorithm, _):
        if isinstance(algorithm, HillClimbing):
            os.kill(os.getpid(), signal.SIGINT)
            compiled.append("to the end")

    monkeypatch.setattr(f"metaqueens.experiment.execution.{module}.warm_up", compiles)
    monkeypatch.setattr("metaqueens.experiment.execution.executors.ALONE_SECONDS", 0)
    with pytest.raises(KeyboardInterrupt):
        events_of(folder=tmp_path, workers=workers)
    assert not compiled
    with Store.open(tmp_path) as store:
        done = tallies.total(store).runs
    assert done >= 1

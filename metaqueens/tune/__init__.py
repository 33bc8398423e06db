"""Tuning: which parameters of an algorithm cost least, and whether that holds on other boards."""

import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from metaqueens import interrupts
from metaqueens.config import Experiment, dump
from metaqueens.errors import UserError
from metaqueens.experiment import executors
from metaqueens.experiment.store import Store
from metaqueens.experiment.validate import validate

__all__ = ["tune"]


def tune(
    experiment: Experiment,
    folder: str | Path | None = None,
    workers: int | None = 1,
    watch: Any = lambda done, note: None,
) -> dict[str, Any]:
    """Tune as the experiment's ``tune`` block says; what ``tune.json`` in ``folder`` then holds.

    Runs that are in ``folder`` (results/<name> when not given) are not done again, and nothing
    depends on the number of ``workers``. ``watch`` is told the runs so far and a note. Raises
    ``UserError`` where there is nothing to tune, ``KeyboardInterrupt`` after a Ctrl-C, with all
    that was finished kept.
    """
    if experiment.tune is None:
        raise UserError(f"{experiment.name}: there is no tune block in this file")
    from metaqueens.tune import outcome
    from metaqueens.tune.plan import plan_of
    from metaqueens.tune.proposals import Proposals
    from metaqueens.tune.record import Record
    from metaqueens.tune.runner import Runner
    from metaqueens.tune.search import search

    task, plan = experiment.tune, plan_of(experiment.tune)
    folder = Path(folder or Path("results") / experiment.name)
    proposals = Proposals(task, experiment.seed, plan.search // plan.blocks)
    with (
        Store.create(folder, experiment) as store,
        interrupts.noted() as interrupted,
        executors.opened(experiment, workers, plan.total) as do,
        closing(Record(folder, experiment.name)) as record,
    ):
        (folder / "experiment.yaml").write_text(dump(experiment.given), encoding="utf-8")
        store.begin_session(sys.argv)
        runner = Runner(experiment, task, store, do, interrupted, watch)
        found = search(runner, plan, proposals, lambda: record.keep(proposals.study))
        report = outcome.outcome(experiment, task, found)
        report |= _explained(runner, plan, proposals, found)
        outcome.write_best(folder, experiment, task, found)
        outcome.write(folder, report)
        for _ in validate(store, experiment.validation == "cp_sat"):
            pass
        store.keep_boards(experiment.keep_boards)
    return report


def _explained(runner: Any, plan: Any, proposals: Any, found: Any) -> dict[str, Any]:
    """What unseen boards say of the best, which parameters matter, and the way to the best."""
    from metaqueens.tune import path, verdict
    from metaqueens.tune.importance import importance

    runner.note = "testing on unseen boards"
    judged = verdict.judge(runner, found.best.settings)
    runner.note = "from the default to the best"
    steps, repetitions = path.walk(runner, found.best.settings, plan.total - runner.used)
    return {
        "runs": runner.used,
        "forbidden_proposals": proposals.refused,
        "test_result": judged.as_json(),
        "importance": importance(proposals.study, found.contestants),
        "path": [step._asdict() for step in steps],
        "path_repetitions": repetitions,
    }

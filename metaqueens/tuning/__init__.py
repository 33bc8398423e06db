"""Tuning: find parameters of least cost, and test them against the default on other boards."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metaqueens.config import Experiment
from metaqueens.experiment.results.folder import require_no_run
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.session import Do, Event, Work, session
from metaqueens.text.errors import UserError

if TYPE_CHECKING:
    from metaqueens.tuning.plan import Plan
    from metaqueens.tuning.study.proposals import Proposals

__all__ = ["tune"]

# What is said where every run failed.
NOTHING: dict[str, Any] = {
    "test_result": None,
    "importance": {},
    "importance_tests": {},
    "path": [],
    "path_repetitions": 0,
    "path_result": None,
}


def tune(
    experiment: Experiment,
    folder: str | Path | None = None,
    workers: int | None = 1,
    watch: Any = lambda done, note: None,
) -> dict[str, Any]:
    """Tune as the experiment's ``tune`` block says; what ``tune.json`` in ``folder`` then holds.

    Runs that are in ``folder`` (results/<name> when not given) are not done again, and nothing
    depends on the number of ``workers``; ``other_runs`` of the answer are those in ``folder`` that
    this tuning did not ask for. ``watch`` is told the runs so far and a note. Raises
    ``UserError`` where there is nothing to tune, nothing is allowed, or ``folder`` holds a run;
    ``KeyboardInterrupt`` after a Ctrl-C, with all that was finished kept.
    """
    if experiment.tune is None:
        raise UserError(f"{experiment.name}: there is no tune block in this file")
    from metaqueens.tuning.plan import plan_of
    from metaqueens.tuning.study.proposals import Proposals

    folder = Path(folder or Path("results") / experiment.name)
    require_no_run(folder)
    report: dict[str, Any] = {}
    plan = plan_of(experiment.tune)
    # Refuses a space of which nothing is allowed, before anything is written.
    proposals = Proposals(experiment.tune, experiment.seed, plan.search // plan.blocks)

    def carry_out(store: Store, do: Do) -> Iterator[Event]:
        report.update(_tuned(experiment, plan, proposals, store, do, watch))
        yield from ()

    work = Work(plan.total, carry_out)
    with closing(session(experiment, folder, workers=workers, work=work)) as events:
        for _ in events:
            pass
    return report


def _tuned(
    experiment: Experiment,
    plan: "Plan",
    proposals: "Proposals",
    store: Store,
    do: Do,
    watch: Any,
) -> dict[str, Any]:
    """Search, judge and write it all down in the folder of ``store``."""
    from metaqueens.tuning.runner import Runner
    from metaqueens.tuning.study import outcome
    from metaqueens.tuning.study.record import Record
    from metaqueens.tuning.study.search import search

    task, folder = experiment.tune, store.folder
    assert task is not None
    with closing(Record(folder, experiment.name)) as record:
        runner = Runner(experiment, task, store, do, watch)
        found = search(runner, plan, proposals, lambda: record.keep(proposals.study))
        report = outcome.outcome(experiment, task, found)
        report |= _explained(runner, plan, found) if found.final else NOTHING
        report |= _counted(runner, proposals)
        if found.final:
            outcome.write_best(folder, experiment, task, found)
        else:
            (folder / outcome.BEST).unlink(missing_ok=True)
        outcome.write(folder, report)
    return report | {"other_runs": runner.others}


def _explained(runner: Any, plan: Any, found: Any) -> dict[str, Any]:
    """What unseen boards say of the best, which parameters matter, and the way to the best."""
    from metaqueens.tuning import path, verdict
    from metaqueens.tuning.importance import importance

    runner.note = "testing on unseen boards"
    judged = verdict.judge(runner, found.best.settings)
    runner.note = "from the default to the best"
    way = path.walk(runner, found.best.settings, plan.total - runner.used)
    effects = importance(runner.task.space, found.contestants)
    return {
        "test_result": judged.as_json(),
        "importance": {key: one.share for key, one in effects.items()},
        "importance_tests": {key: one._asdict() for key, one in effects.items()},
        "path": [step._asdict() for step in way.steps] if way else [],
        "path_repetitions": way.repetitions if way else 0,
        "path_result": {"p": way.p, "verdict": way.verdict} if way else None,
    }


def _counted(runner: Any, proposals: Any) -> dict[str, Any]:
    return {
        "runs": runner.used,
        "failed": runner.failed,
        "errors": dict(sorted(runner.errors.items())),
        "forbidden_proposals": proposals.refused,
        "allowed_share": proposals.allowed_share,
    }

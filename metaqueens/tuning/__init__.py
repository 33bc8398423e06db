"""Tuning: find parameters of least cost, and test them against the default on other boards."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from metaqueens.config import Experiment, load
from metaqueens.config.sources import FROM_CACHE, Find
from metaqueens.experiment.results.folder import OUTCOME, STUDY, require_kind
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.session import Do, Event, Work, session
from metaqueens.files.writing import write_text
from metaqueens.text.printable import prepare_json


def tune(
    experiment: Experiment | str | Path | Mapping[str, Any],
    folder: str | Path | None = None,
    workers: int | None = 1,
    watch: Callable[[int, str], None] | None = None,
    find: Find | None = None,
) -> dict[str, Any]:
    """Find the best parameters, as described in the ``tune`` block of an experiment.

    ``experiment`` may be a file, the name of a config, or keys and values. Runs that are in
    ``folder`` (results/<name> by default) are not done again, and the result, the content of
    ``tune.json``, does not depend on the number of ``workers``. ``watch`` is called with the number
    of runs so far and a note, and ``find`` returns the instances of families.

    >>> from tempfile import mkdtemp
    >>> settings = ["tune.max_runs=60", "tune.train.runs=2", "tune.test.runs=5"]
    >>> tune(load("tune_annealing", settings), mkdtemp())["algorithm"]
    'sa'

    Raises ``UserError`` if there is nothing to tune, no setting is allowed, or ``folder`` holds a
    run; ``KeyboardInterrupt`` after a Ctrl-C, with all finished runs kept.

    Returns
    -------
    dict
        ``best`` (None if every run failed), ``default``, ``final`` (best first), ``trials``: their
        settings and costs, means of ``minimise`` over the training problems. ``test_result``: the
        fields of ``tuning.verdict.Verdict``. ``runs``, ``failed``, ``errors``, ``ended``, the task.
    """
    from metaqueens.tuning import outcome
    from metaqueens.tuning.proposals import Proposals
    from metaqueens.tuning.runner import Runner
    from metaqueens.tuning.search import plan_of, search
    from metaqueens.tuning.task import task_of
    from metaqueens.tuning.verdict import judge

    if not isinstance(experiment, Experiment):
        experiment = load(experiment)
    task = task_of(experiment, find or FROM_CACHE)
    folder = Path(folder or Path("results") / experiment.name)
    require_kind(folder, is_for_tuning=True)
    plan = plan_of(task)
    # Refuses a space of which nothing is allowed, before anything is written.
    proposals = Proposals(task, experiment.seed, plan.search // plan.blocks)
    report: dict[str, Any] = {}

    def carry_out(store: Store, do: Do) -> Iterator[Event]:
        for suffix in ("-journal", "-wal", "-shm"):
            (store.folder / f"{STUDY}{suffix}").unlink(missing_ok=True)
        write_text(store.folder / STUDY, "")  # marks the runs as those of a tuning
        runner = Runner(experiment, task, store, do, watch or (lambda done, note: None))
        found = search(runner, plan, proposals)
        report.update(outcome.outcome(experiment, task, found))
        report["test_result"] = None
        if found.final:
            report["test_result"] = judge(runner, found.best.settings)._asdict()
            outcome.write_best(store.folder, experiment, task, found)
        else:
            (store.folder / outcome.BEST).unlink(missing_ok=True)
        report["runs"], report["failed"] = runner.used, runner.failed
        report["errors"] = dict(sorted(runner.errors.items()))
        report["forbidden_proposals"] = proposals.refused
        outcome.write_study(store.folder, experiment.name, proposals.study)
        # Infinite numbers are null there.
        text = json.dumps(prepare_json(report), indent=1, ensure_ascii=False)
        write_text(store.folder / OUTCOME, f"{text}\n")
        yield from ()

    work = Work(task.tuning.max_runs, carry_out)
    with closing(session(experiment, folder, workers=workers, work=work)) as events:
        for _ in events:
            pass
    return report

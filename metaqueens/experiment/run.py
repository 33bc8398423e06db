"""Carry an experiment out: what is missing is run, kept batch by batch, and checked."""

from collections.abc import Iterator
from pathlib import Path

from metaqueens import interrupts
from metaqueens.config import Experiment, dump
from metaqueens.experiment import executors
from metaqueens.experiment.executors import Outcome
from metaqueens.experiment.plan import Run, runs_of
from metaqueens.experiment.store import Store
from metaqueens.experiment.validate import validate


def run(experiment: Experiment, folder: str | Path | None = None, workers: int = 1) -> Path:
    """Run ``experiment`` and validate it; the folder of its results.

    Runs that are in ``folder`` (results/<name> when not given) already are not done again. Raises
    ``StoreError`` where the folder cannot be used, ``KeyboardInterrupt`` after a Ctrl-C, with all
    that was finished kept.
    """
    folder = Path(folder or Path("results") / experiment.name)
    with Store.create(folder, experiment) as store:
        for _ in carry_out(experiment, store, missing_runs(experiment, store), workers):
            pass
        for _ in validate(store, experiment.validation == "cp_sat"):
            pass
        store.keep_boards(experiment.keep_boards)
    return folder


def carry_out(
    experiment: Experiment, store: Store, missing: list[Run], workers: int
) -> Iterator[list[Outcome]]:
    """Do the ``missing`` runs and keep them; yield each batch once it is kept.

    Ctrl-C ends it with what is under way finished; a second one at once. Both raise
    ``KeyboardInterrupt``.
    """
    (store.folder / "experiment.yaml").write_text(dump(experiment.given), encoding="utf-8")
    with interrupts.noted() as interrupted:
        if workers == 1 or len(missing) <= 1:
            batches = executors.serially(missing, interrupted)
        else:
            batches = executors.in_processes(missing, workers, interrupted)
        for outcomes in batches:
            store.add(outcomes)
            yield outcomes
        if interrupted():
            raise KeyboardInterrupt


def missing_runs(experiment: Experiment, store: Store) -> list[Run]:
    """Note the cells of ``experiment``; its runs that ``store`` lacks, failed ones among them."""
    numbers = store.add_cells(experiment.cells, experiment.seed)
    finished = store.finished()
    return [
        run
        for run in runs_of(experiment)
        if (numbers[run.cell_key], run.repetition) not in finished
    ]

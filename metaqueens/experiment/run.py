"""Carry an experiment out: what is missing is run, kept batch by batch, and checked."""

import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from metaqueens import interrupts
from metaqueens.config import Cell, Experiment, dump
from metaqueens.experiment.execution import executors
from metaqueens.experiment.execution.executors import Outcome
from metaqueens.experiment.plan import WHOLE, Run, Shard, repetitions_of
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.validate import validate
from metaqueens.files import write_text


@dataclass(frozen=True)
class Missing:
    """The runs that a store lacks, by cell; each is made when its turn comes.

    Parameters
    ----------
    total
        How many runs there are, restored ones among them.
    """

    experiment: Experiment
    total: int
    todo: tuple[tuple[Cell, Sequence[int]], ...]

    @property
    def count(self) -> int:
        """How many are missing."""
        return sum(len(repetitions) for _, repetitions in self.todo)

    def runs(self) -> Iterator[Run]:
        """Make them, cell by cell."""
        for cell, repetitions in self.todo:
            yield from repetitions_of(self.experiment, cell, repetitions)


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
    experiment: Experiment,
    store: Store,
    missing: Missing,
    workers: int | None = None,
    fail_fast: bool = False,
    at_ctrl_c: Callable[[], None] | None = None,
) -> Iterator[list[Outcome]]:
    """Do the ``missing`` runs and keep them; yield each batch once it is kept.

    With ``fail_fast`` nothing new is begun after a run that failed. Ctrl-C ends it with what is
    under way finished, after a call of ``at_ctrl_c``; a second one at once. Both raise
    ``KeyboardInterrupt``.
    """
    write_text(store.folder / "experiment.yaml", dump(experiment.given))
    if not missing.count:
        return
    store.begin_session(sys.argv)
    failures: list[Outcome] = []
    with (
        interrupts.noted(at_ctrl_c) as interrupted,
        executors.opened(experiment, workers, missing.count) as do,
    ):
        for outcomes in do(missing.runs(), lambda: interrupted() or (fail_fast and bool(failures))):
            store.add(outcomes)
            failures.extend(outcome for outcome in outcomes if outcome.error)
            yield outcomes
        if interrupted():
            raise KeyboardInterrupt


def missing_runs(experiment: Experiment, store: Store, shard: Shard = WHOLE) -> Missing:
    """Note the cells of ``experiment``; its runs that ``store`` lacks, failed ones among them."""
    numbers = list(store.add_cells(experiment.cells, experiment.seed).values())
    total, todo = 0, []
    for index, (cell, number) in enumerate(zip(experiment.cells, numbers, strict=True)):
        mine = shard.repetitions(index, experiment.runs)
        finished = store.finished(number)
        # Packed: a million whole numbers of Python's are 36 MB.
        todo.append((cell, array("L", (one for one in mine if one not in finished))))
        total += len(mine)
    return Missing(experiment, total, tuple(todo))

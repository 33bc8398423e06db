"""The progress of an experiment, and the runs that its results lack, also while it runs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from metaqueens.config import Experiment
from metaqueens.config.file import ExperimentFile
from metaqueens.experiment.plan import Run, cell_key, repetitions_of
from metaqueens.experiment.results import queries, tallies
from metaqueens.experiment.results.database import FILE
from metaqueens.experiment.results.folder import OUTCOME, is_tuning
from metaqueens.experiment.results.store import Store

PASSES = 10


class Missing(NamedTuple):
    """The ``number`` of runs that a store lacks of ``total``, and the runs.

    They come in ``PASSES`` passes over all cells, so that the time left is known after the first.
    """

    total: int
    number: int
    runs: Iterator[Run]


def missing_runs(experiment: Experiment, store: Store) -> Missing:
    """Return the runs of ``experiment`` that ``store`` lacks, and those that failed."""
    stored, todo = {cell.key: cell.cell for cell in queries.cells(store)}, []
    for cell in experiment.cells:
        number = stored.get(cell_key(cell, experiment.seed))
        finished = set[int]() if number is None else queries.list_finished(store, number)
        todo.append((cell, [k for k in range(experiment.runs) if k not in finished]))
    step = max(1, experiment.runs // PASSES)
    runs = (
        run
        for start in range(0, experiment.runs, step)
        for cell, missing in todo
        for run in repetitions_of(cell, experiment.seed, missing[start : start + step])
    )
    return Missing(len(todo) * experiment.runs, sum(len(missing) for _, missing in todo), runs)


def list_folders(root: Path) -> list[Path]:
    """Return ``root`` if it is a results folder, otherwise those in it, by name."""
    if (root / FILE).exists():
        return [root]
    return sorted(path.parent for path in root.glob(f"[!.]*/{FILE}"))


def overview(store: Store) -> dict[str, Any]:
    """Return the progress of the experiment in ``store``.

    ``done`` of ``of`` runs are finished, the last ``when``. ``of`` counts for each cell of the last
    request its runs, or all that it has if they are more, and the finished runs of other cells. A
    tuning may end before its limit of runs, which ``of`` is until then.
    """
    total, settings = tallies.total(store), queries.experiment(store)
    if is_tuning(store.folder) and settings.get("tune"):
        complete = (store.folder / OUTCOME).exists()
        runs = total.runs if complete else settings["tune"]["max_runs"]
    else:
        of_cell = settings.get("runs", ExperimentFile.model_fields["runs"].default)
        finished = {cell: tally.finished for cell, tally in tallies.count_by_cell(store).items()}
        earlier = queries.earlier_cells(store)
        runs = sum(max(of_cell * (cell not in earlier), n) for cell, n in finished.items())
        complete = runs == total.finished
    return {
        "name": store.name,
        "done": total.finished,
        "of": runs,
        "solved": total.solved,
        "failed": total.failed,
        "when": total.ended,
        "complete": complete,
    }

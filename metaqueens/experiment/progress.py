"""The progress of an experiment, and the runs that its results lack, also while it runs."""

import json
from array import array
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from metaqueens.config import Cell, Experiment
from metaqueens.config.file import ExperimentFile
from metaqueens.experiment.plan import Run, cell_key, describe, repetitions_of
from metaqueens.experiment.results import queries, tallies
from metaqueens.experiment.results.database import FILE
from metaqueens.experiment.results.folder import OUTCOME, is_tuning
from metaqueens.experiment.results.store import Store

PASSES = 10


class Missing(NamedTuple):
    """The ``number`` of runs that a store lacks of ``total``, and the runs.

    They come in ``PASSES`` passes over all cells, so that the time left is known after the first.
    ``changes`` are the new cells, as text, whose label is that of old ones of the same size or with
    other parameters; all stay in the results.
    """

    total: int
    number: int
    runs: Iterator[Run]
    changes: list[str]


def missing_runs(experiment: Experiment, store: Store) -> Missing:
    """Return the runs of ``experiment`` that ``store`` lacks, and those that failed.

    Changes are found only before the cells are stored.
    """
    cells = [(cell_key(cell, experiment.seed), cell) for cell in experiment.cells]
    stored, todo = {cell.key: cell for cell in queries.cells(store)}, []
    for key, cell in cells:
        finished = queries.list_finished(store, stored[key].cell) if key in stored else set[int]()
        # An array, because a million Python integers take 36 MB.
        repetitions = (k for k in range(experiment.runs) if k not in finished)
        todo.append((cell, array("L", repetitions)))
    step = max(1, experiment.runs // PASSES)
    runs = (
        run
        for start in range(0, experiment.runs, step)
        for cell, missing in todo
        for run in repetitions_of(cell, experiment.seed, missing[start : start + step])
    )
    number = sum(len(missing) for _, missing in todo)
    changes = dict.fromkeys(
        _describe_changes(dict(cells), stored, experiment.seed, store.last_seed)
    )
    return Missing(len(cells) * experiment.runs, number, runs, [*changes])


def _describe_changes(
    cells: Mapping[str, Cell], stored: Mapping[str, queries.CellRow], seed: int, last_seed: int
) -> Iterator[str]:
    """Yield the ``changes`` of ``cells`` that are not among the ``stored`` ones, both by key."""
    others = [cell for key, cell in stored.items() if key not in cells]
    labels = {cell.label for cell in others}
    sizes = {(cell.label, cell.n) for cell in others}
    settings = {(cell.label, cell.use, cell.parameters) for cell in others}
    for key, cell in cells.items():
        if key in stored or cell.label not in labels:
            continue
        if (cell.label, cell.problem.n) in sizes:
            is_seed = cell_key(cell, last_seed) in stored
            seeds = f", with seed {seed} beside seed {last_seed}" if is_seed else ""
            yield f"{cell.label}, n = {cell.problem.n}{seeds}"
        elif (cell.label, cell.use, json.dumps(describe(cell)["parameters"])) not in settings:
            yield f"{cell.label} with other parameters"


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

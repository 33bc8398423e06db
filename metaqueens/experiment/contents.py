"""What a results folder holds: how far its experiment is, and its cells."""

import shlex
from pathlib import Path
from typing import Any, NamedTuple

from metaqueens import config
from metaqueens.config import Experiment, sources
from metaqueens.experiment.plan import WHOLE, Shard, cell_key
from metaqueens.experiment.results import queries, tallies
from metaqueens.experiment.results.database import FILE
from metaqueens.experiment.results.folder import OUTCOME, is_tuning
from metaqueens.experiment.results.store import Store
from metaqueens.plugins import code as plugins


class Overview(NamedTuple):
    """How far an experiment is. ``done`` of ``of`` runs are finished; ``when``: Unix time, last.

    They are all runs in the folder, by whatever request, and those that the experiment as it was
    last run still lacks. A tuning may be complete with fewer runs than it was allowed.
    """

    name: str
    done: int
    of: int
    solved: int
    failed: int
    when: float | None
    complete: bool


def folders_of_results(root: Path) -> list[Path]:
    """Return ``root`` if it is a results folder, or those in it, by name."""
    if (root / FILE).exists():
        return [root]
    return sorted(
        path.parent for path in root.glob(f"*/{FILE}") if not path.parent.name.startswith(".")
    )


def overview(store: Store) -> Overview:
    """Return how far the experiment in ``store`` is."""
    tallied, total, given = tallies.by_cell(store), tallies.total(store), queries.given(store)
    done = total.finished
    if is_tuning(store.folder) and given.get("tune"):
        of, complete = given["tune"]["max_runs"], (store.folder / OUTCOME).exists()
    else:
        finished = {cell.key: tallied[cell.cell].finished for cell in queries.cells(store)}
        wanted = runs_wanted(store, given)
        missing = sum(max(0, runs - finished.get(key, 0)) for key, runs in wanted.items())
        of, complete = done + missing, not missing
    return Overview(store.name, done, of, total.solved, total.failed, total.ended, complete)


def runs_wanted(store: Store, given: dict[str, Any], shard: Shard = WHOLE) -> dict[str, int]:
    """Return how many runs the experiment ``given`` wants of each cell, by its key."""
    experiment = planned(given, store.folder)
    if experiment is None:
        return {cell.key: queries.runs_asked(given) for cell in queries.cells(store)}
    return wanted(experiment, shard)


def wanted(experiment: Experiment, shard: Shard = WHOLE) -> dict[str, int]:
    """Return how many runs of each cell are in ``shard``, by its key."""
    return {
        cell_key(cell, experiment.seed): len(shard.repetitions(k, experiment.runs))
        for k, cell in enumerate(experiment.cells)
    }


def planned(given: dict[str, Any], folder: Path) -> Experiment | None:
    """Return the experiment ``given``, with the instances that are kept in its results ``folder``.

    None where only code from outside could tell its cells, or the instances are not there.
    """
    alone = {key: value for key, value in given.items() if key != "extends"}
    try:
        with plugins.refused():
            return config.parse(config.dump(alone), find=sources.kept(folder))
    except Exception:  # whatever a stranger's experiment makes of our reader: it is not run here
        return None


def cells(store: Store) -> list[dict[str, Any]]:
    """Return each cell with its number, its content, and how its runs went."""
    counted = tallies.by_cell(store)
    content = (
        "SELECT cell, problem_label AS problem, n, encoding, name AS algorithm, use, parameters,"
        " budget, existence FROM cells ORDER BY cell"
    )
    return [
        {
            **cell,
            "runs": counted[cell["cell"]].runs,
            "solved": counted[cell["cell"]].solved,
            "failed": counted[cell["cell"]].failed,
            "rejected": counted[cell["cell"]].rejected,
            "least_guards": counted[cell["cell"]].fewest_guards,
        }
        for cell in queries.rows(store, content)
    ]


def command_line(words: list[str]) -> str:
    """Return what was typed, whatever the program was called by."""
    if words and Path(words[0]).name in ("metaqueens", "__main__.py"):
        words = ["metaqueens", *words[1:]]
    return shlex.join(words)

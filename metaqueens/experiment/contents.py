"""What a results folder holds: how far its experiment is, and its cells."""

import json
import shlex
from pathlib import Path
from typing import Any, NamedTuple

from metaqueens import config
from metaqueens.config import sources
from metaqueens.config.experiment import Experiment
from metaqueens.experiment import tuned
from metaqueens.experiment.plan import cell_key
from metaqueens.experiment.results import queries, tallies
from metaqueens.experiment.results.database import FILE
from metaqueens.experiment.results.store import Store
from metaqueens.plugins import code as plugins


class Overview(NamedTuple):
    """How far an experiment is. ``done`` of ``of`` runs are finished; ``when``: Unix time, last.

    They are all runs in the folder, whoever asked for them, and those that the experiment as it was
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
    """``root`` if it is a results folder, or those in it, by name."""
    if (root / FILE).exists():
        return [root]
    return sorted(
        path.parent for path in root.glob(f"*/{FILE}") if not path.parent.name.startswith(".")
    )


def overview(store: Store) -> Overview:
    """How far the experiment in ``store`` is."""
    tallies_of = tallies.by_cell(store)
    cells, total = queries.cells(store), tallies.total(store)
    finished = {cell.key: tallies_of[cell.cell].finished for cell in cells}
    given = queries.given(store)
    done = total.finished
    if tuned.begun(store.folder) and given.get("tune"):
        of, complete = given["tune"]["max_runs"], tuned.ended(store.folder)
    else:
        keys, runs = _planned(store, given, list(finished))
        missing = sum(max(0, runs - finished.get(key, 0)) for key in keys)
        of, complete = done + missing, not missing
    return Overview(store.name, done, of, total.solved, total.failed, total.ended, complete)


def _planned(store: Store, given: dict[str, Any], stored: list[str]) -> tuple[list[str], int]:
    """The keys of the experiment's cells and the runs of each."""
    experiment = planned(given, store.folder)
    if experiment is None:
        return stored, queries.runs_asked(given)
    return [cell_key(cell, experiment.seed) for cell in experiment.cells], experiment.runs


def planned(given: dict[str, Any], folder: Path) -> Experiment | None:
    """The experiment ``given``, with the instances that are kept in the results ``folder``.

    None where only code from outside could tell its cells, or the instances are not there.
    """
    alone = {key: value for key, value in given.items() if key != "extends"}
    try:
        with plugins.refused():
            return config.parse(config.dump(alone), find=sources.kept(folder))
    except Exception:  # whatever a stranger's experiment makes of our reader: it is not run here
        return None


def cells(store: Store) -> list[dict[str, Any]]:
    """Each cell with its number, its content, and how its runs went."""
    counted = tallies.by_cell(store)
    return [
        {
            "cell": cell.cell,
            "problem": cell.problem_label,
            "n": cell.n,
            "encoding": cell.encoding,
            "algorithm": cell.name,
            "use": cell.use,
            "parameters": json.loads(cell.parameters),
            "budget": json.loads(cell.budget),
            "existence": cell.existence,
            "runs": counted[cell.cell].runs,
            "solved": counted[cell.cell].solved,
            "failed": counted[cell.cell].failed,
            "rejected": counted[cell.cell].rejected,
            "least_guards": counted[cell.cell].fewest_guards,
        }
        for cell in queries.cells(store)
    ]


def command_line(words: list[str]) -> str:
    """What was typed, whatever the program was called by."""
    if words and Path(words[0]).name in ("metaqueens", "__main__.py"):
        words = ["metaqueens", *words[1:]]
    return shlex.join(words)

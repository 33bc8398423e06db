"""The next command to type after a run."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from metaqueens.analysis.summary import CellSummary
from metaqueens.config import Experiment

# Below so many runs, more of them tell more than any comparison.
FEW = 30
LONG = 10_000_000


def advice(
    experiment: Experiment,
    again: Sequence[str],
    folder: Path,
    elsewhere: bool,
    summaries: Sequence[CellSummary],
    parts: int | None = None,
) -> str:
    """Return what may be worth doing; ``again`` are the words of this run, one of ``parts``."""
    same = _without("", again)
    where = f" -o {shlex.quote(str(folder))}" if elsewhere else ""
    if any(one.failed for one in summaries):
        return f"{same}{where}   does the failed runs again"
    if any(one.rejected for one in summaries):
        return f"validate {shlex.quote(str(folder))}   names the rejected boards"
    if parts:
        name = f"results/{experiment.name}"
        folders = "FOLDERS..." if elsewhere else f"{name}.shard-*-of-{parts}"
        return f"merge {folders} -o {name}   joins the parts once all are done"
    unsolved = [one for one in summaries if one.solved < one.runs]
    open_cells = [one for one in unsolved if one.existence != "proven none"]
    if open_cells:
        return _more(experiment, again, folder, open_cells)
    if len(unsolved) == len(summaries):
        return "solve 8   has solutions"
    most = max(one.runs for one in summaries)
    if most >= FEW and len({one.algorithm for one in summaries}) > 1:
        return f"compare {shlex.quote(str(folder))}   says which is better, and how sure that is"
    return f"{_without('runs', again)} runs={max(100, 2 * most)}{where}   adds runs to these"


def _without(key: str, again: Sequence[str]) -> str:
    """Return the words of this run but for what they set ``key`` to."""
    return shlex.join(["run", *(word for word in again if not word.startswith(f"{key}="))])


def _more(
    experiment: Experiment, again: Sequence[str], folder: Path, open_cells: Sequence[CellSummary]
) -> str:
    """Return a command with ten times as much of what most runs ran out of."""
    reasons = [one.gave_up for one in open_cells if one.gave_up]
    limit = max(set(reasons), key=reasons.count)
    given = [value for cell in experiment.cells if (value := getattr(cell.budget, limit, None))]
    if not given:  # stuck, without a limit on it
        return f"show {shlex.quote(str(folder))}   shows how far the stuck ones came"
    more = max(10 * max(given), LONG if limit == "evaluations" else 0)
    longer = shlex.quote(f"{folder}_longer")
    same = _without(f"budget.{limit}", again)
    return f"{same} budget.{limit}={more:_} -o {longer}   gives every run more"

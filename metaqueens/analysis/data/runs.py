"""Runs as a data frame, a row each, from results folders and from tidy CSV files."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
import pandas as pd

from metaqueens.analysis.data import labels, tidy
from metaqueens.analysis.data.tidy import LIMITS, NUMBERS, OF_A_CELL
from metaqueens.contestants.registry import about
from metaqueens.experiment.results import queries
from metaqueens.experiment.results.database import FILE
from metaqueens.experiment.results.folder import is_tuning
from metaqueens.experiment.results.store import Store
from metaqueens.text.errors import UserError
from metaqueens.text.printable import printable
from metaqueens.text.validation import describe


class HasFrame(Protocol):
    """An object that has a data frame with a row per run, such as the result of ``run``."""

    @property
    def frame(self) -> pd.DataFrame: ...


Source: TypeAlias = str | Path | pd.DataFrame | HasFrame

# The name of the notes on the sources, an attribute of a frame.
NOTES = "notes"
_LABELS = ("source", "algorithm", "unit")
_TRACED = ("source", "problem", "n", "encoding", "algorithm")
_ORDER = (
    "source", "problem", "family", "n", "encoding", "algorithm", "use", "parameters", "repetition",
    "seed", "status", "solved", "reason", "cost", "fitness", "evaluations", "steps", "found_at",
    "seconds", "cpu_seconds", "verdict", "existence", *LIMITS, "unit",
)  # fmt: skip
_CATEGORIES = ("status", "reason", "verdict", *_LABELS, *(key for key in OF_A_CELL if key != "n"))


class Part(NamedTuple):
    """One source: its cells, and its runs or traces, whose column ``cell`` has their places.

    ``notes``: the users' files that changed between the sessions of a results folder, or the rows
    of a file of traces that are of no run.
    """

    cells: list[dict[str, Any]]
    rows: pd.DataFrame
    notes: Sequence[str] = ()


def load_runs(*sources: Source) -> pd.DataFrame:
    """Return all runs of the ``sources`` as one data frame.

    >>> from metaqueens import run
    >>> len(load_runs(run(["hill_climbing"], n=8, runs=5)))
    5

    Parameters
    ----------
    *sources
        Results folders, tidy CSV files (a row per run), data frames with the same columns, or
        the result of ``run``.

    Returns
    -------
    DataFrame
        A row per run, in the order of the sources. Columns: source, problem (``n=50``), family
        (the common name of instances; of a single problem, its own name), n, encoding, algorithm,
        use, parameters (JSON), repetition, seed, status (solved, unsolved or failed), solved,
        reason, cost (of the best solution), fitness (0 to 1), evaluations, steps, found_at (in
        evaluations), seconds, cpu_seconds, verdict, existence, budget_evaluations,
        budget_seconds, unit (of evaluations, such as ``nodes``), and further columns of a CSV.
        Values that a source does not have are missing. If the verdict is ``rejected``, status and
        cost are false claims, and ``solved`` is false. ``algorithm`` is unique on each problem.

    Raises
    ------
    UserError
        If a source cannot be read or holds no runs.
    """
    frame = _gather(sources, (*OF_A_CELL, *LIMITS))
    frame["solved"] = (frame["status"] == "solved") & (frame["verdict"] != "rejected")
    for name in _CATEGORIES:
        frame[name] = frame[name].astype("category")
    return frame[[*dict.fromkeys([*_ORDER, *frame.columns])]]


def traces(*sources: Source) -> pd.DataFrame:
    """Return the traces of all runs in results folders, and of CSV files with NAME.traces.csv.

    Columns: source, problem, n, encoding, algorithm as in ``load_runs``, repetition, evaluations,
    cost (the lowest until then) and seconds.
    """
    points = "repetition", "evaluations", "cost", "seconds"
    frame = _gather(sources, _TRACED, of_traces=True).reindex(columns=[*_TRACED, *points])
    return frame.astype({name: "category" for name in _TRACED if name != "n"})


def _gather(
    sources: Sequence[Source], names: Sequence[str], of_traces: bool = False
) -> pd.DataFrame:
    """Read the sources; return their rows with the columns ``names`` and labels of their cells."""
    if not sources:
        raise UserError("no results to read: name a results folder or a CSV file")
    parts = [_read(source, of_traces) for source in sources]
    for part, name in zip(parts, labels.name_sources(sources), strict=True):
        for cell in part.cells:
            cell["source"] = printable(name)
    every_cell = [cell for part in parts for cell in part.cells]
    for cell, label in zip(every_cell, labels.label_algorithms(every_cell), strict=True):
        cell["algorithm"], cell["unit"] = label, about(cell["use"]).unit
    frames = [pd.DataFrame()]
    for part in parts:
        if "cell" in part.rows:  # not of a CSV without traces
            cells = pd.DataFrame(part.cells)[[*dict.fromkeys([*_LABELS, *names])]]
            rows = part.rows.drop(columns=cells.columns, errors="ignore")
            frames.append(rows.join(cells, on="cell").drop(columns="cell"))
    frame = pd.concat(frames[1:] or frames, ignore_index=True)
    frame.attrs[NOTES] = [note for part in parts for note in part.notes]
    return frame


def find_folder(source: Source) -> Path | None:
    """Return the results folder of a source; None if it is a CSV file or runs in memory."""
    content = getattr(source, "folder", None) or source
    if isinstance(content, str | Path):
        path = Path(content)
        if path.is_dir() or path.name == FILE:
            return path.parent if path.name == FILE else path
    return None


def _read(source: Source, of_traces: bool) -> Part:
    # A folder has the traces, too.
    if folder := find_folder(source):
        return _read_folder(folder, of_traces)
    content = getattr(source, "frame", source)
    if isinstance(content, pd.DataFrame):
        cells, runs = tidy.split(content, "the data frame")
    elif isinstance(content, str | Path):
        path = Path(content)
        cells, runs = tidy.split(tidy.read(path), str(path))
        if of_traces and (found := tidy.read_traces(path, cells, runs)):
            return Part(cells, *found)
    else:
        raise UserError(f"expected a results folder, a CSV file or runs, got {describe(content)}")
    return Part(cells, runs[[]] if of_traces else runs)


def _read_folder(folder: Path, of_traces: bool) -> Part:
    if not (folder / FILE).is_file() and (inside := sorted(folder.glob(f"*/{FILE}"))):
        found = ", ".join(str(path.parent) for path in inside[:5])
        raise UserError(f"{folder}: no results there (no {FILE}); did you mean {found}?")
    with Store.open(folder) as store:
        stored, config = queries.cells(store), queries.experiment(store)
        if of_traces:
            columns = "cell", "repetition", *queries.POINT
            table = list(queries.traces(store))
        else:
            columns = "cell", *queries.RUN
            selected = [*columns]
            if config.get("keep_boards", "all") == "all":
                # A solution without its values is rejected.
                verdict = f"CASE WHEN {queries.UNPROVEN} THEN 'rejected' ELSE verdict END"
                selected[columns.index("verdict")] = verdict
            table = list(queries.runs(store, selected))
        digests = queries.digests(store)
    if not stored:
        raise UserError(f"{folder}: no results in it yet: nothing was begun")
    cells = [
        cell._asdict()
        | {
            "given": config,
            "name": printable(cell.name),
            "problem": printable(cell.problem_label),
            "family": printable(problem.family if problem else cell.problem_label),
        }
        | labels.read_limits(cell.budget)
        for cell in stored
        for problem in [queries.problem_of(cell.problem)]
    ]
    rows = pd.DataFrame(table, columns=columns)
    for name in rows.columns.intersection(NUMBERS):
        if rows[name].dtype == object:  # with None
            rows[name] = rows[name].astype(float)
    rows["cell"] = np.searchsorted([cell.cell for cell in stored], rows["cell"])
    changed = (name for name, several in digests.items() if len({*several.values()}) > 1)
    between = f"its file changed between sessions of {folder}; its runs may not belong together"
    notes = [f"{name}: {between}" for name in changed]
    if is_tuning(folder):
        best = f"`metaqueens run {folder / 'best.yaml'}` does runs with other seeds"
        notes.append(
            f"{folder}: runs of a tuning selected its best setting, which they favour; {best}"
        )
    return Part(cells, rows, notes)

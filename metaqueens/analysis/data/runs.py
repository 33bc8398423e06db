"""Runs as a data frame, one row each, from results folders and from anybody's tidy CSV."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Union

from metaqueens.analysis.data import labels, tidy
from metaqueens.contestants.registry import cost_unit
from metaqueens.experiment.results import queries
from metaqueens.experiment.results.database import FILE
from metaqueens.experiment.results.store import Store
from metaqueens.text.errors import UserError
from metaqueens.text.printable import printable
from metaqueens.text.validation import describe

if TYPE_CHECKING:
    import pandas as pd


class HasFrame(Protocol):
    """What has a row a run as a data frame, such as what ``run`` returns."""

    @property
    def frame(self) -> "pd.DataFrame": ...


Source = Union[str, Path, "pd.DataFrame", HasFrame]

# Cells and their runs or traces.
_Read = tuple["pd.DataFrame", "pd.DataFrame"]
# One row of `cells` for each cell; `cell` numbers them through all sources.
_CELL = ("cell", "name", "budget", *tidy.OF_A_CELL)
_RUN, _TRACE = ("cell", *queries.RUN), ("cell", "repetition", *queries.POINT)
_NAMES = ("source", "algorithm", "under_any_budget", "unit")
_OF_A_CELL = [*_NAMES, *tidy.OF_A_CELL, *tidy.LIMITS]


def load(*sources: Source) -> "pd.DataFrame":
    """Return all runs of the ``sources`` as one data frame.

    >>> from metaqueens import run
    >>> len(load_runs(run(["hill_climbing"], n=8, runs=5)))
    5

    Parameters
    ----------
    *sources
        Results folders, tidy CSV files (a row a run), data frames with the same columns, or
        what ``run`` returns.

    Returns
    -------
    DataFrame
        A row per run, in the order of the sources. Columns: source, problem (``n=50``), family
        (what instances have in common; of a single problem, its own name), n, encoding, algorithm,
        use, parameters (JSON), repetition, seed, status (solved, unsolved or failed), solved,
        reason, cost (attacking pairs of the best board), fitness (0 to 1), evaluations, steps,
        found_at (in evaluations), seconds, cpu_seconds, verdict, existence, budget_evaluations,
        budget_seconds, under_any_budget, unit (of evaluations, such as ``nodes``), and what else a
        CSV holds. What a source does not tell is missing. A run whose board was rejected counts as
        unsolved. ``algorithm`` is the label, told apart where two mean different things;
        ``under_any_budget`` is it whatever the budget of evaluations.

    Raises
    ------
    UserError
        Where a source cannot be read, or holds no runs.
    """
    cells, runs = _gather(sources)
    runs["solved"] = (runs.status == "solved") & (runs.verdict != "rejected")
    for name in ("status", "reason", "verdict"):
        runs[name] = runs[name].astype("category")
    # Of a frame that came from here.
    runs = runs.drop(columns=["under_any_budget", "unit"], errors="ignore")
    frame = runs.join(cells[_OF_A_CELL], on="cell").drop(columns="cell")
    return frame[[*dict.fromkeys([*_ORDER, *frame.columns])]]


# Its name on the public face, where `load` reads configs.
load_runs = load


def traces(*sources: Source) -> "pd.DataFrame":
    """Return the traces of all runs in results folders; a CSV has none.

    Columns: source, problem, n, encoding, algorithm as in ``load``, repetition, evaluations, cost
    (the fewest by then) and seconds.
    """
    cells, points = _gather(sources, of_traces=True)
    names = ["source", "problem", "n", "encoding", "algorithm"]
    return points.join(cells[names], on="cell")[
        [*names, "repetition", "evaluations", "cost", "seconds"]
    ]


_ORDER = (
    "source", "problem", "family", "n", "encoding", "algorithm", "use", "parameters", "repetition",
    "seed", "status", "solved", "reason", "cost", "fitness", "evaluations", "steps", "found_at",
    "seconds", "cpu_seconds", "verdict", "existence", *tidy.LIMITS, "under_any_budget", "unit",
)  # fmt: skip


def _gather(sources: Iterable[Source], of_traces: bool = False) -> _Read:
    """Cells and rows of all ``sources``, the cells numbered through and labelled."""
    import pandas as pd

    sources = list(sources)
    if not sources:
        raise UserError("no results to read: name a results folder or a CSV file")
    parts, first = [], 0
    for source, name in zip(sources, labels.source_names(sources), strict=True):
        cells, rows = _read(source, of_traces)
        numbers = pd.Series(range(first, first + len(cells)), index=cells.cell)
        rows["cell"] = rows.cell.map(numbers)
        parts.append((cells.assign(source=printable(name), cell=numbers.to_numpy()), rows))
        first += len(cells)
    cells, rows = (pd.concat(every, ignore_index=True) for every in zip(*parts, strict=True))
    records = cells.to_dict("records")
    cells["algorithm"] = labels.algorithms(records)
    cells["under_any_budget"] = labels.whatever_the_budget(records)
    cells["unit"] = list(map(cost_unit, cells.use))
    for name in (*_NAMES, *tidy.OF_A_CELL):
        if name != "n":
            cells[name] = cells[name].astype("category")
    return cells.set_index("cell"), rows


def _read(source: Source, of_traces: bool) -> _Read:
    import pandas as pd

    source = getattr(source, "frame", source)
    if not isinstance(source, str | Path | pd.DataFrame):
        raise UserError(f"expected a results folder, a CSV file or runs, got {describe(source)}")
    if isinstance(source, pd.DataFrame):
        cells, rows = tidy.split(source, "the data frame")
    elif (path := Path(source)).is_dir() or path.name == FILE:
        return _read_folder(path.parent if path.name == FILE else path, of_traces)
    else:
        cells, rows = tidy.split(tidy.read(path), str(path))
    return cells, _no_traces() if of_traces else rows


def _no_traces() -> "pd.DataFrame":
    import pandas as pd

    return pd.DataFrame(columns=_TRACE, dtype="int64").astype({"seconds": float})


def _read_folder(folder: Path, of_traces: bool) -> _Read:
    import pandas as pd

    if not (folder / FILE).is_file() and (inside := sorted(folder.glob(f"*/{FILE}"))):
        found = ", ".join(str(path.parent) for path in inside[:5])
        raise UserError(f"{folder}: no results there (no {FILE}); did you mean {found}?")
    with Store.open(folder) as store:
        kept = pd.DataFrame(queries.cells(store), columns=queries.CellRow._fields)
        family = list(map(queries.family_of, kept.problem, kept.problem_label))
        cells = kept.assign(problem=kept.problem_label, family=family)[[*_CELL]]
        read = list(queries.traces(store) if of_traces else queries.runs(store, _columns(store)))
    rows = pd.DataFrame.from_records(read, columns=_TRACE if of_traces else _RUN, coerce_float=True)
    if cells.empty:
        raise UserError(f"{folder}: no results in it yet: nothing was begun")
    cells["name"] = [printable(name) for name in cells.name]
    for name in ("problem", "family"):
        cells[name] = [printable(text) for text in cells[name]]
    return labels.with_budget(cells), rows


def _columns(store: Store) -> list[str]:
    """Return the columns of a run, a solution that should have its board and has none rejected."""
    if queries.experiment(store).get("keep_boards", "all") != "all":
        return [*_RUN]
    verdict = f"CASE WHEN {queries.UNPROVEN} THEN 'rejected' ELSE verdict END"
    return [verdict if name == "verdict" else name for name in _RUN]


def parameters(frame: "pd.DataFrame") -> dict[str, dict[str, Any]]:
    """For each ``parameters`` text in ``frame``: its dotted names and their values."""
    texts = frame.parameters.dropna().unique()
    return {text: labels.flat(text) for text in texts}

"""What contestants are called when results from several places stand side by side."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metaqueens.experiment.database import FILE
from metaqueens.printable import printable

if TYPE_CHECKING:
    import pandas as pd


def source_names(sources: Sequence[Any]) -> list[str]:
    """A short name for each source: its last part, or all of it where that is no name."""
    paths = [Path(source) if isinstance(source, str | Path) else None for source in sources]
    folders = [path.parent if path and path.name == FILE else path for path in paths]
    short = [path.resolve().name.removesuffix(".csv") if path else "data" for path in folders]
    return [
        name if short.count(name) == 1 else f"{path or 'data'}#{number}"
        for number, (name, path) in enumerate(zip(short, paths, strict=True), 1)
    ]


def algorithms(cells: "pd.DataFrame") -> "pd.Series":
    """The label of each of the ``cells``, no two contestants on one problem called alike.

    A name that several sources use of one problem, or for different things, gets its source before
    it; a name that one source uses for several things gets what tells them apart behind it.
    """
    names = cells.name.astype(str).copy()
    if names.duplicated().any():
        for name, group in cells.groupby("name", sort=False):
            if group.source.nunique() > 1 and _clashes(group):
                names.loc[group.index] = group.source + "/" + str(name)
        for _, group in cells.groupby(["source", "name"], sort=False):
            if group.problem.duplicated().any():
                names.loc[group.index] += _differences(group)
    return names


def _clashes(group: "pd.DataFrame") -> bool:
    on_one_problem = group.groupby("problem").source.nunique().max() > 1
    return on_one_problem or len(group[["use", "parameters"]].drop_duplicates()) > 1


def _differences(group: "pd.DataFrame") -> list[str]:
    """`` key=value`` of all that differs between cells of one name on one problem."""
    facts = [_facts(row) for row in group.to_dict("records")]
    differing: dict[str, None] = {}
    for members in group.reset_index(drop=True).groupby("problem").groups.values():
        for key in dict.fromkeys(key for member in members for key in facts[member]):
            if len({facts[member].get(key) for member in members}) > 1:
                differing[key] = None
    return ["".join(f" {key}={one[key]}" for key in differing if key in one) for one in facts]


def _facts(cell: dict[str, Any]) -> dict[str, str]:
    nested = {"encoding": cell["encoding"], "use": cell["use"]}
    flattened = {**nested, **flat(cell["parameters"]), **flat(cell["budget"], "budget.")}
    return {key: _plain(value) for key, value in flattened.items()}


def flat(text: Any, before: str = "") -> dict[str, Any]:
    """The dotted names and plain values of a JSON object's ``text``; none where it is no object."""
    try:
        given = json.loads(text) if isinstance(text, str) and text.startswith("{") else {}
    except ValueError:
        given = {}
    return dict(_leaves(given, before))


def _leaves(given: dict[str, Any], before: str) -> Iterable[tuple[str, Any]]:
    for key, value in given.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{before}{key}.")
        else:
            yield before + key, printable(value) if isinstance(value, str) else value


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, default=str)


def with_budget(cells: "pd.DataFrame") -> "pd.DataFrame":
    """The ``cells`` with ``budget_evaluations`` and ``budget_seconds`` out of their budget."""
    budgets = [flat(text) for text in cells.budget]
    for limit in ("evaluations", "seconds"):
        values = [budget.get(limit) for budget in budgets]
        cells[f"budget_{limit}"] = [float("nan") if value is None else value for value in values]
    return cells

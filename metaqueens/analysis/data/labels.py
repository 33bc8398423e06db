"""Unique labels of problems and algorithms when results of several sources are compared."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metaqueens.analysis.data.samples import alike
from metaqueens.experiment.results.database import FILE
from metaqueens.problem.registry import PROBLEMS, QUEENS
from metaqueens.text.printable import printable

if TYPE_CHECKING:
    import pandas as pd


def source_names(sources: Sequence[Any]) -> list[str]:
    """Return a short name for each source: its last part, or all of it where that is no name."""
    paths = [Path(source) if isinstance(source, str | Path) else None for source in sources]
    folders = [path.parent if path and path.name == FILE else path for path in paths]
    short = [path.resolve().name.removesuffix(".csv") if path else "data" for path in folders]
    return [
        name if short.count(name) == 1 else f"{path or 'data'}#{number}"
        for number, (name, path) in enumerate(zip(short, paths, strict=True), 1)
    ]


def problems(sizes: "pd.Series") -> "pd.Series":
    """Return the label of the problem of each of these ``sizes``; of what is no size, its text."""
    return sizes.map({n: _problem(n) for n in sizes.unique()})


def _problem(n: Any) -> str:
    try:
        return str(PROBLEMS[QUEENS](int(n)).label) if int(n) == float(n) else str(n)
    except (TypeError, ValueError, OverflowError):
        return str(n)


def algorithms(cells: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the label of each of the ``cells``, no two contestants on one problem called alike.

    Each cell has source, problem, name, encoding, use, parameters and budget. A name that several
    sources use of one problem, or for different things, gets its source before it; a name that one
    source uses for several things gets what tells them apart behind it.
    """
    names = [str(cell["name"]) for cell in cells]
    if len(set(names)) == len(names):
        return names
    for same in _grouped(cells, "name"):
        if len({cells[place]["source"] for place in same}) > 1 and _clash([cells[k] for k in same]):
            for place in same:
                names[place] = f"{cells[place]['source']}/{names[place]}"
    for same in _grouped(cells, "source", "name"):
        if len({cells[place]["problem"] for place in same}) < len(same):
            for place, difference in zip(same, _differences([cells[k] for k in same]), strict=True):
                names[place] += difference
    return names


def whatever_the_budget(cells: Sequence[Mapping[str, Any]]) -> list[str]:
    """The label of each of the ``cells`` where the budget of evaluations tells nothing apart.

    One algorithm that several folders ran under different budgets has one label, without its
    source. With the same budget on a problem it keeps them: there it is the sources that are
    compared.
    """
    bare = [{**cell, "budget": _without_evaluations(cell["budget"])} for cell in cells]
    for same in _grouped(cells, "name"):
        some = [cells[place] for place in same]
        things = {(one["use"], str(one["parameters"])) for one in some}
        places = {
            (one["problem"], one["encoding"], flat(one["budget"]).get("evaluations"))
            for one in some
        }
        if len(things) == 1 and isinstance(some[0]["use"], str) and len(places) == len(some):
            for place in same:
                bare[place]["source"] = some[0]["source"]
    return algorithms(bare)


def _without_evaluations(budget: Any) -> str:
    limits = flat(budget)
    return json.dumps({key: limits[key] for key in limits if key != "evaluations"})


def _grouped(cells: Sequence[Mapping[str, Any]], *keys: str) -> list[list[int]]:
    """Return the places of the cells that are alike in ``keys``."""
    return alike(range(len(cells)), lambda place: tuple(cells[place][key] for key in keys))


def _clash(same: Sequence[Mapping[str, Any]]) -> bool:
    things = {(str(cell["use"]), str(cell["parameters"])) for cell in same}
    sources = [{same[place]["source"] for place in on} for on in _grouped(same, "problem")]
    return len(things) > 1 or any(len(several) > 1 for several in sources)


def _differences(same: Sequence[Mapping[str, Any]]) -> list[str]:
    """`` key=value`` of all that differs between cells of one name on one problem."""
    facts = [_facts(cell) for cell in same]
    differing: dict[str, None] = {}
    for members in _grouped(same, "problem"):
        for key in dict.fromkeys(key for member in members for key in facts[member]):
            if len({facts[member].get(key) for member in members}) > 1:
                differing[key] = None
    return ["".join(f" {key}={one[key]}" for key in differing if key in one) for one in facts]


def _facts(cell: Mapping[str, Any]) -> dict[str, str]:
    nested = {"encoding": cell["encoding"], "use": cell["use"]}
    flattened = {**nested, **flat(cell["parameters"]), **flat(cell["budget"], "budget.")}
    return {key: _plain(value) for key, value in flattened.items()}


def flat(text: Any, before: str = "") -> dict[str, Any]:
    """The dotted names and plain values of a JSON object's ``text``; none if it is no object."""
    try:
        given = json.loads(text) if isinstance(text, str) and text.startswith("{") else {}
        return dict(_leaves(given, before))
    except (ValueError, RecursionError):
        return {}


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

"""How a changed config differs from the results that exist."""

import json
from collections.abc import Iterator
from typing import Any

from metaqueens.config import Experiment
from metaqueens.experiment.plan import cell_key, describe
from metaqueens.experiment.results import queries
from metaqueens.experiment.results.store import Store

_ABSENT = object()


def new_beside_old(experiment: Experiment, store: Store) -> Iterator[str]:
    """A line for each cell that differs from a stored one of its size and name; neither is lost.

    Cells that only add a size or an algorithm are no change. To be asked before they are noted.
    """
    stored = {
        cell.key: (
            cell.label,
            json.loads(cell.problem) | {"encoding": cell.encoding},
            json.loads(cell.parameters),
            json.loads(cell.budget),
        )
        for cell in queries.cells(store)
    }
    mine = {cell_key(cell, experiment.seed): cell for cell in experiment.cells}
    others = [flat for key, row in stored.items() if key not in mine for flat in [_flat(*row)]]
    for key, cell in mine.items():
        content = describe(cell)
        problem = cell.problem.asked | {"encoding": cell.problem.encoding}
        flat = _flat(cell.label, problem, content["parameters"], content["budget"])
        alike = [old for old in others if all(old[at] == flat[at] for at in ("label", "n"))]
        if key not in stored and alike:
            nearest = min((_differences(old, flat) for old in alike), key=len)
            yield f"{cell.label}, n = {cell.problem.n}: {', '.join(nearest) or 'another seed'}"


def _flat(
    label: str, problem: dict[str, Any], parameters: dict[str, Any], budget: dict[str, Any]
) -> dict[str, Any]:
    return {"label": label, **problem, **_leaves(parameters), **_leaves({"budget": budget})}


def _leaves(given: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in given.items():
        if isinstance(value, dict):
            found |= _leaves(value, f"{prefix}{key}.")
        else:
            found[f"{prefix}{key}"] = value
    return found


def _differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    keys = [*new, *(key for key in old if key not in new)]
    return [
        f"{key} {_said(old.get(key, _ABSENT))} -> {_said(new.get(key, _ABSENT))}"
        for key in keys
        if old.get(key, _ABSENT) != new.get(key, _ABSENT)
    ]


def _said(value: Any) -> str:
    return "(none)" if value is _ABSENT else json.dumps(value)

"""The ranges of the space of a ``tune`` block, checked against the fields of the algorithm."""

from collections.abc import Mapping
from typing import Any

from metaqueens.config.file import Dimension
from metaqueens.config.strict_yaml import Document, Path
from metaqueens.search.parameters import Parameters
from metaqueens.text.validation import UNKNOWN_KEY, explain
from metaqueens.tuning.space import trouble

Dimensions = dict[str, Dimension]
Conditions = dict[str, dict[str, list[Any]]]


def read_dimensions(
    document: Document,
    space: Mapping[str, Dimension],
    default: Parameters,
    errors: list[str],
) -> tuple[Dimensions, Conditions]:
    """Return the dimensions in an order to ask them in, and what each is conditional on."""
    kind, base = type(default), default.model_dump(mode="json")
    conditions: Conditions = {}
    for key, dimension in space.items():
        path: Path = ("tune", "space", key)
        asked = _asked_when(kind, base, space, key)
        if asked:
            conditions[key] = asked
        given = {parent: values[0] for parent, values in asked.items()}
        for k, value in enumerate(dimension.ends):
            if error := trouble(kind, base, {**given, key: value}, key):
                unknown = error["type"] in UNKNOWN_KEY
                at: Path = (*path, "") if unknown else (*path, dimension.kind, k)
                errors.append(document.problem(path, explain(error, kind), at))
                break
    return _in_order(space, conditions), conditions


def _asked_when(
    kind: type[Parameters], base: Mapping[str, Any], space: Mapping[str, Dimension], key: str
) -> dict[str, list[Any]]:
    """Return the choices of its part under which ``key`` exists."""
    found, sample = {}, space[key].ends[0]
    for parent, dimension in space.items():
        part = parent.removesuffix(".use")
        if parent == key or not key.startswith(f"{part}.") or dimension.choice is None:
            continue
        fits = [
            choice
            for choice in dimension.choice
            if not trouble(kind, base, {parent: choice, key: sample}, key)
        ]
        if 0 < len(fits) < len(dimension.choice):
            found[parent] = fits
    return found


def _in_order(space: Mapping[str, Dimension], conditions: Conditions) -> Dimensions:
    """Return those that others are conditional on first."""
    ordered: Dimensions = {}
    while len(ordered) < len(space):
        ordered |= {
            key: space[key]
            for key in space
            if key not in ordered and conditions.get(key, {}).keys() <= ordered.keys()
        }
    return ordered

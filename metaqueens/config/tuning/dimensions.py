"""The dimensions of a space against the algorithm's own fields: every end must be valid."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from metaqueens.config.tuning.space import place, trouble
from metaqueens.config.tuning_keys import Dimension
from metaqueens.config.yaml.checking import dotted, where_of
from metaqueens.config.yaml.strict_yaml import Document, Path
from metaqueens.problem.queens import Queens
from metaqueens.search.parameters import Parameters, space_for
from metaqueens.text.errors import did_you_mean
from metaqueens.text.validation import UNKNOWN_KEY, explain

Dimensions = dict[str, Dimension]
Conditions = dict[str, dict[str, list[Any]]]


def read_dimensions(
    document: Document,
    space: Mapping[str, Dimension],
    default: Parameters,
    problems: Sequence[Queens],
    errors: list[str],
) -> tuple[Dimensions, Conditions]:
    """The dimensions in an order in which they can be asked, and what each is conditional on."""
    base = default.model_dump(mode="json")
    conditions: Conditions = {}
    for key, dimension in space.items():
        path = ("tune", "space", key)
        wrong = list(_wrong_conditions(document, path, dimension, space))
        if wrong:
            errors += wrong
            continue
        asked = _asked_when(type(default), base, space, key)
        if asked:
            conditions[key] = asked
        given = {parent: values[0] for parent, values in asked.items() if values}
        for at, value in _values(dimension):
            error = trouble(type(default), base, {**given, key: value}, key)
            if error:
                what = _explain(error, type(default), key, value)
                mark = (*path, "") if error["type"] in UNKNOWN_KEY else (*path, *at)
                errors.append(f"{where_of(document, mark)}: {dotted(path)}: {what}")
                break
            if isinstance(value, str) and not given:
                errors += _misfits(document, (*path, *at), default, {key: value}, problems)
    ordered = _in_order(space, conditions)
    if circle := [key for key in space if key not in ordered]:
        place = where_of(document, ("tune", "space", circle[0], "when"))
        what = f"these are asked only after each other, so never: {', '.join(circle)}"
        errors.append(f"{place}: {dotted(('tune', 'space', circle[0], 'when'))}: {what}")
    return ordered, conditions


def _wrong_conditions(
    document: Document, path: Path, dimension: Dimension, space: Mapping[str, Dimension]
) -> Iterator[str]:
    for parent, values in dimension.when.items():
        place_of = f"{where_of(document, (*path, 'when', parent))}: {dotted((*path, 'when'))}"
        if parent not in space:
            yield f"{place_of}: {parent}: not in the space{did_you_mean(parent, space)}"
            continue
        for value in values if isinstance(values, list) else [values]:
            if not space[parent].contains(value):
                yield f"{place_of}: {parent} is never {value!r}"


def _asked_when(
    kind: type[Parameters], base: Mapping[str, Any], space: Mapping[str, Dimension], key: str
) -> dict[str, list[Any]]:
    """Under which choices ``key`` is there: as its ``when`` says, or those of the part it is in."""
    if space[key].when:
        when = space[key].when.items()
        return {parent: one if isinstance(one, list) else [one] for parent, one in when}
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


def _values(dimension: Dimension) -> Iterator[tuple[Path, Any]]:
    name = "choice" if dimension.choice else "int" if dimension.whole else "float"
    yield from (((name, k), value) for k, value in enumerate(dimension.ends))


def _explain(error: Any, kind: type[Parameters], key: str, value: Any) -> str:
    what = explain(error, kind)
    inner = ".".join(str(part) for part in error["loc"] if str(part) not in key.split("."))
    return f"{what}" if not inner or not isinstance(value, dict) else f"{inner}: {what}"


def _misfits(
    document: Document,
    path: Path,
    default: Parameters,
    settings: dict[str, Any],
    problems: Sequence[Queens],
) -> list[str]:
    """A word that goes with no problem of the training, such as another encoding's operator."""
    kind = type(default)
    try:
        algorithm = kind.model_validate(place(kind, default.model_dump(mode="json"), settings))
    except ValueError:
        return []  # a combination; others may do
    for problem in problems:
        try:
            space_for(algorithm, problem)
        except ValueError as error:
            return [f"{where_of(document, path)}: {dotted(path[:3])}: {error}"]
    return []


def _in_order(space: Mapping[str, Dimension], conditions: Conditions) -> Dimensions:
    """Those that others are conditional on first; of a circle nothing is left."""
    ordered: Dimensions = {}
    while True:
        ready = [
            key
            for key in space
            if key not in ordered and all(one in ordered for one in conditions.get(key, {}))
        ]
        if not ready:
            return ordered
        ordered |= {key: space[key] for key in ready}

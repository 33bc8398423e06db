"""Check the ranges of a space against the algorithm's own fields: every end must be valid."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from metaqueens.config.document import Document, Path
from metaqueens.config.file import Dimension
from metaqueens.problem.queens import Queens
from metaqueens.search.parameters import Parameters, space_for
from metaqueens.text.errors import did_you_mean
from metaqueens.text.validation import UNKNOWN_KEY, explain
from metaqueens.tuning.space import contains, place, trouble

Dimensions = dict[str, Dimension]
Conditions = dict[str, dict[str, list[Any]]]


def read_dimensions(
    document: Document,
    space: Mapping[str, Dimension],
    default: Parameters,
    problems: Sequence[Queens],
    errors: list[str],
) -> tuple[Dimensions, Conditions]:
    """Return the dimensions in an order to ask them in, and what each is conditional on."""
    kind, base = type(default), default.model_dump(mode="json")
    conditions: Conditions = {}
    for key, dimension in space.items():
        path: Path = ("tune", "space", key)
        wrong = list(_wrong_conditions(document, path, dimension, space))
        if wrong:
            errors += wrong
            continue
        asked = _asked_when(kind, base, space, key)
        if asked:
            conditions[key] = asked
        given = {parent: values[0] for parent, values in asked.items() if values}
        for k, value in enumerate(dimension.ends):
            at: Path = (*path, dimension.kind, k)
            error = trouble(kind, base, {**given, key: value}, key)
            if error:
                mark: Path = (*path, "") if error["type"] in UNKNOWN_KEY else at
                errors.append(document.problem(path, _explain(error, kind, key, value), mark))
                break
            if isinstance(value, str) and not given:
                settings = place(kind, base, {key: value})
                if why := _misfit(kind, settings, problems):
                    errors.append(document.problem(path, why, at))
    ordered = _in_order(space, conditions)
    if circle := [key for key in space if key not in ordered]:
        what = f"these are asked only after each other, so never: {', '.join(circle)}"
        errors.append(document.problem(("tune", "space", circle[0], "when"), what))
    return ordered, conditions


def _wrong_conditions(
    document: Document, path: Path, dimension: Dimension, space: Mapping[str, Dimension]
) -> Iterator[str]:
    when: Path = (*path, "when")
    for parent, values in dimension.when.items():
        if parent not in space:
            what = f"{parent}: not in the space{did_you_mean(parent, space)}"
            yield document.problem(when, what, at=(*when, parent))
            continue
        for value in values if isinstance(values, list) else [values]:
            if not contains(space[parent], value):
                yield document.problem(when, f"{parent} is never {value!r}", at=(*when, parent))


def _asked_when(
    kind: type[Parameters], base: Mapping[str, Any], space: Mapping[str, Dimension], key: str
) -> dict[str, list[Any]]:
    """Return the choices under which ``key`` exists: its ``when``, or those of its part."""
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


def _explain(error: Any, kind: type[Parameters], key: str, value: Any) -> str:
    what = explain(error, kind)
    inner = ".".join(str(part) for part in error["loc"] if str(part) not in key.split("."))
    return f"{inner}: {what}" if inner and isinstance(value, dict) else what


def _misfit(
    kind: type[Parameters], parameters: dict[str, Any], problems: Sequence[Queens]
) -> str | None:
    """Return why a word goes with no problem, such as another encoding's operator."""
    try:
        algorithm = kind.model_validate(parameters)
    except ValueError:
        return None  # a combination; others may do
    try:
        for problem in problems:
            space_for(algorithm, problem)
    except ValueError as error:
        return str(error)
    return None


def _in_order(space: Mapping[str, Dimension], conditions: Conditions) -> Dimensions:
    """Return those that others are conditional on first; of a circle nothing."""
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

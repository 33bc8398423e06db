"""The grid of a sweep: all combinations of its values."""

from collections import ChainMap
from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any

from metaqueens.config.strict_yaml import Document, Path, inside, mark, replace_at, scalar
from metaqueens.text.errors import did_you_mean
from metaqueens.text.validation import describe
from metaqueens.text.words import many

SWEEPABLE = ("problem", "algorithms", "budget")
MOST_CELLS = 100_000
# The values that a sweep sets together, by their keys, and the place of each of them.
Row = tuple[dict[str, Any], dict[Path, str]]
Axes = list[list[Row]]


def split_keys(name: str) -> tuple[str, ...]:
    """Return the keys that a sweep sets together."""
    return tuple(key.strip() for key in name.split(","))


def combine(document: Document, axes: Axes) -> Iterator[tuple[Document, dict[str, Any]]]:
    """Yield the file of each combination of its sweep, and the value of each key in the sweep.

    It is the file itself if there is no sweep.
    """
    rest = {key: value for key, value in document.value.items() if key != "sweep"}
    for rows in product(*axes):
        settings = {key: value for values, _ in rows for key, value in values.items()}
        value = rest
        for key, setting in settings.items():
            value = replace_at(value, key.split("."), setting)
        places = [where for _, where in rows]
        yield Document(expand_names(value), ChainMap({}, *places, document.where)), settings


def expand_names(config: dict[str, Any]) -> dict[str, Any]:
    """Return ``config`` with ``{use: NAME}`` for each algorithm that is a name alone."""
    algorithms = config.get("algorithms")
    if not isinstance(algorithms, dict):
        return config
    named = {label: {"use": use} for label, use in algorithms.items() if isinstance(use, str)}
    return {**config, "algorithms": algorithms | named}


def read_axes(document: Document) -> tuple[Axes, list[str]]:
    """Return the rows of each list of the sweep that can be read, and the errors of all lists."""
    sweep = document.value.get("sweep")
    sweep = {} if sweep is None else sweep
    if not isinstance(sweep, dict):
        reason = f"expected keys and values, got {describe(sweep)}"
        return [], [document.problem(("sweep",), reason)]
    axes, errors = Axes(), list[str]()
    lists = _join_words(sweep)
    every = [key for name in lists for key in split_keys(name)]
    for name, rows in lists.items():
        keys = split_keys(name)
        path: Path = ("sweep", name)
        reasons = [reason for key in keys for reason in _find_faults(key, every)]
        if not isinstance(rows, list) or not rows:
            text = rows if isinstance(rows, str) and len(keys) == 1 else ""
            reason = f"expected a list of values, got {describe(sweep[name] if rows else None)}"
            reasons.append(f"{reason}; write [{text}]" if text else reason)
            rows = [scalar(word.strip()) for word in text.split(",")] if text else []
        faults = {k: why for k, row in enumerate(rows) if (why := _find_row_fault(keys, row))}
        errors += [document.problem((*path, k), why) for k, why in faults.items()]
        axis = [_read_row(document, name, k, row) for k, row in enumerate(rows) if k not in faults]
        if axis and not any(any(_find_faults(key, [])) for key in keys):
            axes.append(axis)
        errors += [document.problem(path, reason, at=(*path, "")) for reason in reasons]
    if (size := prod(map(len, axes))) > MOST_CELLS:
        reason = f"{size:,} combinations; at most {MOST_CELLS:,}"
        errors.append(document.problem(("sweep",), reason, at=("sweep", "")))
        axes = [axis[:1] for axis in axes]
    return axes, errors


def _find_row_fault(keys: tuple[str, ...], row: Any) -> str:
    """Return why ``row`` cannot be a row of several ``keys``; "" if it can."""
    if len(keys) == 1 or (isinstance(row, list) and len(row) == len(keys)):
        return ""
    got = many(len(row), "value") if isinstance(row, list) else describe(row)
    return f"expected a list of {len(keys)} values, one for each key, got {got}"


def _join_words(sweep: dict[str, Any]) -> dict[str, Any]:
    """Return ``{problem.n: 8, 16}``, a list without brackets, as ``{problem.n: "8, 16"}``."""
    joined: dict[str, Any] = {}
    for name, value in sweep.items():
        last = next(reversed(joined), "")
        if value is None and isinstance(joined.get(last), str) and any(_find_faults(name, [])):
            joined[last] += f", {name}"
        else:
            joined[name] = describe(value) if isinstance(value, int | float) else value
    return joined


def _read_row(document: Document, name: str, index: int, row: Any) -> Row:
    """Return a row of the axis ``name``, which is a list if there are several keys."""
    keys, where, places = split_keys(name), document.where, dict[Path, str]()
    settings = dict(zip(keys, row if len(keys) > 1 else [row], strict=True))
    for k, (key, value) in enumerate(settings.items()):
        path: Path = tuple(key.split("."))
        source: Path = ("sweep", name, index, *([k] if len(keys) > 1 else []))
        mark(ChainMap(places, where), path, document.place(source))
        for inner in inside(value):
            found = document.place((*source, *inner))
            places[*path, *inner] = found
            places[*path, *inner, ""] = where.get((*source, *inner, ""), found)
    return settings, places


def _find_faults(key: str, every: list[str]) -> Iterator[str]:
    """Yield why a sweep cannot set ``key``, beside ``every`` key that it sets."""
    first = key.partition(".")[0]
    if first not in SWEEPABLE or not all(key.split(".")):
        hint = did_you_mean(first, {*SWEEPABLE} - {first}) or ", such as problem.n"
        yield f"not a key of {', '.join(SWEEPABLE)}{hint}"
    if every.count(key) > 1:
        yield f"sets {key} twice"
    for other in every:
        if key.startswith(f"{other}."):
            yield f"sweep.{other} sets it too; sweep one of the two"

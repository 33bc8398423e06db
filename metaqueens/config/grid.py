"""The grid of a sweep: all combinations of its values."""

from collections import ChainMap
from collections.abc import Iterable, Iterator
from itertools import product
from math import prod
from typing import Any, NamedTuple

from metaqueens.config.strict_yaml import Document, Path, inside, mark, replace_at, scalar
from metaqueens.text.errors import did_you_mean
from metaqueens.text.validation import describe
from metaqueens.text.words import many

SWEEPABLE = ("problem", "algorithms", "budget")
MOST_CELLS = 100_000


class Row(NamedTuple):
    """The values that a sweep sets together, by their keys, and the place of each of them."""

    settings: dict[str, Any]
    places: dict[Path, str]


def split_keys(name: str) -> tuple[str, ...]:
    """Return the keys that a sweep sets together."""
    return tuple(key.strip() for key in name.split(","))


def combine(
    document: Document, axes: Iterable[Iterable[Row]]
) -> Iterator[tuple[Document, dict[str, Any]]]:
    """Yield the file of each combination of its sweep, and the value of each key in the sweep.

    It is the file itself if there is no sweep.
    """
    rest = {key: value for key, value in document.value.items() if key != "sweep"}
    for rows in product(*axes):
        settings = {key: value for row in rows for key, value in row.settings.items()}
        value = rest
        for key, setting in settings.items():
            value = replace_at(value, tuple(key.split(".")), setting)
        places = [row.places for row in rows]
        yield Document(value, ChainMap({}, *places, document.where)), settings


def read_axes(document: Document) -> tuple[list[list[Row]], list[str]]:
    """Return the rows of each list of the sweep that can be read, and the errors of all lists."""
    sweep = document.value.get("sweep")
    sweep = {} if sweep is None else sweep
    if not isinstance(sweep, dict):
        reason = f"expected keys and values, got {describe(sweep)}"
        return [], [document.problem(("sweep",), reason)]
    axes, errors = list[list[Row]](), list[str]()
    lists = _join_words(sweep)
    every = [key for name in lists for key in split_keys(name)]
    for name, rows in lists.items():
        keys = split_keys(name)
        path: Path = ("sweep", name)
        reasons = [reason for key in keys for reason in _find_faults(key, every)]
        if not isinstance(rows, list) or not rows:
            text = rows if isinstance(rows, str) and len(keys) == 1 else ""
            got = describe(sweep[name] if rows else None)
            hint = f"; write [{text}]" if text else ""
            reasons.append(f"expected a list of values, got {got}{hint}")
            rows = [scalar(word.strip()) for word in text.split(",")] if text else []
        axis = []
        for k, row in enumerate(rows):
            if len(keys) == 1 or (isinstance(row, list) and len(row) == len(keys)):
                axis.append(_read_row(document, name, k, row))
            else:
                got = many(len(row), "value") if isinstance(row, list) else describe(row)
                reason = f"expected a list of {len(keys)} values, one for each key, got {got}"
                errors.append(document.problem((*path, k), reason))
        if axis and not any(any(_find_faults(key, [])) for key in keys):
            axes.append(axis)
        errors += [document.problem(path, reason, at=(*path, "")) for reason in reasons]
    if (size := prod(map(len, axes))) > MOST_CELLS:
        reason = f"{size:,} combinations; at most {MOST_CELLS:,}"
        errors.append(document.problem(("sweep",), reason, at=("sweep", "")))
        axes = [axis[:1] for axis in axes]
    return axes, errors


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
    keys, where = split_keys(name), document.where
    values: list[Any] = [row]
    sources: list[Path] = [("sweep", name, index)]
    if len(keys) > 1:
        values, sources = row, [(*sources[0], k) for k in range(len(keys))]
    places: dict[Path, str] = {}
    for key, value, source in zip(keys, values, sources, strict=True):
        path: Path = tuple(key.split("."))
        mark(ChainMap(places, where), path, document.place(source))
        for inner in inside(value):
            found = document.place((*source, *inner))
            places[*path, *inner] = found
            places[*path, *inner, ""] = where.get((*source, *inner, ""), found)
    return Row(dict(zip(keys, values, strict=True)), places)


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

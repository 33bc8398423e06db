"""The grid of a sweep: all combinations of its values."""

from collections import ChainMap
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from metaqueens.config.strict_yaml import ConfigError, Document, Path, inside, mark
from metaqueens.text.errors import did_you_mean
from metaqueens.text.validation import describe
from metaqueens.text.words import many

Indices = tuple[int, ...]
SWEEPABLE = ("problem", "algorithms", "budget")
MOST_CELLS = 100_000


class Axis(NamedTuple):
    """The keys that a sweep sets together: one key, or several, separated by commas.

    ``rows`` are the values: for several keys a list in each row.
    """

    name: str
    keys: tuple[str, ...]
    rows: list[Any]

    def values(self, index: int) -> list[Any]:
        """Return the value of each key in a row."""
        return self.rows[index] if len(self.keys) > 1 else [self.rows[index]]

    def sources(self, index: int) -> list[Path]:
        """Return the path in the file of each of these values."""
        row: Path = ("sweep", self.name, index)
        return [(*row, k) for k in range(len(self.keys))] if len(self.keys) > 1 else [row]


def split_keys(name: str) -> tuple[str, ...]:
    """Return the keys that a sweep sets together."""
    return tuple(key.strip() for key in name.split(","))


class Grid:
    """The combinations of a file's sweep, each an index for each of its axes.

    Raises ``ConfigError`` for a sweep that is not a grid over known parts.
    """

    def __init__(self, document: Document) -> None:
        sweep = document.value.get("sweep")
        sweep = {} if sweep is None else sweep
        _require_grid(sweep, document)
        self.axes = [Axis(name, split_keys(name), rows) for name, rows in sweep.items()]
        self.where = document.where
        self._rest = {key: value for key, value in document.value.items() if key != "sweep"}
        self._places = [
            [self._find_places(axis, index) for index in range(len(axis.rows))]
            for axis in self.axes
        ]

    def combinations(self) -> Iterator[Indices]:
        """Return all of them; one if there is no sweep."""
        return product(*(range(len(axis.rows)) for axis in self.axes))

    def settings(self, indices: Indices) -> dict[str, Any]:
        """Return the value of each key in a combination."""
        return {
            key: value
            for axis, index in zip(self.axes, indices, strict=True)
            for key, value in zip(axis.keys, axis.values(index), strict=True)
        }

    def document(self, indices: Indices) -> Document:
        """Return the file of a combination, without the sweep."""
        value = self._rest
        for key, setting in self.settings(indices).items():
            value = _replace(value, tuple(key.split(".")), setting)
        places = [known[index] for known, index in zip(self._places, indices, strict=True)]
        return Document(value, ChainMap({}, *places, self.where))

    def _find_places(self, axis: Axis, index: int) -> dict[Path, str]:
        """Return the place in the sweep of each value that it sets."""
        places: dict[Path, str] = {}
        parts = zip(axis.keys, axis.values(index), axis.sources(index), strict=True)
        for key, value, source in parts:
            path: Path = tuple(key.split("."))
            mark(ChainMap(places, self.where), path, self.where[source])
            for inner in inside(value):
                found = self.where.get((*source, *inner), self.where[source])
                places[*path, *inner] = found
                places[*path, *inner, ""] = self.where.get((*source, *inner, ""), found)
        return places


def _replace(value: Any, path: Path, setting: Any) -> Any:
    """Return ``value`` with the ``setting`` at ``path``; the rest is shared, not copied."""
    if not path:
        return setting
    rest = value if isinstance(value, dict) else {}
    return {**rest, path[0]: _replace(rest.get(path[0]), path[1:], setting)}


def _require_grid(sweep: Any, document: Document) -> None:
    if not isinstance(sweep, dict):
        raise document.wrong(("sweep",), f"expected keys and values, got {describe(sweep)}")
    errors, size = [], 1
    every = [key for name in sweep for key in split_keys(name)]
    for name, rows in sweep.items():
        keys = split_keys(name)
        path: Path = ("sweep", name)
        reasons = [reason for key in keys for reason in _find_faults(key, every)]
        if not isinstance(rows, list) or not rows:
            reasons.append(f"expected a list of values, got {describe(rows or None)}")
        else:
            size *= len(rows)
            for k, row in enumerate(rows) if len(keys) > 1 else ():
                if not isinstance(row, list) or len(row) != len(keys):
                    got = many(len(row), "value") if isinstance(row, list) else describe(row)
                    reason = f"expected a list of {len(keys)} values, one for each key, got {got}"
                    errors.append(document.problem((*path, k), reason))
        errors += [document.problem(path, reason, at=(*path, "")) for reason in reasons]
    if size > MOST_CELLS:
        reason = f"{size:,} combinations; at most {MOST_CELLS:,}"
        errors.append(document.problem(("sweep",), reason, at=("sweep", "")))
    if errors:
        raise ConfigError(errors)


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

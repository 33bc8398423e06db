"""The grid of a sweep: all combinations of its values."""

from collections import ChainMap
from collections.abc import Iterator, Mapping
from copy import deepcopy
from itertools import product
from typing import Any

from metaqueens.config.strict_yaml import ConfigError, Document, Path, inside, mark, put
from metaqueens.text.validation import describe

Indices = tuple[int, ...]
SWEEPABLE = ("problem", "algorithms", "budget")
MOST_CELLS = 100_000


class Grid:
    """The combinations of a file's sweep, each an index for each of its keys.

    Raises ``ConfigError`` for a sweep that is not a grid over known parts.
    """

    def __init__(self, document: Document) -> None:
        sweep = document.value.get("sweep")
        sweep = {} if sweep is None else sweep
        _require_grid(sweep, document)
        self.keys, self.values = list(sweep), list(sweep.values())
        self.paths: list[Path] = [tuple(key.split(".")) for key in sweep]
        self.where, self.name = document.where, str(document.value.get("name"))
        self._rest = {key: value for key, value in document.value.items() if key != "sweep"}

    def combinations(self) -> Iterator[Indices]:
        """Return all of them; one where there is no sweep."""
        return product(*(range(len(values)) for values in self.values))

    def concerning(self, path: Path) -> list[int]:
        """Return which of the keys set something at ``path``, above it or below it."""
        return [
            k
            for k, mine in enumerate(self.paths)
            if all(one == other for one, other in zip(mine, path, strict=False))
        ]

    def settings(self, indices: Indices) -> dict[str, Any]:
        """Return what a combination sets."""
        return {key: self.values[k][indices[k]] for k, key in enumerate(self.keys)}

    def at(self, path: Path, indices: Mapping[int, int]) -> Document:
        """Return the file without a sweep, as it is at ``path`` with these ``indices`` of the keys.

        Keys without an index have their first value.
        """
        value = _cut(self._rest, path)
        places: dict[Path, str] = {}
        where = ChainMap(places, self.where)
        for k in self.concerning(path):
            setting, index = self.values[k][indices.get(k, 0)], indices.get(k, 0)
            source: Path = ("sweep", self.keys[k], index)
            put(value, self.paths[k], deepcopy(setting))
            mark(where, self.paths[k], self.where[source])
            for inner in inside(setting):
                found = self.where.get((*source, *inner), self.where[source])
                places[*self.paths[k], *inner] = found
                places[*self.paths[k], *inner, ""] = self.where.get((*source, *inner, ""), found)
        return Document(value, where)


def _cut(value: Any, path: Path) -> Any:
    """Return a copy of ``value`` in which what stands beside ``path`` is left out."""
    if not path or not isinstance(value, dict):
        return deepcopy(value)
    return {path[0]: _cut(value[path[0]], path[1:])} if path[0] in value else {}


def _require_grid(sweep: Any, document: Document) -> None:
    if not isinstance(sweep, dict):
        raise document.wrong(("sweep",), f"expected keys and values, got {describe(sweep)}")
    errors, size = [], 1
    for key, values in sweep.items():
        wrong = []
        if key.partition(".")[0] not in SWEEPABLE or not all(key.split(".")):
            wrong.append(f"not a key of {', '.join(SWEEPABLE)}, such as problem.n")
        if not isinstance(values, list) or not values:
            wrong.append(f"expected a list of values, got {describe(values or None)}")
        else:
            size *= len(values)
        wrong += [
            f"sweep.{other} sets it too; sweep one of the two"
            for other in sweep
            if key.startswith(f"{other}.")
        ]
        path: Path = ("sweep", key)
        errors += [document.problem(path, what, at=(*path, "")) for what in wrong]
    if size > MOST_CELLS:
        what = f"{size:,} combinations; at most {MOST_CELLS:,}"
        errors.append(document.problem(("sweep",), what, at=("sweep", "")))
    if errors:
        raise ConfigError(errors)

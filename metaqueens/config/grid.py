"""The grid of a sweep: all combinations of its values."""

from collections import ChainMap
from collections.abc import Iterator
from itertools import product
from typing import Any

from metaqueens.config.strict_yaml import ConfigError, Document, Path, inside, mark
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
        self._places = [
            [self._find_places(k, index) for index in range(len(values))]
            for k, values in enumerate(self.values)
        ]

    def combinations(self) -> Iterator[Indices]:
        """Return all of them; one if there is no sweep."""
        return product(*(range(len(values)) for values in self.values))

    def settings(self, indices: Indices) -> dict[str, Any]:
        """Return the value of each key in a combination."""
        return {key: self.values[k][indices[k]] for k, key in enumerate(self.keys)}

    def document(self, indices: Indices) -> Document:
        """Return the file of a combination, without the sweep."""
        value, places = self._rest, []
        for k, index in enumerate(indices):
            value = _replace(value, self.paths[k], self.values[k][index])
            places.append(self._places[k][index])
        return Document(value, ChainMap({}, *places, self.where))

    def _find_places(self, k: int, index: int) -> dict[Path, str]:
        """Return the place in the sweep of each value that it sets."""
        places: dict[Path, str] = {}
        path, source = self.paths[k], ("sweep", self.keys[k], index)
        mark(ChainMap(places, self.where), path, self.where[source])
        for inner in inside(self.values[k][index]):
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
    for key, values in sweep.items():
        reasons = []
        if key.partition(".")[0] not in SWEEPABLE or not all(key.split(".")):
            reasons.append(f"not a key of {', '.join(SWEEPABLE)}, such as problem.n")
        if not isinstance(values, list) or not values:
            reasons.append(f"expected a list of values, got {describe(values or None)}")
        else:
            size *= len(values)
        reasons += [
            f"sweep.{other} sets it too; sweep one of the two"
            for other in sweep
            if key.startswith(f"{other}.")
        ]
        path: Path = ("sweep", key)
        errors += [document.problem(path, reason, at=(*path, "")) for reason in reasons]
    if size > MOST_CELLS:
        reason = f"{size:,} combinations; at most {MOST_CELLS:,}"
        errors.append(document.problem(("sweep",), reason, at=("sweep", "")))
    if errors:
        raise ConfigError(errors)

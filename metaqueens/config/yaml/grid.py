"""The grid of a sweep: all combinations of its values."""

from collections import ChainMap
from collections.abc import Iterator, Mapping
from copy import deepcopy
from itertools import product
from typing import Any

from metaqueens.config.yaml.errors import ConfigError
from metaqueens.config.yaml.settings import inside, mark, put
from metaqueens.config.yaml.strict_yaml import Document, Path
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
        _require_grid(sweep, document.where)
        self.keys, self.values = list(sweep), list(sweep.values())
        self.paths: list[Path] = [tuple(key.split(".")) for key in sweep]
        self.where, self.name = document.where, str(document.value.get("name"))
        self._rest = {key: value for key, value in document.value.items() if key != "sweep"}

    def combinations(self) -> Iterator[Indices]:
        """All of them; one where there is no sweep."""
        return product(*(range(len(values)) for values in self.values))

    def concerning(self, path: Path) -> list[int]:
        """Which of the keys set something at ``path``, above it or below it."""
        return [k for k, mine in enumerate(self.paths) if _meet(mine, path)]

    def settings(self, indices: Indices) -> dict[str, Any]:
        """What a combination sets."""
        return {key: self.values[k][indices[k]] for k, key in enumerate(self.keys)}

    def at(self, path: Path, indices: Mapping[int, int]) -> Document:
        """The file without a sweep, as it is at ``path``, with these ``indices`` of the keys.

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


def unfold(document: Document) -> Iterator[tuple[Document, dict[str, Any]]]:
    """Each combination of the sweep as a document without a sweep, and the settings it has.

    Raises ``ConfigError`` as ``Grid`` does.
    """
    grid = Grid(document)
    for indices in grid.combinations():
        yield grid.at((), dict(enumerate(indices))), grid.settings(indices)


def _meet(one: Path, other: Path) -> bool:
    """Whether one of the paths leads to, or through, the end of the other."""
    return all(mine == theirs for mine, theirs in zip(one, other, strict=False))


def _cut(value: Any, path: Path) -> Any:
    """A copy of ``value`` in which what stands beside ``path`` is left out."""
    if not path or not isinstance(value, dict):
        return deepcopy(value)
    return {path[0]: _cut(value[path[0]], path[1:])} if path[0] in value else {}


def _require_grid(sweep: Any, where: Mapping[Path, str]) -> None:
    if not isinstance(sweep, dict):
        raise ConfigError(
            [f"{where['sweep',]}: sweep: expected keys and values, got {describe(sweep)}"]
        )
    errors, size = [], 1
    for key, values in sweep.items():
        place = where["sweep", key, ""]
        if key.partition(".")[0] not in SWEEPABLE or not all(key.split(".")):
            errors.append(
                f"{place}: sweep.{key}: not a key of {', '.join(SWEEPABLE)}, such as problem.n"
            )
        if not isinstance(values, list) or not values:
            errors.append(
                f"{place}: sweep.{key}: expected a list of values, got {describe(values or None)}"
            )
        else:
            size *= len(values)
        above = [other for other in sweep if key.startswith(f"{other}.")]
        errors += [
            f"{place}: sweep.{key}: sweep.{other} sets it too; sweep one of the two"
            for other in above
        ]
    if size > MOST_CELLS:
        errors.append(f"{where['sweep', '']}: sweep: {size:,} combinations; at most {MOST_CELLS:,}")
    if errors:
        raise ConfigError(errors)

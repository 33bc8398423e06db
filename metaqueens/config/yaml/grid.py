"""Overrides from the command line, and the grid that a sweep unfolds to."""

import re
from collections import ChainMap
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from copy import deepcopy
from itertools import product
from typing import Any

from metaqueens.config.yaml import strict_yaml
from metaqueens.config.yaml.errors import ConfigError, describe
from metaqueens.config.yaml.strict_yaml import MOST_LEVELS, Document, Path, scalar

Indices = tuple[int, ...]
SWEEPABLE = ("problem", "algorithms", "budget")
MOST_CELLS = 100_000
# What holds no comma of a sweep: a quoted text; whatever else is not a comma or a bracket.
_PIECE = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'|[^,\[\]{}]|[\[\]{}]|,', re.DOTALL)


def override(document: Document, overrides: Sequence[str]) -> Document:
    """Apply ``key=value`` settings; a comma makes a sweep. Raises ``ConfigError``."""
    document = Document(deepcopy(document.value), dict(document.where))
    errors = []
    for setting in overrides:
        place = f"command line: {setting}"
        try:
            _apply(setting, document, place)
        except ValueError as error:
            errors.append(f"{place}: {error}")
    if errors:
        raise ConfigError(errors)
    return document


def read_setting(setting: str, example: str) -> tuple[str, list[Any]]:
    """The key of a setting ``key=value``, and its value; or its values, with commas between them.

    A comma inside brackets, braces or quotes belongs to a value in YAML's notation. Raises
    ``ValueError``.
    """
    key, equals, text = setting.partition("=")
    if not equals or not all(key.split(".")):
        raise ValueError(f"expected key=value, such as {example}")
    if key.count(".") >= MOST_LEVELS:
        raise ValueError(f"nested too deep: more than {MOST_LEVELS} levels")
    return key, [_value(word.strip()) for word in _split(text)]


def _split(text: str) -> list[str]:
    """``text`` cut at the commas that stand in no brackets, braces or quotes."""
    words, depth = [""], 0
    for piece in _PIECE.findall(text):
        if piece == "," and depth <= 0:
            words.append("")
            continue
        depth += (piece in "[{") - (piece in "]}")
        words[-1] += piece
    return words


def _value(word: str) -> Any:
    if not word.startswith(("{", "[", '"', "'")):
        return scalar(word)
    try:
        return strict_yaml.read(word, "").value
    except ConfigError as error:
        why = re.sub(r"^:(\d+:\d+: )?", "", error.problems[0])
        raise ValueError(f"not a value that YAML allows: {why}") from None


def _apply(setting: str, document: Document, place: str) -> None:
    """Make one setting in ``document``."""
    value = document.value
    key, values = read_setting(setting, "runs=5 or problem.n=20,50")
    if setting == "sweep=null":
        value["sweep"] = None
        return
    if key.split(".")[0] == "sweep":
        raise ValueError("a comma makes a sweep, such as problem.n=20,50")
    sweep = {} if value.get("sweep") is None else value["sweep"]
    if not isinstance(sweep, dict):
        return  # `unfold` says what is wrong with it
    sweep.pop(key, None)
    value["sweep"] = sweep or None
    if len(values) > 1:
        assign(document, ("sweep", key), values, place)
    else:
        assign(document, tuple(key.split(".")), values[0], place)


def assign(document: Document, path: Path, setting: Any, place: str) -> None:
    """Set what stands at ``path`` in ``document``; errors will name ``place``."""
    put(document.value, path, setting)
    _mark(document.where, path, place)
    for inner in _inside(setting):
        document.where[*path, *inner] = document.where[*path, *inner, ""] = place


def _mark(where: MutableMapping[Path, str], path: Path, place: str) -> None:
    """Let ``path``, and what is new on the way to it, stand at ``place``."""
    where[path] = where[*path, ""] = place
    for k in range(1, len(path)):
        if path[:k] not in where:
            where[path[:k]] = where[*path[:k], ""] = place


def _inside(value: Any) -> Iterator[Path]:
    """The paths of all that ``value`` holds."""
    if not isinstance(value, dict | list):
        return
    for key, one in value.items() if isinstance(value, dict) else enumerate(value):
        yield (key,)
        yield from ((key, *rest) for rest in _inside(one))


def put(value: dict[str, Any], path: Path, setting: Any) -> None:
    """Set what stands at ``path``, and make the mappings on the way where there are none."""
    for key in path[:-1]:
        if not isinstance(value.get(key), dict):  # type: ignore[arg-type]
            value[key] = {}  # type: ignore[index]
        value = value[key]  # type: ignore[index]
    value[path[-1]] = setting  # type: ignore[index]


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
        self.where = document.where
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
            _mark(where, self.paths[k], self.where[source])
            for inner in _inside(setting):
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
    if size > MOST_CELLS:
        errors.append(f"{where['sweep', '']}: sweep: {size:,} combinations; at most {MOST_CELLS:,}")
    if errors:
        raise ConfigError(errors)

"""Overrides from the command line, and the grid that a sweep unfolds to."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import product
from typing import Any

from metaqueens.config.errors import ConfigError, describe
from metaqueens.config.strict_yaml import Document, Path, scalar

SWEEPABLE = ("problem", "algorithms", "budget")
MOST_CELLS = 100_000


def override(document: Document, overrides: Sequence[str]) -> Document:
    """Apply ``key=value`` settings; a comma makes a sweep. Raises ``ConfigError``."""
    value, where = deepcopy(document.value), dict(document.where)
    errors = []
    for setting in overrides:
        key, equals, text = setting.partition("=")
        place = f"command line: {setting}"
        if not equals or not all(key.split(".")):
            errors.append(f"{place}: expected key=value, such as runs=5 or problem.n=20,50")
            continue
        sweep = value.setdefault("sweep", None) or {}
        sweep.pop(key, None)
        if "," in text:
            sweep[key] = [scalar(word.strip()) for word in text.split(",")]
            paths: list[Path] = [
                ("sweep", key),
                *(("sweep", key, k) for k in range(len(sweep[key]))),
            ]
        else:
            path: Path = tuple(key.split("."))
            put(value, path, scalar(text))
            paths = [path, *(path[:k] for k in range(1, len(path)) if path[:k] not in where)]
        value["sweep"] = sweep or None
        where |= {place_of: place for path in paths for place_of in (path, (*path, ""))}
    if errors:
        raise ConfigError(errors)
    return Document(value, where)


def put(value: dict[str, Any], path: Path, setting: Any) -> None:
    """Set what stands at ``path``, and make the mappings on the way where there are none."""
    for key in path[:-1]:
        if not isinstance(value.get(key), dict):  # type: ignore[arg-type]
            value[key] = {}  # type: ignore[index]
        value = value[key]  # type: ignore[index]
    value[path[-1]] = setting  # type: ignore[index]


def unfold(document: Document) -> Iterator[tuple[Document, dict[str, Any]]]:
    """Each combination of the sweep as a document without a sweep, and the settings it has.

    Raises ``ConfigError`` for a sweep that is not a grid over known parts.
    """
    sweep = document.value.get("sweep") or {}
    rest = {key: value for key, value in document.value.items() if key != "sweep"}
    _require_grid(sweep, document.where)
    for indices in product(*(range(len(values)) for values in sweep.values())):
        value, where, settings = deepcopy(rest), dict(document.where), {}
        for (key, values), k in zip(sweep.items(), indices, strict=True):
            path: Path = tuple(key.split("."))
            put(value, path, values[k])
            settings[key] = values[k]
            place = document.where["sweep", key, k]
            where |= {path: place, (*path, ""): place}
        yield Document(value, where), settings


def _require_grid(sweep: Any, where: dict[Path, str]) -> None:
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

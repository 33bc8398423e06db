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
        place = f"command line: {setting}"
        try:
            paths = _apply(setting, value)
        except ValueError as error:
            errors.append(f"{place}: {error}")
            continue
        around = {path[:k] for path in paths for k in range(1, len(path))} - where.keys()
        where |= {at: place for path in [*paths, *around] for at in (path, (*path, ""))}
    if errors:
        raise ConfigError(errors)
    return Document(value, where)


def _apply(setting: str, value: dict[str, Any]) -> list[Path]:
    """Make one setting in ``value``; the paths of what was set."""
    key, equals, text = setting.partition("=")
    if not equals or not all(key.split(".")):
        raise ValueError("expected key=value, such as runs=5 or problem.n=20,50")
    if setting == "sweep=null":
        value["sweep"] = None
        return []
    if key.split(".")[0] == "sweep":
        raise ValueError("a comma makes a sweep, such as problem.n=20,50")
    sweep = {} if value.get("sweep") is None else value["sweep"]
    if not isinstance(sweep, dict):
        return []  # `unfold` says what is wrong with it
    sweep.pop(key, None)
    path: Path = tuple(key.split("."))
    if "," in text:
        sweep[key] = [scalar(word.strip()) for word in text.split(",")]
        paths = [("sweep", key), *(("sweep", key, k) for k in range(len(sweep[key])))]
    else:
        put(value, path, scalar(text))
        paths = [path]
    value["sweep"] = sweep or None
    return paths


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
    sweep = document.value.get("sweep")
    sweep = {} if sweep is None else sweep
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
            where |= {path[:m]: place for m in range(1, len(path)) if path[:m] not in where}
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

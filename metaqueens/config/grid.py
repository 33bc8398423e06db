"""The grid of a sweep: all combinations of its values."""

from collections import ChainMap
from collections.abc import Iterator, MutableMapping
from itertools import product
from typing import Any, NamedTuple

from metaqueens.config.strict_yaml import ConfigError, Document, Path, inside, mark, replace_at
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


def combine(document: Document) -> Iterator[tuple[Document, dict[str, Any]]]:
    """Yield the file of each combination of its sweep, and the value of each key in the sweep.

    It is the file itself if there is no sweep. Raises ``ConfigError`` for a sweep that is not a
    grid over known parts.
    """
    sweep = document.value.get("sweep")
    sweep = {} if sweep is None else sweep
    _require_grid(sweep, document)
    rest = {key: value for key, value in document.value.items() if key != "sweep"}
    axes = [
        [_read_row(document.where, name, index, row) for index, row in enumerate(rows)]
        for name, rows in sweep.items()
    ]
    for rows in product(*axes):
        settings = {key: value for row in rows for key, value in row.settings.items()}
        value = rest
        for key, setting in settings.items():
            value = replace_at(value, tuple(key.split(".")), setting)
        places = [row.places for row in rows]
        yield Document(value, ChainMap({}, *places, document.where)), settings


def _read_row(where: MutableMapping[Path, str], name: str, index: int, row: Any) -> Row:
    """Return a row of the axis ``name``, which is a list if there are several keys."""
    keys = split_keys(name)
    values: list[Any] = [row]
    sources: list[Path] = [("sweep", name, index)]
    if len(keys) > 1:
        values, sources = row, [(*sources[0], k) for k in range(len(keys))]
    places: dict[Path, str] = {}
    for key, value, source in zip(keys, values, sources, strict=True):
        path: Path = tuple(key.split("."))
        mark(ChainMap(places, where), path, where[source])
        for inner in inside(value):
            found = where.get((*source, *inner), where[source])
            places[*path, *inner] = found
            places[*path, *inner, ""] = where.get((*source, *inner, ""), found)
    return Row(dict(zip(keys, values, strict=True)), places)


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

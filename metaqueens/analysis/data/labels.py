"""Unique labels of problems and algorithms when results of several sources are compared."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isnan, nan
from pathlib import Path
from typing import Any

from metaqueens.config.grid import split_keys
from metaqueens.config.strict_yaml import flatten
from metaqueens.experiment.results.database import FILE
from metaqueens.text.printable import printable

Cell = Mapping[str, Any]


def drop_n(family: str) -> str:
    """Return the name of a family without its n: its rules, or nothing."""
    return re.sub(r"\bn=\d+(, )?", "", family).strip()


def name_sources(sources: Sequence[Any]) -> list[str]:
    """Return a short name for each source: the last part of its path if that is unique."""
    paths = [Path(source) if isinstance(source, str | Path) else None for source in sources]
    folders = [path.parent if path and path.name == FILE else path for path in paths]
    short = [path.resolve().name.removesuffix(".csv") if path else "data" for path in folders]
    return [
        name if short.count(name) == 1 else f"{path or 'data'}#{number}"
        for number, (name, path) in enumerate(zip(short, paths, strict=True), 1)
    ]


def label_algorithms(cells: Sequence[Cell]) -> list[str]:
    """Return the label of each of the ``cells``, unique among the contestants on a problem.

    Each cell has source, problem, name, encoding, use, parameters and budget. If several sources
    use a name for one problem, or for different algorithms, the source stands before it. If one
    source uses a name several times on a problem, the settings that differ stand behind it. If the
    cells have the experiment as ``given``, so do those that differ between problems, apart from
    budgets and from values that its sweep sets together.
    """
    names = [str(cell["name"]) for cell in cells]
    for places in _group(cells, "name"):
        named = [cells[place] for place in places]
        contents = {(str(cell["use"]), str(cell["parameters"])) for cell in named}
        pairs = {(cell["source"], cell["problem"]) for cell in named}
        sources, problems = ({pair[k] for pair in pairs} for k in (0, 1))
        if len(sources) > 1 and (len(contents) > 1 or len(pairs) > len(problems)):
            for place in places:
                names[place] = f"{cells[place]['source']}/{names[place]}"
    for places in _group(cells, "source", "name"):
        suffixes = _describe_differences([cells[place] for place in places])
        for place, suffix in zip(places, suffixes, strict=True):
            names[place] += suffix
    return names


def group_places(keys: Iterable[Any]) -> dict[Any, list[int]]:
    """Return the places of equal ``keys`` by key."""
    groups: dict[Any, list[int]] = defaultdict(list)
    for place, key in enumerate(keys):
        groups[key].append(place)
    return groups


def _group(cells: Sequence[Cell], *keys: str) -> list[list[int]]:
    """Return the places of the cells that are equal in ``keys``."""
    return [*group_places(tuple(cell[key] for key in keys) for cell in cells).values()]


def _describe_differences(cells: Sequence[Cell]) -> list[str]:
    """Return `` key=value`` of the settings that differ between cells of one source and name."""
    settings = [_flatten_settings(cell) for cell in cells]
    groups = _group(cells, "problem")
    found = [key for group in groups for key in _list_differing([settings[k] for k in group])]
    if "given" in cells[0]:
        sweep = cells[0]["given"].get("sweep") or {}
        linked = [f"{key}." for name in sweep if "," in name for key in split_keys(name)]
        ignored = "budget.", *(re.sub(r"^algorithms\.([^.]*\.)?", "", key) for key in linked)
        found += [key for key in _list_differing(settings) if not f"{key}.".startswith(ignored)]
    differing = dict.fromkeys(found)
    return ["".join(f" {key}={own[key]}" for key in differing if key in own) for own in settings]


def _list_differing(settings: Sequence[dict[str, str]]) -> Iterator[str]:
    """Yield the keys with several values; a budget that is not known of all has one."""
    for key in dict.fromkeys(key for own in settings for key in own):
        values = {own.get(key) for own in settings}
        if len(values) > 1 and not (None in values and key.startswith("budget.")):
            yield key


def _flatten_settings(cell: Cell) -> dict[str, str]:
    names = {"encoding": cell["encoding"], "use": cell["use"]}
    budget = read_leaves(cell["budget"], "budget.")
    if not budget:  # a CSV has columns instead
        limits = {name: cell.get(f"budget_{name}", nan) for name in ("evaluations", "seconds")}
        budget = {f"budget.{key}": f"{one:.12g}" for key, one in limits.items() if not isnan(one)}
    values = names | read_leaves(cell["parameters"]) | budget
    return {
        key: value if isinstance(value, str) else json.dumps(value, default=str)
        for key, value in values.items()
    }


def read_leaves(text: Any, prefix: str = "") -> dict[str, Any]:
    """Return the dotted names and values of a JSON object or a dict; nothing of another value."""
    try:
        is_object = isinstance(text, str) and text.startswith("{")
        value = text if isinstance(text, dict) else json.loads(text) if is_object else {}
        leaves = {k: one for k, one in flatten(value, prefix).items() if not isinstance(one, dict)}
    except (ValueError, RecursionError):
        return {}
    return {key: printable(one) if isinstance(one, str) else one for key, one in leaves.items()}


def read_limits(budget: Any) -> dict[str, float]:
    """Return the limits in the JSON text of a budget by the names of their columns."""
    limits = read_leaves(budget)
    values = {name: limits.get(name) for name in ("evaluations", "seconds")}
    return {f"budget_{name}": nan if limit is None else limit for name, limit in values.items()}

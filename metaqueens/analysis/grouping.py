"""Group runs by any column or parameter instead of by algorithm: population, encoding."""

import json
from collections.abc import Sequence
from functools import reduce
from operator import and_
from typing import TYPE_CHECKING, Any

from metaqueens.analysis.data.runs import parameters
from metaqueens.text.errors import UserError, did_you_mean

if TYPE_CHECKING:
    import pandas as pd

# Names of other things, what tells problems apart, and what runs come to: groups made by it would
# differ by it.
_NO_KEYS = {
    "parameters", "algorithm", "seed", "repetition", "n", "problem", "family",
    "status", "solved", "reason", "verdict", "cost", "fitness",
    "evaluations", "steps", "found_at", "seconds", "cpu_seconds",
}  # fmt: skip


def by(runs: "pd.DataFrame", keys: Sequence[str]) -> tuple["pd.DataFrame", list[str]]:
    """Return the ``runs`` with contestants ``key=value ...``, and what that pools or leaves out.

    ``contestant`` keeps the algorithm of each run. Raises ``UserError`` for a key that no run has.
    """
    if not keys:
        return runs, []
    values = {key: _values(runs, key) for key in keys}
    has = reduce(and_, (column.notna() for column in values.values()))
    parts = [f"{key}=" + column[has].astype(str) for key, column in values.items()]
    labels = reduce(lambda one, other: one + " " + other, parts)
    kept = runs[has].assign(label=labels, contestant=runs.algorithm)
    again = _again(kept)
    notes = _notes(runs, kept, ", ".join(keys))
    kept = kept[~again]
    if pooled := _pooled(kept):
        notes.append(f"pooled under one label: {pooled}")
    if twice := int(again.sum()):
        notes.append(f"{twice:,} runs stand in several sources and are counted once")
    return kept.assign(algorithm=kept.label.astype("category")).drop(columns="label"), notes


def _again(runs: "pd.DataFrame") -> "pd.Series":
    """Whether each run is a copy of one before it: pooled, the two would count as independent.

    Where parameters are not given, the name stands for them: unsolved runs of two algorithms may be
    alike in all else.
    """
    sourced = zip(runs.algorithm.astype(str), runs.source.astype(str), strict=True)
    names = [name.removeprefix(f"{source}/") for name, source in sourced]
    runs = runs.assign(named=names)
    runs["named"] = runs.named.where(runs.parameters.isna())
    told = (
        "label", "named", "use", "problem", "encoding", "parameters",
        "budget_evaluations", "budget_seconds", "seed", "evaluations", "status",
    )  # fmt: skip
    return runs.seed.notna() & runs.duplicated([key for key in told if key in runs])


def _values(runs: "pd.DataFrame", key: str) -> "pd.Series":
    """What each run has for ``key``: a column, or a parameter by its dotted or its last name."""
    if key in runs and key not in _NO_KEYS:
        return runs[key].map(_plain).astype(object)
    found = parameters(runs)
    names = dict.fromkeys(name for one in found.values() for name in one)
    full = [name for name in names if name == key] or [
        name for name in names if name.rpartition(".")[2] == key
    ]
    if len(full) != 1:
        raise UserError(_complaint(runs, key, full, list(names)))
    texts = {text: _plain(one.get(full[0])) for text, one in found.items()}
    return runs.parameters.astype(object).map(texts)


def _plain(value: Any) -> Any:
    """As text; a missing value stays one."""
    if value is None or value != value:
        return None
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value if isinstance(value, str) else json.dumps(value, default=str)


def _complaint(runs: "pd.DataFrame", key: str, full: list[str], names: list[str]) -> str:
    if full:
        return f"--by {key}: that may be {' or '.join(full)}; give the whole name"
    columns = [str(name) for name in runs if name not in _NO_KEYS and runs[name].notna().any()]
    known = columns + names
    return (
        f"--by {key}: no run has such a column or parameter{did_you_mean(key, known)}; there are"
        f" {', '.join(known)}"
    )


def _notes(runs: "pd.DataFrame", kept: "pd.DataFrame", keys: str) -> list[str]:
    if len(kept) == len(runs):
        return []
    without = sorted(set(runs.algorithm) - set(kept.algorithm))
    whose = f": all of {', '.join(without)}" if without else ""
    return [f"{len(runs) - len(kept):,} runs have no {keys} and are left out{whose}"]


def _pooled(kept: "pd.DataFrame") -> str:
    pairs = kept[["problem", "label", "algorithm"]].drop_duplicates()
    many = pairs.groupby(["problem", "label"], observed=True).algorithm.agg(list)
    many = many[many.map(len) > 1]
    return "" if many.empty else ", ".join(map(str, many.iloc[0])) + " and the like"

"""Group runs by any column or parameter instead of by algorithm: population, encoding."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from metaqueens.analysis.data.runs import parameters
from metaqueens.text.errors import UserError, did_you_mean

if TYPE_CHECKING:
    import pandas as pd

# Columns of names, of the problem and of results: groups of these would differ by definition.
_NO_KEYS = {
    "parameters", "algorithm", "seed", "repetition", "n", "problem", "family",
    "status", "solved", "reason", "verdict", "cost", "fitness",
    "evaluations", "steps", "found_at", "seconds", "cpu_seconds",
}  # fmt: skip
# Equal in copies of a run; ``named`` is the algorithm if the parameters are unknown, since unsolved
# runs of two algorithms may be equal in all else.
_ONE_RUN = (
    "label", "named", "use", "problem", "encoding", "parameters",
    "budget_evaluations", "budget_seconds", "seed", "evaluations", "status",
)  # fmt: skip


def group_by(runs: "pd.DataFrame", keys: Sequence[str]) -> tuple["pd.DataFrame", list[str]]:
    """Return the ``runs`` with contestants ``key=value ...``, and notes on what changed.

    ``contestant`` has the algorithm of each run. Raises ``UserError`` for a key that no run has.
    """
    if not keys:
        return runs, []
    values = {key: _read_values(runs, key) for key in keys}
    known = runs.assign(**{f"key {key}": column for key, column in values.items()})
    known = known.dropna(subset=[f"key {key}" for key in keys])
    parts = [f"{key}=" + known.pop(f"key {key}").astype(str) for key in keys]
    label = parts[0].str.cat(parts[1:], sep=" ") if len(parts) > 1 else parts[0]
    known = known.assign(label=label, contestant=known.algorithm)
    is_copy = _find_copies(known)
    grouped = known[~is_copy]
    notes = []
    if len(known) < len(runs):
        without = sorted(set(runs.algorithm) - set(known.algorithm))
        whole = f": all of {', '.join(without)}" if without else ""
        number = len(runs) - len(known)
        notes.append(f"{number:,} runs have no {', '.join(keys)} and are left out{whole}")
    if pooled := _find_pooled(grouped):
        notes.append(f"pooled under one label: {pooled}")
    if copies := int(is_copy.sum()):
        notes.append(f"{copies:,} runs stand in several sources and are counted once")
    return grouped.assign(algorithm=grouped.label.astype("category")).drop(columns="label"), notes


def _find_copies(runs: "pd.DataFrame") -> "pd.Series":
    """Return which runs are copies of an earlier one; pooled, they would count as independent."""
    pairs = zip(runs.algorithm.astype(str), runs.source.astype(str), strict=True)
    names = [name.removeprefix(f"{source}/") for name, source in pairs]
    runs = runs.assign(named=names)
    runs["named"] = runs.named.where(runs.parameters.isna())
    return runs.seed.notna() & runs.duplicated([key for key in _ONE_RUN if key in runs])


def _read_values(runs: "pd.DataFrame", key: str) -> "pd.Series":
    """Return the value of ``key`` of each run: of a column, or of a parameter.

    A parameter is known by its dotted name or by the last part of that.
    """
    if key in runs and key not in _NO_KEYS:
        return runs[key].map(_as_text).astype(object)
    settings = parameters(runs)
    names = list(dict.fromkeys(name for each in settings.values() for name in each))
    full = [name for name in names if name == key] or [
        name for name in names if name.rpartition(".")[2] == key
    ]
    if len(full) > 1:
        raise UserError(f"--by {key}: that may be {' or '.join(full)}; give the whole name")
    if not full:
        columns = [str(name) for name in runs if name not in _NO_KEYS and runs[name].notna().any()]
        known = columns + names
        raise UserError(
            f"--by {key}: no run has such a column or parameter{did_you_mean(key, known)}; there"
            f" are {', '.join(known)}"
        )
    texts = {text: _as_text(each.get(full[0])) for text, each in settings.items()}
    return runs.parameters.astype(object).map(texts)


def _as_text(value: Any) -> str | None:
    """Return a value as text; None if it is missing."""
    if value is None or value != value:
        return None
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value if isinstance(value, str) else json.dumps(value, default=str)


def _find_pooled(runs: "pd.DataFrame") -> str:
    """Return the algorithms that share a label on a problem; none if no label is shared."""
    pairs = runs[["problem", "label", "algorithm"]].drop_duplicates()
    names = pairs.groupby(["problem", "label"], observed=True).algorithm.agg(list)
    shared = names[names.map(len) > 1]
    return "" if shared.empty else ", ".join(map(str, shared.iloc[0])) + " and the like"

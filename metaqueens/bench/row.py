"""What a benchmark comes to: one row a version and machine, appended to a file of JSON lines."""

import json
import time
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metaqueens import __version__
from metaqueens.analysis.data import reference
from metaqueens.analysis.data.runs import load
from metaqueens.analysis.summary.results import summarise
from metaqueens.bench import suite
from metaqueens.bench.speeds import total
from metaqueens.experiment.provenance import provenance
from metaqueens.experiment.results.store import Store
from metaqueens.machine.speed import Speed
from metaqueens.system.cores import usable_cores

if TYPE_CHECKING:
    import pandas as pd

FILE = "bench.jsonl"
Row = dict[str, Any]
_RUN = ["problem", "algorithm", "repetition"]


def row(
    folder: Path, quick: bool, speeds: dict[str, Speed], counts: dict[int, tuple[int, int]]
) -> Row:
    """The row of the runs in ``folder``, of these ``speeds`` and of the solutions counted."""
    known = provenance(of_folder=False)
    runs = load(folder).astype({"problem": str, "algorithm": str})
    evaluations = runs.groupby(["problem", "algorithm"]).evaluations.sum()
    with Store.open(folder) as store:
        cells = [_cell(one, evaluations) for one in summarise(store)]
    return {
        "version": __version__,
        "suite": suite.VERSION,
        "quick": quick,
        "when": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "git": known["git"].get("metaqueens"),
        "machine": {
            "system": known["system"],
            "processor": known["processor"],
            "cores": usable_cores(),
            "memory_gb": known["memory_gb"],
        },
        "versions": known["versions"],
        "speed": total(speeds),
        "speeds": {name: _speed(one) for name, one in speeds.items()},
        "cells": cells,
        "evaluations": sum(cell["evaluations"] for cell in cells),
        "counts": {str(n): solutions for n, (solutions, _) in counts.items()},
        "counts_right": all(suite.SOLUTIONS[n] == found for n, found in counts.items()),
        **_beside_the_reference(folder),
    }


def append(path: Path, row: Row) -> None:
    """Add a line to the file ``path``."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def _speed(one: Speed) -> dict[str, float]:
    return {"ratio": one.ratio, **one._asdict()}


def _cell(one: Any, evaluations: "pd.Series") -> dict[str, Any]:
    ert = one.metrics["ert"]
    return {
        "problem": one.problem_label,
        "algorithm": one.algorithm,
        "runs": one.runs,
        "solved": one.solved,
        "ert": ert if isfinite(ert) else None,
        "evaluations": int(evaluations[one.problem_label, one.algorithm]),
        "failed": one.failed,
        "rejected": one.rejected,
    }


def _beside_the_reference(folder: Path) -> dict[str, Any]:
    """How many runs are those of the reference, by their evaluations and attacking pairs."""
    if not reference.archives():
        return {"reference": None, "compared": 0, "different": []}
    with reference.opened(reference.NAME) as theirs:
        known, name = _keyed(load(theirs)), theirs.name
    mine = _keyed(load(folder))
    both = mine.join(known.add_suffix("_known"), how="inner")
    other = both[(both.evaluations != both.evaluations_known) | (both.guards != both.guards_known)]
    different = [f"{problem} {algorithm} {run}" for problem, algorithm, run in other.index]
    return {"reference": name, "compared": len(both), "different": different}


def _keyed(runs: "pd.DataFrame") -> "pd.DataFrame":
    plain = runs.astype({"problem": str, "algorithm": str})
    return plain.set_index(_RUN)[["evaluations", "guards"]]

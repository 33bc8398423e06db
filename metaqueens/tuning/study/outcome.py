"""The files of a tuning: ``tune.json`` with everything, and ``best.yaml`` to run."""

import json
from copy import deepcopy
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from metaqueens.config import Experiment, dump
from metaqueens.config.tuning.space import Space, place
from metaqueens.config.tuning.task import Task
from metaqueens.experiment.results.folder import OUTCOME
from metaqueens.files.writing import replacing, write_text
from metaqueens.tuning.race import Contestant
from metaqueens.tuning.study.search import Found

FILE, BEST = OUTCOME, "best.yaml"
# Of ``tune.json``; before the second, the way to the best was measured on the runs that chose it.
EDITION = 2


def outcome(experiment: Experiment, task: Task, found: Found) -> dict[str, Any]:
    """What was asked and what the search found, as plain values."""
    costs = {id(one): cost for one, cost in found.final}
    return {
        "edition": EDITION,
        "name": experiment.name,
        "algorithm": task.label,
        "use": task.use,
        "minimise": task.minimise,
        "sampler": task.sampler,
        "seed": experiment.seed,
        "max_runs": task.max_runs,
        "ended": found.ended,
        "train": [instance.problem.n for instance in task.train],
        "test": [instance.problem.n for instance in task.test],
        "space": _space(task.space),
        "default": _entry(found.default, costs),
        "best": _entry(found.best, costs) if found.final else None,
        "final": [_entry(one, costs) for one, _ in found.final],
        "trials": [_entry(one, {}) for one in found.contestants],
    }


def write(folder: Path, report: dict[str, Any]) -> None:
    """Write ``tune.json``; what is infinite is null there."""
    text = json.dumps(_finite(report), indent=1, ensure_ascii=False)
    write_text(folder / FILE, text + "\n")


def draw(folder: Path, report: dict[str, Any]) -> None:
    """Write every figure as figures/NAME.svg and .png; none where every run failed."""
    if report["best"] is None:
        return
    from metaqueens.tuning.figures import pictures

    (folder / "figures").mkdir(exist_ok=True)
    for name, picture in pictures(report).items():
        for kind in ("svg", "png"):
            with replacing(folder / "figures" / f"{name}.{kind}") as part:
                picture.savefig(part)


def write_best(folder: Path, experiment: Experiment, task: Task, found: Found) -> None:
    """Write ``best.yaml``: the experiment with the best setting and no other contestant.

    With a seed of its own: the runs that chose the setting would flatter it.
    """
    left_out = ("name", "tune", "sweep")
    rest = {key: deepcopy(one) for key, one in experiment.given.items() if key not in left_out}
    given = {"name": f"{experiment.name}_best", **rest, "seed": fresh_seed(experiment.seed)}
    parameters = place(task.space.kind, task.space.base, found.best.settings)
    given["algorithms"] = {task.label: {"use": task.use, **_without_nulls(parameters)}}
    write_text(folder / BEST, dump(given))


def fresh_seed(seed: int) -> int:
    """Another seed of an experiment, none of whose runs any tuning with ``seed`` has."""
    return int(np.random.SeedSequence((seed, EDITION)).generate_state(1)[0])


def _entry(one: Contestant, final: dict[int, float]) -> dict[str, Any]:
    entry = {
        "settings": dict(one.settings),
        "state": one.state,
        "at_random": one.at_random,
        "cost": one.cost,
        "costs": {str(blocks): cost for blocks, cost in one.costs.items()},
    }
    return entry | ({"final_cost": final[id(one)]} if id(one) in final else {})


def _space(space: Space) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, dimension in space.dimensions.items():
        kind = "choice" if dimension.choice else "int" if dimension.whole else "float"
        when = {parent: list(values) for parent, values in space.conditions.get(key, {}).items()}
        found[key] = {"kind": kind, "ends": dimension.ends, "log": dimension.log, "when": when}
    return found


def _without_nulls(value: Any) -> Any:
    """Null is the default everywhere, and says nothing."""
    if isinstance(value, dict):
        return {key: _without_nulls(one) for key, one in value.items() if one is not None}
    return value


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(one) for key, one in value.items()}
    return [_finite(one) for one in value] if isinstance(value, list | tuple) else value

"""The files of a tuning: ``tune.json``, ``best.yaml`` to run, and the study."""

import sqlite3
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import optuna

from metaqueens.config import Experiment, dump
from metaqueens.experiment.results.folder import STUDY
from metaqueens.files.writing import write_text
from metaqueens.tuning.runner import Candidate
from metaqueens.tuning.search import Found
from metaqueens.tuning.task import Task

BEST = "best.yaml"
# Of ``tune.json``; the seed of ``best.yaml`` depends on it.
EDITION = 2


def outcome(experiment: Experiment, task: Task, found: Found) -> dict[str, Any]:
    """Return the task and the result of the search, as plain values."""
    return {
        "edition": EDITION,
        "name": experiment.name,
        "algorithm": task.tuning.algorithm,
        "use": task.use,
        "minimise": task.tuning.minimise,
        "seed": experiment.seed,
        "max_runs": task.tuning.max_runs,
        "ended": found.ended,
        "train": [instance.problem.n for instance in task.train],
        "test": [instance.problem.n for instance in task.test],
        "default": _entry(found.default, is_final=bool(found.final)),
        "best": _entry(found.best, is_final=True) if found.final else None,
        "final": [_entry(one, is_final=True) for one in found.final],
        "trials": [_entry(one, is_final=False) for one in found.candidates],
    }


def write_best(folder: Path, experiment: Experiment, task: Task, found: Found) -> None:
    """Write ``best.yaml``: the experiment with the best setting and no other contestant.

    With a seed of its own: the runs that chose the setting would flatter it.
    """
    left_out = ("name", "tune", "sweep")
    rest = {key: deepcopy(value) for key, value in experiment.given.items() if key not in left_out}
    config = {"name": f"{experiment.name}_best", **rest, "seed": fresh_seed(experiment.seed)}
    parameters = task.space.build(found.best.settings).model_dump(mode="json", exclude_none=True)
    config["algorithms"] = {task.tuning.algorithm: {"use": task.use, **parameters}}
    write_text(folder / BEST, dump(config))


def fresh_seed(seed: int) -> int:
    """Return another seed of an experiment, none of whose runs any tuning with ``seed`` has."""
    return int(np.random.SeedSequence((seed, EDITION)).generate_state(1)[0])


def write_study(folder: Path, name: str, study: optuna.Study) -> None:
    """Write the study as ``tune.sqlite`` in Optuna's format, for optuna-dashboard."""

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(folder / STUDY)
        # It does not wait for the disk: the study can be made again from the runs.
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    storage = optuna.storages.RDBStorage(
        f"sqlite:///{folder / STUDY}", engine_kwargs={"creator": connect}
    )
    stored = optuna.create_study(storage=storage, study_name=name)
    stored.add_trials(study.get_trials(deepcopy=False))
    storage.remove_session()
    storage.engine.dispose()


def _entry(candidate: Candidate, is_final: bool) -> dict[str, Any]:
    entry = {
        "settings": dict(candidate.settings),
        "state": candidate.state,
        "cost": candidate.cost,
        "costs": {str(blocks): cost for blocks, cost in candidate.costs.items()},
    }
    return entry | ({"final_cost": candidate.final_cost} if is_final else {})

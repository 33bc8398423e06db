"""Ablation between any two settings of a tuning, on runs that chose neither."""

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from metaqueens import config
from metaqueens.config import Experiment, families
from metaqueens.experiment.results.folder import OUTCOME
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.session import Do, Event, Work, session
from metaqueens.files.reading import content
from metaqueens.text.errors import UserError, did_you_mean, system_errors
from metaqueens.tuning.path import walk
from metaqueens.tuning.runner import Runner

# Of an outcome; far more than the largest has.
MOST_BYTES = 2**28
# What tells its seed from those of the tuning and of ``best.yaml``.
SEEDED_AS = 3
Settings = Mapping[str, Any]


def ablate(
    folder: str | Path,
    start: str,
    end: str,
    most_runs: int,
    workers: int | None = 1,
    watch: Any = lambda done, note: None,
) -> dict[str, Any]:
    """From one setting of the tuning in ``folder`` to another, one parameter at a time.

    Parameters
    ----------
    folder
        What ``tune`` left.
    start, end
        ``default``, ``best``, or the place of a setting in the table of the final, from 1.
    most_runs
        Single runs at the most; those that an earlier call did are not done again.

    Returns
    -------
    dict
        ``steps`` as in ``path.Step``, ``repetitions``, ``p`` and ``verdict`` of the end against the
        start, ``folder`` where its runs are, and ``minimise``.

    Raises
    ------
    UserError
        Where there is no tuning, no such setting, nothing that differs, or too few runs.
    """
    folder = Path(folder)
    report = _outcome(folder)
    first, last = (_named(report, name, folder) for name in (start, end))
    find = families.drawn(lambda name: folder)
    tuned = config.load(folder / "experiment.yaml", find=find)
    if tuned.tune is None:
        raise UserError(f"{folder / 'experiment.yaml'}: there is no tune block in it")
    for name, settings in ((start, first), (end, last)):
        if why := tuned.tune.objection(settings):
            raise UserError(f"{folder / OUTCOME}: {name}: {why}")
    runs = folder / "ablations" / f"{start}-to-{end}"
    seed = int(np.random.SeedSequence((tuned.seed, SEEDED_AS)).generate_state(1)[0])
    given = {**tuned.given, "seed": seed}
    experiment = replace(tuned, name=runs.name, seed=seed, given=given)
    found = _walked(experiment, first, last, runs, most_runs, workers, watch)
    if found is None:
        raise UserError(
            f"{folder}: {start} and {end} are one setting, or {most_runs:,} runs are too few to"
            " run each step once"
        )
    steps = [step._asdict() for step in found.steps]
    told = {"repetitions": found.repetitions, "p": found.p, "verdict": found.verdict}
    return {"minimise": tuned.tune.minimise, "steps": steps, "folder": str(runs), **told}


def _walked(
    experiment: Experiment,
    first: Settings,
    last: Settings,
    folder: Path,
    most_runs: int,
    workers: int | None,
    watch: Any,
) -> Any:
    task, found = experiment.tune, []
    assert task is not None

    def carry_out(store: Store, do: Do) -> Iterator[Event]:
        runner = Runner(experiment, task, store, do, watch)
        found.append(walk(runner, last, most_runs, first))
        yield from ()

    events = session(experiment, folder, workers=workers, work=Work(most_runs, carry_out))
    with closing(events):
        for _ in events:
            pass
    return found[0]


def _outcome(folder: Path) -> dict[str, Any]:
    path = folder / OUTCOME
    with system_errors():
        text = content(path, MOST_BYTES)
    try:
        report: dict[str, Any] = json.loads(text)
        if isinstance(report["final"], list) and isinstance(report["default"]["settings"], dict):
            return report
    except (ValueError, TypeError, KeyError, RecursionError):
        pass
    raise UserError(f"{path}: not what `metaqueens tune` writes")


def _named(report: dict[str, Any], name: str, folder: Path) -> Settings:
    """The setting that is called so."""
    known = {"default": report["default"], "best": report.get("best")}
    known |= {str(place): one for place, one in enumerate(report["final"], 1)}
    found = known.get(name)
    if not isinstance(found, dict) or not isinstance(found.get("settings"), dict):
        names = f"default, best, or 1 to {len(report['final'])} of the final"
        raise UserError(f"{folder}: no setting {name!r}, but {names}{did_you_mean(name, known)}")
    settings: Settings = found["settings"]
    return settings

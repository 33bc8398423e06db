"""Who proposes the settings: an Optuna study in memory, asked and told in fixed batches."""

import json
from collections.abc import Mapping
from itertools import product
from typing import Any

import numpy as np
import optuna

from metaqueens.config.space import Space
from metaqueens.config.task import Task
from metaqueens.config.tuning import Dimension
from metaqueens.errors import UserError
from metaqueens.tune.race import FINISHED, Contestant

MOST_REFUSED = 2_000
MOST_GRID = 100_000


class Proposals:
    """The study of a task. The same seed and the same answers give the same proposals.

    ``settings`` is how many can be raced to the end: at most 0.4 of them are drawn at random,
    before there is a model of which are good.
    """

    def __init__(self, task: Task, seed: int, settings: int) -> None:
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self.task, self.refused = task, 0
        self.study = optuna.create_study(sampler=_sampler(task, seed, settings))
        self._grid = _grid(task.space, seed) if task.sampler == "grid" else None

    def add(self, contestant: Contestant) -> None:
        """Tell of a setting that nobody proposed: the default."""
        given = {
            key: _word(contestant.settings[key])
            for key, dimension in self.task.space.dimensions.items()
            if key in contestant.settings and dimension.contains(contestant.settings[key])
        }
        self.study.add_trial(
            optuna.create_trial(
                params=given,
                distributions={key: _distribution(self.task.space, key) for key in given},
                value=contestant.cost,
                user_attrs={"settings": "default"},
            )
        )

    def ask(self, count: int) -> list[tuple[optuna.Trial, dict[str, Any]]]:
        """The next settings, at most ``count``; none where the grid is at its end.

        Raises ``UserError`` where nearly all settings are forbidden.
        """
        batch: list[tuple[optuna.Trial, dict[str, Any]]] = []
        problems = [instance.problem for instance in self.task.train]
        refused = 0
        while len(batch) < count:
            if self._grid is not None:
                if not self._grid:
                    break
                self.study.enqueue_trial(self._grid.pop())
            trial = self.study.ask()
            settings = self._settings(trial)
            objection = self.task.space.objection(settings, problems)
            if objection is None:
                batch.append((trial, settings))
                continue
            trial.set_user_attr("forbidden", objection)
            self.study.tell(trial, state=optuna.trial.TrialState.FAIL)
            refused += 1
            if refused > MOST_REFUSED:
                raise UserError(f"tune.space: of {refused:,} settings all but {len(batch)} are"
                                f" forbidden, the last because of: {objection}")  # fmt: skip
        self.refused += refused
        return batch

    def tell(self, trial: optuna.Trial, contestant: Contestant) -> None:
        """What came of a proposal."""
        for look in {min(contestant.costs), max(contestant.costs)}:
            trial.report(contestant.costs[look], look)
        if contestant.state == FINISHED:
            self.study.tell(trial, contestant.cost)
        else:
            self.study.tell(trial, state=optuna.trial.TrialState.PRUNED)

    def _settings(self, trial: optuna.Trial) -> dict[str, Any]:
        settings: dict[str, Any] = {}
        for key, dimension in self.task.space.dimensions.items():
            if self.task.space.is_active(key, settings):
                settings[key] = _suggest(trial, key, dimension)
        return settings


def _suggest(trial: optuna.Trial, key: str, dimension: Dimension) -> Any:
    if dimension.choice is not None:
        words = [_word(choice) for choice in dimension.choice]
        given = trial.suggest_categorical(key, words)
        return next(
            choice
            for choice, word in zip(dimension.choice, words, strict=True)
            if word == given and type(word) is type(given)
        )
    low, high = dimension.ends
    ask = trial.suggest_int if dimension.whole else trial.suggest_float
    return ask(key, low, high, log=dimension.log)


def _distribution(space: Space, key: str) -> Any:
    dimension = space.dimensions[key]
    if dimension.choice is not None:
        return optuna.distributions.CategoricalDistribution(
            [_word(choice) for choice in dimension.choice]
        )
    low, high = dimension.ends
    kinds = optuna.distributions
    kind = kinds.IntDistribution if dimension.whole else kinds.FloatDistribution
    return kind(low, high, log=dimension.log)


def _word(value: Any) -> Any:
    """A choice as Optuna can keep it: a whole part is written out."""
    return json.dumps(value) if isinstance(value, dict | list) else value


def _sampler(task: Task, seed: int, settings: int) -> optuna.samplers.BaseSampler:
    seed %= 2**32
    random = max(10, min(5 * len(task.space.dimensions), int(0.4 * settings)))
    if task.sampler == "tpe":
        # Settings of one batch keep apart from each other.
        return optuna.samplers.TPESampler(seed=seed, constant_liar=True, n_startup_trials=random)
    if task.sampler == "gp":
        from importlib.util import find_spec

        if find_spec("torch") is None:
            raise UserError("tune.sampler: gp needs PyTorch: pip install torch")
        return optuna.samplers.GPSampler(
            seed=seed, deterministic_objective=False, n_startup_trials=random
        )
    return optuna.samplers.RandomSampler(seed=seed)


def _grid(space: Space, seed: int) -> list[dict[str, Any]]:
    """Each combination of grid points that differs in what is asked, in an order of its own.

    Raises ``UserError`` for a grid beyond all patience.
    """
    points = [dimension.grid() for dimension in space.dimensions.values()]
    size = int(np.prod([len(one) for one in points], dtype=float))
    if size > MOST_GRID:
        raise UserError(f"tune.sampler: a grid of {size:,} settings; at most {MOST_GRID:,}")
    found: dict[str, dict[str, Any]] = {}
    for values in product(*points):
        settings: dict[str, Any] = {}
        for key, value in zip(space.dimensions, values, strict=True):
            if space.is_active(key, settings):
                settings[key] = value
        words = {key: _word(value) for key, value in settings.items()}
        found[json.dumps(words)] = words
    order = np.random.default_rng(seed).permutation(len(found))
    settings_list: list[Mapping[str, Any]] = list(found.values())
    return [dict(settings_list[k]) for k in order]

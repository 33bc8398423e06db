"""Proposals of settings: by an Optuna study in batches of fixed size, or from what is allowed."""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import optuna
from optuna.trial import TrialState

from metaqueens.config.file import Dimension
from metaqueens.text.errors import UserError
from metaqueens.tuning.runner import FINISHED, Candidate
from metaqueens.tuning.space import contains, drawn
from metaqueens.tuning.task import Task

# So often in a row the sampler's model may propose what is forbidden, each time being told so;
# then a setting is drawn at random from what is allowed.
MOST_REFUSED = 5
# When none of so many settings drawn at random is allowed, none is looked for any more.
MOST_DRAWS = 10_000
# So many allowed ones tell which share of the space is.
ENOUGH = 20


class Proposal(NamedTuple):
    """A setting to be tried; ``at_random`` if it depends on no cost."""

    trial: optuna.Trial
    settings: dict[str, Any]
    at_random: bool


class Proposals:
    """The study of a task. The same seed and the same answers give the same proposals.

    ``settings`` is how many can be raced to the end: at most 0.4 of them are drawn at random,
    before there is a model of which are good. ``allowed_share`` is how much of the space is
    allowed, about. Raises ``UserError`` where no setting is allowed.
    """

    def __init__(self, task: Task, seed: int, settings: int) -> None:
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self.task, self.refused = task, 0
        self._begin = max(10, min(5 * len(task.space.dimensions), int(0.4 * settings)))
        self._learnt_from = 0
        sampler: optuna.samplers.BaseSampler = optuna.samplers.RandomSampler(seed=seed % 2**32)
        if task.tuning.sampler == "tpe":
            sampler = optuna.samplers.TPESampler(
                seed=seed % 2**32,
                constant_liar=True,  # settings of one batch keep apart from each other
                n_startup_trials=self._begin,
            )
        self.study = optuna.create_study(sampler=sampler)
        self.allowed_share, self._allowed = _at_random(task, seed)

    def add(self, candidate: Candidate) -> None:
        """Tell of a setting that was not proposed: the default."""
        given = {
            key: (_word(candidate.settings[key]), _distribution(dimension))
            for key, dimension in self.task.space.dimensions.items()
            if key in candidate.settings and contains(dimension, candidate.settings[key])
        }
        self.study.add_trial(
            optuna.create_trial(
                params={key: word for key, (word, _) in given.items()},
                distributions={key: kind for key, (_, kind) in given.items()},
                value=candidate.cost,
                user_attrs={"settings": "default"},
            )
        )
        self._learnt_from += 1

    def ask(self, count: int) -> list[Proposal]:
        """Return the next settings, at most ``count``; fewer where no more are allowed."""
        proposals = iter(lambda: self._of_sampler() or self._of_allowed(), None)
        return [*islice(proposals, count)]

    def tell(self, trial: optuna.Trial, candidate: Candidate) -> None:
        """Tell what came of a proposal."""
        for look in {min(candidate.costs), max(candidate.costs)}:
            trial.report(candidate.costs[look], look)
        if candidate.state == FINISHED:
            self.study.tell(trial, candidate.cost)
        else:
            self.study.tell(trial, state=TrialState.PRUNED)
        self._learnt_from += 1

    def _of_sampler(self) -> Proposal | None:
        """Return what Optuna proposes; None where that is forbidden repeatedly."""
        at_random = self.task.tuning.sampler == "random" or self._learnt_from < self._begin
        for _ in range(1 if at_random else MOST_REFUSED):
            trial = self.study.ask()
            settings = self._settings(trial)
            objection = self.task.objection(settings)
            if objection is None:
                return Proposal(trial, settings, at_random)
            self.refused += 1
            trial.set_user_attr("forbidden", objection)
            trial.set_constraint("forbidden", 1.0)
            # A model, if there is one yet, learns that this is forbidden.
            self.study.tell(trial, state=TrialState.FAIL if at_random else TrialState.PRUNED)
        return None

    def _of_allowed(self) -> Proposal | None:
        found = next(self._allowed, None)
        if found is None:
            return None
        self.study.enqueue_trial({key: _word(value) for key, value in found.items()})
        trial = self.study.ask()
        return Proposal(trial, self._settings(trial), True)

    def _settings(self, trial: optuna.Trial) -> dict[str, Any]:
        return self.task.space.setting(lambda key, dimension: _suggest(trial, key, dimension))


def _at_random(task: Task, seed: int) -> tuple[float, Iterator[dict[str, Any]]]:
    """Return how much of the space is allowed, about, and settings drawn uniformly from it.

    They end where ``MOST_DRAWS`` in a row are forbidden.
    """
    rng = np.random.default_rng([seed, MOST_DRAWS])

    def draw() -> tuple[dict[str, Any], str | None]:
        settings = task.space.setting(lambda _, dimension: drawn(dimension, rng))
        return settings, task.objection(settings)

    def allowed() -> Iterator[dict[str, Any]]:
        in_vain = 0
        while in_vain < MOST_DRAWS:
            settings, objection = draw()
            in_vain = 0 if objection is None else in_vain + 1
            if objection is None:
                yield settings

    tried = good = 0
    while tried < MOST_DRAWS and good < ENOUGH:
        _, objection = draw()
        tried, good = tried + 1, good + (objection is None)
    if not good:
        what = f"{tried:,} settings drawn at random is allowed, the last because of: {objection}"
        raise UserError(f"tune.space: none of {what}")
    return good / tried, allowed()


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


def _distribution(dimension: Dimension) -> optuna.distributions.BaseDistribution:
    kinds = optuna.distributions
    if dimension.choice is not None:
        return kinds.CategoricalDistribution([_word(choice) for choice in dimension.choice])
    low, high = dimension.ends
    kind = kinds.IntDistribution if dimension.whole else kinds.FloatDistribution
    return kind(low, high, log=dimension.log)


def _word(value: Any) -> Any:
    """Return a choice as Optuna can keep it: a whole part is written out."""
    return json.dumps(value) if isinstance(value, dict | list) else value

"""Proposals of settings by an Optuna study in memory, in batches of fixed size."""

import json
from typing import Any, NamedTuple

import optuna
from optuna.trial import TrialState

from metaqueens.config.tuning.space import Space
from metaqueens.config.tuning.task import Task
from metaqueens.config.tuning_keys import Dimension
from metaqueens.text.errors import UserError
from metaqueens.tuning.race import FINISHED, Contestant
from metaqueens.tuning.study.allowed import Draws, Grid

# So often in a row the sampler's model may propose what is forbidden, each time being told so;
# then a setting is drawn at random from what is allowed.
MOST_REFUSED = 5


class Proposal(NamedTuple):
    """A setting to be tried; ``at_random`` if no cost had a say in it."""

    trial: optuna.Trial
    settings: dict[str, Any]
    at_random: bool


class Proposals:
    """The study of a task. The same seed and the same answers give the same proposals.

    ``settings`` is how many can be raced to the end: at most 0.4 of them are drawn at random,
    before there is a model of which are good. Raises ``UserError`` where no setting is allowed.
    """

    def __init__(self, task: Task, seed: int, settings: int) -> None:
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self.task, self.refused = task, 0
        self._begin = max(10, min(5 * len(task.space.dimensions), int(0.4 * settings)))
        self._learnt_from = 0
        self.study = optuna.create_study(sampler=_sampler(task, seed, self._begin))
        self._allowed = Grid(task, seed) if task.sampler == "grid" else Draws(task, seed)

    @property
    def allowed_share(self) -> float | None:
        """How much of the space is allowed; nobody asks that of a grid."""
        return self._allowed.share

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
        self._learnt_from += 1

    def ask(self, count: int) -> list[Proposal]:
        """The next settings, at most ``count``; fewer where there are no more to be had."""
        batch: list[Proposal] = []
        while len(batch) < count:
            proposal = self._of_sampler() or self._of_allowed()
            if proposal is None:
                break
            batch.append(proposal)
        return batch

    def tell(self, trial: optuna.Trial, contestant: Contestant) -> None:
        """What came of a proposal."""
        for look in {min(contestant.costs), max(contestant.costs)}:
            trial.report(contestant.costs[look], look)
        if contestant.state == FINISHED:
            self.study.tell(trial, contestant.cost)
        else:
            self.study.tell(trial, state=TrialState.PRUNED)
        self._learnt_from += 1

    def _of_sampler(self) -> Proposal | None:
        """What Optuna proposes; None where that is forbidden again and again, and for a grid."""
        if self.task.sampler == "grid":
            return None
        at_random = self.task.sampler == "random" or self._learnt_from < self._begin
        for _ in range(1 if at_random else MOST_REFUSED):
            trial = self.study.ask()
            settings = self._settings(trial)
            objection = self.task.objection(settings)
            if objection is None:
                return Proposal(trial, settings, at_random)
            self._refuse(trial, objection, at_random)
        return None

    def _refuse(self, trial: optuna.Trial, objection: str, at_random: bool) -> None:
        """Tell the model, if there is one yet, that this is forbidden."""
        self.refused += 1
        trial.set_user_attr("forbidden", objection)
        trial.set_constraint("forbidden", 1.0)
        self.study.tell(trial, state=TrialState.FAIL if at_random else TrialState.PRUNED)

    def _of_allowed(self) -> Proposal | None:
        drawn = self._allowed.next()
        if drawn is None:
            return None
        self.study.enqueue_trial({key: _word(value) for key, value in drawn.items()})
        trial = self.study.ask()
        return Proposal(trial, self._settings(trial), True)

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


def _sampler(task: Task, seed: int, begin: int) -> optuna.samplers.BaseSampler:
    seed %= 2**32
    if task.sampler == "tpe":
        # Settings of one batch keep apart from each other.
        return optuna.samplers.TPESampler(seed=seed, constant_liar=True, n_startup_trials=begin)
    if task.sampler == "gp":
        from importlib.util import find_spec

        if find_spec("torch") is None:
            raise UserError("tune.sampler: gp needs PyTorch: pip install torch")
        return optuna.samplers.GPSampler(
            seed=seed, deterministic_objective=False, n_startup_trials=begin
        )
    return optuna.samplers.RandomSampler(seed=seed)

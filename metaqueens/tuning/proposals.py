"""Proposals of settings: by an Optuna study in batches of fixed size, or allowed ones at random."""

import json
from typing import Any

import optuna
from optuna.trial import TrialState

from metaqueens.config.file import Dimension
from metaqueens.text.errors import UserError
from metaqueens.tuning.runner import FINISHED, Candidate
from metaqueens.tuning.space import contains
from metaqueens.tuning.task import Task

# The number of forbidden proposals in a row that the sampler's model may make, each reported to it;
# then a setting is drawn at random from the allowed ones.
MOST_REFUSED = 5
# If none of this number of settings drawn at random is allowed, there are no more.
MOST_DRAWS = 10_000

Proposal = tuple[optuna.Trial, dict[str, Any]]


class Proposals:
    """The study of a task. The same seed and the same results give the same proposals.

    ``settings`` is the number that can be raced to the end: at most 0.4 of them are drawn at
    random, before the model is used. Raises ``UserError`` if no setting is allowed.
    """

    def __init__(self, task: Task, seed: int, settings: int) -> None:
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self.task, self.refused, self._results = task, 0, 0
        self._startup = max(10, min(5 * len(task.space.dimensions), int(0.4 * settings)))
        self.study = optuna.create_study(
            sampler=optuna.samplers.TPESampler(
                seed=seed % 2**32,
                constant_liar=True,  # settings of one batch keep apart from each other
                n_startup_trials=self._startup,
            )
        )
        self._uniform = optuna.samplers.RandomSampler(seed=(seed + 1) % 2**32)
        self._objection: str | None = None
        if self._draw_allowed() is None:
            number = f"{MOST_DRAWS:,} settings drawn at random is allowed, the last because of"
            raise UserError(f"tune.space: none of {number}: {self._objection}")

    def add_default(self, default: Candidate) -> None:
        """Add the default, which was not proposed, and its cost to the study."""
        ranges, settings = self.task.space.dimensions, default.settings
        known = {key: settings[key] for key in settings if contains(ranges[key], settings[key])}
        self.study.add_trial(
            optuna.create_trial(
                params={key: _encode(value) for key, value in known.items()},
                distributions={key: _distribution(ranges[key]) for key in known},
                value=default.cost,
                user_attrs={"settings": "default"},
            )
        )
        self._results += 1

    def ask(self, count: int) -> list[Proposal]:
        """Return the next settings, at most ``count``; fewer if no more are allowed."""
        found: list[Proposal] = []
        while len(found) < count and (more := self._ask_sampler() or self._ask_for_allowed()):
            found.append(more)
        return found

    def tell(self, trial: optuna.Trial, candidate: Candidate) -> None:
        """Report the result of a proposal to the study."""
        for blocks in {min(candidate.costs), max(candidate.costs)}:
            trial.report(candidate.costs[blocks], blocks)
        if candidate.state == FINISHED:
            self.study.tell(trial, candidate.cost)
        else:
            self.study.tell(trial, state=TrialState.PRUNED)
        self._results += 1

    def _ask_sampler(self) -> Proposal | None:
        at_random = self._results < self._startup
        for _ in range(1 if at_random else MOST_REFUSED):
            trial = self.study.ask()
            settings = self._make_setting(trial)
            objection = self.task.objection(settings)
            if objection is None:
                return trial, settings
            self.refused += 1
            trial.set_user_attr("forbidden", objection)
            trial.set_constraint("forbidden", 1.0)
            # The model, if there is one yet, learns that this is forbidden.
            self.study.tell(trial, state=TrialState.FAIL if at_random else TrialState.PRUNED)
        return None

    def _ask_for_allowed(self) -> Proposal | None:
        settings = self._draw_allowed()
        if settings is None:
            return None
        self.study.enqueue_trial({key: _encode(value) for key, value in settings.items()})
        trial = self.study.ask()
        return trial, self._make_setting(trial)

    def _draw_allowed(self) -> dict[str, Any] | None:
        """Return an allowed setting drawn uniformly; None if ``MOST_DRAWS`` are forbidden."""
        no_trial = optuna.trial.create_trial(state=TrialState.FAIL)

        def draw(key: str, dimension: Dimension) -> Any:
            distribution = _distribution(dimension)
            word = self._uniform.sample_independent(self.study, no_trial, key, distribution)
            return _decode(dimension, word)

        for _ in range(MOST_DRAWS):
            settings = self.task.space.make_setting(draw)
            self._objection = self.task.objection(settings)
            if self._objection is None:
                return settings
        return None

    def _make_setting(self, trial: optuna.Trial) -> dict[str, Any]:
        def suggest(key: str, dimension: Dimension) -> Any:
            if dimension.choice is not None:
                words = [_encode(choice) for choice in dimension.choice]
                return _decode(dimension, trial.suggest_categorical(key, words))
            number = trial.suggest_int if dimension.whole else trial.suggest_float
            return number(key, *dimension.ends, log=dimension.log)

        return self.task.space.make_setting(suggest)


def _distribution(dimension: Dimension) -> optuna.distributions.BaseDistribution:
    kinds = optuna.distributions
    if dimension.choice is not None:
        return kinds.CategoricalDistribution([_encode(choice) for choice in dimension.choice])
    low, high = dimension.ends
    kind = kinds.IntDistribution if dimension.whole else kinds.FloatDistribution
    return kind(low, high, log=dimension.log)


def _encode(value: Any) -> Any:
    """Return a choice as Optuna can store it: a whole part as JSON."""
    return json.dumps(value) if isinstance(value, dict | list) else value


def _decode(dimension: Dimension, word: Any) -> Any:
    """Return the choice that Optuna stores as ``word``; a number as it is."""
    if dimension.choice is None:
        return word
    return dimension.choice[[_encode(choice) for choice in dimension.choice].index(word)]

"""Proposals of settings: by an Optuna study in batches of fixed size, or from what is allowed."""

import json
from itertools import islice
from typing import Any

import optuna
from optuna.trial import TrialState

from metaqueens.config.file import Dimension
from metaqueens.text.errors import UserError
from metaqueens.tuning.runner import FINISHED, Candidate
from metaqueens.tuning.space import contains
from metaqueens.tuning.task import Task

# So often in a row the sampler's model may propose what is forbidden, each time being told so;
# then a setting is drawn at random from what is allowed.
MOST_REFUSED = 5
# When none of so many settings drawn at random is allowed, none is looked for any more.
MOST_DRAWS = 10_000


# A setting to be tried.
Proposal = tuple[optuna.Trial, dict[str, Any]]


class Proposals:
    """The study of a task. The same seed and the same answers give the same proposals.

    ``settings`` is how many can be raced to the end: at most 0.4 of them are drawn at random,
    before there is a model of which are good. Raises ``UserError`` if no setting is allowed.
    """

    def __init__(self, task: Task, seed: int, settings: int) -> None:
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self.task, self.refused = task, 0
        self._begin = max(10, min(5 * len(task.space.dimensions), int(0.4 * settings)))
        self._learnt_from = 0
        self.study = optuna.create_study(
            sampler=optuna.samplers.TPESampler(
                seed=seed % 2**32,
                constant_liar=True,  # settings of one batch keep apart from each other
                n_startup_trials=self._begin,
            )
        )
        self._uniform = optuna.samplers.RandomSampler(seed=(seed + 1) % 2**32)
        self._objection: str | None = None
        if self._drawn() is None:
            what = f"{MOST_DRAWS:,} settings drawn at random is allowed, the last because of"
            raise UserError(f"tune.space: none of {what}: {self._objection}")

    def add(self, candidate: Candidate) -> None:
        """Tell of a setting that was not proposed: the default."""
        settings = candidate.settings
        given = {
            key: dimension
            for key, dimension in self.task.space.dimensions.items()
            if key in settings and contains(dimension, settings[key])
        }
        self.study.add_trial(
            optuna.create_trial(
                params={key: _word(settings[key]) for key in given},
                distributions={key: _distribution(one) for key, one in given.items()},
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
        """Return what Optuna proposes; None if that is forbidden repeatedly."""
        at_random = self._learnt_from < self._begin
        for _ in range(1 if at_random else MOST_REFUSED):
            trial = self.study.ask()
            settings = self._settings(trial)
            objection = self.task.objection(settings)
            if objection is None:
                return trial, settings
            self.refused += 1
            trial.set_user_attr("forbidden", objection)
            trial.set_constraint("forbidden", 1.0)
            # A model, if there is one yet, learns that this is forbidden.
            self.study.tell(trial, state=TrialState.FAIL if at_random else TrialState.PRUNED)
        return None

    def _of_allowed(self) -> Proposal | None:
        found = self._drawn()
        if found is None:
            return None
        self.study.enqueue_trial({key: _word(value) for key, value in found.items()})
        trial = self.study.ask()
        return trial, self._settings(trial)

    def _drawn(self) -> dict[str, Any] | None:
        """Return an allowed setting drawn uniformly; None if ``MOST_DRAWS`` are forbidden."""
        nothing = optuna.trial.create_trial(state=TrialState.FAIL)

        def draw(key: str, dimension: Dimension) -> Any:
            among = _distribution(dimension)
            word = self._uniform.sample_independent(self.study, nothing, key, among)
            return _of_word(dimension, word)

        for _ in range(MOST_DRAWS):
            settings = self.task.space.setting(draw)
            self._objection = self.task.objection(settings)
            if self._objection is None:
                return settings
        return None

    def _settings(self, trial: optuna.Trial) -> dict[str, Any]:
        return self.task.space.setting(lambda key, dimension: _suggest(trial, key, dimension))


def _suggest(trial: optuna.Trial, key: str, dimension: Dimension) -> Any:
    if dimension.choice is not None:
        words = [_word(choice) for choice in dimension.choice]
        return _of_word(dimension, trial.suggest_categorical(key, words))
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


def _of_word(dimension: Dimension, word: Any) -> Any:
    """Return the choice that Optuna has as ``word``; a number as it is."""
    if dimension.choice is None:
        return word
    return dimension.choice[[_word(choice) for choice in dimension.choice].index(word)]

"""Explain a tuning: which parameters matter, and the ablation from the default to the best.

Importance: the share of the variance in cost that each parameter explains alone. Main effects of an
analysis of variance, as in fANOVA [1]_, on ranks [2]_; beside what chance alone would give. Only
settings that were drawn at random count: where a search went, its costs had sent it, and parameters
that do nothing would seem to matter.

Ablation [3]_, one parameter at a time: which change comes next is chosen on some fresh repetitions,
and what each costs is measured on others: the runs of the search chose the best setting, so their
costs are biased in its favour.

.. [1] Hutter, Hoos & Leyton-Brown (2014). An efficient approach for assessing hyperparameter
       importance. ICML.
.. [2] Kruskal & Wallis (1952). Use of ranks in one-criterion variance analysis. J. Am. Statist.
       Assoc. 47: 583-621.
.. [3] Fawcett & Hoos (2016). Analysing differences between algorithm configurations through
       ablation. Journal of Heuristics 22: 431-458.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from metaqueens.analysis.inference.significance import holm
from metaqueens.tuning.costs import Done, blocks, p_value, total
from metaqueens.tuning.runner import Candidate, Job, Runner
from metaqueens.tuning.search import SEEN
from metaqueens.tuning.space import ParameterSpace, Settings
from metaqueens.tuning.task import Task

FEWEST_SETTINGS = 10
MOST_GROUPS, FEWEST_IN_GROUP = 4, 4
PERMUTATIONS = 1_999
Change = dict[str, Any]
_ABSENT = object()
LEVEL = 0.05
CHEAPER, DEARER, OPEN = "cheaper", "dearer", "cannot tell"
# Of the runs that are left, one in so many is for choosing the order of the changes.
CHOOSING = 3
# At most so many repetitions, in lengths of the training.
MOST_LENGTHS = 3


class Effect(NamedTuple):
    """The share of the variance that a parameter explains.

    Parameters
    ----------
    share
        Of the variance in the ranks of the costs, 0 to 1.
    chance
        The mean share where costs are permuted at random over the settings.
    p
        How often that gives a share as large; by Holm, for all parameters together.
    settings
        How many settings were compared.
    """

    share: float
    chance: float
    p: float
    settings: int


def importance(space: ParameterSpace, candidates: Sequence[Candidate]) -> dict[str, Effect]:
    """Return the effect of each parameter, the largest first; not those of too few settings.

    Settings are compared by their cost at the first look, which all of them reached.
    """
    drawn = {one.key: one for one in candidates if one.at_random}
    found: dict[str, Effect] = {}
    for key, dimension in space.dimensions.items():
        asked = [one for one in drawn.values() if key in one.settings]
        if len(asked) < FEWEST_SETTINGS:
            continue
        values = [one.settings[key] for one in asked]
        groups = _alike(values) if dimension.choice else _quarters(values)
        costs = np.array([one.costs[min(one.costs)] for one in asked])
        if len(set(groups)) > 1 and len(set(costs)) > 1:
            found[key] = _effect(groups, costs)
    if not found:
        return {}
    adjusted = zip(found.items(), holm([one.p for one in found.values()]), strict=True)
    together = [(key, one._replace(p=float(p))) for (key, one), p in adjusted]
    return dict(sorted(together, key=lambda pair: -pair[1].share))


def _alike(values: Sequence[Any]) -> np.ndarray:
    return np.unique([repr(value) for value in values], return_inverse=True)[1]


def _quarters(values: Sequence[float]) -> np.ndarray:
    """Return groups of about equal size, from the smallest values to the largest."""
    groups = max(2, min(MOST_GROUPS, len(values) // FEWEST_IN_GROUP))
    edges = np.quantile(values, np.arange(1, groups) / groups)
    return np.asarray(np.searchsorted(edges, values, side="right"))


def _effect(groups: np.ndarray, costs: np.ndarray) -> Effect:
    from scipy import stats

    ranks = stats.rankdata(costs)
    ranks -= ranks.mean()
    rng = np.random.default_rng(len(ranks))
    dealt = np.concatenate([ranks[None], rng.permuted(np.tile(ranks, (PERMUTATIONS, 1)), axis=1)])
    members = np.array([groups == group for group in np.unique(groups)], dtype=float)
    sums = dealt @ members.T
    shares = (sums**2 / members.sum(axis=1)).sum(axis=1) / (ranks**2).sum()
    p = float(np.mean(shares >= shares[0] * (1 - 1e-9)))
    return Effect(float(shares[0]), float(shares[1:].mean()), p, len(ranks))


class Step(NamedTuple):
    """One parameter, with those that depend on it, set as the best setting has it.

    ``p`` is of its cost against that of the step before, by Holm for all steps together; None
    where nothing was changed.
    """

    changed: Change
    settings: dict[str, Any]
    cost: float
    p: float | None
    verdict: str


class Way(NamedTuple):
    """All steps, the first of them the default; and the best against the default, on the same runs.

    ``repetitions`` is how many of each training problem were run for each step; ``p`` and
    ``verdict`` are of the last step against the first.
    """

    steps: list[Step]
    repetitions: int
    p: float
    verdict: str


def walk(runner: Runner, best: Settings, most_runs: int) -> Way | None:
    """Walk from the default to the best setting, the cheapest change first.

    None where there is no change, or ``most_runs`` allow not even one repetition.
    """
    task = runner.task
    left = changes(task.space, task.space.default, best)
    if not left:
        return None
    first, tried = (
        SEEN * task.tuning.train.runs + task.tuning.test.runs,
        len(left) * (len(left) + 1) // 2 - 1,
    )
    choosing = min(task.tuning.train.runs, _repetitions(task, most_runs // CHOOSING, tried))
    if tried and not choosing:  # too few runs to choose an order: all in one step
        left, tried = [_together(left)], 0
    after = first + choosing
    most_runs -= choosing * tried * len(task.train)
    showing = min(
        MOST_LENGTHS * task.tuning.train.runs, _repetitions(task, most_runs, len(left) + 1)
    )
    if showing < 1:
        return None
    way = _order(runner, left, range(first, after))
    return _measured(runner, way, range(after, after + showing))


def _repetitions(task: Task, runs: int, settings: int) -> int:
    return runs // (max(1, settings) * len(task.train))


def _together(changes: Sequence[Change]) -> Change:
    return {key: value for one in changes for key, value in one.items()}


def _order(
    runner: Runner, left: list[Change], repetitions: range
) -> list[tuple[Change, dict[str, Any]]]:
    """Return what is changed in turn, and the settings it leads to; the default comes first."""
    task, at = runner.task, runner.task.space.default
    way: list[tuple[Change, dict[str, Any]]] = [({}, at)]
    while left:
        nexts = [(one, _with(at, one)) for one in left]
        allowed = [pair for pair in nexts if task.objection(pair[1]) is None]
        if not allowed:  # only together: the rest in one step
            rest = _together(left)
            left, allowed = [rest], [(rest, _with(at, rest))]
        k = 0
        if len(allowed) > 1:
            _, costs = _run(runner, [settings for _, settings in allowed], repetitions)
            k = costs.index(min(costs))
        changed, at = allowed[k]
        way.append(({key: at.get(key) for key in changed}, at))
        left = [one for one in left if one is not changed]
    return way


def _measured(
    runner: Runner, way: Sequence[tuple[Change, dict[str, Any]]], repetitions: range
) -> Way:
    task, order = runner.task, blocks(runner.task.train, repetitions)
    done, costs = _run(runner, [settings for _, settings in way], repetitions)
    pairs = [*pairwise(done), (done[0], done[-1])]
    *ps, p = [
        p_value(task.tuning.minimise, task.train, order, now, before) for before, now in pairs
    ]
    steps = [Step(*way[0], costs[0], None, "")]
    for k, adjusted in enumerate(map(float, holm(ps)), 1):
        steps.append(Step(*way[k], costs[k], adjusted, _word(adjusted, costs[k], costs[k - 1])))
    return Way(steps, len(repetitions), p, _word(p, costs[-1], costs[0]))


def _run(
    runner: Runner, settings: Sequence[dict[str, Any]], repetitions: range
) -> tuple[list[list[Done]], list[float]]:
    """Return what each setting's runs came to, and its cost over them."""
    task, order = runner.task, blocks(runner.task.train, repetitions)
    done = runner.run([Job(one, order) for one in settings], task.train)
    pairs = [list(zip(order, runs, strict=True)) for runs in done]
    return done, [total(task.tuning.minimise, runs, task.train) for runs in pairs]


def _word(p: float, cost: float, other: float) -> str:
    return OPEN if p >= LEVEL else CHEAPER if cost < other else DEARER


def changes(space: ParameterSpace, default: Settings, best: Settings) -> list[Change]:
    """Return what differs, key by key; what depends on another change goes with it."""
    differing = {
        key: best.get(key, _ABSENT)
        for key in space.dimensions
        if default.get(key, _ABSENT) != best.get(key, _ABSENT)
    }
    groups: dict[str, Change] = {}
    for key, value in differing.items():
        head = next(_heads(space, key, differing), key)
        groups.setdefault(head, {})[key] = value
    return list(groups.values())


def _heads(space: ParameterSpace, key: str, differing: Mapping[str, Any]) -> Iterator[str]:
    for parent in space.conditions.get(key, {}):
        yield from _heads(space, parent, differing)
        if parent in differing:
            yield parent


def _with(settings: Settings, change: Change) -> dict[str, Any]:
    changed = {**settings, **change}
    return {key: value for key, value in changed.items() if value is not _ABSENT}

"""Ablation [1]_: from the default to the best setting, one parameter at a time.

Which change comes next is chosen on some fresh repetitions, and what each costs is measured on
others: the runs of the search chose the best setting, and what chose a thing flatters it.

.. [1] Fawcett & Hoos (2016). Analysing differences between algorithm configurations through
       ablation. Journal of Heuristics 22: 431-458.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from metaqueens.analysis.inference.significance import holm
from metaqueens.config.tuning.space import Space
from metaqueens.config.tuning.task import Task
from metaqueens.tuning.costs import Done, blocks, total
from metaqueens.tuning.paired import p_value
from metaqueens.tuning.plan import SEEN
from metaqueens.tuning.runner import Job, Runner

Change = dict[str, Any]
_ABSENT = object()
LEVEL = 0.05
CHEAPER, DEARER, OPEN = "cheaper", "dearer", "cannot tell"
# Of the runs that are left, one in so many is for choosing the order of the changes.
CHOOSING = 3
# At most so many repetitions, in lengths of the training.
MOST_LENGTHS = 3


class Step(NamedTuple):
    """One parameter, with those that hang on it, set as the best setting has it.

    ``p`` is of its cost against that of the step before, by Holm for all steps together; None
    where nothing was changed.
    """

    changed: dict[str, Any]
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


def walk(runner: Runner, best: Mapping[str, Any], most_runs: int) -> Way | None:
    """Walk from the default to the best setting, the cheapest change first.

    None where there is no change, or ``most_runs`` allow not even one repetition.
    """
    task = runner.task
    start = task.space.default
    left = changes(task.space, start, best)
    if not left:
        return None
    first, tried = SEEN * task.train_runs + task.test_runs, len(left) * (len(left) + 1) // 2 - 1
    choosing = min(task.train_runs, _repetitions(task, most_runs // CHOOSING, tried))
    if tried and not choosing:  # too few runs to tell the changes apart: all in one step
        left, tried = [{key: value for one in left for key, value in one.items()}], 0
    after = first + choosing
    most_runs -= choosing * tried * len(task.train)
    showing = min(MOST_LENGTHS * task.train_runs, _repetitions(task, most_runs, len(left) + 1))
    if showing < 1:
        return None
    way = _order(runner, start, left, range(first, after))
    return _measured(runner, way, range(after, after + showing))


def _repetitions(task: Task, runs: int, settings: int) -> int:
    return runs // (max(1, settings) * len(task.train))


def _order(
    runner: Runner, start: Mapping[str, Any], left: list[Change], repetitions: range
) -> list[tuple[Change, dict[str, Any]]]:
    """What is changed in turn, and the settings it leads to; the start comes first."""
    task, at = runner.task, dict(start)
    way: list[tuple[Change, dict[str, Any]]] = [({}, at)]
    while left:
        nexts = [(one, _with(at, one)) for one in left]
        allowed = [pair for pair in nexts if task.objection(pair[1]) is None]
        if not allowed:  # only together: the rest in one step
            rest = {key: value for one in left for key, value in one.items()}
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

    def p_of(ours: Sequence[Done], theirs: Sequence[Done]) -> float:
        return p_value(task.minimise, task.train, order, ours, theirs)

    ps = [p_of(now, before) for before, now in pairwise(done)]
    adjusted = [float(p) for p in holm(ps)]
    steps = [Step(*way[0], costs[0], None, "")]
    for k in range(1, len(way)):
        p = adjusted[k - 1]
        steps.append(Step(*way[k], costs[k], p, _word(p, costs[k], costs[k - 1])))
    p = p_of(done[-1], done[0])
    return Way(steps, len(repetitions), p, _word(p, costs[-1], costs[0]))


def _run(
    runner: Runner, settings: Sequence[dict[str, Any]], repetitions: range
) -> tuple[list[list[Done]], list[float]]:
    """What each setting's runs came to, and its cost over them."""
    task, order = runner.task, blocks(runner.task.train, repetitions)
    done = runner.run([Job(one, order) for one in settings], task.train)
    pairs = [list(zip(order, runs, strict=True)) for runs in done]
    return done, [total(task.minimise, runs, task.train) for runs in pairs]


def _word(p: float, cost: float, other: float) -> str:
    return OPEN if p >= LEVEL else CHEAPER if cost < other else DEARER


def changes(
    space: Space, default: Mapping[str, Any], best: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """What differs, key by key; what hangs on another change goes with it."""
    differing = {
        key: best.get(key, _ABSENT)
        for key in space.dimensions
        if default.get(key, _ABSENT) != best.get(key, _ABSENT)
    }
    groups: dict[str, dict[str, Any]] = {}
    for key, value in differing.items():
        head = next(iter(_heads(space, key, differing)), key)
        groups.setdefault(head, {})[key] = value
    return list(groups.values())


def _heads(space: Space, key: str, differing: Mapping[str, Any]) -> Iterator[str]:
    for parent in space.conditions.get(key, {}):
        yield from _heads(space, parent, differing)
        if parent in differing:
            yield parent


def _with(settings: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    changed = {**settings, **change}
    return {key: value for key, value in changed.items() if value is not _ABSENT}

"""The way from the default to the best setting, one parameter at a time: an ablation [1]_.

.. [1] Fawcett & Hoos (2016). Analysing differences between algorithm configurations through
       ablation. Journal of Heuristics 22: 431-458.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from metaqueens.config.space import Space
from metaqueens.tune.costs import blocks, total
from metaqueens.tune.runner import Job, Runner

_ABSENT = object()


class Step(NamedTuple):
    """One parameter, with those that hang on it, set as the best setting has it."""

    changed: dict[str, Any]
    settings: dict[str, Any]
    cost: float


def walk(runner: Runner, best: Mapping[str, Any], most_runs: int) -> tuple[list[Step], int]:
    """Greedily the cheapest next change, from the default on; and the repetitions it was seen on.

    The first step changes nothing. No steps where ``most_runs`` allow not even one repetition.
    """
    task, default = runner.task, runner.task.space.default
    left = changes(task.space, default, best)
    candidates = len(left) * (len(left) + 1) // 2 + 1
    repetitions = min(task.train_runs, most_runs // (candidates * len(task.train)))
    if not left or repetitions < 1:
        return [], 0
    order = blocks(task.train, range(repetitions))

    def costs(settings: Sequence[dict[str, Any]]) -> list[float]:
        done = runner.run([Job(one, order) for one in settings], task.train)
        return [
            total(task.minimise, list(zip(order, runs, strict=True)), task.train) for runs in done
        ]

    at = dict(default)
    steps = [Step({}, at, costs([at])[0])]
    while left:
        nexts = [(one, _with(at, one)) for one in left]
        allowed = [pair for pair in nexts if _is_allowed(runner, pair[1])]
        if not allowed:  # only together: the rest in one step
            rest = {key: value for one in left for key, value in one.items()}
            left, allowed = [rest], [(rest, _with(at, rest))]
        found = costs([settings for _, settings in allowed])
        k = found.index(min(found))
        changed, at = allowed[k]
        steps.append(Step({key: at.get(key) for key in changed}, at, found[k]))
        left = [one for one in left if one is not changed]
    return steps, repetitions


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


def _is_allowed(runner: Runner, settings: Mapping[str, Any]) -> bool:
    problems = [instance.problem for instance in runner.task.train]
    return runner.task.space.objection(settings, problems) is None

"""The film of a complete search: each of its steps, and the tree that it walks."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from metaqueens.films.film import Film, lines, titled
from metaqueens.problem import drawing
from metaqueens.search.standing import EMPTY, Step


def film_of_steps(n: int, steps: Iterable[Step], evaluations: int, most: int) -> Film:
    """These ``steps`` of a search on ``n`` queens, up to one that has counted ``evaluations``."""
    every = list(_up_to(steps, evaluations))
    numbers, shown = zip(*_chosen(every, most), strict=True)
    last = every[-1]
    solved = EMPTY not in last.queens and not last.dead
    tree, nodes = tree_of(every)
    return Film(
        n=n,
        problem=f"{n} queens",
        columns={
            "steps": [number + 1 for number in numbers],
            "node": [nodes[number] for number in numbers],
            **_columns(shown),
        },
        facts={
            "steps": "step",
            "placed": "queens on the board",
            **{name: titled(name) for name in last.effort},
        },
        curves={
            "queens on the board": {"current": "placed"},
            "dead ends": {"current": "dead_ends"},
        },
        clock="steps",
        came=_outcome(last, solved),
        end=(1 + last.counted, 0 if solved else n * (n - 1) // 2),
        part=(len(shown), len(every), "step"),
        slow=True,
        more={"tree": tree},
    )


def _columns(steps: Sequence[Step]) -> dict[str, list[Any]]:
    told = ("queens", "struck", "tried", "dead", "forced", "said")
    return {
        **{name: [getattr(step, name) for step in steps] for name in told},
        "lines": [lines(step.queens, drawing.attacks(step.queens), torus=False) for step in steps],
        "placed": [len(step.queens) - step.queens.count(EMPTY) for step in steps],
        # As a result counts them.
        "evaluations": [1 + step.counted for step in steps],
        **{name: [step.effort[name] for step in steps] for name in steps[-1].effort},
    }


def tree_of(steps: Sequence[Step]) -> tuple[dict[str, list[Any]], list[int]]:
    """Return the tree that ``steps`` walk, and the number of the node on which each of them stands.

    Of each node: ``parent``, from the root, which is its own; ``born``, the step that enters it,
    from 1; ``dead``, the step that counts it as a dead end, and ``left``, the one after which
    nothing below it is to be searched, None where there is none; ``x`` and ``depth``, where to draw
    it.
    """
    numbers: dict[tuple[Any, ...], int] = {(): 0}
    parent, born, nodes = [0], [0], list[int]()
    left: list[int | None] = [None]
    dead: list[int | None] = [None]
    open_: tuple[Any, ...] = ()
    for number, step in enumerate(steps, 1):
        for depth in range(1, len(step.path) + 1):
            path = step.path[:depth]
            if path not in numbers:
                numbers[path] = len(parent)
                parent.append(numbers[path[:-1]])
                born.append(number)
                left.append(None)
                dead.append(None)
        for depth in range(len(open_), 0, -1):
            if step.path[:depth] != open_[:depth]:
                _leave(left, numbers[open_[:depth]], number)
        if step.dead:
            dead[numbers[step.path]] = number
            _leave(left, numbers[step.path], number)
        open_ = step.path
        nodes.append(numbers[step.path])
    x, depths = _laid_out(parent)
    ends: dict[str, list[Any]] = {"dead": dead, "left": left}
    return {"parent": parent, "born": born, **ends, "x": x, "depth": depths}, nodes


def _leave(left: list[int | None], node: int, number: int) -> None:
    if left[node] is None:
        left[node] = number


def _laid_out(parent: Sequence[int]) -> tuple[list[float], list[int]]:
    """Leaves side by side in the order of the search, others above the middle of their children."""
    children: list[list[int]] = [[] for _ in parent]
    for node, above in enumerate(parent):
        if node:
            children[above].append(node)
    depth = [0] * len(parent)
    for node in range(1, len(parent)):
        depth[node] = depth[parent[node]] + 1
    order, stack = list[int](), [0]
    while stack:
        order.append(stack.pop())
        stack.extend(reversed(children[order[-1]]))
    x, leaves = [0.0] * len(parent), 0
    for node in order:
        if not children[node]:
            x[node], leaves = float(leaves), leaves + 1
    for node in reversed(order):
        if children[node]:
            x[node] = (x[children[node][0]] + x[children[node][-1]]) / 2
    return x, depth


def _up_to(steps: Iterable[Step], evaluations: int) -> Iterator[Step]:
    for step in steps:
        yield step
        if step.counted >= evaluations:
            return


def _chosen(steps: Sequence[Step], most: int) -> list[tuple[int, Step]]:
    """The steps to show, with their numbers: all, or those that change the board, or some."""
    chosen = list(enumerate(steps))
    if len(chosen) > most:
        chosen = [(k, step) for k, step in chosen if step.tried is None]
    if len(chosen) > most:
        places = np.linspace(0, len(chosen) - 1, most).round().astype(int)
        chosen = [chosen[k] for k in places]
    return chosen


def _outcome(last: Step, solved: bool) -> str:
    counted = " and ".join(
        f"{count:,} {re.sub('(?<=ch)es$|s$', '', titled(name)) if count == 1 else titled(name)}"
        for name, count in last.effort.items()
    )
    return f"{'first solution' if solved else 'no solution'} after {counted}"

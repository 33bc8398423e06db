"""Local search whose acceptance criterion is a function or a class from outside.

Moves are drawn and priced some at a time, because a call of a kernel from Python takes as long as
ten of the function's: more and more of them from one board, until one is made.
"""

from collections.abc import Callable, Iterator
from enum import IntEnum
from functools import partial
from typing import Any

import numpy as np

from metaqueens.core.choices import Moves
from metaqueens.core.jit import kernel, per
from metaqueens.core.moves import propose
from metaqueens.core.random import stream_of
from metaqueens.core.state import apply, delta
from metaqueens.problem.space import Space
from metaqueens.search.budget import Checkpoints
from metaqueens.search.plugin_parts import Plugin, require_takes
from metaqueens.search.snapshot import Snapshot
from metaqueens.search.walk import Walk, leave
from metaqueens.text.validation import describe, wrong_argument

ARGUMENTS = ("rng", "best", "current", "candidate")
Accepts = Callable[[np.random.Generator, int, int, int], bool]
FEWEST, MOST = 4, 512


class PluginAcceptance(Plugin):
    """A criterion from outside: called for every move, it says whether the move is made.

    A function is called with the run's random generator and the attacking pairs of the best, the
    current and the candidate board. A class is called with n and its keys at the start of every
    run, and its object, which may remember what it likes, for every move.

    Parameters
    ----------
    use
        ``package.module:function``; further keys are its keyword arguments.
    """

    def criterion(self, n: int) -> Accepts:
        """Return what is called for every move of a run."""
        found, keys = self.operator()
        return found(n, **keys) if isinstance(found, type) else partial(found, **keys)


def fits(plugin: PluginAcceptance) -> PluginAcceptance:
    """Raise where what is called for every move could not be."""
    found, keys = plugin.operator()
    if not isinstance(found, type):
        require_takes(plugin.use, found, ARGUMENTS, keys)
        return plugin
    require_takes(plugin.use, found, ("n",), keys)
    call = next((vars(one)["__call__"] for one in found.__mro__ if "__call__" in vars(one)), None)
    name = plugin.use.partition(":")[2]
    if call is None:
        raise wrong_argument("use", f"objects of {name} cannot be called: it has no __call__")
    require_takes(f"{plugin.use}.__call__", call, ("self", *ARGUMENTS), ())
    return plugin


def judged(
    plugin: PluginAcceptance,
    kind: IntEnum,
    space: Space,
    checkpoints: Checkpoints,
    rng: np.random.Generator,
) -> Iterator[Snapshot]:
    """Yield the search: moves of ``kind`` that the ``plugin`` lets pass."""
    walk, stream = Walk.begin(space.random_state(rng)), stream_of(rng)
    accepts, make = plugin.criterion(space.n), _make[kind]
    state, cost, best, best_cost, found_at, evaluations, steps = walk
    moves = _drawn(kind, walk, stream)
    while True:
        walk = Walk(state, cost, best, best_cost, found_at, evaluations, steps)
        yield walk.report()
        until = checkpoints.next_report(walk.snapshot)
        while evaluations < until and best_cost > 0:
            i, j, change = next(moves)
            evaluations += 1
            passes = accepts(rng, best_cost, cost, cost + change)
            if passes is not True and not _yes(passes, plugin.use):
                continue
            make(state, i, j, change, cost, best_cost, best)
            cost, steps, moves = cost + change, steps + 1, _drawn(kind, walk, stream)
            if cost < best_cost:
                best_cost, found_at = cost, evaluations


def _yes(passes: Any, use: str) -> bool:
    if not isinstance(passes, bool | np.bool_):
        raise TypeError(f"{use} returned {describe(passes)}; expected True or False")
    return bool(passes)


def _drawn(kind: IntEnum, walk: Walk, stream: np.ndarray) -> Iterator[list[int]]:
    """Random moves of the board as it is now, each with the change that it brings."""
    count, draw = FEWEST, _draw[kind]
    while True:
        moves = np.empty((count, 3), np.int64)
        draw(walk.state, moves, stream)
        yield from moves.tolist()
        count = min(2 * count, MOST)


@per(Moves)
def _draw(kind):
    @kernel
    def draw(state, moves, stream):
        for k in range(moves.shape[0]):
            i, j = propose(kind, state, stream)
            moves[k, 0], moves[k, 1], moves[k, 2] = i, j, delta(kind, state, i, j)

    return draw


@per(Moves)
def _make(kind):
    @kernel
    def make(state, i, j, change, cost, best_cost, best):
        if change > 0:
            leave(cost, best_cost, state.values, best)
        apply(kind, state, i, j)

    return make

"""Compile the kernels of this package before a league or a score, outside any budget.

A confined class can only read the folder of machine code. It would compile a missing kernel again
in each run, within its budget.
"""

from collections.abc import Iterable
from contextlib import suppress

import numpy as np

from metaqueens.problem.base import BaseProblem
from metaqueens.problem.space import Space


def compile_kernels(problems: Iterable[BaseProblem]) -> None:
    """Compile the kernels that a class may call, for each kind of problem; or load stored ones."""
    kinds = {(type(problem), frozenset(problem.rules)): problem for problem in problems}
    for problem in kinds.values():
        for encoding in problem.encodings:
            with suppress(Exception):  # in the functions of a user's problem: the runs tell it
                _call_kernels(Space(problem.tiny(), encoding))


def _call_kernels(space: Space) -> None:
    """Call each kernel once that a class may call."""
    from metaqueens.core.moves import propose, propose_for
    from metaqueens.core.random import draw_below, draw_uniform, start_stream
    from metaqueens.core.state import apply, compute_cost, count_conflicts, delta, evaluate, rebuild

    rng, kind = np.random.default_rng(0), int(space.moves())
    state, stream = space.random_state(rng), start_stream(rng)
    draw_below(stream, 2)
    draw_uniform(stream)
    rebuild(state)
    compute_cost(state)
    count_conflicts(state, 0)
    propose_for(kind, state, 0, stream)
    i, j = propose(kind, state, stream)
    delta(kind, state, i, j)
    apply(kind, state, i, j)
    values = state.values.copy()
    evaluate(int(space.code), state, values)
    space.problem.recount(values)
    space.problem.is_solution(values)

"""Independent walks: one search with several seeds at once, until one of them solves [1]_.

.. [1] Verhoeven & Aarts (1995). Parallel local search. Journal of Heuristics 1: 43-65.
"""

from concurrent.futures import FIRST_COMPLETED, wait
from ctypes import c_bool
from math import inf
from multiprocessing.sharedctypes import RawValue
from time import monotonic
from typing import NamedTuple

import numpy as np

from metaqueens.experiment.execution import pool
from metaqueens.experiment.execution.pool import SECONDS_BETWEEN_LOOKS
from metaqueens.experiment.execution.worker import prepare
from metaqueens.problem.queens import Queens
from metaqueens.search.budget import Looks
from metaqueens.search.contestant import bytes_per_queen
from metaqueens.search.driver import warm_up
from metaqueens.search.parameters import Parameters, space_for
from metaqueens.search.result import Result
from metaqueens.search.solve import drawn_seed, solve
from metaqueens.system import interrupts

# So long has a walk after Ctrl-C to report its board: an exact method reports at its end alone.
GRACE_SECONDS = 1.0


class Walks(NamedTuple):
    """What independent walks came to.

    best : the first that solved; where none did, the one with the fewest guards
    ended : how many had ended when it was chosen, itself included
    evaluations : of those that had ended, together
    """

    best: Result
    ended: int
    evaluations: int


def first_to_solve(
    problem: Queens, algorithm: Parameters, budget: Looks, seed: int | None, workers: int
) -> Walks:
    """Walk ``workers`` times at once, until one walk solves or all have spent the ``budget``.

    Walk 0 has ``seed`` itself, the others seeds made of it. Which one is first is up to the
    machine; that one alone is ``solve`` with the seed of its result. The first Ctrl-C ends all
    walks, with the best board so far of those that report soon, or ``KeyboardInterrupt``. Raises
    as ``solve`` does, and ``RunFailed`` where a walk loses its worker again and again.
    """
    space = space_for(algorithm, problem)
    space.require_memory(workers * bytes_per_queen(algorithm))
    seed = drawn_seed() if seed is None else seed
    stop = RawValue(c_bool, False)  # no lock, which a worker that is killed could hold
    with pool.started(workers, _begin, (stop,)) as processes:
        warm_up(algorithm, space)  # so that one process compiles, and the others load
        given_up_at = inf
        with interrupts.noted(lambda: _set(stop)) as heard:
            under_way = {
                processes.task(_walk, problem, algorithm, budget, one)
                for one in walk_seeds(seed, workers)
            }
            ended: list[Result] = []
            while under_way and not any(result.solved for result in ended):
                if heard():
                    given_up_at = min(given_up_at, monotonic() + GRACE_SECONDS)
                if monotonic() > given_up_at:
                    break
                done, under_way = wait(under_way, SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED)
                ended += [one.result() for one in done]
        _set(stop)
    if not ended:
        raise KeyboardInterrupt
    best = min(ended, key=lambda result: (result.guards, result.seconds))
    return Walks(best, len(ended), sum(result.evaluations for result in ended))


def walk_seeds(seed: int, workers: int) -> list[int]:
    """Return the seeds of the walks, below 2^53 but for the first, which is ``seed``."""
    made = np.random.SeedSequence(seed).generate_state(workers, np.uint64)[1:] >> np.uint64(11)
    return [seed, *map(int, made)]


def _set(stop: c_bool) -> None:
    stop.value = True


def _begin(stop: c_bool) -> None:
    global _stop
    prepare()
    _stop = stop


def _walk(problem: Queens, algorithm: Parameters, budget: Looks, seed: int) -> Result:
    return solve(problem, algorithm, budget, seed, stop=lambda: _stop.value)


_stop: c_bool  # of this worker; set where another walk has solved

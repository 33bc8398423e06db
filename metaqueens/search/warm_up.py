"""Compiling what an algorithm needs before its clock is started."""

from contextlib import suppress

import numpy as np

from metaqueens.problem.queens import Queens
from metaqueens.problem.space import Space
from metaqueens.search.budget import Budget
from metaqueens.search.driver import Reason, Rule, drive
from metaqueens.search.parameters import Algorithm, Parameters
from metaqueens.search.standing import Standing
from metaqueens.search.start import Start

EVALUATIONS = 2_000
# A population may price all of these in its first generation, and has mated nothing by then.
REPORTS, MOST_REPORTS = 4, 10_000
_WARM: set[str] = set()


def warm_up(algorithm: Algorithm, space: Space) -> None:
    """Compile what ``algorithm`` needs in ``space``, or read it from the cache."""
    if isinstance(algorithm, Parameters) and isinstance(algorithm.start, Start):
        # Any board compiles the same, and the given one is too large for the tiny space below.
        algorithm = algorithm.model_copy(update={"start": None})
    # Kernels are compiled for the rules that are set, not for what they say.
    key = f"{algorithm!r} {space.encoding} {space.problem.rules}"
    if key in _WARM or not getattr(algorithm, "compiles", True):
        return
    _WARM.add(key)
    if space.problem.is_plain:
        # Three queens have no solution, so that the search gets to use every part it has.
        space = Space(Queens(3), space.encoding)
    budget, rng = Budget(EVALUATIONS), np.random.default_rng(0)
    # An operator made for one n alone may fail here, and work there.
    with suppress(Exception, SystemExit, GeneratorExit):
        for _ in drive(algorithm, space, budget, rng, _enough()):
            pass


def _enough() -> Rule:
    """After some reports, and the evaluations, or very many reports."""
    reports = 0

    def rule(standing: Standing, seconds: float) -> Reason | None:
        nonlocal reports
        reports += 1
        over = standing.evaluations >= EVALUATIONS or reports > MOST_REPORTS
        return "evaluations" if reports >= REPORTS and over else None

    return rule

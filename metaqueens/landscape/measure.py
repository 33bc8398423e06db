"""Measure the landscape of a problem: all its boards where they are few, else samples."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from math import exp, nan
from typing import Any, NamedTuple, TypeGuard

import numpy as np

from metaqueens.core.moves import MoveName
from metaqueens.exact import bitmask, counting, forward_checking, tree_size
from metaqueens.exact.effort import Effort, LimitReached
from metaqueens.landscape import autocorrelation, sampled
from metaqueens.landscape.exact import enumerated, network
from metaqueens.landscape.facts import Count, Escape, Landscape, Neighbourhood, Number
from metaqueens.landscape.ground import Ground, boards_of, is_small, priced
from metaqueens.landscape.sampled import Sampler
from metaqueens.problem.queens import EncodingName, Queens
from metaqueens.problem.space import Space
from metaqueens.text.errors import UserError

NEIGHBOURHOODS: dict[MoveName, EncodingName] = {
    "swap": "permutation",
    "reassign": "rows",
    "step": "rows",
}
TEMPERATURES = (0.0, 0.1, 0.2, 0.3, 0.5, 1.0)
SMALLEST, LARGEST = 4, 500
# A descent prices about n^3 boards, of which so many take some seconds.
_PRICED, MOST_DESCENTS, FEWEST_DESCENTS = 10**9, 1000, 30
# Networks are drawn of boards of these sizes.
DRAWN_FROM, DRAWN_TO = 6, 8
Tell = Callable[[float, str], None]


def descents_for(n: int) -> int:
    """Return how many descents are sampled where nobody says so."""
    return max(FEWEST_DESCENTS, min(MOST_DESCENTS, _PRICED // n**3))


def measure(
    problem: Queens,
    seed: int,
    samples: int | None = None,
    temperatures: Sequence[float] = TEMPERATURES,
    tell: Tell = lambda done, what: None,
    moves: Sequence[MoveName] = tuple(NEIGHBOURHOODS),
) -> Landscape:
    """Return the landscape of ``problem`` under swap, reassign and step.

    Parameters
    ----------
    seed
        Of what is sampled; what is enumerated does not depend on it.
    samples
        Steepest descents from random boards, and the other samples with them.
    temperatures
        At which escapes from local optima are tried; 0 for sideways moves only.
    tell
        Called with the share of the work that is done, and what is being done.
    moves
        Which neighbourhoods are measured; what is found of one does not depend on the others.

    Raises
    ------
    UserError
        Where the board is too small or too large.
    """
    require_landscape(problem)
    samples = samples or descents_for(problem.n)
    solutions = all_solutions(problem)
    found: list[Neighbourhood] = []
    ground, enumerated_for = None, None
    for place, name in enumerate(moves):
        encoding = NEIGHBOURHOODS[name]
        space = Space(problem, encoding)
        task = Task(space, seed, samples, temperatures, solutions)
        part = _part(tell, place / len(moves), 1 / len(moves), name)
        if enumerated_for != encoding:
            pricing = partial(_told, part, "pricing all boards", 0.0, 0.05)
            ground = priced(space, pricing) if is_small(space) else None
            enumerated_for = encoding
        found.append(_measured(task, name, ground, part))
    return Landscape(problem, seed, samples, count(problem, solutions, seed), found)


class Task(NamedTuple):
    """What every neighbourhood is asked."""

    space: Space
    seed: int
    samples: int
    temperatures: Sequence[float]
    solutions: np.ndarray | None


def require_landscape(problem: Queens) -> None:
    if not SMALLEST <= problem.n <= LARGEST:
        raise UserError(f"N: expected {SMALLEST} to {LARGEST} queens, got {problem.n:,}")
    if len(problem.placed) == problem.n:
        raise UserError("every queen is placed: there is no move, and so no landscape")


def _part(tell: Tell, before: float, share: float, name: str) -> Tell:
    """Tells of one neighbourhood, a ``share`` of the whole, and its name."""
    return lambda done, what: tell(before + share * done, f"{name}: {what}")


def _told(tell: Tell, what: str, before: float, share: float, done: float) -> None:
    tell(before + share * done, what)


def _measured(task: Task, name: MoveName, ground: Ground | None, tell: Tell) -> Neighbourhood:
    """Return one neighbourhood: samples first, and over them what enumeration says."""
    # A plain int: of an enum, Numba looks the type up at every call.
    kind = int(task.space.moves(name))
    sampler = Sampler(task.space, kind, task.seed)
    facts: dict[str, Any] = dict.fromkeys(
        ("ends_open", "optima", "distance", "fdc", "fdc_optima", "fdc_one")
    )
    facts |= {"network": None, "is_exact": ground is not None}
    descending = partial(_told, tell, "descents from random boards", 0.05, 0.3)
    descents = sampler.descents(task.samples, descending)
    facts |= sampled.descended(sampler, descents)
    facts |= _walk(sampler, task.space.problem)
    if task.space.problem.is_plain:
        facts["cost"] = Number(autocorrelation.mean_cost(task.space.encoding, task.space.n))
    if _are_known(task.solutions):
        facts |= sampled.to_one(sampler, task.solutions, task.samples)
    if ground is None:
        facts |= _around(sampler, task, descents)
    else:
        looking = partial(_told, tell, "all boards and their neighbours", 0.4, 0.5)
        exact = enumerated(ground, kind, looking)
        facts |= exact.facts | {"cost": Number(float(ground.costs.mean()))}
        if DRAWN_FROM <= task.space.n <= DRAWN_TO:
            facts["network"] = network(ground, exact, sampler)
    tell(0.95, "escapes from local optima")
    stuck = descents.boards[descents.ends > 0]
    facts["escapes"] = [_escape(sampler, stuck, t, facts["changes"]) for t in task.temperatures]
    return Neighbourhood(
        name=name, encoding=task.space.encoding, boards=boards_of(task.space), **facts
    )


def _walk(sampler: Sampler, problem: Queens) -> dict[str, Any]:
    """Autocorrelation: by theory on plain boards, else as walked."""
    curve = sampled.walked(sampler)
    parts = autocorrelation.parts(sampler.kind, problem.n) if problem.is_plain else None
    if parts is not None:
        value = Number(parts.correlation(1))
        length = Number(autocorrelation.length(value.value))
    else:
        value = dict(curve).get(1, Number(nan, nan, nan, 0))
        middle, low, high = (autocorrelation.length(one or nan) for one in value[:3])
        length = Number(middle, low, high, value.samples)
    theory = [] if parts is None else [(lag, parts.correlation(lag)) for lag, _ in curve]
    return {"curve": curve, "theory": theory, "correlation": value, "length": length}


def _around(sampler: Sampler, task: Task, descents: sampled.Descents) -> dict[str, Any]:
    """Return what enumeration would say, from samples."""
    facts = sampled.positioned(sampler, task.samples)
    if _are_known(task.solutions):
        facts |= sampled.to_nearest(sampler, descents, task.solutions, task.samples)
    return facts


def _are_known(solutions: np.ndarray | None) -> TypeGuard[np.ndarray]:
    return solutions is not None and len(solutions) > 0


def _escape(
    sampler: Sampler, boards: np.ndarray, temperature: float, changes: Sequence[tuple[int, float]]
) -> Escape:
    """From the ends of descents that do not solve."""
    worse = sum(share * exp(-by / temperature) for by, share in changes if by > 0 and temperature)
    level = sum(share for by, share in changes if by == 0)
    return Escape(temperature, worse + level, worse, sampler.escapes(boards, temperature))


# Plain boards beyond have more solutions than anybody wants to measure distances to.
LISTED_UP_TO, MOST_SOLUTIONS, MOST_NODES = 12, 20_000, 5_000_000
COUNTED_UP_TO, DESCENTS = 14, 200_000


def all_solutions(problem: Queens) -> np.ndarray | None:
    """Return all solutions, (k, n); None where they are too many, or take too long to find."""
    if problem.is_plain and problem.n > LISTED_UP_TO:
        return None
    method = bitmask if problem.is_plain else forward_checking
    if method.supports(problem):
        return None
    try:
        boards = method.boards(problem, Effort(limit=MOST_NODES))
        found = list(islice(boards, MOST_SOLUTIONS + 1))
    except LimitReached:
        return None
    if len(found) > MOST_SOLUTIONS:
        return None
    return np.array(found, np.int64).reshape(-1, problem.n)


def count(problem: Queens, known: np.ndarray | None, seed: int) -> Count | None:
    """How many there are: listed, counted, or by Knuth's estimate; None where nobody knows."""
    if known is not None:
        return Count(len(known))
    if problem.is_plain and problem.n <= COUNTED_UP_TO:
        *_, found = counting.count(Queens(problem.n))
        return Count(found.solutions)
    if not problem.is_plain or tree_size.supports(problem):
        return None
    rng = np.random.default_rng(seed)
    about = tree_size.estimate(Queens(problem.n), DESCENTS, rng).solutions
    return Count(about.value, *about.ci95, DESCENTS)

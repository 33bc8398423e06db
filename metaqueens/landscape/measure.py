"""Measure the landscape of a problem: samples of its boards, with intervals."""

from collections.abc import Callable, Sequence
from math import factorial

from metaqueens.core.choices import EncodingName, MoveName
from metaqueens.landscape.facts import Escape, Landscape, Neighbourhood, length
from metaqueens.landscape.sampled import Sampler
from metaqueens.problem.base import BaseProblem
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


def descents_for(n: int) -> int:
    """Return the number of descents that are sampled by default."""
    return max(FEWEST_DESCENTS, min(MOST_DESCENTS, _PRICED // n**3))


def measure(
    problem: BaseProblem,
    seed: int,
    samples: int | None = None,
    temperatures: Sequence[float] = TEMPERATURES,
    tell: Callable[[int, str], None] = lambda done, what: None,
    moves: Sequence[MoveName] | None = None,
) -> Landscape:
    """Return the landscape of ``problem`` under swap, reassign and step.

    Parameters
    ----------
    seed
        Of the samples.
    samples
        Steepest descents from random boards, and the other samples with them.
    temperatures
        At which escapes from local optima are tried; 0 for sideways moves only.
    tell
        Called with how many neighbourhoods are done, and the next one.
    moves
        Which neighbourhoods are measured; None for all of the problem. What is found of one does
        not depend on the others.

    Raises
    ------
    UserError
        Where the board is too small or too large.
    """
    if not SMALLEST <= problem.n <= LARGEST:
        sizes = f"{SMALLEST} to {LARGEST} {problem.variable}s"
        raise UserError(f"N: expected {sizes}, got {problem.n:,}")
    if len(problem.fixed) == problem.n:
        raise UserError("every queen is placed: there is no move, and so no landscape")
    samples = samples or descents_for(problem.n)
    found: list[Neighbourhood] = []
    for name in moves or neighbourhoods_of(problem):
        tell(len(found), name)
        found.append(_measured(problem, name, seed, samples, temperatures))
    return Landscape(problem, seed, samples, found)


def neighbourhoods_of(problem: BaseProblem) -> list[MoveName]:
    """Return the neighbourhoods of n queens, or those of the encoding of another problem."""
    found = NEIGHBOURHOODS.items()
    return [name for name, at in found if problem.has("queens") or at == problem.encoding]


def _measured(
    problem: BaseProblem,
    name: MoveName,
    seed: int,
    samples: int,
    temperatures: Sequence[float],
) -> Neighbourhood:
    """Return one neighbourhood."""
    space = Space(problem, NEIGHBOURHOODS[name])
    # A plain int: of an enum, Numba looks the type up at every call.
    sampler = Sampler(space, int(space.moves(name)), seed)
    descents = sampler.descents(samples)
    correlation = sampler.correlation()
    stuck = descents.boards[descents.ends > 0]
    return Neighbourhood(
        name=name,
        encoding=space.encoding,
        boards=boards_of(space),
        moves=moves_of(space, name),
        measures={
            **descents.measures,
            "correlation": correlation,
            "length": length(correlation),
        },
        escapes=[Escape(t, sampler.escapes(stuck, t)) for t in temperatures],
    )


def boards_of(space: Space) -> int:
    """Return the number of boards of a space."""
    movable = space.n - len(space.problem.fixed)
    return factorial(movable) if space.encoding == "permutation" else space.value_count**movable


def moves_of(space: Space, name: MoveName) -> float:
    """Return how many moves a board has on average: by ``step`` it depends on the board."""
    movable = space.n - len(space.problem.fixed)
    if name == "swap":
        return movable * (movable - 1) / 2
    values = space.value_count
    return movable * (values - 1) * (1 if name == "reassign" else 2 / values)

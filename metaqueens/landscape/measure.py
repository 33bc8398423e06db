"""Measure the landscape of a problem from samples, each number with its 95 % interval."""

from collections.abc import Callable, Mapping, Sequence
from math import factorial, inf, log, log10, nan, sqrt
from typing import Any, NamedTuple

import numpy as np

from metaqueens.analysis.estimate.estimates import wilson
from metaqueens.core.choices import EncodingName, MoveName
from metaqueens.core.random import start_stream
from metaqueens.core.state import compute_cost, rebuild
from metaqueens.landscape import sampling
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.space import Space
from metaqueens.text.errors import UserError
from metaqueens.text.printable import prepare_json

NEIGHBOURHOODS: dict[MoveName, EncodingName] = {
    "swap": "permutation",
    "reassign": "rows",
    "step": "rows",
}
TEMPERATURES = (0.0, 0.1, 0.2, 0.3, 0.5, 1.0)
SMALLEST, LARGEST = 4, 500
# A descent evaluates about n^3 neighbours; this number takes some seconds.
_EVALUATED, MAX_DESCENTS, MIN_DESCENTS = 10**9, 1000, 30
# Sideways moves in a row, as in Russell and Norvig.
SIDEWAYS = 100
WALKS, MOVES_PER_VARIABLE, MIN_MOVES, MAX_MOVES = 30, 1000, 5_000, 200_000
# Larger whole numbers are not exact in JSON readers that use floats.
_MAX_IN_JSON = 2**53


class Number(NamedTuple):
    """A value from a sample, its 95 % interval and the size of the sample."""

    value: float
    low: float
    high: float
    samples: int


def share(successes: int, trials: int) -> Number:
    """Return a share of a sample, with Wilson's interval."""
    return Number(successes / trials if trials else nan, *wilson(successes, trials), trials)


def mean(values: Sequence[float] | np.ndarray) -> Number:
    """Return the mean of a sample, with Student's interval if there are two values or more."""
    known = np.asarray(values, float)
    middle = float(known.mean()) if known.size else nan
    if known.size < 2:
        return Number(middle, nan, nan, known.size)
    from scipy.special import stdtrit

    half = float(stdtrit(known.size - 1, 0.975) * known.std(ddof=1) / sqrt(known.size))
    return Number(middle, middle - half, middle + half, known.size)


def length(correlation: Number) -> Number:
    """Return the autocorrelation length, -1 / ln of the correlation of neighbours."""

    def convert(value: float) -> float:
        if not value > 0:
            return nan
        return -1 / log(value) if value < 1 else inf

    value, low, high, samples = correlation
    return Number(convert(value), convert(low), convert(high), samples)


class Neighbourhood(NamedTuple):
    """The measures of one neighbourhood by the keys of ``table.MEASURES``.

    ``boards`` is the number of solutions of the space and ``moves`` the average number of moves
    from one. ``escapes`` has by temperature the probability that a Metropolis walk from a local
    optimum finds a lower cost within as many proposals as there are moves.
    """

    name: str
    encoding: str
    boards: int
    moves: float
    measures: Mapping[str, Number]
    escapes: Mapping[float, Number]


class Landscape(NamedTuple):
    """A problem in several neighbourhoods, each measured by this number of descents."""

    problem: BaseProblem
    seed: int
    samples: int
    neighbourhoods: Sequence[Neighbourhood]

    @property
    def as_json(self) -> dict[str, Any]:
        """The landscape for ``--json``; null for unknown numbers and for too many boards."""

        def convert(number: Number) -> dict[str, Any]:
            value, *interval, samples = map(prepare_json, number)
            return {"value": value, "ci95": interval, "samples": samples}

        neighbourhoods = [
            {
                "name": one.name,
                "encoding": one.encoding,
                "boards": one.boards if one.boards < _MAX_IN_JSON else None,
                "boards_log10": log10(one.boards),
                "moves": one.moves,
                **{key: convert(number) for key, number in one.measures.items()},
                "escapes": [
                    {"temperature": temperature, "found": convert(number)}
                    for temperature, number in one.escapes.items()
                ],
            }
            for one in self.neighbourhoods
        ]
        return {
            "problem": self.problem.asked,
            "seed": self.seed,
            "descents": self.samples,
            "neighbourhoods": neighbourhoods,
        }


def default_descents(n: int) -> int:
    """Return the default number of descents."""
    return max(MIN_DESCENTS, min(MAX_DESCENTS, _EVALUATED // n**3))


def neighbourhoods_of(problem: BaseProblem) -> list[MoveName]:
    """Return the neighbourhoods of n queens, or those of the encoding of another problem."""
    found = NEIGHBOURHOODS.items()
    return [name for name, at in found if problem.has("queens") or at == problem.encoding]


def measure(
    problem: BaseProblem,
    seed: int,
    samples: int | None = None,
    temperatures: Sequence[float] = TEMPERATURES,
    tell: Callable[[int, str], None] = lambda done, name: None,
    moves: Sequence[MoveName] | None = None,
) -> Landscape:
    """Return the landscape of ``problem`` in each of its neighbourhoods, or in those of ``moves``.

    ``samples`` is the number of steepest descents from random solutions, and ``temperatures`` those
    of the escapes from local optima, 0 for sideways moves only. ``tell`` is called with the number
    of neighbourhoods that are done, and the next one. Raises UserError if the problem is too small
    or too large.
    """
    if not SMALLEST <= problem.n <= LARGEST:
        sizes = f"{SMALLEST} to {LARGEST} {problem.variable}s"
        raise UserError(f"N: expected {sizes}, got {problem.n:,}")
    if len(problem.fixed) == problem.n:
        raise UserError("every queen is placed: there is no move, and so no landscape")
    samples = samples or default_descents(problem.n)
    found: list[Neighbourhood] = []
    for name in moves or neighbourhoods_of(problem):
        tell(len(found), name)
        space = Space(problem, NEIGHBOURHOODS[name])
        # A plain int: Numba looks up the type of an enum at every call.
        sampler = Sampler(space, int(space.moves(name)), seed)
        measures, optima = sampler.measure_descents(samples)
        correlation = sampler.measure_correlation()
        measured = Neighbourhood(
            name=name,
            encoding=space.encoding,
            boards=count_boards(space),
            moves=count_moves(space, name),
            measures={**measures, "correlation": correlation, "length": length(correlation)},
            escapes={t: sampler.measure_escapes(optima, t) for t in temperatures},
        )
        found.append(measured)
    return Landscape(problem, seed, samples, found)


def count_boards(space: Space) -> int:
    """Return the number of solutions of a space, those with a cost above 0 included."""
    free = space.n - len(space.problem.fixed)
    return factorial(free) if space.encoding == "permutation" else space.value_count**free


def count_moves(space: Space, name: MoveName) -> float:
    """Return the average number of moves from a solution; by ``step`` it differs."""
    free = space.n - len(space.problem.fixed)
    if name == "swap":
        return free * (free - 1) / 2
    values = space.value_count
    return free * (values - 1) * (1 if name == "reassign" else 2 / values)


class Sampler:
    """Draw random solutions of a space and measure one neighbourhood around them."""

    def __init__(self, space: Space, kind: int, seed: int) -> None:
        self.space, self.kind = space, kind
        # The samples of a neighbourhood do not depend on which others are measured.
        self.rng = np.random.default_rng([seed, int(kind)])
        self.stream = start_stream(self.rng)
        self.state = space.random_state(self.rng)
        self.moves = sampling.around(self.state)

    def put(self, values: np.ndarray) -> int:
        """Set all values; return the cost."""
        self.state.values[:] = values
        rebuild(self.state)
        return int(compute_cost(self.state))

    def draw(self) -> int:
        """Draw a solution; return its cost."""
        return self.put(self.space.random_state(self.rng).values)

    def descend(self, cost: int, sideways: int = 0) -> tuple[int, int]:
        """Carry out a steepest descent; return its last cost and its steps."""
        descend = sampling.descend[self.kind]
        end, steps = descend(self.state, cost, sideways, self.moves, self.stream)
        return int(end), int(steps)

    def measure_descents(self, samples: int) -> tuple[dict[str, Number], np.ndarray]:
        """Return the measures of descents from random solutions, and the local optima."""
        starts, ends, steps, sideways = (np.zeros(samples, int) for _ in range(4))
        last = np.empty((samples, self.space.n), np.int32)
        for k in range(samples):
            starts[k] = self.draw()
            first = self.state.values.copy()
            ends[k], steps[k] = self.descend(starts[k])
            last[k] = self.state.values
            sideways[k] = not ends[k] or not self.descend(self.put(first), SIDEWAYS)[0]
        solved = ends == 0
        measures = {
            "cost": mean(starts),
            "solved": share(int(solved.sum()), samples),
            "solved_sideways": share(int(sideways.sum()), samples),
            "steps_solved": mean(steps[solved]),
            "steps_stuck": mean(steps[~solved]),
        }
        return measures, last[~solved]

    def measure_escapes(self, optima: np.ndarray, temperature: float) -> Number:
        """Return the share of Metropolis walks from ``optima`` that find a lower cost."""
        escaped = 0
        for values in optima:
            self.put(values)
            proposals = sampling.evaluate_all(self.kind, self.state, self.moves)
            walk = sampling.escapes[self.kind]
            escaped += bool(walk(self.state, temperature, proposals, self.stream))
        return share(escaped, len(optima))

    def measure_correlation(self) -> Number:
        """Return the correlation of the costs of neighbours, from random walks of one length.

        The mean and the variance are those of all walks, the intervals those between walks.
        """
        steps = min(max(MOVES_PER_VARIABLE * self.space.n, MIN_MOVES), MAX_MOVES)
        series = np.empty((WALKS, steps), np.int32)
        walk = sampling.walk[self.kind]
        for costs in series:
            cost = self.draw()
            # The first part leads to the distribution of a long walk, which prefers solutions with
            # more moves.
            walk(self.state, cost, costs[: 10 * self.space.n], self.stream)
            walk(self.state, int(compute_cost(self.state)), costs, self.stream)
        centred = series - series.mean()
        variance = float((centred**2).mean())
        if variance == 0:
            return Number(nan, nan, nan, 0)
        found = mean((centred[:, :-1] * centred[:, 1:]).mean(axis=1) / variance)
        return found._replace(high=min(found.high, 1.0))

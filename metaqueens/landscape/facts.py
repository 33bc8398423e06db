"""What is known of a landscape: numbers with 95 % intervals, of neighbourhoods and problems."""

from collections.abc import Mapping, Sequence
from math import inf, isfinite, log10, nan, sqrt
from typing import Any, NamedTuple

import numpy as np

from metaqueens.analysis.estimate.estimates import wilson
from metaqueens.problem.queens import Queens

# Fewer are called a small sample.
SMALL = 100


class Number(NamedTuple):
    """A value, and where it comes from a sample its 95 % interval and the size of the sample."""

    value: float
    low: float | None = None
    high: float | None = None
    samples: int | None = None

    @property
    def as_json(self) -> dict[str, Any]:
        """It for ``--json``: null for what is not known."""
        value = self.value if isfinite(self.value) else None
        if self.samples is None:
            return {"value": value, "exact": True}
        ends = [end if end is not None and isfinite(end) else None for end in self[1:3]]
        return {"value": value, "exact": False, "ci95": ends, "samples": self.samples}


def share(successes: int, trials: int) -> Number:
    """Return a share of a sample, with Wilson's interval."""
    low, high = wilson(successes, trials)
    return Number(successes / trials if trials else nan, low, high, trials)


def mean(values: Sequence[float] | np.ndarray) -> Number:
    """Return the mean of a sample, with Student's interval; none of fewer than two."""
    known = np.asarray(values, float)
    if known.size < 2:
        return Number(float(known.mean()) if known.size else nan, nan, nan, known.size)
    from scipy.special import stdtrit

    half = stdtrit(known.size - 1, 0.975) * known.std(ddof=1) / sqrt(known.size)
    middle = float(known.mean())
    return Number(middle, middle - float(half), middle + float(half), known.size)


def correlation(ones: np.ndarray, others: np.ndarray) -> Number:
    """Pearson's correlation of a sample, with Fisher's interval."""
    if ones.size < 4 or ones.std() == 0 or others.std() == 0:
        return Number(nan, nan, nan, ones.size)
    value = float(np.corrcoef(ones, others)[0, 1])
    z, half = np.arctanh(value), 1.959964 / sqrt(ones.size - 3)
    return Number(value, float(np.tanh(z - half)), float(np.tanh(z + half)), ones.size)


# Beyond, a float, which is what most readers make of a number, is not exact.
_MOST_IN_JSON = 2**53


class Count(NamedTuple):
    """How many solutions there are, with an interval where it is an estimate."""

    solutions: float
    low: float | None = None
    high: float | None = None
    descents: int | None = None


class Plateaus(NamedTuple):
    """Plateaus that were enumerated.

    closed, is_open : how many there are without and with an exit
    unsolved : the closed ones that hold no solution: what traps a search that may move sideways
    """

    closed: int
    unsolved: int
    is_open: int


class Escape(NamedTuple):
    """What a temperature does for a search at a local optimum.

    accepted : chance that a random move is accepted there
    worsening : chance that a random move is accepted and worsens
    found : chance that a Metropolis walk finds a lower cost within as many proposals as the board
        has moves
    """

    temperature: float
    accepted: float
    worsening: float
    found: Number


class Node(NamedTuple):
    """A closed plateau in the network of local optima: its cost, its boards, and its basin."""

    cost: int
    boards: int
    basin: float


class Network(NamedTuple):
    """The network of closed plateaus: where one random move and another descent lead.

    nodes : the drawn ones, those of the largest basins
    edges : (from, to, share of the tries)
    all_nodes : how many closed plateaus there are
    tries : descents from each node, with sideways moves
    elsewhere : share of the tries that end on no drawn node
    """

    nodes: list[Node]
    edges: list[tuple[int, int, float]]
    all_nodes: int
    tries: int
    elsewhere: float

    @property
    def largest(self) -> float:
        """The largest basin."""
        return max(one.basin for one in self.nodes)


class Neighbourhood(NamedTuple):
    """What was found of one neighbourhood; None where it was not measured.

    boards, moves : how many boards there are, and moves from a board on average
    positions : by name the share of boards (Hoos & Stuetzle)
    solved : chance that steepest descent from a random board ends at a solution
    solved_sideways : the same with up to 100 sideways moves in a row
    steps_solved, steps_stuck : mean steps of a descent that solves, and of one that does not
    priced : mean neighbours that a descent prices
    ends_open : share of the descents that do not solve but end on a plateau with an exit
    level : share of the descents that do not solve but end at a board with an equal neighbour
    after_kick : share that solve after one more random move and descent, of those that did not
    optima : local optima, where enumerated
    changes : by what a move adds to the cost, the share of moves at the ends of descents
    correlation : of the costs before and after a move of a random walk
    length : the autocorrelation length, in moves
    curve : correlation by lag, sampled; ``theory``: what it should be on plain boards
    distance : mean moves to the nearest best board
    fdc, fdc_optima : correlation of cost and distance to the nearest best board, over all boards,
        and over those without a better neighbour that are no solutions: each of these once where
        all boards were looked at, each as often as descents ended there where not
    fdc_one : correlation of cost and distance to one solution, over all boards
    """

    name: str
    encoding: str
    is_exact: bool
    boards: int
    moves: float
    cost: Number
    positions: Mapping[str, Number]
    solved: Number
    solved_sideways: Number
    steps_solved: Number
    steps_stuck: Number
    priced: Number
    ends_open: Number | None
    level: Number
    after_kick: Number
    optima: Plateaus | None
    changes: Sequence[tuple[int, float]]
    correlation: Number
    length: Number
    curve: Sequence[tuple[int, Number]]
    theory: Sequence[tuple[int, float]]
    distance: Number | None
    fdc: Number | None
    fdc_optima: Number | None
    fdc_one: Number | None
    escapes: Sequence[Escape]
    network: Network | None

    @property
    def restarted(self) -> Number:
        """Evaluations that steepest descent with restarts needs for a solution, expected.

        Its interval is that of the chance to solve.
        """
        p, low, high, samples = self.solved
        spent = 1 + self.priced.value
        if not p > 0:
            return Number(inf, spent / high if high else None, inf, samples)
        if low is None or high is None:
            return Number(spent / p)
        return Number(spent / p, spent / high, spent / low, samples)


class Landscape(NamedTuple):
    """A problem in several neighbourhoods.

    samples : descents in each of them, from random boards
    solutions : how many there are; None where nobody knows
    """

    problem: Queens
    seed: int
    samples: int
    solutions: Count | None
    neighbourhoods: Sequence[Neighbourhood]

    @property
    def as_json(self) -> dict[str, Any]:
        """It for ``--json``."""
        found: dict[str, Any] = {"problem": self.problem.asked, "seed": self.seed}
        found |= {"descents": self.samples, "solutions": _plain(self.solutions)}
        return found | {"neighbourhoods": [_plain(one) for one in self.neighbourhoods]}


def _further(one: Neighbourhood) -> dict[str, Any]:
    """Return what follows from the fields; too many boards for most readers of JSON are null."""
    return {
        "boards": one.boards if one.boards < _MOST_IN_JSON else None,
        "boards_log10": log10(one.boards),
        "evaluations_with_restarts": one.restarted,
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Number):
        return value.as_json
    if isinstance(value, Neighbourhood):
        return _plain(value._asdict() | _further(value))
    if hasattr(value, "_asdict"):
        return _plain(value._asdict())
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return None if isinstance(value, float) and not isfinite(value) else value

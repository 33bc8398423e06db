"""What boards drawn at random say of a neighbourhood."""

from collections.abc import Callable
from math import nan
from typing import Any, NamedTuple

import numpy as np

from metaqueens.core.board import count_guards, count_lines
from metaqueens.core.random import stream_of
from metaqueens.landscape import sampling
from metaqueens.landscape.facts import Number, mean, share
from metaqueens.landscape.plateaus import POSITIONS
from metaqueens.problem.space import Space

# As many as AIMA allows.
SIDEWAYS = 100
WALKS, MOVES_PER_QUEEN, FEWEST_MOVES, MOST_MOVES = 30, 1000, 5_000, 200_000


class Descents(NamedTuple):
    """Steepest descents, one from each of some random boards.

    starts, ends, kicked : (samples,) the cost at first, at the end, and after one random move and
        another descent from there; -1 where there was no need
    steps, priced : (samples,) of the first descent, and the neighbours that it priced
    solved_sideways : (samples,) whether sideways moves solve it
    boards : (samples, n) where the first descents end
    """

    starts: np.ndarray
    ends: np.ndarray
    kicked: np.ndarray
    steps: np.ndarray
    priced: np.ndarray
    solved_sideways: np.ndarray
    boards: np.ndarray


class Sampler:
    """Draws boards of a space and looks around them in one neighbourhood."""

    def __init__(self, space: Space, kind: int, seed: int) -> None:
        self.space, self.kind = space, kind
        # A neighbourhood's samples do not depend on what others are looked at.
        self.rng = np.random.default_rng([seed, int(kind)])
        self.stream = stream_of(self.rng)
        self.board = space.random_board(self.rng)
        self.moves = sampling.around(self.board)

    def draw(self) -> int:
        """Draw a board; its cost."""
        fresh = self.space.random_board(self.rng)
        return self.put(fresh.queens)

    def put(self, queens: np.ndarray) -> int:
        """Set all queens; the cost."""
        self.board.queens[:] = queens
        count_lines(self.board)
        return int(count_guards(self.board))

    def around(self) -> np.ndarray:
        """Return what each move adds to the cost."""
        count = sampling.price_all(self.kind, self.board, self.moves)
        return self.moves.changes[:count].copy()

    def descend(self, cost: int, sideways: int = 0) -> tuple[int, int, int]:
        """Steepest descent from the board: its last cost, its steps, and the neighbours priced."""
        end, steps, priced = sampling.descend[self.kind](
            self.board, cost, sideways, self.moves, self.stream
        )
        return int(end), int(steps), int(priced)

    def descents(self, samples: int, tell: Callable[[float], None] = lambda done: None) -> Descents:
        """Carry out so many descents; ``tell`` is given the share that is done."""
        starts, ends, kicked, steps, priced = (np.full(samples, -1) for _ in range(5))
        boards = np.empty((samples, self.space.n), np.int32)
        sideways = np.zeros(samples, bool)
        found = Descents(starts, ends, kicked, steps, priced, sideways, boards)
        for k in range(samples):
            starts[k] = self.draw()
            first = self.board.queens.copy()
            end, steps[k], priced[k] = self.descend(starts[k])
            ends[k], boards[k] = end, self.board.queens
            if end > 0:
                cost = end + int(sampling.kick[self.kind](self.board, self.stream))
                kicked[k] = self.descend(cost)[0]
                end = self.descend(self.put(first), SIDEWAYS)[0]
            sideways[k] = end == 0
            tell((k + 1) / samples)
        return found

    def escapes(self, boards: np.ndarray, temperature: float) -> Number:
        """Return the share of Metropolis walks from ``boards`` that find a lower cost."""
        escaped = 0
        for queens in boards:
            self.put(queens)
            most = self.around().size
            escaped += bool(sampling.escapes[self.kind](self.board, temperature, most, self.stream))
        return share(escaped, len(boards))


def descended(sampler: Sampler, found: Descents) -> dict[str, Number]:
    """Return what descents say, by the keys of ``table.MEASURES``."""
    solved = found.ends == 0
    kicked = found.kicked[~solved]
    level = 0
    for queens in found.boards[~solved]:
        sampler.put(queens)
        level += 0 in sampler.around()
    return {
        "cost": mean(found.starts),
        "solved": share(int(solved.sum()), solved.size),
        "solved_sideways": share(int(found.solved_sideways.sum()), solved.size),
        "steps_solved": mean(found.steps[solved]),
        "steps_stuck": mean(found.steps[~solved]),
        "priced": mean(found.priced),
        "level": share(level, kicked.size),
        "after_kick": share(int((kicked == 0).sum()), kicked.size),
    }


def positioned(sampler: Sampler, samples: int) -> dict[str, Any]:
    """Positions of random boards, and how many moves they have."""
    counts, moves = dict.fromkeys(POSITIONS, 0), []
    for _ in range(samples):
        sampler.draw()
        changes = sampler.around()
        kinds = 1 * (changes > 0).any() + 2 * (changes == 0).any() + 4 * (changes < 0).any()
        counts[int(kinds)] += 1
        moves.append(changes.size)
    shares = {POSITIONS[kind]: share(count, samples) for kind, count in counts.items()}
    return {"positions": shares, "moves": float(np.mean(moves))}


def correlation(sampler: Sampler) -> Number:
    """Return the correlation of the costs of neighbours, from random walks of one length.

    The mean and the variance are those of all walks, the intervals those between walks.
    """
    n = sampler.space.n
    length = min(max(MOVES_PER_QUEEN * n, FEWEST_MOVES), MOST_MOVES)
    series = np.empty((WALKS, length), np.int32)
    for costs in series:
        cost = sampler.draw()
        # It begins where a walk is after a while: more often on boards with more moves.
        sampling.walk[sampler.kind](sampler.board, cost, costs[: 10 * n], sampler.stream)
        cost = int(count_guards(sampler.board))
        sampling.walk[sampler.kind](sampler.board, cost, costs, sampler.stream)
    centred = series - series.mean()
    variance = float((centred**2).mean())
    if variance == 0:
        return Number(nan, nan, nan, 0)
    products = centred[:, :-1] * centred[:, 1:]
    found = mean(products.mean(axis=1) / variance)
    return found._replace(high=min(found.high or 1.0, 1.0))

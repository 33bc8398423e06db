"""What boards drawn at random say of a neighbourhood."""

from math import nan
from typing import NamedTuple

import numpy as np

from metaqueens.core.random import start_stream
from metaqueens.core.state import compute_cost, rebuild
from metaqueens.landscape import sampling
from metaqueens.landscape.facts import Number, mean, share
from metaqueens.problem.space import Space

# As many as AIMA allows.
SIDEWAYS = 100
WALKS, MOVES_PER_QUEEN, FEWEST_MOVES, MOST_MOVES = 30, 1000, 5_000, 200_000


class Descents(NamedTuple):
    """Steepest descents, one from each of some random boards.

    starts, ends : (samples,) the cost at first and at the end
    steps : (samples,) between them
    solved_sideways : (samples,) whether sideways moves solve it
    boards : (samples, n) where the descents end
    """

    starts: np.ndarray
    ends: np.ndarray
    steps: np.ndarray
    solved_sideways: np.ndarray
    boards: np.ndarray

    @property
    def measures(self) -> dict[str, Number]:
        """What they say, by the keys of ``table.MEASURES``."""
        solved = self.ends == 0
        return {
            "cost": mean(self.starts),
            "solved": share(int(solved.sum()), solved.size),
            "solved_sideways": share(int(self.solved_sideways.sum()), solved.size),
            "steps_solved": mean(self.steps[solved]),
            "steps_stuck": mean(self.steps[~solved]),
        }


class Sampler:
    """Draws boards of a space and looks around them in one neighbourhood."""

    def __init__(self, space: Space, kind: int, seed: int) -> None:
        self.space, self.kind = space, kind
        # A neighbourhood's samples do not depend on what others are looked at.
        self.rng = np.random.default_rng([seed, int(kind)])
        self.stream = start_stream(self.rng)
        self.board = space.random_state(self.rng)
        self.moves = sampling.around(self.board)

    def put(self, queens: np.ndarray) -> int:
        """Set all queens; the cost."""
        self.board.values[:] = queens
        rebuild(self.board)
        return int(compute_cost(self.board))

    def draw(self) -> int:
        """Draw a board; its cost."""
        return self.put(self.space.random_state(self.rng).values)

    def descend(self, cost: int, sideways: int = 0) -> tuple[int, int]:
        """Steepest descent from the board: its last cost and its steps."""
        end, steps = sampling.descend[self.kind](
            self.board, cost, sideways, self.moves, self.stream
        )
        return int(end), int(steps)

    def descents(self, samples: int) -> Descents:
        """Carry out so many descents."""
        starts, ends, steps = (np.zeros(samples, int) for _ in range(3))
        boards = np.empty((samples, self.space.n), np.int32)
        sideways = np.zeros(samples, bool)
        for k in range(samples):
            starts[k] = self.draw()
            first = self.board.values.copy()
            ends[k], steps[k] = self.descend(starts[k])
            boards[k] = self.board.values
            sideways[k] = not ends[k] or not self.descend(self.put(first), SIDEWAYS)[0]
        return Descents(starts, ends, steps, sideways, boards)

    def escapes(self, boards: np.ndarray, temperature: float) -> Number:
        """Return the share of Metropolis walks from ``boards`` that find a lower cost."""
        escaped = 0
        for queens in boards:
            self.put(queens)
            most = sampling.price_all(self.kind, self.board, self.moves)
            escaped += bool(sampling.escapes[self.kind](self.board, temperature, most, self.stream))
        return share(escaped, len(boards))

    def correlation(self) -> Number:
        """Return the correlation of the costs of neighbours, from random walks of one length.

        The mean and the variance are those of all walks, the intervals those between walks.
        """
        length = min(max(MOVES_PER_QUEEN * self.space.n, FEWEST_MOVES), MOST_MOVES)
        series = np.empty((WALKS, length), np.int32)
        walk = sampling.walk[self.kind]
        for costs in series:
            cost = self.draw()
            # It begins where a walk is after a while: more often on boards with more moves.
            walk(self.board, cost, costs[: 10 * self.space.n], self.stream)
            walk(self.board, int(compute_cost(self.board)), costs, self.stream)
        centred = series - series.mean()
        variance = float((centred**2).mean())
        if variance == 0:
            return Number(nan, nan, nan, 0)
        products = centred[:, :-1] * centred[:, 1:]
        found = mean(products.mean(axis=1) / variance)
        return found._replace(high=min(found.high, 1.0))

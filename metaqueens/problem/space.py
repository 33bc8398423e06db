"""The search space of a problem: its encoding and its moves."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np

from metaqueens.core.choices import Encoding, EncodingName, MoveName, Moves
from metaqueens.core.jit import entry
from metaqueens.core.random import start_stream
from metaqueens.core.state import BYTES_PER_VARIABLE, State, draw_values, rebuild
from metaqueens.problem.base import BaseProblem
from metaqueens.text.errors import UserError, did_you_mean

# The moves that keep an encoding; the first is the default.
MOVES: dict[EncodingName, tuple[MoveName, ...]] = {
    "permutation": ("swap",),
    "rows": ("reassign", "step", "swap"),
}
MOST_VARIABLES = 2**31 - 1


class TooLarge(UserError):
    """A candidate solution is too large for this machine or this program."""


@dataclass(frozen=True)
class Space:
    """The candidate solutions of a problem in one encoding.

    >>> import numpy as np
    >>> from metaqueens import Queens
    >>> Space(Queens(6), "permutation").random_state(np.random.default_rng(1)).values.size
    6

    Parameters
    ----------
    problem
        The problem.
    encoding
        ``permutation``: one queen per column and per row. ``rows``: one queen per column, any row.
    """

    problem: BaseProblem
    encoding: EncodingName
    # The values of the next random state; none after it.
    _starts: list[Sequence[int]] = field(
        default_factory=list, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        if self.encoding not in MOVES:
            expected = f"{self.encoding!r} is not one of {', '.join(MOVES)}"
            raise UserError(f"encoding: {expected}{did_you_mean(self.encoding, MOVES)}")
        known = self.problem.encodings
        if self.encoding not in known:
            name = type(self.problem).__name__
            raise ValueError(
                f"encoding: {name} is defined in {' or '.join(known)}, not in {self.encoding}"
            )
        self.problem.require_sound()

    @property
    def n(self) -> int:
        """The number of variables."""
        return self.problem.n

    @property
    def value_count(self) -> int:
        """The number of values of a variable."""
        return self.problem.value_count

    @property
    def code(self) -> IntEnum:
        """The encoding as a number for kernels."""
        code: IntEnum = Encoding[self.encoding.upper()]
        return code

    def moves(self, name: MoveName | None = None) -> IntEnum:
        """Return the neighbourhood called ``name``, or this encoding's own.

        Raises ``ValueError`` if it would leave the encoding.
        """
        legal = MOVES[self.encoding]
        if name is not None and name not in legal:
            raise ValueError(
                f"moves: {name!r} would leave the {self.encoding} encoding; its moves are"
                f" {', '.join(legal)}"
            )
        kind: IntEnum = Moves[(name or legal[0]).upper()]
        return kind

    def random_state(self, rng: np.random.Generator) -> State:
        """Return a candidate solution drawn uniformly from the encoding; at first a given start."""
        state = self.problem.empty_state()
        if self._starts:
            state.values[:] = self._starts.pop()
            rebuild(state)
            return state
        for i, value in self.problem.fixed.items():
            state.values[i] = value
        randomise(self.code.value, state, start_stream(rng))
        return state

    def require_memory(self, bytes_per_queen: int = BYTES_PER_VARIABLE + 16) -> None:
        """Raise ``TooLarge`` if a candidate solution would not fit, before memory is allocated."""
        needed = self.n * bytes_per_queen
        if needed < 2**28:
            return
        import psutil

        available = psutil.virtual_memory().available
        if needed > available:
            raise TooLarge(
                f"{self.n:,} {self.problem.variable}s need {_gigabytes(needed)} of memory;"
                f" {_gigabytes(available)} are available"
            )
        if self.n > MOST_VARIABLES:
            raise TooLarge(
                f"values are 32-bit numbers: at most {MOST_VARIABLES:,}"
                f" {self.problem.variable}s, got {self.n:,}"
            )


@entry
def randomise(encoding, state, stream):
    """Draw all variables that may change, uniformly from the encoding, and count them."""
    draw_values(encoding, state, stream)
    rebuild(state)


def _gigabytes(count: int) -> str:
    return f"{count / 1e9:,.1f} GB"

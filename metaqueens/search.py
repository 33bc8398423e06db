"""What a search is given and reports: Budget, Standing, Algorithm; and the Walk of one board."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Protocol, Self, runtime_checkable

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic.dataclasses import dataclass

from metaqueens.board import BYTES_PER_QUEEN, Board, count_guards
from metaqueens.problem import EncodingName, Queens
from metaqueens.validation import ExplainedModel, ExplainedValue

# Twenty a decade, from 1 to 10^18 evaluations: where every run is looked at.
MARKS = sorted({-int(-(10 ** (k / 20)) // 1) for k in range(361)})
# However far the next mark is, a search looks up this often, or a clock would not be heard.
LONGEST_GAP = 2**20
# More than any run counts, and what kernels take for a limit that is not set.
NO_LIMIT = 2**62


class Standing(NamedTuple):
    """Where a search stands.

    queens : (n,) the best board so far; valid until the search goes on
    guards : its guards
    found_at : the evaluation that found it
    evaluations : boards priced so far, in full or by difference
    steps : moves made so far; generations of a population
    counters : what else this search counts, by name
    current : (n,) the board that a search of one board stands on; None for a population
    """

    queens: np.ndarray
    guards: int
    found_at: int
    evaluations: int
    steps: int
    counters: Mapping[str, int] = MappingProxyType({})
    current: np.ndarray | None = None


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Budget(metaclass=ExplainedValue):
    """When to give up: the first limit reached ends the run. At least one must be set.

    Parameters
    ----------
    evaluations
        Boards priced, in full or by difference: the fair and repeatable limit.
    seconds
        Wall time of the search; a run that it ends is not repeatable.
    stagnation
        Evaluations without an improvement.
    """

    evaluations: int | None = Field(default=None, ge=1, strict=True)
    seconds: float | None = Field(default=None, gt=0, strict=True, allow_inf_nan=False)
    stagnation: int | None = Field(default=None, ge=1, strict=True)

    @model_validator(mode="after")
    def _limited(self) -> Self:
        if self.evaluations is self.seconds is self.stagnation is None:
            raise ValueError("a budget needs evaluations, seconds or stagnation")
        return self

    def until(self, standing: Standing) -> int:
        """The evaluation count at which a search that stands here must look up next."""
        now = standing.evaluations
        limits = [MARKS[bisect_right(MARKS, now)], now + LONGEST_GAP]
        if self.evaluations is not None:
            limits.append(self.evaluations)
        if self.stagnation is not None:
            limits.append(standing.found_at + self.stagnation)
        return min(limits)


@runtime_checkable
class Algorithm(Protocol):
    """A search: its parameters are its fields, its state lives in ``search``."""

    encodings: ClassVar[tuple[EncodingName, ...]]
    encoding: EncodingName | None

    @property
    def bytes_per_queen(self) -> int:
        """What the search and its result hold at the most."""

    def check(self, problem: Queens) -> None:
        """Raise ``ValueError`` where these parameters do not fit ``problem``."""

    def search(
        self, problem: Queens, budget: Budget, rng: np.random.Generator
    ) -> Iterator[Standing]:
        """Yield where the search stands, again and again; the caller decides when to stop.

        The first standing is the first board priced; later ones come no later than
        ``budget.until`` says, or one step after. A search that can go no further returns.
        """


class Strict(BaseModel, metaclass=ExplainedModel):  # type: ignore[metaclass]
    """A frozen value that is strict about names, types and numbers."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, allow_inf_nan=False, defer_build=True
    )


class Parameters(Strict):
    """Base of the algorithms: their fields are the keys that a config gives beside ``use``.

    Parameters
    ----------
    encoding
        The encoding this algorithm works on; null for the problem's own.
    """

    encodings: ClassVar[tuple[EncodingName, ...]] = ("permutation", "rows")
    # The most queens that a sweep asks it for; a larger cell is skipped, which is said.
    reach: ClassVar[int | None] = None

    encoding: EncodingName | None = None

    @model_validator(mode="before")
    @classmethod
    def _without_its_name(cls, given: Any) -> Any:
        # In a config ``use`` says which class this is; it is no parameter of it.
        if isinstance(given, dict):
            return {key: value for key, value in given.items() if key != "use"}
        return given

    @property
    def bytes_per_queen(self) -> int:
        """What the search and its result hold at the most: the board, the best one, a copy."""
        return BYTES_PER_QUEEN + 8

    def check(self, problem: Queens) -> None:
        """Raise ``ValueError`` where these parameters do not fit ``problem``."""

    def search(
        self, problem: Queens, budget: Budget, rng: np.random.Generator
    ) -> Iterator[Standing]:
        """See ``Algorithm.search``."""
        raise NotImplementedError


def problem_for(algorithm: Algorithm, problem: Queens) -> Queens:
    """``problem`` in the encoding that ``algorithm`` works on.

    Raises ``ValueError`` where the algorithm cannot work on it.
    """
    mine = Queens(problem.n, algorithm.encoding or problem.encoding)
    if mine.encoding not in algorithm.encodings:
        works = " or ".join(algorithm.encodings)
        raise ValueError(
            f"encoding: {type(algorithm).__name__} works on {works}, not on {mine.encoding};"
            f" give it `encoding: {algorithm.encodings[0]}`"
        )
    algorithm.check(mine)
    return mine


class Walk(NamedTuple):
    """A search that moves one board about. Kernels take one and return the next.

    ``best`` is written only when the walk climbs away from its best board (see ``leave``): until
    then the board itself is the best, and an improvement costs no O(n) copy.
    """

    board: Board
    guards: int
    best: np.ndarray
    best_guards: int
    found_at: int
    evaluations: int
    steps: int

    @classmethod
    def begin(cls, board: Board) -> Self:
        """Price ``board`` and start from it."""
        guards = count_guards(board)
        return cls(board, guards, board.queens.copy(), guards, 1, 1, 0)

    @property
    def standing(self) -> Standing:
        """What this walk has to show."""
        queens = self.board.queens if self.guards == self.best_guards else self.best
        return Standing(
            queens, self.best_guards, self.found_at, self.evaluations, self.steps,
            current=self.board.queens,
        )  # fmt: skip

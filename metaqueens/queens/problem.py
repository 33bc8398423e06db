"""The problem of n queens: its rules, its labels and its key.

A new rule of the board is a keyword field of ``Queens``, whose default sets no rule. A value must
have one form for one meaning (sorted, without repeats), since ``key`` is made of it.
"""

from collections.abc import Mapping
from dataclasses import KW_ONLY, fields
from functools import cache, cached_property
from hashlib import sha256
from math import gcd
from typing import Annotated, Any, ClassVar, Self

import numpy as np
from pydantic import AfterValidator, ConfigDict, Field, StrictBool, TypeAdapter, model_validator
from pydantic.dataclasses import dataclass

from metaqueens.core.choices import EncodingName as EncodingName
from metaqueens.problem.base import BaseProblem
from metaqueens.queens import rules as board_rules
from metaqueens.queens.check import is_solution, recount
from metaqueens.queens.construction import no_solution
from metaqueens.text.validation import ExplainedValue
from metaqueens.text.words import many

# Temperatures times ln n: at the start, if the end is not hotter, and at the end on a torus, with
# rules that leave few solutions, and on other boards.
HOT = 0.8
COLD = {"torus": 1.2, "rules": 0.8, "plain": 0.4}
_adapter: Any = cache(TypeAdapter)
# Length of the hash of an instance: two of 10,000 are equal with a probability of 1 in 20,000.
DIGITS = 10


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Queens(BaseProblem, metaclass=ExplainedValue):
    """Place ``n`` queens on an n x n board so that no two attack each other.

    The cost is the number of pairs of queens that attack each other. A pair counts 1 for each rule
    that it breaks, and a queen 1 for each excluded diagonal and blocked square that it stands on.

    >>> Queens(50).max_guards
    1225
    >>> Queens(8, blocked=((0, 0), (3, 5))).rules
    ('blocked',)

    Parameters
    ----------
    n
        Number of queens, rows and columns; at least 1. There is no solution for 2 and 3.
    torus
        Diagonals continue at the opposite side of the board: modular queens. A solution exists if
        gcd(n, 6) = 1.
    excluded
        Diagonals on which no queen may stand, each [d, rising | falling]: rising d holds the
        squares with row - column + n - 1 = d, falling d those with row + column = d. On a torus d
        and d + n are the same.
    blocked
        Squares [row, column] on which no queen may stand.
    placed
        Squares [row, column] that hold a queen which does not move: the board is to be completed.
    regions
        A letter for each square, in n lines of n: there is one queen in each of the n regions.
        Queens may then share a diagonal, but not touch: there is no torus and no excluded diagonal
        beside regions. A region may be in several pieces.
    """

    n: int = Field(ge=1, strict=True)
    _: KW_ONLY
    torus: StrictBool = False
    excluded: Annotated[
        tuple[board_rules.Diagonal, ...], AfterValidator(board_rules.diagonals)
    ] = ()
    blocked: Annotated[tuple[board_rules.Square, ...], AfterValidator(board_rules.squares)] = ()
    placed: Annotated[tuple[board_rules.Square, ...], AfterValidator(board_rules.squares)] = ()
    regions: Annotated[tuple[str, ...] | None, AfterValidator(board_rules.regions)] = None

    _possible = model_validator(mode="after")(board_rules.require_possible)

    def __repr__(self) -> str:
        values = [(field, getattr(self, field.name)) for field in fields(self)]
        parts = [f"{field.name}={value!r}" for field, value in values if value != field.default]
        return f"{type(self).__name__}({', '.join(parts)})"

    # One queen per column and per row, or one per column.
    encodings: ClassVar[tuple[EncodingName, ...]] = ("permutation", "rows")
    encoding: ClassVar[EncodingName] = "permutation"
    variable: ClassVar[str] = "queen"
    unit: ClassVar[str] = "attacking pairs"

    @property
    def title(self) -> str:
        """The problem in a sentence: ``8 queens``, or its label if it has rules."""
        return many(self.n, "queen") if self.is_plain else self.label

    @property
    def fixed(self) -> Mapping[int, int]:
        """The rows of the placed queens, by their columns."""
        return {column: row for row, column in self.placed}

    def temperatures(self) -> tuple[float, float]:
        """Return the highest and the lowest temperature of annealing, in guards, times ln n.

        At temperature T there are about n exp(-1/T) guards, so that T must fall as 1/ln n. On plain
        boards of 8 to 1000 queens both encodings solve every board below 0.5/ln n, and rows none
        above 1/ln n. If a rule makes solutions rare, a search must leave deeper local minima, and
        a higher final temperature is better: ``experiments/hard`` has the measurements.
        """
        is_hard = {"excluded", "blocked", "placed"} & {*self.rules}
        cold = COLD["torus" if self.torus else "rules" if is_hard else "plain"]
        return max(HOT, cold), cold

    def tiny(self) -> Self:
        """Return 3 queens, or this board if it has rules.

        Three queens have no solution, so that a search gets to use every part it has.
        """
        return type(self)(3) if self.is_plain else self

    recount = recount
    is_solution = is_solution

    def empty_state(self) -> Any:
        """Return memory for a board, nothing counted yet."""
        from metaqueens.queens.kernels import plain, ruled

        board = plain.empty_board(self.n)
        return board if self.is_plain else ruled.RuledBoard(*board, ruled.kernel_rules(self))

    def explain_no_solution(self) -> str:
        """Return why no solution exists: for 2 or 3 queens, or on a torus; "" if one may exist."""
        if self.torus and gcd(self.n, 6) > 1:
            queens = f"{self.n:,} queens on a torus"
            return f"no solution exists for {queens} (there is one only if gcd(n, 6) = 1)"
        return "" if self.regions else no_solution(self.n)  # further rules only exclude solutions

    def describe_cost(self, cost: int) -> str:
        """Return a cost in words, such as ``3 attacking pairs``."""
        return many(cost, "attacking pair")

    def picture(self, values: np.ndarray) -> str:
        """Return the board as SVG."""
        from metaqueens.queens import drawing

        return drawing.svg(values.tolist(), drawing.marks_of(self, values))

    def has(self, name: str) -> bool:
        """Return True: n queens have all functions that a search may need."""
        return True

    @property
    def asked(self) -> dict[str, Any]:
        """n and the rules that are set, as JSON has them."""
        found: dict[str, Any] = _adapter(type(self)).dump_python(
            self, mode="json", exclude_defaults=True
        )
        return found

    config_keys = asked

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The names of the rules that are set."""
        return tuple(name for name in RULES if getattr(self, name))

    @property
    def family(self) -> str:
        """The name of its family: ``n=50``, or ``n=16, 13 diagonals excluded``."""
        return ", ".join([f"n={self.n}", *board_rules.family_words(self)])

    @property
    def label(self) -> str:
        """A name for people, different for any two problems: its rules, and a hash of them."""
        shown = ", ".join([f"n={self.n}", *board_rules.describe_rules(self)])
        if not self.has_instance:
            return shown
        return f"{shown} #{sha256(self.key.encode()).hexdigest()[:DIGITS]}"

    @classmethod
    def from_key(cls, key: str) -> Self:
        """Return the problem that has this ``key``.

        Raises ``ValueError`` if none has.
        """
        problem: Self = _adapter(cls).validate_json(key)
        return problem

    @property
    def max_guards(self) -> int:
        """The maximum number of guards; with rules, an upper bound.

        Every pair of queens counts one for each rule that it breaks (two for both diagonals of a
        torus), every queen one for each excluded diagonal and blocked square that it stands on.
        """
        pairs, queens = self.n * (self.n - 1) // 2, self.n
        kinds = 1 + self.torus + 2 * (self.regions is not None)
        return pairs * kinds + queens * (2 * bool(self.excluded) + bool(self.blocked))

    max_cost = max_guards


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class QueensInEncoding(Queens):
    """One problem of n queens, in an encoding.

    Parameters
    ----------
    encoding
        ``permutation``: one queen per column and per row. ``rows``: one queen per column, any row.
    """

    encoding: EncodingName = "permutation"  # type: ignore[misc]

    @property
    def queens(self) -> Queens:
        """The problem without its encoding."""
        return Queens(**{key.name: getattr(self, key.name) for key in fields(Queens)})


# The fields that are rules, in their order.
RULES: tuple[str, ...] = tuple(field.name for field in fields(Queens))[1:]

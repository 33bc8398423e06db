"""The problem: what is asked, what it is called, and how a board is scored.

A new rule of the board is one more keyword field of ``Queens``, with a default that asks nothing;
its value must have one form for one meaning (sorted, without repeats), since ``key`` is made of it.
"""

import json
from dataclasses import KW_ONLY, fields, replace
from functools import cache, cached_property
from hashlib import sha256
from typing import Annotated, Any, Self

from pydantic import AfterValidator, ConfigDict, Field, StrictBool, TypeAdapter, model_validator
from pydantic.dataclasses import dataclass

from metaqueens.core.choices import EncodingName as EncodingName
from metaqueens.problem import rules as board_rules
from metaqueens.problem.base import BaseProblem
from metaqueens.text.validation import ExplainedValue

# Of the name of an instance: among 10,000, two are alike with a chance of 1 in 20,000.
DIGITS = 10


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Queens(BaseProblem, metaclass=ExplainedValue):
    """Place ``n`` queens on an n x n board so that no two attack each other.

    The encoding is no part of what is asked: an algorithm that names none of its own searches the
    problem in this one (see ``Space``).

    >>> Queens(50).max_guards
    1225
    >>> Queens(8, blocked=((0, 0), (3, 5))).rules
    ('blocked',)

    Parameters
    ----------
    n
        Queens, and rows, and columns; at least 1. No search can solve 2 or 3.
    encoding
        ``permutation``: one queen per column and per row. ``rows``: one queen per column, any row.
    torus
        Diagonals go on at the opposite side of the board: modular queens. A solution exists if
        gcd(n, 6) = 1.
    excluded
        Diagonals that no queen may stand on, each [d, rising | falling]: rising d holds the squares
        with row - column + n - 1 = d, falling d those with row + column = d. On a torus d and
        d + n are the same.
    blocked
        Squares [row, column] that no queen may stand on.
    placed
        Squares [row, column] that hold a queen which does not move: the board is to be completed.
    regions
        A letter for each square, in n lines of n: one queen stands in each of the n regions. Queens
        may then share a diagonal, but not touch. A region may be in several pieces.
    """

    n: int = Field(ge=1, strict=True)
    encoding: EncodingName = "permutation"
    _: KW_ONLY
    torus: StrictBool = False
    excluded: Annotated[
        tuple[board_rules.Diagonal, ...], AfterValidator(board_rules.diagonals)
    ] = ()
    blocked: Annotated[tuple[board_rules.Square, ...], AfterValidator(board_rules.squares)] = ()
    placed: Annotated[tuple[board_rules.Square, ...], AfterValidator(board_rules.squares)] = ()
    regions: Annotated[tuple[str, ...] | None, AfterValidator(board_rules.regions)] = None

    @model_validator(mode="after")
    def _possible(self) -> Self:
        board_rules.require_possible(self)
        return self

    @property
    def max_cost(self) -> int:
        """The same as ``max_guards``."""
        return self.max_guards

    def has(self, name: str) -> bool:
        """Return True: n queens have all functions that a search may need."""
        return True

    def in_encoding(self, encoding: EncodingName) -> Self:
        """Return the same problem in ``encoding``."""
        return self if encoding == self.encoding else replace(self, encoding=encoding)

    @property
    def asked(self) -> dict[str, Any]:
        """What is asked, as JSON has it: n and the rules that are set."""
        found: dict[str, Any] = _adapter(type(self)).dump_python(
            self, mode="json", exclude={"encoding"}, exclude_defaults=True
        )
        return found

    @property
    def is_plain(self) -> bool:
        """Whether it asks for n queens and sets no rule beyond that."""
        return not self.rules

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """The names of the rules that are set."""
        return tuple(name for name in RULES if getattr(self, name))

    @property
    def has_instance(self) -> bool:
        """Whether it is one of many of its family: a rule says more than yes, such as squares."""
        return any(getattr(self, rule) is not True for rule in self.rules)

    @property
    def key(self) -> str:
        """What tells this problem from every other one: canonical JSON, such as ``{"n":50}``."""
        return json.dumps(self.asked, sort_keys=True, separators=(",", ":"))

    @property
    def family(self) -> str:
        """What it has in common with others: ``n=50``, or ``n=16, 13 diagonals excluded``."""
        return ", ".join([f"n={self.n}", *board_rules.family_words(self)])

    @property
    def label(self) -> str:
        """What people are shown, no two problems alike: its rules, and which one of these."""
        shown = ", ".join([f"n={self.n}", *board_rules.said(self)])
        if not self.has_instance:
            return shown
        return f"{shown} #{sha256(self.key.encode()).hexdigest()[:DIGITS]}"

    @classmethod
    def of_key(cls, key: str, encoding: EncodingName = "permutation") -> Self:
        """Return the problem that has this ``key``.

        Raises ``ValueError`` where none has.
        """
        problem: Self = _adapter(cls).validate_json(key)
        return problem.in_encoding(encoding)

    @property
    def max_guards(self) -> int:
        """The guards that no board has more of; with rules, an upper bound.

        Every pair of queens counts one for each rule that it breaks (two for both diagonals of a
        torus), every queen one for each excluded diagonal and blocked square that it stands on.
        """
        pairs, queens = self.n * (self.n - 1) // 2, self.n
        kinds = 1 + self.torus + 2 * (self.regions is not None)
        return pairs * kinds + queens * (2 * bool(self.excluded) + bool(self.blocked))

    def fitness(self, guards: int) -> float:
        """1 for a solution, 0 when every pair of queens attacks each other."""
        return 1 - guards / self.max_guards if self.n > 1 else 1.0


# The fields that are rules, in their order.
RULES: tuple[str, ...] = tuple(one.name for one in fields(Queens))[2:]
# The rules that everything knows which counts or solves by rules. A new field is not among them:
# it is refused, never ignored, but by what says (*KNOWN_RULES, "its_name").
KNOWN_RULES = ("torus", "excluded", "blocked", "placed", "regions")


@cache
def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(kind)

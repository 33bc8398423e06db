"""The problem: what is asked, what it is called, and how a board is scored.

A new rule of the board is one more keyword field of ``Queens``, with a default that asks nothing;
its value must have one form for one meaning (sorted, without repeats), since ``key`` is made of it.
"""

import json
from dataclasses import replace
from functools import cache
from typing import Any, Literal, Self

from pydantic import ConfigDict, Field, TypeAdapter
from pydantic.dataclasses import dataclass

from metaqueens.validation import ExplainedValue

EncodingName = Literal["permutation", "rows"]


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Queens(metaclass=ExplainedValue):
    """Place ``n`` queens on an n x n board so that no two attack each other.

    The encoding is no part of what is asked: an algorithm that names none of its own searches the
    problem in this one (see ``Space``).

    Parameters
    ----------
    n
        Queens, and rows, and columns; at least 1. No search can solve 2 or 3.
    encoding
        ``permutation``: one queen per column and per row. ``rows``: one queen per column, any row.
    """

    n: int = Field(ge=1, strict=True)
    encoding: EncodingName = "permutation"

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
        return set(self.asked) == {"n"}

    @property
    def key(self) -> str:
        """What tells this problem from every other one: canonical JSON, such as ``{"n":50}``."""
        return json.dumps(self.asked, sort_keys=True, separators=(",", ":"))

    @property
    def label(self) -> str:
        """What people are shown, no two problems alike: ``n=50``, and the rules that are set."""
        return " ".join(f"{name}={_said(value)}" for name, value in self.asked.items())

    @classmethod
    def of_key(cls, key: str, encoding: EncodingName = "permutation") -> Self:
        """The problem that has this ``key``.

        Raises ``ValueError`` where none has.
        """
        problem: Self = _adapter(cls).validate_json(key)
        return replace(problem, encoding=encoding)

    @property
    def max_guards(self) -> int:
        """Guards when every pair of queens attacks each other."""
        return self.n * (self.n - 1) // 2

    def fitness(self, guards: int) -> float:
        """1 for a solution, 0 when every pair of queens attacks each other."""
        return 1 - guards / self.max_guards if self.n > 1 else 1.0


@cache
def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _said(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))

"""Families of instances: problems with random rules, and files of problems.

Instance ``number`` of a family depends only on its seed, n and the number: it is the same on every
machine and for any number of instances.
"""

import json
from dataclasses import KW_ONLY, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self

import numpy as np
from pydantic import Discriminator, Field, StrictBool, Tag, model_validator
from pydantic.dataclasses import dataclass

from metaqueens.core.choices import EncodingName
from metaqueens.queens import rules
from metaqueens.queens.conflicts import find_full_line
from metaqueens.queens.generators import (
    CLOSED,
    Answers,
    Random,
    RandomCount,
    RandomSquares,
    draw_blocked_squares,
    draw_diagonals,
    draw_placed_queens,
    draw_region_puzzle,
)
from metaqueens.queens.problem import RULES, Queens, QueensInEncoding
from metaqueens.text.errors import UserError
from metaqueens.text.validation import ExplainedValue

MOST_INSTANCES = 100_000
# The maximum number of consecutive draws without a valid instance.
MOST_DRAWS = 1000
# The number of each drawn rule in the seeds of its instances: they stay the same if a rule goes.
SEED_NUMBERS = {"excluded": 1, "blocked": 2, "placed": 3, "regions": 5}


def _or_listed(drawn: Any, listed: Any) -> Any:
    kinds = Annotated[drawn, Tag("random")] | Annotated[listed, Tag("list")]
    is_listed = list | tuple | str | None
    return Annotated[
        kinds, Discriminator(lambda value: "list" if isinstance(value, is_listed) else "random")
    ]


@dataclass(frozen=True, config=CLOSED)
class ProblemSet(metaclass=ExplainedValue):
    """Many problems: drawn at random, or of a file."""

    @property
    def key(self) -> str:
        """Canonical JSON that identifies it."""
        names = {field.name for field in fields(self)} - {"encoding", "instances"}
        values = {name: value for name in names if (value := getattr(self, name))}
        return json.dumps(values, sort_keys=True, separators=(",", ":"), default=vars)


@dataclass(frozen=True, config=CLOSED)
class Family(ProblemSet):
    """Many problems of one kind, each with its own random rules.

    Parameters
    ----------
    n
        Number of queens, rows and columns.
    encoding, torus
        The same as for a single problem.
    excluded, blocked, placed, regions
        The same as for a single problem, or {use: random, ...}.
    instances
        Number of problems.
    seed
        Seed of the random rules, together with n and the number of an instance.
    satisfiable
        Whether to skip problems for which an exact method finds no solution.
    """

    n: int = Field(ge=1, strict=True)
    encoding: EncodingName = "permutation"
    _: KW_ONLY
    torus: StrictBool = False
    excluded: _or_listed(RandomCount, tuple[rules.Diagonal, ...]) = ()  # type: ignore[valid-type]
    blocked: _or_listed(RandomSquares, tuple[rules.Square, ...]) = ()  # type: ignore[valid-type]
    placed: _or_listed(RandomCount, tuple[rules.Square, ...]) = ()  # type: ignore[valid-type]
    regions: _or_listed(Random, tuple[str, ...] | None) = None  # type: ignore[valid-type]
    instances: int = Field(default=1, ge=1, le=MOST_INSTANCES, strict=True)
    seed: int = Field(default=0, ge=0, lt=2**63, strict=True)
    satisfiable: StrictBool = False

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if not self.drawn:
            raise ValueError(
                "instances, seed and satisfiable are for rules that are drawn, such as excluded:"
                " {use: random, count: 13}"
            )
        fixed = list(self.fixed.rules)
        if "regions" in self.drawn and (fixed or len(self.drawn) > 1):
            other = [*fixed, *(rule for rule in self.drawn if rule != "regions")]
            raise ValueError(f"regions: puzzles are drawn without other rules: {', '.join(other)}")
        if "regions" in self.drawn and self.n > (limit := rules.MOST_REGIONS):
            raise ValueError(f"regions have letters, so there are at most {limit}, not {self.n}")
        if "excluded" in self.drawn and self.torus:
            raise ValueError("excluded: diagonals are drawn for boards that are no torus")
        if fault := find_full_line(self.fixed):
            raise ValueError(fault)
        return self

    is_file: ClassVar[bool] = False

    @property
    def drawn(self) -> list[str]:
        """The rules that are drawn at random."""
        return [rule for rule in _RULES if hasattr(getattr(self, rule), "use")]

    @cached_property
    def fixed(self) -> Queens:
        """The problem without the rules that are drawn."""
        rules = {name: getattr(self, name) for name in _RULES if name not in self.drawn}
        return Queens(self.n, **rules)

    def draw(self, number: int, answers: Answers) -> Queens:
        """Draw problem ``number``, from 1; ``answers`` solves puzzles of regions.

        Raises ``UserError`` if the rules of this number contradict each other.
        """
        found = {rule: self._draw(rule, number, answers) for rule in self.drawn}
        problem = replace(self.fixed, **found)
        if fault := find_full_line(problem):
            raise UserError(fault)
        return problem

    def _draw(self, rule: str, number: int, answers: Answers) -> Any:
        # Each rule has its own sequence, so that a change of one does not change another.
        rng = np.random.default_rng(
            np.random.SeedSequence((self.seed, self.n, SEED_NUMBERS[rule], number))
        )
        random: Any = getattr(self, rule)
        if rule == "excluded":
            return draw_diagonals(self.n, random.count, rng)
        if rule == "blocked":
            return draw_blocked_squares(self.n, random.count, random.free, rng)
        if rule == "placed":
            return draw_placed_queens(self.n, random.count, rng)
        return draw_region_puzzle(self.n, rng, answers)


@dataclass(frozen=True, config=CLOSED)
class InstanceFile(ProblemSet):
    """The problems of a file, a JSON object a line: see ``metaqueens instances``.

    Parameters
    ----------
    file
        Its name, relative to the config.
    encoding
        The same as for a single problem.
    instances
        Maximum number of instances; null for all.
    """

    file: str = Field(min_length=1)
    encoding: EncodingName = "permutation"
    _: KW_ONLY
    instances: int | None = Field(default=None, ge=1, le=MOST_INSTANCES, strict=True)
    is_file: ClassVar[bool] = True
    # The folder of the config; no part of the key.
    folder: ClassVar[Path] = Path()

    def locate_in(self, folder: str | Path) -> Self:
        """Return the same for a config in ``folder``."""
        found = replace(self)
        object.__setattr__(found, "folder", Path(folder))
        return found

    @property
    def path(self) -> Path:
        """The path of the file."""
        return self.folder / self.file


# The rules that a family may have.
_RULES = [rule for rule in RULES if rule in Family.__annotations__]
# The possible values of ``problem:`` in a config.
Given = QueensInEncoding | Family | InstanceFile
KINDS = (QueensInEncoding, Family, InstanceFile, Random, RandomCount, RandomSquares)
_FAMILY_KEYS = ("instances", "seed", "satisfiable")


def kind_of(value: Any) -> type[Given]:
    """Return the class for a value of ``problem:``."""
    if not isinstance(value, dict):
        return QueensInEncoding
    if "file" in value:
        return InstanceFile
    random = any(isinstance(value.get(rule), dict) for rule in RULES)
    return Family if random or any(key in value for key in _FAMILY_KEYS) else QueensInEncoding

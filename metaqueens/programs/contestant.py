"""A program from outside as a contestant: what it claims is counted again, its clock is ours."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import Field, PositiveFloat, PrivateAttr, model_validator

from metaqueens.plugins import code as plugins
from metaqueens.problem.queens import RULES, Queens
from metaqueens.problem.space import Space
from metaqueens.programs import command, lines
from metaqueens.programs.following import followed
from metaqueens.programs.process import Process
from metaqueens.programs.referee import Referee
from metaqueens.search.budget import NO_LIMIT
from metaqueens.search.looks import Looks
from metaqueens.search.parameters import Parameters
from metaqueens.search.standing import Elsewhere, Standing, Step
from metaqueens.text.errors import RunFailed

_RuleName = Literal[RULES]  # type: ignore[valid-type]


class Program(Parameters):
    """A program in any language, by a protocol of lines of text; Linux only.

    It is started for each run, under our clock and limits [1]_, and ended with all its children.
    Every board that it writes is counted again.

    Parameters
    ----------
    command
        The program and its arguments, a list of words; {n}, {seed}, {seconds}, {evaluations},
        {problem} and the names of ``parameters`` stand for their values. It runs in the config's
        folder.
    parameters
        What else it is told, by names of your choice: numbers, words, true or false; ``tune`` finds
        them as ``parameters.NAME``.
    honours
        The rules of the board that it takes account of, a list of their names.
    counts
        Whether its lines tell its evaluations. They are its own word. Where it does not, the boards
        that it writes are counted, and the budget needs seconds.
    silence
        Where the budget has no seconds, those without a line after which a run has failed.

    References
    ----------
    .. [1] Roussel (2011). Controlling a solver execution with the runsolver tool. Journal on
       Satisfiability, Boolean Modeling and Computation 7: 139-144.
    """

    good_for = "a search of your own in any language, recounted"
    compiles = False
    begins_with = "a board of its own"
    no_restarts = "a program takes no restarts from outside: it begins afresh itself"

    command: list[str] = Field(min_length=1)
    parameters: dict[str, int | float | bool | str] = Field(default={})
    honours: list[_RuleName] = Field(default=[])
    counts: bool = False
    silence: PositiveFloat = 60.0

    _home: Path = PrivateAttr()

    @model_validator(mode="after")
    def _complete(self) -> "Program":
        command.require_known(self.command, self.parameters)
        return self

    def model_post_init(self, context: Any) -> None:
        self._home = command.home(self.command)

    @property
    def supported_rules(self) -> tuple[str, ...]:
        return tuple(self.honours)

    def unsupported(self, problem: Queens) -> str | None:
        reason = super().unsupported(problem)
        return f"{reason}; if the program does, name them under honours:" if reason else None

    def lacks(self, budget: Looks) -> str | None:
        """See ``Parameters.lacks``."""
        if self.counts or budget.seconds is not None:
            return None
        return (
            "budget.seconds is missing: a program that does not tell its evaluations (counts: true)"
            " is ended by the clock"
        )

    def longest_step(self, space: Space) -> int:
        return NO_LIMIT  # what it counts between two lines is up to the program

    def film_steps(self, problem: Queens) -> Iterator[Step] | None:
        raise ValueError("a program from outside cannot be filmed")

    def search(self, space: Space, looks: Looks, rng: np.random.Generator) -> Iterator[Standing]:
        plugins.require_allowed(self.command[0])
        problem, seed = space.problem, _seed_of(rng)
        words = command.filled_in(self.command, problem, looks, seed, self.parameters)
        given = command.instance(problem, looks, seed, self.parameters)
        referee = Referee(problem, self.counts)
        if referee.is_under_way:
            yield referee.now._replace(elsewhere=Elsewhere(0.0))
        with Process(words, self._home, given, lines.longest(problem.n)) as process:
            try:
                yield from followed(process, referee, looks, self.silence)
            except RunFailed as error:
                process.end()
                said = f"{process.said}\n" if process.said else ""
                raise RunFailed(f"{said}{error}") from None


def _seed_of(rng: np.random.Generator) -> int:
    """The seed that ``rng`` was made of; one drawn from it where that is no plain number."""
    sequence = getattr(rng.bit_generator, "seed_seq", None)
    if isinstance(sequence, np.random.SeedSequence) and not sequence.spawn_key:
        entropy = sequence.entropy
        if isinstance(entropy, int):
            return entropy
    return int(rng.integers(2**53))

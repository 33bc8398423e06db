"""The result of a run."""

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from metaqueens.core.choices import EncodingName
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.picture import DRAWN_UP_TO
from metaqueens.search.algorithm import Algorithm
from metaqueens.search.driver import Reason
from metaqueens.text.words import many

if TYPE_CHECKING:
    from metaqueens.films.page import FilmPage


# The number of values that ``print`` shows.
SHOWN = 40


class Point(NamedTuple):
    """One point of a trace: by ``evaluations`` exactly, the best board had ``cost`` cost."""

    evaluations: int
    cost: int
    seconds: float


@dataclass(frozen=True)
class Result:
    """The result of a run.

    >>> from metaqueens import solve
    >>> result = solve(8, "tabu_search", seed=1)
    >>> result.solved, result.cost, result.fitness
    (True, 0, 1.0)

    Parameters
    ----------
    problem
        What was searched.
    encoding
        The encoding in which it was searched.
    algorithm
        What searched, with its parameters.
    seed
        Of the run: the same seed gives the same run, where it is ``repeatable``.
    queens
        (n,) int32, the best board: the row of the queen in each column, from 0.
    cost
        Attacking pairs of that board; 0 for a solution.
    found_at
        The evaluation that found it, from 1.
    evaluations
        Boards priced, in full or by difference.
    steps
        Moves made; generations of a population.
    seconds, cpu_seconds
        Wall and processor time of the search alone, compilation excluded.
    reason
        What ended the run: ``solved``, ``evaluations``, ``seconds``, ``stagnation`` (also if a
        search without restarts was stuck) or ``interrupted``.
    trace
        Improvements, thinned to twenty log-spaced reports a decade; the last one is always there.
    counters
        What else the search counted, by name.
    said
        What a program from outside wrote to standard error; its end, where it is long.
    """

    problem: BaseProblem
    encoding: EncodingName
    algorithm: Algorithm
    seed: int
    values: np.ndarray = field(repr=False)
    cost: int
    found_at: int
    evaluations: int
    steps: int
    seconds: float
    cpu_seconds: float
    reason: Reason
    trace: tuple[Point, ...] = field(repr=False)
    counters: dict[str, int] = field(default_factory=dict)
    said: str = field(default="", repr=False)

    @property
    def solved(self) -> bool:
        """Whether no queen attacks another."""
        return self.cost == 0

    @property
    def fitness(self) -> float:
        """1 - cost / max_guards: 1 for a solution, 0 if every pair attacks each other."""
        return self.problem.fitness(self.cost)

    @property
    def repeatable(self) -> bool:
        """Whether the same seed gives the same run: not if a clock or a person ended it."""
        return self.reason not in ("seconds", "interrupted")

    def film(self) -> "FilmPage":
        """Record the run again, from its seed: a page that plays in a notebook and in a browser.

        ``save("film.html")`` writes it. Raises ``UserError`` beyond 60 queens, and where the search
        does not repeat its run or cannot be filmed.
        """
        from metaqueens.films.page import film_of

        return film_of(self)

    def __str__(self) -> str:
        """Return the problem, how the run ended, and up to forty values."""
        values = " ".join(map(str, self.values[:SHOWN].tolist()))
        more = " ..." if self.values.size > SHOWN else ""
        state = "solved" if self.solved else f"cost {self.cost:,}, ended by {self.reason}"
        evaluations = many(self.evaluations, "evaluation")
        return f"{self.problem.label}: {state}, {evaluations}, seed {self.seed}\n{values}{more}"

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the board, where it is small, and how it was found."""
        name, problem = escape(type(self.algorithm).__name__), self.problem
        state = "solved" if self.solved else f"{problem.describe_cost(self.cost)} left"
        return (
            f"<figure>{self._picture()}<figcaption>{escape(problem.title)} by {name}: {state} after"
            f" {many(self.evaluations, 'evaluation')},"
            f" {1000 * self.seconds:.3g} ms; seed {self.seed}</figcaption></figure>"
        )

    def _picture(self) -> str:
        """Return a small picture of the best solution, or nothing."""
        return self.problem.picture(self.values) if self.problem.n <= DRAWN_UP_TO else ""

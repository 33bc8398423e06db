"""The result of a run."""

from contextlib import suppress
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from metaqueens.core.choices import EncodingName
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.picture import DRAWN_UP_TO
from metaqueens.search.algorithm import Algorithm, neighbourhood
from metaqueens.search.driver import Reason
from metaqueens.text.words import describe_effort, many

if TYPE_CHECKING:
    from metaqueens.films.page import FilmPage


# The number of values of its text, and of those that a problem or the command line writes.
SHOWN, LISTED_UP_TO = 40, 1000
# To prove a local minimum takes an evaluation of each move.
EXPLAINED_UP_TO = 60


class Point(NamedTuple):
    """One point of a trace: after ``evaluations``, the lowest cost was ``cost``."""

    evaluations: int
    cost: int
    seconds: float


@dataclass(frozen=True, eq=False)
class Result:
    """The result of a run. Two are equal only if they are the same object.

    >>> from metaqueens import solve
    >>> result = solve(8, "tabu_search", seed=1)
    >>> result.solved, result.cost, result.fitness
    (True, 0, 1.0)

    Parameters
    ----------
    problem
        The problem.
    encoding
        The encoding in which it was searched.
    algorithm
        The algorithm with its parameters.
    seed
        The seed of the run: the same seed gives the same run, if it is ``repeatable``.
    values
        (n,) int32, the best candidate solution; in n queens the row of the queen in each column,
        from 0.
    cost
        The cost of ``values``: in n queens attacking pairs. 0 for a solution.
    found_at
        The evaluation that found it, from 1.
    evaluations
        Number of evaluations, in full or by difference; of an exact method the largest of its
        counters, and the first candidate solution.
    steps
        Number of moves made, or of generations of a population.
    seconds, cpu_seconds
        Wall and processor time of the search alone, compilation excluded.
    reason
        The reason for the end of the run: ``solved``, ``evaluations``, ``seconds``, ``stagnation``
        (also if a search without restarts was stuck) or ``interrupted``.
    trace
        Improvements, thinned to twenty log-spaced reports per decade; the last one is included.
    counters
        Further counts of the search, by name.
    said
        The standard error of a user's program; its end, if it is long.
    """

    problem: BaseProblem
    encoding: EncodingName
    algorithm: Algorithm
    seed: int
    values: np.ndarray
    cost: int
    found_at: int
    evaluations: int
    steps: int
    seconds: float
    cpu_seconds: float
    reason: Reason
    trace: tuple[Point, ...]
    counters: dict[str, int] = field(default_factory=dict)
    said: str = ""

    @property
    def solved(self) -> bool:
        """Whether the cost is 0."""
        return self.cost == 0

    @property
    def fitness(self) -> float:
        """1 - cost / max_cost, or 1 / (1 + cost) if the problem has no max_cost; 1 if solved."""
        return self.problem.fitness(self.cost)

    @property
    def repeatable(self) -> bool:
        """Whether the same seed gives the same run: not if a clock or a person ended it."""
        return self.reason not in ("seconds", "interrupted")

    def explain_end(self) -> str:
        """Return why an unsolved run ended, such as ``ended by seconds`` or ``stuck in a ...``."""
        if self.solved or self.reason == "interrupted":
            return "" if self.solved else self.reason
        is_complete = getattr(self.algorithm, "is_complete", False)
        is_proven = is_complete and self.reason == "stagnation"
        if is_proven or self.problem.explain_no_solution():
            return "no solution exists"
        if self.reason == "stagnation" and self.problem.n <= EXPLAINED_UP_TO:
            from metaqueens.problem.check import describe_local_minimum

            move = neighbourhood(self.algorithm, self.encoding)
            if found := describe_local_minimum(self.problem, self.values, move):
                return f"stuck in a {found}"
        if is_complete or self.algorithm.runs_in == "programs":  # they count in units of their own
            return f"ended by {self.reason}"
        return f"ended by {self.reason} (best found after {many(self.found_at, 'evaluation')})"

    def film(self) -> "FilmPage":
        """Record the run again from its seed; return a page that plays in notebooks and browsers.

        ``save("film.html")`` writes it. Raises ``UserError`` beyond 60 queens, and if the search
        does not repeat its run or cannot be filmed.
        """
        from metaqueens.films.page import film_of

        return film_of(self)

    def __repr__(self) -> str:
        """Return the problem, how the run ended, and the text of the problem, or forty values."""
        state = "solved" if self.solved else f"cost {self.cost:,}, {self.explain_end()}"
        effort = self.describe_effort()
        return f"{self.problem.label}: {state}, {effort}seed {self.seed}\n{self.format_values()}"

    def format_values(self, limit: int = SHOWN) -> str:
        """Return the values as the problem writes them, or up to ``limit`` of them in a line."""
        with suppress(Exception):  # most authors write no such function, and one may fail
            if self.values.size <= LISTED_UP_TO:
                return str(self.problem.write(self.values.copy()))  # type: ignore[attr-defined]
        more = " ..." if self.values.size > limit else ""
        return " ".join(map(str, self.values[:limit].tolist())) + more

    def _repr_html_(self) -> str:
        """Return HTML for a notebook: the best solution, if it is small, and the effort."""
        name, problem = escape(type(self.algorithm).__name__), self.problem
        picture = problem.picture(self.values) if problem.n <= DRAWN_UP_TO else ""
        left = f"{problem.describe_cost(self.cost)} left, {self.explain_end()},"
        state = "solved" if self.solved else left
        return (
            f"<figure>{picture}<figcaption>{escape(problem.title)} by {name}: {state} after"
            f" {self.describe_effort()}{1000 * self.seconds:.3g} ms; seed {self.seed}"
            "</figcaption></figure>"
        )

    def describe_effort(self, steps: bool = False) -> str:
        """Return the start of a sentence: evaluations, or the counts of a method or a program."""
        if getattr(self.algorithm, "is_complete", False):
            return describe_effort(self.counters)
        evaluations = many(self.evaluations, "evaluation")
        if self.algorithm.runs_in != "programs":
            return f"{evaluations}, {many(self.steps, 'step')}, " if steps else f"{evaluations}, "
        count = f"{evaluations} by its own count, " if getattr(self.algorithm, "counts", 0) else ""
        written = f"{many(self.counters.get('boards', 0), 'board')} written, "
        return f"{count}{written}" if count else f"{written}evaluations not told, "

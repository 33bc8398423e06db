"""Exact methods as contestants of an experiment, beside the heuristics.

Their evaluations are the nodes, branches or squares that their kind of search counts. None draws
random numbers, so that all runs of one are equal except for their times.
"""

from collections.abc import Iterator, Mapping
from time import sleep
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import PositiveInt

from metaqueens.core.choices import EncodingName
from metaqueens.exact import Form, methods
from metaqueens.exact.bitmask import MOST_NODES
from metaqueens.exact.effort import Effort, LimitReached
from metaqueens.exact.solvers import cp
from metaqueens.problem.base import COUNTED, BaseProblem
from metaqueens.problem.space import Space
from metaqueens.queens import construction
from metaqueens.queens.problem import Queens
from metaqueens.search import Algorithm, Snapshot
from metaqueens.search.budget import NO_LIMIT, Checkpoints
from metaqueens.system import interrupts


class Exact(Algorithm):
    """A complete search: it finds a solution, or proves that there is none."""

    is_complete: ClassVar[bool] = True

    encodings: ClassVar[tuple[EncodingName, ...]] = ("permutation",)

    refuses: ClassVar[Mapping[str, str]] = {
        "start": "an empty board",
        "restarts": "an exact method takes no restarts: it draws nothing at random, so that every"
        " try would be the same",
        "film": "films are of heuristics, such as -a tabu_search",
    }

    def find(self, problem: Any, effort: Effort) -> np.ndarray | None:
        """Return a solution, (n,), or None if there is provably none.

        Raises ``LimitReached`` if the effort's limit ends the search before that.
        """
        raise NotImplementedError

    def longest_step(self, space: Space) -> int:
        return NO_LIMIT  # the solvers have no limit on their counts

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        diagonal = np.arange(space.n, dtype=np.int32) % space.value_count
        # All queens on one diagonal attack each other: on a plain board their number is known.
        plain = space.problem.is_plain
        guards = (space.problem.max_cost or 0) if plain else space.problem.recount(diagonal)
        first = Snapshot(diagonal, guards, 1, 1, 0)
        yield first
        effort = Effort.from_budget(checkpoints)
        try:
            with interrupts.raise_at_once():
                queens = self.find(space.problem, effort)
        except LimitReached:
            queens = None
            if effort.evaluations < effort.limit:
                # A solver's clock may end its search shortly before the deadline.
                sleep(effort.seconds_left or 0.0)
                if checkpoints.stagnation:  # that reason would be taken for a proof
                    first = first._replace(found_at=1 + effort.evaluations)
        now, counters = 1 + effort.evaluations, effort.counted
        if queens is None:
            yield first._replace(evaluations=now, counters=counters)
        else:
            board = np.asarray(queens, np.int32)
            yield Snapshot(board, 0, now, now, space.n, counters)


class CpSat(Exact):
    """OR-Tools' CP-SAT; a budget's `seconds` end it, its `evaluations` do not.

    It combines clause learning with propagation and linear relaxations [1]_.

    Parameters
    ----------
    model
        ``boolean``: a variable for each square.
    workers
        Number of threads of the solver.

    References
    ----------
    .. [1] Perron, Didier & Gay (2023). The CP-SAT-LP solver. CP 2023, LIPIcs 280: 3:1-3:2.
    """

    runs_in = "threads"

    model: Literal["boolean"] = "boolean"
    workers: PositiveInt = 1

    needs = ("cp_sat",)
    rules = COUNTED

    # The model of an author's problem has integer variables in any encoding.
    def encodings_on(self, problem: BaseProblem) -> tuple[EncodingName, ...]:
        return self.encodings if problem.has("queens") else ("permutation", "rows")

    def find(self, problem: Any, effort: Effort) -> np.ndarray | None:
        return methods.first("cp_sat", problem, effort, workers=self.workers)


class Cp(Exact):
    """OR-Tools' original CP solver; a budget's `seconds` end it, its `evaluations` do not.

    It alternates propagation and branching, as in chapter 4 of [1]_.

    Parameters
    ----------
    variables, values
        The choice of the next column, and of its row, by the solver's own names.

    References
    ----------
    .. [1] Rossi, van Beek & Walsh (2006). Handbook of Constraint Programming.
    """

    variables: cp.Variables = cp.FOR_ONE["variables"]
    values: cp.Values = cp.FOR_ONE["values"]

    def find(self, problem: Queens, effort: Effort) -> np.ndarray | None:
        return methods.first("cp", problem, effort, variables=self.variables, values=self.values)


class Backtracking(Exact):
    """Textbook backtracking, column by column.

    The array forms are those of [1]_.

    Parameters
    ----------
    form
        ``bitmask``: a kernel. ``forward_checking``: a kernel that takes account of rules and fills
        the most constrained column next. ``iterative``, ``cartesian``, ``permutation``, ``matrix``:
        plain Python, as in textbooks.

    References
    ----------
    .. [1] Wirth (1976). Algorithms + Data Structures = Programs, section 3.5.
    """

    form: Form = "bitmask"

    @property
    def rules(self) -> tuple[str, ...]:
        return COUNTED if self.form == "forward_checking" else ()

    def supports(self, problem: BaseProblem, encoding: EncodingName | None = None) -> str | None:
        return super().supports(problem, encoding) or methods.METHODS[self.form].supports(problem)

    def longest_step(self, space: Space) -> int:
        return MOST_NODES if self.form in ("bitmask", "forward_checking") else 2

    def find(self, problem: Queens, effort: Effort) -> np.ndarray | None:
        return methods.first(self.form, problem, effort)


class Clingo(Exact):
    """The answer set solver clingo [1]_; a budget's `seconds` end it, its `evaluations` do not.

    It needs the package clingo: the extra ``asp``.

    References
    ----------
    .. [1] Gebser, Kaminski, Kaufmann & Schaub (2019). Multi-shot ASP solving with clingo. Theory
       and Practice of Logic Programming 19: 27-82.
    """

    runs_in = "threads"

    rules = COUNTED

    def find(self, problem: Queens, effort: Effort) -> np.ndarray | None:
        return methods.first("clingo", problem, effort)


class Construction(Exact):
    """The n mod 12 rule: a solution without a search, the baseline of every heuristic.

    The rule is that of [1]_.

    References
    ----------
    .. [1] Pauls (1874). Das Maximalproblem der Damen auf dem Schachbrete. Deutsche Schachzeitung.
    """

    def longest_step(self, space: Space) -> int:
        return space.n + 1

    def find(self, problem: Queens, effort: Effort) -> np.ndarray | None:
        effort.nodes = problem.n
        effort.check()
        return None if problem.explain_no_solution() else construction.construct(problem.n)

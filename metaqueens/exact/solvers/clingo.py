"""clingo: answer set programming [1]_, a complete solver that shares no code with the others.

.. [1] Gebser, Kaminski, Kaufmann & Schaub (2019). Multi-shot ASP solving with clingo. Theory and
       Practice of Logic Programming 19: 27-82.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from metaqueens.exact.effort import Effort, LimitReached
from metaqueens.queens.check import recount
from metaqueens.queens.problem import Queens
from metaqueens.queens.rules import LETTERS, require_known
from metaqueens.system.interrupts import catch_ctrl_c
from metaqueens.text.errors import UserError

SECONDS_BETWEEN_LOOKS = 0.1

BOARD = """
line(0..n-1).
1 { queen(R,C) : line(R) } 1 :- line(C).
1 { queen(R,C) : line(C) } 1 :- line(R).
:- blocked(R,C), queen(R,C).
:- placed(R,C), not queen(R,C).
:- excluded(K,D), on(K,D,R,C), queen(R,C).
"""
PLANAR = """
on(rising, R-C+n-1, R, C) :- line(R), line(C).
on(falling, R+C, R, C) :- line(R), line(C).
"""
TORUS = """
on(rising, (R-C+2*n-1) \\ n, R, C) :- line(R), line(C).
on(falling, (R+C) \\ n, R, C) :- line(R), line(C).
"""
DIAGONALS = """
:- on(K,D,_,_), 2 { queen(R,C) : on(K,D,R,C) }.
"""
REGIONS = """
name(A) :- region(_,_,A).
:- name(A), not 1 { queen(R,C) : region(R,C,A) } 1.
:- queen(R,C), queen(R+1,C+1).
:- queen(R,C), queen(R+1,C-1).
"""


def boards(
    problem: Queens, effort: Effort, limit: int = 0, threads: int = 1
) -> Iterator[np.ndarray]:
    """Yield all solutions, shape (n,), or the first ``limit``.

    Several ``threads`` have different configurations and share learned clauses.

    Branches are the solver's choices, failures its conflicts. Raises ``UserError`` if clingo is
    not installed, ``LimitReached`` if the effort's deadline passes.
    """
    try:
        import clingo
    except ImportError:
        raise UserError(
            "clingo needs one more package: pip install clingo; or: metaqueens[asp]"
        ) from None
    options = "--warn=none", f"--const=n={problem.n}", f"--parallel-mode={threads}"
    control = clingo.Control([f"{limit}", *options])
    control.add("base", [], program(problem))
    control.ground([("base", [])])
    with catch_ctrl_c() as interrupted:
        try:
            with control.solve(yield_=True, async_=True) as search:
                while True:
                    search.resume()
                    while not search.wait(SECONDS_BETWEEN_LOOKS):
                        if interrupted() or effort.seconds_left == 0:
                            search.cancel()
                            break
                    if (found := search.model()) is None or interrupted():
                        break
                    yield _board(found, problem)
        finally:
            solvers = control.statistics["solving"]["solvers"]
            effort.branches, effort.failures = int(solvers["choices"]), int(solvers["conflicts"])
        if interrupted():
            raise KeyboardInterrupt
        if effort.seconds_left == 0:
            raise LimitReached


def program(problem: Queens) -> str:
    """Return the logic program whose answer sets are the solutions; ``n`` is a constant of it."""
    require_known(problem, "clingo")
    parts = [BOARD, TORUS if problem.torus else PLANAR]
    parts += [f"blocked({row},{column})." for row, column in problem.blocked]
    parts += [f"placed({row},{column})." for row, column in problem.placed]
    parts += [f"excluded({direction},{diagonal})." for diagonal, direction in problem.excluded]
    if problem.regions is None:
        parts.append(DIAGONALS)
    else:
        parts.append(REGIONS)
        parts += [
            f"region({row},{column},{LETTERS.index(letter)})."
            for row, line in enumerate(problem.regions)
            for column, letter in enumerate(line)
        ]
    return "\n".join([*parts, "#show queen/2."])


def _board(model: Any, problem: Queens) -> np.ndarray:
    queens = np.empty(problem.n, np.int64)
    for atom in model.symbols(shown=True):
        row, column = (argument.number for argument in atom.arguments)
        queens[column] = row
    if recount(problem, queens) > 0:
        raise RuntimeError(f"clingo gave a board that is no solution: {queens.tolist()}")
    return queens

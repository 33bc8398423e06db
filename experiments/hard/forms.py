"""The set in forms that other solvers read: DIMACS CNF, and MiniZinc with its data.

    python -m experiments.hard.forms FILE.jsonl FOLDER

Variable k of a CNF is the k-th square on which a queen may stand, row by row; comments name them.
The MiniZinc model is ``queens.mzn`` beside this module; each board has a ``.dzn``.
"""

import sys
from pathlib import Path

import numpy as np

from metaqueens import Queens
from metaqueens.queens.conflicts import conflicts_apart, find_allowed_squares
from metaqueens.queens.instances import read


def conflicts(problem: Queens, squares: np.ndarray) -> np.ndarray:
    """Return whether two queens on each pair of squares break a rule, (k, k) bool.

    The squares have shape (k, 2): row and column.
    """
    down, right = (squares - squares[:, None]).transpose(2, 0, 1)
    found = conflicts_apart(problem, down, right)
    if problem.regions is not None:
        letters = np.array([list(line) for line in problem.regions])[tuple(squares.T)]
        found |= (letters == letters[:, None]) & ((down != 0) | (right != 0))
    return found


def clauses(problem: Queens) -> tuple[np.ndarray, list[list[int]]]:
    """The squares, and the clauses over them: one queen a column, a row and a region at the least.

    And no two queens that break a rule.
    """
    squares = np.argwhere(find_allowed_squares(problem))
    numbers = np.arange(1, len(squares) + 1)
    groups = [squares[:, axis] == line for axis in (0, 1) for line in range(problem.n)]
    if problem.regions is not None:
        regions = np.array([problem.regions[row][column] for row, column in squares])
        groups += [regions == letter for letter in np.unique(regions)]
    some = [numbers[group].tolist() for group in groups]
    pairs = np.argwhere(np.triu(conflicts(problem, squares))) + 1
    return squares, some + (-pairs).tolist()


def cnf(problem: Queens) -> str:
    """The problem in DIMACS form."""
    squares, found = clauses(problem)
    lines = [f"c {k} row {row} column {column}" for k, (row, column) in enumerate(squares, 1)]
    lines.append(f"p cnf {len(squares)} {len(found)}")
    return "\n".join([*lines, *(" ".join(map(str, [*clause, 0])) for clause in found), ""])


def dzn(problem: Queens) -> str:
    """The data of ``queens.mzn``."""
    allowed = find_allowed_squares(problem)
    rows = ", ".join("{" + ", ".join(map(str, np.flatnonzero(one))) + "}" for one in allowed.T)
    letters = sorted({letter for line in problem.regions or () for letter in line})
    region = [str(letters.index(letter)) for line in problem.regions or () for letter in line]
    return (
        f"n = {problem.n};\ntorus = {str(problem.torus).lower()};\nrows = [{rows}];\n"
        f"regions = [{', '.join(region)}];\n"
    )


def main(file: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for one in read(file):
        for form, text in (("cnf", cnf(one.problem)), ("dzn", dzn(one.problem))):
            name = folder / f"{file.stem}_{one.name}.{form}"
            name.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))

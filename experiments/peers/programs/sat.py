"""N queens as a SAT problem for CaDiCaL, by python-sat: sat.py N SEED (docs/programs.md)."""

import random
import sys

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver


def main(n, seed):
    print(*range(n), flush=True)  # a board, should there be no time for another
    squares = [(row, column) for row in range(n) for column in range(n)]
    random.seed(seed)
    names = dict(zip(squares, random.sample(range(1, n * n + 1), n * n), strict=True))
    lines = {}
    for row, column in squares:
        for line in (("r", row), ("c", column), ("f", row + column), ("g", row - column)):
            lines.setdefault(line, []).append(names[row, column])
    with Solver("cadical153") as solver:
        top = n * n
        for (kind, _), line in lines.items():
            if kind in "rc":
                solver.add_clause(line)
            if len(line) > 1:
                at_most = CardEnc.atmost(line, 1, top_id=top, encoding=EncType.seqcounter)
                top = max(top, at_most.nv)
                solver.append_formula(at_most.clauses)
        if solver.solve():
            true = {literal for literal in solver.get_model() if literal > 0}
            board = {column: row for (row, column), name in names.items() if name in true}
            print(*(board[column] for column in range(n)), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))

"""N queens as an answer set program for clingo: asp.py N SEED (docs/programs.md)."""

import sys

import clingo

# The encoding of Gebser, Kaminski, Kaufmann & Schaub, Answer Set Solving in Practice (2012), 8.1.
PROGRAM = """
1 { queen(R, 0..n-1) } 1 :- R = 0..n-1.
1 { queen(0..n-1, C) } 1 :- C = 0..n-1.
:- { queen(R, D-R) } >= 2, D = 0..2*n-2.
:- { queen(R, R-D) } >= 2, D = -n+1..n-1.
#show queen/2.
"""


def main(n, seed):
    print(*range(n), flush=True)  # a board, should there be no time for another
    control = clingo.Control([f"-cn={n}", f"--seed={seed % 2**31}", "--rand-freq=0.02"])
    control.add("base", [], PROGRAM)
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        for model in models:
            atoms = (atom.arguments for atom in model.symbols(shown=True))
            board = {column.number: row.number for row, column in atoms}
            print(*(board[column] for column in range(n)), flush=True)
            return


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))

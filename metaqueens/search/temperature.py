"""The temperatures that a search takes where none is given: they look at the board.

n queens at temperature T keep about n exp(-1/T) cost, so T must fall as 1/ln n. On plain boards
of 8 to 1000 queens both encodings solve every board below 0.5/ln n, and rows none above 1/ln n.
Where a rule makes solutions rare a search must leave deeper traps, and a warmer end is better:
``experiments/hard`` has how much.
"""

from metaqueens.problem.base import BaseProblem

# T ln n at the start, where the end is no warmer; and at the end: on a torus, with excluded
# diagonals, blocked squares or placed queens, and on other boards.
HOT = 0.8
COLD = {"torus": 1.2, "rules": 0.8, "plain": 0.4}
RULES = ("excluded", "blocked", "placed")


def cold_of(problem: BaseProblem) -> float:
    """Return the lowest temperature, in cost, times ln n."""
    rules = problem.rules
    return COLD["torus" if "torus" in rules else "rules" if {*RULES} & {*rules} else "plain"]

"""The default temperatures of annealing on n queens: they depend on the board.

n queens at temperature T have about n exp(-1/T) guards, so that T must fall as 1/ln n. On plain
boards of 8 to 1000 queens both encodings solve every board below 0.5/ln n, and rows none above
1/ln n. If a rule makes solutions rare, a search must leave deeper local minima, and a higher final
temperature is better: ``experiments/hard`` has the measurements.
"""

from metaqueens.problem.base import BaseProblem

# T ln n at the start, if the end is not hotter; and at the end on a torus, with excluded diagonals,
# blocked squares or placed queens, and on other boards.
HOT = 0.8
COLD = {"torus": 1.2, "rules": 0.8, "plain": 0.4}
RULES = ("excluded", "blocked", "placed")


def temperatures(problem: BaseProblem) -> tuple[float, float]:
    """Return the highest and the lowest temperature, in guards, times ln n."""
    rules = problem.rules
    cold = COLD["torus" if "torus" in rules else "rules" if {*RULES} & {*rules} else "plain"]
    return max(HOT, cold), cold

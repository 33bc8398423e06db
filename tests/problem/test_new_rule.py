"""A rule of the board that nothing knows yet is refused by everything that counts or solves."""

import sys

from tests.processes import copy_package, written_by

# A new field, as somebody would begin a rule of their own.
FIELD = "    torus: StrictBool = False\n"
TRIED = """
import numpy as np
from metaqueens import Queens, algorithms
from metaqueens.exact import contestants, methods
from metaqueens.exact.effort import Effort
from metaqueens.exact.solvers import clingo, cp_sat
from metaqueens.queens.families import Family
from metaqueens.queens.check import is_solution, recount
from metaqueens.queens.conflicts import find_allowed_squares
from metaqueens.queens.kernels.ruled import kernel_rules
from metaqueens.queens.problem import RULES
from metaqueens.contestants.registry import CONTESTANTS, class_of
from metaqueens.search.algorithm import space_for

assert {"mirrored", "centre"} <= {*RULES}
# A name that no other problem has, and a check that looks at each queen of it.
assert Queens(8, mirrored=True).label == "n=8, mirrored"
drawn = Family(16, excluded={"use": "random", "count": 13}, instances=2)
assert len(drawn.draw(1, iter).excluded) == 13
assert Queens(8, centre=2).label.startswith("n=8, centre #")
board, queens = Queens(8, mirrored=True), np.array([0, 4, 7, 5, 2, 6, 1, 3])
tried = {}
def refused(name, do):
    try:
        do()
    except ValueError as error:
        said = "takes no account of the rule mirrored", "know no rules of the board", "plain board"
        assert any(one in str(error) for one in said), (name, error)
        tried[name] = str(error)
    else:
        raise AssertionError(name)

for name in CONTESTANTS:
    if name != "program":
        kind = class_of(name)
        encoding = kind.encodings[0] if hasattr(kind, "encodings") else "permutation"
        refused(name, lambda: space_for(kind(encoding=encoding), board))
for name in methods.METHODS:
    refused(name, lambda: methods.first(name, board, Effort()))
refused("kernels", lambda: kernel_rules(board))
refused("squares", lambda: find_allowed_squares(board))
refused("CP-SAT's model", lambda: cp_sat.build_model(board))
refused("clingo's program", lambda: clingo.program(board))
refused("the check", lambda: recount(board, queens))
refused("the check of solutions", lambda: is_solution(board, queens))
print(len(tried))
"""


def test_a_rule_that_an_engine_does_not_know_is_refused_by_it(tmp_path):
    file = copy_package(tmp_path) / "metaqueens/queens/problem.py"
    text = file.read_text()
    assert text.count(FIELD) == 1
    file.write_text(
        text.replace(FIELD, FIELD + "    mirrored: StrictBool = False\n    centre: int = 0\n")
    )
    environment = {"PYTHONPATH": str(tmp_path)}
    assert int(written_by(sys.executable, "-c", TRIED, folder=tmp_path, **environment)) >= 30

"""Exact methods: solvers, enumeration and counting."""

from typing import Literal, NamedTuple

from metaqueens.plugins.code import Table

# Of backtracking, as ``count --method`` and the engines of instances call them.
Form = Literal["bitmask", "forward_checking", "iterative", "cartesian", "permutation", "matrix"]


class Reach(NamedTuple):
    """The most queens of which a method finds every board, or one, in some ten minutes."""

    all: int
    first: int


# The ways to find all solutions; ``methods`` has what carries them out.
REACH = {
    "bitmask": Reach(18, 40),
    "cartesian": Reach(14, 29),
    "permutation": Reach(15, 32),
    "matrix": Reach(14, 29),
    "iterative": Reach(15, 32),
    "brute_force": Reach(12, 22),
    "cp": Reach(15, 4000),
    "cp_sat": Reach(14, 2000),
    "forward_checking": Reach(17, 37),
    "clingo": Reach(14, 800),
}

# The exact methods that can be contestants of an experiment; imported when first used.
EXACT = Table(
    {
        "backtracking": "metaqueens.exact.contestants:Backtracking",
        "construction": "metaqueens.exact.contestants:Construction",
        "clingo": "metaqueens.exact.contestants:Clingo",
        "cp": "metaqueens.exact.contestants:Cp",
        "cp_sat": "metaqueens.exact.contestants:CpSat",
    }
)

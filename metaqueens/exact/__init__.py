"""Exact methods: solvers, enumeration and counting."""

from typing import Literal, NamedTuple

from metaqueens.plugins.code import LazyTable

# The forms of backtracking, also methods of ``count``.
Form = Literal["bitmask", "forward_checking", "iterative", "cartesian", "permutation", "matrix"]


class Reach(NamedTuple):
    """The maximum n for which a method finds all boards, or the first one, in ten minutes."""

    all: int
    first: int


# The methods that find all solutions; ``methods`` has their functions.
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
EXACT = LazyTable(
    {
        "backtracking": "metaqueens.exact.contestants:Backtracking",
        "construction": "metaqueens.exact.contestants:Construction",
        "clingo": "metaqueens.exact.contestants:Clingo",
        "cp": "metaqueens.exact.contestants:Cp",
        "cp_sat": "metaqueens.exact.contestants:CpSat",
    }
)

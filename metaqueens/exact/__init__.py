"""Exact methods: solvers, enumeration and counting."""

from typing import Literal, get_args

from metaqueens.plugins.code import LazyTable

# The forms of backtracking, also methods of ``count``.
Form = Literal["bitmask", "forward_checking", "iterative", "cartesian", "permutation", "matrix"]

# The methods that find all solutions; ``methods`` has their functions.
METHOD_NAMES = (*get_args(Form), "brute_force", "cp", "cp_sat", "clingo")

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

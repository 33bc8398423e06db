"""Exact methods: solvers, enumeration and counting."""

from typing import Literal

from metaqueens.plugins.code import Table

# Of backtracking, as ``count --method`` and the engines of instances call them.
Form = Literal["bitmask", "forward_checking", "iterative", "cartesian", "permutation", "matrix"]

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

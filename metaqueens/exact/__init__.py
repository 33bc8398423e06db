"""Exact methods: solvers, enumeration and counting."""

from metaqueens.plugins import Table

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

"""What messages list, spelled once, so that an addition is one change here."""

ALGORITHMS = (
    "hill_climbing, simulated_annealing, min_conflicts, genetic, tabu_search, adaptive_search,"
    " extremal_optimisation, ant_colony,"
    " queue_search, local_search, iterated_local_search, random_search,"
    " program, backtracking, construction, clingo, cp, cp_sat, or package.module:Class"
)
PROBLEM_KEYS = "n, torus, excluded, blocked, placed, regions, encoding"

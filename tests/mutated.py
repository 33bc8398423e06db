"""What ``tests.mutation`` changes, and the tests that are to notice."""

import re

STATISTICS = (
    "estimates", "limits", "significance", "permutation", "ranking", "survival", "bayes",
    "profiles", "convergence", "bootstrap", "critical_values", "intervals", "overall", "pairs",
    "ratios",
)  # fmt: skip
# What runs are taken for, before and beside the statistics.
DATA = (
    "runs", "cleaning", "comparability", "against", "families", "summary", "comparison", "overall",
    "profiles", "intervals", "pairs",
)  # fmt: skip
# What was run before: one small run of each kind where the compiler is off.
RECORDED = "golden/test_golden.py::test_every_search_does_what_it_did"
# Every parameter with its bounds and what it is where it is not given.
SCHEMA = "config/test_schema.py -kcommitted"
CONFORMANCE = "algorithms/test_conformance.py::TestDefaults"
# The module, the words of its twin's test, the name of the search, and more of its tests.
SEARCHES = (
    ("algorithms/tabu_search.py", "tabu", "TabuSearch", "test_under_rules.py -kTabuSearch",
     "test_hard_searches.py -ktenure"),
    ("algorithms/adaptive_search.py", "adaptive", "AdaptiveSearch",
     "test_under_rules.py -kAdaptiveSearch", "test_hard_searches.py -knever_worsens"),
    ("algorithms/breakout.py", "breakout", "Breakout", "test_under_rules.py -kBreakout",
     "test_hard_searches.py -kbrute_force"),
    ("algorithms/extremal_optimisation.py", "extremal", "ExtremalOptimisation",
     "test_under_rules.py -kExtremalOptimisation"),
    ("algorithms/hill_climbing.py", "climbing", "HillClimbing"),
    ("algorithms/min_conflicts.py", "min_conflicts", "MinConflicts",
     "test_under_rules.py -krepair", "test_under_rules.py -khonour",
     "test_conformance.py::TestConflicted -kMinConflicts"),
    ("algorithms/particle_swarm.py", "particles", "ParticleSwarm",
     "test_under_rules.py -kParticleSwarm"),
    ("algorithms/simulated_annealing.py", "annealing", "SimulatedAnnealing",
     "test_simulated_annealing.py -kcut", "test_simulated_annealing.py -kschedules",
     "test_simulated_annealing.py -kreheats", "test_simulated_annealing.py -ktemperature"),
    ("algorithms/model_based/ant_colony.py", "ants", "AntColony",
     "test_under_rules.py -kAntColony"),
    ("algorithms/model_based/drawing.py", "ants", "AntColony", "test_under_rules.py -kAntColony"),
    ("algorithms/model_based/drawing.py", "model", "EstimationOfDistribution",
     "test_under_rules.py -kEstimationOfDistribution"),
    ("algorithms/model_based/estimation_of_distribution.py", "model", "EstimationOfDistribution",
     "test_under_rules.py -kEstimationOfDistribution"),
)  # fmt: skip
# Looked at after each step, without the compiler, they take minutes.
SLOW = ("AntColony", "EstimationOfDistribution", "ParticleSwarm")
CORE = ("board", "moves", "rules", "close", "random")
# By group: what is changed, and the tests that are to notice, in one call of pytest after another.
GROUPS: dict[str, list[tuple[str, ...]]] = {
    "referee": [
        (
            "programs/referee.py problem/check.py",
            "programs/test_referee.py problem/test_check.py",
        )
    ],
    "statistics": [
        (
            "analysis/estimate/*.py analysis/inference/*.py",
            " ".join(f"analysis/test_{name}.py" for name in STATISTICS),
        )
    ],
    "data": [
        (
            "analysis/data/*.py analysis/families.py analysis/family_tests.py analysis/by_family.py"
            " analysis/grouping.py analysis/summary/row.py analysis/summary/results.py",
            " ".join(f"analysis/test_{name}.py" for name in DATA),
            "cli/test_views.py",
        )
    ],
    "kernels": [
        (
            " ".join(f"core/{name}.py" for name in CORE),
            "core/test_board.py core/test_moves.py core/test_rules.py core/test_random.py"
            " core/test_attacked.py"
            " test_drawing.py::test_a_board_shows_itself_while_it_is_small_enough"
            " problem/test_rules.py::test_moves_are_priced_as_the_independent_check_counts",
            "algorithms/test_simulated_annealing.py -kshort_cut",
        )
    ],
    # What a kernel does beside its slow twin, and what every search keeps, of this one alone.
    "searches": [
        *(
            (
                path,
                f"algorithms/test_trajectories.py -k{twin}",
                f"{CONFORMANCE} -k{f'not(looking)and({name})' if name in SLOW else name}",
                *(f"algorithms/{one}" for one in more),
                SCHEMA,
                f"{RECORDED} -k{re.sub('(?<=[a-z])(?=[A-Z])', '_', name).lower()}",
            )
            for path, twin, name, *more in SEARCHES
        ),
        (
            "algorithms/sosic_gu.py",
            "algorithms/test_sosic_gu.py -kand_a_bit",
            "algorithms/test_sosic_gu.py -ktable",
            f"{CONFORMANCE} -kSosicGu",
            f"{RECORDED} -ksosic_gu",
            SCHEMA,
        ),
        (
            "algorithms/queue_search/*.py",
            "algorithms/test_queue_search.py -ktwin",
            "algorithms/test_queue_search.py -kqueue_once",
            "algorithms/test_queue_search.py -kbudget",
            "algorithms/test_sosic_gu.py -ktable",
            f"{CONFORMANCE} -kQueueSearch",
            f"{RECORDED} -kqueue_search",
            SCHEMA,
        ),
        (
            "algorithms/local_search/*.py algorithms/iterated_local_search.py",
            "algorithms/test_local_search.py -ktwin",
            "algorithms/test_local_search.py -kgrows_with_n",
            "algorithms/test_acceptance_from_outside.py",
            f"{CONFORMANCE} -kLocalSearch",
            f"{RECORDED} -klocal_search",
            SCHEMA,
        ),
        (
            "algorithms/random_walk.py",
            "algorithms/test_local_search.py -krandom_walk",
            f"{CONFORMANCE} -kRandomWalk",
            f"{RECORDED} -krandom_walk",
            SCHEMA,
        ),
        (
            "algorithms/random_search.py",
            "algorithms/test_local_search.py -kdraws_boards",
            f"{CONFORMANCE} -kRandomSearch",
            f"{RECORDED} -krandom_search",
            SCHEMA,
        ),
        (
            "algorithms/genetic/operators/*.py algorithms/genetic/engines/pricing.py",
            "algorithms/test_genetic.py -kcrossover",
            "algorithms/test_genetic.py -kmutations",
            "algorithms/test_genetic.py -kpricing",
            "algorithms/test_genetic.py -kpressure",
            "algorithms/test_genetic.py -kshuffle_moves",
            "algorithms/test_genetic.py -kranking",
            "algorithms/test_compiled_engine.py -kpriced_right",
            "algorithms/test_compiled_engine.py -kbest_move",
            f"{RECORDED} -kgenetic",
        ),
        (
            "search/budget.py search/driver.py",
            "search/test_budget.py search/test_driver.py",
            f"{CONFORMANCE} -kHillClimbing",
        ),
        (
            "search/restarts.py",
            "search/test_restarts.py -kpolic",
            "search/test_restarts.py -ktry",
            "search/test_restarts.py -ktries",
        ),
    ],
}

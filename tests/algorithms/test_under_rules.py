"""Searches on boards with rules: what they claim is recounted after each of their steps."""

from itertools import islice

import numpy as np
import pytest

from metaqueens import (
    AdaptiveSearch,
    AntColony,
    Budget,
    ExtremalOptimisation,
    Genetic,
    MinConflicts,
    Space,
    TabuSearch,
    config,
    solve,
)
from metaqueens.algorithms.genetic import population
from metaqueens.algorithms.genetic.parts import ChildSearch
from metaqueens.core.conflicting import IndexSet, add_conflicting
from metaqueens.core.random import start_stream
from metaqueens.core.state import best_value, lift, put, value_cost
from metaqueens.queens.check import recount
from metaqueens.search import ReportEvery
from tests.conftest import as_python
from tests.problem.boards import all_conflicts, alone_and_together, combinations, kept_by, possible

# But for placed queens both keep all.
few_sets = pytest.mark.parametrize("rules", alone_and_together(MinConflicts()), ids="+".join)


def problems(rng, rules, count=3):
    return list(islice(possible(8, rules, rng), count))


def test_both_honour_all_rules_but_placed_queens():
    for kind in (Genetic, MinConflicts):
        assert {rule for rules in combinations() for rule in rules} - set(kind().rules) == {
            "placed"
        }
    assert MinConflicts(scan="sampled").rules == ()


@pytest.mark.usefixtures("uncompiled")
@few_sets
def test_a_population_is_priced_as_it_is_recounted(rules, rng, stream):
    for problem in problems(rng, rules):
        space = Space(problem, "rows")
        state = problem.empty_state()
        boards = population.draw_population(20, space.code.value, state, stream)
        costs = population.evaluate_population(boards, state)
        assert costs.tolist() == [recount(problem, board) for board in boards]


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("encoding", ["permutation", "rows"])
@few_sets
def test_both_engines_make_the_same_runs_under_rules(rules, encoding, rng):
    for seed, problem in enumerate(problems(rng, rules, count=1)):
        one, two = (
            solve(
                problem,
                Genetic(engine=engine, population=12),
                Budget(100),
                seed,
                encoding=encoding,
            )
            for engine in ("deap", "compiled")
        )
        assert one.values.tolist() == two.values.tolist()
        assert one.trace[-1][:2] == two.trace[-1][:2]
        assert recount(one.problem, one.values) == one.cost


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("use", ["min_conflicts", "hill_climbing"])
@pytest.mark.parametrize("encoding", ["permutation", "rows"])
@few_sets
def test_a_local_search_on_children_keeps_the_rules(rules, encoding, use, rng):
    algorithm = Genetic(
        engine="compiled", population=10, local_search=ChildSearch(use=use, steps=4, share=0.5)
    )
    for seed, problem in enumerate(problems(rng, rules, count=1)):
        result = solve(problem, algorithm, Budget(150), seed, encoding=encoding)
        assert recount(result.problem, result.values) == result.cost


@pytest.mark.usefixtures("uncompiled")
@few_sets
def test_a_repair_sees_every_square_and_every_queen_as_the_rules_do(rules, rng):
    stream = start_stream(rng)
    for problem in problems(rng, rules):
        board, attacked = Space(problem, "rows").random_state(rng), IndexSet.empty(8)
        together = all_conflicts(problem)
        for column in range(8):
            row = int(board.values[column])
            add_conflicting(board, column, attacked)
            met = [c for c, r in enumerate(board.values) if together[row, column, r, c]]
            assert set(attacked.members[: attacked.size[0]]) == {column, *met}
            attacked.contained[:] = False
            attacked.size[0] = 0
            lift(board, column)
            costs = []
            for other in range(8):
                put(board, column, other)
                costs.append(recount(problem, board.values))
                lift(board, column)
            least = {best_value(board, column, stream) for _ in range(60)}
            assert least == {other for other in range(8) if costs[other] == min(costs)}
            assert all(
                value_cost(board, column, other) - value_cost(board, column, 0)
                == costs[other] - costs[0]
                for other in range(8)
            )
            put(board, column, row)


SEARCHES = {
    kind: evaluations
    for kinds, evaluations in (
        # Each square of an ant's board is weighed.
        ((AntColony,), 100),
        ((AdaptiveSearch, ExtremalOptimisation, TabuSearch), 400),
    )
    for kind in kinds
}


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("encoding", ["permutation", "rows"])
@pytest.mark.parametrize(
    ("kind", "rules"), [(kind, rules) for kind in SEARCHES for rules in alone_and_together(kind())]
)
def test_the_boards_are_what_is_claimed(kind, rules, encoding, rng):
    for problem in problems(rng, rules, count=1):
        check_claims(kind(), Space(problem, encoding), SEARCHES[kind])


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("rules", sorted({kept_by(MinConflicts(), of) for of in combinations()}))
@pytest.mark.parametrize("start", ["greedy", "random"])
def test_min_conflicts_claims_what_is_recounted(rules, start, rng):
    for problem in problems(rng, rules, count=1):
        check_claims(MinConflicts(start=start, noise=0.1), Space(problem, "rows"), 500)


def check_claims(algorithm, space, evaluations):
    """Recount each board, and the best of those so far; placed queens and permutations stay."""
    problem, checkpoints = space.problem, ReportEvery(1, Budget(evaluations))
    least = problem.max_guards + 1
    for snapshot in algorithm.search(space, checkpoints, np.random.default_rng(1)):
        if snapshot.signals().get("placed", 8) == 8:  # while a board is filled it has no guards yet
            least = min(least, recount(problem, snapshot.current))
        assert recount(problem, snapshot.values) == snapshot.cost == least
        assert all(snapshot.current[column] == row for row, column in problem.placed)
        if space.encoding == "permutation":
            assert sorted(snapshot.current) == list(range(problem.n))
        if snapshot.cost == 0 or snapshot.evaluations >= evaluations:
            return


@pytest.mark.parametrize(
    ("kind", "evaluations"),
    [
        (TabuSearch, 60_000),
        (AdaptiveSearch, 60_000),
        (ExtremalOptimisation, 40_000),
    ],
)
def test_they_solve_what_annealing_finds_hard(kind, evaluations):
    """Within ten times what the mean run takes."""
    problem = config.load("hard_excluded").cells[0].problem
    with as_python():
        assert all(solve(problem, kind(), Budget(evaluations), seed).solved for seed in range(3))

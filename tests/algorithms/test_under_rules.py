"""Min-conflicts and the genetic algorithm on boards with rules."""

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from metaqueens import Budget, Genetic, MinConflicts, Queens, Space, solve
from metaqueens.algorithms.genetic.engines import pricing
from metaqueens.algorithms.genetic.parts import ChildSearch
from metaqueens.core.attacked import IndexSet, add_attacked_by, clear
from metaqueens.core.best_move import least_attacked
from metaqueens.core.board import lift, load, put
from metaqueens.core.random import stream_of
from metaqueens.problem.check import recount
from metaqueens.problem.conflicts import conflicts
from metaqueens.search import Every
from tests.problem.boards import alone_and_together, combinations, kept_by, possible

# But for placed queens both keep all.
few_sets = pytest.mark.parametrize("rules", alone_and_together(MinConflicts()), ids="+".join)


def problems(rng, rules, encoding="rows", count=3):
    found = islice(possible(8, rules, rng), count)
    return [replace(one, encoding=encoding) for one in found]


def test_both_honour_all_rules_but_placed_queens():
    for kind in (Genetic, MinConflicts):
        assert {rule for rules in combinations() for rule in rules} - set(kind.rules) == {"placed"}
    assert MinConflicts(scan="sampled").supported_rules == ()


@pytest.mark.usefixtures("uncompiled")
@few_sets
def test_a_population_is_priced_as_it_is_recounted(rules, rng, stream):
    for problem in problems(rng, rules):
        space = Space(problem, "rows")
        boards = pricing.random_boards(20, 8, space.code.value, stream)
        priced = pricing.price(boards, pricing.rules_of(space))
        assert priced.tolist() == [recount(problem, board) for board in boards]
    assert pricing.rules_of(Space(Queens(8), "rows")) is None


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("encoding", ["permutation", "rows"])
@few_sets
def test_both_engines_make_the_same_runs_under_rules(rules, encoding, rng):
    for seed, problem in enumerate(problems(rng, rules, encoding, count=1)):
        one, two = (
            solve(problem, Genetic(engine=engine, population=12), Budget(100), seed)
            for engine in ("deap", "compiled")
        )
        assert one.queens.tolist() == two.queens.tolist()
        assert one.trace[-1][:2] == two.trace[-1][:2]
        assert recount(one.problem, one.queens) == one.guards


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("use", ["min_conflicts", "hill_climbing"])
@pytest.mark.parametrize("encoding", ["permutation", "rows"])
@few_sets
def test_a_local_search_on_children_keeps_the_rules(rules, encoding, use, rng):
    algorithm = Genetic(
        engine="compiled", population=10, local_search=ChildSearch(use=use, steps=4, share=0.5)
    )
    for seed, problem in enumerate(problems(rng, rules, encoding, count=1)):
        result = solve(problem, algorithm, Budget(150), seed)
        assert recount(result.problem, result.queens) == result.guards


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("rules", sorted({kept_by(MinConflicts(), of) for of in combinations()}))
@pytest.mark.parametrize("start", ["greedy", "random"])
def test_min_conflicts_claims_what_is_recounted(rules, start, rng):
    algorithm = MinConflicts(start=start, noise=0.1)
    for seed, problem in enumerate(problems(rng, rules, count=1)):
        space, looks = Space(problem, "rows"), Every(1, Budget(500))
        for standing in algorithm.search(space, looks, np.random.default_rng(seed)):
            assert recount(problem, standing.queens) == standing.guards
            if standing.guards == 0 or standing.evaluations >= 500:
                break


@pytest.mark.usefixtures("uncompiled")
@few_sets
def test_a_repair_sees_every_square_and_every_queen_as_the_rules_do(rules, rng):
    stream = stream_of(rng)
    for problem in problems(rng, rules):
        board, attacked = Space(problem, "rows").random_board(rng), IndexSet.empty(8)
        together = conflicts(problem)
        for column in range(8):
            row = int(board.queens[column])
            add_attacked_by(board, column, attacked)
            met = [c for c, r in enumerate(board.queens) if together[row, column, r, c]]
            assert set(attacked.members[: attacked.size[0]]) == {column, *met}
            clear(attacked)
            lift(board, column)
            costs = []
            for other in range(8):
                put(board, column, other)
                costs.append(recount(problem, board.queens))
                lift(board, column)
            least = {least_attacked(board, column, stream) for _ in range(60)}
            assert least == {other for other in range(8) if costs[other] == min(costs)}
            assert all(
                load(board, column, other) - load(board, column, 0) == costs[other] - costs[0]
                for other in range(8)
            )
            put(board, column, row)

"""The compiled engine: the DEAP engine's own runs; and what it has beyond that."""

from itertools import product

import numpy as np
import pytest
from deap import tools
from hypothesis import given, strategies as st

from metaqueens import Budget, Genetic, Queens, solve
from metaqueens.algorithms.genetic import (
    compiled as compiled_engine,
    mutations,
    population as populations,
)
from metaqueens.algorithms.genetic.compiled import GeneticSettings
from metaqueens.algorithms.genetic.deap_engine import Individual
from metaqueens.algorithms.genetic.parts import (
    CROSSOVERS,
    MUTATIONS,
    Best,
    ChildSearch,
    Crossover,
    Islands,
    Mutation,
    Roulette,
    Tournament,
)
from metaqueens.core.best_move import best_of_all_moves
from metaqueens.core.choices import Encoding, Moves
from metaqueens.core.conflicting import IndexSet
from metaqueens.core.random import start_stream
from metaqueens.core.state import evaluate, evaluate_child
from metaqueens.problem.space import Space
from metaqueens.queens.kernels import plain as plain_price
from metaqueens.queens.kernels.plain import empty_board
from tests import oracle
from tests.problem.boards import board_of

SMALL = {"population": 24, "elites": 1}
OPERATORS = [
    (encoding, SMALL | {"crossover": Crossover(use=crossover), "mutation": Mutation(use=mutation)})
    for encoding in ("permutation", "rows")
    for crossover, mutation in product(CROSSOVERS[encoding], MUTATIONS[encoding])
]
SHAPES = [
    ("permutation", {"population": 21, "scheme": scheme, "elites": elites, "selection": selection})
    for scheme, elites, selection in product(
        ("generational", "mu_plus_lambda", "mu_comma_lambda"), (0, 4),
        (Tournament(size=2), Roulette(), Best(share=0.4)),
    )
    if not (scheme == "mu_comma_lambda" and elites == 0)
]  # fmt: skip
OTHERS = [
    ("permutation", SMALL | {"scheme": "mu_comma_lambda", "children": 40}),
    ("permutation", SMALL | {"scheme": "mu_plus_lambda", "children": 3}),
    ("permutation", {"population": 2, "elites": 1}),
    ("rows", SMALL | {"mutation": Mutation(use="shuffle", rate=0.4, times=3)}),
    ("rows", SMALL | {"crossover": Crossover(probability=0.0)}),
    ("permutation", SMALL | {"mutation": Mutation(probability=0.0)}),
    ("permutation", SMALL | {"crossover": Crossover(probability=0.02),
                             "mutation": Mutation(probability=0.02)}),
]  # fmt: skip


@pytest.mark.parametrize(("encoding", "parameters"), OPERATORS + SHAPES + OTHERS)
def test_same_seed_same_run_as_on_deap(encoding, parameters):
    for n, seed in ((12, 1), (31, 2)):
        compiled, deap = (
            solve(
                Queens(n),
                Genetic(engine=engine, **parameters),
                Budget(1500),
                seed,
                encoding=encoding,
            )
            for engine in ("compiled", "deap")
        )
        assert compiled.values.tolist() == deap.values.tolist()
        for count in ("cost", "found_at", "evaluations", "steps", "reason"):
            assert getattr(compiled, count) == getattr(deap, count)
        assert [point[:2] for point in compiled.trace] == [point[:2] for point in deap.trace]


@given(data=st.data(), n=st.integers(2, 12), encoding=st.sampled_from(Encoding))
def test_a_child_is_priced_right_whatever_it_changed(data, n, encoding):
    if encoding == Encoding.PERMUTATION:
        parent = np.array(data.draw(st.permutations(range(n))), np.int32)
    else:
        parent = np.array(
            data.draw(st.lists(st.integers(0, n - 1), min_size=n, max_size=n)), np.int32
        )
    child, columns = parent.copy(), st.integers(0, n - 1)
    for i, j in data.draw(st.lists(st.tuples(columns, columns), max_size=3)):
        if encoding == Encoding.PERMUTATION:
            child[i], child[j] = child[j], child[i]
        else:
            child[i] = j
    known, truth, room = oracle.guards(parent), oracle.guards(child), empty_board(n)
    assert evaluate_child(encoding.value, room, child, parent, known) == truth
    assert evaluate(encoding.value, room, child) == truth
    count, i, j = plain_price.differences(child, parent)
    assert count == (child != parent).sum()
    if 1 <= count <= 2:
        j = j if count == 2 else (i + 1) % n
        assert known + plain_price.change(encoding.value, child, parent, i, j) == truth


MEMETIC = [ChildSearch(use=use, steps=5, share=0.5) for use in ("min_conflicts", "hill_climbing")]


@pytest.mark.parametrize("encoding", ["permutation", "rows"])
@pytest.mark.parametrize("scheme", ["generational", "mu_plus_lambda", "mu_comma_lambda"])
@pytest.mark.parametrize("search", [None, *MEMETIC])
def test_after_some_generations_every_board_is_legal_and_priced_right(
    encoding, scheme, search, rng
):
    space, islands = Space(Queens(13), encoding), Islands(count=3, every=2, migrants=3)
    spec = Genetic(
        engine="compiled", population=10, scheme=scheme, local_search=search, islands=islands
    )
    settings, stream = GeneticSettings.make(spec, space), start_stream(rng)
    workspace = compiled_engine.Workspace.make(space, spec.population, spec.offspring)
    world = populations.Island.empty(3, 10, spec.offspring, 13)
    code = Encoding[encoding.upper()].value
    best = np.zeros(13, np.int32)
    progress = compiled_engine._begin(code, world, workspace, best, stream)
    kinds = settings.selection, settings.crossover, settings.mutation, settings.scheme
    for generation in range(1, 8):
        progress = compiled_engine._evolve[kinds](
            code, settings, world, workspace, best, progress, 10**9, generation, stream
        )
        assert progress.cost == oracle.guards(best)
        for boards, guards, population, spare in zip(*world, strict=True):
            assert sorted([*population, *spare]) == list(range(len(boards)))
            for place in population:
                assert guards[place] == oracle.guards(boards[place])
                assert encoding == "rows" or sorted(boards[place]) == list(range(13))


@pytest.mark.parametrize("search", MEMETIC)
def test_a_memetic_run_counts_every_board_that_it_prices(search):
    spec = Genetic(engine="compiled", population=10, elites=0, local_search=search,
                   mutation=Mutation(probability=1.0))  # fmt: skip
    spec = spec.model_copy(update={"local_search": search.model_copy(update={"share": 1.0})})
    # No board of three queens is a solution: every step is made.
    result = solve(Queens(3), spec, Budget(5000), seed=1)
    each = 1 + 5 * (2 if search.use == "min_conflicts" else 1)
    assert result.evaluations == 10 + result.steps * 10 * each


@pytest.mark.parametrize("kind", [Moves.SWAP, Moves.REASSIGN])
def test_min_conflicts_finds_the_best_move_of_a_queen(kind, rng, stream):
    for _ in range(50):
        n = int(rng.integers(2, 10))
        queens = rng.permutation(n) if kind == Moves.SWAP else rng.integers(n, size=n)
        i, before = int(rng.integers(n)), oracle.guards(queens)
        room = np.zeros(n, np.int32)
        j, change = best_of_all_moves(int(kind), board_of(queens), i, room, stream)
        prices = [
            oracle.guards(board) - before
            for move, board in oracle.neighbours(kind.name.lower(), queens.tolist()).items()
            if move[0] == i or (kind == Moves.SWAP and move[1] == i)
        ]
        assert change == min(prices)
        after = queens.copy()
        if kind == Moves.SWAP:
            after[i], after[j] = after[j], after[i]
        else:
            after[i] = j
        assert oracle.guards(after) - before == change


@pytest.mark.parametrize("encoding", list(Encoding))
@pytest.mark.parametrize("use", ["MIN_CONFLICTS", "HILL_CLIMBING"])
def test_a_local_search_ends_where_it_says_and_never_gets_worse(encoding, use, rng, stream):
    kind = mutations.LocalSearchKind[use].value
    solved = 0
    for _ in range(100):
        n = int(rng.integers(4, 12))
        queens = rng.permutation(n) if encoding == Encoding.PERMUTATION else rng.integers(n, size=n)
        board, before = board_of(queens.astype(np.int32)), oracle.guards(queens)
        if before == 0:
            continue
        guards, seen, found_at = mutations.improve(
            encoding.value,
            kind,
            60,
            board,
            before,
            IndexSet.empty(n),
            np.zeros(n, np.int32),
            stream,
        )
        assert guards == oracle.guards(board.values) <= before
        assert (found_at > 0) == (guards < before)
        assert found_at <= seen <= 60 * (n - 1 if use == "MIN_CONFLICTS" else 1)
        solved += guards == 0
    assert solved > 10


def test_migrants_go_round_the_ring_as_in_deap(rng):
    count, size, migrants = 4, 10, 3
    world = populations.Island.empty(count, size, 2, 5)
    world.boards[:] = rng.integers(5, size=world.boards.shape)
    world.costs[:] = rng.permutation(world.costs.size).reshape(world.costs.shape)
    demes = []
    for guards, population in zip(world.costs, world.population, strict=True):
        demes.append([Individual("i", [int(guards[place])]).clone() for place in population])
        for individual in demes[-1]:
            individual.fitness.values = (individual[0],)
    populations.migrate(world, migrants)
    tools.migRing(demes, migrants, tools.selBest, tools.selWorst)
    for guards, population, deme in zip(world.costs, world.population, demes, strict=True):
        assert sorted(guards[population]) == sorted(individual[0] for individual in deme)


def test_one_island_is_no_island():
    one, none = (
        solve(Queens(20), Genetic(engine="compiled", population=30, islands=k), Budget(3000), 1)
        for k in (1, None)
    )
    assert one.values.tolist() == none.values.tolist()
    assert one.evaluations == none.evaluations
    assert Genetic(engine="compiled", islands=3).islands == Islands(count=3)

import numpy as np
import pytest

from experiments.defaults.queen_colouring import QueenColouring
from metaqueens import Budget, Genetic, Queens, solve
from metaqueens.algorithms.genetic import crossovers, mutations, population, selection
from metaqueens.algorithms.genetic.compiled import GeneticSettings
from metaqueens.algorithms.genetic.parts import Best, Plugin, PluginVariation, Roulette, Tournament
from metaqueens.algorithms.genetic.user_operators import require_boards
from metaqueens.core.choices import Encoding
from metaqueens.problem.space import Space
from metaqueens.queens.kernels.plain import empty_board
from metaqueens.text.errors import PluginFailed, UserError
from tests import oracle

SIZES = [2, 3, 8, 31]


def pair(n, rng):
    return rng.permutation(n).astype(np.int32), rng.permutation(n).astype(np.int32)


def room(n):
    return np.full((2, n), 77, np.int32)  # what others left there


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("name", ["pmx", "order"])
def test_segment_crossovers_agree_with_their_twins(name, n, rng, stream):
    for _ in range(50):
        one, two = pair(n, rng)
        a, b = crossovers.segment(n, stream.copy())  # what the kernel is about to draw
        expected = getattr(oracle, name)(one.tolist(), two.tolist(), a, b)
        getattr(crossovers, name)(one, two, room(n), stream)
        assert (one.tolist(), two.tolist()) == expected


def test_a_textbook_order_crossover():
    # Eiben & Smith (2015), Introduction to Evolutionary Computing, figure 4.13, counted from 0.
    one, two = oracle.order([0, 1, 2, 3, 4, 5, 6, 7, 8], [8, 2, 6, 7, 1, 5, 4, 0, 3], 3, 7)
    assert one == [2, 7, 1, 3, 4, 5, 6, 0, 8]
    assert two == [2, 3, 6, 7, 1, 5, 4, 8, 0]


@pytest.mark.parametrize("n", SIZES)
def test_cycle_crossover_trades_every_second_cycle(n, rng, stream):
    for _ in range(50):
        one, two = pair(n, rng)
        a, b = one.copy(), two.copy()
        crossovers.cycle(one, two, room(n), stream)
        cycles = oracle.cycles(a, b)
        traded = [cycle for cycle in cycles if (one[cycle] == b[cycle]).all() and len(cycle) > 1]
        for cycle in cycles:
            kept = (one[cycle] == a[cycle]).all() and (two[cycle] == b[cycle]).all()
            swapped = (one[cycle] == b[cycle]).all() and (two[cycle] == a[cycle]).all()
            assert kept or swapped
        assert traded in (
            [c for c in cycles[::2] if len(c) > 1],
            [c for c in cycles[1::2] if len(c) > 1],
        )


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("name", ["one_point", "two_point", "uniform"])
def test_rows_crossovers_trade_columns(name, n, rng, stream):
    patterns = set()
    for _ in range(300 if n < 10 else 5000):
        one, two = np.zeros(n, np.int32), np.ones(n, np.int32)
        getattr(crossovers, name)(one, two, room(n), stream)
        assert (one + two == 1).all()
        patterns.add(tuple(one.tolist()))
        changes = int(np.abs(np.diff(one)).sum())
        if name == "one_point":
            assert changes == 1
            assert one[-1] == 1
        elif name == "two_point":
            assert changes <= 2
    if name == "one_point":
        assert len(patterns) == n - 1
    elif name == "two_point":
        assert len(patterns) == n * (n + 1) // 2
    elif n < 10:
        assert len(patterns) > 0.6 * 2**n


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("name", ["swap", "inversion", "insertion", "shuffle_some"])
def test_permutation_mutations_keep_the_permutation(name, n, rng, stream):
    for _ in range(100):
        board, _ = pair(n, rng)
        before = board.tolist()
        getattr(mutations, name)(board, n, 0.5, stream)
        assert sorted(board.tolist()) == list(range(n))
        changed = [i for i in range(n) if board[i] != before[i]]
        if name == "swap":
            assert len(changed) == 2
        elif name == "inversion":
            a, b = changed[0], changed[-1] + 1
            assert board[a:b].tolist() == before[a:b][::-1]
        elif name == "insertion":
            a, b = changed[0], changed[-1] + 1
            old = before[a:b]
            assert board[a:b].tolist() in ([*old[1:], old[0]], [old[-1], *old[:-1]])


@pytest.mark.parametrize("n", SIZES)
def test_rows_mutations_move_one_queen(n, rng, stream):
    for _ in range(200):
        board = rng.integers(n, size=n).astype(np.int32)
        before = board.copy()
        mutations.reassign(board, board.size, 0.0, stream)
        assert (board != before).sum() == 1
        assert 0 <= board.min() <= board.max() < n
        before = board.copy()
        mutations.step(board, board.size, 0.0, stream)
        assert np.abs(board - before).sum() == 1
        assert 0 <= board.min() <= board.max() < n


def test_pricing_a_population_agrees_with_the_oracle(stream):
    for n in (1, 2, 8, 20):
        boards = population.draw_population(30, Encoding.ROWS.value, empty_board(n), stream)
        assert population.evaluate_population(boards, empty_board(n)).tolist() == [
            oracle.guards(board) for board in boards
        ]


def won(select, guards, count, spec, stream):
    winners, settings = (
        np.empty(count, np.int64),
        GeneticSettings.make(spec, Space(Queens(5), "rows")),
    )
    select(np.asarray(guards), winners, settings, stream)
    return np.bincount(winners, minlength=len(guards)) / count


def test_selection_pressure(stream):
    theory = [((10 - k) ** 3 - (9 - k) ** 3) / 1000 for k in range(10)]
    shares = won(
        selection.tournament, range(10), 20_000, Genetic(selection=Tournament(size=3)), stream
    )
    np.testing.assert_allclose(shares, theory, atol=0.02)
    shares = won(
        selection.truncation, range(9, -1, -1), 500, Genetic(selection=Best(share=0.3)), stream
    )
    assert set(np.flatnonzero(shares)) == {7, 8, 9}
    # Five queens have ten pairs.
    shares = won(selection.roulette, [0, 5, 10], 20_000, Genetic(selection=Roulette()), stream)
    np.testing.assert_allclose(shares, [2 / 3, 1 / 3, 0], atol=0.02)


@pytest.mark.parametrize("span", [1, 2, 300, 4096, 4097, 10**6, 10**12])
@pytest.mark.parametrize("size", [1, 2, 500])
def test_a_ranking_is_a_stable_sort(span, size, rng):
    guards = rng.integers(span, size=size) + 17
    places = rng.permutation(size)
    theory = places[np.argsort(guards[places], kind="stable")]
    assert selection.ranking(guards, places).tolist() == theory.tolist()


@pytest.mark.parametrize("rate", [0.0, 0.02, 0.5, 1.0])
def test_a_shuffle_moves_as_many_queens_as_its_rate_says(rate, stream):
    n, trials, fixed = 50, 2000, 0
    for _ in range(trials):
        board = np.arange(n, dtype=np.int32)
        mutations.shuffle_some(board, board.size, rate, stream)
        fixed += (board == np.arange(n)).sum()
    # A queen stays where it neither trades nor is traded with, but for those who return.
    stays = fixed / trials / n
    assert (1 - rate) * (1 - rate / (n - 1)) ** (n - 1) - 0.01 <= stays
    assert stays <= (1 - rate) * (1 - rate / (n - 1)) ** (n - 1) + 0.01 + rate**2 / 5


@pytest.mark.parametrize("selection", [Tournament(size=2), Roulette(), Best(share=0.2)])
@pytest.mark.parametrize("scheme", ["generational", "mu_plus_lambda", "mu_comma_lambda"])
def test_every_selection_and_scheme_solves(selection, scheme):
    algorithm = Genetic(selection=selection, scheme=scheme, population=100)
    assert solve(Queens(8), algorithm, Budget(500_000), seed=1).solved


def test_any_operator_of_deaps_plugs_in():
    algorithm = Genetic(
        selection=Plugin(use="deap.tools:selTournament", tournsize=3),
        crossover=PluginVariation(use="deap.tools:cxPartialyMatched", probability=0.7),
        mutation=PluginVariation(use="deap.tools:mutShuffleIndexes", probability=0.5, indpb=0.04),
    )
    assert solve(Queens(12), algorithm, Budget(200_000), seed=5).solved


def test_a_generation_in_which_nothing_changes_is_no_error():
    rare = {"use": "deap.tools:mutShuffleIndexes", "indpb": 0.1, "probability": 0.01}
    algorithm = Genetic(population=4, crossover={"probability": 0.0}, mutation=rare)
    assert solve(Queens(8), algorithm, Budget(20), seed=1).evaluations >= 20


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (
            {"scheme": "mu_comma_lambda", "children": 5},
            "mu_comma_lambda needs at least 298 children",
        ),
        ({"local_search": {"use": "min_conflicts"}}, "local_search needs engine: compiled"),
        (
            {"engine": "compiled", "selection": {"use": "deap.tools:selBest"}},
            "selection.use: custom operators need engine: deap",
        ),
        (
            {"engine": "compiled", "population": 10, "islands": {"migrants": 6}},
            "islands.migrants must be at most half the population of 10, got 6",
        ),
        (
            {"crossover": {"probability": 0.0}, "mutation": {"probability": 0.0}},
            "nothing would change",
        ),
    ],
)
def test_parameters_that_do_not_fit_together_are_refused(parameters, message):
    with pytest.raises(UserError, match=message):
        Genetic(**parameters)


def test_a_value_beyond_those_of_the_problem_is_refused():
    space = Space(QueenColouring(order=3, colours=5), "rows")  # 9 variables of 5 values
    far = PluginVariation(use="deap.tools:mutShuffleIndexes", indpb=0.1)
    require_boards(np.full(9, 4), 1, space, {"mutation": far})
    with pytest.raises(PluginFailed, match="mutShuffleIndexes put a value outside 0 to 4"):
        require_boards(np.full(9, 5), 1, space, {"mutation": far})

"""Films of populations: what they tell of a generation and of its children is so."""

from itertools import combinations

import numpy as np
import pytest

from metaqueens import Genetic, Queens
from metaqueens.algorithms.genetic.parts import Crossover, Mutation, Plugin
from metaqueens.films.populations import mean_distance
from metaqueens.films.recording import record
from metaqueens.search.algorithm import space_for
from metaqueens.search.budget import Budget, ReportEvery
from metaqueens.search.driver import drive
from tests.oracle import guards

SHAPES = {
    "deap": Genetic(population=15),
    "plus": Genetic(population=15, scheme="mu_plus_lambda", children=9, engine="compiled"),
    "comma": Genetic(population=15, scheme="mu_comma_lambda", children=22),
    "rows": Genetic(population=15, encoding="rows", crossover=Crossover(use="two_point")),
    "islands": Genetic(population=8, engine="compiled", islands={"count": 3, "every": 2}),
    "memetic": Genetic(population=10, engine="compiled", local_search={"share": 0.5}),
    "plugin": Genetic(population=15, selection=Plugin(use="deap.tools:selTournament", tournsize=3)),
}
shapes = pytest.mark.parametrize("algorithm", SHAPES.values(), ids=SHAPES)


def generations(algorithm, seed=3, evaluations=1500, n=10):
    """Each generation's boards, as sets, with the brood that it is about to have."""
    space = space_for(algorithm, Queens(n))
    for moment in drive(
        algorithm, space, ReportEvery(1, Budget(evaluations)), np.random.default_rng(seed)
    ):
        population = moment.snapshot.population()
        yield population, population.breed()


def boards_of(array) -> set[tuple[int, ...]]:
    return {tuple(board) for board in array.tolist()}


@shapes
def test_a_generation_is_of_its_elders_and_of_the_children_made_ahead(algorithm):
    before = None
    for population, brood in generations(algorithm):
        boards = boards_of(population.boards)
        assert population.costs.tolist() == [guards(board) for board in population.boards]
        assert boards_of(brood.parents) <= boards
        assert brood.costs.tolist() == [guards(board) for board in brood.children]
        if before:
            elders, children = before
            assert boards <= elders | children
            assert boards & children
        before = boards, boards_of(brood.children)


def test_both_engines_have_the_same_children():
    engines = (
        generations(Genetic(population=12, engine=engine)) for engine in ("deap", "compiled")
    )
    for (one, children), (other, theirs) in zip(*engines, strict=True):
        assert sorted(one.boards.tolist()) == sorted(other.boards.tolist())
        for part, same in zip(children, theirs, strict=True):
            np.testing.assert_array_equal(part, same)


@shapes
def test_asking_changes_nothing(algorithm):
    asked = [population.boards.tolist() for population, _ in generations(algorithm)]
    space = space_for(algorithm, Queens(10))
    checkpoints, rng = ReportEvery(1, Budget(1500)), np.random.default_rng(3)
    alone = [
        m.snapshot.population().boards.tolist() for m in drive(algorithm, space, checkpoints, rng)
    ]
    assert asked == alone


@shapes
def test_a_film_of_a_population_tells_what_is_so(algorithm):
    problem = Queens(10)
    film = record(problem, algorithm, 3, 1500, 5000)
    stood = [population for population, _ in generations(algorithm)]
    columns = film.columns
    assert len(stood) == film.frames
    for k, population in enumerate(stood):
        boards = [tuple(board) for board in population.boards.tolist()]
        costs = [guards(board) for board in boards]
        assert columns["guards"][k] == min(costs) == guards(columns["queens"][k])
        assert columns["worst"][k] == max(costs)
        assert columns["mean"][k] == pytest.approx(np.mean(costs), abs=0.006)
        assert columns["distinct"][k] == len(set(boards))
        pairs = [sum(a != b for a, b in zip(*two, strict=True)) for two in combinations(boards, 2)]
        assert columns["distance"][k] == pytest.approx(np.mean(pairs), abs=0.006)
        shown = list(zip(columns["boards"][k], columns["boards_guards"][k], strict=True))
        assert all(tuple(board) in boards and guards(board) == cost for board, cost in shown)
        assert [cost for _, cost in shown] == sorted(cost for _, cost in shown)


@shapes
def test_a_child_is_shown_with_the_parents_of_the_generation_before(algorithm):
    problem = Queens(10)
    columns = record(problem, algorithm, 3, 1500, 5000).columns
    stood = list(generations(algorithm))
    assert columns["child"][0] is None
    letters = set()
    for k in range(1, len(stood)):
        (elders, brood), child = stood[k - 1], columns["child"][k]
        if child is None:
            continue
        boards = boards_of(elders.boards)
        parent, mate = columns["parent"][k], columns["mate"][k]
        assert tuple(parent) in boards
        assert mate is None or tuple(mate) in boards
        assert tuple(child) in boards_of(brood.children)
        letters |= set(columns["origin"][k])
        for c, letter in enumerate(columns["origin"][k]):
            from_first, from_second = child[c] == parent[c], mate and child[c] == mate[c]
            if letter in "a=":
                assert from_first
            if letter in "b=":
                assert from_second
            if letter in "ab":
                assert not mate or from_first != from_second
            if letter == "x":
                assert not from_first
                assert not from_second
    expected = "=m" if algorithm.local_search else "=abm"
    assert set(expected) <= letters


def test_without_crossover_a_child_has_one_parent():
    algorithm = Genetic(
        population=10, crossover=Crossover(probability=0), mutation=Mutation(probability=1)
    )
    columns = record(Queens(8), algorithm, 1, 600, 5000).columns
    assert not any(columns["mate"])
    assert all(set(origin) <= {"a", "m"} for origin in columns["origin"][1:])


def test_generations_are_left_out_of_long_films_but_no_parents():
    algorithm = Genetic(population=10, engine="compiled")
    film = record(Queens(30), algorithm, 1, 2_191, 50)
    assert 40 <= film.frames <= 52
    assert all(child is not None for child in film.columns["child"][1:])


def test_mean_distance():
    boards = np.array([[0, 1, 2], [0, 1, 2], [2, 1, 0]])
    assert mean_distance(boards) == pytest.approx((0 + 2 + 2) / 3)

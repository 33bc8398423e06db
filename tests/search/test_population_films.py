"""Films of populations: what they tell of a generation is so."""

import numpy as np
import pytest

from metaqueens import Genetic, Queens
from metaqueens.algorithms.genetic.parts import Crossover, Plugin
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
    """The population of each generation."""
    space = space_for(algorithm, Queens(n))
    for moment in drive(
        algorithm, space, ReportEvery(1, Budget(evaluations)), np.random.default_rng(seed)
    ):
        yield moment.snapshot.population()


def test_both_engines_have_the_same_generations():
    engines = (
        generations(Genetic(population=12, engine=engine)) for engine in ("deap", "compiled")
    )
    for one, other in zip(*engines, strict=True):
        assert sorted(one.boards.tolist()) == sorted(other.boards.tolist())


@shapes
def test_a_film_of_a_population_tells_what_is_so(algorithm):
    problem = Queens(10)
    film = record(problem, algorithm, 3, 1500, 5000)
    stood = list(generations(algorithm))
    columns = film.columns
    assert len(stood) == film.frames
    for k, population in enumerate(stood):
        boards = [tuple(board) for board in population.boards.tolist()]
        costs = [guards(board) for board in boards]
        assert columns["guards"][k] == min(costs) == guards(columns["queens"][k])
        assert columns["worst"][k] == max(costs)
        assert columns["mean"][k] == pytest.approx(np.mean(costs), rel=1e-3, abs=0.006)
        assert columns["distinct"][k] == len(set(boards))


def test_generations_are_left_out_of_long_films():
    algorithm = Genetic(population=10, engine="compiled")
    film = record(Queens(30), algorithm, 1, 30_000, 50)
    assert 40 <= film.frames <= 52

"""Films of searches: of what a search reports now and then, or of each of its steps."""

import numpy as np

from metaqueens.films.film import Film
from metaqueens.films.populations import film_of_population
from metaqueens.films.standings import film_of_board
from metaqueens.films.steps import film_of_steps
from metaqueens.problem.queens import Queens
from metaqueens.search.budget import Budget
from metaqueens.search.driver import drive
from metaqueens.search.parameters import Algorithm, space_for

# How many queens a film can have.
SMALLEST, LARGEST = 4, 60
# About so many frames, and so many of a film that shows each move or each step.
FRAMES = 400, 2000


def record(
    problem: Queens,
    algorithm: Algorithm,
    seed: int | None,
    evaluations: int,
    most: int,
    moves: int = 0,
) -> Film:
    """The run of this ``seed`` until it is solved or ``evaluations`` have been made.

    The film has about ``most`` frames; one of no more than so many ``moves``, or steps of a
    complete search, shows each of them. Raises ``ValueError`` where the algorithm cannot work on
    the problem, or its search cannot be filmed.
    """
    space = space_for(algorithm, problem)
    steps = algorithm.film_steps(space.problem)
    if steps is not None:
        return film_of_steps(space.n, steps, evaluations, max(most, moves))
    begun = next(drive(algorithm, space, Budget(evaluations), np.random.default_rng(seed)))
    if begun.standing.population is not None:
        return film_of_population(space, algorithm, seed, evaluations, most)
    return film_of_board(space, algorithm, seed, evaluations, most, max(most, moves))

"""The genetic algorithm in kernels: same seed, same run as on DEAP, at a hundred times the speed.

All draws are made in the order in which the DEAP engine makes them.
"""

from collections.abc import Iterator
from typing import NamedTuple, Self

import numpy as np

from metaqueens.algorithms.genetic.engines.local_search import Searching, improve
from metaqueens.algorithms.genetic.engines.pricing import price_board, price_child, random_boards
from metaqueens.algorithms.genetic.engines.recipe import Recipe
from metaqueens.algorithms.genetic.operators.crossovers import mate
from metaqueens.algorithms.genetic.operators.mutations import mutate
from metaqueens.algorithms.genetic.operators.selection import coins, select
from metaqueens.algorithms.genetic.operators.survival import (
    Island,
    copy_board,
    island_of,
    migrate,
    survive,
)
from metaqueens.algorithms.genetic.specification import Genetic
from metaqueens.core.attacked import Suspects
from metaqueens.core.board import Board, empty_board
from metaqueens.core.jit import kernel
from metaqueens.core.random import stream_of, uniform
from metaqueens.problem.space import Space
from metaqueens.search.budget import NO_LIMIT
from metaqueens.search.looks import Looks
from metaqueens.search.standing import Standing

# Queens looked at between two looks at the clock: some hundredths of a second.
WORK = 2**24


class Desk(NamedTuple):
    """Room to work in, which nothing is kept in from one generation to the next."""

    board: Board
    suspects: Suspects
    prices: np.ndarray
    room: np.ndarray
    winners: np.ndarray
    pairs: np.ndarray
    flips: np.ndarray

    @classmethod
    def of(cls, n: int, children: int) -> Self:
        """For ``children`` boards of ``n`` queens."""
        return cls(
            empty_board(n),
            Suspects.none(n),
            np.zeros(n, np.int32),
            np.zeros((2, n), np.int32),
            np.zeros(children, np.int64),
            np.zeros(children // 2, np.bool_),
            np.zeros(children, np.bool_),
        )


class Tally(NamedTuple):
    """The best so far and what was counted; its board is kept beside it."""

    guards: int
    found_at: int
    evaluations: int
    generation: int


def evolve(
    spec: Genetic, space: Space, looks: Looks, rng: np.random.Generator
) -> Iterator[Standing]:
    """Yield the best so far, at the end of a generation."""
    stream, encoding = stream_of(rng), space.code.value
    recipe, desk = Recipe.of(spec, space), Desk.of(space.n, spec.offspring)
    count = spec.islands.count if spec.islands else 1
    islands = Island.empty(count, spec.population, spec.offspring, space.n)
    boards = random_boards(count * spec.population, space.n, encoding, stream)
    islands.boards[:, : spec.population] = boards.reshape(count, spec.population, space.n)
    best = boards[0].copy()
    tally = _begin(encoding, islands, desk, best)
    work = count * spec.offspring * space.n * (1 + recipe.search_steps)

    def signals() -> dict[str, float]:
        return {"generation": tally.generation}

    while True:
        standing = Standing(
            best,
            tally.guards,
            tally.found_at,
            tally.evaluations,
            tally.generation,
            signals=signals,
        )
        yield standing
        last = tally.generation + max(1, WORK // work)
        tally = _evolve(
            encoding, recipe, islands, desk, best, tally, looks.until(standing), last, stream
        )


@kernel
def _begin(encoding, islands, desk, best):
    tally = Tally(NO_LIMIT, 0, 0, 0)
    for k in range(islands.crowd.shape[0]):
        boards, guards, crowd, _ = island_of(islands, k)
        for place in crowd:
            guards[place] = price_board(encoding, boards[place], desk.board)
            tally = _note(tally, best, boards[place], guards[place], 1, 1)
    return tally


@kernel
def _evolve(encoding, recipe, islands, desk, best, tally, until, last, stream):
    while tally.evaluations < until and tally.generation < last and tally.guards > 0:
        for k in range(islands.crowd.shape[0]):
            island = island_of(islands, k)
            _choose(recipe, island, desk, stream)
            _mate(recipe, island, desk, stream)
            tally = _raise(encoding, recipe, island, desk, best, tally, stream)
            survive(recipe.scheme, recipe.elites, island)
        generation = tally.generation + 1
        tally = Tally(tally.guards, tally.found_at, tally.evaluations, generation)
        if generation % recipe.migrate_every == 0:
            migrate(islands, recipe.migrants)
    return tally


@kernel
def _choose(recipe, island, desk, stream):
    """Copy the parents to the spare places."""
    boards, guards, crowd, spare = island
    winners = desk.winners
    select(
        recipe.selection,
        guards[crowd],
        winners,
        recipe.size,
        recipe.share,
        recipe.max_guards,
        stream,
    )
    for k in range(spare.size):
        winners[k] = crowd[winners[k]]
        copy_board(boards[spare[k]], boards[winners[k]])


@kernel
def _mate(recipe, island, desk, stream):
    boards, spare = island.boards, island.spare
    coins(desk.pairs, recipe.mating_probability, stream)
    for k in range(desk.pairs.size):
        if desk.pairs[k]:
            one, two = boards[spare[2 * k]], boards[spare[2 * k + 1]]
            mate(recipe.mating, one, two, desk.room, stream)


@kernel
def _raise(encoding, recipe, island, desk, best, tally, stream):
    """Mutate, price and improve the children; who neither mated nor mutated costs no evaluation."""
    boards, guards, _, spare = island
    coins(desk.flips, recipe.mutating_probability, stream)
    for k in range(spare.size):
        child, place, parent = boards[spare[k]], spare[k], desk.winners[k]
        guards[place] = guards[parent]
        if desk.flips[k]:
            mutate(recipe.mutating, child, recipe.times, recipe.rate, stream)
        elif k >= 2 * desk.pairs.size or not desk.pairs[k // 2]:
            continue
        guards[place] = price_child(encoding, child, boards[parent], guards[parent], desk.board)
        tally = _note(tally, best, child, guards[place], 1, 1)
        if recipe.searching != Searching.NONE and uniform(stream) < recipe.search_share:
            lines = desk.board
            board = Board(child, lines.rows, lines.rising, lines.falling)
            guards[place], seen, found_at = improve(
                encoding,
                recipe.searching,
                recipe.search_steps,
                board,
                guards[place],
                desk.suspects,
                desk.prices,
                stream,
            )
            tally = _note(tally, best, child, guards[place], seen, found_at)
    return tally


@kernel
def _note(tally, best, queens, guards, seen, found_at):
    """Count ``seen`` evaluations, the one with number ``found_at`` of which found ``queens``."""
    evaluations = tally.evaluations + seen
    if guards >= tally.guards:
        return Tally(tally.guards, tally.found_at, evaluations, tally.generation)
    copy_board(best, queens)
    return Tally(guards, tally.evaluations + found_at, evaluations, tally.generation)

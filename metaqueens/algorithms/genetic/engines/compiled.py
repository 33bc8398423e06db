"""The genetic algorithm in kernels: the same runs as on DEAP, seed by seed, and much faster.

All draws are made in the order in which the DEAP engine makes them.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from metaqueens.algorithms.genetic.engines.pricing import (
    price_board,
    price_child,
    random_boards,
    rules_of,
)
from metaqueens.algorithms.genetic.engines.settings import Settings
from metaqueens.algorithms.genetic.operators.crossovers import mate
from metaqueens.algorithms.genetic.operators.local_search import improve
from metaqueens.algorithms.genetic.operators.mutations import mutate
from metaqueens.algorithms.genetic.operators.selection import bernoulli, select
from metaqueens.algorithms.genetic.operators.survival import (
    Island,
    island_of,
    migrate,
    survive,
)
from metaqueens.core.board import Board, copy_queens, empty_board
from metaqueens.core.indexset import IndexSet
from metaqueens.core.jit import kernel
from metaqueens.core.random import stream_of, uniform
from metaqueens.core.rules import PLAIN
from metaqueens.problem.space import Space
from metaqueens.search.budget import NO_LIMIT
from metaqueens.search.looks import Looks
from metaqueens.search.standing import Standing

if TYPE_CHECKING:
    from metaqueens.algorithms.genetic.specification import Genetic

# Queens looked at between two looks at the clock: some hundredths of a second.
WORK = 2**24


class Workspace(NamedTuple):
    """Arrays allocated once; nothing is kept in them from one generation to the next.

    ``rules`` are those of the board, None for a plain one.
    """

    board: Board
    attacked: IndexSet
    prices: np.ndarray
    scratch: np.ndarray
    winners: np.ndarray
    mated: np.ndarray
    mutated: np.ndarray
    rules: Any

    @classmethod
    def of(cls, space: Space, children: int) -> Self:
        """For ``children`` boards of ``space``."""
        n, rules = space.n, rules_of(space)
        return cls(
            empty_board(n, rules or PLAIN),
            IndexSet.empty(n),
            np.zeros(n, np.int32),
            np.zeros((2, n), np.int32),
            np.zeros(children, np.int64),
            np.zeros(children // 2, np.bool_),
            np.zeros(children, np.bool_),
            rules,
        )


class Progress(NamedTuple):
    """The best so far and what was counted; its board is kept beside it."""

    guards: int
    found_at: int
    evaluations: int
    generation: int


def evolve(
    spec: "Genetic", space: Space, looks: Looks, rng: np.random.Generator
) -> Iterator[Standing]:
    """Yield the best so far, at the end of a generation."""
    stream, encoding = stream_of(rng), space.code.value
    settings, workspace = Settings.of(spec, space), Workspace.of(space, spec.offspring)
    count = spec.islands.count if spec.islands else 1
    islands = Island.empty(count, spec.population, spec.offspring, space.n)
    boards = random_boards(count * spec.population, space.n, encoding, stream)
    islands.boards[:, : spec.population] = boards.reshape(count, spec.population, space.n)
    best = boards[0].copy()
    progress = _begin(encoding, islands, workspace, best)
    work = count * spec.offspring * space.n * (1 + settings.local_search_steps)

    def signals() -> dict[str, float]:
        return {"generation": progress.generation}

    while True:
        standing = Standing(
            best,
            progress.guards,
            progress.found_at,
            progress.evaluations,
            progress.generation,
            signals=signals,
        )
        yield standing
        last = progress.generation + max(1, WORK // work)
        progress = _evolve(
            encoding,
            settings,
            islands,
            workspace,
            best,
            progress,
            looks.until(standing),
            last,
            stream,
        )


@kernel
def _begin(encoding, islands, workspace, best):
    progress = Progress(NO_LIMIT, 0, 0, 0)
    for k in range(islands.population.shape[0]):
        boards, guards, population, _ = island_of(islands, k)
        for place in population:
            guards[place] = price_board(encoding, boards[place], workspace.board, workspace.rules)
            progress = _note(progress, best, boards[place], guards[place], 1, 1)
    return progress


@kernel
def _evolve(encoding, settings, islands, workspace, best, progress, until, last, stream):
    while progress.evaluations < until and progress.generation < last and progress.guards > 0:
        for k in range(islands.population.shape[0]):
            island = island_of(islands, k)
            _choose(settings, island, workspace, stream)
            _mate(settings, island, workspace, stream)
            progress = _vary(encoding, settings, island, workspace, best, progress, stream)
            survive(settings.scheme, settings.elites, island)
        generation = progress.generation + 1
        progress = Progress(progress.guards, progress.found_at, progress.evaluations, generation)
        if generation % settings.migrate_every == 0:
            migrate(islands, settings.migrants)
    return progress


@kernel
def _choose(settings, island, workspace, stream):
    """Copy the parents to the spare places."""
    boards, guards, population, spare = island
    winners = workspace.winners
    select(
        settings.selection,
        guards[population],
        winners,
        settings.tournament_size,
        settings.share,
        settings.max_guards,
        stream,
    )
    for k in range(spare.size):
        winners[k] = population[winners[k]]
        copy_queens(boards[spare[k]], boards[winners[k]])


@kernel
def _mate(settings, island, workspace, stream):
    boards, spare = island.boards, island.spare
    bernoulli(workspace.mated, settings.crossover_probability, stream)
    for k in range(workspace.mated.size):
        if workspace.mated[k]:
            one, two = boards[spare[2 * k]], boards[spare[2 * k + 1]]
            mate(settings.crossover, one, two, workspace.scratch, stream)


@kernel
def _vary(encoding, settings, island, workspace, best, progress, stream):
    """Mutate, price and improve the children; who neither mated nor mutated costs no evaluation."""
    boards, guards, _, spare = island
    bernoulli(workspace.mutated, settings.mutation_probability, stream)
    for k in range(spare.size):
        child, place, parent = boards[spare[k]], spare[k], workspace.winners[k]
        guards[place] = guards[parent]
        if workspace.mutated[k]:
            mutate(
                settings.mutation, child, settings.mutation_times, settings.mutation_rate, stream
            )
        elif k >= 2 * workspace.mated.size or not workspace.mated[k // 2]:
            continue
        guards[place] = price_child(
            encoding, child, boards[parent], guards[parent], workspace.board, workspace.rules
        )
        progress = _note(progress, best, child, guards[place], 1, 1)
        searched = settings.local_search_steps > 0
        if searched and uniform(stream) < settings.local_search_share:
            lines = workspace.board
            board = Board(child, lines.rows, lines.rising, lines.falling, lines.rules)
            guards[place], seen, found_at = improve(
                encoding,
                settings.local_search,
                settings.local_search_steps,
                board,
                guards[place],
                workspace.attacked,
                workspace.prices,
                stream,
            )
            progress = _note(progress, best, child, guards[place], seen, found_at)
    return progress


@kernel
def _note(progress, best, queens, guards, seen, found_at):
    """Count ``seen`` evaluations, the one with number ``found_at`` of which found ``queens``."""
    evaluations = progress.evaluations + seen
    if guards >= progress.guards:
        return Progress(progress.guards, progress.found_at, evaluations, progress.generation)
    copy_queens(best, queens)
    return Progress(guards, progress.evaluations + found_at, evaluations, progress.generation)

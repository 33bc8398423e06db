"""The genetic algorithm in kernels: the same runs as on DEAP, seed by seed, and much faster.

All draws are made in the order in which the DEAP engine makes them.
"""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from metaqueens.algorithms.genetic.engines.breeding import (
    GeneticProgress,
    GeneticSettings,
    Workspace,
    brood,
    choose,
    cross,
    note,
    vary,
)
from metaqueens.algorithms.genetic.operators.crossovers import CrossoverKind
from metaqueens.algorithms.genetic.operators.mutations import MutationKind
from metaqueens.algorithms.genetic.operators.selection import (
    Island,
    Scheme,
    SelectionKind,
    island_of,
    migrate,
    survive,
)
from metaqueens.core.choices import NO_LIMIT
from metaqueens.core.jit import kernel, specialise
from metaqueens.core.random import start_stream
from metaqueens.core.state import draw_all_values, evaluate, value_count
from metaqueens.problem.space import Space
from metaqueens.search.budget import Checkpoints
from metaqueens.search.snapshot import Population, Snapshot

if TYPE_CHECKING:
    from metaqueens.algorithms.genetic import Genetic

# Queens looked at between two looks at the clock: some hundredths of a second.
WORK = 2**24


def evolve(
    spec: "Genetic", space: Space, checkpoints: Checkpoints, rng: np.random.Generator
) -> Iterator[Snapshot]:
    """Yield the best so far, at the end of a generation."""
    stream, encoding = start_stream(rng), space.code.value
    settings, workspace = (
        GeneticSettings.make(spec, space),
        Workspace.make(space, spec.population, spec.offspring),
    )
    count = spec.islands.count if spec.islands else 1
    islands = Island.empty(count, spec.population, spec.offspring, space.n)
    best = np.empty(space.n, np.int32)
    progress = _begin(encoding, islands, workspace, best, stream)
    parts = encoding, settings, islands, workspace
    generations = _evolve[
        settings.selection, settings.crossover, settings.mutation, settings.scheme
    ]
    work = count * spec.offspring * space.n * (1 + settings.local_search_steps)

    def signals() -> dict[str, float]:
        return {"generation": progress.generation}

    def present() -> Population:
        places = islands.population[:, :, None]
        boards = np.take_along_axis(islands.boards, places, 1).reshape(-1, space.n)
        costs = np.take_along_axis(islands.costs, islands.population, 1).ravel()
        return Population(boards, costs, partial(brood, *parts, progress, stream))

    while True:
        cost, found_at, evaluations, generation = progress
        counts = cost, found_at, evaluations, generation
        snapshot = Snapshot(best, *counts, signals=signals, population=present)
        yield snapshot
        until, last = checkpoints.next_report(snapshot), generation + max(1, WORK // work)
        progress = generations(*parts, best, progress, until, last, stream)


@kernel
def _begin(encoding, islands, workspace, best, stream):
    progress = GeneticProgress(NO_LIMIT, 0, 0, 0)
    for k in range(islands.population.shape[0]):
        boards, costs, population, _ = island_of(islands, k)
        for place in population:
            draw_all_values(encoding, boards[place], value_count(workspace.board), stream)
            costs[place] = evaluate(encoding, workspace.board, boards[place])
            progress = note(progress, best, boards[place], costs[place], 1, 1)
    return progress


@specialise(SelectionKind, CrossoverKind, MutationKind, Scheme)
def _evolve(selection, crossover, mutation, scheme):
    select, mate, alter = choose[selection], cross[crossover], vary[mutation]
    follow = survive[scheme]

    @kernel
    def evolve(encoding, settings, islands, workspace, best, progress, until, last, stream):
        while progress.evaluations < until and progress.generation < last and progress.cost > 0:
            for k in range(islands.population.shape[0]):
                island = island_of(islands, k)
                select(settings, island, workspace, stream)
                mate(settings, island, workspace, stream)
                progress = alter(encoding, settings, island, workspace, best, progress, stream)
                follow(settings.elites, island)
            generation = progress.generation + 1
            progress = GeneticProgress(
                progress.cost, progress.found_at, progress.evaluations, generation
            )
            if generation % settings.migrate_every == 0:
                migrate(islands, settings.migrants)
        return progress

    return evolve

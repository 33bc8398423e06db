"""The genetic algorithm in kernels: the same runs as on DEAP, seed by seed, and much faster.

All draws are made in the order in which the DEAP engine makes them. ``evolve`` at the end of this
module makes a generation: ``choose`` parents, ``cross`` them, ``vary`` the children, ``survive``.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from metaqueens.algorithms.genetic.crossovers import CROSSOVERS, CrossoverKind
from metaqueens.algorithms.genetic.mutations import (
    MUTATIONS,
    LocalSearchKind,
    MutationKind,
    improve,
)
from metaqueens.algorithms.genetic.parts import Best, Mutation, Tournament, operator_name
from metaqueens.algorithms.genetic.population import Island, Scheme, island_of, migrate, survive
from metaqueens.algorithms.genetic.selection import SELECTIONS, SelectionKind, draw_outcomes
from metaqueens.core.choices import NO_LIMIT, choice_of
from metaqueens.core.conflicting import IndexSet
from metaqueens.core.jit import kernel, outline, specialise
from metaqueens.core.random import draw_uniform, start_stream
from metaqueens.core.state import (
    State,
    copy_values,
    draw_all_values,
    evaluate,
    evaluate_child,
    replace_values,
    value_count,
)
from metaqueens.problem.space import Space
from metaqueens.search.budget import WORK, Checkpoints
from metaqueens.search.snapshot import Population, Snapshot

if TYPE_CHECKING:
    from metaqueens.algorithms.genetic import Genetic


class GeneticSettings(NamedTuple):
    """The parameters for kernels.

    ``local_search`` and ``migrants`` are None if there are none: then their code is not compiled.
    """

    selection: int
    tournament_size: int
    share: float
    max_cost: int
    crossover: int
    crossover_probability: float
    mutation: int
    mutation_probability: float
    mutation_times: int
    mutation_rate: float
    value_count: int
    scheme: int
    elites: int
    local_search: int | None
    local_search_steps: int
    local_search_share: float
    migrate_every: int
    migrants: int | None

    @classmethod
    def make(cls, spec: "Genetic", space: Space) -> Self:
        """Make the settings of ``spec`` with the defaults for ``space``."""
        selection, crossover, mutation = spec.selection, spec.crossover, spec.mutation
        search, islands = spec.local_search, spec.islands
        assert isinstance(mutation, Mutation), "custom operators need engine: deap"
        return cls(
            selection=int(choice_of(SelectionKind, selection.use)),
            tournament_size=selection.size if isinstance(selection, Tournament) else 1,
            share=selection.share if isinstance(selection, Best) else 1.0,
            max_cost=space.problem.max_cost or 0,
            crossover=int(choice_of(CrossoverKind, operator_name("crossover", crossover, space))),
            crossover_probability=float(crossover.probability),
            mutation=int(choice_of(MutationKind, operator_name("mutation", mutation, space))),
            mutation_probability=float(mutation.probability),
            mutation_times=mutation.times,
            mutation_rate=min(1.0, 2 / space.n) if mutation.rate is None else float(mutation.rate),
            value_count=space.value_count,
            scheme=int(choice_of(Scheme, spec.scheme)),
            elites=spec.elites,
            local_search=int(choice_of(LocalSearchKind, search.use)) if search else None,
            local_search_steps=search.steps if search else 0,
            local_search_share=float(search.share) if search else 0.0,
            migrate_every=islands.every if islands else NO_LIMIT,
            migrants=islands.migrants if islands else None,
        )


class Workspace(NamedTuple):
    """Temporary arrays, allocated once for all generations."""

    board: State
    attacked: IndexSet
    changes: np.ndarray
    costs: np.ndarray
    scratch: np.ndarray
    winners: np.ndarray
    mated: np.ndarray
    mutated: np.ndarray

    @classmethod
    def make(cls, space: Space, parents: int, children: int) -> Self:
        """Make arrays for a number of ``parents`` and ``children`` in ``space``."""
        n = space.n
        return cls(
            space.problem.empty_state(),
            IndexSet.empty(n),
            np.zeros(n, np.int32),
            np.zeros(parents, np.int64),
            np.zeros((2, n), np.int32),
            np.zeros(children, np.int64),
            np.zeros(children // 2, np.bool_),
            np.zeros(children, np.bool_),
        )


class GeneticProgress(NamedTuple):
    """The cost of the best so far, and the counts of the run."""

    cost: int
    found_at: int
    evaluations: int
    generation: int


# Each step is compiled with the one operator that it uses: with all of them a first run takes 1.7
# times the processor time.


@specialise(SelectionKind)
def choose(selection):
    select = SELECTIONS[selection]

    @outline
    def choose(settings, island, workspace, stream):
        """Select parents and copy them to the spare places."""
        boards, costs, population, spare = island
        winners = workspace.winners
        for k in range(population.size):
            workspace.costs[k] = costs[population[k]]
        select(workspace.costs, winners, settings, stream)
        for k in range(spare.size):
            winners[k] = population[winners[k]]
            copy_values(boards[spare[k]], boards[winners[k]])

    return choose


@specialise(CrossoverKind)
def cross(crossover):
    mate = CROSSOVERS[crossover]

    @outline
    def cross(settings, island, workspace, stream):
        boards, spare = island.boards, island.spare
        draw_outcomes(workspace.mated, settings.crossover_probability, stream)
        for k in range(workspace.mated.size):
            if workspace.mated[k]:
                first, second = boards[spare[2 * k]], boards[spare[2 * k + 1]]
                mate(first, second, workspace.scratch, stream)

    return cross


@specialise(MutationKind)
def mutate(mutation):
    change = MUTATIONS[mutation]

    @kernel
    def mutate(settings, child, stream):
        for _ in range(settings.mutation_times):
            change(child, settings.value_count, settings.mutation_rate, stream)

    return mutate


def vary_by(mutate):
    """Make a kernel for the last step of a generation from one that mutates a child."""

    @outline
    def vary(encoding, settings, island, workspace, best, progress, stream):
        """Mutate, evaluate and improve the children; unchanged ones take no evaluation."""
        boards, costs, _, spare = island
        kind = settings.local_search
        draw_outcomes(workspace.mutated, settings.mutation_probability, stream)
        for k in range(spare.size):
            child, place, parent = boards[spare[k]], spare[k], workspace.winners[k]
            costs[place] = costs[parent]
            if workspace.mutated[k]:
                mutate(settings, child, stream)
            elif k >= 2 * workspace.mated.size or not workspace.mated[k // 2]:
                continue
            costs[place] = evaluate_child(
                encoding, workspace.board, child, boards[parent], costs[parent]
            )
            progress = note(progress, best, child, costs[place], 1, 1)
            progress = search_from(
                kind, encoding, settings, island, place, workspace, best, progress, stream
            )
        return progress

    return vary


@specialise(MutationKind)
def vary(mutation):
    return vary_by(mutate[mutation])


@kernel
def search_from(kind, encoding, settings, island, place, workspace, best, progress, stream):
    """Search from the child in ``place`` by ``kind``; if it is None, no kernel is compiled."""
    if kind is None or draw_uniform(stream) >= settings.local_search_share:
        return progress
    child, costs, steps = island.boards[place], island.costs, settings.local_search_steps
    state, attacked = replace_values(workspace.board, child), workspace.attacked
    costs[place], seen, found_at = improve(
        encoding, kind, steps, state, costs[place], attacked, workspace.changes, stream
    )
    return note(progress, best, child, costs[place], seen, found_at)


@kernel
def note(progress, best, values, cost, seen, found_at):
    """Count ``seen`` evaluations, of which number ``found_at`` found ``values``."""
    evaluations = progress.evaluations + seen
    if cost >= progress.cost:
        return GeneticProgress(progress.cost, progress.found_at, evaluations, progress.generation)
    copy_values(best, values)
    return GeneticProgress(cost, progress.evaluations + found_at, evaluations, progress.generation)


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


def evolve(
    spec: "Genetic", space: Space, checkpoints: Checkpoints, rng: np.random.Generator
) -> Iterator[Snapshot]:
    """Yield snapshots at the ends of generations."""
    stream, encoding = start_stream(rng), space.code.value
    settings = GeneticSettings.make(spec, space)
    workspace = Workspace.make(space, spec.population, spec.offspring)
    count = spec.islands.count if spec.islands else 1
    islands = Island.empty(count, spec.population, spec.offspring, space.n)
    best = np.empty(space.n, np.int32)
    progress = _begin(encoding, islands, workspace, best, stream)
    kinds = settings.selection, settings.crossover, settings.mutation, settings.scheme
    work = count * spec.offspring * space.n * (1 + settings.local_search_steps)

    def signals() -> dict[str, float]:
        return {"generation": progress.generation}

    def present() -> Population:
        places = islands.population[:, :, None]
        boards = np.take_along_axis(islands.boards, places, 1).reshape(-1, space.n)
        costs = np.take_along_axis(islands.costs, islands.population, 1).ravel()
        return Population(boards, costs)

    while True:
        cost, found_at, evaluations, generation = progress
        counts = found_at, evaluations, generation
        snapshot = Snapshot(best, cost, *counts, signals=signals, population=present)
        yield snapshot
        until, last = checkpoints.next_report(snapshot), generation + max(1, WORK // work)
        progress = _evolve[kinds](
            encoding, settings, islands, workspace, best, progress, until, last, stream
        )

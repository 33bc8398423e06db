"""The steps of a generation as kernels, and what they take: settings, and room to work in."""

from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from metaqueens.algorithms.genetic.operators.crossovers import CROSSOVERS, CrossoverKind
from metaqueens.algorithms.genetic.operators.mutations import (
    MUTATIONS,
    LocalSearchKind,
    MutationKind,
    improve,
)
from metaqueens.algorithms.genetic.operators.selection import (
    SELECTIONS,
    Island,
    Scheme,
    SelectionKind,
    bernoulli,
    island_of,
)
from metaqueens.algorithms.genetic.parts import (
    Best,
    Mutation,
    Tournament,
    operator_name,
)
from metaqueens.core.choices import choice_of
from metaqueens.core.conflicting import IndexSet
from metaqueens.core.jit import kernel, outline, specialise
from metaqueens.core.random import draw_uniform
from metaqueens.core.state import State, copy_values, evaluate_child, replace_values
from metaqueens.problem.space import Space
from metaqueens.search.budget import NO_LIMIT
from metaqueens.search.snapshot import Brood

if TYPE_CHECKING:
    from metaqueens.algorithms.genetic import Genetic


class GeneticSettings(NamedTuple):
    """The specification as kernels take it.

    ``local_search`` and ``migrants`` are None if there are none, which leaves their code out.
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
        """Fill in the defaults for ``space``."""
        selection, crossover, mutation = spec.selection, spec.crossover, spec.mutation
        search, islands = spec.local_search, spec.islands
        assert isinstance(mutation, Mutation), "custom operators need engine: deap"
        return cls(
            selection=int(choice_of(SelectionKind, selection.use)),
            tournament_size=selection.size if isinstance(selection, Tournament) else 1,
            share=selection.share if isinstance(selection, Best) else 1.0,
            max_cost=space.max_cost or 0,
            crossover=int(choice_of(CrossoverKind, operator_name("crossover", crossover, space))),
            crossover_probability=float(crossover.probability),
            mutation=int(choice_of(MutationKind, operator_name("mutation", mutation, space))),
            mutation_probability=float(mutation.probability),
            mutation_times=mutation.times,
            mutation_rate=mutation.rate_on(space.n),
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
    """Arrays allocated once; nothing is kept in them from one generation to the next."""

    board: State
    attacked: IndexSet
    prices: np.ndarray
    costs: np.ndarray
    scratch: np.ndarray
    winners: np.ndarray
    mated: np.ndarray
    mutated: np.ndarray

    @classmethod
    def make(cls, space: Space, parents: int, children: int) -> Self:
        """For so many ``parents`` and ``children``, boards of ``space``."""
        n = space.n
        return cls(
            space.empty_state(),
            IndexSet.empty(n),
            np.zeros(n, np.int32),
            np.zeros(parents, np.int64),
            np.zeros((2, n), np.int32),
            np.zeros(children, np.int64),
            np.zeros(children // 2, np.bool_),
            np.zeros(children, np.bool_),
        )


class GeneticProgress(NamedTuple):
    """The best so far and what was counted; its board is kept beside it."""

    cost: int
    found_at: int
    evaluations: int
    generation: int


# Each step is compiled with the one operator it uses: with all of them a first run takes 1.7 times
# the processor time.


@specialise(SelectionKind)
def choose(selection):
    select = SELECTIONS[selection]

    @outline
    def choose(settings, island, workspace, stream):
        """Copy the parents to the spare places."""
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
        bernoulli(workspace.mated, settings.crossover_probability, stream)
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
    """Make the last step of a generation from a kernel that changes one child."""

    @outline
    def vary(encoding, settings, island, workspace, best, progress, stream):
        """Mutate, price and improve the children; those left as they were cost no evaluation."""
        boards, costs, _, spare = island
        bernoulli(workspace.mutated, settings.mutation_probability, stream)
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
                settings.local_search,
                encoding,
                settings,
                child,
                costs,
                place,
                workspace,
                best,
                progress,
                stream,
            )
        return progress

    return vary


@specialise(MutationKind)
def vary(mutation):
    return vary_by(mutate[mutation])


@kernel
def search_from(kind, encoding, settings, child, costs, place, workspace, best, progress, stream):
    """The local search of ``kind`` from ``child``; None for none, whose kernels are left out."""
    if kind is None or draw_uniform(stream) >= settings.local_search_share:
        return progress
    board = replace_values(workspace.board, child)
    costs[place], seen, found_at = improve(
        encoding,
        kind,
        settings.local_search_steps,
        board,
        costs[place],
        workspace.attacked,
        workspace.prices,
        stream,
    )
    return note(progress, best, child, costs[place], seen, found_at)


@kernel
def note(progress, best, values, cost, seen, found_at):
    """Count ``seen`` evaluations, the one with number ``found_at`` of which found ``queens``."""
    evaluations = progress.evaluations + seen
    if cost >= progress.cost:
        return GeneticProgress(progress.cost, progress.found_at, evaluations, progress.generation)
    copy_values(best, values)
    return GeneticProgress(cost, progress.evaluations + found_at, evaluations, progress.generation)


def brood(
    encoding: int,
    settings: GeneticSettings,
    islands: Island,
    workspace: Workspace,
    progress: GeneticProgress,
    stream: np.ndarray,
) -> Brood:
    """The next children of all ``islands``, made on copies as the run is about to make them."""
    islands, stream = Island(*(part.copy() for part in islands)), stream.copy()
    best, found = islands.boards[0, 0].copy(), []
    for k in range(islands.population.shape[0]):
        island = island_of(islands, k)
        boards, costs, _, spare = island
        choose[settings.selection](settings, island, workspace, stream)
        parents = boards[spare]
        cross[settings.crossover](settings, island, workspace, stream)
        crossed, mated = boards[spare], np.zeros(spare.size, np.bool_)
        mated[: 2 * workspace.mated.size] = workspace.mated.repeat(2)
        vary[settings.mutation](encoding, settings, island, workspace, best, progress, stream)
        found.append(Brood(parents, mated, crossed, boards[spare], costs[spare]))
    return Brood(*(np.concatenate(part) for part in zip(*found, strict=True)))

"""The specification as kernels take it: numbers, every default filled in."""

from typing import TYPE_CHECKING, NamedTuple, Self

from metaqueens.algorithms.genetic.choices import crossover_name, mutation_name
from metaqueens.algorithms.genetic.operators.crossovers import CrossoverKind
from metaqueens.algorithms.genetic.operators.local_search import LocalSearchKind
from metaqueens.algorithms.genetic.operators.mutations import MutationKind
from metaqueens.algorithms.genetic.operators.selection import SelectionKind
from metaqueens.algorithms.genetic.operators.survival import Scheme
from metaqueens.algorithms.genetic.parts import Best, Mutation, Tournament
from metaqueens.core.choices import choice_of
from metaqueens.problem.space import Space
from metaqueens.search.budget import NO_LIMIT

if TYPE_CHECKING:
    from metaqueens.algorithms.genetic.specification import Genetic


class Settings(NamedTuple):
    """The specification as kernels take it.

    ``local_search`` and ``migrants`` are None where there are none, which leaves their code out.
    """

    selection: int
    tournament_size: int
    share: float
    max_guards: int
    crossover: int
    crossover_probability: float
    mutation: int
    mutation_probability: float
    mutation_times: int
    mutation_rate: float
    scheme: int
    elites: int
    local_search: int | None
    local_search_steps: int
    local_search_share: float
    migrate_every: int
    migrants: int | None

    @classmethod
    def of(cls, spec: "Genetic", space: Space) -> Self:
        """Fill in the defaults for ``space``."""
        selection, crossover, mutation = spec.selection, spec.crossover, spec.mutation
        search, islands = spec.local_search, spec.islands
        assert isinstance(mutation, Mutation), "custom operators need engine: deap"
        return cls(
            selection=int(choice_of(SelectionKind, selection.use)),
            tournament_size=selection.size if isinstance(selection, Tournament) else 1,
            share=selection.share if isinstance(selection, Best) else 1.0,
            max_guards=space.max_guards,
            crossover=int(choice_of(CrossoverKind, crossover_name(crossover, space))),
            crossover_probability=float(crossover.probability),
            mutation=int(choice_of(MutationKind, mutation_name(mutation, space))),
            mutation_probability=float(mutation.probability),
            mutation_times=mutation.times,
            mutation_rate=mutation.rate_on(space.n),
            scheme=int(choice_of(Scheme, spec.scheme)),
            elites=spec.elites,
            local_search=int(choice_of(LocalSearchKind, search.use)) if search else None,
            local_search_steps=search.steps if search else 0,
            local_search_share=float(search.share) if search else 0.0,
            migrate_every=islands.every if islands else NO_LIMIT,
            migrants=islands.migrants if islands else None,
        )

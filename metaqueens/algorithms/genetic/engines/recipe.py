"""The specification as kernels take it: numbers, every default filled in."""

from typing import NamedTuple, Self

from metaqueens.algorithms.genetic.choices import crossover_name, mutation_name
from metaqueens.algorithms.genetic.engines.local_search import Searching
from metaqueens.algorithms.genetic.operators.crossovers import Mating
from metaqueens.algorithms.genetic.operators.mutations import Mutating
from metaqueens.algorithms.genetic.operators.selection import Selecting
from metaqueens.algorithms.genetic.operators.survival import Scheme
from metaqueens.algorithms.genetic.parts import Best, Mutation, Tournament
from metaqueens.algorithms.genetic.specification import Genetic
from metaqueens.problem.space import Space
from metaqueens.search.budget import NO_LIMIT


class Recipe(NamedTuple):
    """The specification as kernels take it."""

    selection: int
    size: int
    share: float
    max_guards: int
    mating: int
    mating_probability: float
    mutating: int
    mutating_probability: float
    times: int
    rate: float
    scheme: int
    elites: int
    searching: int
    search_steps: int
    search_share: float
    migrate_every: int
    migrants: int

    @classmethod
    def of(cls, spec: Genetic, space: Space) -> Self:
        """Fill in the defaults for ``space``."""
        selection, crossover, mutation = spec.selection, spec.crossover, spec.mutation
        search, islands = spec.local_search, spec.islands
        assert isinstance(mutation, Mutation), "custom operators need engine: deap"
        return cls(
            selection=int(Selecting[selection.use.upper()]),
            size=selection.size if isinstance(selection, Tournament) else 1,
            share=selection.share if isinstance(selection, Best) else 1.0,
            max_guards=space.max_guards,
            mating=int(Mating[crossover_name(crossover, space).upper()]),
            mating_probability=float(crossover.probability),
            mutating=int(Mutating[mutation_name(mutation, space).upper()]),
            mutating_probability=float(mutation.probability),
            times=mutation.times,
            rate=mutation.rate_on(space.n),
            scheme=int(Scheme[spec.scheme.upper()]),
            elites=spec.elites,
            searching=int(Searching[search.use.upper()] if search else Searching.NONE),
            search_steps=search.steps if search else 0,
            search_share=float(search.share) if search else 0.0,
            migrate_every=islands.every if islands else NO_LIMIT,
            migrants=islands.migrants if islands else 0,
        )

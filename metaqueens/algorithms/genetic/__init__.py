"""A genetic algorithm [1]_: its parameters. The parts and the two engines are modules beside.

.. [1] Goldberg (1989). Genetic Algorithms in Search, Optimization, and Machine Learning.
"""

from collections.abc import Iterator
from typing import Literal, Self

import numpy as np
from pydantic import Field, PositiveInt, model_validator

from metaqueens.algorithms.genetic.parts import (
    AnyCrossover,
    AnyIslands,
    AnyMutation,
    AnySelection,
    ChildSearch,
    Crossover,
    Mutation,
    Plugin,
    Tournament,
    operator_name,
)
from metaqueens.algorithms.genetic.population import SchemeName
from metaqueens.problem.base import ALL_BUT_PLACED
from metaqueens.problem.space import Space
from metaqueens.search import Algorithm, Checkpoints, Snapshot


class Genetic(Algorithm):
    """A genetic algorithm: selection, crossover of pairs, mutation, survival.

    >>> from metaqueens import solve
    >>> solve(12, Genetic(population=50, elites=2), seed=1).solved
    True

    ``metaqueens list algorithms genetic`` prints the names and keys of its operators.

    Parameters
    ----------
    population
        Number of individuals in a generation.
    selection, crossover, mutation
        The operators; ``package.module:function`` names any operator in DEAP's style.
    elites
        Number of the best individuals that survive unchanged.
    scheme
        ``generational``: the children replace the population. ``mu_plus_lambda``: the best of
        parents and children survive. ``mu_comma_lambda``: the best of the children survive.
    children
        Number of children in a generation, for the mu_ schemes; null for the size of the
        population.
    engine
        ``deap``, which takes operators of users. ``compiled``: the same runs, seed by seed, at more
        than ten times the speed.
    local_search
        Local search on children, with ``engine: compiled``; null for none.
    islands
        Populations with migration, with ``engine: compiled``: their number, or keys; null for one.
    """

    refuses = {"start": "a population of random boards"}  # noqa: RUF012

    # A generation of more takes longer than most budgets, and more memory than most machines have.
    population: int = Field(default=300, ge=2, le=1_000_000)
    selection: AnySelection = Tournament()
    crossover: AnyCrossover = Crossover()
    mutation: AnyMutation = Mutation()
    elites: int = Field(default=2, ge=0)
    scheme: SchemeName = "generational"
    children: PositiveInt | None = None
    engine: Literal["deap", "compiled"] = "deap"
    local_search: ChildSearch | None = None
    islands: AnyIslands | None = None

    # Crossovers and mutations would move placed queens.
    rules = ALL_BUT_PLACED

    @property
    def needs(self) -> tuple[str, ...]:
        # A local search moves attacked queens.
        return ("queens",) if self.local_search else ()

    @model_validator(mode="after")
    def _require_consistent(self) -> Self:
        if self.elites >= self.population:
            raise ValueError(
                f"elites must be fewer than the population, got {self.elites} of {self.population}"
            )
        if self.crossover.probability == self.mutation.probability == 0:
            raise ValueError("crossover and mutation both have probability 0: nothing would change")
        if self.scheme == "generational" and self.children is not None:
            raise ValueError("children goes with mu_plus_lambda and mu_comma_lambda")
        if self.scheme == "mu_comma_lambda" and self.offspring < self.population - self.elites:
            raise ValueError(
                f"mu_comma_lambda needs at least {self.population - self.elites} children, all"
                f" that are not elites, got {self.offspring}"
            )
        if self.engine == "deap":
            for key in ("local_search", "islands"):
                if getattr(self, key) is not None:
                    raise ValueError(f"{key} needs engine: compiled")
        if self.engine == "compiled" and self.plugins:
            raise ValueError(f"{next(iter(self.plugins))}.use: custom operators need engine: deap")
        if self.islands and 2 * self.islands.migrants > self.population:
            raise ValueError(
                f"islands.migrants must be at most half the population of {self.population}, got"
                f" {self.islands.migrants}"
            )
        return self

    @property
    def plugins(self) -> dict[str, Plugin]:
        """The parts that are operators of users."""
        parts = {key: getattr(self, key) for key in ("selection", "crossover", "mutation")}
        return {key: part for key, part in parts.items() if isinstance(part, Plugin)}

    @property
    def memory_per_variable(self) -> int:
        islands = self.islands.count if self.islands else 1
        return super().memory_per_variable + 4 * islands * (self.population + self.offspring)

    @property
    def offspring(self) -> int:
        """Number of children in a generation."""
        if self.scheme == "generational":
            return self.population - self.elites
        return self.children or self.population

    def check(self, space: Space) -> None:
        operator_name("crossover", self.crossover, space)
        operator_name("mutation", self.mutation, space)
        if self.selection.use == "roulette" and space.problem.max_cost is None:
            name = type(space.problem).__name__
            raise ValueError(f"selection: roulette needs {name}.max_cost, the scale of its fitness")

    def longest_step(self, space: Space) -> int:
        """Return the evaluations of a generation on all islands, with local search."""
        islands = self.islands.count if self.islands else 1
        each = 1 + self.local_search.steps * space.n if self.local_search else 1
        return islands * max(self.population, self.offspring) * each

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        if self.engine == "compiled":
            from metaqueens.algorithms.genetic import compiled

            return compiled.evolve(self, space, checkpoints, rng)
        from metaqueens.algorithms.genetic import deap_engine

        return deap_engine.evolve(self, space, rng)

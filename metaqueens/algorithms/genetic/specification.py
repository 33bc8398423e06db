"""What a genetic algorithm is made of: the keys of its YAML, their ranges and defaults."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, Self

import numpy as np
from pydantic import (
    ConfigDict,
    Discriminator,
    Field,
    PositiveInt,
    Tag,
    field_validator,
    model_validator,
)

from metaqueens import plugins
from metaqueens.problem import EncodingName, Queens
from metaqueens.search import Budget, Parameters, Standing, Strict

Probability = Annotated[float, Field(ge=0, le=1)]
CrossoverName = Literal["pmx", "order", "cycle", "one_point", "two_point", "uniform"]
MutationName = Literal["swap", "shuffle", "inversion", "insertion", "reassign", "step"]

# What keeps a board in its encoding; the first is the default.
CROSSOVERS: dict[EncodingName, tuple[str, ...]] = {
    "permutation": ("pmx", "order", "cycle"),
    "rows": ("uniform", "one_point", "two_point"),
}
MUTATIONS: dict[EncodingName, tuple[str, ...]] = {
    "permutation": ("swap", "shuffle", "inversion", "insertion"),
    "rows": ("reassign", "step", "swap", "shuffle", "inversion", "insertion"),
}


class Part(Strict):
    """A part of the algorithm."""


class Plugin(Part):
    """Any operator in DEAP's style, by name; further keys are its keyword arguments.

    Parameters
    ----------
    use
        ``package.module:function``.
    """

    model_config = ConfigDict(extra="allow")

    use: str = Field(pattern=r"^[\w.]+:\w+$")

    @field_validator("use")
    @classmethod
    def _exists(cls, name: str) -> str:
        if not callable(plugins.load(name)):
            raise ValueError(f"{name!r} is not a function")
        return name

    def operator(self) -> tuple[Callable[..., Any], dict[str, Any]]:
        """The function and its keyword arguments."""
        return plugins.load(self.use), dict(self.model_extra or {})


class PluginVariation(Plugin):
    """A crossover or mutation from outside.

    Parameters
    ----------
    probability
        Chance that a pair mates, or that a child mutates.
    """

    probability: Probability = 0.5


class Tournament(Part):
    """The best of ``size`` drawn at random, with replacement."""

    use: Literal["tournament"] = "tournament"
    size: PositiveInt = 3


class Roulette(Part):
    """In proportion to fitness. A weak pressure: good boards differ little in fitness."""

    use: Literal["roulette"] = "roulette"


class Best(Part):
    """Evenly from the best ``share`` of the population (truncation selection)."""

    use: Literal["best"] = "best"
    share: float = Field(default=0.5, gt=0, le=1)


class Crossover(Part):
    """How two boards make two others.

    Parameters
    ----------
    use
        ``pmx``, ``order`` or ``cycle`` on permutation; ``one_point``, ``two_point`` or ``uniform``
        on rows; null for the encoding's default, pmx or uniform.
    probability
        Chance that a pair mates.
    """

    use: CrossoverName | None = None
    probability: Probability = 0.7


class Mutation(Part):
    """How a child changes.

    Parameters
    ----------
    use
        ``swap``, ``shuffle``, ``inversion`` or ``insertion``; on rows also ``reassign`` or
        ``step``; null for the encoding's default, swap or reassign.
    probability
        Chance that a child mutates.
    times
        How often the change is made.
    rate
        For ``shuffle``: chance that each queen trades rows with another; null for 2 / n.
    """

    use: MutationName | None = None
    probability: Probability = 0.5
    times: PositiveInt = 1
    rate: Probability | None = None

    @model_validator(mode="after")
    def _rate_of_shuffle(self) -> Self:
        if self.rate is not None and self.use != "shuffle":
            mutation = self.use or "the default mutation"
            raise ValueError(f"rate goes with shuffle, not with {mutation}")
        return self


def _selection_kind(given: Any) -> str:
    use = given.get("use", "tournament") if isinstance(given, dict) else given.use
    return "plugin" if _is_plugin(use) else str(use)


def _operator_kind(given: Any) -> str:
    use = given.get("use") if isinstance(given, dict) else given.use
    return "plugin" if _is_plugin(use) else "built_in"


def _is_plugin(use: Any) -> bool:
    return isinstance(use, str) and ":" in use


AnySelection = Annotated[
    Annotated[Tournament, Tag("tournament")]
    | Annotated[Roulette, Tag("roulette")]
    | Annotated[Best, Tag("best")]
    | Annotated[Plugin, Tag("plugin")],
    Discriminator(_selection_kind),
]
AnyCrossover = Annotated[
    Annotated[Crossover, Tag("built_in")] | Annotated[PluginVariation, Tag("plugin")],
    Discriminator(_operator_kind),
]
AnyMutation = Annotated[
    Annotated[Mutation, Tag("built_in")] | Annotated[PluginVariation, Tag("plugin")],
    Discriminator(_operator_kind),
]


class Genetic(Parameters):
    """A genetic algorithm on DEAP: selection, crossover of pairs, mutation, survival.

    Parameters
    ----------
    population
        Boards in a generation.
    selection, crossover, mutation
        The operators; ``package.module:function`` plugs in any of DEAP's style.
    elites
        The best boards that survive unchanged.
    scheme
        ``generational``: the children replace the population. ``mu_plus_lambda``: the best of
        parents and children survive. ``mu_comma_lambda``: the best of the children survive.
    children
        Children a generation, for the mu_ schemes; null for as many as the population.
    """

    population: int = Field(default=300, ge=2)
    selection: AnySelection = Tournament()
    crossover: AnyCrossover = Crossover()
    mutation: AnyMutation = Mutation()
    elites: int = Field(default=2, ge=0)
    scheme: Literal["generational", "mu_plus_lambda", "mu_comma_lambda"] = "generational"
    children: PositiveInt | None = None

    @model_validator(mode="after")
    def _sizes_agree(self) -> Self:
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
        return self

    @property
    def offspring(self) -> int:
        """Children made in a generation."""
        if self.scheme == "generational":
            return self.population - self.elites
        return self.children or self.population

    def check(self, problem: Queens) -> None:
        crossover_name(self.crossover, problem)
        mutation_name(self.mutation, problem)

    def search(
        self, problem: Queens, budget: Budget, rng: np.random.Generator
    ) -> Iterator[Standing]:
        from metaqueens.algorithms.genetic.deap_engine import evolve

        return evolve(self, problem, rng)


def crossover_name(crossover: AnyCrossover, problem: Queens) -> str:
    """The name of the crossover on ``problem``, the default filled in."""
    return _legal("crossover", crossover.use, CROSSOVERS[problem.encoding], problem)


def mutation_name(mutation: AnyMutation, problem: Queens) -> str:
    """The name of the mutation on ``problem``, the default filled in."""
    return _legal("mutation", mutation.use, MUTATIONS[problem.encoding], problem)


def _legal(part: str, name: str | None, legal: tuple[str, ...], problem: Queens) -> str:
    if name is None:
        return legal[0]
    if name not in legal and ":" not in name:
        raise ValueError(
            f"{part}.use: {name!r} does not keep to the {problem.encoding} encoding; there it is"
            f" one of {', '.join(legal)}"
        )
    return name

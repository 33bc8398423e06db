"""The parts of a genetic algorithm: their keys in its YAML, their ranges and defaults."""

from typing import Annotated, Literal, Self

from pydantic import Field, PositiveInt, model_validator

from metaqueens.algorithms.genetic.operators.crossovers import CrossoverName
from metaqueens.algorithms.genetic.operators.local_search import LocalSearchName
from metaqueens.algorithms.genetic.operators.mutations import MutationName
from metaqueens.search.plugin_parts import Plugin as Plugin
from metaqueens.text.validation import Strict

Probability = Annotated[float, Field(ge=0, le=1)]


class Part(Strict):
    """A part of the algorithm."""


class PluginVariation(Plugin):
    """A crossover or mutation from outside.

    Parameters
    ----------
    probability
        Chance that a pair mates, or that a child mutates.
    """

    probability: Probability = 0.5


class Tournament(Part):
    """The best of a few drawn at random, with replacement.

    Parameters
    ----------
    size
        How many are drawn.
    """

    use: Literal["tournament"] = "tournament"
    size: PositiveInt = 3


class Roulette(Part):
    """In proportion to fitness. A weak pressure: good boards differ little in fitness."""

    use: Literal["roulette"] = "roulette"


class Best(Part):
    """Evenly from the best of the population (truncation selection).

    Parameters
    ----------
    share
        Which share of the population that is.
    """

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

    def rate_on(self, n: int) -> float:
        """``rate`` on a board of ``n`` queens, the default filled in."""
        return min(1.0, 2 / n) if self.rate is None else float(self.rate)

    @model_validator(mode="after")
    def _rate_of_shuffle(self) -> Self:
        if self.rate is not None and self.use != "shuffle":
            mutation = self.use or "the default mutation"
            raise ValueError(f"rate goes with shuffle, not with {mutation}")
        return self


class ChildSearch(Part):
    """A local search on children (a memetic algorithm): they inherit what it reaches.

    Parameters
    ----------
    use
        ``min_conflicts``: an attacked queen, drawn at random, makes the best of all its moves, at
        n - 1 evaluations. ``hill_climbing``: it makes a random move, at 1 evaluation. Either way
        only where no guards are added; the moves are swap on permutation, reassign on rows.
    steps
        Moves tried for a child.
    share
        Chance that a child that mated or mutated is searched from.
    """

    use: LocalSearchName = "min_conflicts"
    steps: PositiveInt = 10
    share: float = Field(default=1.0, gt=0, le=1)


class Islands(Part):
    """Populations that evolve apart but for some migrants, in a ring.

    Parameters
    ----------
    count
        How many populations, each of ``population`` boards.
    every
        Generations between two migrations.
    migrants
        How many boards go: the best of an island are copied over the worst of the next.
    """

    count: int = Field(default=4, ge=1, le=10_000)
    every: PositiveInt = 20
    migrants: int = Field(default=2, ge=0)

"""The parts of a genetic algorithm: their YAML keys, and the operators of each encoding."""

from typing import Annotated, Any, Literal, Self, get_args

from pydantic import BeforeValidator, Discriminator, Field, PositiveInt, Tag, model_validator

from metaqueens.algorithms.genetic.crossovers import CrossoverName
from metaqueens.algorithms.genetic.mutations import LocalSearchName, MutationName
from metaqueens.algorithms.genetic.selection import SelectionName
from metaqueens.algorithms.genetic.user_operators import CALLABLE, Plugin as Plugin, takes
from metaqueens.core.choices import EncodingName
from metaqueens.problem.space import Space
from metaqueens.text.validation import Strict, use_of_part

Probability = Annotated[float, Field(ge=0, le=1)]


class PluginVariation(Plugin):
    """A crossover or mutation of a user.

    Parameters
    ----------
    probability
        Probability that a pair mates, or that a child mutates.
    """

    probability: Probability = 0.5


class Tournament(Strict):
    """The best of a few drawn at random, with replacement.

    Parameters
    ----------
    size
        Number of individuals that are drawn.
    """

    use: Literal["tournament"] = "tournament"
    size: PositiveInt = 3


class Roulette(Strict):
    """In proportion to fitness. The selection pressure is weak if good solutions differ little."""

    use: Literal["roulette"] = "roulette"


class Best(Strict):
    """Evenly from the best of the population (truncation selection).

    Parameters
    ----------
    share
        Share of the population from which parents are drawn.
    """

    use: Literal["best"] = "best"
    share: float = Field(default=0.5, gt=0, le=1)


class Crossover(Strict):
    """A crossover: two individuals become two others.

    Parameters
    ----------
    use
        ``pmx``, ``order`` or ``cycle`` on permutation; ``one_point``, ``two_point`` or ``uniform``
        on rows; null for the encoding's default, pmx or uniform.
    probability
        Probability that a pair mates.
    """

    use: CrossoverName | None = None
    probability: Probability = 0.7


class Mutation(Strict):
    """A change of a child.

    Parameters
    ----------
    use
        ``swap``, ``shuffle``, ``inversion`` or ``insertion``; on rows also ``reassign`` or
        ``step``; null for the encoding's default, swap or reassign.
    probability
        Probability that a child mutates.
    times
        Number of times that the change is made.
    rate
        For ``shuffle``: probability that each variable trades values with another; null for 2 / n.
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


class ChildSearch(Strict):
    """A local search on children (a memetic algorithm): they inherit its result.

    Parameters
    ----------
    use
        ``min_conflicts``: an attacked queen, drawn at random, makes the best of all its moves, in
        n - 1 evaluations. ``hill_climbing``: it makes a random move, in 1 evaluation. A move that
        raises the cost is not made. The moves are swap on permutation, reassign on rows.
    steps
        Number of moves tried for a child.
    share
        Probability of a local search for a child that mated or mutated.
    """

    use: LocalSearchName = "min_conflicts"
    steps: PositiveInt = 10
    share: float = Field(default=1.0, gt=0, le=1)


class Islands(Strict):
    """Populations that evolve apart except for some migrants, in a ring.

    Parameters
    ----------
    count
        Number of populations, each of ``population`` individuals.
    every
        Number of generations between two migrations.
    migrants
        Number of individuals that migrate: the best of an island replace the worst of the next.
    """

    count: int = Field(default=4, ge=1, le=10_000)
    every: PositiveInt = 20
    migrants: int = Field(default=2, ge=0)


# The operators that keep each encoding; the first is the default.
CROSSOVERS: dict[EncodingName, tuple[str, ...]] = {
    "permutation": ("pmx", "order", "cycle"),
    "rows": ("uniform", "one_point", "two_point"),
}
MUTATIONS: dict[EncodingName, tuple[str, ...]] = {
    "permutation": ("swap", "shuffle", "inversion", "insertion"),
    "rows": ("reassign", "step", "swap", "shuffle", "inversion", "insertion"),
}
OPERATORS = {"crossover": CROSSOVERS, "mutation": MUTATIONS}
# The names of built-in operators by part.
BUILT_IN = {
    "selection": get_args(SelectionName),
    "crossover": get_args(CrossoverName),
    "mutation": get_args(MutationName),
}


def _selection_kind(value: Any) -> str | None:
    use = use_of_part(value, "tournament")
    return "plugin" if ":" in str(use) else use


def _operator_kind(value: Any) -> str | None:
    if not isinstance(value, dict | str | Strict):
        return None
    return "plugin" if ":" in str(use_of_part(value)) else "built_in"


AnySelection = Annotated[
    Annotated[Tournament, Tag("tournament")]
    | Annotated[Roulette, Tag("roulette")]
    | Annotated[Best, Tag("best")]
    | Annotated[Plugin, takes("population", "count"), Tag("plugin")],
    Discriminator(_selection_kind),
    CALLABLE,
]
AnyCrossover = Annotated[
    Annotated[Crossover, Tag("built_in")]
    | Annotated[PluginVariation, takes("one", "other"), Tag("plugin")],
    Discriminator(_operator_kind),
    CALLABLE,
]
AnyMutation = Annotated[
    Annotated[Mutation, Tag("built_in")]
    | Annotated[PluginVariation, takes("board"), Tag("plugin")],
    Discriminator(_operator_kind),
    CALLABLE,
]
AnyIslands = Annotated[
    Islands,
    BeforeValidator(
        lambda value: {"count": value} if type(value) is int else value,
        json_schema_input_type=Annotated[int, Field(ge=1)] | Islands,
    ),
]


def operator_name(part: str, operator: AnyCrossover | AnyMutation, space: Space) -> str:
    """Return the name of a ``crossover`` or ``mutation`` in ``space``, or of the default."""
    legal, name = OPERATORS[part][space.encoding], operator.use
    if name is None:
        return legal[0]
    if name not in legal and ":" not in name:
        raise ValueError(
            f"{part}.use: {name!r} does not keep to the {space.encoding} encoding; there it is"
            f" one of {', '.join(legal)}"
        )
    return name

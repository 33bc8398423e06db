"""Which parts fit where: the choices a config has for a key, and the defaults of an encoding."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Discriminator, Field, Tag

from metaqueens.algorithms.genetic.parts import (
    Best,
    Crossover,
    Islands,
    Mutation,
    Part,
    Plugin,
    PluginVariation,
    Roulette,
    Tournament,
)
from metaqueens.problem import EncodingName, Queens

# What keeps a board in its encoding; the first is the default.
CROSSOVERS: dict[EncodingName, tuple[str, ...]] = {
    "permutation": ("pmx", "order", "cycle"),
    "rows": ("uniform", "one_point", "two_point"),
}
MUTATIONS: dict[EncodingName, tuple[str, ...]] = {
    "permutation": ("swap", "shuffle", "inversion", "insertion"),
    "rows": ("reassign", "step", "swap", "shuffle", "inversion", "insertion"),
}


def _islands(given: Any) -> Any:
    return {"count": given} if isinstance(given, int) and not isinstance(given, bool) else given


def _selection_kind(given: Any) -> str | None:
    use = given.get("use", "tournament") if isinstance(given, dict) else getattr(given, "use", None)
    return "plugin" if use and ":" in str(use) else use


def _operator_kind(given: Any) -> str | None:
    if not isinstance(given, dict | Part):
        return None
    use = given.get("use") if isinstance(given, dict) else given.use  # type: ignore[attr-defined]
    return "plugin" if ":" in str(use) else "built_in"


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
AnyIslands = Annotated[
    Islands, BeforeValidator(_islands, json_schema_input_type=Annotated[int, Field(ge=1)] | Islands)
]


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

"""The operators that each encoding allows, and its defaults: the choices of a config."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Discriminator, Field, Tag

from metaqueens.algorithms.genetic.parts import (
    Best,
    Crossover,
    Islands,
    Mutation,
    Plugin,
    PluginVariation,
    Roulette,
    Tournament,
)
from metaqueens.problem.queens import EncodingName
from metaqueens.problem.space import Space
from metaqueens.search.plugin_parts import of_packages, takes
from metaqueens.text.validation import Strict

# What keeps a board in its encoding; the first is the default.
CROSSOVERS: dict[EncodingName, tuple[str, ...]] = {
    "permutation": ("pmx", "order", "cycle"),
    "rows": ("uniform", "one_point", "two_point"),
}
MUTATIONS: dict[EncodingName, tuple[str, ...]] = {
    "permutation": ("swap", "shuffle", "inversion", "insertion"),
    "rows": ("reassign", "step", "swap", "shuffle", "inversion", "insertion"),
}
# Every name of ours, by the part that has it.
BUILT_IN = {
    "selection": ("tournament", "roulette", "best"),
    "crossover": tuple(dict.fromkeys(name for names in CROSSOVERS.values() for name in names)),
    "mutation": tuple(dict.fromkeys(name for names in MUTATIONS.values() for name in names)),
}


def _islands(given: Any) -> Any:
    return {"count": given} if isinstance(given, int) and not isinstance(given, bool) else given


def _selection_kind(given: Any) -> str | None:
    use = given.get("use", "tournament") if isinstance(given, dict) else getattr(given, "use", None)
    return "plugin" if use and ":" in str(use) else use


def _operator_kind(given: Any) -> str | None:
    if not isinstance(given, dict | Strict):
        return None
    use = given.get("use") if isinstance(given, dict) else given.use  # type: ignore[attr-defined]
    return "plugin" if ":" in str(use) else "built_in"


AnySelection = Annotated[
    Annotated[Tournament, Tag("tournament")]
    | Annotated[Roulette, Tag("roulette")]
    | Annotated[Best, Tag("best")]
    | Annotated[Plugin, takes("population", "count"), Tag("plugin")],
    Discriminator(_selection_kind),
    of_packages(BUILT_IN["selection"]),
]
AnyCrossover = Annotated[
    Annotated[Crossover, Tag("built_in")]
    | Annotated[PluginVariation, takes("one", "other"), Tag("plugin")],
    Discriminator(_operator_kind),
    of_packages(BUILT_IN["crossover"]),
]
AnyMutation = Annotated[
    Annotated[Mutation, Tag("built_in")]
    | Annotated[PluginVariation, takes("board"), Tag("plugin")],
    Discriminator(_operator_kind),
    of_packages(BUILT_IN["mutation"]),
]
AnyIslands = Annotated[
    Islands, BeforeValidator(_islands, json_schema_input_type=Annotated[int, Field(ge=1)] | Islands)
]


def crossover_name(crossover: AnyCrossover, space: Space) -> str:
    """Return the name of the crossover in ``space``, the default filled in."""
    return _legal("crossover", crossover.use, CROSSOVERS[space.encoding], space)


def mutation_name(mutation: AnyMutation, space: Space) -> str:
    """Return the name of the mutation in ``space``, the default filled in."""
    return _legal("mutation", mutation.use, MUTATIONS[space.encoding], space)


def _legal(part: str, name: str | None, legal: tuple[str, ...], space: Space) -> str:
    if name is None:
        return legal[0]
    if name not in legal and ":" not in name:
        raise ValueError(
            f"{part}.use: {name!r} does not keep to the {space.encoding} encoding; there it is"
            f" one of {', '.join(legal)}"
        )
    return name

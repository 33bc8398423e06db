"""The operators that each encoding allows, and its defaults: the choices of a config."""

from inspect import Parameter, signature
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag

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
from metaqueens.entry_points import home_of
from metaqueens.errors import did_you_mean
from metaqueens.problem.queens import EncodingName
from metaqueens.problem.space import Space
from metaqueens.validation import wrong_argument

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


def _of_packages(part: str) -> BeforeValidator:
    """The name of an installed plug-in becomes its place, ``package.module:function``."""

    def placed(given: Any) -> Any:
        use = given.get("use") if isinstance(given, dict) else None
        if not isinstance(use, str) or ":" in use or use in BUILT_IN[part]:
            return given
        try:
            home = home_of("operators", use)
        except ValueError as error:
            raise wrong_argument("use", str(error)) from None
        return {**given, "use": home} if home else given

    return BeforeValidator(placed)


def _selection_kind(given: Any) -> str | None:
    use = given.get("use", "tournament") if isinstance(given, dict) else getattr(given, "use", None)
    return "plugin" if use and ":" in str(use) else use


def _operator_kind(given: Any) -> str | None:
    if not isinstance(given, dict | Part):
        return None
    use = given.get("use") if isinstance(given, dict) else given.use  # type: ignore[attr-defined]
    return "plugin" if ":" in str(use) else "built_in"


def _takes(boards: int) -> AfterValidator:
    """Whether the keys of a plug-in are what its function takes after its ``boards`` arguments.

    A function that tells no signature, or that takes any keyword, is not asked.
    """

    def fits(plugin: Plugin) -> Plugin:
        function, given = plugin.operator()
        try:
            parameters = [*signature(function).parameters.values()]
        except (TypeError, ValueError):
            return plugin
        if any(one.kind == one.VAR_KEYWORD for one in parameters):
            return plugin
        named = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
        mine = {one.name: one for one in parameters[boards:] if one.kind in named}
        known = [*mine, *(key for key in type(plugin).model_fields if key != "use")]
        name = plugin.use.partition(":")[2]
        for key in given:
            if key not in mine:
                hint = did_you_mean(key, known) or f"; its arguments are {', '.join(known)}"
                raise wrong_argument(key, f"{name} takes no such argument{hint}")
        for key, one in mine.items():
            if one.default is Parameter.empty and key not in given:
                raise wrong_argument(key, f"missing; {name} needs it")
        return plugin

    return AfterValidator(fits)


AnySelection = Annotated[
    Annotated[Tournament, Tag("tournament")]
    | Annotated[Roulette, Tag("roulette")]
    | Annotated[Best, Tag("best")]
    | Annotated[Plugin, _takes(2), Tag("plugin")],
    Discriminator(_selection_kind),
    _of_packages("selection"),
]
AnyCrossover = Annotated[
    Annotated[Crossover, Tag("built_in")] | Annotated[PluginVariation, _takes(2), Tag("plugin")],
    Discriminator(_operator_kind),
    _of_packages("crossover"),
]
AnyMutation = Annotated[
    Annotated[Mutation, Tag("built_in")] | Annotated[PluginVariation, _takes(1), Tag("plugin")],
    Discriminator(_operator_kind),
    _of_packages("mutation"),
]
AnyIslands = Annotated[
    Islands, BeforeValidator(_islands, json_schema_input_type=Annotated[int, Field(ge=1)] | Islands)
]


def crossover_name(crossover: AnyCrossover, space: Space) -> str:
    """The name of the crossover in ``space``, the default filled in."""
    return _legal("crossover", crossover.use, CROSSOVERS[space.encoding], space)


def mutation_name(mutation: AnyMutation, space: Space) -> str:
    """The name of the mutation in ``space``, the default filled in."""
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

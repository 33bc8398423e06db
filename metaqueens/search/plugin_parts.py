"""Parts of an algorithm that are functions of users: ``use: package.module:function``."""

from collections.abc import Callable, Collection
from inspect import Parameter, signature
from typing import Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, field_validator

from metaqueens.plugins import code as plugins
from metaqueens.text.errors import did_you_mean
from metaqueens.text.validation import Strict, wrong_argument
from metaqueens.text.words import many


class Plugin(Strict):
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
        return plugins.use_of(name)

    def operator(self) -> tuple[Callable[..., Any], dict[str, Any]]:
        """Return the function and its keyword arguments."""
        return plugins.load(self.use), dict(self.model_extra or {})


def _name_callable(value: Any) -> Any:
    """Return the name of a function or a class that is given as such."""
    if callable(value) and not isinstance(value, BaseModel):
        return {"use": plugins.place_of(value)}
    return value


CALLABLE = BeforeValidator(_name_callable)


def takes(*arguments: str) -> AfterValidator:
    """Return a validator: a plug-in takes these ``arguments`` by place and its keys by name."""

    def fits(plugin: Plugin) -> Plugin:
        _require_takes(plugin, arguments)
        return plugin

    return AfterValidator(fits)


def _require_takes(plugin: Plugin, arguments: Collection[str]) -> None:
    """Raise if the function does not take ``arguments`` by place, and its keys by name.

    A function without a signature passes.
    """
    function, keywords = plugin.operator()
    known = [key for key in type(plugin).model_fields if key != "use"]
    try:
        parameters = [*signature(function).parameters.values()]
    except (TypeError, ValueError):
        return
    name, kinds = plugin.use.partition(":")[2], {parameter.kind for parameter in parameters}
    by_place = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    places = sum(parameter.kind in by_place for parameter in parameters)
    if places < len(arguments) and Parameter.VAR_POSITIONAL not in kinds:
        call = f"{len(arguments)}: {', '.join(arguments)}"
        takes = f"{many(places, 'argument')} by place"
        raise wrong_argument("use", f"{name} takes {takes}; it is called with {call}")
    named = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    named_parameters = {
        parameter.name: parameter
        for parameter in parameters[len(arguments) :]
        if parameter.kind in named
    }
    for key in keywords:
        if key not in named_parameters and Parameter.VAR_KEYWORD not in kinds:
            keys = [*named_parameters, *known]
            hint = did_you_mean(key, keys) or f"; its arguments are {', '.join(keys)}"
            raise wrong_argument(key, f"{name} takes no such argument{hint}")
    for key, parameter in named_parameters.items():
        if parameter.default is Parameter.empty and key not in keywords:
            raise wrong_argument(key, f"missing; {name} needs it")

"""Operators of users, ``use: package.module:function``: load, check and call them."""

import traceback
from collections.abc import Callable, Sequence
from functools import partial
from inspect import Parameter, signature
from typing import Any

import numpy as np
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, field_validator

from metaqueens.plugins import code as plugins
from metaqueens.problem.space import Space
from metaqueens.text.errors import PluginFailed, did_you_mean
from metaqueens.text.validation import Strict, wrong_argument
from metaqueens.text.words import many

EXPECTED = {
    1: "a tuple of one board, the one it was given",
    2: "a tuple of two boards, the ones it was given",
    None: "a list of boards",
}
Boards = list[Any]


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


# A function or a class is given as such or by its name.
CALLABLE = BeforeValidator(
    lambda value: (
        {"use": plugins.place_of(value)}
        if callable(value) and not isinstance(value, BaseModel)
        else value
    )
)


def takes(*arguments: str) -> AfterValidator:
    """Return a validator: a plug-in takes these ``arguments`` by place and its keys by name."""
    return AfterValidator(partial(_require_takes, arguments=arguments))


def _require_takes(plugin: Plugin, arguments: Sequence[str]) -> Plugin:
    """Return ``plugin``; raise if its function does not take ``arguments``, and its keys by name.

    A function without a signature passes.
    """
    function, keywords = plugin.operator()
    name = plugin.use.partition(":")[2]
    try:
        form = signature(function)
    except (TypeError, ValueError):
        return plugin
    try:
        filled = form.bind_partial(*arguments).arguments
    except TypeError:
        call = f"{len(arguments)} arguments: {', '.join(arguments)}"
        raise wrong_argument("use", f"{name}{form} is called with {call}") from None
    by_name = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    named = {
        key: parameter
        for key, parameter in form.parameters.items()
        if parameter.kind in by_name and key not in filled
    }
    takes_any = any(each.kind is Parameter.VAR_KEYWORD for each in form.parameters.values())
    for key in keywords:
        if key not in named and not takes_any:
            keys = [*named, *(field for field in type(plugin).model_fields if field != "use")]
            hint = did_you_mean(key, keys) or f"; its arguments are {', '.join(keys)}"
            raise wrong_argument(key, f"{name} takes no such argument{hint}")
    for key, parameter in named.items():
        if parameter.default is Parameter.empty and key not in keywords:
            raise wrong_argument(key, f"missing; {name} needs it")
    return plugin


def wrap(part: str, plugin: Plugin, count: int | None) -> Callable[..., Boards]:
    """Wrap the operator ``plugin``, the ``part`` of a search, which returns ``count`` boards.

    Without a ``count`` it returns at least one. It raises ``PluginFailed`` if the operator fails or
    returns anything else.
    """
    function, keywords = plugin.operator()
    name = f"{part} {plugin.use}"
    words = ", ".join(f"{key}={value!r}" for key, value in keywords.items())
    call = f"{name} with {words}" if words else name

    def operator(*given: Any) -> Boards:
        try:
            found = function(*given, **keywords)
        except MemoryError:  # reported elsewhere
            raise
        except Exception as error:
            raise PluginFailed(_format_error(call, error)) from error
        boards = list(found) if isinstance(found, tuple | list) else []
        are_boards = all(hasattr(one, "fitness") for one in boards)
        if not boards or not are_boards or (count and len(boards) != count):
            raise PluginFailed(f"{name} returned {_describe(found)}; expected {EXPECTED[count]}")
        return boards

    return operator


def require_boards(genes: np.ndarray, count: int, space: Space, parts: dict[str, Plugin]) -> None:
    """Raise ``PluginFailed`` if ``genes`` are not ``count`` boards, as kernels need.

    ``parts`` are the operators that may be the cause.
    """
    # Changes by a selection are evaluated only if it made new boards.
    likely = {part: plugin for part, plugin in parts.items() if part != "selection"} or parts
    names = " or ".join(f"{part} {plugin.use}" for part, plugin in likely.items())
    if genes.size != count * space.n:
        raise PluginFailed(f"{names} changed the length of a board of {space.n} queens")
    if genes.size and (genes.min() < 0 or genes.max() >= space.value_count):
        place = "a queen outside rows" if space.problem.has("queens") else "a value outside"
        raise PluginFailed(f"{names} put {place} 0 to {space.value_count - 1}")
    boards = genes.reshape(count, space.n)
    if space.encoding == "permutation" and (np.sort(boards) != np.arange(space.n)).any():
        raise PluginFailed(f"{names} put two queens on one row, which is not a permutation")


def _describe(found: Any) -> str:
    if not isinstance(found, tuple | list):
        return "nothing" if found is None else f"an object of {type(found).__name__}"
    kinds = dict.fromkeys(type(one).__name__ for one in found)
    of = f" of {' and '.join(kinds)}" if kinds else ""
    return f"a {type(found).__name__} of {many(len(found), 'object')}{of}"


def _format_error(call: str, error: Exception) -> str:
    """Return the traceback without our own frames; its last line is the error."""
    frames = traceback.format_tb(error.__traceback__)[1:]
    places = ["Traceback (most recent call last):\n", *frames] if frames else []
    return f"{''.join(places)}{call}: {type(error).__name__}: {error}"

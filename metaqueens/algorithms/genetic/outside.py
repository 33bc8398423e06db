"""Operators from outside, ``use: package.module:function``: their keys, and how they are called."""

import traceback
from collections.abc import Callable, Collection
from inspect import signature
from typing import Any

import numpy as np
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, field_validator

from metaqueens.plugins import code as plugins
from metaqueens.plugins.entry_points import home_of
from metaqueens.problem.space import Space
from metaqueens.text.errors import PluginFailed
from metaqueens.text.validation import Strict, wrong_argument
from metaqueens.text.words import many

ASKED = {1: "a tuple of one board", 2: "a tuple of two boards", None: "a list of boards"}
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
        return name

    def operator(self) -> tuple[Callable[..., Any], dict[str, Any]]:
        """Return the function and its keyword arguments."""
        return plugins.load(self.use), dict(self.model_extra or {})


def of_packages(ours: Collection[str]) -> BeforeValidator:
    """The name of an installed plug-in becomes its place, where it is none of ``ours``.

    So does a function or a class, which Python may give as it is.
    """

    def placed(given: Any) -> Any:
        if callable(given) and not isinstance(given, BaseModel):
            return {"use": plugins.place_of(given)}
        use = given.get("use") if isinstance(given, dict) else None
        if not isinstance(use, str) or ":" in use or use in ours:
            return given
        try:
            home = home_of("operators", use)
        except ValueError as error:
            raise wrong_argument("use", str(error)) from None
        return {**given, "use": home} if home else given

    return BeforeValidator(placed)


def takes(*arguments: str) -> AfterValidator:
    """Whether a plug-in's function takes these ``arguments`` by place, and its keys by name."""

    def fits(plugin: Plugin) -> Plugin:
        function, given = plugin.operator()
        try:
            asked = signature(function)
        except (TypeError, ValueError):  # it tells none
            return plugin
        try:
            asked.bind(*arguments, **given)
        except TypeError as error:
            name, by = plugin.use.partition(":")[2], ", ".join((*arguments, *given))
            raise wrong_argument("use", f"{name} is called with {by}: {error}") from None
        return plugin

    return AfterValidator(fits)


def called(part: str, plugin: Plugin, count: int | None) -> Callable[..., Boards]:
    """Return the operator ``plugin``, the ``part`` of a search, which returns ``count`` boards.

    Without a ``count``, at least one. It raises ``PluginFailed`` where it fails or returns anything
    else.
    """
    function, keywords = plugin.operator()
    name = f"{part} {plugin.use}"

    def operator(*given: Any) -> Boards:
        try:
            found = function(*given, **keywords)
        except MemoryError:  # what a run may take is said elsewhere
            raise
        except Exception as error:
            raise PluginFailed(_told(f"{name}{_said(keywords)}", error)) from error
        boards = list(found) if isinstance(found, tuple | list) else []
        are_boards = all(hasattr(one, "fitness") for one in boards)
        if not boards or not are_boards or (count and len(boards) != count):
            raise PluginFailed(f"{name} returned {_described(found)}; expected {ASKED[count]}")
        return boards

    return operator


def require_boards(genes: np.ndarray, count: int, space: Space, parts: dict[str, Plugin]) -> None:
    """Raise ``PluginFailed`` where ``genes`` are not ``count`` boards, which kernels rely on.

    ``parts`` are the operators that may have left them so.
    """
    # What a selection changes is priced only where it made a board of its own.
    likely = {part: plugin for part, plugin in parts.items() if part != "selection"} or parts
    names = " or ".join(f"{part} {plugin.use}" for part, plugin in likely.items())
    if genes.size != count * space.n:
        raise PluginFailed(f"{names} changed the length of a board of {space.n} queens")
    if genes.size and (genes.min() < 0 or genes.max() >= space.n):
        raise PluginFailed(f"{names} put a queen outside rows 0 to {space.n - 1}")
    boards = genes.reshape(count, space.n)
    if space.encoding == "permutation" and (np.sort(boards) != np.arange(space.n)).any():
        raise PluginFailed(f"{names} put two queens on one row, which is not a permutation")


def _described(found: Any) -> str:
    if not isinstance(found, tuple | list):
        return "nothing" if found is None else f"an object of {type(found).__name__}"
    kinds = dict.fromkeys(type(one).__name__ for one in found)
    of = f" of {' and '.join(kinds)}" if kinds else ""
    return f"a {type(found).__name__} of {many(len(found), 'object')}{of}"


def _said(keywords: dict[str, Any]) -> str:
    given = ", ".join(f"{key}={value!r}" for key, value in keywords.items())
    return f" with {given}" if given else ""


def _told(name: str, error: Exception) -> str:
    """Where it raised, without the frames that are ours; the last line says what."""
    frames = traceback.format_tb(error.__traceback__)[1:]
    places = ["Traceback (most recent call last):\n", *frames] if frames else []
    return f"{''.join(places)}{name}: {type(error).__name__}: {error}"

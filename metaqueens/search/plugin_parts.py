"""Parts of an algorithm that are functions from outside: ``use: package.module:function``."""

from collections.abc import Callable, Collection
from inspect import signature
from typing import Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, field_validator

from metaqueens.plugins import code as plugins
from metaqueens.plugins.entry_points import home_of
from metaqueens.text.validation import Strict, wrong_argument


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

"""The parameter space of a tuning, with conditional parameters."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from metaqueens.config.file import Dimension
from metaqueens.config.strict_yaml import put
from metaqueens.search.algorithm import Algorithm
from metaqueens.text.validation import UNKNOWN_KEY, path_of

Settings = Mapping[str, Any]
Dimensions = Mapping[str, Dimension]


@dataclass(frozen=True)
class ParameterSpace:
    """The tunable parameters of one algorithm; a setting is a value for each that is active.

    Parameters
    ----------
    base
        All parameters of the default setting, as plain values.
    dimensions
        By dotted key, those that decide about others before these.
    """

    kind: type[Algorithm]
    base: Mapping[str, Any]
    dimensions: Dimensions

    @property
    def default(self) -> dict[str, Any]:
        """What the default setting has for each key, in the space or not."""
        values = flat(self.base)
        return {key: values[key] for key in self.dimensions if key in values}

    def is_active(self, key: str, settings: Settings) -> bool:
        """Whether ``key`` is asked: whether the algorithm with these ``settings`` has it."""
        sample = self.dimensions[key].ends[0]
        error = trouble(self.kind, self.base, {**settings, key: sample}, key)
        return error is None or error["type"] not in UNKNOWN_KEY

    def setting(self, choose: Callable[[str, Dimension], Any]) -> dict[str, Any]:
        """Return the setting with a value that is chosen for each parameter that is asked."""
        settings: dict[str, Any] = {}
        for key, dimension in self.dimensions.items():
            if self.is_active(key, settings):
                settings[key] = choose(key, dimension)
        return settings

    def build(self, settings: Settings) -> Algorithm:
        """Return the algorithm so set. Raises ``ValueError`` for parts that do not fit together."""
        return self.kind.model_validate(place(self.kind, self.base, settings))


def contains(dimension: Dimension, value: Any) -> bool:
    """Whether ``value`` can be chosen."""
    if dimension.choice is not None:
        return any(value == one and type(value) is type(one) for one in dimension.choice)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    low, high = dimension.ends
    return low <= value <= high and (dimension.whole is None or isinstance(value, int))


def place(kind: type[Algorithm], base: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """Return ``base`` with ``settings``, without what a newly chosen variant does not have."""
    value = deepcopy(dict(base))
    for key in sorted(settings, key=lambda key: (key.count("."), not key.endswith(".use"))):
        put(value, tuple(key.split(".")), deepcopy(settings[key]))
    for error in _errors_of(kind, value):
        path = path_of(error, value)
        ours = [".".join(map(str, path[:k])) in settings for k in range(1, len(path) + 1)]
        if error["type"] in UNKNOWN_KEY and not any(ours):
            inner: Any = value
            for part in path[:-1]:
                inner = inner[part]
            inner.pop(path[-1], None)
    return value


def trouble(
    kind: type[Algorithm], base: Mapping[str, Any], settings: Settings, key: str
) -> Any | None:
    """Return the error of pydantic that setting ``key`` makes at it or around it, if any.

    What is wrong with a combination as a whole is no error of one key.
    """
    path = tuple(key.split("."))
    value = place(kind, base, settings)
    for error in _errors_of(kind, value):
        at = path_of(error, value)
        if at and (at == path[: len(at)] or path == at[: len(path)]):
            return error
    return None


def _errors_of(kind: type[Algorithm], value: Mapping[str, Any]) -> list[Any]:
    try:
        kind.model_validate(value)
    except ValidationError as error:
        return list(error.errors(include_url=False))
    return []


def flat(value: Any, before: str = "") -> dict[str, Any]:
    """Return nested values by dotted key; those of a part are there beside the part."""
    found = {}
    for key, one in value.items():
        found[before + key] = one
        if isinstance(one, Mapping):
            found |= flat(one, f"{before}{key}.")
    return found

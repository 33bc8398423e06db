"""The parameter space of a tuning, with conditional parameters."""

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from itertools import product
from typing import Any

from pydantic import ValidationError

from metaqueens.config.file import Dimension
from metaqueens.config.strict_yaml import Document, Path, flatten, replace_at
from metaqueens.search.algorithm import Algorithm
from metaqueens.text.validation import UNKNOWN_KEY, explain, path_of

Settings = Mapping[str, Any]


@dataclass(frozen=True)
class ParameterSpace:
    """The tunable parameters of one algorithm; a setting has a value for each active one.

    ``base`` has all parameters of the default setting, as plain values. ``dimensions`` are by
    dotted key; a parameter that decides about others is before these.
    """

    kind: type[Algorithm]
    base: Mapping[str, Any]
    dimensions: Mapping[str, Dimension]

    @property
    def default(self) -> dict[str, Any]:
        """The value of each key in the default setting, in the space or not."""
        values = flatten(self.base)
        return {key: values[key] for key in self.dimensions if key in values}

    def is_active(self, key: str, settings: Settings) -> bool:
        """Return whether the algorithm with these ``settings`` has the parameter ``key``."""
        error = self.find_error({**settings, key: self.dimensions[key].ends[0]}, key)
        return error is None or error["type"] not in UNKNOWN_KEY

    def make_setting(self, choose: Callable[[str, Dimension], Any]) -> dict[str, Any]:
        """Return the setting with a value that ``choose`` returns for each active parameter."""
        settings: dict[str, Any] = {}
        for key, dimension in self.dimensions.items():
            if self.is_active(key, settings):
                settings[key] = choose(key, dimension)
        return settings

    def build(self, settings: Settings) -> Algorithm:
        """Return the algorithm with ``settings``. Raises ``ValueError`` if they do not fit."""
        return self.kind.model_validate(self._apply(settings))

    def find_error(self, settings: Settings, key: str) -> Any | None:
        """Return the error of pydantic at ``key`` or around it, if any.

        An error of a combination as a whole is no error of one key.
        """
        path = tuple(key.split("."))
        value = self._apply(settings)
        for error in self._list_errors(value):
            place = path_of(error, value)
            if place and (place == path[: len(place)] or path == place[: len(path)]):
                return error
        return None

    def _apply(self, settings: Settings) -> dict[str, Any]:
        """Return ``base`` with ``settings``, without keys that a chosen variant does not have."""
        value = deepcopy(dict(self.base))
        for key in sorted(settings, key=lambda key: (key.count("."), not key.endswith(".use"))):
            value = replace_at(value, key.split("."), deepcopy(settings[key]))
        for error in self._list_errors(value):
            path = path_of(error, value)
            is_set = any(".".join(map(str, path[:k])) in settings for k in range(1, len(path) + 1))
            if error["type"] in UNKNOWN_KEY and not is_set:
                inner: Any = value
                for part in path[:-1]:
                    inner = inner[part]
                inner.pop(path[-1], None)
        return value

    def _list_errors(self, value: Mapping[str, Any]) -> list[Any]:
        try:
            self.kind.model_validate(value)
        except ValidationError as error:
            return list(error.errors(include_url=False))
        return []


def contains(dimension: Dimension, value: Any) -> bool:
    """Return whether ``value`` can be chosen."""
    if dimension.choice is not None:
        return any(value == one and type(value) is type(one) for one in dimension.choice)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    low, high = dimension.ends
    return low <= value <= high and (dimension.whole is None or isinstance(value, int))


def read_space(
    document: Document, ranges: Mapping[str, Dimension], default: Algorithm, errors: list[str]
) -> ParameterSpace:
    """Return the space of the ``ranges`` in a ``tune`` block, a part before its own parameters.

    Ranges that the fields of the algorithm do not allow are added to ``errors``.
    """
    order = sorted(ranges, key=lambda key: len(next(_choose_parents(ranges, key))))
    dimensions = {key: ranges[key] for key in order}
    space = ParameterSpace(type(default), default.model_dump(mode="json"), dimensions)
    for key, dimension in ranges.items():
        path: Path = ("tune", "space", key)
        for k, value in enumerate(dimension.ends):
            parents = _choose_parents(ranges, key)
            found = [space.find_error({**given, key: value}, key) for given in parents]
            first: Any = found[0]
            if all(found):
                place: Path = (*path, dimension.kind, k)
                if first["type"] in UNKNOWN_KEY:
                    place = (*path, "")
                errors.append(document.problem(path, explain(first, space.kind), place))
                break
    return space


def _choose_parents(ranges: Mapping[str, Dimension], key: str) -> Iterator[dict[str, Any]]:
    """Yield each combination of choices of the parts that ``key`` belongs to."""
    parents = {
        parent: dimension.choice
        for parent, dimension in ranges.items()
        if parent != key
        and key.startswith(f"{parent.removesuffix('.use')}.")
        and dimension.choice is not None
    }
    for choices in product(*parents.values()):
        yield dict(zip(parents, choices, strict=True))

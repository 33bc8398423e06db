"""The parameter space of a tuning: conditional parameters, and which settings are allowed."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np
from pydantic import ValidationError

from metaqueens.config.tuning.forbidden import Expression
from metaqueens.config.tuning_keys import Dimension
from metaqueens.config.yaml.settings import put
from metaqueens.config.yaml.strict_yaml import Path
from metaqueens.problem.queens import Queens
from metaqueens.search.aliases import without, words_of
from metaqueens.search.parameters import Parameters, space_for
from metaqueens.text.validation import UNKNOWN_KEY, path_of

Settings = Mapping[str, Any]
_MISSING = object()


@dataclass(frozen=True)
class Space:
    """The tunable parameters of one algorithm; a setting is a value for each that is active.

    Parameters
    ----------
    base
        All parameters of the default setting, as plain values.
    dimensions
        By dotted key, those that decide about others before these.
    conditions
        Key to the keys and values of which one each must be there for it to be asked.
    """

    kind: type[Parameters]
    base: Mapping[str, Any]
    dimensions: Mapping[str, Dimension]
    conditions: Mapping[str, Mapping[str, Sequence[Any]]]
    forbidden: tuple[Expression, ...]

    @property
    def default(self) -> dict[str, Any]:
        """What the default setting has for each key, in the space or not."""
        base = {**words_of(self.kind.aliases, self.base), **self.base}
        found = {key: value_at(base, key) for key in self.dimensions}
        return {key: value for key, value in found.items() if value is not _MISSING}

    @property
    def flat_base(self) -> dict[str, Any]:
        """All parameters of the default setting by dotted key."""
        return flat(self.base)

    def is_active(self, key: str, settings: Settings) -> bool:
        """Whether ``key`` is asked where the keys before it have these ``settings``."""
        return all(
            parent in settings and settings[parent] in values
            for parent, values in self.conditions.get(key, {}).items()
        )

    def draw(self, rng: np.random.Generator) -> dict[str, Any]:
        """A setting at random, allowed or not."""
        settings: dict[str, Any] = {}
        for key, dimension in self.dimensions.items():
            if self.is_active(key, settings):
                settings[key] = dimension.draw(rng)
        return settings

    def build(self, settings: Settings) -> Parameters:
        """The algorithm so set. Raises ``ValueError`` where its parts do not go together."""
        return self.kind.model_validate(place(self.kind, self.base, settings))

    def objection(self, settings: Settings, problems: Sequence[Queens]) -> str | None:
        """Why these settings are not to be tried, if so: whatever the algorithm says of them."""
        try:
            algorithm = self.build(settings)
            for problem in problems:
                space_for(algorithm, problem)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            return str(first.get("ctx", {}).get("error", first["msg"]))
        except ValueError as error:
            return str(error)
        except Exception as error:  # code from outside may raise what it likes
            return f"{type(error).__name__}: {error}"
        values = flat(algorithm.model_dump(mode="json"))
        values |= words_of(self.kind.aliases, values)
        return next((one.text for one in self.forbidden if one.holds(values)), None)


def place(kind: type[Parameters], base: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """``base`` with ``settings``; what a newly chosen variant does not have is left out."""
    value = deepcopy(dict(base))
    for key in kind.aliases.keys() & settings.keys():
        value = without(kind.aliases, key, settings[key], value)
    for key in sorted(settings, key=lambda key: (key.count("."), not key.endswith(".use"))):
        put(value, tuple(key.split(".")), deepcopy(settings[key]))
    for error in errors_of(kind, value):
        path = path_of(error, value)
        ours = [".".join(map(str, path[:k])) in settings for k in range(1, len(path) + 1)]
        if error["type"] in UNKNOWN_KEY and not any(ours):
            inner: Any = value
            for part in path[:-1]:
                inner = inner[part]
            inner.pop(path[-1], None)
    return value


def errors_of(kind: type[Parameters], value: Mapping[str, Any]) -> list[Any]:
    """Pydantic's errors."""
    try:
        kind.model_validate(value)
    except ValidationError as error:
        return list(error.errors(include_url=False))
    return []


def trouble(
    kind: type[Parameters], base: Mapping[str, Any], settings: Settings, key: str
) -> Any | None:
    """The error that setting ``key`` makes at it or around it, if there is one.

    What is wrong with a combination as a whole is no error of one key.
    """
    path: Path = tuple(key.split("."))
    value = place(kind, base, settings)
    for error in errors_of(kind, value):
        at = path_of(error, value)
        if at and (at == path[: len(at)] or path == at[: len(path)]):
            return error
    return None


def value_at(value: Any, key: str) -> Any:
    """What stands at the dotted ``key``."""
    for part in key.split("."):
        if not isinstance(value, Mapping) or part not in value:
            return _MISSING
        value = value[part]
    return value


def flat(value: Any, before: str = "") -> dict[str, Any]:
    """Nested values by dotted key; those of a part are there beside the part."""
    found = {}
    for key, one in value.items():
        found[before + key] = one
        if isinstance(one, Mapping):
            found |= flat(one, f"{before}{key}.")
    return found

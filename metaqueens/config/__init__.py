"""Read YAML files into an ``Experiment``; report all errors at once, each with its place.

The names of this face are imported when they are asked for: a shell's Tab needs the names of the
configs that come with the package, and no model of what is in them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from metaqueens.config.experiment import Cell as Cell, Experiment as Experiment
    from metaqueens.config.loading import load as load, parse as parse
    from metaqueens.config.yaml.errors import ConfigError as ConfigError
    from metaqueens.config.yaml.strict_yaml import dump as dump

_HOMES = {
    "Cell": "experiment",
    "ConfigError": "yaml.errors",
    "Experiment": "experiment",
    "dump": "yaml.strict_yaml",
    "load": "loading",
    "parse": "loading",
}
__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)

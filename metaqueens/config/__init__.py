"""Read YAML files into an ``Experiment``; report all errors at once, each with its place.

Names are imported when they are used: a shell that completes a word needs no model of a config.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from metaqueens.config.loading import Experiment as Experiment, load as load, parse as parse
    from metaqueens.config.strict_yaml import ConfigError as ConfigError, dump as dump
    from metaqueens.config.unfolding import Cell as Cell

_HOMES = {
    "Cell": "unfolding",
    "ConfigError": "strict_yaml",
    "Experiment": "loading",
    "dump": "strict_yaml",
    "load": "loading",
    "parse": "loading",
}
__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)

"""Read YAML files into an ``Experiment``; report all errors at once, each with its place."""

from metaqueens.config.loading import Experiment as Experiment, load as load, parse as parse
from metaqueens.config.strict_yaml import ConfigError as ConfigError, dump as dump
from metaqueens.config.unfolding import Cell as Cell

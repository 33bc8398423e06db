"""Imported once by the process that workers are forked from, so that none imports it again."""

import sys
from multiprocessing import synchronize
from traceback import walk_tb
from types import TracebackType

import numba

import metaqueens.algorithms.genetic.engines.compiled
import metaqueens.algorithms.genetic.engines.deap_toolbox
import metaqueens.experiment.execution.executors  # noqa: F401

# Numba makes ready what it knows of Python and NumPy when it first compiles or loads anything: a
# third of a second, in each worker were it not done here.
numba.njit(lambda: None)()


def tell(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say what ended a worker before it was one, unless its pool was ended meanwhile.

    Pebble takes a pool's semaphores away before it ends the workers, so that one that only begins,
    as after an early Ctrl-C, no longer finds them.
    """
    places = {frame.f_code.co_filename for frame, _ in walk_tb(trace)}
    if not (isinstance(error, FileNotFoundError) and synchronize.__file__ in places):
        sys.__excepthook__(kind, error, trace)


sys.excepthook = tell

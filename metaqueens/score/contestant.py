"""What is scored: an algorithm in a Python file, one by its name, or a program from outside."""

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from metaqueens import entry_points, plugins
from metaqueens.config.contestant import contestant, program_of
from metaqueens.errors import UserError
from metaqueens.registry import CONTESTANTS
from metaqueens.search.parameters import Parameters


class Scored(NamedTuple):
    """``use`` as in a config, and the algorithm with its parameters."""

    use: str
    algorithm: Parameters


def scored(what: str, settings: Sequence[str] = ()) -> Scored:
    """``FILE.py`` with one algorithm in it, a name as after ``use:``, or a command.

    Raises ``UserError`` where it is none of these.
    """
    named = {*CONTESTANTS, *(one.name for one in entry_points.declared("algorithms"))}
    if what in named or (":" in what and " " not in what and "/" not in what):
        return Scored(what, contestant(what, settings))
    if what.endswith(".py") and " " not in what:
        with plugins.beside(what):
            use = _only_algorithm(Path(what))
            return Scored(use, contestant(use, settings))
    return Scored("program", program_of(what, settings))


def _only_algorithm(path: Path) -> str:
    """The name of the one algorithm that the file defines."""
    if not path.is_file():
        raise UserError(f"{path}: no such file")
    plugins.look_in([str(path.parent.resolve())])
    try:
        module = import_module(path.stem)
    except (Exception, SystemExit) as error:  # whatever goes wrong in a module of the user's
        raise UserError(f"{path}: cannot be imported: {type(error).__name__}: {error}") from None
    names = [
        name
        for name, kind in vars(sys.modules[path.stem]).items()
        if isinstance(kind, type)
        and issubclass(kind, Parameters)
        and kind.__module__ == module.__name__
        and kind.search is not Parameters.search
        and not name.startswith("_")
    ]
    if len(names) == 1:
        return f"{path.stem}:{names[0]}"
    if names:
        raise UserError(f"{path}: several algorithms, {', '.join(names)}; name one: MODULE:Class")
    raise UserError(
        f"{path}: no algorithm in it, a subclass of metaqueens.Parameters with search(); a program"
        f' is given as a command: "python3 {path} {{n}} {{seed}}"'
    )

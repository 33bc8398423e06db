"""The contestant of a score: an algorithm by its file or its name, or a program."""

import re
import shlex
import shutil
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from metaqueens.config.contestant import contestant, program_of
from metaqueens.contestants.registry import CONTESTANTS
from metaqueens.plugins import code as plugins, entry_points
from metaqueens.search.parameters import Parameters
from metaqueens.text.errors import UserError, did_you_mean, did_you_mean_file

_IN_FILE, _IN_MODULE = re.compile(r"(.+\.py)(?::(\w+))?"), re.compile(r"[^/]+:")


class Scored(NamedTuple):
    """A contestant: its ``use`` as in a config, and the algorithm with its parameters."""

    use: str
    algorithm: Parameters


def scored(what: str, settings: Sequence[str] = ()) -> Scored:
    """Return what is scored: ``FILE.py`` with one algorithm in it, a name, or a command.

    Raises ``UserError`` where it is none of these.
    """
    named = {*CONTESTANTS, *(one.name for one in entry_points.declared("algorithms"))}
    if " " not in what and (what in named or _IN_FILE.fullmatch(what) or _IN_MODULE.match(what)):
        with plugins.beside(what.partition(":")[0]):
            use = use_of(what)
            return Scored(use, contestant(use, settings))
    program = program_of(what, settings)
    _require_command(what, named)
    return Scored("program", program)


def use_of(what: str) -> str:
    """Return what a config calls ``what``: FILE.py and FILE.py:Class are ``module:Class``."""
    found = _IN_FILE.fullmatch(what)
    if not found:
        return what
    path = Path(found[1])
    if not path.is_file():
        near = did_you_mean_file(path.name, [one.name for one in path.parent.glob("*.py")])
        raise UserError(f"{path}: no such file{near}")
    plugins.look_in([str(path.parent.resolve())])
    return f"{path.stem}:{found[2] or _only_algorithm(path)}"


def _require_command(what: str, named: Iterable[str]) -> None:
    """Raise ``UserError`` where the first word of a command is nothing that can be started.

    A placeholder such as ``{python}`` is filled in later.
    """
    first = shlex.split(what)[0]
    if "{" in first or shutil.which(first):
        return
    files = [str(path) for path in Path().glob("*.py")]
    hint = did_you_mean_file(first, files) or did_you_mean(first, named)
    raise UserError(f"{first}: no algorithm, file or command of this name{hint}")


def _only_algorithm(path: Path) -> str:
    """Return the name of the one algorithm that the file defines."""
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
        return names[0]
    if names:
        raise UserError(f"{path}: several algorithms, {', '.join(names)}; name one: {path}:Class")
    raise UserError(
        f"{path}: no algorithm in it, a subclass of metaqueens.Parameters with search(); a program"
        f' is given as a command: "python3 {path} {{n}} {{seed}}"'
    )

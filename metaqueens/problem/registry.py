"""Problems by name, and the modules that belong to them.

The rest of the engine imports no problem and no exact method. It finds them here by name, and they
are imported when they are used.
"""

import json
from importlib import import_module
from pathlib import Path
from types import ModuleType

from metaqueens.plugins import code as plugins
from metaqueens.problem.base import BaseProblem
from metaqueens.text.errors import UserError, did_you_mean, nearest

QUEENS = "queens"
PROBLEMS = plugins.LazyTable(
    {
        QUEENS: "metaqueens.queens.problem:Queens",
        "costas": "metaqueens.classics.costas:Costas",
        "all_interval": "metaqueens.classics.all_interval:AllInterval",
        "magic_square": "metaqueens.classics.magic_square:MagicSquare",
        "colouring": "metaqueens.classics.colouring:Colouring",
    }
)
_PARTS = {
    # The values of ``problem:`` in a config that mean n queens, and files of instances.
    "models": "metaqueens.queens.families",
    "instances": "metaqueens.queens.instances",
    # Exact methods: CP-SAT, and those that draw and label instances.
    "cp_sat": "metaqueens.exact.solvers.cp_sat",
    "labels": "metaqueens.exact.instances",
}


def load_part(name: str) -> ModuleType:
    """Return the module called ``models``, ``instances``, ``cp_sat`` or ``labels``."""
    return import_module(_PARTS[name])


def load_problem(use: str) -> type[BaseProblem]:
    """Return the problem called ``use``: a built-in name, ``module:Class`` or FILE.py:Class.

    Raises ``UserError`` with the nearest name if there is none.
    """
    if use not in PROBLEMS and ":" not in use:
        known = f"; it is one of {', '.join(PROBLEMS)}, or FILE.py:Class"
        known = did_you_mean(use, PROBLEMS) or known
        if f"{use}.py" in map(str, Path().glob("*.py")):
            known = f"; did you mean {use}.py?"
        raise UserError(f"{use!r} is not the name of a problem{known}")
    found = PROBLEMS[use] if use in PROBLEMS else plugins.load(use)
    if not (isinstance(found, type) and issubclass(found, BaseProblem)):
        if not hasattr(found, "search"):
            plugins.require_base(use, found)
        raise UserError(f"{use!r} is not a problem, a subclass of metaqueens.Problem")
    require_cost(found, repr(use))
    return found


def require_cost(kind: type[BaseProblem], name: str) -> None:
    """Raise ``UserError`` if this class has no cost; ``name`` is its name in the error."""
    if getattr(kind, "State", kind) is None:
        near = nearest("cost", vars(kind))
        hint = f"; did you mean cost instead of {near}?" if near else ""
        raise UserError(f"{name} has no cost(values, data){hint}")


def name_of(kind: type[BaseProblem]) -> str:
    """Return the name by which ``load_problem`` finds a class.

    Raises ``ValueError`` if it has none, such as a class in a function.
    """
    return PROBLEMS.find_name(kind) or plugins.place_of(kind)


def name_in(key: str) -> str:
    """Return the name of the problem with this ``key``."""
    return str(json.loads(key).get("use", QUEENS)) if '"use":' in key else QUEENS


def problem_of_key(key: str) -> BaseProblem:
    """Return the problem that has this ``key``.

    Raises ``ValueError`` if its class cannot be loaded, or there is no such problem.
    """
    return load_problem(name_in(key)).from_key(key)

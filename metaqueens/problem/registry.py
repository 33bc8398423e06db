"""Problems by name: those that come with the package, and those of users' files."""

from metaqueens.plugins import code as plugins
from metaqueens.problem.base import BaseProblem
from metaqueens.text.errors import did_you_mean

PROBLEMS = plugins.Table(
    {
        "queens": "metaqueens.problem.queens:Queens",
        "costas": "metaqueens.classics.costas:Costas",
        "all_interval": "metaqueens.classics.all_interval:AllInterval",
        "magic_square": "metaqueens.classics.magic_square:MagicSquare",
        "colouring": "metaqueens.classics.colouring:Colouring",
    }
)


def load_problem(use: str) -> type[BaseProblem]:
    """Return the problem called ``use``: a name, ``module:Class`` or FILE.py:Class.

    Raises ``ValueError`` with the nearest name if there is none.
    """
    if use not in PROBLEMS and ":" not in use:
        known = f"; it is one of {', '.join(PROBLEMS)}, or FILE.py:Class"
        known = did_you_mean(use, PROBLEMS) or known
        raise ValueError(f"{use!r} is not the name of a problem{known}")
    found = PROBLEMS[use] if use in PROBLEMS else plugins.load(use)
    if not (isinstance(found, type) and issubclass(found, BaseProblem)):
        raise ValueError(f"{use!r} is not a problem, a subclass of metaqueens.Problem")
    if getattr(found, "State", found) is None:
        raise ValueError(f"{use!r} has no cost(values, data)")
    return found


def name_of(kind: type[BaseProblem]) -> str:
    """Return the name by which ``load_problem`` finds a class.

    Raises ``ValueError`` if it has none, such as a class in a function.
    """
    home = f"{kind.__module__}:{kind.__qualname__}"
    ours = [use for use in PROBLEMS if PROBLEMS.homes[use] == home]
    return ours[0] if ours else plugins.place_of(kind)

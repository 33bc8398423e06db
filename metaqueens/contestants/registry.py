"""All algorithms of experiments by name: heuristics, exact methods, and programs of users."""

from collections.abc import Sequence
from typing import NamedTuple, get_args

from metaqueens.algorithms import ALGORITHMS
from metaqueens.exact import EXACT, Form
from metaqueens.plugins import code as plugins
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.registry import load_problem
from metaqueens.search.algorithm import Algorithm
from metaqueens.search.budget import Budget
from metaqueens.text.errors import UserError, nearest
from metaqueens.text.validation import describe

OUTSIDE = plugins.LazyTable({"program": "metaqueens.programs.contestant:Program"})
CONTESTANTS = ALGORITHMS | OUTSIDE | EXACT


class About(NamedTuple):
    """Facts about an algorithm for people, and for sweeps.

    good_for : a sentence on its use
    reach : the greatest n of a cell of a sweep; a larger one is skipped. None for no limit.
    unit : the unit of its evaluations
    """

    good_for: str = ""
    reach: int | None = None
    unit: str = "evaluations"


ABOUT = {
    "hill_climbing": About("the baseline; `variant: conflicted` for one solution at large n"),
    "simulated_annealing": About(
        "few evaluations; `focus: conflicted` for one solution at large n"
    ),
    "min_conflicts": About("little time up to some thousand queens; `scan: sampled` beyond"),
    "genetic": About("experiments with operators and populations", 100_000),
    "tabu_search": About("hard boards: rules that leave few solutions"),
    "adaptive_search": About("few moves: permutations of some hundred queens"),
    "extremal_optimisation": About("hard boards, with one parameter and no memory"),
    "ant_colony": About("few boards, up to some hundred queens; hard boards"),
    "queue_search": About("one solution for very many queens, up to 10^9"),
    "local_search": About("comparing acceptance criteria, all else being equal"),
    "iterated_local_search": About("a simple, strong baseline; what perturbation is worth"),
    "random_search": About("a baseline: what a comparison is worth where it solves as well"),
    "program": About("your own search in any language, recounted", unit="the program's own count"),
    "backtracking": About(
        "lessons, and the first solution in lexicographic order of some 25 queens", unit="nodes"
    ),
    "construction": About("the baseline: time and evaluations without any search", unit="squares"),
    # Its rules are grounded before its clock starts.
    "clingo": About("a second opinion, and boards with rules", 200, "branches"),
    "cp": About("complete search with propagation", 1000, "branches"),
    # Its n^2 variables are built before its clock starts, a minute from there.
    "cp_sat": About("proofs, and solutions of small boards", 1000, "branches"),
}
# The names of the built-in searches, which run in one thread.
SEARCHES = tuple(ALGORITHMS)
# Usual abbreviations of names.
ABBREVIATIONS = {
    "simulated_annealing": ("sa", "annealing"),
    "hill_climbing": ("hc",),
    "tabu_search": ("tabu", "ts"),
    "genetic": ("ga",),
    "min_conflicts": ("mc",),
    "iterated_local_search": ("ils",),
    "ant_colony": ("aco",),
    "extremal_optimisation": ("eo",),
    "random_search": ("rs",),
    "cp_sat": ("cpsat",),
}
FULL_NAMES = {short: use for use, names in ABBREVIATIONS.items() for short in names}
# The default search. For more queens it is queue search, since well-known searches are slow.
USUAL = "simulated_annealing"
NAMED_UP_TO = 1000
KNOWN = f"{', '.join(CONTESTANTS)}, or package.module:Class"


def full_name(use: str) -> str:
    """Return the name of the algorithm that ``use`` abbreviates: ``sa`` for simulated annealing."""
    return FULL_NAMES.get(use.lower().replace("-", "_"), use)


def find_search(words: Sequence[str], name: str | None = None) -> tuple[str, Sequence[str]]:
    """Return the ``use`` and the settings of the search that is in ``words``, or has the ``name``.

    The ``use`` is "" if no word is a name; a key of the usual search is none. A name may be an
    abbreviation, a form of backtracking, or FILE.py, which is imported for its class.
    """
    bare = [word for word in words if "=" not in word and not word.isdecimal() and name is None]
    bare = [word for word in bare if word.partition(".")[0] not in class_of(USUAL).model_fields]
    settings = [*words]
    if bare:
        settings.remove(bare[0])
    use = full_name(name or "".join(bare[:1]))
    if use in get_args(Form):
        return "backtracking", [f"form={use}", *settings]
    return use_of(use) if use.endswith(".py") else use, settings


def about(use: str) -> About:
    """Return the facts about the algorithm ``use``, without an import; a plug-in has none."""
    return ABOUT.get(use, About())


def usual(problem: BaseProblem) -> str:
    """Return the name of the default algorithm."""
    return USUAL if problem.n <= NAMED_UP_TO or not problem.is_plain else "queue_search"


def usual_budget(problem: BaseProblem) -> Budget:
    """Return the limits of one search if none are given.

    They are a minute, and more above 2 x 10^8 queens: 10^9 take over a minute if memory is slow.
    If no solution exists, few evaluations are enough: for 2 or 3 queens they find the best board.
    """
    seconds = max(60.0, 3e-7 * problem.n)
    evaluations = 10_000 if problem.explain_no_solution() else None
    return Budget(evaluations, seconds)


def class_of(use: str) -> type[Algorithm]:
    """Return the algorithm called ``use``: a name, also a short one, or ``package.module:Class``.

    Raises ``UserError`` if there is none.
    """
    if (name := full_name(use)) in CONTESTANTS:
        known: type[Algorithm] = CONTESTANTS[name]
        return known
    if ":" not in use:
        raise UserError(_explain_unknown(use))
    found = plugins.load(use)
    if not (isinstance(found, type) and issubclass(found, Algorithm)):
        if isinstance(found, type) and issubclass(found, BaseProblem):
            load_problem(use)  # reports a missing cost()
        else:
            plugins.require_base(use, found)
        expected = "an algorithm, a subclass of metaqueens.Algorithm with search()"
        raise UserError(f"{use!r}: expected {expected}, got {describe(found)}")
    if found.search is Algorithm.search:
        raise UserError(f"{use!r} has no search()")
    return found


def _explain_unknown(use: str) -> str:
    if use.endswith(".py"):
        return f"{use!r} is a file: name a class in it, {use}:Class"
    if use in (forms := get_args(Form)):
        return f"{use!r} is a form of backtracking: use: backtracking, form: {use}"
    if near := full_name(nearest(use, [*CONTESTANTS, *FULL_NAMES, *forms])):
        return f"{use!r} is not the name of an algorithm; did you mean {near}?"
    return f"{use!r} is not one of {KNOWN}; forms of backtracking: {', '.join(forms)}"


def use_of(name: str) -> str:
    """Return the ``use`` of a config for a name: ``module:Class`` for FILE.py and FILE.py:Class.

    Raises ``UserError`` if there is no such file, or not exactly one algorithm or problem in it.
    """
    if not name.endswith(".py"):
        return plugins.use_of(name)
    module = plugins.use_of(f"{name}:").removesuffix(":")
    return f"{module}:{_only_class(name, module)}"


def _only_class(file: str, name: str) -> str:
    """Return the name of the one algorithm or problem that the module defines."""
    from metaqueens.problem.problem import Problem

    module = plugins.import_users(name, file)
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type)]
    kinds = [kind for kind in kinds if kind.__module__ == name and kind.__name__[0] != "_"]
    names = [
        kind.__name__
        for kind in kinds
        if (issubclass(kind, Algorithm) and kind.search is not Algorithm.search)
        or (issubclass(kind, Problem) and hasattr(kind, "cost"))
    ]
    # Without cost(), which ``load_problem`` reports, or without a base, which ``class_of`` does.
    likely = [kind for kind in kinds if {"cost", "search"} & vars(kind).keys()]
    likely += [kind for kind in kinds if issubclass(kind, Problem) and kind not in likely]
    names = names or [kind.__name__ for kind in likely]
    if len(names) > 1:
        raise UserError(f"{file}: several classes, {', '.join(names)}; name one: {file}:Class")
    if not names:
        expected = "a subclass of metaqueens.Algorithm with search(), or of metaqueens.Problem"
        raise UserError(f"{file}: no algorithm in it and no problem; expected {expected}")
    return names[0]


def name_of(kind: type[Algorithm]) -> str:
    """Return the name by which ``class_of`` finds an algorithm."""
    return CONTESTANTS.find_name(kind) or f"{kind.__module__}:{kind.__qualname__}"

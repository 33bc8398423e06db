"""Unfold a file into its cells.

Each part of the file (frame, problem, budget, each algorithm) is checked once for each of its
values: a sweep over two keys of a hundred values has ten thousand combinations, but only two
hundred values to check.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from metaqueens.config.checking import (
    Frame,
    check_algorithm,
    check_budget,
    check_frame,
    check_problem,
)
from metaqueens.config.grid import Grid
from metaqueens.config.sources import Find, one_of_each, spaces
from metaqueens.config.strict_yaml import ConfigError, Document, Path, join_path
from metaqueens.contestants.registry import about
from metaqueens.plugins import code as plugins
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.source import AnyInstance, Source
from metaqueens.problem.space import Space, TooLarge
from metaqueens.search.algorithm import Algorithm, space_for
from metaqueens.search.budget import Budget
from metaqueens.text.errors import UserError

Errors = dict[str, None]  # in order, each once


@dataclass(frozen=True)
class Cell:
    """A combination of a problem, an algorithm with its parameters, and a budget.

    ``label`` is the algorithm's name in the experiment, and ``settings`` are its values in the
    sweep.
    """

    space: Space
    label: str
    settings: tuple[tuple[str, Any], ...]
    use: str
    algorithm: Algorithm
    budget: Budget

    @property
    def problem(self) -> BaseProblem:
        """The problem of the space."""
        return self.space.problem

    @property
    def name(self) -> str:
        """The label with its settings, as tables show it."""
        return " ".join([self.label, *(f"{key}={plain(value)}" for key, value in self.settings)])


def plain(value: Any) -> str:
    """Return a setting as a person would write it."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


class Checker:
    """Check each part of a file once for each of its values in the sweep.

    Errors are added to ``errors``, each with its place.
    """

    def __init__(self, errors: Errors) -> None:
        self.errors = errors
        self._known: dict[tuple[Path, str], Any] = {}

    def check(self, check: Callable[..., Any], document: Document, path: Path, *more: Any) -> Any:
        """Return the result of ``check`` for the part at ``path``; None if it is wrong or missing.

        The check of the frame reports missing parts.
        """
        try:
            key = path, repr(document.get(path))
        except (KeyError, TypeError):
            return None
        if key not in self._known:
            self._known[key] = self._try(check, document, *more)
        return self._known[key]

    def check_frame(self, document: Document) -> Frame | None:
        """Return the frame; it depends on the labels of the algorithms alone."""
        algorithms = document.value.get("algorithms")
        key = (), repr([*algorithms] if isinstance(algorithms, dict) else algorithms)
        if key not in self._known:
            self._known[key] = self._try(check_frame, document)
        frame: Frame | None = self._known[key]
        return frame

    def _try(self, check: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return check(*arguments)
        except ConfigError as error:
            self.errors |= dict.fromkeys(error.problems)
            return None

    def add(self, document: Document, path: Path, text: str) -> None:
        """Add an error at ``path``."""
        self.errors[f"{document.place(path)}: {text}"] = None


@dataclass
class Unfolded:
    """The cells of a file.

    Parameters
    ----------
    file
        The checked frame of the file; None if every combination has an error.
    cells
        By content, each once: a sweep over one algorithm leaves the cells of the others as they
        are.
    skipped
        Combinations that are beyond an algorithm's reach.
    listed
        The instances of families and files.
    size
        Number of cells if all instances of a family are counted.
    """

    file: Frame | None = None
    cells: dict[Any, Cell] = field(default_factory=dict)
    skipped: dict[str, None] = field(default_factory=dict)
    listed: dict[Source, tuple[AnyInstance, ...]] = field(default_factory=dict)
    size: int = 0


def unfold(grid: Grid, errors: Errors, find: Find, checked_only: bool = False) -> Unfolded:
    """Return the cells of all combinations of a ``grid``; errors are added to ``errors``.

    ``find`` returns the instances of families. If the file is ``checked_only``, one instance stands
    for all of a family.
    """
    checker, found = Checker(errors), Unfolded()
    find = one_of_each(find) if checked_only else find
    for indices in grid.combinations():
        document = grid.document(indices)
        algorithms = document.value.get("algorithms")
        labels = [*algorithms] if isinstance(algorithms, dict) else []
        frame = checker.check_frame(document)
        problem = checker.check(check_problem, document, ("problem",))
        budget = checker.check(check_budget, document, ("budget",))
        contestants = {
            label: checker.check(check_contestant, document, ("algorithms", label), label, labels)
            for label in labels
        }
        if None in (frame, problem, budget) or None in contestants.values():
            continue
        found.file = frame
        is_family = not isinstance(problem, Space) and not problem.is_file
        instances = problem.instances if checked_only and is_family else 1
        settings = grid.settings(indices)
        for listed in _list_spaces(problem, document, found, find, checker):
            for label, contestant in contestants.items():
                space = _convert(listed, label, contestant.algorithm, document, checker)
                key = space, label, contestant.text, budget
                if space is None or key in found.cells:
                    continue
                own = _select_settings(settings, label)
                cell = Cell(space, label, own, contestant.use, contestant.algorithm, budget)
                if reason := contestant.algorithm.missing_limit(budget):
                    checker.add(document, ("budget",), reason)
                if not settings or _is_within_reach(cell, found):
                    _require_memory(cell, document, checker)
                    found.cells[key] = cell
                    found.size += instances
    return found


class CheckedContestant(NamedTuple):
    """An algorithm of the file; ``text`` differs for different algorithms."""

    use: str
    algorithm: Algorithm
    text: str


def check_contestant(document: Document, label: str, labels: Sequence[str]) -> CheckedContestant:
    """Check the algorithm of this ``label``; ``labels`` are those of the file."""
    path: Path = ("algorithms", label)
    algorithm = check_algorithm(document, path, labels)
    return CheckedContestant(plugins.use_of(document.get(path)["use"]), algorithm, repr(algorithm))


def _list_spaces(
    problem: Space | Source, document: Document, found: Unfolded, find: Find, checker: Checker
) -> tuple[Space, ...]:
    """Return the problem itself, or those of a family or a file; none if these have errors."""
    if isinstance(problem, Space):
        return (problem,)
    if problem not in found.listed:
        found.listed[problem] = ()
        try:
            found.listed[problem] = find(problem, str(document.value.get("name")))
        except UserError as error:
            for line in str(error).replace("Queens: ", "").splitlines():
                checker.add(document, ("problem",), f"problem: {line}")
    return spaces(problem, found.listed[problem])


def _convert(
    space: Space, label: str, algorithm: Algorithm, document: Document, checker: Checker
) -> Space | None:
    """Return the problem in the encoding that the algorithm searches; None if there is none."""
    try:
        return space_for(algorithm, space.problem, space.encoding)
    except ValueError as error:
        path: Path = ("algorithms", label)
        checker.add(document, (*path, "use"), f"{join_path(path)}: {error}")
        return None


def _is_within_reach(cell: Cell, found: Unfolded) -> bool:
    """Return whether the algorithm reaches the size of the problem; if not, list it as skipped."""
    reach = about(cell.algorithm).reach
    if reach and cell.space.n > reach:
        found.skipped[f"{cell.problem.label}, {cell.name}: reaches {reach:,} queens"] = None
        return False
    return True


def _require_memory(cell: Cell, document: Document, checker: Checker) -> None:
    try:
        cell.space.require_memory(cell.algorithm.memory_per_variable)
    except TooLarge as error:
        checker.add(document, ("problem", "n"), f"problem.n: {cell.label}: {error}")


def _select_settings(settings: Mapping[str, Any], label: str) -> tuple[tuple[str, Any], ...]:
    """Return the values in the sweep of one algorithm and of the budget."""
    own = f"algorithms.{label}"
    return tuple(
        (key.removeprefix(f"{own}."), value)
        for key, value in settings.items()
        if key == own or key.startswith((f"{own}.", "budget"))
    )

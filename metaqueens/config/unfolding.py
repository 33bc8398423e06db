"""From a file to its cells: a part is checked once for each of its values, not once for each cell.

A sweep over two keys of a hundred values each has ten thousand combinations, and two hundred
values to check.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from metaqueens.config.checking import (
    Frame,
    check_algorithm,
    check_budget,
    check_frame,
    check_problem,
)
from metaqueens.config.grid import Grid, Indices
from metaqueens.config.sources import Find, one_of_each, spaces
from metaqueens.config.strict_yaml import ConfigError, Document, Path, dotted
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

    ``label`` is the algorithm's name in the experiment, and ``settings`` what the sweep set it to.
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


class Used(NamedTuple):
    """An algorithm as the file has it; ``text`` is another one for every other algorithm."""

    use: str
    algorithm: Algorithm
    text: str


class Part:
    """A part of a file, checked once for each combination of what the sweep sets in it.

    Called with the indices of a combination it is the part, or None where that is wrong.
    """

    def __init__(
        self, grid: Grid, path: Path, check: Callable[[Document], Any], errors: Errors
    ) -> None:
        self.grid, self.path, self.check, self.errors = grid, path, check, errors
        self.positions = grid.concerning(path)
        self._known: dict[Indices, Any] = {}

    def __call__(self, indices: Indices) -> Any:
        mine = tuple([indices[k] for k in self.positions])
        if mine not in self._known:
            self._known[mine] = checked(self.check, self.grid.at(indices), self.path, self.errors)
        return self._known[mine]

    def problem(self, indices: Indices, path: Path, what: str) -> None:
        """Add an error at ``path``."""
        self.errors[f"{self.grid.at(indices).place(path)}: {what}"] = None


def checked(
    check: Callable[[Document], Any], document: Document, path: Path, errors: Errors
) -> Any:
    """Return what ``check`` makes of a part; None if it is missing, which the frame says."""
    try:
        document.at(path)
    except (KeyError, TypeError):
        return None
    try:
        return check(document)
    except ConfigError as error:
        errors |= dict.fromkeys(error.problems)
        return None


class Unfolding:
    """The cells of a file, and all that is wrong with it.

    Parameters
    ----------
    file
        What the file says beside its parts; None if something is wrong everywhere.
    errors, skipped
        What is wrong, and what is beyond an algorithm's reach.
    listed
        The instances of families and files, which ``find`` has; of a family only one where it is
        ``checked`` but not to be run.
    size
        How many cells there are when all instances of a family count.
    """

    def __init__(self, grid: Grid, errors: Errors, find: Find, checked: bool = False) -> None:
        self.grid, self.errors, self.checked = grid, errors, checked
        self.find = one_of_each(find) if checked else find
        self.file: Frame | None = None
        self.skipped: dict[str, None] = {}
        self.listed: dict[Source, tuple[AnyInstance, ...]] = {}
        self.size = 0
        self._cells: dict[Any, Cell] = {}
        self._fits: dict[tuple[Space, str, str], Space | None] = {}
        self._frames: dict[str, Frame | None] = {}
        self._problem = Part(grid, ("problem",), check_problem, errors)
        self._budget = Part(grid, ("budget",), check_budget, errors)
        self._algorithms: dict[str, Part] = {}
        for indices in grid.combinations():
            self._add(indices)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The combinations, each once: a sweep over one algorithm leaves the others' alone."""
        return tuple(self._cells.values())

    def _add(self, indices: Indices) -> None:
        """Add the cells of one combination, if nothing is wrong with it."""
        document = self.grid.at(indices)
        labels = document.value.get("algorithms")
        named = (*labels,) if isinstance(labels, dict) else ()
        what = repr(named or labels)
        if what not in self._frames:
            self._frames[what] = checked(check_frame, document, (), self.errors)
        frame, problem, budget = self._frames[what], self._problem(indices), self._budget(indices)
        algorithms = {label: self._algorithm(label)(indices) for label in named}
        if None in (frame, problem, budget) or None in algorithms.values():
            return
        self.file = frame
        for one in self._problems(problem, indices):
            for label, used in algorithms.items():
                space = self._fitted(one, label, used, indices)
                key = space, label, used.text, budget
                if space is None or key in self._cells:
                    continue
                if reason := used.algorithm.missing_limit(budget):
                    self._budget.problem(indices, ("budget",), reason)
                own = self._own(label, indices)
                cell = Cell(space, label, own, used.use, used.algorithm, budget)
                if self._is_within_reach(cell, space, indices):
                    self._cells[key] = cell
                    is_family = not isinstance(problem, Space) and not problem.is_file
                    self.size += problem.instances if self.checked and is_family else 1

    def _problems(self, given: Space | Source, indices: Indices) -> tuple[Space, ...]:
        """Return the problem itself, or those of a family or a file; none if that fails."""
        if isinstance(given, Space):
            return (given,)
        if given not in self.listed:
            self.listed[given] = ()
            try:
                self.listed[given] = self.find(given, self.grid.name)
            except UserError as error:
                for line in str(error).replace("Queens: ", "").splitlines():
                    self._problem.problem(indices, ("problem",), f"problem: {line}")
        return spaces(given, self.listed[given])

    def _algorithm(self, label: str) -> Part:
        if label not in self._algorithms:
            path: Path = ("algorithms", label)

            def check(document: Document) -> Used:
                algorithm = check_algorithm(document, path, [*self._algorithms])
                return Used(plugins.use_of(document.at(path)["use"]), algorithm, repr(algorithm))

            self._algorithms[label] = Part(self.grid, path, check, self.errors)
        return self._algorithms[label]

    def _fitted(self, given: Space, label: str, used: Used, indices: Indices) -> Space | None:
        """Return the problem in the encoding in which the algorithm searches it."""
        key = given, label, used.text
        if key not in self._fits:
            self._fits[key] = None
            try:
                self._fits[key] = space_for(used.algorithm, given.problem, given.encoding)
            except ValueError as error:
                path: Path = ("algorithms", label)
                what = f"{dotted(path)}: {error}"
                self._algorithm(label).problem(indices, (*path, "use"), what)
        return self._fits[key]

    def _is_within_reach(self, cell: Cell, space: Space, indices: Indices) -> bool:
        n, reach = space.n, about(cell.algorithm).reach
        if self.grid.keys and reach and n > reach:
            self.skipped[f"{cell.problem.label}, {cell.name}: reaches {reach:,} queens"] = None
            return False
        try:
            space.require_memory(cell.algorithm.memory_per_variable)
        except TooLarge as error:
            what = f"problem.n: {cell.label}: {error}"
            self._problem.problem(indices, ("problem", "n"), what)
        return True

    def _own(self, label: str, indices: Indices) -> tuple[tuple[str, Any], ...]:
        """Return what the sweep sets of this algorithm and of the budget."""
        mine = f"algorithms.{label}"
        return tuple(
            (key.removeprefix(f"{mine}."), value)
            for key, value in self.grid.settings(indices).items()
            if key == mine or key.startswith((f"{mine}.", "budget"))
        )

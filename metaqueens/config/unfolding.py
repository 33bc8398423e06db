"""Unfold a file into its cells.

Each part of the file (frame, problem, budget, each algorithm) is checked once for each of its
values: a sweep over two keys of a hundred values has ten thousand combinations, but only two
hundred values to check.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any

from metaqueens.config.checking import check_algorithm, check_problem, check_value
from metaqueens.config.file import ExperimentFile
from metaqueens.config.grid import combine, read_axes
from metaqueens.config.sources import AnyInstance, Find, Source, one_of_each
from metaqueens.config.strict_yaml import ConfigError, Document, Path, join_path
from metaqueens.contestants.registry import about, full_name
from metaqueens.plugins import code as plugins
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.space import Space, TooLarge
from metaqueens.search.algorithm import Algorithm, space_for
from metaqueens.search.budget import Budget
from metaqueens.text.errors import UserError


@dataclass(frozen=True)
class Cell:
    """A combination of a problem, an algorithm with its parameters, and a budget.

    ``label`` is the algorithm's name in the experiment, and ``settings`` are its values in the
    sweep, as far as it has several values of them on one problem.
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


def check_contestant(
    labels: Sequence[str], document: Document, path: Path
) -> tuple[str, Algorithm, str]:
    """Check the algorithm at ``path``; return its ``use``, itself, and a text in its place.

    The text differs for different algorithms. ``labels`` are those of the file.
    """
    if not str(path[-1]).strip():
        raise document.wrong(path[:-1], "an empty label; give each algorithm a name")
    algorithm = check_algorithm(document, path, labels)
    return full_name(plugins.use_of(document.get(path)["use"])), algorithm, repr(algorithm)


class Unfolded:
    """The cells of a file.

    file : the checked file; None if every combination has an error
    cells : by content, each once: a sweep over one algorithm leaves the cells of the others
    skipped : combinations that are beyond an algorithm's reach
    listed : the instances of families and files
    size : number of cells if all instances of a family are counted
    errors : by their text, with the place where each is first
    """

    def __init__(self, find: Find, checked_only: bool) -> None:
        self.file: ExperimentFile | None = None
        self.cells: dict[Any, Cell] = {}
        self.skipped: dict[str, None] = {}
        self.listed: dict[Source, tuple[AnyInstance, ...]] = {}
        self.errors: dict[str, str] = {}
        self.size, self.checked_only = 0, checked_only
        self._find = one_of_each(find) if checked_only else find
        self._known: dict[tuple[Path, str], Any] = {}

    def add(self, document: Document, settings: Mapping[str, Any]) -> None:
        """Add the cells of one combination, whose values in the sweep are ``settings``."""
        algorithms = document.value.get("algorithms")
        labels = [*algorithms] if isinstance(algorithms, dict) else []
        # The frame depends on the labels of the algorithms alone, and reports missing parts.
        text = repr(labels or algorithms)
        frame = self._check(document, (), partial(check_value, ExperimentFile), text)
        problem = self._check(document, ("problem",), lambda document, _: check_problem(document))
        budget = self._check(document, ("budget",), partial(check_value, Budget))
        contestants = {
            label: self._check(document, ("algorithms", label), partial(check_contestant, labels))
            for label in labels
        }
        if None in (frame, problem, budget) or None in contestants.values():
            return
        self.file = frame
        is_family = not isinstance(problem, Space) and not problem.is_file
        instances = problem.instances if self.checked_only and is_family else 1
        for listed in self._list_spaces(problem, document):
            for label, (use, algorithm, content) in contestants.items():
                space = self._convert(listed, label, algorithm, document)
                key = space, label, content, budget
                if space is None or key in self.cells:
                    continue
                cell = Cell(space, label, _select_settings(settings, label), use, algorithm, budget)
                if self._may_add(cell, document, bool(settings)):
                    self.cells[key] = cell
                    self.size += instances

    def _check(
        self, document: Document, path: Path, check: Callable[[Document, Path], Any], text: str = ""
    ) -> Any:
        """Return the result of ``check`` for the part at ``path``; None if it is wrong or missing.

        Each value, or ``text`` in its place, is checked once.
        """
        try:
            key = path, text or repr(document.get(path))
        except (KeyError, TypeError):
            return None
        if key not in self._known:
            self._known[key] = None
            try:
                self._known[key] = check(document, path)
            except ConfigError as error:
                for line in error.problems:
                    self.errors.setdefault(line.partition(": ")[2], line)
        return self._known[key]

    def _list_spaces(self, problem: Space | Source, document: Document) -> tuple[Space, ...]:
        """Return the problem itself, or those of a family or a file; none if these are wrong."""
        if isinstance(problem, Space):
            return (problem,)
        if problem not in self.listed:
            self.listed[problem] = ()
            try:
                self.listed[problem] = self._find(problem, str(document.value.get("name")))
            except UserError as error:
                for line in str(error).replace("Queens: ", "").splitlines():
                    self._report(document, ("problem",), f"problem: {line}")
        encoding = problem.encoding
        return tuple({Space(instance.problem, encoding): None for instance in self.listed[problem]})

    def _convert(
        self, space: Space, label: str, algorithm: Algorithm, document: Document
    ) -> Space | None:
        """Return the problem in the encoding that the algorithm searches; None if there is none."""
        try:
            return space_for(algorithm, space.problem, space.encoding)
        except ValueError as error:
            path: Path = ("algorithms", label)
            self._report(document, (*path, "use"), f"{join_path(path)}: {error}")
            return None

    def _may_add(self, cell: Cell, document: Document, is_swept: bool) -> bool:
        """Report a missing limit or a lack of memory; skip a size of a sweep beyond the reach."""
        if reason := cell.algorithm.missing_limit(cell.budget):
            self._report(document, ("budget",), reason)
        reach = about(cell.use).reach
        if is_swept and reach and cell.space.n > reach:
            self.skipped[f"{cell.problem.label}, {cell.name}: reaches {reach:,} queens"] = None
            return False
        try:
            cell.space.require_memory(cell.algorithm.memory_per_variable)
        except TooLarge as error:
            self._report(document, ("problem", "n"), f"problem.n: {cell.label}: {error}")
        return True

    def _report(self, document: Document, path: Path, text: str) -> None:
        self.errors.setdefault(text, f"{document.place(path)}: {text}")


def unfold(document: Document, find: Find, checked_only: bool = False) -> Unfolded:
    """Return the cells of all combinations of a file, or its errors.

    ``find`` returns the instances of families. If the file is ``checked_only``, one instance stands
    for all of a family.
    """
    found = Unfolded(find, checked_only)
    axes, errors = read_axes(document)
    found.errors |= {line.partition(": ")[2]: line for line in errors}
    for combination, swept in combine(document, axes):
        found.add(combination, swept)
    # Settings that have one value on each problem are left out of all cells of their label.
    values: dict[Any, set[str]] = {}
    for cell in found.cells.values():
        for key, value in cell.settings:
            values.setdefault((cell.label, key, cell.problem), set()).add(repr(value))
    differing = {place[:2] for place, several in values.items() if len(several) > 1}
    by_problem: dict[Any, dict[str, list[Any]]] = {}
    for content, cell in found.cells.items():
        settings = tuple(item for item in cell.settings if (cell.label, item[0]) in differing)
        by_label = by_problem.setdefault(cell.problem, {})
        by_label.setdefault(cell.label, []).append((content, replace(cell, settings=settings)))
    # The variants of an algorithm follow each other in every table.
    found.cells = dict(chain(*(chain(*by_label.values()) for by_label in by_problem.values())))
    return found


def _select_settings(settings: Mapping[str, Any], label: str) -> tuple[tuple[str, Any], ...]:
    """Return the values in the sweep of one algorithm and of the budget."""
    own = f"algorithms.{label}"
    return tuple(
        (key.removeprefix(f"{own}."), value)
        for key, value in settings.items()
        if key == own or key.startswith((f"{own}.", "budget"))
    )

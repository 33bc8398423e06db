"""The task of a ``tune`` block: what is tuned, and on what; every error with its place."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, NamedTuple

from pydantic import ValidationError

from metaqueens.config import Experiment
from metaqueens.config.checking import check_algorithm, check_budget, check_problem
from metaqueens.config.file import Trials, Tuning
from metaqueens.config.grid import Grid
from metaqueens.config.sources import FROM_CACHE, Find, spaces
from metaqueens.config.strict_yaml import ConfigError, Document, Path
from metaqueens.config.unfolding import Part
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.space import Space
from metaqueens.search.algorithm import Algorithm, space_for
from metaqueens.search.budget import Budget
from metaqueens.text.errors import UserError, did_you_mean
from metaqueens.tuning.dimensions import read_dimensions
from metaqueens.tuning.space import ParameterSpace, Settings, flat


class Instance(NamedTuple):
    """A problem to be solved within a budget."""

    space: Space
    budget: Budget

    @property
    def problem(self) -> BaseProblem:
        """The problem of the space."""
        return self.space.problem


@dataclass(frozen=True)
class Task:
    """What is to be tuned, on which instances, at which cost."""

    tuning: Tuning
    use: str
    space: ParameterSpace
    train: tuple[Instance, ...]
    test: tuple[Instance, ...]

    @property
    def spaces(self) -> list[Space]:
        """Every problem of the training and of the test, once."""
        return list(dict.fromkeys(one.space for one in (*self.train, *self.test)))

    def objection(self, settings: Settings) -> str | None:
        """Return why these settings are not to be tried, on the test's problems too, or None."""
        try:
            algorithm = self.space.build(settings)
            for space in self.spaces:
                space_for(algorithm, space.problem, space.encoding)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            return str(first.get("ctx", {}).get("error", first["msg"]))
        except ValueError as error:
            return str(error)
        except Exception as error:  # code from outside may raise what it likes
            return f"{type(error).__name__}: {error}"
        return None


def task_of(experiment: Experiment, find: Find = FROM_CACHE) -> Task:
    """Return the task of an experiment's ``tune`` block; ``find`` has the instances of families.

    Raises ``UserError`` if there is no block, ``ConfigError`` with all that is wrong with it.
    """
    tuning = experiment.tune
    if tuning is None:
        raise UserError(f"{experiment.name}: there is no tune block in this file")
    document = Document({**experiment.given, "sweep": None}, dict(experiment.where))
    label, algorithms = tuning.algorithm, document.value["algorithms"]
    if label not in algorithms:
        what = f"{label!r} is not one of {', '.join(algorithms)}{did_you_mean(label, algorithms)}"
        raise ConfigError([document.problem(("tune", "algorithm"), what)])
    default = check_algorithm(document, ("algorithms", label))
    errors: list[str] = []
    train, test = (
        tuple(_instances(document, default, name, trials, errors, find))
        for name, trials in (("train", tuning.train), ("test", tuning.test))
    )
    dimensions = read_dimensions(document, tuning.space, default, errors)
    if errors:
        raise ConfigError(errors)
    base = default.model_dump(mode="json")
    return Task(
        tuning=tuning,
        use=algorithms[label]["use"],
        space=ParameterSpace(type(default), base, dimensions),
        train=train,
        test=test,
    )


def _instances(
    document: Document,
    default: Algorithm,
    name: str,
    trials: Trials,
    errors: list[str],
    find: Find,
) -> Iterator[Instance]:
    """Yield the grid of ``trials`` over the file's problem and budget."""
    try:
        grid = Grid(_as_sweep(document, name, trials, errors))
    except ConfigError as error:
        errors += error.problems
        return
    wrong: dict[str, None] = {}  # in order, each once
    problem_at = Part(grid, ("problem",), check_problem, wrong)
    budget_at = Part(grid, ("budget",), check_budget, wrong)
    for indices in grid.combinations():
        problem, budget = problem_at(indices), budget_at(indices)
        if problem is None or budget is None:
            continue
        try:
            if reason := default.missing_limit(budget):
                raise ValueError(reason)
            single = isinstance(problem, Space)
            found = (problem,) if single else spaces(problem, find(problem, grid.name))
            for space in found:
                yield Instance(space_for(default, space.problem, space.encoding), budget)
        except ValueError as error:
            path = next((one for one in grid.paths if one[0] == "problem"), ("problem",))
            problem_at.problem(indices, path, f"tune.{name}: {error}")
    errors += wrong


def _as_sweep(document: Document, name: str, trials: Trials, errors: list[str]) -> Document:
    """Return the document with the lists of ``trials``, each at its place, as its sweep."""
    lists: dict[str, Any] = {}
    where = dict(document.where)
    for key, given in flat(trials.model_extra or {}).items():
        if isinstance(given, Mapping):
            continue
        path: Path = ("tune", name, key)
        place = where.get(path, document.place(("tune", name, *key.split("."))))
        if key.partition(".")[0] not in ("problem", "budget") or "." not in key:
            what = "not a key of problem or budget, such as problem.n"
            errors.append(f"{where.get((*path, ''), place)}: tune.{name}.{key}: {what}")
            continue
        lists[key] = given if isinstance(given, list) else [given]
        where |= {("sweep", key, k): where.get((*path, k), place) for k in range(len(lists[key]))}
        where["sweep", key] = where["sweep", key, ""] = place
    where["sweep",] = where["sweep", ""] = document.place(("tune", name))
    return Document({**deepcopy(document.value), "sweep": lists}, where)

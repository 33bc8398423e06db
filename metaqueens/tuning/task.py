"""The task of a ``tune`` block: its space and its instances; every error with its place."""

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
from metaqueens.config.unfolding import Checker
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.space import Space
from metaqueens.search.algorithm import Algorithm, space_for
from metaqueens.search.budget import Budget
from metaqueens.text.errors import UserError, did_you_mean
from metaqueens.tuning.space import ParameterSpace, Settings, flatten, read_dimensions


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
    """The parameters to tune, the instances of training and test, and the tuning block."""

    tuning: Tuning
    use: str
    space: ParameterSpace
    train: tuple[Instance, ...]
    test: tuple[Instance, ...]

    def objection(self, settings: Settings) -> str | None:
        """Return why the settings are not allowed on all problems, those of the test too; or None.

        User code may raise any error.
        """
        every = dict.fromkeys(instance.space for instance in (*self.train, *self.test))
        try:
            algorithm = self.space.build(settings)
            for space in every:
                space_for(algorithm, space.problem, space.encoding)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            return str(first.get("ctx", {}).get("error", first["msg"]))
        except ValueError as error:
            return str(error)
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        return None


def task_of(experiment: Experiment, find: Find = FROM_CACHE) -> Task:
    """Return the task of an experiment's ``tune`` block; ``find`` has the instances of families.

    Raises ``UserError`` if there is no block, ``ConfigError`` with all its errors.
    """
    tuning = experiment.tune
    if tuning is None:
        raise UserError(f"{experiment.name}: there is no tune block in this file")
    document = Document({**experiment.given, "sweep": None}, dict(experiment.where))
    label, algorithms = tuning.algorithm, document.value["algorithms"]
    if label not in algorithms:
        reason = f"{label!r} is not one of {', '.join(algorithms)}{did_you_mean(label, algorithms)}"
        raise ConfigError([document.problem(("tune", "algorithm"), reason)])
    default = check_algorithm(document, ("algorithms", label))
    errors: list[str] = []
    train, test = (
        tuple(_make_instances(document, default, name, trials, errors, find))
        for name, trials in (("train", tuning.train), ("test", tuning.test))
    )
    dimensions = read_dimensions(document, tuning.space, default, errors)
    if errors:
        raise ConfigError(errors)
    space = ParameterSpace(type(default), default.model_dump(mode="json"), dimensions)
    return Task(tuning, algorithms[label]["use"], space, train, test)


def _make_instances(
    document: Document,
    default: Algorithm,
    name: str,
    trials: Trials,
    errors: list[str],
    find: Find,
) -> Iterator[Instance]:
    """Yield the grid of ``trials`` over the file's problem and budget."""
    try:
        grid = Grid(_make_sweep(document, name, trials, errors))
    except ConfigError as error:
        errors += error.problems
        return
    checker = Checker({})
    for indices in grid.combinations():
        trial = grid.document(indices)
        problem = checker.check(check_problem, trial, ("problem",))
        budget = checker.check(check_budget, trial, ("budget",))
        if problem is None or budget is None:
            continue
        try:
            if reason := default.missing_limit(budget):
                raise ValueError(reason)
            is_single = isinstance(problem, Space)
            for space in (problem,) if is_single else spaces(problem, find(problem, grid.name)):
                yield Instance(space_for(default, space.problem, space.encoding), budget)
        except ValueError as error:
            keys = (key for axis in grid.axes for key in axis.keys)
            key = next((key for key in keys if key.startswith("problem")), "problem")
            checker.add(trial, tuple(key.split(".")), f"tune.{name}: {error}")
    errors += checker.errors


def _make_sweep(document: Document, name: str, trials: Trials, errors: list[str]) -> Document:
    """Return the document with the lists of ``trials``, each at its place, as its sweep."""
    lists: dict[str, Any] = {}
    where = dict(document.where)
    for key, value in flatten(trials.model_extra or {}).items():
        if isinstance(value, Mapping):
            continue
        path: Path = ("tune", name, key)
        place = where.get(path, document.place(("tune", name, *key.split("."))))
        if key.partition(".")[0] not in ("problem", "budget") or "." not in key:
            reason = "not a key of problem or budget, such as problem.n"
            errors.append(f"{where.get((*path, ''), place)}: tune.{name}.{key}: {reason}")
            continue
        lists[key] = value if isinstance(value, list) else [value]
        where |= {("sweep", key, k): where.get((*path, k), place) for k in range(len(lists[key]))}
        where["sweep", key] = where["sweep", key, ""] = place
    where["sweep",] = where["sweep", ""] = document.place(("tune", name))
    return Document({**deepcopy(document.value), "sweep": lists}, where)

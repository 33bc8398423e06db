"""The task of a ``tune`` block: its space and its instances; every error with its place."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from metaqueens.config import Experiment
from metaqueens.config.checking import check_algorithm
from metaqueens.config.file import Trials, Tuning
from metaqueens.config.sources import FROM_CACHE, AnyInstance, Find, Source
from metaqueens.config.strict_yaml import ConfigError, Document, Path, flatten
from metaqueens.config.unfolding import Cell, unfold
from metaqueens.contestants.registry import full_name
from metaqueens.search.algorithm import space_for
from metaqueens.text.errors import UserError, did_you_mean
from metaqueens.text.validation import explain
from metaqueens.tuning.space import ParameterSpace, Settings, read_space

# The instances by family or file.
Listed = Mapping[Source, tuple[AnyInstance, ...]]


@dataclass(frozen=True)
class Task:
    """The parameters to tune, the instances of training and test, and the tuning block.

    ``listed`` has the families and files of the test.
    """

    tuning: Tuning
    use: str
    space: ParameterSpace
    train: tuple[Cell, ...]
    test: tuple[Cell, ...]
    listed: Listed

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
            return explain(error.errors(include_url=False)[0], self.space.kind)
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
    (train, _), (test, listed) = (
        _list_instances(document, label, name, trials, errors, find)
        for name, trials in (("train", tuning.train), ("test", tuning.test))
    )
    space = read_space(document, tuning.space, default, errors)
    if errors:
        raise ConfigError(errors)
    return Task(tuning, full_name(algorithms[label]["use"]), space, train, test, listed)


def _list_instances(
    document: Document, label: str, name: str, trials: Trials, errors: list[str], find: Find
) -> tuple[tuple[Cell, ...], Listed]:
    """Return the grid of ``trials`` over the file's problem and budget, and its families."""
    try:
        found = unfold(_make_sweep(document, label, name, trials), find)
    except ConfigError as error:
        errors += error.problems
        return (), {}
    errors += [*found.errors.values(), *found.skipped]
    return tuple(found.cells.values()), found.listed


def _make_sweep(document: Document, label: str, name: str, trials: Trials) -> Document:
    """Return the document with one algorithm and the lists of ``trials`` as its sweep.

    Each list has its place. Raises ``ConfigError`` for other keys than those of problem and budget.
    """
    lists: dict[str, Any] = {}
    errors, where = list[str](), dict(document.where)
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
    if errors:
        raise ConfigError(errors)
    where["sweep",] = where["sweep", ""] = document.place(("tune", name))
    algorithms = {label: document.value["algorithms"][label]}
    return Document({**document.value, "algorithms": algorithms, "sweep": lists}, where)

"""Make the tuning task of a file's ``tune`` block; every error with its place."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, NamedTuple

from metaqueens.config.families import Find, problems
from metaqueens.config.file import ExperimentFile
from metaqueens.config.tuning import forbidden
from metaqueens.config.tuning.automatic import automatic
from metaqueens.config.tuning.dimensions import read_dimensions
from metaqueens.config.tuning.forbidden import Expression
from metaqueens.config.tuning.space import Settings, Space, flat
from metaqueens.config.tuning_keys import Goal, SamplerName, Trials, Tuning
from metaqueens.config.yaml import grid
from metaqueens.config.yaml.checking import check_file, dotted, where_of
from metaqueens.config.yaml.errors import ConfigError
from metaqueens.config.yaml.strict_yaml import Document
from metaqueens.problem.queens import Queens
from metaqueens.search.budget import Budget
from metaqueens.search.parameters import Parameters, space_for
from metaqueens.text.errors import UserError, did_you_mean


class Instance(NamedTuple):
    """A problem to be solved within a budget."""

    problem: Queens
    budget: Budget


@dataclass(frozen=True)
class Task:
    """What is to be tuned, on which instances, at which cost."""

    label: str
    use: str
    space: Space
    minimise: Goal
    max_runs: int
    train: tuple[Instance, ...]
    train_runs: int
    test: tuple[Instance, ...]
    test_runs: int
    sampler: SamplerName
    batch: int

    @property
    def problems(self) -> list[Queens]:
        """Every problem of the training and of the test, once."""
        return list(dict.fromkeys(one.problem for one in (*self.train, *self.test)))

    def objection(self, settings: Settings) -> str | None:
        """Why these settings are not to be tried, if so; they must fit the test's problems too."""
        return self.space.objection(settings, self.problems)


def read_task(document: Document, find: Find) -> Task:
    """The task of a file that is sound but for its ``tune`` block. Raises ``ConfigError``."""
    plain = Document({**document.value, "sweep": None}, document.where)
    file = check_file(plain)
    tuning: Tuning = file.tune  # type: ignore[assignment]
    if tuning.algorithm not in file.algorithms:
        known = ", ".join(file.algorithms)
        hint = did_you_mean(tuning.algorithm, file.algorithms)
        place = where_of(document, ("tune", "algorithm"))
        what = f"tune.algorithm: {tuning.algorithm!r} is not one of {known}{hint}"
        raise ConfigError([f"{place}: {what}"])
    default: Parameters = file.algorithms[tuning.algorithm]
    errors: list[str] = []
    train, test = (
        list(_instances(plain, default, name, trials, errors, find))
        for name, trials in (("train", tuning.train), ("test", tuning.test))
    )
    problems = [one.problem for one in train]
    asked = automatic(default, problems) if tuning.space == "auto" else tuning.space
    if not asked:
        place, label = where_of(document, ("tune", "space")), tuning.algorithm
        errors.append(f"{place}: tune.space: the fields of {label} tell no ranges; give them")
    dimensions, conditions = read_dimensions(document, asked, default, problems, errors)
    expressions = list(_forbidden(document, tuning, default, dimensions, errors))
    if errors:
        raise ConfigError(errors)
    space = Space(
        type(default), default.model_dump(mode="json"), dimensions, conditions, tuple(expressions)
    )
    use = document.value["algorithms"][tuning.algorithm]["use"]
    return Task(
        tuning.algorithm,
        use,
        space,
        tuning.minimise,
        tuning.max_runs,
        tuple(train),
        tuning.train.runs,
        tuple(test),
        tuning.test.runs,
        tuning.sampler,
        tuning.batch,
    )


def _instances(
    document: Document,
    default: Parameters,
    name: str,
    trials: Trials,
    errors: list[str],
    find: Find,
) -> Iterator[Instance]:
    """The grid of ``trials`` over the file's problem and budget."""
    lists: dict[str, Any] = {}
    where = dict(document.where)
    for key, given in flat(trials.model_extra or {}).items():
        if isinstance(given, Mapping):
            continue
        path, place = ("tune", name, key), where_of(document, ("tune", name, *key.split(".")))
        place = where.get(path, place)
        if key.partition(".")[0] not in ("problem", "budget") or "." not in key:
            errors.append(
                f"{where.get((*path, ''), place)}: {dotted(path)}: not a key of problem or budget,"
                " such as problem.n"
            )
            continue
        lists[key] = given if isinstance(given, list) else [given]
        where |= {("sweep", key, k): where.get((*path, k), place) for k in range(len(lists[key]))}
        where["sweep", key], where["sweep", key, ""] = place, place
    where["sweep",] = where["sweep", ""] = where_of(document, ("tune", name))
    value = {**deepcopy(document.value), "sweep": lists, "tune": None}
    try:
        for combination, settings in grid.unfold(Document(value, where)):
            file = check_file(combination)
            try:
                if reason := default.lacks(file.budget):
                    raise ValueError(reason)
                for one in _problems(file, find):
                    yield Instance(space_for(default, one).problem, file.budget)
            except ValueError as error:
                swept = [key for key in settings if key.startswith("problem.")]
                place = where_of(combination, tuple((swept or ["problem"])[0].split(".")))
                errors.append(f"{place}: tune.{name}: {error}")
    except ConfigError as error:
        errors += error.problems


def _problems(file: ExperimentFile, find: Find) -> tuple[Queens, ...]:
    """The file's problem, or those of its family."""
    given = file.problem
    return (given,) if isinstance(given, Queens) else problems(given, find(given, file.name))


def _forbidden(
    document: Document,
    tuning: Tuning,
    default: Parameters,
    dimensions: Mapping[str, Any],
    errors: list[str],
) -> Iterator[Expression]:
    known = [*dimensions, *flat(default.model_dump(mode="json")), *default.aliases]
    for k, text in enumerate(tuning.forbidden):
        place = where_of(document, ("tune", "forbidden", k))
        try:
            expression = forbidden.parse(text)
        except UserError as error:
            errors.append(f"{place}: tune.forbidden: {error}")
            continue
        unknown = [name for name in expression.names if name not in known]
        for name in unknown:
            errors.append(
                f"{place}: tune.forbidden: {name}: no parameter of {tuning.algorithm}"
                f"{did_you_mean(name, known) or '; words are quoted'}"
            )
        if not unknown:
            yield expression

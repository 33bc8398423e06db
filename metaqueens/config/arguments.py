"""Make an experiment from the arguments of ``run`` in Python."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from os import PathLike
from pathlib import Path
from typing import Any

from metaqueens.config.contestant import contestant
from metaqueens.config.loading import Experiment, load, revise
from metaqueens.config.strict_yaml import Document
from metaqueens.contestants import registry
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.registry import PROBLEMS
from metaqueens.search.algorithm import Algorithm
from metaqueens.search.budget import Budget
from metaqueens.text.errors import UserError
from metaqueens.text.validation import describe, to_python

EVALUATIONS = 1_000_000
# A mapping with one of these keys is an experiment; the keys of any other one are labels.
_EXPERIMENT_KEYS = ("algorithms", "extends", "problem")


def has_algorithms(experiment: Any) -> bool:
    """Return whether ``experiment`` is algorithms to run, no experiment or name of its file."""
    if isinstance(experiment, str):
        is_name = registry.full_name(experiment) in registry.CONTESTANTS
        return is_name and not Path(experiment).exists()
    if isinstance(experiment, Mapping):
        return not any(key in experiment for key in _EXPERIMENT_KEYS)
    return not isinstance(experiment, Experiment | PathLike)


def make_experiment(experiment: Any, n: Any, runs: Any, budget: Any, seed: Any) -> Experiment:
    """Return the experiment, or one of the algorithms given in its place, with these settings.

    None leaves a setting as it is. Raises ``UserError``, which names the argument.
    """
    n, runs, budget, seed = map(to_python, (n, runs, budget, seed))
    key, problem = _problem_keys(n)
    if isinstance(budget, Budget):
        budget = {key: limit for key, limit in asdict(budget).items() if limit is not None}
    elif isinstance(budget, int | float):
        budget = {"evaluations": budget}
    settings = {key: problem, "runs": runs, "budget": budget, "seed": seed}
    settings = {key: value for key, value in settings.items() if value is not None}
    if has_algorithms(experiment):
        labelled = _label_algorithms(experiment)
        keys = {label: _config_keys(label, algorithm) for label, algorithm in labelled.items()}
        if not settings.keys() & {"problem", "problem.n"}:
            raise UserError("n: missing; give the number of queens, such as n=20")
        # Solutions are checked by the independent count alone.
        document = {"name": "runs", "algorithms": keys, "validate": None}
        settings = {"budget": {"evaluations": EVALUATIONS}, **settings}
        return revise(Document(document, {(): "run"}), settings, "run")
    if not settings:
        return experiment if isinstance(experiment, Experiment) else load(experiment)
    if not isinstance(experiment, Experiment):
        experiment = load(experiment, to_run=False)
    return revise(Document({**experiment.given}, {**experiment.where}), settings, "run")


def _problem_keys(n: Any) -> tuple[str, Any]:
    """Return the key of a config that the problem or the sizes ``n`` set, and its value."""
    if isinstance(n, BaseProblem):
        return "problem", n.config_keys
    if isinstance(n, str) and n in PROBLEMS:
        hint = f"write {PROBLEMS[n].__name__}(...)"
        raise UserError(f"n: expected a number of queens or a problem, got {describe(n)}; {hint}")
    if hasattr(n, "__len__") and not isinstance(n, str | dict):  # an array, too
        return "problem.n", to_python(list(n))
    return "problem.n", n


def _label_algorithms(algorithms: Any) -> dict[str, Any]:
    """Return algorithms by their labels; those of a list have their names as labels."""
    if isinstance(algorithms, Mapping) and algorithms:
        return dict(algorithms)
    if not isinstance(algorithms, Sequence) or isinstance(algorithms, str) or not algorithms:
        expected = "algorithms such as ['hill_climbing', 'tabu_search']"
        raise UserError(f"experiment: expected {expected}, got {describe(algorithms)}")
    found: dict[str, Any] = {}
    for place, algorithm in enumerate(algorithms):
        _require_algorithm(f"experiment[{place}]", algorithm)
        label = algorithm if isinstance(algorithm, str) else registry.name_of(type(algorithm))
        if label in found:
            labelled = "{'first': ..., 'second': ...}"
            raise UserError(f"experiment: two are called {label}; give them labels: {labelled}")
        found[label] = algorithm
    return found


def _require_algorithm(place: str, value: Any) -> None:
    if not isinstance(value, Algorithm | str):
        hint = f"; write {value.__name__}()" if isinstance(value, type) else ""
        raise UserError(f"{place}: expected an algorithm or its name, got {describe(value)}{hint}")


def _config_keys(label: str, algorithm: Any) -> dict[str, Any]:
    """Return the keys of an algorithm in a config."""
    place = f"experiment[{label!r}]"
    if isinstance(algorithm, Mapping):
        return dict(to_python(algorithm))
    _require_algorithm(place, algorithm)
    if isinstance(algorithm, str):
        name, *words = algorithm.split() if "=" in algorithm else [algorithm]
        try:
            kind = registry.class_of(use := registry.full_name(name))
            keys = contestant(use, words).model_dump(mode="json", exclude_unset=True)
        except ValueError as error:
            raise UserError(f"{place}: {error}") from None
    else:
        kind = type(algorithm)
        use, keys = registry.name_of(kind), algorithm.model_dump(mode="json", exclude_unset=True)
    if "permutation" not in kind.encodings:
        keys = {"encoding": kind.encodings[0]} | keys
    return {"use": use} | keys

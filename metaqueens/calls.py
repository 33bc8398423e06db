"""The calls of the public face: what the command line takes, Python takes."""

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, fields
from functools import wraps
from inspect import signature
from operator import index
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from numpy.typing import ArrayLike

from metaqueens.config import Experiment
from metaqueens.config.arguments import has_algorithms, make_experiment
from metaqueens.contestants import registry
from metaqueens.experiment.plan import Outcome
from metaqueens.experiment.session import Begun, Kept, session
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.problem import Problem
from metaqueens.queens.problem import Queens
from metaqueens.search import solve as one_run
from metaqueens.search.algorithm import Algorithm
from metaqueens.search.budget import Budget, Checkpoints
from metaqueens.search.result import Result
from metaqueens.search.snapshot import Snapshot
from metaqueens.text.errors import UserError, did_you_mean
from metaqueens.text.validation import describe

if TYPE_CHECKING:
    import pandas as pd

    from metaqueens.analysis.comparison import Comparison
    from metaqueens.analysis.figures.style import Picture

P = ParamSpec("P")
R = TypeVar("R")
LIMITS = [limit.name for limit in fields(Budget)]


def solve(
    problem: BaseProblem | int,
    algorithm: Algorithm | str | None = None,
    budget: Checkpoints | int | Mapping[str, float] | None = None,
    seed: int | None = None,
    *,
    stop: Callable[[], bool] | None = None,
    start: ArrayLike | None = None,
    observer: Callable[[Snapshot], object] | None = None,
    **parameters: Any,
) -> Result:
    """Run ``algorithm`` on ``problem`` until it is solved or the budget is spent.

    Ctrl-C ends the run with its best board so far.

    >>> solve(8, seed=1).solved
    True
    >>> solve(Queens(50), "tabu_search", 100_000, seed=1, longest=20).cost
    0

    Parameters
    ----------
    problem
        What is asked, such as ``Queens(100)``; a number is that many queens.
    algorithm
        What searches, such as ``TabuSearch()``, or its name; if none is given, simulated
        annealing, and queue search above 1000 queens. Its own encoding overrides the problem's.
    budget
        When to give up: ``Budget(evaluations=1_000_000)``, the number alone, its keys and values,
        or any ``Checkpoints``; 60 seconds if none is given (300 for 10^9 queens), and 10,000
        evaluations for 2 or 3 queens, which have no solution.
    seed
        From 0; if none is given, one is drawn, which the result has.
    stop
        Asked at every report of the search; the run ends as at Ctrl-C where it says so.
    start
        The board that the search begins with, (n,): the row of the queen in each column, from 0.
        The result's algorithm has it.
    observer
        Called at every report, the last one too, with where the search stands; the arrays are
        read-only, and valid until the search goes on. What it raises ends the run.
    parameters
        Parameters of the algorithm, such as ``sideways=100`` of hill climbing.

    Returns
    -------
    Result
        The best board, how it was found, and what ended the run. Its times leave out compilation.

    Raises
    ------
    ValueError
        Where the algorithm cannot work on the problem or from the start; ``UserError``, which is
        one, also if an argument is of another kind.
    TooLarge
        Where the board would not fit in memory.
    RuntimeError
        Where the algorithm's search reports nothing, or a cost that ``cost`` in plain Python does
        not confirm.
    """
    asked = Queens(problem) if isinstance(problem, int) else problem
    if algorithm is None and isinstance(asked, BaseProblem):
        algorithm = registry.usual(asked)
    searcher: Any = _called(algorithm) if isinstance(algorithm, str) else algorithm
    if parameters and isinstance(searcher, Algorithm):
        searcher = _set_parameters(searcher, parameters)
    if budget is None and isinstance(asked, BaseProblem):  # anything else is refused by the search
        budget = registry.usual_budget(asked)
    result = one_run.solve(
        asked, searcher, _budget(budget), seed, stop=stop, start=start, observer=observer
    )
    if isinstance(asked, Problem) and (cost := asked.recount(result.values)) != result.cost:
        raise RuntimeError(
            f"{type(asked).__name__}: {registry.name_of(type(searcher))} reports cost"
            f" {result.cost}, cost() returns {cost}: a function that returns a change is wrong"
        )
    return result


def _called(name: str) -> Algorithm:
    try:
        return registry.class_of(registry.full_name(name))()
    except ValueError as error:
        raise UserError(f"algorithm: {error}") from None


def _set_parameters(algorithm: Algorithm, parameters: Mapping[str, Any]) -> Algorithm:
    """Return ``algorithm`` with other values of some ``parameters``."""
    own = [*type(algorithm).model_fields]
    for name in parameters:
        if name not in own:
            raise _argument_error("solve", name, [*own, *signature(solve).parameters])
    kept = {name: getattr(algorithm, name) for name in algorithm.model_fields_set}
    return type(algorithm)(**{**kept, **parameters})


def _argument_error(call: str, name: str, known: Iterable[str]) -> UserError:
    if name in LIMITS:
        return UserError(f"{call}: {name}: no such argument; write budget={{{name!r}: ...}}")
    known = [word for word in known if word != "parameters"]
    hint = did_you_mean(name, known) or f"; the arguments are {', '.join(known)}"
    return UserError(f"{call}: {name}: no such argument{hint}")


def _budget(given: Any) -> Checkpoints:
    """Return the limits that ``given`` means; what is none is refused by the search."""
    if isinstance(given, int):
        return Budget(evaluations=given)
    if isinstance(given, Mapping):
        return Budget(**given)
    checkpoints: Checkpoints = given
    return checkpoints


@dataclass(frozen=True)
class Runs:
    """The runs of an experiment, in memory or in a results folder; ``compare`` takes them.

    >>> runs = run(["hill_climbing", "tabu_search"], n=8, runs=5)
    >>> len(runs.frame), bool(runs.frame.solved.all())
    (10, True)

    Parameters
    ----------
    folder
        Where they are kept: ``runs.sqlite``, ``experiment.yaml``, ``summary.csv``, the report; None
        for runs in memory. ``Path(runs)`` is the folder too.
    """

    folder: Path | None = None
    _frame: "pd.DataFrame | None" = field(default=None, repr=False)

    @property
    def frame(self) -> "pd.DataFrame":
        """The runs as ``load_runs`` returns them: a row a run."""
        if self._frame is not None:
            return self._frame
        from metaqueens.analysis.data.runs import load_runs

        return load_runs(Path(self))

    def __fspath__(self) -> str:
        if self.folder is None:
            raise UserError("these runs are in memory: run(..., folder='results/NAME') keeps them")
        return str(self.folder)

    def compare(self, metric: str = "ert") -> "Comparison":
        """Compare the algorithms, as ``metaqueens.compare`` does."""
        from metaqueens.analysis.comparison import compare

        return compare(self.frame if self.folder is None else self.folder, metric=metric)

    def plot(self, problem: str | None = None) -> "Picture":
        """Return the figure of the run lengths: see ``Comparison.plot``."""
        return self.compare().plot(problem)

    def __str__(self) -> str:
        return str(self.compare())

    def _repr_html_(self) -> str:
        return self.compare()._repr_html_()


def _refuse_unknown(call: Callable[P, R]) -> Callable[P, R]:
    """Return ``call`` with an error of ours for an argument that it does not have."""

    @wraps(call)
    def checked(*arguments: P.args, **keywords: P.kwargs) -> R:
        known = signature(call).parameters
        for name in keywords:
            if name not in known:
                raise _argument_error(call.__name__, name, known)
        return call(*arguments, **keywords)

    return checked


@_refuse_unknown
def run(
    experiment: Experiment | str | Path | Mapping[str, Any] | Sequence[Any],
    folder: str | Path | None = None,
    workers: int | None = 1,
    *,
    n: int | BaseProblem | Sequence[int] | None = None,
    runs: int | None = None,
    budget: int | Mapping[str, float] | Budget | None = None,
    seed: int | None = None,
    report: bool = True,
) -> Runs:
    """Run an experiment and validate it, as ``metaqueens run`` does.

    >>> from metaqueens import HillClimbing
    >>> runs = run({"hc": HillClimbing(), "sa": "simulated_annealing"}, n=8, runs=5)
    >>> sorted(runs.frame.algorithm.unique())
    ['hc', 'sa']

    Parameters
    ----------
    experiment
        What ``load`` returns or takes: a file, the name of a config, keys and values. Or the
        algorithms to run on ``n`` queens: their names, or labels with algorithms or names.
    folder
        Where the results go. if none is given, results/<name> for an experiment that has a
        name; runs of algorithms stay in memory. Runs that are there already are not done again.
    workers
        Processes that do the runs; None for what the experiment says, or all cores.
    n, runs, budget, seed
        The board, one or several sizes; the number of runs of each algorithm; evaluations, or the
        keys of a budget; the seed of all random numbers. Default: the values in the experiment; of
        algorithms 30 runs, 1,000,000 evaluations and seed 0.
    report
        Whether ``report.html`` is written too, where there are new runs or there is none yet. A
        page that cannot be written is a warning.

    Returns
    -------
    Runs
        Its ``folder`` has ``runs.sqlite``, ``experiment.yaml``, ``summary.csv`` and the report.

    Raises
    ------
    ConfigError
        Where the experiment is none, with all that is wrong.
    StoreError
        Where the folder cannot be used.
    KeyboardInterrupt
        After a Ctrl-C, with all that was finished kept.
    """
    _require_sound(folder, workers)
    asked = make_experiment(experiment, n, runs, budget, seed)
    if folder is None and has_algorithms(experiment):
        return _in_memory(asked, workers)
    return _kept(asked, Path(folder or Path("results") / asked.name), workers, report)


def _require_sound(folder: Any, workers: Any) -> None:
    """Raise ``UserError`` for what no type checker has seen."""
    if not (folder is None or isinstance(folder, str | PathLike)):
        raise UserError(f"folder: expected the name of a folder, got {describe(folder)}")
    if not (workers is None or (hasattr(workers, "__index__") and index(workers) > 0)):
        raise UserError(f"workers: expected a whole number from 1 on, got {describe(workers)}")


def _kept(experiment: Experiment, folder: Path, workers: int | None, report: bool) -> Runs:
    from metaqueens.analysis.data.runs import read
    from metaqueens.analysis.data.samples import samples
    from metaqueens.analysis.summary import write_summary
    from metaqueens.experiment.results.folder import REPORT
    from metaqueens.report.document import write

    is_new = _drain(experiment, folder, workers)
    columns = read(folder)
    write_summary(folder, samples(columns))
    if report and (is_new or not (folder / REPORT).exists()):
        try:
            write([folder], folder / REPORT, columns=columns)
        except Exception as error:  # no reason to lose the results
            warnings.warn(f"no report: {type(error).__name__}: {error}", stacklevel=3)
    return Runs(folder)


def _in_memory(experiment: Experiment, workers: int | None) -> Runs:
    from metaqueens.analysis.data.runs import load_runs

    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "runs"
        _drain(experiment, folder, workers)
        return Runs(None, load_runs(folder))


def _drain(experiment: Experiment, folder: Path, workers: int | None) -> bool:
    """Do the missing runs, and warn of those that failed; return whether there were any."""
    missing, failed = 0, list[Outcome]()
    with closing(session(experiment, folder, workers=workers)) as events:
        for event in events:
            if isinstance(event, Begun):
                missing = event.missing
            elif isinstance(event, Kept):
                failed += [outcome for outcome in event.outcomes if outcome.error]
    if failed:
        *_, reason = (failed[0].error or "").strip().splitlines()  # below a traceback
        why = f"{failed[0].run.cell.name}: {reason}"
        warnings.warn(f"{len(failed)} of {missing} runs failed: {why}", stacklevel=5)
    return missing > 0

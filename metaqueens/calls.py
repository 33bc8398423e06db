"""The public functions ``solve`` and ``run``, and the runs that ``run`` returns."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, fields
from inspect import signature
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike, NDArray

from metaqueens.config import Experiment
from metaqueens.config.arguments import has_algorithms, make_experiment
from metaqueens.contestants import registry
from metaqueens.experiment.results import tallies
from metaqueens.experiment.session import Begun, Done, Kept, session
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.check import is_true
from metaqueens.queens.problem import Queens
from metaqueens.search import solve as driver
from metaqueens.search.algorithm import Algorithm
from metaqueens.search.budget import Budget, Checkpoints
from metaqueens.search.result import Result
from metaqueens.search.snapshot import Snapshot
from metaqueens.text.errors import RunFailed, UserError, nearest
from metaqueens.text.validation import describe, find_nested, to_python

if TYPE_CHECKING:
    import pandas as pd

    from metaqueens.analysis.comparison import Comparison
    from metaqueens.analysis.figures.style import Picture


def solve(
    problem: BaseProblem | int,
    algorithm: Algorithm | str | None = None,
    budget: Checkpoints | float | Mapping[str, float] | None = None,
    seed: int | None = None,
    *,
    stop: Callable[[], bool] | None = None,
    start: ArrayLike | None = None,
    observer: Callable[[Snapshot], object] | None = None,
    **parameters: Any,
) -> Result:
    """Run ``algorithm`` on ``problem`` until it is solved or the budget is spent.

    Ctrl-C ends the run with its best solution so far.

    >>> solve(8, seed=1).solved
    True
    >>> solve(Queens(50), "tabu_search", 100_000, seed=1, longest=20).cost
    0

    Parameters
    ----------
    problem
        A problem such as ``Queens(100)``, or a number of queens.
    algorithm
        An algorithm such as ``TabuSearch()``, or its name. Default: simulated annealing, and queue
        search above 1000 queens. Its own encoding overrides the problem's.
    budget
        The limits: ``Budget(evaluations=1_000_000)``, its keys and values, a number of evaluations,
        or any ``Checkpoints``. Default: 60 seconds (300 for 10^9 queens), and 10,000 evaluations
        if no solution exists: for 2 or 3 queens, and on a torus unless gcd(n, 6) = 1.
    seed
        Random seed, from 0. Default: a random one, which the result has.
    stop
        Called at every report of the search; the run ends if it returns true.
    start
        The first values of the search, (n,): for n queens the row of the queen in each column.
    observer
        Called with each report of the search, including the last. Its arrays are read-only and
        valid until the search continues. An exception ends the run.
    parameters
        Parameters of the algorithm, such as ``sideways=100`` of hill climbing; ``metaqueens list
        algorithms hill_climbing`` prints them all.

    Returns
    -------
    Result
        The best solution, its ``trace``, and the reason of the end. Times exclude compilation.

    Raises
    ------
    ValueError
        If the algorithm does not support the problem or the start; ``UserError``, a subclass, also
        if an argument has a wrong type, or the problem does not fit in memory.
    RuntimeError
        If the search reports nothing; or if it or the problem is not of this package, a cost that
        the check in plain Python does not confirm.
    """
    task: Any = to_python(problem)
    task = Queens(task) if isinstance(task, int) else task
    if isinstance(task, BaseProblem):
        task.require_sound()  # before its size is read
        algorithm = registry.usual(task) if algorithm is None else algorithm
    search: Any = algorithm
    if isinstance(algorithm, str):
        try:
            search = registry.class_of(algorithm)()
        except UserError as error:
            raise UserError(f"algorithm: {error}") from None
    if parameters and isinstance(task, BaseProblem) and isinstance(search, Algorithm):
        search = _replace(search, parameters)
    limits: Any = to_python(budget)  # the driver refuses a wrong type
    if limits is None and isinstance(task, BaseProblem):
        limits = registry.usual_budget(task)
    elif isinstance(limits, int | float):
        limits = Budget(evaluations=limits)  # type: ignore[arg-type]  # 1e6
    elif isinstance(limits, Mapping):
        limits = Budget(**limits)
    try:
        result = driver.solve(task, search, limits, seed, stop=stop, start=start, observer=observer)
    except RunFailed as error:
        from metaqueens.conformance.problems import explain_failure

        error.args = (explain_failure(task, error),)
        raise
    name = registry.name_of(type(search))
    is_ours = isinstance(task, Queens) and ":" not in name and search.runs_in != "programs"
    if not is_ours and not is_true(task, result.values, result.cost):
        raise RuntimeError(
            f"{type(task).__name__}: {name} reports cost {result.cost}, cost() returns"
            f" {task.recount(result.values)}: it, or a function that returns a change, is wrong"
        )
    return result


def _replace(search: Algorithm, parameters: Mapping[str, Any]) -> Algorithm:
    kind = type(search)
    for name, value in parameters.items():
        if name in kind.model_fields:
            continue
        if name in [limit.name for limit in fields(Budget)]:
            raise UserError(f"solve: {name}: no such argument; write budget={{{name!r}: ...}}")
        known = [*kind.model_fields, *signature(solve).parameters]
        near = find_nested(kind, name.rpartition(".")[2], value) or nearest(name, known)
        names = ", ".join(kind.model_fields)
        hint = f"did you mean {near}?" if near else f"the parameters are {names}"
        raise UserError(f"solve: {name}: no such argument; {hint}")
    values = {name: getattr(search, name) for name in search.model_fields_set}
    return kind(**{**values, **parameters})


@dataclass(frozen=True, eq=False)
class Runs:
    """The runs of an experiment, in memory or in a results folder; ``compare`` accepts them.

    >>> runs = run(["hill_climbing", "tabu_search"], n=8, runs=5)
    >>> len(runs.frame), bool(runs.frame.solved.all())
    (10, True)

    Parameters
    ----------
    folder
        The folder with ``runs.sqlite``, ``experiment.yaml``, ``summary.csv`` and the report; None
        for runs in memory. ``Path(runs)`` is the folder too.
    """

    folder: Path | None = None
    _frame: "pd.DataFrame | None" = None

    @property
    def frame(self) -> "pd.DataFrame":
        """The runs as ``load_runs`` returns them, one per row."""
        if self._frame is not None:
            return self._frame
        from metaqueens.analysis.data.runs import load_runs

        return load_runs(Path(self))

    def __fspath__(self) -> str:
        if self.folder is None:
            raise UserError("these runs are in memory: run(..., folder='results/NAME') keeps them")
        return str(self.folder)

    def compare(self, metric: str = "ert", **settings: Any) -> "Comparison":
        """Compare the algorithms; the ``settings`` are those of ``metaqueens.compare``."""
        from metaqueens.analysis.comparison import compare

        return compare(self, metric=metric, **settings)

    def plot(self, problem: str | None = None) -> "Picture":
        """Return the figure of the run lengths: see ``Comparison.plot``."""
        return self.compare().plot(problem)

    def __repr__(self) -> str:
        try:
            return repr(self.compare())
        except UserError as error:  # all runs failed, or the folder is gone
            return f"Runs: {error}"

    def _repr_html_(self) -> str | None:
        with suppress(UserError):
            return self.compare()._repr_html_()
        return None  # a notebook shows the text


def run(
    experiment: Experiment | str | Path | Mapping[str, Any] | Sequence[Any],
    folder: str | Path | None = None,
    workers: int | None = 1,
    *,
    n: int | BaseProblem | Sequence[int] | NDArray[Any] | None = None,
    runs: int | None = None,
    budget: float | Mapping[str, float] | Budget | None = None,
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
        A file, the name of a config, keys and values, or an ``Experiment``. Or algorithms to run on
        ``n`` queens: their names, or labels with algorithms or names.
    folder
        The results folder, which keeps finished runs; the result has all of its runs. Default:
        results/<name>; runs of algorithms, and of keys and values without ``name``, stay in
        memory.
    workers
        Number of processes; None for the experiment's own, or all cores.
    n, runs, budget, seed
        The problem or sizes; the number of runs of each algorithm; evaluations, or the keys of a
        budget; the random seed. Default: the values in the experiment; for algorithms 30 runs,
        1,000,000 evaluations and seed 0.
    report
        Whether to write ``report.html`` if there are new runs or no report yet. A failure of the
        report is a warning.

    Raises
    ------
    UserError
        If an argument is wrong; it is a ``ValueError``. Subclasses: ``ConfigError`` if the
        experiment has errors, with all of them; ``StoreError`` if the folder cannot be used.
    KeyboardInterrupt
        After a Ctrl-C. Finished runs are kept in the folder.
    """
    if not (folder is None or isinstance(folder, str | PathLike)):
        raise UserError(f"folder: expected the name of a folder, got {describe(folder)}")
    from metaqueens.analysis.data.runs import load_runs
    from metaqueens.analysis.summary import FILE, summarise
    from metaqueens.experiment.results.folder import REPORT

    loaded = make_experiment(experiment, n, runs, budget, seed)
    is_unnamed = isinstance(experiment, Mapping) and "name" not in experiment
    if folder is None and (is_unnamed or has_algorithms(experiment)):
        with TemporaryDirectory() as scratch:
            place = Path(scratch) / "runs"
            _do_runs(loaded, place, workers)
            return Runs(None, load_runs(place))
    place = Path(folder or Path("results") / loaded.name)
    has_new = _do_runs(loaded, place, workers)
    summary = summarise(place, place / FILE)
    if report and (has_new or not (place / REPORT).exists()):
        try:
            from metaqueens.report.document import write

            write([place], place / REPORT, runs=summary.runs)
        except Exception as error:  # the results are not lost
            warnings.warn(f"no report: {type(error).__name__}: {error}", stacklevel=2)
    return Runs(place)


def _do_runs(experiment: Experiment, folder: Path, workers: int | None) -> bool:
    """Do the missing runs, and warn of failed and rejected ones; return whether any was missing."""
    missing, errors = 0, list[str]()
    with closing(session(experiment, folder, workers=workers)) as events:
        for event in events:
            if isinstance(event, Begun):
                missing = event.missing
            elif isinstance(event, Kept):
                for outcome in event.outcomes:
                    if outcome.error:
                        last_line = outcome.error.strip().rpartition("\n")[2]
                        errors.append(f"{outcome.run.cell.name}: {last_line}")
            elif isinstance(event, Done):
                asked, stored = event.asked, tallies.total(event.store).runs
                if rejected := asked.rejected:
                    text = f"{rejected:,} of {asked.runs:,} runs were rejected by the exact check"
                    warnings.warn(f"{text}: false claims, which count as unsolved", stacklevel=3)
                if asked.runs < stored:
                    text = f"asked for {asked.runs:,} runs; the result has all {stored:,} in"
                    advice = "select rows of its frame, or give another folder"
                    warnings.warn(f"{text} {folder}: {advice}", stacklevel=3)
    if errors:
        warnings.warn(f"{len(errors)} of {missing} runs failed: {errors[0]}", stacklevel=3)
    return missing > 0

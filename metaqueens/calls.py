"""The calls of the public face: what the command line takes, Python takes."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from metaqueens.config import Experiment, dump, load, parse
from metaqueens.contestants import registry
from metaqueens.experiment.session import Begun, Done, session
from metaqueens.problem.base import BaseProblem
from metaqueens.problem.problem import Problem
from metaqueens.problem.queens import Queens
from metaqueens.search import solve as one_run
from metaqueens.search.budget import Budget, Looks
from metaqueens.search.parameters import Parameters
from metaqueens.search.result import Result
from metaqueens.search.standing import Standing
from metaqueens.text.errors import UserError
from metaqueens.text.validation import describe

if TYPE_CHECKING:
    import pandas as pd

    from metaqueens.analysis.comparison import Comparison
    from metaqueens.analysis.figures.style import Picture

# Where no limit is given: evaluations of each run of several.
EVALUATIONS = 1_000_000


def solve(
    problem: BaseProblem | int,
    algorithm: Parameters | str | None = None,
    budget: Looks | int | Mapping[str, float] | None = None,
    seed: int | None = None,
    *,
    stop: Callable[[], bool] | None = None,
    start: ArrayLike | None = None,
    observer: Callable[[Standing], object] | None = None,
) -> Result:
    """Run ``algorithm`` on ``problem`` until it is solved or the budget is spent.

    Ctrl-C ends the run with its best board so far.

    >>> solve(8, seed=1).solved
    True
    >>> solve(Queens(50), "tabu_search", 100_000, seed=1).guards
    0

    Parameters
    ----------
    problem
        What is asked, such as ``Queens(100)``; a number is that many queens.
    algorithm
        What searches, such as ``TabuSearch()``, or its name; where none is given, simulated
        annealing, and queue search above 1000 queens. Its own encoding overrides the problem's.
    budget
        When to give up: ``Budget(evaluations=1_000_000)``, the number alone, its keys and values,
        or any ``Looks``; 60 seconds where none is given (300 for 10^9 queens), and 10,000
        evaluations for 2 or 3 queens, which have no solution.
    seed
        From 0; where none is given, one is drawn, which the result has.
    stop
        Asked at every report of the search; the run ends as at Ctrl-C where it says so.
    start
        The board that the search begins with, (n,): the row of the queen in each column, from 0.
        The result's algorithm has it.
    observer
        Called at every report, the last one too, with where the search stands; the arrays are
        read-only, and valid until the search goes on. What it raises ends the run.

    Returns
    -------
    Result
        The best board, how it was found, and what ended the run. Its times leave out compilation.

    Raises
    ------
    ValueError
        Where the algorithm cannot work on the problem or from the start; ``UserError``, which is
        one, also where an argument is of another kind.
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
    if isinstance(asked, Queens) and isinstance(searcher, Parameters):
        is_free = isinstance(problem, int) or asked.encoding not in searcher.encodings
        asked = asked.in_encoding(searcher.preferred_encoding) if is_free else asked
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


def _called(name: str) -> Parameters:
    try:
        return registry.class_of(registry.full_name(name))()
    except ValueError as error:
        raise UserError(f"algorithm: {error}") from None


def _budget(given: Any) -> Looks:
    """Return the limits that ``given`` means; what is none is refused by the search."""
    if isinstance(given, int):
        return Budget(evaluations=given)
    if isinstance(given, Mapping):
        return Budget(**given)
    looks: Looks = given
    return looks


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


def run(
    experiment: Experiment | str | Path | Mapping[str, Any] | Sequence[Any],
    folder: str | Path | None = None,
    workers: int | None = 1,
    *,
    n: int | BaseProblem | Sequence[int] | None = None,
    runs: int = 30,
    budget: int | Mapping[str, float] = EVALUATIONS,
    seed: int = 0,
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
        What ``load`` returns or takes: a file, the name of a config, keys and values. Or, with
        ``n``, the algorithms to run: their names, or labels with algorithms or names.
    folder
        Where the results go. Where none is given, results/<name> for an experiment that has a
        name; runs of algorithms stay in memory. Runs that are there already are not done again.
    workers
        Processes that do the runs; None for what the experiment says, or all cores.
    n, runs, budget, seed
        Of algorithms: the board, one or several sizes; how many runs of each; evaluations, or the
        keys of a budget; what all random numbers follow from.
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
    if n is not None:
        asked = _of_algorithms(experiment, n, runs, budget, seed)
        if folder is None:
            return _in_memory(asked, workers)
    else:
        asked = experiment if isinstance(experiment, Experiment) else load(experiment)  # type: ignore[arg-type]
    return _kept(asked, Path(folder or Path("results") / asked.name), workers, report)


def _kept(experiment: Experiment, folder: Path, workers: int | None, report: bool) -> Runs:
    from metaqueens.analysis.summary import write_summary
    from metaqueens.experiment.results.folder import REPORT
    from metaqueens.report.document import write

    is_new = False
    with closing(session(experiment, folder, workers=workers)) as events:
        for event in events:
            if isinstance(event, Begun):
                is_new = event.missing > 0
            elif isinstance(event, Done):
                write_summary(event.store)
    if report and (is_new or not (folder / REPORT).exists()):
        try:
            write([folder], folder / REPORT)
        except Exception as error:  # no reason to lose the results
            warnings.warn(f"no report: {type(error).__name__}: {error}", stacklevel=3)
    return Runs(folder)


def _in_memory(experiment: Experiment, workers: int | None) -> Runs:
    from metaqueens.analysis.data.runs import load_runs

    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "runs"
        with closing(session(experiment, folder, workers=workers)) as events:
            for _ in events:
                pass
        return Runs(None, load_runs(folder))


def _of_algorithms(
    given: Any,
    n: int | BaseProblem | Sequence[int],
    runs: int,
    budget: int | Mapping[str, float],
    seed: int,
) -> Experiment:
    """Return the experiment of some algorithms on one board, or on boards of several sizes."""
    if isinstance(given, str) or not isinstance(given, Mapping | Sequence) or not given:
        raise UserError(
            "run: with n, expected algorithms such as ['hill_climbing', 'tabu_search'],"
            f" got {describe(given)}"
        )
    named = given if isinstance(given, Mapping) else {_label(one): one for one in given}
    problem: Any = _keys_of_problem(n)
    document = {
        "name": "runs",
        "problem": problem,
        "algorithms": {label: _keys_of(one) for label, one in named.items()},
        "budget": {"evaluations": budget} if isinstance(budget, int) else dict(budget),
        "runs": runs,
        "seed": seed,
        "validate": None,  # by the independent count alone
    }
    if isinstance(n, Sequence):
        document["problem"], document["sweep"] = {"n": n[0]}, {"problem.n": list(n)}
    return parse(dump(document), name="run")


def _keys_of_problem(problem: Any) -> dict[str, Any]:
    if isinstance(problem, Queens):
        return problem.asked | {"encoding": problem.encoding}
    if isinstance(problem, Problem):
        return {"use": problem.asked["use"], **problem.model_dump(mode="json")}
    return {"n": problem}


def _label(algorithm: Any) -> str:
    return algorithm if isinstance(algorithm, str) else registry.name_of(type(algorithm))


def _keys_of(algorithm: Any) -> dict[str, Any]:
    """Return what a config says of an algorithm."""
    if isinstance(algorithm, Mapping):
        return dict(algorithm)
    if isinstance(algorithm, str):
        use, keys = registry.full_name(algorithm), dict[str, Any]()
        encodings = registry.class_of(use).encodings
    elif isinstance(algorithm, Parameters):
        use = registry.name_of(type(algorithm))
        keys = algorithm.model_dump(mode="json", exclude_unset=True)
        encodings = algorithm.encodings
    else:
        raise UserError(f"run: expected an algorithm or its name, got {describe(algorithm)}")
    if "permutation" not in encodings:
        keys = {"encoding": encodings[0]} | keys
    return {"use": use} | keys

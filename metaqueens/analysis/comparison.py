"""Compare algorithms statistically: an answer, tables, tests and caveats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Never

import numpy as np
import pandas as pd

from metaqueens.analysis import answer, caveats, families
from metaqueens.analysis.data import anytime, cleaning
from metaqueens.analysis.data.runs import NOTES, Source, load_runs
from metaqueens.analysis.data.samples import Sample, samples
from metaqueens.analysis.estimate.estimates import ecdf, fit_power_laws
from metaqueens.analysis.estimate.intervals import estimate, make_rows
from metaqueens.analysis.estimate.limits import describe_basis
from metaqueens.analysis.inference import ranking as ranks
from metaqueens.analysis.inference.pairs import compare_best
from metaqueens.analysis.inference.significance import Test
from metaqueens.metrics import Metric, metric_named
from metaqueens.text.errors import UserError, did_you_mean
from metaqueens.text.validation import describe
from metaqueens.text.words import join_names

if TYPE_CHECKING:
    from metaqueens.analysis.figures.style import Picture


@dataclass(frozen=True, eq=False, repr=False)
class Comparison:
    """The result of ``compare``.

    >>> from metaqueens import run
    >>> run(["hill_climbing"], n=8, runs=2).compare().metric
    'ert'

    Parameters
    ----------
    table
        A row per problem and algorithm: runs, solved, success with Wilson's interval, the
        ``budget`` of PAR, every metric of ``metaqueens.metrics`` (a quantile is inf if fewer runs
        solved), and the outcomes of the exact check; ``low`` and ``high`` are the metric's 95 %
        interval, ``made_of`` its basis (``mean``, ``heavy tail``, ``few solved``, ``quantile``),
        ``deterministic`` whether all repetitions are one run: equal evaluations and, if known,
        equal ``steps`` and ``found_at``, ``unit`` the unit of the metric, such as ``nodes``.
    tests
        A row per problem and algorithm that is not the best there in its unit: the ratio with its
        interval, a test of the metric and one of typical runs, both adjusted (Holm) over all pairs
        of algorithms on all problems, and a verdict. If no two algorithms differ, a verdict other
        than ``open`` occurs in at most 5 % of comparisons; see ``pairs``.
    ranking
        Average ranks, Friedman's test and Holm's p; None for fewer than three algorithms or six
        problems, or if the units differ.
    overall
        Wilcoxon's test of two algorithms over six problems or more, and the one that it favours.
    families
        A row per family of instances and algorithm: see ``analysis.families.make_table``. Empty if
        there is no family.
    family_tests
        A row per family and algorithm that is not the best there: the numbers of instances on which
        the best is ahead, level and behind, and Wilcoxon's test over the instances.
    growth
        A row per algorithm with an ERT or quantile at four sizes or more, which is fitted by a n^b.
    caveats
        Sentences on the limits of the conclusions.
    """

    metric: str
    table: pd.DataFrame
    tests: pd.DataFrame
    ranking: ranks.Ranking | None
    overall: Test | None
    families: pd.DataFrame
    family_tests: pd.DataFrame
    growth: pd.DataFrame
    caveats: tuple[str, ...]
    samples: Sequence[Sample]
    runs: pd.DataFrame

    @cached_property
    def answer(self) -> str:
        """The better algorithm, by which factor, and with what confidence, in a sentence or two."""
        return answer.write_answer(self)

    def __repr__(self) -> str:
        """Return the answer, and below it its caveats and the table of costs."""
        shown = self._select_columns().to_string(index=False, float_format="{:,.4g}".format)
        notes = [f"note: {caveat}" for caveat in self.caveats]
        return "\n".join([self.answer, *notes, "", shown])

    def _repr_html_(self) -> str:
        shown = self._select_columns().to_html(index=False, float_format="{:,.4g}".format)
        notes = "".join(f"<p>note: {escape(caveat)}</p>" for caveat in self.caveats)
        return f"<p>{escape(self.answer)}</p>{notes}{shown}"

    def _select_columns(self) -> pd.DataFrame:
        beside = ("problem", "algorithm", "solved", "runs", self.metric, "low", "high")
        return self.table[[*beside]].rename(columns={"low": "95 % from", "high": "to"})

    def plot(self, problem: str | None = None, cost: str = "evaluations") -> "Picture":
        """Return the figure with the share of solved runs by ``cost``, evaluations or seconds.

        ``problem`` is its label in the table; default: the first one. Raises UserError if it was
        not compared, or the cost of a run is not known.
        """
        problem = str(self.table.problem.iloc[0]) if problem is None else problem
        ranked = self.table[self.table.problem == problem].sort_values(self.metric, kind="stable")
        here = {sample.algorithm: sample for sample in self.samples if sample.problem == problem}
        picture = draw_distributions({name: here[name] for name in ranked.algorithm}, cost)
        if picture is None:
            raise UserError(f"plot: no runs on {problem!r} whose {cost} are known")
        return picture


def draw_distributions(samples: Mapping[str, Sample], cost: str) -> "Picture | None":
    """Return the figure with the share of solved runs by cost; None if a cost is not known."""
    from metaqueens.analysis import figures

    spent = {name: getattr(sample, cost) for name, sample in samples.items()}
    if not spent or not all(np.isfinite(costs).all() for costs in spent.values()):
        return None
    curves = {name: ecdf(one.costs_to_stop(cost), one.solved) for name, one in samples.items()}
    units = [one.unit if cost == "evaluations" else cost for one in samples.values()]
    return figures.ecdf(curves, max(costs.max() for costs in spent.values()), join_names(units))


def compare(
    *sources: Source,
    metric: str = "ert",
    target: int | None = None,
    budget: float | None = None,
    **unknown: Never,
) -> Comparison:
    """Compare algorithms: which one is better, by which factor, and with what confidence.

    >>> from metaqueens import run
    >>> found = compare(run(["hill_climbing", "tabu_search"], n=20))
    >>> found.answer.startswith("tabu_search solves n=20 with fewer evaluations than hill_climbing")
    True

    Parameters
    ----------
    *sources
        Results folders, tidy CSV files (a row per run), data frames with the same columns, or
        the result of ``run``.
    metric
        The name of the metric that is compared, of ``metaqueens.metrics.METRICS``, such as ``ert``
        or ``par10`` in evaluations, ``success`` in shares of runs, or ``median_time`` in seconds.
    target
        Count a solution of at most this cost as solved (fixed target), by the traces.
    budget
        Compare the runs after this number of evaluations (fixed budget), by the traces.

    Returns
    -------
    Comparison
        The answer in a sentence, the tables and tests behind it, and its caveats.

    Raises
    ------
    UserError
        If a source cannot be read, no run finished, or a name or an argument is unknown.
    """
    for name in unknown:
        hint = did_you_mean(name, ("metric", "target", "budget"))
        hint = hint or "; write compare(run(['hill_climbing', 'tabu_search'], n=20))"
        raise UserError(f"compare: {name}: no such argument{hint}")
    if target is not None and not (hasattr(target, "__index__") and target >= 0):
        raise UserError(f"target: expected a whole number from 0 on, got {describe(target)}")
    if budget is not None and not (hasattr(budget, "__float__") and budget >= 1):
        raise UserError(f"budget: expected evaluations, 1 or more, got {describe(budget)}")
    return compare_runs(load_runs(*sources), sources, metric, target, budget)


def compare_runs(
    runs: pd.DataFrame,
    sources: Sequence[Source],
    metric: str = "ert",
    target: int | None = None,
    budget: float | None = None,
) -> Comparison:
    """Compare ``runs`` that were loaded from ``sources``, which have the traces."""
    chosen, of_sources = metric_named(metric), runs.attrs.get(NOTES, [])
    solved = runs.solved.groupby(runs.problem, observed=True).transform("any")
    runs = runs.assign(existence=runs.existence.astype(object).mask(solved, "solvable"))
    notes = list[str]()
    if target is not None or budget is not None:
        runs, notes = anytime.cut(runs, sources, target, budget, chosen.of_solutions)
    if chosen.of_solutions:
        runs = runs[runs.verdict != "rejected"]  # its cost is a claim
    _require_comparable(runs, chosen, budget)
    notes += [*of_sources, *caveats.describe_sources(runs, chosen)]
    runs, cleaning_notes = cleaning.clean(runs)
    found = samples(runs)
    judged = [sample.judge_by(chosen) for sample in found]
    values = estimate(judged, chosen)
    table = pd.DataFrame(make_rows(found)).assign(
        low=[value.low for value in values],
        high=[value.high for value in values],
        made_of=[describe_basis(value.limits) for value in values],
        unit=[sample.unit for sample in judged],
    )
    tests = compare_best(judged, values, chosen)
    has_one_unit = table.unit[table.runs > 0].nunique() == 1
    blocks = ranks.make_blocks(table if has_one_unit else table[:0], metric, chosen)
    ranking, overall = ranks.rank_blocks(blocks, chosen)
    grouped = pd.DataFrame(families.make_table(found, metric))
    # PAR and costs of solutions depend on the budget, and a share has no law of growth.
    grows = chosen.less_is_better and not chosen.penalty and not chosen.of_solutions
    is_of_instances = all(sample.family != sample.problem for sample in found)
    rows = grouped if is_of_instances else table
    growth = fit_power_laws(rows if grows else table[:0], metric)
    doubts = caveats.describe_limits(runs, judged, table, tests, blocks, chosen, is_of_instances)
    kinds = caveats.describe_kinds(map(str, runs.family.unique())) if len(growth) else ""
    return Comparison(
        metric=metric,
        table=table,
        tests=tests,
        ranking=ranking,
        overall=overall,
        families=grouped,
        family_tests=families.compare_families(
            grouped, table.assign(family=[sample.family for sample in found]), chosen, metric
        ),
        growth=growth,
        caveats=tuple(dict.fromkeys(filter(None, [*notes, *cleaning_notes, *doubts, kinds]))),
        samples=found,
        runs=runs,
    )


def _require_comparable(runs: pd.DataFrame, metric: Metric, budget: float | None) -> None:
    """Raise ``UserError`` if the runs, cut at ``budget``, lack what the metric needs.

    Costs of solutions on a problem are comparable only after equal budgets.
    """
    finished = runs[runs.status != "failed"]
    if finished.empty:
        raise UserError(f"no run has a valid result ({len(runs):,} failed): nothing to compare")
    needed = {"seconds", "cost"} & {metric.cost}
    if needed and (without := finished[finished[metric.cost].isna()]).size:
        if metric.of_solutions and budget is not None:
            names = join_names(without.algorithm)
            raise UserError(
                f"metric {metric.title}: not every run of {names} has a result after {budget:,.0f}"
                " evaluations; use a larger --at"
            )
        raise UserError(
            f"metric {metric.title}: {join_names(sorted(without.source))} has runs without"
            f" {metric.cost}; add the column, or compare by ert, par10 or success"
        )
    for problem, budgets in runs.groupby("problem", observed=True).budget_evaluations:
        if metric.of_solutions and budgets.nunique(dropna=False) > 1:
            raise UserError(
                f"metric {metric.title}: the budgets on {problem} differ; compare costs after the"
                f" same number of evaluations, such as --at {budgets.min():.0f}"
            )


def replace_instances(found: Comparison) -> Comparison:
    """Return ``found`` with families in the place of their instances; itself without families.

    Its samples are the runs on all instances that count: instances that no run solved count only if
    they are known to have a solution. The rank test and the growth are those of the comparison.
    """
    if not len(found.families):
        return found
    runs = families.replace_instances(found.runs, found.samples)
    return replace(
        found,
        table=found.families.rename(columns={"family": "problem"}),
        tests=found.family_tests.rename(columns={"family": "problem"}),
        samples=samples(runs),
        runs=runs,
    )

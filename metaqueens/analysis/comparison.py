"""Compare algorithms statistically: a table, an answer, the tests behind it, and caveats."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from metaqueens.analysis import answer, caveats, families, grouping
from metaqueens.analysis.data import anytime, cleaning
from metaqueens.analysis.data.runs import Source, load
from metaqueens.analysis.data.samples import Sample, samples
from metaqueens.analysis.estimate.estimates import ecdf
from metaqueens.analysis.estimate.intervals import Estimate, estimate, make_rows
from metaqueens.analysis.estimate.limits import describe_basis
from metaqueens.analysis.growth import fit_power_laws
from metaqueens.analysis.inference import ranking as ranks
from metaqueens.analysis.inference.family_tests import compare_families
from metaqueens.analysis.inference.pairs import compare_best
from metaqueens.metrics import Metric, metric_named
from metaqueens.text.errors import UserError
from metaqueens.text.words import join_names

if TYPE_CHECKING:
    import pandas as pd

    from metaqueens.analysis.figures.style import Picture


@dataclass(frozen=True)
class Comparison:
    """The result of ``compare``.

    Parameters
    ----------
    answer
        Which algorithm, by how much, how sure: one sentence.
    table
        A row per problem and algorithm: runs, solved, success with Wilson's interval, the
        ``budget`` that PAR charges by, every metric of ``metaqueens.metrics`` (quantiles are inf
        where so many did not solve); ``low`` and ``high`` are the metric's 95 % interval,
        ``made_of`` what it rests on (``mean``, ``heavy tail``, ``few solved``, ``quantile``),
        ``deterministic`` where all repetitions are one run: equal evaluations and, where noted,
        ``steps`` and ``found_at``.
    tests
        A row per problem and algorithm that is not the best there: the ratio with its interval, a
        test of the metric and one of typical runs, both adjusted (Holm) over all pairs of
        algorithms on all problems, and a verdict. Where no two algorithms differ, any verdict but
        ``open`` is given in at most 5 % of comparisons; see ``pairs``.
    ranking
        Average ranks, Friedman's test and Nemenyi's difference; None for fewer than three
        algorithms or six problems.
    overall
        Of two algorithms over six problems or more, Wilcoxon's test, and which one it favours.
    families
        Where problems are instances of families, a row per family and algorithm: see
        ``analysis.families.table``. Empty if there is none.
    family_tests
        A row per family and algorithm that is not the best there: on how many instances the best is
        ahead, level and behind, and Wilcoxon's test over the instances.
    growth
        A row per algorithm with an ERT or quantile at four sizes or more, which is fitted by a n^b.
    caveats
        What the numbers do not prove, a sentence each.
    """

    metric: str
    answer: str
    table: "pd.DataFrame"
    tests: "pd.DataFrame"
    ranking: ranks.Ranking | None
    overall: ranks.OverProblems | None
    families: "pd.DataFrame"
    family_tests: "pd.DataFrame"
    growth: "pd.DataFrame"
    caveats: tuple[str, ...]
    samples: Sequence[Sample] = field(repr=False)
    runs: "pd.DataFrame" = field(repr=False)

    def __str__(self) -> str:
        """Return the answer, and below it the table of costs and their intervals."""
        shown = self._shown().to_string(index=False, float_format="{:,.4g}".format)
        return f"{self.answer}\n\n{shown}"

    def _repr_html_(self) -> str:
        shown = self._shown().to_html(index=False, float_format="{:,.4g}".format)
        return f"<p>{escape(self.answer)}</p>{shown}"

    def _shown(self) -> "pd.DataFrame":
        beside = ("problem", "algorithm", "solved", "runs", self.metric, "low", "high")
        return self.table[[*beside]].rename(columns={"low": "95 % from", "high": "to"})

    def plot(self, problem: str | None = None, cost: str = "evaluations") -> "Picture":
        """Return the figure of the share of runs that had solved by each cost.

        Parameters
        ----------
        problem
            Its label in the table; the first one when not given.
        cost
            ``evaluations`` or ``seconds``.

        Raises
        ------
        UserError
            Where no such problem was compared, or that cost is not known of every run.
        """
        from metaqueens.analysis import figures as drawn

        problem = str(self.table.problem.iloc[0]) if problem is None else problem
        ranked = self.table[self.table.problem == problem].sort_values(self.metric, kind="stable")
        here = {one.algorithm: one for one in self.samples if one.problem == problem}
        spent = {name: getattr(here[name], cost) for name in ranked.algorithm if name in here}
        if not spent or not all(np.isfinite(each).all() for each in spent.values()):
            raise UserError(f"plot: no runs on {problem!r} whose {cost} are known")
        curves = {name: ecdf(here[name].until_stopped(cost), here[name].solved) for name in spent}
        return drawn.ecdf(curves, max(each.max() for each in spent.values()), cost)


def compare(
    *sources: Source,
    metric: str = "ert",
    by: str | Sequence[str] = (),
    target: int | None = None,
    budget: float | None = None,
) -> Comparison:
    """Compare algorithms: which one is better, by how much, and how sure that is.

    >>> from metaqueens import run
    >>> found = compare(run(["hill_climbing", "tabu_search"], n=20))
    >>> found.answer.startswith("tabu_search solves n=20 with fewer evaluations than hill_climbing")
    True

    Parameters
    ----------
    *sources
        Results folders, tidy CSV files (a row a run), data frames with the same columns, or
        what ``run`` returns.
    metric
        What is compared: a name in ``metaqueens.metrics.METRICS``, such as ``ert`` or ``par10`` in
        evaluations, ``success`` in shares of runs, or ``median_time`` in seconds.
    by
        Columns or parameters whose values are compared in the place of the algorithms.
    target
        Count a solution of at most this cost as solved (fixed target), by the traces.
    budget
        Compare what was reached by so many evaluations (fixed budget), by the traces.

    Returns
    -------
    Comparison
        The answer in a sentence, the tables and tests behind it, and its caveats.

    Raises
    ------
    UserError
        Where a source cannot be read, no run finished, or a name is unknown.
    """
    return compare_runs(load(*sources), sources, metric, by, target, budget)


def compare_runs(
    runs: "pd.DataFrame",
    sources: Sequence[Source],
    metric: str = "ert",
    by: str | Sequence[str] = (),
    target: int | None = None,
    budget: float | None = None,
) -> Comparison:
    """``compare`` of ``runs`` that were loaded from ``sources``, which have the traces."""
    import pandas as pd

    chosen = metric_named(metric)
    runs, notes = anytime.cut(families.mark_proofs(runs), sources, target, budget)
    runs, group_notes = grouping.group_by(runs, [by] if isinstance(by, str) else by)
    _require_costs(runs, chosen)
    notes += [*group_notes, *caveats.describe_sources(runs, chosen)]
    runs, cleaning_notes = cleaning.clean(runs)
    found = samples(runs)
    values = estimate(found, chosen)
    table = _make_table(found, values)
    tests = compare_best(found, values, chosen)
    blocks = ranks.make_blocks(table, metric, chosen)
    ranking = ranks.rank_blocks(blocks)
    overall = ranks.compare_over_problems(blocks, chosen)
    names = families.name_families(found)
    grouped = pd.DataFrame(families.make_table(found, metric))
    noun = families.noun(names)
    # PAR depends on the budget, and a share has no law of growth.
    grows = chosen.less_is_better and not chosen.penalty
    numbers = answer.Numbers(metric, table, tests, ranking, overall, grouped, noun)
    doubts = caveats.describe_limits(runs, found, table, tests, blocks, chosen, noun == "instances")
    return Comparison(
        metric=metric,
        answer=answer.write_answer(numbers),
        table=table,
        tests=tests,
        ranking=ranking,
        overall=overall,
        families=grouped,
        family_tests=compare_families(
            grouped, table.assign(family=table.problem.map(names)), chosen, metric
        ),
        growth=fit_power_laws(table if grows else table[:0], metric),
        caveats=(*notes, *cleaning_notes, *doubts),
        samples=found,
        runs=runs,
    )


def _require_costs(runs: "pd.DataFrame", metric: Metric) -> None:
    """Raise ``UserError`` if the runs lack what the metric needs."""
    finished = runs[runs.status != "failed"]
    if finished.empty:
        raise UserError("there is no finished run in these results: nothing to compare")
    if metric.cost == "seconds" and (without := finished[finished.seconds.isna()]).size:
        raise UserError(
            f"metric {metric.title}: {join_names(sorted(set(without.source)))} has runs without"
            " seconds; add the column, or compare by ert, par10 or success"
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


def _make_table(found: Sequence[Sample], values: Sequence[Estimate]) -> "pd.DataFrame":
    import pandas as pd

    intervals = [
        {"low": one.low, "high": one.high, "made_of": describe_basis(one.limits)} for one in values
    ]
    rows = [row | ends for row, ends in zip(make_rows(found), intervals, strict=True)]
    return pd.DataFrame(rows)

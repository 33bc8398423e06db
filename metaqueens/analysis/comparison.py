"""``compare``: from results to a table, an answer, the tests behind it, and their caveats."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from metaqueens.analysis import answer, caveats
from metaqueens.analysis.data import alike, anytime, grouping
from metaqueens.analysis.data.cleaning import cleaned
from metaqueens.analysis.data.runs import Source, load
from metaqueens.analysis.data.samples import Sample, Scatter, figures, samples, scatter
from metaqueens.analysis.estimate import profiles
from metaqueens.analysis.estimate.limits import enough_runs, made_of
from metaqueens.analysis.estimate.metrics import Metric, metric_named
from metaqueens.analysis.inference import overall
from metaqueens.analysis.inference.bayes import Chances
from metaqueens.analysis.inference.pairs import against_the_best
from metaqueens.analysis.inference.ranking import Ranking
from metaqueens.analysis.inference.significance import Test
from metaqueens.analysis.models import distributions, planning, restarts
from metaqueens.analysis.models.scaling import LEAST_SIZES, Scaling, no_scaling, scaling

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Comparison:
    """What a comparison came to.

    Parameters
    ----------
    answer
        Which algorithm, by how much, how sure: one sentence.
    table
        A row per problem and algorithm: runs, solved, success with Wilson's interval, ert, par2,
        par10 (by ``budget``), quantiles of the evaluations (inf where so many did not solve),
        median_time in seconds; ``low`` and ``high`` are the metric's 95 % interval, ``made_of``
        what it rests on (``mean``, ``heavy tail``, ``few solved``, ``quantile``), ``enough_runs``
        about how many runs would bring its upper end within a factor of 1.5; ``deterministic``
        where all repetitions are one run.
    tests
        A row per problem and algorithm that is not the best there: the ratio with its interval, a
        test of the metric and one of typical runs, both adjusted (Holm) over all pairs of
        algorithms on all problems, and a verdict. Where all algorithms are alike, any verdict but
        ``open`` is given in at most 5 % of comparisons; see ``pairs``.
    ranking
        Average ranks, Friedman's test and Nemenyi's difference; None for fewer than three
        algorithms or six blocks. Blocks are problems, or seeds where runs of one seed are alike.
    overall
        Of two algorithms over six problems or more, Wilcoxon's test.
    chances
        By algorithm, that the best ranked is practically better, equal, worse; where asked for.
    scaling
        Models of growth, where an algorithm ran at four sizes or more.
    caveats
        What the numbers do not prove, a sentence each.
    """

    metric: str
    answer: str
    table: "pd.DataFrame"
    tests: "pd.DataFrame"
    ranking: Ranking | None
    overall: Test | None
    chances: dict[str, Chances]
    scaling: Scaling
    caveats: tuple[str, ...]
    samples: Sequence[Sample] = field(repr=False)
    runs: "pd.DataFrame" = field(repr=False)

    def restarts(self) -> "pd.DataFrame":
        """What restarts and independent walks would cost, a row per problem and algorithm."""
        return restarts.table(self.samples)

    def distributions(self) -> "pd.DataFrame":
        """Models of the run-length distribution, a row per problem, algorithm and model."""
        return distributions.table(self.samples)

    def plan(self, factors: Sequence[float] = (1.2, 1.5, 2.0)) -> "pd.DataFrame":
        """How many runs would show each factor, a row per problem, algorithm and factor."""
        here = self.table.groupby("problem", observed=True).algorithm.nunique()
        pairs = int((here * (here - 1) // 2).sum())
        return planning.plan(self.samples, factors, max(1, pairs))

    def profiles(self) -> "tuple[pd.DataFrame, pd.DataFrame]":
        """Performance profiles by ERT and data profiles, a row per algorithm each."""
        return profiles.performance(self.table), profiles.data(self.runs)

    def left(self) -> "pd.DataFrame":
        """The attacking pairs that are left, a row per problem and algorithm."""
        return profiles.left(self.runs)


def compare(
    *sources: Source,
    metric: str = "ert",
    by: str | Sequence[str] = (),
    rope: float | None = None,
    grows_from: float = 0,
    target: int | None = None,
    budget: float | None = None,
) -> Comparison:
    """Compare the algorithms in ``sources``: results folders, tidy CSV files, data frames.

    Parameters
    ----------
    metric
        ``ert`` or ``par10`` in evaluations, ``success``, or ``median_time`` in seconds.
    by
        Columns or parameters whose values are compared in the place of the algorithms.
    rope
        Also give the chances that one is practically better, a factor below 1 + ``rope`` being
        no difference (for ``success``: a difference in share below ``rope``).
    grows_from
        Models of growth are fitted to sizes from this n on.
    target
        Count a board of so few attacking pairs as solved (fixed target), by the traces.
    budget
        Compare what was reached by so many evaluations (fixed budget), by the traces.

    Raises ``UserError`` where a source cannot be read or a name is unknown.
    """
    chosen = metric_named(metric)
    runs, cut = anytime.cut(load(*sources), sources, target, budget)
    runs, notes = grouping.by(runs, [by] if isinstance(by, str) else by)
    caveats.require(runs, chosen)
    told = alike.told(runs)
    runs, put_right = cleaned(runs)
    notes = [*cut, *notes, *put_right, *told]
    found = samples(runs)
    scattered = scatter(found, chosen, draws=_grows(chosen) and runs.n.nunique() >= LEAST_SIZES)
    table = _table(found, scattered)
    tests = against_the_best(found, scattered, chosen)
    blocks = overall.blocks(runs, table, metric, chosen)
    ranking = overall.ranking(blocks)
    pair = overall.wilcoxon_over(blocks, chosen)
    return Comparison(
        metric=metric,
        answer=answer.sentence(table, tests, ranking, pair, metric, chosen),
        table=table,
        tests=tests,
        ranking=ranking,
        overall=pair,
        chances=overall.chances(blocks, chosen, rope) if rope else {},
        scaling=scaling(found, scattered, grows_from) if _grows(chosen) else no_scaling(),
        caveats=(*notes, *caveats.of(runs, found, table, blocks, metric)),
        samples=found,
        runs=runs,
    )


def _table(found: Sequence[Sample], scattered: Sequence[Scatter]) -> "pd.DataFrame":
    import pandas as pd

    table = pd.DataFrame([figures(sample) for sample in found])
    table["low"], table["high"] = [one.low for one in scattered], [one.high for one in scattered]
    table["made_of"] = [made_of(one.limits) for one in scattered]
    table["enough_runs"] = [
        enough_runs(one.limits, len(sample.solved))
        for sample, one in zip(found, scattered, strict=True)
    ]
    return table


def _grows(metric: Metric) -> bool:
    """PAR depends on a budget that no model of n knows, and a share grows nowhere."""
    return metric.less_is_better and not metric.penalty

"""The caveats of a comparison: a sentence for each fact that limits its conclusions."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import ceil, comb, log, log2

import pandas as pd

from metaqueens.analysis.data.labels import drop_n
from metaqueens.analysis.data.samples import Sample
from metaqueens.analysis.estimate.intervals import LEAST_RUNS
from metaqueens.analysis.families import LEAST_INSTANCES
from metaqueens.analysis.inference.pairs import count_pairs
from metaqueens.analysis.inference.ranking import LEAST_BLOCKS, Blocks
from metaqueens.analysis.inference.significance import SIGNIFICANT, least_mann_whitney
from metaqueens.contestants.registry import SEARCHES
from metaqueens.metrics import Metric
from metaqueens.text.words import join_names, many

ENOUGH_RUNS = 30
# Processor time from which waiting is judged, and the ratio of wall to processor time of waiting.
LEAST_SECONDS, BUSY = 1.0, 1.25
_SETTINGS = ["problem", "encoding", "use", "parameters", "budget_evaluations", "budget_seconds"]


def describe_sources(runs: pd.DataFrame, metric: Metric) -> Iterator[str]:
    """Yield the reasons why the runs are hard to compare; these are all runs, uncut."""
    known = runs.budget_evaluations.notna() | runs.budget_seconds.notna()
    without = sorted(set(map(str, runs.source)) - set(map(str, runs.source[known])))
    if without and not runs.solved.all():
        yield (
            f"no budget is given in {join_names(without)} (column budget_evaluations): success"
            " rates and ERTs are comparable only under equal budgets"
        )
    beyond = runs[["evaluations", "found_at"]].min(axis=1) > runs.budget_evaluations
    if len(late := runs[runs.solved & beyond]):
        names = join_names(sorted(late.source))
        yield (
            f"{many(len(late), 'run')} of {names} solved after more evaluations than their"
            " budget_evaluations allow; they count as solved"
        )
    limits = runs.groupby("problem", observed=True).budget_seconds.nunique()
    if len(unequal := limits.index[limits > 1]):
        yield f"time limits differ on {join_names(unequal)}: success rates and ERTs depend on them"
    named = runs.dropna(subset=["use"])
    is_twin = named.duplicated([*_SETTINGS, "seed"], keep=False)
    twins = list(dict.fromkeys(map(str, named[is_twin].algorithm)))
    if len(twins) > 1:
        yield f"{join_names(twins)}: runs with equal settings and seeds, compared as if independent"
    cells = named[~is_twin].drop_duplicates(["source", *_SETTINGS])
    if len(same := cells[cells.duplicated(_SETTINGS, keep=False)]):
        names = join_names(same.algorithm)
        yield (
            f"{names}: equal settings with different seeds, compared and not joined; to join them,"
            " add the runs of a seed to a folder: `metaqueens run CONFIG seed=SEED -o FOLDER`"
        )
    repeated = named[named.duplicated(["source", *_SETTINGS, "algorithm", "repetition"])]
    if len(repeated):
        pooled = repeated.algorithm.astype(str) + " on " + repeated.problem.astype(str)
        yield f"{join_names(pooled)}: runs of several seeds of the experiment are joined"
    # Exact solvers may have threads of their own.
    timed = runs[runs.use.isin(SEARCHES)].dropna(subset=["seconds", "cpu_seconds"])
    seconds, spent = timed.seconds.sum(), timed.cpu_seconds.sum()
    if metric.cost == "seconds" and spent >= LEAST_SECONDS and seconds >= BUSY * spent:
        yield (
            f"the machine was busy: searches took {seconds / spent:.1f} times their processor time,"
            " longer than on an idle machine"
        )


def describe_limits(
    runs: pd.DataFrame,
    found: Sequence[Sample],
    table: pd.DataFrame,
    tests: pd.DataFrame,
    blocks: Blocks,
    metric: Metric,
    is_of_instances: bool,
) -> Iterator[str]:
    """Yield the limits of the conclusions, the most important first.

    ``is_of_instances``: whether the problems are instances of families, which are the sample then.
    """
    samples = {(sample.problem, sample.algorithm): sample for sample in found}
    opened = tests[(tests.verdict == "open") & metric.less_is_better]
    for problem, name, better in zip(opened.problem, opened.other, opened.better, strict=True):
        sample, best = samples[problem, name], samples[problem, better].solved
        is_lie = (sample.verdict == "rejected") & (sample.evaluations < sample.limit)
        count, ended = len(sample.solved), (sample.gave_up | is_lie).sum()
        if not sample.solved.any() and 2 * ended > count:
            yield (
                f"{name} on {problem} ended before its budget in {ended} of {count} runs and solved"
                f" none: compare by success (0/{count} and {best.sum()}/{len(best)})"
            )
            break
    if failed := sum(sample.failed for sample in found):
        yield f"{many(failed, 'failed run')} left out"
    if rejected := int((runs.verdict == "rejected").sum()):
        yield f"the exact check rejected {many(rejected, 'run')}; rejected runs count as unsolved"
    if timed := int((runs.reason == "seconds").sum()):
        yield f"the time limit stopped {many(timed, 'run')}: results depend on the machine"
    if len(proven := runs.problem[runs.existence == "proven none"]):
        yield f"{join_names(proven)}: proven to have no solution"
    if len(heavy := table[table.made_of == "heavy tail"]):
        others, them = (f" and {len(heavy) - 1} more", "them") if len(heavy) > 1 else ("", "it")
        # Over the instances of a family the verdicts are those of a test of ranks.
        so = "" if is_of_instances else f", so that no verdict about {them} is clear"
        yield (
            f"heavy tail: {heavy.algorithm.iloc[0]} on {heavy.problem.iloc[0]}{others}; a few runs"
            f" decide {metric.title}{so}; do more runs or compare by median"
        )
    yield from _describe_small_samples(found, tests, metric, is_of_instances)
    if same := [sample.algorithm for sample in found if sample.deterministic]:
        yield (
            f"every repetition of {join_names(same)} is the same run: its success rate is that of"
            " one run, and sign tests compare others with its cost"
        )
    if blocks.dropped and table.algorithm.nunique() > 1:
        dropped = join_names(blocks.dropped)
        yield f"not ranked, as not every algorithm has a finished run there: {dropped}"


def describe_kinds(families: Iterable[str]) -> str:
    """Return the kinds of ``families`` that differ in more than n; nothing if n is all or unknown.

    The cost against n is then that of different boards as well.
    """
    kinds = {family: drop_n(family) for family in families}
    names = dict.fromkeys(name or "no rule" for name in kinds.values())
    if len(names) < 2 or any(name == family.strip() for family, name in kinds.items()):
        return ""
    return f"growth with n: the problems differ in more than n ({join_names(names)})"


def describe_few_instances(number: int, contestants: int, families: int) -> Iterator[str]:
    """Yield the needs of tests and intervals if ``number`` instances of a family are fewer."""
    pairs = max(1, comb(contestants, 2) * families)
    needed = max(LEAST_BLOCKS, ceil(log2(2 * pairs / SIGNIFICANT)))
    if number < max(needed, LEAST_INSTANCES):
        needs = f"a test needs {needed}, an interval {LEAST_INSTANCES}"
        yield f"{many(number, 'instance')} of a family: {needs}" + f" ({pairs} pairs)" * (pairs > 1)


def _describe_small_samples(
    found: Sequence[Sample], tests: pd.DataFrame, metric: Metric, is_of_instances: bool
) -> Iterator[str]:
    """Yield that there are too few instances or runs for an interval, or for a test."""
    if is_of_instances:
        problems = {(sample.family, sample.problem) for sample in found}
        count = Counter(family for family, _ in problems)
        contestants = len({sample.algorithm for sample in found})
        yield from describe_few_instances(min(count.values()), contestants, len(count))
        return
    sizes = [(len(sample.solved), sample.algorithm) for sample in found if len(sample.solved)]
    without = [name for size, name in sizes if size < LEAST_RUNS]
    if without and metric.less_is_better:
        yield f"no interval for {join_names(without)}: fewer than {LEAST_RUNS} runs"
    least = min(sizes)[0]
    if share := metric.quantile:
        bounding = ceil(log(0.025) / log(max(share, 1 - share)))
        if LEAST_RUNS <= least < bounding:
            yield (
                f"{many(least, 'run')} do not bound a {metric.title} on both sides with 95 %;"
                f" {bounding} do"
            )
    pairs = count_pairs(zip(tests.problem, tests.better, strict=True))
    needed = next(k for k in range(2, 99) if least_mann_whitney(k, k) * pairs <= SIGNIFICANT)
    if (tests.verdict == "open").any() and max(sizes)[0] < needed:
        yield (
            f"{many(least, 'run')} per algorithm: no test can be significant; do at least {needed},"
            f" better {ENOUGH_RUNS}"
        )
    elif least < ENOUGH_RUNS:
        yield f"as few as {many(least, 'run')}: a small sample"

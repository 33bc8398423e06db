"""The caveats of a comparison: what makes runs hard to compare, few runs, heavy tails."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from metaqueens.algorithms import ALGORITHMS
from metaqueens.analysis.data.samples import Sample
from metaqueens.analysis.estimate.intervals import LEAST_RUNS
from metaqueens.analysis.inference.pairs import family_of
from metaqueens.analysis.inference.ranking import Blocks
from metaqueens.analysis.inference.significance import least_mann_whitney
from metaqueens.analysis.inference.verdicts import SIGNIFICANT
from metaqueens.metrics import Metric
from metaqueens.text.errors import UserError
from metaqueens.text.words import listed, many

if TYPE_CHECKING:
    import pandas as pd

ENOUGH_RUNS = 30
# Processor time that says something of a machine; and how much longer runs take on a busy one.
LEAST_SECONDS, BUSY = 1.0, 1.25
# What exact methods count in the place of evaluations.
UNITS = {
    "backtracking": "nodes",
    "construction": "squares",
    "cp": "branches",
    "cp_sat": "branches",
    "program": "what the program says, or the boards that it writes",
}


def require(runs: "pd.DataFrame", metric: Metric) -> None:
    """Raise ``UserError`` where the runs lack what the metric needs."""
    finished = runs[runs.status != "failed"]
    if finished.empty:
        raise UserError("there is no finished run in these results: nothing to compare")
    if metric.cost == "seconds" and (without := finished[finished.seconds.isna()]).size:
        raise UserError(
            f"metric {metric.title}: {listed(sorted(set(without.source)))} has runs without"
            " seconds; add the column, or compare by ert, par10 or success"
        )


def of(
    runs: "pd.DataFrame",
    found: Sequence[Sample],
    table: "pd.DataFrame",
    tests: "pd.DataFrame",
    blocks: Blocks,
    metric: Metric,
    noun: str,
) -> list[str]:
    """Return all that holds of these runs, a sentence each, what matters most first.

    ``noun`` is what the problems are called; where they are boards of a family, these are what is
    sampled, not the runs on each.
    """
    return [
        *_trouble(runs, found),
        *_impossible(runs),
        *_intervals(table, metric),
        *(_no_intervals(found) if metric.less_is_better and noun != "boards" else ()),
        *(_few_runs(found, tests) if noun != "boards" else ()),
        *_copies(found),
        *_few_problems(table, blocks),
        *_charge(runs, table, metric),
    ]


def _impossible(runs: "pd.DataFrame") -> Iterator[str]:
    proven = runs[runs.existence == "proven none"].problem
    if names := list(dict.fromkeys(map(str, proven))):
        has, it = ("has", "it") if len(names) == 1 else ("have", "them")
        yield f"{listed(names)} {has} no solution (proven): that nothing solved {it} says nothing"


def _few_runs(found: Sequence[Sample], tests: "pd.DataFrame") -> Iterator[str]:
    one = {(sample.problem, sample.algorithm): sample for sample in found}
    sizes = {len(sample.solved) for sample in found if len(sample.solved)}
    least = min(sizes)
    few = many(least, "run")
    family = family_of(found)
    ps = [
        _least(one[problem, better], one[problem, other])
        for problem, better, other in zip(tests.problem, tests.better, tests.other, strict=True)
    ]
    if ps and min(ps) * family > SIGNIFICANT:
        enough = next(k for k in range(2, 99) if least_mann_whitney(k, k) * family <= SIGNIFICANT)
        among = f" among {family:,} pairs" if family > 1 else ""
        each = f"{few} an algorithm" if len(sizes) == 1 else f"as few as {few}"
        yield (
            f"{each}: no test could find even the largest difference significant{among}; do at"
            f" least {enough}, better {ENOUGH_RUNS}"
        )
    elif least < ENOUGH_RUNS:
        intervals = "; the intervals say how little it tells" if least >= LEAST_RUNS else ""
        yield f"as few as {few}: a small sample{intervals}"


def _no_intervals(found: Sequence[Sample]) -> Iterator[str]:
    """Yield why there is no interval where there are too few runs for one."""
    few = [sample.algorithm for sample in found if 0 < len(sample.solved) < LEAST_RUNS]
    if names := list(dict.fromkeys(few)):
        yield f"no interval of {listed(names)}: fewer than {LEAST_RUNS} runs say too little for any"


def _least(one: Sample, other: Sample) -> float:
    """Return the least p that any test of two samples of these sizes can give.

    It is that of Fisher's test and of the permutations: where sizes differ no mirror of them is as
    extreme, and Mann-Whitney's is twice as large. Where one is deterministic there is no such bound
    from its copies.
    """
    if one.deterministic or other.deterministic:
        return 0.0
    runs, others = len(one.solved), len(other.solved)
    p = least_mann_whitney(runs, others)
    return p if runs == others else p / 2


def _copies(found: Sequence[Sample]) -> Iterator[str]:
    names = [sample.algorithm for sample in found if sample.deterministic]
    if names:
        yield (
            f"every repetition of {listed(list(dict.fromkeys(names)))} is the same run: its success"
            " rate is that of one run, for Fisher's test too; its evaluations are taken as known,"
            " and of the others' runs those that cost less are counted (sign test) in place of"
            " Mood's and Mann-Whitney's tests"
        )


def _intervals(table: "pd.DataFrame", metric: Metric) -> Iterator[str]:
    """Yield which intervals rest on heavy tails."""
    heavy = table[table.made_of == "heavy tail"]
    if len(heavy):
        first = heavy.iloc[0]
        others = f" and {len(heavy) - 1} more" if len(heavy) > 1 else ""
        median = "median_time" if metric.cost == "seconds" else "median"
        yield (
            f"heavy tail: {first.algorithm} on {first.problem}{others}; a few runs are most of the"
            f" cost, {metric.title} is known badly, and no verdict on it is more than"
            f" likely; do more runs, or compare typical ones by --metric {median}"
        )


def _few_problems(table: "pd.DataFrame", blocks: Blocks) -> Iterator[str]:
    if blocks.dropped and table.algorithm.nunique() > 1:
        missing = "without a finished run of every algorithm, and so not ranked"
        yield f"{missing}: {listed(list(blocks.dropped))}"


def _charge(runs: "pd.DataFrame", table: "pd.DataFrame", metric: Metric) -> Iterator[str]:
    unknown = runs.budget_evaluations.isna().all() and (table.solved < table.runs).any()
    if metric.penalty and unknown:
        yield (
            f"{metric.title} charges an unsolved run {metric.penalty} times the most that one"
            " spent, as no budget is given"
        )


def _trouble(runs: "pd.DataFrame", found: Sequence[Sample]) -> Iterator[str]:
    if failed := sum(sample.failed for sample in found):
        yield f"{failed:,} runs failed and are left out"
    if rejected := int((runs.verdict == "rejected").sum()):
        yield f"{rejected:,} runs were rejected by the exact check; they count as unsolved"
    if timed := int((runs.reason == "seconds").sum()):
        yield f"{timed:,} runs were ended by the clock: another machine would give other results"


def before(runs: "pd.DataFrame") -> list[str]:
    """Return what makes the runs, as they were given, hard to compare; a sentence each."""
    return [*_no_budget(runs), *_clocks(runs), *_units(runs)]


def busy(runs: "pd.DataFrame") -> str:
    """That searches waited for a processor, where they did: they took more seconds than needed.

    Searches of ours run in one thread and wait for nothing else; exact solvers may have threads of
    their own. Runs of less than a second of processor time together tell nothing.
    """
    ours = runs[runs.use.isin([*ALGORITHMS])].dropna(subset=["seconds", "cpu_seconds"])
    seconds, spent = ours.seconds.sum(), ours.cpu_seconds.sum()
    if spent < LEAST_SECONDS or seconds < BUSY * spent:
        return ""
    return (
        f"the machine was busy: searches took {seconds / spent:.1f} times their processor time;"
        " times are longer than on an idle machine, evaluations are the same"
    )


def _no_budget(runs: "pd.DataFrame") -> Iterator[str]:
    if runs.solved.all():
        return
    known = runs.budget_evaluations.notna() | runs.budget_seconds.notna()
    if without := sorted(set(map(str, runs.source)) - set(map(str, runs.source[known]))):
        yield (
            f"no budget is given in {listed(without)}: if it was not the same for all, success"
            " rates and ERTs are not alike (a column budget_evaluations would tell)"
        )


def _clocks(runs: "pd.DataFrame") -> Iterator[str]:
    limits = runs.groupby("problem", observed=True).budget_seconds.nunique()
    if len(unequal := list(limits.index[limits > 1])):
        yield (
            f"time limits differ on {listed(list(map(str, unequal)))}: a run stopped by the clock"
            " counts as it ended, so that ERTs and success rates are not alike"
        )


def _units(runs: "pd.DataFrame") -> Iterator[str]:
    found: dict[str, str] = {}
    for use in runs.use.dropna().unique():
        found.setdefault(UNITS.get(str(use), "evaluations of boards"), str(use))
    if len(found) > 1:
        said = [f"{what} ({use})" for what, use in found.items()]
        yield (
            f"what is counted differs: {listed(said)}; a ranking by them compares different things,"
            " median_time compares one"
        )

"""Results and comparisons as tables of text, for terminals, papers and pages."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf, isfinite, isnan, nan
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from metaqueens.analysis import families
from metaqueens.analysis.data.tidy import LIMITS
from metaqueens.analysis.estimate.intervals import Row
from metaqueens.analysis.inference.ranking import Ranking
from metaqueens.analysis.inference.significance import FAMILY_VERDICTS, VERDICTS
from metaqueens.metrics import METRICS, meanings, select_metrics
from metaqueens.text.tables import Column, Table, numbers, sort_key, words
from metaqueens.text.words import chance, count, join_names, many, p_value, shares, times

if TYPE_CHECKING:
    from metaqueens.analysis.comparison import Comparison

INTERVAL, SUCCESS = "95 % interval", "95 % of success"
LEGEND = {
    "instances": "those that a run of the algorithm solved, of those known to have a solution",
    "ratio": "cost of the other divided by that of the better",
    "p (Holm)": "p-value, adjusted for all pairs of algorithms on all problems",
    "A12": "share of pairs of runs in which the better needs less",
}
STRICTER = (
    "open, although the interval excludes 1: the interval is for one pair alone, and p is from a"
    " test and adjusted for all pairs"
)
SINGLE_RUNS = "open beside a large effect: A12 compares single runs, ERT the effort of all runs"
# Of the exact check, in the order of a cell.
CHECKS = ("validated", "checked", "rejected", "failed")


def tabulate_run(rows: Sequence[Row]) -> Table:
    """Return the table at the end of a run, from the families of a ``Summary``."""
    metrics, table = select_metrics(), pd.DataFrame(rows)
    _, *others = metrics.values()
    columns = (
        words("problem", table.problem + " " + table.encoding),
        words("algorithm", table.algorithm),
        *([_instances(table)] if "instances" in table else []),
        _fractions("solved", table.solved, table.runs),
        _interval(INTERVAL, table.success_low, table.success_high, unit=" %"),
        *(numbers(metric.title, table[name], metric.text) for name, metric in metrics.items()),
        Column("best fitness", list(map(_format_fitness, table.best_fitness))),
        words("exact check", map(_describe_check, rows)),
    )
    return Table(
        columns,
        legend=meanings(metrics),
        dispensable=(*(metric.title for metric in others), "best fitness"),
        names=2,
    )


def tabulate_comparison(found: "Comparison", opened: bool = False) -> list[Table]:
    """Return the tables of a comparison; families have a row each, unless they are ``opened``."""
    grouped = len(found.families) > 0 and not opened
    tables = [tabulate_results(found, grouped)]
    if grouped and len(found.family_tests):
        tables.append(tabulate_family_tests(found))
    elif not grouped and len(found.tests):
        tables.append(tabulate_tests(found))
    if found.ranking:
        tables.append(_tabulate_ranking(found.ranking))
    if len(found.growth):
        tables.append(_tabulate_growth(found))
    # A paper may have the tables of several comparisons.
    names = "-".join([*found.runs.source.cat.categories, found.metric])
    which = re.sub(r"[^A-Za-z0-9]+", "-", names).strip("-")
    return [table._replace(label=f"{table.label}-{which}") for table in tables]


def tabulate_results(
    found: "Comparison", is_grouped: bool = False, with_checks: bool = False
) -> Table:
    """Return a row per problem, or family if ``is_grouped``, and algorithm; the best are marked.

    ``with_checks`` adds the outcomes of the exact check.
    """
    table = found.families.rename(columns={"family": "problem"}) if is_grouped else found.table
    rows: list[Row] = table.to_dict("records")
    metric, group = METRICS[found.metric], "family" if is_grouped else "problem"
    beside = {
        k: one for k, one in select_metrics("always", "in comparisons").items() if k != found.metric
    }
    problems = list(dict.fromkeys(map(str, table.problem)))
    costs = metric.better_first(table[found.metric])
    best = costs.groupby([table.problem, table.unit], observed=True).transform("min")
    columns = []
    if is_grouped or len(problems) > 1:  # a single problem is in the title
        order = list(map(sort_key, table.n))
        columns.append(Column(group, list(map(str, table.problem)), is_number=False, order=order))
    columns.append(words("algorithm", table.algorithm))
    columns += [_instances(table)] if is_grouped else []
    columns.append(_fractions("solved", table.solved, table.runs))
    if metric.less_is_better:
        columns.append(_interval(SUCCESS, table.success_low, table.success_high))
    columns.append(numbers(metric.title, table[found.metric], metric.text))
    text = metric.text if metric.less_is_better else None
    columns.append(_interval(INTERVAL, table.low, table.high, text))
    columns += [numbers(other.title, table[name], other.text) for name, other in beside.items()]
    budgets = list(_describe_budgets(found, rows, is_grouped))
    differ = len(set(budgets)) > 1
    columns += [words("budget", budgets)] if differ else []
    if with_checks:
        columns.append(words("exact check", map(_describe_check, rows)))
    notes = [] if differ or budgets[0] == "-" else [f"budget: {budgets[0]} a run"]
    return Table(
        tuple(columns),
        title=f"Results on {problems[0] if len(problems) == 1 else many(len(problems), group)}",
        notes=[*notes, *(_describe_instances(rows) if is_grouped else ())],
        legend=meanings({found.metric: metric, **beside}) | LEGEND,
        dispensable=[*reversed([other.title for other in beside.values()]), SUCCESS],
        marked=frozenset(np.flatnonzero(np.isfinite(costs) & (costs == best)).tolist()),
        names=2 if columns[0].head == group else 1,
        label="results",
    )


def _describe_budgets(found: "Comparison", rows: Sequence[Row], is_grouped: bool) -> Iterator[str]:
    """Yield the largest limits of a run of each row, ``-`` if none is known."""
    names = {one.problem: one.family if is_grouped else one.problem for one in found.samples}
    problems = found.runs.problem.astype(str).map(names)
    limits = found.runs.groupby([problems, "algorithm"], observed=True)[[*LIMITS]].max()
    for row in rows:
        evaluations, seconds = limits.loc[(row["problem"], row["algorithm"])]
        plural = "" if seconds == 1 else "s"
        parts = [f"{count(evaluations)} evaluations", f"{count(seconds)} second{plural}"]
        yield " or ".join(part for part in parts if part[0] != "-") or "-"


def tabulate_tests(found: "Comparison") -> Table:
    """Return the tests of the best algorithm of each problem against the others."""
    tests, several = found.tests, found.table.problem.nunique() > 1
    ratio = [
        numbers("ratio", tests.ratio, times),
        _interval(INTERVAL, tests.ratio_low, tests.ratio_high, times),
    ]
    columns = (
        *([words("problem", tests.problem)] if several else []),
        words("better", tests.better),
        words("other", tests.other),
        *(ratio if METRICS[found.metric].less_is_better else []),
        numbers("p (Holm)", tests.p_holm, p_value),
        numbers("A12", tests.a12, "{:.2f}".format),
        words("effect", tests.effect),
        words("verdict", tests.verdict),
    )
    names = list(dict.fromkeys(tests.test))
    test = f" ({join_names(names)} {'tests' if len(names) > 1 else 'test'})" if names else ""
    notes = _explain_verdicts(VERDICTS, set(tests.verdict))
    if ((tests.verdict == "open") & (tests.ratio_low > 1) & (tests.ratio_low < inf)).any():
        notes.append(STRICTER)
    if found.metric == "ert" and ((tests.verdict == "open") & (tests.effect == "large")).any():
        notes.append(SINGLE_RUNS)
    return Table(
        columns,
        f"The best algorithm against the others{test}",
        notes=notes,
        legend=LEGEND,
        dispensable=("effect", "A12", INTERVAL, "ratio"),
        names=3 if several else 2,
        label="tests",
    )


def tabulate_family_tests(found: "Comparison") -> Table:
    """Return the tests of the best algorithm of each family against the others."""
    tests = found.family_tests
    several = tests.family.nunique() > 1
    counts = ("ahead", "level", "behind")
    return Table(
        (
            *([words("family", tests.family)] if several else []),
            words("better", tests.better),
            words("other", tests.other),
            *(numbers(name, tests[name], "{:,}".format) for name in counts),
            numbers("p (Holm)", tests.p_holm, p_value),
            words("verdict", tests.verdict),
        ),
        "The best algorithm against the others, in numbers of instances (Wilcoxon test)",
        notes=_explain_verdicts(FAMILY_VERDICTS, set(tests.verdict)),
        legend={"p (Holm)": "p-value, adjusted for all pairs of algorithms in all families"},
        names=3 if several else 2,
        label="families",
    )


def _tabulate_ranking(ranking: Ranking) -> Table:
    names = ranking.ranks.index
    columns = (
        words("algorithm", names),
        numbers("rank", ranking.ranks, "{:.2f}".format),
        numbers("p against the best (Holm)", ranking.holm.reindex(names), p_value),
    )
    note = f"Friedman {chance(ranking.friedman.p)}, Iman-Davenport {chance(ranking.friedman.p_f)}"
    title = f"Average ranks over {ranking.blocks:,} problems"
    return Table(columns, title, [note], label="ranks")


def _tabulate_growth(found: "Comparison") -> Table:
    laws = list(found.growth.itertuples())
    ranges = [f"{law.b_low:.3g} {'to' if law.b_low < 0 else '-'} {law.b_high:.3g}" for law in laws]
    columns = (
        words("algorithm", found.growth.algorithm),
        numbers("sizes", found.growth.sizes, str),
        Column("a n^b", [f"{law.a:.3g} n^{law.b:.3g}" for law in laws]),
        Column("b, 95 % interval", ranges),
    )
    note = "fitted by least squares to the logarithms; the interval assumes a power law"
    return Table(columns, "Growth with n", [note], label="growth")


def _instances(table: pd.DataFrame) -> Column:
    return _fractions("instances", table.instances_solved, table.counted)


def _fractions(head: str, parts: Iterable[float], wholes: Iterable[float]) -> Column:
    """Return a column such as ``28/30``; ``-`` if there is no number."""
    pairs = list(zip(parts, wholes, strict=True))
    texts = ["-" if isnan(a) else f"{int(a):,}/{int(b):,}" for a, b in pairs]
    return Column(head, texts, order=[sort_key(a / b if b else nan) for a, b in pairs])


def _interval(
    head: str,
    lows: Iterable[float],
    highs: Iterable[float],
    text: Callable[[float], str] | None = None,
    unit: str = "",
) -> Column:
    """Return a column of intervals, ``-`` for none, an infinite value, or if it may be any number.

    Without a ``text`` for the ends they are shares, in per cent.
    """
    pairs = list(zip(lows, highs, strict=True))
    if text:
        texts = [
            f"{text(low)} - {text(high)}" if isfinite(low) and (low, high) != (0, inf) else "-"
            for low, high in pairs
        ]
    else:
        texts = [shares(low, high) + unit for low, high in pairs]
    return Column(head, texts, order=[sort_key(low) for low, _ in pairs])


def _format_fitness(fitness: float | None) -> str:
    if fitness is None or isnan(fitness):
        return "-"
    # 0.99999 must not be rounded to a solution.
    return f"{fitness:.0f}" if fitness in (0, 1) else f"{min(fitness, 0.99999999):.8f}".rstrip("0")


def _describe_check(row: Row) -> str:
    """Return the outcomes of the exact check of a row, and the existence of a solution."""
    parts = [f"{row[name]:,} {name}" for name in CHECKS if row[name]]
    parts = [part.upper() if part.endswith("rejected") else part for part in parts]
    if row.get("instances", 0) > 1:
        unsolved = families.describe_unsolved(row)
        parts += [f"unsolved instances: {unsolved}"] if unsolved else []
    elif isinstance(row["existence"], str) and not row["solved"]:
        has_none = row["existence"] == "proven none"
        parts.append("no solution exists (proven)" if has_none else "a solution exists")
    return ", ".join(parts) or "-"


def _explain_verdicts(verdicts: Mapping[str, str], found: set[str]) -> list[str]:
    """Return a sentence with the meanings of the ``verdicts`` that were found."""
    return ["; ".join(f"{name}: {meaning}" for name, meaning in verdicts.items() if name in found)]


def _describe_instances(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the numbers of unsolved instances, and which instances count."""
    first: dict[str, Row] = {}
    for row in rows:
        first.setdefault(row["problem"], row)
    for problem, row in first.items():
        if unsolved := families.describe_unsolved(row):
            yield f"{problem}, unsolved instances: {unsolved}"
    if any(row["proven none"] + row["unknown"] for row in rows):
        yield "only instances that are known to have a solution count"
    if any(row["target not known"] for row in rows):
        yield "all instances count, also those on which no run reached the target"
    yield "every instance has equal weight, and intervals and tests count instances, not runs"

"""The checklist of benchmark reviewers [1]_, and how these results meet it.

.. [1] Bartz-Beielstein, Doerr, van den Berg, et al. (2020). Benchmarking in optimization: best
       practice and open issues. arXiv:2007.03488.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from metaqueens.analysis.comparison import Comparison
from metaqueens.analysis.data import comparability
from metaqueens.metrics import METRICS
from metaqueens.problem.queens import Queens
from metaqueens.report.facts import Facts
from metaqueens.text.words import listed, many

if TYPE_CHECKING:
    import pandas as pd

Item = tuple[str, str]


def checklist(runs: "pd.DataFrame", found: Comparison, told: Sequence[Facts]) -> list[Item]:
    """The eight topics of the paper, each with what is known here or has to be added by hand."""
    return [
        (
            "Goals",
            f"{METRICS[found.metric].title}: {METRICS[found.metric].meaning}. What was"
            " expected before the runs has to be said by hand.",
        ),
        ("Problems", _problems(runs)),
        ("Algorithms", _algorithms(runs, found)),
        ("Performance measures", _measures(runs)),
        ("Analysis", _analysis(found)),
        ("Experimental design", _design(runs)),
        (
            "Presentation",
            "The answer in a sentence, tables with intervals, distributions, and what"
            " they do not prove.",
        ),
        ("Reproducibility", _reproducibility(runs, told)),
    ]


def _problems(runs: "pd.DataFrame") -> str:
    problems = runs[["family", "problem", "n"]].drop_duplicates()
    names = [
        f"{many(len(some), 'instance')} of {family}" if len(some) > 1 else some.problem.iloc[0]
        for family, some in problems.groupby("family", observed=True, sort=False)
    ]
    said = f"{listed(names)}."
    plain = [
        family == Queens(int(n)).family
        for family, n in zip(problems.family, problems.n, strict=True)
        if n >= 1
    ]
    if not any(plain):
        return said
    return (
        f"{said} Almost any large board without further rules has solutions everywhere:"
        f" {'this says' if all(plain) else 'such ones say'} nothing of hard problems."
    )


def _algorithms(runs: "pd.DataFrame", found: Comparison) -> str:
    names = list(dict.fromkeys(found.table.algorithm))
    tuned = "Say by hand which were tuned, on what, and with how many runs."
    if "parameters" not in runs or runs.parameters.isna().all():
        return f"{listed(names, 9)}; their parameters are not in these files. {tuned}"
    return f"{listed(names, 9)}, with all parameters in the results folder. {tuned}"


def _measures(runs: "pd.DataFrame") -> str:
    said = (
        "Expected cost, success rate with its interval, quantiles of all runs, and whole"
        " distributions; unsolved runs are counted, never left out."
    )
    waited = comparability.busy(runs)
    return f"{said} {waited[0].upper()}{waited[1:]}." if waited else said


def _analysis(found: Comparison) -> str:
    if not len(found.tests):
        return "No two algorithms have runs on one problem that was solved: nothing was tested."
    pairs = f"{many(len(found.tests), 'comparison')} with the best"
    return f"{pairs} ({', '.join(dict.fromkeys(found.tests.test))}), adjusted together (Holm)."


def _design(runs: "pd.DataFrame") -> str:
    done = runs[runs.status != "failed"]
    counts = done.groupby(["problem", "algorithm"], observed=True).size()
    least, most = counts.min(), counts.max()
    each = many(least, "run") if least == most else f"{least:,} to {most:,} runs"
    small = " Fewer than thirty: small samples." if least < 30 else ""
    budgets = sorted(done.budget_evaluations.dropna().unique())
    limit = (
        "no limit of evaluations is known"
        if not budgets
        else (
            f"at most {budgets[0]:,.0f} evaluations a run"
            if len(budgets) == 1
            else f"budgets of {budgets[0]:,.0f} to {budgets[-1]:,.0f} evaluations"
        )
    )
    return f"{each} of each algorithm on each problem, {limit}.{small}"


def _reproducibility(runs: "pd.DataFrame", told: Sequence[Facts]) -> str:
    if not told:
        return "From tidy files: where they come from has to be said by hand."
    clock = int((runs.reason == "seconds").sum()) if "reason" in runs else 0
    ended = f"{many(clock, 'run')} {'was' if clock == 1 else 'were'} ended by the clock"
    timed = f"; {ended} and cannot be repeated" if clock else ""
    return (
        "Every run follows from its seed; the config, the versions and the machine are kept with"
        f" the results, and metaqueens replay repeats any run{timed}."
    )

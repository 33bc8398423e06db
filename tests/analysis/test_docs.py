"""The pages on statistics: their code works, and metrics and verdicts have one definition."""

import re
from pathlib import Path

import pytest

from metaqueens import (
    Budget,
    ExtremalOptimisation,
    Genetic,
    MinConflicts,
    QueueSearch,
    TabuSearch,
    compare,
    solve,
)
from metaqueens.analysis.inference.significance import FAMILY_VERDICTS, VERDICTS
from metaqueens.metrics import METRICS, select_metrics
from tests.analysis.results import experiment, simulated

ROOT = Path(__file__).parents[2]
PAGE = "\n".join(
    (ROOT / "docs" / name).read_text(encoding="utf-8")
    for name in ("explanation/statistics.md", "reference/statistical-methods.md")
)
COUNTED = (ROOT / "docs" / "explanation" / "counting.md").read_text(encoding="utf-8")
THREE = "genetic: {use: genetic}, hc: {use: hill_climbing}, sa: {use: simulated_annealing}"
TEXT = experiment(THREE, 50, runs=8)


def test_the_python_of_the_page(tmp_path, monkeypatch):
    simulated(tmp_path / "results" / "compare_n50", TEXT, lambda cell, rng: rng.exponential(400))
    (tmp_path / "theirs.csv").write_text(
        "algorithm,n,seed,evaluations,solved\n" + "\n".join(f"x,50,{k},{k},1" for k in range(8))
    )
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict = {}
    exec(code, names)
    assert len(names["found"].table) == 4
    assert len(names["one"]) == 8


def test_every_metric_has_one_definition():
    for name, metric in METRICS.items():
        row = f"| `{name}` | {metric.title} | {metric.meaning} | {metric.unit} |"
        assert row in PAGE
    for name in select_metrics():
        assert f"**{METRICS[name].title}**: " in COUNTED
    for name in ("ert", "median"):
        assert METRICS[name].meaning in " ".join(COUNTED.split())


def test_every_verdict_has_one_definition():
    for verdict, meaning in (*VERDICTS.items(), *FAMILY_VERDICTS.items()):
        assert f"**{verdict}**: {meaning}" in PAGE


def test_the_names_of_the_metrics_are_those_of_every_table(tmp_path):
    """A comparison's columns are what the vocabulary computes, and so are a summary's."""
    folder = simulated(tmp_path / "results" / "n50", TEXT, lambda cell, rng: rng.exponential(900))
    found = compare(folder)
    for sample, row in zip(found.samples, found.table.to_dict("records"), strict=True):
        for name, metric in METRICS.items():
            spent = getattr(sample, metric.cost)
            assert row[name] == metric.value(spent, sample.solved, sample.budget)


def test_other_words_of_the_statistics_are_explained():
    for word in [
        "ERT",
        "PAR10",
        "Wilson",
        "Clopper",
        "permutation",
        "Kaplan",
        "Holm",
        "A12",
    ]:
        assert word in PAGE
    assert "permutation test" in PAGE


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(
    ("algorithm", "formula", "most"),
    [
        (TabuSearch(encoding="permutation"), "| n(n - 1)/2 - 1, n(v - 1) - 1 |", 65),
        (TabuSearch(encoding="rows"), "| n(n - 1)/2 - 1, n(v - 1) - 1 |", 131),
        (ExtremalOptimisation(encoding="rows"), "| n - 2, v - 2; `random`: 0 |", 10),
        (MinConflicts(), "| n - 2; sampled: `samples` - 1 |", 10),
        (MinConflicts(scan="sampled", samples=5), "| n - 2; sampled: `samples` - 1 |", 10),
        (QueueSearch(), "| the costs of the first and the last board of an attempt | 1 |", 1),
        (Genetic(population=9), "| the larger of ip - 1 and ic(1 + s) - 1 |", 8),
    ],
)
def test_the_evaluations_beyond_a_budget_are_at_most_those_of_the_page(algorithm, formula, most):
    """For n = 12; the bound is reached."""
    assert formula in COUNTED
    budgets = [(budget, seed) for budget in range(1, 13) for seed in range(12)]
    runs = [solve(12, algorithm, Budget(budget), seed=seed) for budget, seed in budgets]
    beyond = [run.evaluations - budget for run, (budget, _) in zip(runs, budgets, strict=True)]
    assert max(beyond) == most

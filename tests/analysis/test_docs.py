"""The pages on statistics: their code works, and metrics and verdicts have one definition."""

import re
from pathlib import Path

from metaqueens import compare
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

"""What docs/statistics.md shows must work as it stands there."""

import re
from pathlib import Path

from tests.analysis.results import simulated

PAGE = (Path(__file__).parents[2] / "docs" / "statistics.md").read_text(encoding="utf-8")
TEXT = """\
problem: {n: 50}
algorithms: {genetic: {use: genetic}, hc: {use: hill_climbing}, sa: {use: simulated_annealing}}
budget: {evaluations: 1000}
runs: 8
seed: 1
"""


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


def test_every_metric_is_explained():
    for word in ("ERT", "PAR10", "Wilson", "BCa", "Nemenyi", "Holm", "A12", "Luby", "rope"):
        assert word in PAGE

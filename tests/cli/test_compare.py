"""``compare``: its forms, its errors, and what hostile names may not do."""

import json
import re
import shutil
import subprocess

import pytest

from metaqueens.analysis import distributions
from metaqueens.analysis.growth_models import MODELS
from metaqueens.cli.compare import METRICS
from tests.analysis.results import simulated
from tests.cli import call

TEXT = """\
problem: {n: 8}
algorithms:
  hc_50%: {use: hill_climbing}
  "[red]&x|y": {use: hill_climbing, sideways: 10}
  ga: {use: genetic, population: 20}
budget: {evaluations: 1000}
runs: 10
seed: 1
sweep: {problem.n: [8, 10, 12, 14]}
"""
HOSTILE = {"hc_50%": 300, "[red]&x|y": 150, "ga": 600}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    def spent(cell, rng):
        return HOSTILE[cell.label] * rng.exponential()

    return simulated(tmp_path_factory.mktemp("made") / "one", TEXT, spent)


@pytest.mark.parametrize("metric", METRICS)
def test_plain(folder, metric):
    said = call(
        "compare", folder, "--metric", metric, "--restarts", "--distributions", "--rope", "0.1"
    )
    assert said.code == 0
    assert said.err == ""
    first, _, header, *rows = said.out.splitlines()
    assert first.endswith(".")
    assert header.startswith("problem  algorithm")
    assert rows[1].startswith("n=8      [red]&x|y")
    for title in ("the best against the others", "average ranks", "restarts", "chances", "fitted"):
        assert title in said.out
    assert ("growth with n" in said.out) == (metric not in ("par2", "par10", "success"))
    assert "\nnote: " in said.out


def test_metrics_on_the_command_line_are_those_of_the_analysis():
    from metaqueens.analysis.metrics import METRICS as known

    assert tuple(known) == METRICS


def test_json(folder):
    said = call("compare", folder, "--json", "--restarts", "--distributions")
    found = json.loads(said.out, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert {row["algorithm"] for row in found["table"]} == set(HOSTILE)
    assert len(found["tests"]) == 8
    assert found["ranking"]["unit"] == "seed"
    assert {fit["model"] for fit in found["scaling"]["fits"]} <= set(MODELS)
    assert found["restarts"]
    assert {row["model"] for row in found["distributions"]} == set(distributions.MODELS)


def test_growth_from_a_size_on(folder):
    found = json.loads(call("compare", folder, "--json", "--from", "10").out)
    assert not found["scaling"]["fits"], "three sizes are too few to fit"


def test_markdown(folder):
    said = call("compare", folder, "--markdown")
    tables = re.findall(r"(?:^\|.*\n)+", said.out, re.MULTILINE)
    assert len(tables) >= 3
    for table in tables:
        cells = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
        assert len(cells) == 1, "a bar in a name opens no column"


def test_latex_is_escaped(folder):
    said = call("compare", folder, "--latex")
    body = "\n".join(line for line in said.out.splitlines() if not line.startswith("%"))
    assert r"hc\_50\%" in body
    assert r"{[}red]\&x\textbar{}y" in body
    rows = [line for line in body.splitlines() if line.endswith(r"\\")]
    assert len(rows) > 12
    assert body.count(r"\toprule") == body.count(r"\begin{tabular}") == body.count(r"\bottomrule")
    assert not re.findall(r"(?<!\\)[%#$_^]", body)


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="there is no LaTeX here")
def test_latex_compiles(folder, tmp_path):
    body = call("compare", folder, "--latex").out
    (tmp_path / "t.tex").write_text(
        "\\documentclass{article}\\usepackage{booktabs}\\begin{document}\n"
        f"{body}\\end{{document}}\n"
    )
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "t.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]


def test_by_and_several_sources(folder, tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("algorithm,n,seed,evaluations,solved\n" + "".join(
        f"mine,8,{seed},{100 + seed},yes\n" for seed in range(10)
    ))  # fmt: skip
    said = call("compare", folder, path, "--markdown")
    assert "| n=8 | mine |" in said.out
    assert "sideways=10" in call("compare", folder, "--by", "sideways").out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nowhere"], "nowhere: no such results folder or CSV file"),
        (["{}", "--by", "sidewys"], "did you mean sideways?"),
        (["{}", "--metric", "art"], "art"),
        ([], "RESULTS"),
    ],
)
def test_bad_input(folder, words, complaint):
    said = call("compare", *(word.format(folder) for word in words))
    assert said.code == 2
    assert complaint in said.err
    assert said.out == ""

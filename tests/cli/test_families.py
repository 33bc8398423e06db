"""A family on the command line: drawn once, kept with its results, read from there ever after."""

import shutil
from html import unescape

import pandas as pd
import pytest

from metaqueens.analysis.inference.significance import FAMILY_VERDICTS
from metaqueens.exact import instances as families
from tests.analysis.made import frame

from . import call, done, query, rows, told

FAMILY = """\
name: family
problem: {n: 8, excluded: {use: random, count: 4}, instances: 6, seed: 2, satisfiable: true}
algorithms:
  annealing: {use: simulated_annealing, schedule: {use: constant, temperature: 0.4}}
  exact: {use: backtracking, form: forward_checking}
budget: {evaluations: 20_000}
runs: 2
seed: 7
"""


@pytest.fixture
def here(here, monkeypatch):
    """A folder of the test's own, with a config in it and a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(here / "cache"))
    (here / "family.yaml").write_text(FAMILY)
    return here


@pytest.fixture
def never_again(here, monkeypatch):
    """Called after the first run: from then on nothing can be drawn, and no cache is there."""

    def forbid():
        def drawn(*given):
            raise AssertionError("drawn again")

        monkeypatch.setattr(families, "instances", drawn)
        shutil.rmtree(here / "cache")

    return forbid


def run(*words):
    done("run", "family.yaml", "-j", "1", "-q", *words)


def test_what_was_drawn_once_is_never_drawn_again(here, never_again):
    run("runs=1")
    never_again()
    run("problem.instances=4")
    run()
    assert query(here / "results/family", "SELECT COUNT(*) FROM runs") == [(24,)]
    (listed,) = told("list", "results")
    assert (listed["done"], listed["of"], listed["complete"]) == (24, 24, True)
    assert "24 of 24 runs done" in call("show", "results/family").out
    done("replay", "results/family", "3-1")
    assert "restored 24 of 24" in done("run", "results/family/experiment.yaml", "-j", "1").err


def test_the_instances_of_a_file_stay_with_the_results(here):
    run("-o", "first")
    (kept,) = (here / "first/instances").iterdir()
    shutil.copy(kept, here / "mine.jsonl")
    run("problem={file: mine.jsonl}")
    assert rows(here / "results/family") == rows(here / "first")
    (here / "mine.jsonl").unlink()
    assert "restored 24 of 24" in done("run", "results/family/experiment.yaml", "-j", "1").err


def test_the_table_of_a_run_has_a_row_a_family_and_compare_opens_it(here):
    said = call("run", "family.yaml", "-j", "1", "problem.n=8,9")
    (head, *table) = [
        line for line in said.out.splitlines() if "diagonals" in line or "ERT " in line
    ]
    assert "instances" in head
    assert len(table) == 4
    assert all("6/6" in line and "4 diagonals excluded permutation" in line for line in table)
    assert (here / "results/family/summary.csv").read_text().count("\n") == 25
    grouped = call("compare", "results/family").out
    assert "n=8, 4 diagonals excluded  annealing        6/6" in grouped
    assert "#" not in grouped.split("note:")[0].split("\n", 1)[1]
    opened = call("compare", "results/family", "--instances").out
    assert opened.split("average ranks")[0].count("exact  ") >= 12
    report = told("compare", "results/family")
    assert [row["instances"] for row in report["families"]] == [6] * 4


def test_figures_papers_and_exports_know_the_family(here):
    from metaqueens.report.document import gather

    run("problem.n=8,9")
    family = "n=9, 4 diagonals excluded"
    latex = call("compare", "results/family", "--latex").out
    results = latex.partition("\\end{table}")[0]
    assert results.count(f"\n{family} & ") == 2
    opened = call("compare", "results/family", "--latex", "--instances").out
    assert opened.partition("\\end{table}")[0].count("excluded \\#") == 24
    done("export", "results/family", "-o", "runs.csv")
    exported = pd.read_csv("runs.csv")
    assert set(exported[exported.n == 9].family) == {family}
    report = gather([here / "results/family"])
    assert report.problem == family
    shown = {chart.name: chart for chart in report.charts}
    others = "One of 2 families; `report --figures FOLDER` draws others."
    caption = f"had solved {family} by each run length. {others}"
    assert shown["ecdf_evaluations_n9-4-diagonals-excluded"].caption.endswith(caption)
    anytime = shown["anytime_n9-4-diagonals-excluded"].picture
    assert anytime.axes[0].lines


def test_verdicts_of_families_are_explained_where_they_are_used(here):
    """The lower ERT is that of one dear board of eight; the test speaks for the other."""
    costs = {"a": [90_000, *[150] * 7], "b": [160_000, *range(50, 57)]}
    problems = [f"p{k}" for k in range(8)]
    runs = frame(costs, 10**6, problem=problems, family="f", n=9).assign(seed=1)
    runs.to_csv("runs.csv", index=False)
    said = " ".join(call("compare", "runs.csv", "--markdown").out.split())
    assert "| a | b | 1 | 0 | 7 | 0.016 | mixed |" in said
    assert f"mixed: {FAMILY_VERDICTS['mixed']}" in said
    done("report", "runs.csv", "-o", "page.html")
    page = unescape(" ".join((here / "page.html").read_text().split()))
    assert ">mixed</td>" in page
    assert f"mixed: {FAMILY_VERDICTS['mixed']}" in page
    # A family of one algorithm has a table for a paper too.
    runs[runs.algorithm == "a"].to_csv("a.csv", index=False)
    assert "\\textbf{a}" in done("compare", "a.csv", "--latex").out


def test_what_nobody_solved_is_reported_apart(here):
    run("problem.satisfiable=false", "problem.excluded.count=5", "problem.instances=12",
        "budget.evaluations=5")  # fmt: skip
    known = [known for _, known in query(here / "results/family", SOLVED_AND_KNOWN)]
    none, missed = known.count("proven none"), known.count("solvable")
    assert min(none, missed) > 0
    report = told("run", "results/family/experiment.yaml", "-j", "1")
    for row in report["families"]:
        assert (row["proven none"], row["solvable"]) == (none, missed)
        assert row["runs"] == 2 * (12 - none)


SOLVED_AND_KNOWN = """
SELECT problem, existence FROM runs JOIN cells USING (cell)
GROUP BY problem HAVING SUM(status = 'solved') = 0
"""


def test_an_unsolved_instance_is_known_to_have_a_solution_by_the_one_that_is_kept(here):
    run("problem.n=24", "budget.evaluations=10", "runs=1", "problem.instances=2",
        "problem.excluded.count=3")  # fmt: skip
    known = query(here / "results/family", "SELECT DISTINCT existence FROM cells")
    assert known == [("solvable",)]


def test_a_family_drawn_as_solvable_counts_whole_without_cp_sat(here):
    run("validate=null", "budget.evaluations=10", "runs=1")
    known = dict(query(here / "results/family", SOLVED_AND_KNOWN))
    assert known
    assert set(known.values()) == {"solvable"}
    assert {row["counted"] for row in told("compare", "results/family")["families"]} == {6}


@pytest.mark.parametrize("validation", ["null", "cp_sat"])
def test_the_label_of_a_file_counts_whatever_validates(here, validation):
    """No engine settles 24 queens with rules; the file does."""
    labels = ["satisfiable", "unsatisfiable", "unknown"]
    boards = [
        f'{{"n": 24, "excluded": [[{k}, "rising"]], "label": "{label}"}}'
        for k, label in enumerate(labels, start=3)
    ]
    (here / "boards.jsonl").write_text("\n".join(boards))
    old = FAMILY.splitlines()[1]
    text = FAMILY.replace(old, f"problem: {{file: boards.jsonl}}\nvalidate: {validation}")
    (here / "family.yaml").write_text(text)
    run("budget.evaluations=2", "runs=1")
    known = query(here / "results/family", SOLVED_AND_KNOWN)
    assert [existence for _, existence in sorted(known)] == ["solvable", "proven none", None]

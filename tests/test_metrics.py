"""The table of metrics is the only place that knows them: one entry more is seen everywhere."""

import csv
import json
import sys
from functools import partial

import click
import pytest

from metaqueens import compare
from metaqueens.analysis.summary import summarise
from metaqueens.cli.results.compare import command
from metaqueens.metrics import METRICS, Metric, goals, statistics
from metaqueens.report.document import gather, page
from metaqueens.report.tables import tabulate_run
from metaqueens.text.errors import UserError
from tests.analysis.results import simulated
from tests.cli import call
from tests.processes import written_by

TEXT = """\
problem: {n: 8}
algorithms: {hc: {use: hill_climbing}, ga: {use: genetic, population: 20}}
budget: {evaluations: 1000}
runs: 10
seed: 1
"""
TUNE = """\
name: small
tune:
  algorithm: ga
  minimise: q75
  max_runs: 100
  train: {problem.n: [8]}
  test: {problem.n: [9]}
  space: {population: {int: [10, 50]}}
"""
MEANING = "evaluations within which three quarters of all runs solved"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return simulated(
        tmp_path_factory.mktemp("made") / "one", TEXT, lambda cell, rng: rng.exponential(300)
    )


@pytest.fixture
def added(monkeypatch):
    metric = Metric(
        "third quartile",
        MEANING,
        "evaluations",
        partial(statistics.quantile, q=0.75),
        shown="always",
    )
    monkeypatch.setitem(METRICS, "q75", metric)
    return metric


def test_compare_takes_it_shows_it_and_explains_it(added, folder, monkeypatch):
    (option,) = [one for one in command.params if one.name == "metric"]
    monkeypatch.setattr(option, "type", click.Choice([*METRICS]))  # made when it was imported
    for form in ((), ("--markdown",)):
        for metric in ("ert", "q75"):
            said = call("compare", folder, "--metric", metric, *form).out
            assert added.title in said
            assert f"{added.title}: {MEANING}" in said
    caption = f"{added.title.capitalize()}: {MEANING}"
    assert caption in call("compare", folder, "-m", "q75", "--latex").out
    found = json.loads(call("compare", folder, "--metric", "q75", "--json").out)
    assert found["metric"] == "q75"
    assert all(row["low"] <= row["q75"] for row in found["table"])
    assert "q75" in call("compare", "--help").out


def test_the_table_of_a_run_and_its_summary_have_it(added, folder, tmp_path):
    summaries = summarise(folder, tmp_path / "summary.csv").rows
    shown = tabulate_run(summaries)
    assert added.title in shown.heads
    assert any(MEANING in sentence for sentence in shown.sentences())
    with (tmp_path / "summary.csv").open() as file:
        assert [float(row["q75"]) for row in csv.DictReader(file)] == [
            row["q75"] for row in summaries
        ]


def test_the_report_has_it(added, folder):
    body = page(gather([folder]))
    assert ">third quartile</th>" in body
    assert f"{added.title}: {MEANING}." in body


def test_the_tuner_minimises_it():
    # The keys of a file take the names of metrics when they are imported.
    code = f"""
from functools import partial
from metaqueens.metrics import METRICS, Metric, statistics
METRICS["q75"] = Metric(
    "third quartile", "", "evaluations", partial(statistics.quantile, q=0.75), shown="always"
)
from metaqueens import config
from metaqueens.config.schema import json_schema
from metaqueens.tuning.costs import Block, FinishedRun, total
from metaqueens.tuning.task import task_of
experiment = config.parse({TEXT + TUNE!r})
runs = [(Block(0, k), FinishedRun(cost, 0.1, True)) for k, cost in enumerate((1, 2, 5))]
print(experiment.tune.minimise)
print("q75" in json_schema()["$defs"]["Tuning"]["properties"]["minimise"]["enum"])
print(total("q75", runs, task_of(experiment).train) == 5)
"""
    assert written_by(sys.executable, "-c", code).split() == ["q75", "True", "True"]


def test_the_tuner_has_a_word_of_its_own_for_success():
    assert {word: one.title for word, one in goals().items() if word not in METRICS} == {
        "1 - success": "success rate",
    }


@pytest.mark.parametrize("name", METRICS)
def test_a_metric_is_a_mean_a_share_or_a_quantile_as_intervals_and_tests_are_made_for_these(name):
    statistic = METRICS[name].statistic
    of_costs = METRICS[name].quantile is not None or statistic in (statistics.ert, statistics.mean)
    assert of_costs == METRICS[name].less_is_better
    assert of_costs or statistic is statistics.success
    if not METRICS[name].of_solutions:
        assert (statistic is statistics.mean) == bool(METRICS[name].penalty)


def test_costs_of_solutions_are_compared_if_no_run_solved(tmp_path):
    rows = ["algorithm,problem,seed,evaluations,solved,cost,budget_evaluations"]
    for k in range(20):
        rows += [
            f"good,n=9,{k},100,false,{1 + k % 2},100",
            f"bad,n=9,{k},100,false,{3 + k % 2},100",
        ]
    path = tmp_path / "a.csv"
    path.write_text("\n".join(rows))
    assert compare(path).answer == "No run solved n=9."
    for metric, values in (("mean_cost", [1.5, 3.5]), ("median_cost", [1, 3])):
        found = compare(path, metric=metric)
        assert found.answer.startswith("good reaches a lower cost on n=9 than bad (")
        assert list(found.table[metric]) == values
        assert all(found.table.low <= found.table[metric] + 1e-9)
        assert list(found.table.solved) == [0, 0]
        assert not any("same run" in note for note in found.caveats)
    path.write_text(path.read_text().replace("19,100,false,2,100", "19,100,false,2,200"))
    with pytest.raises(UserError, match=r"the budgets on n=9 differ; .* such as --at 100"):
        compare(path, metric="mean_cost")
    path.write_text("\n".join(rows).replace(",cost,", ",price,"))
    with pytest.raises(UserError, match="has runs without cost; add the column"):
        compare(path, metric="mean_cost")


def test_an_algorithm_without_a_result_at_so_early_a_time_is_named(tmp_path):
    runs, points = ["algorithm,n,seed,evaluations,solved"], ["algorithm,n,seed,evaluations,cost"]
    for name, first in (("early", 1), ("late", 50)):
        for seed in range(6):
            runs.append(f"{name},9,{seed},100,false")
            points.append(f"{name},9,{seed},{first},{first + seed}")
    (tmp_path / "a.csv").write_text("\n".join(runs))
    (tmp_path / "a.traces.csv").write_text("\n".join(points))
    why = "not every run of late has a result after 40 evaluations; use a larger --at"
    with pytest.raises(UserError, match=why):
        compare(tmp_path / "a.csv", metric="median_cost", budget=40)
    assert list(compare(tmp_path / "a.csv", metric="median_cost", budget=50).table.runs) == [6, 6]


def test_a_csv_without_costs_is_told_of_them_whatever_its_budget(tmp_path):
    header = "algorithm,n,seed,evaluations,solved"
    (tmp_path / "ours.csv").write_text(f"{header},cost,budget_evaluations\na,9,1,100,false,2,100")
    (tmp_path / "theirs.csv").write_text(f"{header}\nb,9,1,100,false")
    with pytest.raises(UserError, match="theirs has runs without cost; add the column"):
        compare(tmp_path / "ours.csv", tmp_path / "theirs.csv", metric="median_cost")


def test_costs_of_solutions_of_a_family_include_instances_that_nobody_solved(tmp_path):
    rows = ["algorithm,problem,family,seed,evaluations,solved,cost,budget_evaluations"]
    for k in range(12):
        for name, cost in (("good", k % 3), ("bad", 2 + k % 3)):
            solved = str(cost == 0).lower()
            rows += [f"{name},i{k},f,{seed},100,{solved},{cost},100" for seed in range(3)]
    (tmp_path / "a.csv").write_text("\n".join(rows))
    found = compare(tmp_path / "a.csv", metric="mean_cost")
    assert dict(zip(found.families.algorithm, found.families.mean_cost, strict=True)) == {
        "good": 1, "bad": 3,
    }  # fmt: skip
    assert list(found.families.solved) == [12, 0]
    assert found.family_tests.verdict.iloc[0] == "clear"


def test_a_csv_needs_only_the_columns_that_the_page_names(tmp_path):
    path = tmp_path / "a.csv"
    runs = [f"{name},n=8,{k},100,false" for name in "ab" for k in (1, 2)]
    path.write_text("\n".join(["algorithm,problem,seed,evaluations,solved", *runs]))
    points = [f"{name},n=8,{k},{at},{cost}" for name, least in (("a", 3), ("b", 5))
              for k in (1, 2) for at, cost in ((1, 9), (50 + k, least))]  # fmt: skip
    beside = tmp_path / "a.traces.csv"
    beside.write_text("\n".join(["algorithm,problem,seed,evaluations,cost", *points]))
    assert list(compare(path, target=4).table.solved) == [2, 0]
    found = compare(path, metric="mean_cost", budget=60)
    assert list(found.table.mean_cost) == [3, 5]
    assert "No run had more than 100 evaluations." in compare(path, budget=600).caveats
    for file in (path, beside):
        file.write_text(file.read_text().replace("n=8", "tour"))
    found = compare(path, metric="mean_cost", budget=60)
    assert list(found.table.mean_cost) == [3, 5]
    assert found.table.n.isna().all(), "its size is not known"
    for file in (path, beside):
        file.write_text(file.read_text().replace("tour", "n=8"))
    beside.write_text(beside.read_text().replace("n=8", "n=9"))
    with pytest.raises(UserError, match=r"a.traces.csv: none of its rows belongs to a run"):
        compare(path, target=4)


def test_a_csv_with_traces_is_compared_at_a_budget_and_at_a_target(folder, tmp_path):
    call("export", folder, "-o", tmp_path / "a.csv", "--traces")
    for options in ({"budget": 200}, {"target": 1}, {"budget": 300, "target": 2}):
        expected, found = compare(folder, **options), compare(tmp_path / "a.csv", **options)
        assert found.answer == expected.answer
        assert list(found.table.ert) == list(expected.table.ert)
    points = tmp_path / "a.traces.csv"
    points.write_text(points.read_text().replace(",evaluations,", ",evals,", 1))
    with pytest.raises(UserError, match=r"a.traces.csv: no column 'evaluations'"):
        compare(tmp_path / "a.csv", budget=100)
    points.unlink()
    ends, whole = (compare(at, budget=100).table for at in (tmp_path / "a.csv", folder))
    assert list(ends.solved) == list(whole.solved), "the ends of runs are enough"
    with pytest.raises(UserError, match="these results have none"):
        compare(tmp_path / "a.csv", budget=100, metric="mean_cost")

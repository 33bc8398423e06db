"""Runs from results folders and CSV files: one frame, honest labels, errors that say where."""

import csv

import numpy as np
import pandas as pd
import pytest

from metaqueens import compare
from metaqueens.analysis.data.anytime import (
    cut_at_budget,
    cut_at_target,
    drop_rejected,
)
from metaqueens.analysis.data.runs import load_runs as load, traces
from metaqueens.text.errors import UserError
from tests.analysis.results import simulated
from tests.cli import call, query

TEXT = """\
problem: {n: 8}
algorithms:
  hc: {use: hill_climbing}
  ga: {use: genetic, population: 20}
budget: {evaluations: 500}
runs: 10
seed: 1
"""
CSV = "algorithm,problem,seed,evaluations,solved\na,p,1,10,true\nb,p,1,20,no\n"


def exponential(cell, rng):
    return rng.exponential(200 if cell.label == "hc" else 400)


@pytest.fixture
def folder(tmp_path):
    return simulated(tmp_path / "one", TEXT, exponential)


def wrote(path, text):
    path.write_text(text)
    return path


def test_a_results_folder(folder):
    runs = load(folder)
    assert len(runs) == 20
    assert runs.algorithm.unique().tolist() == ["hc", "ga"]
    assert set(runs.problem) == {"n=8"}
    assert (runs.solved == (runs.status == "solved")).all()
    assert set(runs.budget_evaluations) == {500}
    assert set(runs.source) == {"one"}
    assert (runs[~runs.solved].evaluations == 500).all()
    assert load(runs).evaluations.sum() == runs.evaluations.sum(), "a data frame may be loaded"


def test_a_rejected_board_is_no_solution_and_a_failed_run_stays(folder):
    solved = load(folder).solved.sum()
    query(folder, "UPDATE runs SET verdict = 'rejected' WHERE cell = 1 AND status = 'solved'")
    query(folder, "UPDATE runs SET status = 'failed', evaluations = NULL WHERE cell = 2")
    runs = load(folder)
    assert solved > 0
    assert runs.solved.sum() == 0
    assert (runs.status == "failed").sum() == 10


@pytest.mark.parametrize("name", ["=a", "+a", "-a", "@a", "'a", "1a", "a'=b"])
def test_a_name_comes_back_from_csv_as_it_was(name, tmp_path):
    text = TEXT.replace("hc:", f'"{name}":')
    folder = simulated(tmp_path / "one", text, lambda cell, rng: rng.exponential(200))
    assert call("export", folder, "-o", tmp_path / "runs.csv").code == 0
    assert set(load(tmp_path / "runs.csv").algorithm) == {name, "ga"} == set(load(folder).algorithm)


def test_an_exported_csv_says_what_the_folder_says(folder, tmp_path):
    """Budgets, what is known of boards without a solution, and what tells two of a name apart."""
    simulated(folder, TEXT.replace("population: 20", "population: 30"), exponential)
    assert set(load(folder).algorithm) == {"hc", "ga population=20", "ga population=30"}
    harder = TEXT.replace("n: 8", "n: 9").replace("evaluations: 500", "evaluations: 1")
    simulated(folder, harder, exponential)
    query(folder, "UPDATE cells SET existence = 'proven none' WHERE n = 9")
    call("export", folder, "-o", tmp_path / "one.csv")
    runs, again = load(folder), load(tmp_path / "one.csv")
    for name in ("algorithm", "n", "solved", "evaluations", "use", "existence", "family",
                 "budget_evaluations", "budget_seconds", "encoding", "seconds"):  # fmt: skip
        assert again[name].astype(str).tolist() == runs[name].astype(str).tolist(), name
    assert set(again.algorithm) >= {"ga population=20", "ga population=30"}
    for metric in ("ert", "par10"):
        one, other = compare(folder, metric=metric), compare(tmp_path / "one.csv", metric=metric)
        pd.testing.assert_frame_equal(one.table, other.table)
        assert (one.answer, one.caveats) == (other.answer, other.caveats)


def test_another_kind_of_file_is_told_what_to_be(tmp_path):
    (tmp_path / "runs.other").write_bytes(b"PAR1\xb5\x15")
    with pytest.raises(UserError) as error:
        load(tmp_path / "runs.other")
    assert str(error.value).count("runs.other") == 1
    assert "no text in UTF-8" in str(error.value)
    assert "`metaqueens export FOLDER`" in str(error.value)


def test_the_results_view_as_csv(folder, tmp_path):
    names = "n, encoding, algorithm, budget, seed, status, evaluations"
    view = pd.DataFrame(query(folder, f"SELECT {names} FROM results"), columns=names.split(", "))
    view.to_csv(tmp_path / "view.csv", sep=";", index=False, quoting=csv.QUOTE_ALL)
    runs = load(tmp_path / "view.csv")
    assert set(runs.budget_evaluations) == {500}
    assert runs.solved.sum() == load(folder).solved.sum()


def test_any_tidy_csv(tmp_path):
    text = CSV.replace("seed,", "seed,n,").replace("p,1", "p,1,9")
    runs = load(wrote(tmp_path / "any.csv", text))
    assert runs.solved.tolist() == [True, False]
    assert runs.n.tolist() == [9, 9]
    assert runs.status.tolist() == ["solved", "unsolved"]
    assert np.isnan(runs.seconds).all()
    assert load(wrote(tmp_path / "q.csv", CSV.replace("p,1", "n=50,1"))).n.tolist() == [50, 50]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (CSV.replace("evaluations", "evaluation"), ["'evaluations'", "did you mean evaluation?"]),
        (CSV.replace("no", "maybe"), ["'solved'", "row 3", "'maybe'"]),
        (CSV.replace("20", "many"), ["'evaluations'", "row 3", "'many'"]),
        (CSV.replace("20", "-1"), ["'evaluations'", "row 3"]),
        (CSV.replace("20", ""), ["'evaluations'", "row 3", "nothing"]),
        (CSV.replace("20", "inf"), ["'evaluations'", "row 3", "'inf'"]),
        (CSV.replace("true", "true,9,9"), ["not a CSV", "more values than its header"]),
        (CSV.replace("no", "no,9,9"), ["not a CSV file: Expected 5 fields in line 3, saw 7"]),
        (CSV.replace("solved", "solved,cost").replace("true", "true,3"), ["row 2", "cost is 3"]),
        (CSV.replace("solved", "solved,cost").replace("no", "no,0"), ["row 3", "solved is no"]),
        (CSV.splitlines()[0], ["no runs"]),
        ("", ["not a CSV"]),
    ],
)
def test_errors_name_the_file_and_the_column(text, words, tmp_path):
    path = wrote(tmp_path / "bad.csv", text)
    with pytest.raises(UserError) as error:
        load(path)
    assert str(error.value).startswith(str(path))
    for word in words:
        assert word in str(error.value)


def test_a_config_is_no_results(tmp_path):
    config = wrote(tmp_path / "mine.yaml", TEXT)
    with pytest.raises(UserError, match=r"mine.yaml: a config, not results; `metaqueens run .*"):
        load(config)


def test_columns_and_names_of_another_mind(tmp_path):
    columns = "name,cell,source,parameters,budget"
    header, first, second = CSV.splitlines()
    text = f'{header},{columns}\n{first},x,y,z,{{no json,{{\n{second},x,y,z,"[1]",3\n'
    runs = load(wrote(tmp_path / "other.csv", text.replace("a,p", '"\x1b[31ma\nb","p\n"')))
    assert runs.algorithm.tolist() == [" [31ma b", "b"]
    assert runs.problem.tolist() == ["p ", "p"]


def test_parameters_that_are_nested_too_deep_tell_nothing_apart(tmp_path):
    deep = '{""a"":' * 10_000
    lines = [f'a,n=8,{seed},9,1,"{deep}{end}"\n' for end in "xy" for seed in (1, 2)]
    header = "algorithm,problem,seed,evaluations,solved,parameters\n"
    assert len(load(wrote(tmp_path / "deep.csv", header + "".join(lines)))) == 4


def test_what_is_not_there(folder):
    with pytest.raises(UserError, match=r"no such .* did you mean .*one"):
        load(folder.parent / "onne")
    with pytest.raises(UserError, match=r"no results there .* did you mean .*one"):
        load(folder.parent)
    with pytest.raises(UserError, match="name a results folder"):
        load()
    summary = wrote(folder / "summary.csv", "n,algorithm,runs,solved\n8,a,3,3\n")
    with pytest.raises(UserError, match=r"a summary, .* compare .*one, which has the runs"):
        load(summary)


@pytest.mark.parametrize(
    ("n", "population", "told"),
    [
        (8, 20, {"one/hc", "one/ga", "two/hc", "two/ga"}),
        (9, 20, {"hc", "ga"}),  # the same contestants on another problem
        (9, 30, {"hc", "one/ga", "two/ga"}),
    ],
)
def test_sources_with_the_same_labels_are_told_apart(folder, tmp_path, n, population, told):
    text = TEXT.replace("n: 8", f"n: {n}").replace("population: 20", f"population: {population}")
    assert set(load(folder, simulated(tmp_path / "two", text, exponential)).algorithm) == told


def test_traces(folder, tmp_path):
    """Also beside a file that has none."""
    points, runs = traces(folder, wrote(tmp_path / "mine.csv", CSV)), load(folder)
    names = ["repetition", "evaluations", "cost", "seconds"]
    assert points[names].dtypes.tolist() == ["int64", "int64", "int64", "float64"]
    assert set(points.algorithm) == {"hc", "ga"}
    last = points.groupby(["algorithm", "repetition"], observed=True).last()
    runs = runs.set_index(["algorithm", "repetition"])
    assert (last.evaluations == runs.evaluations.reindex(last.index)).all()


def test_fixed_target_and_fixed_budget(folder):
    runs, points = load(folder), traces(folder)
    easy = cut_at_target(runs, points, cost=1)
    assert easy.solved.all(), "every simulated run gets to one guard"
    assert cut_at_target(runs, points, 0).solved.sum() == runs.solved.sum()
    early = cut_at_budget(runs, points, 100)
    assert early.solved.sum() == (runs.solved & (runs.evaluations <= 100)).sum()
    assert early.evaluations.max() == 100
    assert set(early.cost) == {0, 9}


def test_a_fixed_budget_leaves_runs_with_no_larger_budget_as_they_are(folder):
    """A run may exceed its budget by its last step, and a solution in that step counts."""
    runs, points = load(folder), traces(folder)
    longest = runs.evaluations[runs.solved].max()
    of_step = runs.assign(budget_evaluations=longest - 1)
    names = ["solved", "evaluations", "cost"]
    assert (cut_at_budget(of_step, points, longest - 1)[names] == of_step[names]).all(axis=None)
    assert not (cut_at_budget(runs, points, longest - 1)[names] == runs[names]).all(axis=None)


def test_the_trace_of_a_rejected_run_is_no_course(folder):
    query(folder, "UPDATE runs SET verdict = 'rejected' WHERE cell = 1 AND repetition = 3")
    every = traces(folder)
    left = drop_rejected(every, load(folder))
    gone = every.drop(index=left.index)[["algorithm", "repetition"]].drop_duplicates()
    assert gone.to_numpy().tolist() == [["hc", 3]]


def test_a_rejected_run_reaches_no_target_and_solves_within_no_budget(folder):
    query(folder, "UPDATE runs SET verdict = 'rejected' WHERE cell = 1")
    runs, points = load(folder), traces(folder)
    for cut in (cut_at_target(runs, points, cost=9), cut_at_budget(runs, points, 500)):
        assert not cut[cut.algorithm == "hc"].solved.any()
        assert cut[cut.algorithm == "ga"].solved.any()
    found = compare(folder, target=0, budget=500)
    assert any("the exact check rejected 10 runs" in one for one in found.caveats)
    assert found.table.set_index("algorithm").solved["hc"] == 0


def test_traces_that_contradict_their_runs_are_told(tmp_path):
    wrote(tmp_path / "a.csv", CSV)
    points = "algorithm,problem,seed,evaluations,cost\na,p,1,10,{}\nb,p,1,20,1\n"
    beside = wrote(tmp_path / "a.traces.csv", points.format(0))
    known = compare(tmp_path / "a.csv", target=0).caveats
    wrote(beside, points.format(2) + "b,p,7,1,3\n")
    found = compare(tmp_path / "a.csv", target=0)
    assert [note for note in found.caveats if note not in known][:2] == [
        f"{beside}: 1 row of no run of {tmp_path / 'a.csv'} left out"
        " (algorithm b, problem p, seed 7)",
        "1 run whose trace contradicts `solved`: traces count.",
    ]
    assert found.table.solved.sum() == 0

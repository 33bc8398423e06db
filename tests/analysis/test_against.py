"""``compare --against``: runs beside those of others, refused where they are not alike."""

import pytest

from metaqueens import compare
from metaqueens.analysis.data import reference
from metaqueens.text.errors import UserError
from tests.cli import call, query

from .results import simulated

MINE = """\
problem: {n: 50}
algorithms: {mine: {use: hill_climbing, sideways: 7}}
budget: {evaluations: 2_000_000}
runs: 10
seed: 1
"""
THEIRS = """\
problem: {n: 50}
algorithms: {theirs: {use: tabu_search}, mine: {use: hill_climbing}}
budget: {evaluations: 2_000_000}
runs: 20
seed: 2
sweep: {problem.n: [50, 60, 70]}
"""


def spent(cell, rng):
    return {"mine": 900, "theirs": 3000}[cell.label] * rng.exponential()


def written(folder, name, text):
    return simulated(folder / name, text, spent)


@pytest.fixture(scope="module")
def theirs(tmp_path_factory):
    return written(tmp_path_factory.mktemp("theirs"), "others", THEIRS)


def test_runs_on_my_problems_take_part(theirs, tmp_path):
    mine = written(tmp_path, "my", MINE.replace("n: 50", "n: 60"))
    found = compare(mine, against=theirs)
    assert sorted(map(str, found.table.problem.unique())) == ["n=60"]
    assert sorted(map(str, found.table.algorithm)) == [
        "my/mine",
        "others/mine",
        "others/theirs",
    ] or (sorted(map(str, found.table.algorithm)) == ["my/mine", "others/mine", "theirs"])
    alone = compare(theirs).table
    row = found.table[found.table.algorithm.astype(str).str.endswith("theirs")].iloc[0]
    same = alone[(alone.problem == "n=60") & (alone.algorithm == "theirs")].iloc[0]
    assert (row.runs, row.ert) == (same.runs, same.ert)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("2_000_000", "500_000", "n=50: a budget of 500,000 evaluations, but 2,000,000"),
        ("evaluations: 2_000_000", "seconds: 5", "n=50: a budget of unlimited evaluations, but"),
        ("n: 50", "n: 51", "n=51: not in others, whose problems are n=50, n=60, n=70"),
        ("n: 50", "n: 50, torus: true", "n=50, torus: not in others"),
    ],
)
def test_what_is_not_alike_is_refused(theirs, tmp_path, old, new, said):
    text = MINE.replace(old, new)
    if "seconds" in new:  # what is simulated needs a budget of evaluations
        mine = written(tmp_path, "my", MINE)
        query(mine, 'UPDATE cells SET budget = \'{"evaluations": null, "seconds": 5.0}\'')
    else:
        mine = written(tmp_path, "my", text)
    with pytest.raises(UserError) as error:
        compare(mine, against=theirs)
    assert str(error.value).startswith(said)


def test_runs_that_the_clock_ended_are_refused(theirs, tmp_path):
    mine = written(tmp_path, "my", MINE)
    query(mine, "UPDATE runs SET reason = 'seconds', status = 'unsolved' WHERE repetition = 1")
    with pytest.raises(UserError, match=r"n=50: some runs were ended by the clock.*seconds=null"):
        compare(mine, against=theirs)


def test_the_runs_of_the_release(tmp_path):
    mine = written(tmp_path, "my", MINE)
    said = call("compare", mine, "--against", "reference")
    assert said.code == 0, said.err
    assert "tabu_search" in said.out
    assert "mine" in said.out
    assert "n=200" not in said.out
    said = call("compare", mine, "--against", "refrence")
    assert (said.code, said.err) == (
        2, "refrence: no such results folder or CSV file\n"
    )  # fmt: skip


def test_an_installation_without_them(tmp_path, monkeypatch):
    monkeypatch.setattr(reference, "FOLDER", "experiments/none")
    with pytest.raises(UserError, match="--against reference: this installation has no reference"):
        compare(written(tmp_path, "my", MINE), against="reference")
    with reference.opened(tmp_path / "reference") as folder:
        assert folder == tmp_path / "reference"


def test_releases_in_their_order(tmp_path, monkeypatch):
    for name in ("0.10.0", "0.9.0", "1.0.0", "0.9.1"):
        (tmp_path / f"{name}.zip").touch()
    monkeypatch.setattr(reference, "FOLDER", str(tmp_path))
    assert [*reference.archives()] == ["0.9.0", "0.9.1", "0.10.0", "1.0.0"]

"""``compare --against``: runs beside those of others on the same problems."""

import pytest

from metaqueens import compare
from metaqueens.analysis.data import reference
from metaqueens.text.errors import UserError
from tests.cli import call

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
    ("new", "said"),
    [
        ("n: 51", "n=51: not in others, whose problems are n=50, n=60, n=70"),
        ("n: 50, torus: true", "n=50, torus: not in others"),
    ],
)
def test_a_problem_that_they_lack_is_refused(theirs, tmp_path, new, said):
    mine = written(tmp_path, "my", MINE.replace("n: 50", new))
    with pytest.raises(UserError) as error:
        compare(mine, against=theirs)
    assert str(error.value).startswith(said)


def test_budgets_that_differ_are_made_one(theirs, tmp_path):
    mine = written(tmp_path, "my", MINE.replace("2_000_000", "500"))
    found = compare(mine, against=theirs)
    assert any(one.startswith("budgets differ on n=50") for one in found.caveats)
    assert max(one.evaluations.max() for one in found.samples) == 500


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

"""``compare``: runs at a fixed target or budget."""

import pytest

from tests.analysis.results import simulated

from . import call, told

TEXT = """\
problem: {n: 8}
algorithms:
  quick: {use: hill_climbing}
  slow: {use: hill_climbing, sideways: 10}
budget: {evaluations: 1000}
runs: 12
seed: 1
sweep: {problem.n: [8, 10]}
"""


def spent(cell, rng):
    return {"quick": 100, "slow": 900}[cell.label] * rng.exponential()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return simulated(tmp_path_factory.mktemp("made") / "one", TEXT, spent)


def test_a_fixed_target(folder):
    """The simulated traces begin with 9 attacking pairs, so that all runs reach 9 at once."""
    found = told("compare", folder, "--target", "9")
    assert {(row["solved"], row["ert"]) for row in found["table"]} == {(12, 1.0)}
    assert "9 attacking pairs or fewer counts as solved" in " ".join(found["caveats"])
    found = told("compare", folder, "--target", "1")
    assert "A board of 1 attacking pair or fewer counts" in " ".join(found["caveats"])


def test_a_fixed_budget(folder):
    found = told("compare", folder, "--at", "100")
    assert all(row["budget"] == 100 for row in found["table"]), found["table"]
    quick = [row for row in found["left"] if row["algorithm"] == "quick"]
    assert all(0 < row["solved"] < 12 and row["best"] == 0 for row in quick)
    assert {row["worst"] for row in found["left"]} == {9}
    assert "attacking pairs that are left" in call("compare", folder, "--at", "100").out


def test_a_table_without_traces(tmp_path):
    file = tmp_path / "one.csv"
    file.write_text("algorithm,problem,seed,evaluations,solved\na,p,1,5,1\nb,p,1,6,1\n")
    assert call("compare", file, "--target", "1") == (
        2, "", "a fixed target or budget needs traces: these results have none\n"
    )  # fmt: skip

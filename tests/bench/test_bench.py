"""``metaqueens bench``: its row, and the runs and rows that are kept of releases."""

import json
import shutil
from pathlib import Path

import pytest

from metaqueens import Queens, compare, load_runs
from metaqueens.analysis.data import reference
from metaqueens.bench import row as rows, suite
from metaqueens.bench.speeds import SEARCHES
from metaqueens.exact import bitmask
from metaqueens.exact.effort import Effort
from tests.cli import call, query
from tests.cli.test_json import FIELDS

ROOT = Path(__file__).parents[2]
ROWS = (ROOT / reference.FOLDER / "rows.jsonl").read_text(encoding="utf-8")
KEPT = [json.loads(line) for line in ROWS.splitlines()]


@pytest.fixture(scope="module")
def benched(tmp_path_factory):
    """A folder after two quick calls, and what each printed."""
    here = tmp_path_factory.mktemp("bench") / "here"
    said = [call("bench", "--quick", "-o", here, "-j", "1", *how) for how in (["--json"], [])]
    assert [one.code for one in said] == [0, 0], said
    return here, said


def test_a_row_a_call(benched):
    here, (first, second) = benched
    there = [json.loads(line) for line in (here / "bench.jsonl").read_text().splitlines()]
    assert there[0] == json.loads(first.out)
    assert [[*row] for row in there] == [FIELDS["bench"]] * 2
    assert second.out.splitlines()[-1].startswith(f"{here / 'bench.jsonl'}: a row for ")
    assert "Q(8) = 92, Q(10) = 724, Q(12) = 14,200: right\n" in second.out


def test_runs_are_the_same_each_time(benched):
    here, _ = benched
    one, two = (json.loads(line) for line in (here / "bench.jsonl").read_text().splitlines())
    assert one["cells"] == two["cells"]
    assert one["evaluations"] == sum(cell["evaluations"] for cell in one["cells"])
    asked = suite.experiment(quick=True)
    assert [cell["algorithm"] for cell in one["cells"]] == [cell.label for cell in asked.cells]
    assert {cell["runs"] for cell in one["cells"]} == {asked.runs}
    runs = load_runs(suite.place(here, quick=True))
    assert runs.evaluations.sum() == one["evaluations"]


def test_speeds_are_of_all_kernels(benched):
    _, (first, _) = benched
    found = json.loads(first.out)
    assert {*SEARCHES, "count_of_a_queen", "bitmask_node"} == set(found["speeds"])
    for one in found["speeds"].values():
        assert one["ratio"] == pytest.approx(one["nanoseconds"] / one["reference"])
        assert one["nanoseconds"] > 0


def test_quick_runs_are_some_of_all():
    some, whole = suite.experiment(quick=True), suite.experiment(quick=False)
    assert set(some.cells) < set(whole.cells)
    assert (some.seed, some.runs < whole.runs) == (whole.seed, True)


@pytest.mark.parametrize("n", [8, 10])
def test_the_published_counts(n):
    solutions, fundamental = suite.SOLUTIONS[n]
    assert sum(1 for _ in bitmask.boards(Queens(n), Effort())) == solutions
    assert sum(1 for _ in bitmask.boards(Queens(n), Effort(), fundamental=True)) == fundamental


def test_a_wrong_count_is_told(tmp_path, monkeypatch):
    monkeypatch.setitem(suite.SOLUTIONS, 8, (93, 12))
    monkeypatch.setattr(suite, "QUICK", (*suite.QUICK, "runs=1", "budget.evaluations=10"))
    said = call("bench", "--quick", "-o", tmp_path / "here", "-j", "1")
    assert said.code == 3
    assert "14,200: WRONG\n" in said.out


def test_a_run_that_is_not_that_of_the_reference_is_named(benched, tmp_path):
    here, (first, _) = benched
    told = json.loads(first.out)
    assert told["compared"] == sum(cell["runs"] for cell in told["cells"])
    other = shutil.copytree(suite.place(here, quick=True), tmp_path / "other")
    query(other, "UPDATE runs SET evaluations = evaluations + 1 WHERE cell = 1 AND repetition = 2")
    found = rows._beside_the_reference(other)
    assert {*found["different"]} - {*told["different"]} == {"n=50 hill_climbing 2"}


@pytest.mark.parametrize("row", KEPT, ids=[row["version"] for row in KEPT])
def test_the_runs_of_a_release_are_those_of_its_row(row, tmp_path):
    archive = reference.archives()[row["version"]]
    assert archive.stat().st_size < 2_000_000
    shutil.unpack_archive(archive, tmp_path)
    runs = load_runs(tmp_path)
    assert runs.evaluations.sum() == row["evaluations"]
    assert set(map(str, runs.verdict)) <= {"checked", "validated"}
    table = compare(tmp_path).table.astype({"problem": str, "algorithm": str})
    ert = table.set_index(["problem", "algorithm"]).ert
    for cell in row["cells"]:
        assert ert[cell["problem"], cell["algorithm"]] == pytest.approx(cell["ert"])


def test_the_latest_release_has_its_runs():
    assert [*reference.archives()] == [row["version"] for row in KEPT]
    with reference.opened("reference") as folder:
        assert folder.name == f"reference-{KEPT[-1]['version']}"
        said = call("validate", folder, "--json")
    assert json.loads(said.out)["rejected"] == 0

"""The runs and rows that are kept of releases, and the script that keeps them."""

import json
import runpy
import shutil
from pathlib import Path

import pytest

from metaqueens import compare, config, load_runs, run
from tests.cli import call, query

ROOT = Path(__file__).parents[1]
HERE = ROOT / "experiments/reference"
KEPT = [json.loads(line) for line in (HERE / "rows.jsonl").read_text("utf-8").splitlines()]
KEEP = runpy.run_path(str(HERE / "keep.py"))


@pytest.fixture
def latest(tmp_path):
    """The runs of the latest release."""
    shutil.unpack_archive(HERE / f"{KEPT[-1]['version']}.zip", tmp_path / "latest")
    return tmp_path / "latest"


def test_the_runs_of_the_latest_release_are_those_of_its_row(latest):
    row = KEPT[-1]
    (archive,) = HERE.glob("*.zip")
    assert archive.stem == row["version"]
    assert archive.stat().st_size < 2_000_000
    runs = load_runs(latest)
    assert runs.evaluations.sum() == row["evaluations"]
    assert set(map(str, runs.verdict)) <= {"checked", "validated"}
    table = compare(latest).table.astype({"problem": str, "algorithm": str})
    ert = table.set_index(["problem", "algorithm"]).ert
    for cell in row["cells"]:
        assert ert[cell["problem"], cell["algorithm"]] == pytest.approx(cell["ert"])
    said = call("validate", latest, "--json")
    assert json.loads(said.out)["rejected"] == 0


def test_a_run_that_differs_from_the_last_release_is_named(tmp_path):
    quick = config.load(HERE / "suite.yaml", ["sweep=null", "runs=2", "budget.evaluations=2e6"])
    run(quick, tmp_path / "here", report=False)
    assert KEEP["different"](tmp_path / "here") == []
    query(tmp_path / "here", "UPDATE runs SET evaluations = 1 WHERE cell = 1 AND repetition = 1")
    assert KEEP["different"](tmp_path / "here") == ["n=50 hill_climbing 1"]


def test_what_is_packed_is_what_is_read(latest, tmp_path):
    KEEP["pack"](latest, tmp_path / "again.zip")
    shutil.unpack_archive(tmp_path / "again.zip", tmp_path / "again")
    assert load_runs(tmp_path / "again").evaluations.sum() == KEPT[-1]["evaluations"]

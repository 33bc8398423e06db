"""What older versions did is done still: the same runs from the same seeds, old folders opened."""

import json
import shutil
from pathlib import Path

import numba
import pytest

from metaqueens import load_runs
from metaqueens.algorithms import ALGORITHMS
from metaqueens.exact import EXACT
from tests.cli import call, query

from . import record

HERE = Path(__file__).parent
KEPT = json.loads(record.RECORD.read_text())
# Folders of schema 3 call the cost guards.
ROWS = (
    "SELECT key, name, repetition, runs.seed, status, reason, {cost}, evaluations, steps, found_at,"
    " verdict, board FROM runs JOIN cells USING (cell) ORDER BY key, repetition"
)


@pytest.mark.parametrize("use", [*record.CONTESTANTS, *record.COMPLETE])
def test_every_search_does_what_it_did(use):
    first = bool(numba.config.DISABLE_JIT)  # all would take hours without the compiler
    kept = {key: rows[:1] if first else [row for row in rows if record.is_fast(row)]
            for key, rows in KEPT.items() if key.split()[0] == use}  # fmt: skip
    assert kept
    assert json.loads(json.dumps(record.runs(use, first, fast=True))) == kept


def test_the_record_has_every_contestant():
    recorded = {key.split()[0] for key in KEPT}
    assert recorded >= set(ALGORITHMS.data)
    assert recorded >= set(EXACT.data) - {"cp_sat", "clingo"}  # their boards are their version's


def rows(folder):
    ((version,),) = query(folder, "SELECT version FROM experiment")
    return query(folder, ROWS.format(cost="cost" if version >= 5 else "guards"))


@pytest.fixture
def old(tmp_path):
    """Copies of the folders of an older version."""
    for name in ("experiment", "tuning"):
        shutil.copytree(HERE / name, tmp_path / name)
    return tmp_path


@pytest.mark.compiled("many runs")
def test_an_experiment_gives_the_rows_it_gave(tmp_path):
    config = str(HERE / "experiment.yaml")
    assert call("run", config, "-o", tmp_path / "new", "--no-report").code == 0
    assert rows(tmp_path / "new") == rows(HERE / "experiment")


@pytest.mark.compiled("many runs")
def test_an_old_folder_is_gone_on_with(old):
    answer = call("run", HERE / "experiment.yaml", "runs=5", "-o", old / "experiment")
    assert answer.code == 0, answer.err
    frame = load_runs(old / "experiment")
    assert len(frame) == 60
    before = rows(HERE / "experiment")
    assert [row for row in rows(old / "experiment") if row[2] < 4] == before


@pytest.mark.parametrize("command", ["show", "compare", "report", "validate", "export"])
def test_an_old_folder_is_read(old, monkeypatch, command):
    monkeypatch.chdir(old)
    answer = call(*command.split(), old / "experiment")
    assert answer.code == 0, answer.err


# The older version kept 30 of its 200 runs to measure the way from the default to the best, and
# told which parameters matter and how much is allowed.
TUNE = ["tune", str(HERE / "tuning.yaml"), "tune.max_runs=170"]
LEFT_OUT = {
    *("path", "path_repetitions", "path_result", "max_runs", "runs"),
    *("importance", "importance_tests", "sampler", "allowed_share", "space"),
}


def found(folder):
    """What a tuning found, without what the older version also measured."""
    report = json.loads((folder / "tune.json").read_text())
    return {key: value for key, value in report.items() if key not in LEFT_OUT}


@pytest.mark.compiled("many runs")
def test_a_tuning_gives_what_it_gave(tmp_path):
    assert call(*TUNE, "-o", tmp_path / "new").code == 0
    now = rows(tmp_path / "new")
    assert len(now) == 162
    assert {*now} < {*rows(HERE / "tuning")}
    assert found(tmp_path / "new") == found(HERE / "tuning")
    best = (tmp_path / "new" / "best.yaml").read_text()
    assert best == (HERE / "tuning" / "best.yaml").read_text()


@pytest.mark.compiled("many runs")
def test_an_old_tuning_is_gone_on_with(old):
    answer = call(*TUNE, "-o", old / "tuning")
    assert answer.code == 0, answer.err
    assert rows(old / "tuning") == rows(HERE / "tuning")
    assert found(old / "tuning") == found(HERE / "tuning")

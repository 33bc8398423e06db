"""What is salvaged of a damaged database, row by row."""

import os
import shutil
from contextlib import suppress

import pytest

from metaqueens import config
from metaqueens.experiment.results import tallies
from metaqueens.experiment.results.salvage import salvage
from metaqueens.experiment.results.schema import Damaged, StoreError
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.session import session
from tests.cli import forced, query, rows

TEXT = """\
name: small
problem: {n: 6}
algorithms:
  mc: {use: min_conflicts, encoding: rows}
  hc: {use: hill_climbing, restarts: 0}
budget: {evaluations: 2000}
validate: null
runs: 5
seed: 7
"""


def made(folder, *overrides):
    for _ in session(config.parse(TEXT, overrides), folder, workers=1):
        pass
    return folder


@pytest.fixture
def whole(tmp_path):
    return made(tmp_path / "whole")


def test_what_can_be_read_is_salvaged_and_the_rest_is_missing(tmp_path):
    whole = made(tmp_path / "many", "runs=60")  # whose rows take several pages
    before = rows(whole)
    path = whole / "runs.sqlite"
    os.truncate(path, path.stat().st_size - 4096)
    with pytest.raises(Damaged):
        Store.open(whole, writing=True)
    found = salvage(whole)
    assert found.cells == 2
    assert 0 < found.runs < 120
    with Store.open(whole) as store:
        assert tallies.total(store).runs == found.runs
        assert set(tallies.verdicts(store)) == {"not checked"}
    made(whole, "runs=60")
    assert rows(whole) == before


def test_rows_that_hold_what_they_cannot_are_left_behind(whole):
    query(whole, "UPDATE runs SET counters = '[1]' WHERE cell = 1 AND repetition = 2")
    query(whole, "UPDATE cells SET problem = '{\"n\":9}' WHERE cell = 2")
    with pytest.raises(Damaged, match=r"runs.counters: JSON of another shape"):
        Store.open(whole)
    assert salvage(whole)[:2] == (1, 4)


def test_what_is_lost_beside_the_runs_is_said(whole):
    forced(whole, "UPDATE sessions SET host = x'00ff'")
    found = salvage(whole)
    assert (found.runs, found.dropped, found.sessions) == (10, 0, 1)
    lost = "1 session: with what their runs were done is lost (versions, machine"
    assert lost in found.told()


def test_runs_that_lost_their_traces_are_counted(tmp_path):
    whole = made(tmp_path / "many", "runs=60")
    before = rows(whole)
    pages = (whole / "runs.sqlite").stat().st_size // 4096
    found = []
    for page in range(1, pages):
        copy = shutil.copytree(whole, tmp_path / f"{page}")
        with (copy / "runs.sqlite").open("r+b") as file:
            file.seek(4096 * page)
            file.write(b"\xa5" * 4096)
        with suppress(StoreError):
            found.append(salvage(copy))
    assert any(one.dropped for one in found)
    for one in found:
        assert one.runs + one.dropped <= len(before)


def test_a_folder_without_results_has_nothing_to_salvage(tmp_path):
    with pytest.raises(StoreError, match="no results there"):
        salvage(tmp_path)

"""Merge, salvage and replay as functions; what their commands say is tested with the commands."""

import os
import shutil
from contextlib import suppress

import pytest

from metaqueens import config
from metaqueens.cli.results import salvaging
from metaqueens.experiment.plan import WHOLE, Shard
from metaqueens.experiment.replay import replay
from metaqueens.experiment.results import queries, tallies
from metaqueens.experiment.results.errors import Damaged, StoreError
from metaqueens.experiment.results.merge import merge
from metaqueens.experiment.results.salvage import salvage
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.session import session
from metaqueens.text.errors import UserError
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


def made(folder, *overrides, shard: Shard = WHOLE):
    for _ in session(config.parse(TEXT, overrides), folder, workers=1, shard=shard):
        pass
    return folder


@pytest.fixture
def whole(tmp_path):
    return made(tmp_path / "whole")


def test_shards_are_joined_to_the_whole(tmp_path, whole):
    parts = [made(tmp_path / f"{part}", shard=Shard(part, 3)) for part in (1, 2, 3)]
    ticks: list[int] = []
    found = merge(parts, tmp_path / "all", ticks.append)
    assert (found.duplicates, found.conflicts, found.boards_missing) == (0, [], [])
    assert ticks == [1, 2, 3]
    assert rows(tmp_path / "all") == rows(whole)
    shards = "SELECT part, parts FROM sessions ORDER BY part"
    assert query(tmp_path / "all", shards) == [(1, 3), (2, 3), (3, 3)]
    counted = "SELECT key, repetition, counters FROM runs JOIN cells USING (cell) ORDER BY 1, 2"
    assert query(tmp_path / "all", counted) == query(whole, counted)


def test_a_conflict_is_counted_and_the_first_is_kept(tmp_path, whole):
    other = made(tmp_path / "other")
    query(other, "UPDATE runs SET steps = steps + 1 WHERE cell = 2 AND repetition = 3")
    found = merge([whole, other], tmp_path / "all")
    assert (found.duplicates, found.conflicts) == (9, ["2-3"])
    assert rows(tmp_path / "all") == rows(whole)


def test_nothing_is_left_of_a_merge_of_different_experiments(tmp_path, whole):
    other = made(tmp_path / "other", "seed=8")
    with pytest.raises(UserError, match=r"holds another experiment than .*; seed: 8, not 7"):
        merge([whole, other], tmp_path / "all")
    assert not (tmp_path / "all").exists()


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


def test_what_is_lost_beside_the_runs_is_said(whole, capsys):
    forced(whole, "UPDATE sessions SET host = x'00ff'")
    found = salvage(whole)
    assert (found.runs, found.dropped, found.sessions) == (10, 0, 1)
    salvaging.say(found)
    said = capsys.readouterr().err
    assert "1 session: with what their runs were done is lost (versions, machine" in said


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


def test_a_run_is_repeated_from_what_was_kept(whole):
    with Store.open(whole) as store:
        found = replay(store, "2-3")
        assert (found.verdict, found.differences, found.notes) == ("identical", [], [])
        assert found.points == len(queries.trace(store, 2, 3))
    query(whole, "UPDATE runs SET steps = 77 WHERE cell = 2 AND repetition = 3")
    with Store.open(whole) as store:
        found = replay(store, "2-3")
        assert found.verdict == "different"
        assert found.differences[0].startswith("steps: 77 then, ")


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("two", "expected CELL-REPETITION"),
        ("3-0", "its cells are 1 to 2"),
        ("1-9", "cell 1 has 5 runs, 1-0 to 1-4"),
    ],
)
def test_a_run_that_is_not_there_is_not_repeated(whole, place, said):
    with Store.open(whole) as store, pytest.raises(UserError, match=said):
        replay(store, place)

"""An acceptance criterion of the user's: run, tuned, replayed, never run by a reader."""

import json
import shutil

import pytest

from . import call_in, query, really
from .test_strangers import READERS, words_of

MODULE = """\
from pathlib import Path

Path(__file__).with_suffix(".imported").touch()


def accept(rng, best, current, candidate, share=0.01):
    return candidate <= current or rng.random() < share


def breaks(rng, best, current, candidate):
    raise ValueError("no idea")
"""
CONFIG = """\
name: own
problem: {n: 8}
algorithms:
  own: {use: local_search, acceptance: {use: mine:accept, share: 0.05}}
  broken: {use: local_search, acceptance: {use: mine:breaks}}
  ours: {use: local_search}
budget: {evaluations: 5_000}
runs: 2
seed: 7
validate: null
"""
TUNE = """\
tune:
  algorithm: own
  max_runs: 24
  train: {problem.n: [8], runs: 2}
  test: {problem.n: [10], runs: 2}
  space: {acceptance.share: {float: [0.001, 0.1], log: true}}
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A folder with the module, the config, and results of it."""
    home = tmp_path_factory.mktemp("own")
    (home / "mine.py").write_text(MODULE)
    (home / "own.yaml").write_text(CONFIG)
    said = really("run", "own.yaml", "-j", "2", "-o", "results", folder=home)
    assert said.code == 3
    assert "ValueError: no idea" in said.err
    return home


def test_it_runs_and_one_that_raises_fails_alone(home):
    rows = query(
        home / "results",
        "SELECT label, count(*), sum(reason = 'solved'), count(error) FROM cells"
        " JOIN runs ON cells.rowid = runs.cell GROUP BY label ORDER BY label",
    )
    assert rows == [("broken", 2, None, 2), ("ours", 2, 2, 0), ("own", 2, 2, 0)]
    ((kept,),) = query(home / "results", "SELECT parameters FROM cells WHERE label = 'own'")
    assert json.loads(kept)["acceptance"] == {"use": "mine:accept", "share": 0.05}


def test_it_solves_from_the_command_line(home):
    words = ("acceptance.use=mine:accept", "acceptance.share=0.02")
    said = really("solve", "8", "-a", "local_search", *words, "--seed", "1", folder=home)
    assert said.code == 0, said.err
    assert "no attacking pairs" in said.out
    wrong = call_in(home, "solve", "8", "-a", "local_search", words[0], "acceptance.shar=0.1")
    assert wrong.code == 2
    assert "acceptance.shar: accept takes no such argument; did you mean share?" in wrong.err


def test_its_keys_are_tuned(home):
    (home / "tune.yaml").write_text(CONFIG + TUNE)
    said = call_in(home, "tune", "tune.yaml", "-o", "tuned", "-j", "1")
    assert said.code == 0, said.err
    assert "mine:accept" in (home / "tuned/best.yaml").read_text()


def test_a_reader_does_not_import_it_and_a_replay_needs_to_be_allowed(home, tmp_path, monkeypatch):
    shutil.copytree(home / "results", tmp_path / "results")
    (tmp_path / "mine.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    for reader in ("show", "compare", "report", "replay", "validate"):
        assert reader in READERS
        said = call_in(tmp_path, *words_of(reader, tmp_path / "results", tmp_path))
        assert [*tmp_path.rglob("*.imported")] == []
        assert said.code == (2 if reader == "replay" else 0)
    said = call_in(tmp_path, "replay", "results", "1-0", "--allow-code")
    assert said.code == 0, said.err
    assert "identical" in said.out

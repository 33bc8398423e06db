"""Code from outside: run where its user says so, found beside the config, never run by a reader."""

import json
import shutil
import sys

import pytest

from metaqueens.plugins import code as plugins
from tests.outside import none_yet
from tests.programs import SOLUTION, written

from . import CONFIG, call, call_in, query, really, refused
from .test_strangers import READERS, words_of

# The import leaves a mark; the algorithm is one of ours, and its class says where it is from.
MODULE = """\
from pathlib import Path

from metaqueens import MinConflicts

Path(__file__).with_suffix(".imported").touch()


class Mine(MinConflicts):
    \"\"\"A search of the user's.\"\"\"

    where: str = "{}"


def cross(one, other):
    return one, other


def turn(board, by=1):
    board[:] = board[by:] + board[:by]
    return (board,)
"""
OWN = """\
name: own
problem: {n: 8}
algorithms: {own: {use: genetic, population: 20, mutation: {use: mine:turn, by: 2}}}
budget: {evaluations: 5_000}
runs: 2
seed: 7
validate: null
tune:
  algorithm: own
  max_runs: 24
  train: {problem.n: [8], runs: 2}
  test: {problem.n: [10], runs: 2}
  space: {mutation.by: {int: [1, 7]}}
"""


@pytest.fixture
def patch():
    with none_yet() as patch:
        yield patch


@pytest.fixture
def strangers(small, tmp_path, patch):
    """Results that name code, which lies in the present folder and in theirs."""
    folder = shutil.copytree(small, tmp_path / "results")
    patch.chdir(tmp_path)
    for place in (tmp_path, folder):
        (place / "leaves_a_mark.py").write_text(MODULE.format("here"))
    query(folder, "UPDATE cells SET use = 'leaves_a_mark:Mine' WHERE label = 'mc'")
    operator = '{"use": "leaves_a_mark:cross", "probability": 1.0}'
    query(folder, "UPDATE cells SET parameters = json_set(parameters, '$.crossover',"
          f" json('{operator}')) WHERE label = 'ga'")  # fmt: skip
    query(folder, "UPDATE experiment SET given = replace(given, 'min_conflicts',"
          " 'leaves_a_mark:Mine')")  # fmt: skip
    config = (folder / "experiment.yaml").read_text()
    (folder / "experiment.yaml").write_text(config.replace("min_conflicts", "leaves_a_mark:Mine"))
    return folder


def marks(tmp_path):
    return [*tmp_path.rglob("*.imported")]


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_runs_nothing(strangers, tmp_path, reader):
    said = call(*words_of(reader, strangers, tmp_path))
    assert marks(tmp_path) == []
    assert "leaves_a_mark" not in sys.modules
    if reader == "replay":
        assert said.code == 2
        assert said.err == (
            "run 1-0 cannot be repeated: 'leaves_a_mark:Mine': user code, which is not run"
            " without --allow-code\n"
        )
    else:
        assert said.code == 0


def test_the_run_of_an_operator_from_outside_is_not_repeated_unless_its_user_says_so(
    strangers, tmp_path
):
    assert "--allow-code" in refused("replay", strangers, "2-0").err
    assert marks(tmp_path) == []
    call("replay", "results", "1-0", "--allow-code")
    assert marks(tmp_path) == [tmp_path / "leaves_a_mark.imported"]


def test_deaps_operators_are_none_of_it(monkeypatch):
    monkeypatch.setattr(plugins, "loaded", {})  # other tests may have loaded the same names
    with plugins.refuse():
        assert callable(plugins.load("deap.tools:cxOrdered"))
        for name in ("os:system", "deap.gp:compile", "metaqueens.cli:main"):
            with pytest.raises(ValueError, match="--allow-code"):
                plugins.load(name)


@pytest.fixture
def beside(tmp_path):
    """A config in a folder of its own, code beside it, and a trap of the same name elsewhere."""
    for place in ("configs", "."):
        (tmp_path / place).mkdir(exist_ok=True)
        (tmp_path / place / "mine.py").write_text(MODULE.format(place))
    (tmp_path / "configs" / "small.yaml").write_text(CONFIG.replace("min_conflicts", "mine:Mine"))
    return tmp_path


@pytest.mark.parametrize("words", [["-j", "1"], ["-j", "2"]])
def test_code_is_found_beside_the_config(beside, words):
    """A module, and a program."""
    written(beside / "configs", "searcher", f"#!/bin/sh\necho '{SOLUTION}'\n")
    text = (beside / "configs" / "small.yaml").read_text()
    theirs = "algorithms:\n  theirs: {use: program, command: [./searcher]}"
    text = text.replace("algorithms:", theirs).replace("20_000", "20_000, seconds: 600")
    (beside / "configs" / "small.yaml").write_text(text)
    words = ["validate=null", "-o", "results", *words]
    said = really("run", "configs/small.yaml", *words, folder=beside)
    assert said.code == 0, said.err
    assert marks(beside) == [beside / "configs" / "mine.imported"]
    found = query(beside / "results", "SELECT DISTINCT status, error FROM runs WHERE cell = 1")
    assert found == [("solved", None)]
    ((parameters,),) = query(beside / "results", "SELECT parameters FROM cells WHERE cell = 2")
    assert json.loads(parameters)["where"] == "configs"


def test_a_replay_finds_it_where_the_run_did(beside):
    call_in(beside, "run", "configs/small.yaml", "-o", "results", "-j", "1")
    elsewhere = beside / "elsewhere"
    elsewhere.mkdir()
    said = really("replay", "../results", "1-0", "--allow-code", folder=elsewhere)
    assert said.code == 0, said.err
    assert said.out.startswith("../results 1-0: identical")


def test_a_module_that_hides_the_one_beside_the_config_is_named(here):
    (here / "click.py").write_text(MODULE.format("here"))
    (here / "small.yaml").write_text(CONFIG.replace("min_conflicts", "click:command"))
    said = refused("check", "small.yaml")
    assert "hides click.py; call one of them something else" in said.err


def test_an_operator_of_the_users_is_run_tuned_and_replayed(tmp_path):
    (tmp_path / "mine.py").write_text(MODULE)
    (tmp_path / "own.yaml").write_text(OWN)
    assert really("run", "own.yaml", "-j", "2", "-o", "results", folder=tmp_path).code == 0
    ((kept,),) = query(tmp_path / "results", "SELECT parameters FROM cells")
    assert json.loads(kept)["mutation"] == {"use": "mine:turn", "probability": 0.5, "by": 2}
    assert call_in(tmp_path, "replay", "results", "1-0").code == 2
    said = call_in(tmp_path, "replay", "results", "1-0", "--allow-code")
    assert (said.code, "identical" in said.out) == (0, True)
    assert call_in(tmp_path, "tune", "own.yaml", "-o", "tuned", "-j", "1").code == 0
    assert "mine:turn" in (tmp_path / "tuned/best.yaml").read_text()
    words = ("-a", "genetic", "mutation.use=mine:turn", "population=20", "--seed", "1")
    assert call_in(tmp_path, "solve", "8", *words, "mutation.by=3").code == 0
    wrong = call_in(tmp_path, "solve", "8", *words, "mutation.bi=3")
    assert "mutation.bi: turn takes no such argument; its arguments are by, " in wrong.err


@pytest.mark.parametrize("use", ["mine:Mine", "mine:turn"])
def test_a_run_warns_if_the_file_of_an_algorithm_or_operator_has_changed(tmp_path, use, caplog):
    mutation = ", mutation: {use: mine:turn}" if use == "mine:turn" else ""
    text = CONFIG.replace("population: 20", f"population: 20{mutation}")
    if not mutation:
        text = text.replace("min_conflicts", use)
    (tmp_path / "small.yaml").write_text(text)
    (tmp_path / "mine.py").write_text(MODULE)
    words = "run", "small.yaml", "-q", "-j", "1", "-o", "results"
    assert call_in(tmp_path, *words, "runs=1").code == 0
    assert call_in(tmp_path, *words, "runs=2").code == 0
    assert caplog.records == []
    (tmp_path / "mine.py").write_text(MODULE + "\nx = 1\n")
    assert call_in(tmp_path, *words, "runs=3").code == 0
    assert [record.getMessage() for record in caplog.records] == [
        f"{use}: its file has changed since runs in results; the new runs may not belong with them:"
        " use another folder with -o"
    ]


def test_what_does_import_says_so():
    assert "imports" in " ".join(call("check", "--help").out.split())

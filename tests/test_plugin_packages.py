"""Plug-ins of installed packages, by their places, and the example of such a package."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from metaqueens import Budget, Queens, solve
from metaqueens.config import strict_yaml
from metaqueens.config.contestant import contestant
from metaqueens.plugins import code as plugins
from metaqueens.text.errors import UserError
from tests.cli import call, query
from tests.wheels import python, unpacked

EXAMPLE = Path(__file__).parents[1] / "experiments/plugin_example"
MODULE = """\
from pathlib import Path

from metaqueens import TabuSearch
from metaqueens.search import Snapshot

NUMBER = 5


class Good(TabuSearch):
    '''One of ours by another name.'''


class Bad(TabuSearch):
    '''Claims what is not so.'''

    def search(self, space, checkpoints, rng):
        for now in super().search(space, checkpoints, rng):
            yield now._replace(cost=now.cost + (now.cost > 0))


class Endless(TabuSearch):
    '''Reports for ever, and counts nothing.'''

    def search(self, space, checkpoints, rng):
        now = next(super().search(space, checkpoints, rng))
        while True:
            yield now._replace(cost=1)


def turn(board, by=1):
    board[:] = board[by:] + board[:by]
    return (board,)
"""


@pytest.fixture
def site(tmp_path, monkeypatch):
    """Install a package."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    monkeypatch.setattr(plugins, "loaded", {})
    (tmp_path / "of_a_package.py").write_text(MODULE)
    yield
    sys.modules.pop("of_a_package", None)


@pytest.mark.usefixtures("site")
def test_an_algorithm_and_an_operator_by_their_places():
    mine = contestant("of_a_package:Good", ["longest=6"])
    assert (type(mine).__name__, mine.longest) == ("Good", 6)
    assert solve(Queens(6), mine, Budget(5000), 1).algorithm == mine
    operator = ["mutation.use=of_a_package:turn", "mutation.by=2", "population=10"]
    assert contestant("genetic", operator).model_dump()["mutation"] == {
        "use": "of_a_package:turn", "probability": 0.5, "by": 2
    }  # fmt: skip
    for said, words in {
        "mutation.hops: turn takes no such argument": [*operator, "mutation.hops=2"],
        "of_a_package has no 'gone'": ["crossover.use=of_a_package:gone"],
        "selection.use: 'tornament' is not one of tournament": ["selection.use=tornament"],
    }.items():
        with pytest.raises(UserError, match=re.escape(said)):
            contestant("genetic", words)


@pytest.mark.usefixtures("site")
def test_the_promises_of_a_plug_in():
    said = call("check", "of_a_package:Good", "--json")
    assert said.code == 0
    assert [one["kind"] for one in json.loads(said.out)["targets"]] == ["algorithm"]
    said = call("check", "of_a_package:Bad", "encoding=permutation", "--seconds", "20")
    assert said.code == 3
    assert (
        "FAILED  the claim is true, permutation: the best values have another cost than reported:"
    ) in said.out
    assert "ok      same seed same run, permutation\n" in said.out


@pytest.mark.usefixtures("site")
def test_a_plug_in_that_never_ends_is_cut_off():
    said = call("check", "of_a_package:Endless", "encoding=rows", "--seconds", "0.2")
    assert said.code == 3
    assert (
        "FAILED  same seed same run, rows: no end after 0.2 s: does what is reported reach its"
        " budget?"
    ) in said.out


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with what the wheel of the example holds."""
    home = tmp_path_factory.mktemp("example")
    source = shutil.copytree(EXAMPLE, home / "source")
    return unpacked(source, home)


def test_the_example_is_installed_and_its_config_runs(installed, tmp_path):
    shutil.copy(EXAMPLE / "config.yaml", tmp_path)
    few = ("runs=1", "budget.evaluations=60", "validate=null", "-j", "1", "--no-report")
    said = python(installed, tmp_path, "metaqueens", "run", "config.yaml", *few)
    assert said.returncode == 0, said.stderr
    rows = query(
        tmp_path / "results/plugin_example",
        "SELECT use, count(*), count(error) FROM cells JOIN runs ON cells.rowid = runs.cell"
        " GROUP BY use ORDER BY use",
    )
    assert rows == [
        ("genetic", 2, 0), ("hill_climbing", 2, 0), ("queens_example.search:RandomSwaps", 2, 0)
    ]  # fmt: skip


def test_an_editor_takes_the_config_of_the_example_where_it_is_installed(installed, tmp_path):
    jsonschema = pytest.importorskip("jsonschema")
    said = python(installed, tmp_path, "metaqueens", "schema")
    value = strict_yaml.read((EXAMPLE / "config.yaml").read_text(), "config.yaml").value
    jsonschema.Draft202012Validator(json.loads(said.stdout)).validate(value)


def test_the_tests_of_the_example_pass(installed, tmp_path):
    tests = shutil.copytree(EXAMPLE / "tests", tmp_path / "tests")
    said = python(installed, tmp_path, "pytest", "-q", "-p", "no:cacheprovider", str(tests))
    assert said.returncode == 0, said.stdout
    assert "18 passed" in said.stdout


def test_the_operator_of_the_example_keeps_its_promises(installed, tmp_path):
    mutation = ("mutation.use=queens_example.operators:rotate", "mutation.by=2")
    words = ("genetic", *mutation, "encoding=permutation", "population=20")
    said = python(installed, tmp_path, "metaqueens", "check", *words)
    assert said.returncode == 0, said.stdout + said.stderr
    assert "FAILED" not in said.stdout


@pytest.mark.parametrize("stem", ["group-3", "Ada Lovelace", "ada (1)", "J\u00fcrgen", "3_ada"])
def test_a_file_with_any_name_but_a_dot_holds_a_class(here, stem):
    (here / f"{stem}.py").write_text(MODULE, encoding="utf-8")
    assert type(contestant(f"{stem}.py:Good", ["longest=6"])).__name__ == "Good"
    config = f"{{problem: {{n: 8}}, algorithms: {{a: '{stem}.py:Good'}}, runs: 2}}"
    (here / "x.yaml").write_text(f"{config[:-1]}, budget: {{evaluations: 50}}}}", encoding="utf-8")
    found = json.loads(call("run", "x.yaml", "-j", "1", "--json").out)
    assert (found["runs"], found["failed"]) == (2, 0)


def test_a_dot_in_the_name_of_a_file_with_a_class_is_refused(here):
    (here / "ada.v2.py").write_text(MODULE)
    with pytest.raises(UserError, match=r"a dot in the name .* call it ada_v2\.py$"):
        contestant("ada.v2.py:Good", [])
    assert "call it ada_v2.py" in call("league", "ada.v2.py", "hill_climbing").err

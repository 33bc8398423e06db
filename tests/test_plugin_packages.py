"""Plug-ins that installed packages declare, and the example of such a package."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from metaqueens import Budget, Queens, config, solve
from metaqueens.config import strict_yaml
from metaqueens.config.contestant import contestant
from metaqueens.config.schema import json_schema
from metaqueens.contestants.registry import class_of
from metaqueens.lab import page
from metaqueens.plugins import code as plugins, entry_points
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


def patient(rng, best, current, candidate, above=1):
    return candidate <= best + above


def turn(board, by=1):
    board[:] = board[by:] + board[:by]
    return (board,)
"""


@pytest.fixture
def site(tmp_path, monkeypatch):
    """Declare plug-ins, as packages that are installed: ``site(PACKAGE, GROUP, NAME=HOME)``."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(plugins, "_loaded", {})
    monkeypatch.chdir(tmp_path)

    def declare(package, group, **names):
        folder = tmp_path / package
        info = folder / f"{package}-1.2.dist-info"
        info.mkdir(parents=True)
        (folder / "of_a_package.py").write_text(MODULE)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.2\n")
        lines = "".join(f"{name} = {home}\n" for name, home in names.items())
        (info / "entry_points.txt").write_text(f"[metaqueens.{group}]\n{lines}")
        sys.path.append(str(folder))

    yield declare
    sys.modules.pop("of_a_package", None)


def test_an_algorithm_by_its_name(site):
    site("theirs", "algorithms", good="of_a_package:Good")
    mine = contestant("good", ["longest=6"])
    assert (type(mine).__name__, mine.longest) == ("Good", 6)
    assert solve(Queens(6), mine, Budget(5000), 1).algorithm == mine
    assert class_of("good") is class_of("of_a_package:Good")
    choices = json_schema()["else"]["properties"]["algorithms"]["additionalProperties"]["oneOf"]
    assert choices[-1]["properties"]["use"]["anyOf"][1] == {"enum": ["good"]}
    plugins._loaded.clear()
    with plugins.refused(), pytest.raises(ValueError, match="not run without --allow-code"):
        class_of("good")


def test_an_unknown_name_is_compared_with_those_of_packages_too(site):
    site("theirs", "algorithms", good="of_a_package:Good")
    with pytest.raises(
        UserError, match=r"'goood' is not the name of an algorithm; did you mean good\?"
    ):
        contestant("goood")


def test_names_of_ours_are_found_without_looking_at_packages(site):
    entry_points._declared.cache_clear()
    text = "name: a\nproblem: {n: 8}\nalgorithms: {a: {use: genetic}}\nbudget: {evaluations: 9}\n"
    assert config.parse(text).cells
    assert entry_points._declared.cache_info().misses == 0
    assert config.parse(text.replace("genetic", "cp_sat")).cells
    assert entry_points._declared.cache_info().misses == 0


def test_several_packages_with_one_name(site):
    site("theirs", "algorithms", good="of_a_package:Good")
    site("others", "algorithms", good="of_a_package:Bad")
    with pytest.raises(UserError) as error:
        contestant("good")
    assert (
        "'good' is a plug-in of several packages: others 1.2 (of_a_package:Bad) and"
        " theirs 1.2 (of_a_package:Good); uninstall one, or name it as of_a_package:Bad"
    ) in str(error.value)
    assert type(contestant("of_a_package:Good")).__name__ == "Good"


def test_a_name_of_ours_stays_ours(site):
    site("theirs", "algorithms", tabu_search="of_a_package:Good")
    assert type(contestant("tabu_search")).__module__.startswith("metaqueens.")


def test_listing_imports_nothing(site):
    site("theirs", "algorithms", good="of_a_package:Good", gone="no_such_module:Good")
    site("more", "operators", turn="of_a_package:turn")
    for what, name in (("algorithms", "good"), ("operators", "turn")):
        rows = json.loads(call("list", what, "--json").out)
        (row,) = (row for row in rows if row["use"] == name)
        assert "1.2 (of_a_package:" in row["what"]
    assert "of_a_package" not in sys.modules
    with pytest.raises(UserError, match="cannot import 'no_such_module'"):
        contestant("gone")


def test_an_operator_by_its_name(site):
    site("theirs", "operators", turn="of_a_package:turn", gone="of_a_package:gone")
    mine = contestant("genetic", ["mutation.use=turn", "mutation.by=2", "population=10"])
    assert mine.model_dump()["mutation"] == {
        "use": "of_a_package:turn", "probability": 0.5, "by": 2
    }  # fmt: skip
    assert solve(Queens(6), mine, Budget(200), 1).evaluations > 10
    for said, words in {
        "mutation.hops: turn takes no such argument": ["mutation.use=turn", "mutation.hops=2"],
        "of_a_package has no 'gone'": ["crossover.use=gone"],
        "selection.use: 'tornament' is not one of tournament": ["selection.use=tornament"],
    }.items():
        with pytest.raises(UserError, match=re.escape(said)):
            contestant("genetic", words)
    site("others", "operators", turn="of_a_package:turn")
    with pytest.raises(UserError, match=r"mutation.use: 'turn' is a plug-in of several packages"):
        contestant("genetic", ["mutation.use=turn"])


def test_the_lab_has_the_same_searches_where_a_package_has_an_operator(site):
    ours = page.searches.__wrapped__()
    site("theirs", "operators", turn="of_a_package:turn")
    assert page.searches.__wrapped__() == ours


def test_an_acceptance_criterion_by_its_name(site):
    site("theirs", "operators", patient="of_a_package:patient", threshold="of_a_package:patient")
    mine = contestant("local_search", ["acceptance.use=patient", "acceptance.above=2"])
    assert mine.model_dump()["acceptance"] == {"use": "of_a_package:patient", "above": 2}
    assert solve(Queens(8), mine, Budget(20_000), 1).solved
    ours = contestant("local_search", ["acceptance.use=threshold"])
    assert ours.model_dump()["acceptance"]["use"] == "threshold"
    with pytest.raises(UserError, match=r"acceptance\.use: 'patent' is not one of late_acceptance"):
        contestant("local_search", ["acceptance.use=patent"])


def test_the_promises_of_a_plug_in(site):
    site("theirs", "algorithms", good="of_a_package:Good", bad="of_a_package:Bad")
    said = call("check", "good", "--json")
    assert said.code == 0
    assert [one["kind"] for one in json.loads(said.out)["targets"]] == ["algorithm"]
    said = call("check", "bad", "encoding=permutation", "--seconds", "20")
    assert said.code == 3
    assert (
        "FAILED  the claim is true, permutation: this does not hold:"
        " recount(result.problem, result.values) == result.cost\n"
    ) in said.out
    assert "ok      same seed same run, permutation\n" in said.out
    assert call("check", "goood").code == 2


def test_a_plug_in_that_never_ends_is_cut_off(site):
    site("theirs", "algorithms", endless="of_a_package:Endless")
    said = call("check", "endless", "encoding=rows", "--seconds", "0.2")
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
    assert rows == [("genetic", 2, 0), ("hill_climbing", 2, 0), ("random_swaps", 2, 0)]


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
    words = ("rotation", "by=2", "encoding=permutation", "--as", "mutation")
    said = python(installed, tmp_path, "metaqueens", "check", *words)
    assert said.returncode == 0, said.stdout + said.stderr
    assert "FAILED" not in said.stdout

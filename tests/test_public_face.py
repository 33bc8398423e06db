"""What the pages show of the public face must work as it stands there."""

import doctest
import inspect
import re
import sys
from pathlib import Path

import pytest

import metaqueens
from metaqueens.conformance import Conformance

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)
PAGE = (DOCS / "how-to" / "own-algorithm.md").read_text()
CLIMBER, SEARCH, *_ = PYTHON.findall(PAGE)
*_, SESSION = PYTHON.findall((DOCS / "reference" / "python.md").read_text())
CONFIG = re.search(r"```yaml\n(.*?)```", (DOCS / "reference" / "yaml.md").read_text(), re.DOTALL)[1]

plugin: dict = {}
exec(CLIMBER + SEARCH, plugin)


class TestTheSearchesOfThePage(Conformance):
    algorithms = [plugin["HillClimber"](), plugin["RandomSearch"]()]


@pytest.mark.parametrize("search", [CLIMBER, SEARCH], ids=["climb", "mine"])
def test_the_searches_of_the_page_have_types(search, tmp_path):
    api = pytest.importorskip("mypy.api")
    (head,) = re.findall(r"`(def search\(.*?):`", PAGE)
    imports = "from collections.abc import Iterator\nimport numpy as np\n"
    imports += "from metaqueens import Space\nfrom metaqueens.search import Checkpoints\n"
    file = tmp_path / "search.py"
    file.write_text(imports + re.sub(r"def search\(.*\)", head, search))
    options = ["--strict", "--config-file=", "--cache-dir", str(ROOT / ".mypy_cache/pages")]
    said, errors, _ = api.run([*options, str(file)])
    assert (said, errors) == ("Success: no issues found in 1 source file\n", "")


def test_the_session_of_the_page(here):
    names: dict = {}
    exec(SESSION.replace("workers=4", "workers=1"), names)
    assert names["runs"].folder.name == "ga_n50"
    assert (here / "results/ga_n50/runs.sqlite").is_file()


def test_the_experiment_of_the_page():
    experiment = metaqueens.load(ROOT / "configs/ga_n50.yaml")
    assert experiment.name == "ga_n50"
    from metaqueens.config import parse

    assert len(parse(CONFIG).cells) == 3 * (2 + 1)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "configs").glob("*.yaml")), ids=lambda path: path.stem
)
def test_every_config_is_sound_and_named_after_its_file(path):
    assert metaqueens.load(path).name == path.stem


@pytest.mark.parametrize("name", metaqueens.__all__)
def test_every_public_name_has_an_example_that_runs(name):
    one = getattr(metaqueens, name)
    names = {**vars(sys.modules[one.__module__]), name: one}
    (examples,) = doctest.DocTestFinder(recurse=False).find(one, name, globs=names)
    came = doctest.DocTestRunner().run(examples)
    assert came.attempted
    assert not came.failed


def test_the_public_names_are_shown():
    assert set(metaqueens.__all__) <= set(dir(metaqueens))
    with pytest.raises(AttributeError, match="no attribute 'sovle'"):
        metaqueens.sovle  # noqa: B018


def test_the_errors_of_the_docstrings_are_public():
    for error in (metaqueens.ConfigError, metaqueens.StoreError, metaqueens.UserError):
        assert issubclass(error, metaqueens.UserError)
        assert issubclass(error, ValueError)
    for call in (metaqueens.load, metaqueens.run, metaqueens.solve):
        assert {"UserError", "ValueError"} <= {*re.findall(r"\w+", call.__doc__)}


@pytest.mark.parametrize("name", ["load", "run", "score", "solve", "tune"])
def test_help_shows_defaults_that_can_be_read(name):
    text = str(inspect.signature(getattr(metaqueens, name)))
    assert " at 0x" not in text


def test_the_text_of_a_value_is_short():
    warm = metaqueens.SimulatedAnnealing(schedule={"use": "constant", "temperature": 0.3})
    assert str(warm) == repr(warm) == "SimulatedAnnealing(schedule=Constant(temperature=0.3))"
    assert repr(metaqueens.SimulatedAnnealing()) == "SimulatedAnnealing()"
    assert repr(metaqueens.Queens(8)) == "Queens(n=8)"
    assert repr(metaqueens.Queens(8, torus=True)) == "Queens(n=8, torus=True)"

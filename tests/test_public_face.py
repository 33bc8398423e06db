"""What the pages show of the public face must work as it stands there."""

import re
from pathlib import Path

import pytest

import metaqueens
from metaqueens.conformance import Conformance

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)
(PLUGIN,) = PYTHON.findall((DOCS / "how-to" / "own-algorithm.md").read_text())
*_, SESSION = PYTHON.findall((DOCS / "reference" / "python.md").read_text())
CONFIG = re.search(r"```yaml\n(.*?)```", (DOCS / "reference" / "yaml.md").read_text(), re.DOTALL)[1]

plugin: dict = {}
exec(PLUGIN, plugin)


class TestThePluginOfThePage(Conformance):
    algorithms = [plugin["RandomSearch"]()]


def test_the_session_of_the_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    exec(SESSION.replace("workers=4", "workers=1"), names)
    assert names["folder"].name == "ga_n50"
    assert (tmp_path / "results/ga_n50/runs.sqlite").is_file()


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


def test_every_public_name_is_there_and_documented():
    for name in metaqueens.__all__:
        assert getattr(metaqueens, name).__doc__
    assert set(metaqueens.__all__) <= set(dir(metaqueens))
    with pytest.raises(AttributeError, match="no attribute 'sovle'"):
        metaqueens.sovle  # noqa: B018

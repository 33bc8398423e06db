"""The configs that come with the package: which file a name means."""

import pytest

from metaqueens import config
from metaqueens.config import shipped
from tests.cli import call

from . import GOOD

pytestmark = pytest.mark.usefixtures("here")


@pytest.mark.parametrize("name", ["ga_n50", "ga_n50.yaml", "configs/ga_n50.yaml", "./ga_n50"])
def test_a_shipped_config_is_found_from_anywhere_and_that_is_said(name):
    assert config.load(name).name == "ga_n50"
    said = call("check", name)
    assert (said.code, said.out.partition(":")[0]) == (0, name)
    file = shipped.home("configs") / "ga_n50.yaml"
    assert said.err == f"{name}: no such file here; taking metaqueens' own, {file}\n"


def test_one_shipped_config_may_extend_another():
    assert config.load("tune_ga").tune is not None


def test_the_users_own_file_comes_first(here):
    (here / "configs").mkdir()
    for path in ("ga_n50", "ga_n50.yaml", "configs/ga_n50.yaml"):
        (here / path).write_text(GOOD.replace("name: small", "name: own"))
        assert config.load(path).name == "own"
        assert call("check", path).err == ""


def test_a_folder_of_that_name_is_no_config(here):
    (here / "ga_n50").mkdir()
    assert config.load("ga_n50").name == "ga_n50"


def test_any_other_path_is_a_file_of_the_users(here):
    for path in ("mine/ga_n50.yaml", str(here / "ga_n50.yaml"), "ga_n50.yml", "configs"):
        assert shipped.find(path) == path
    assert call("check", "mine/ga_n50.yaml").code == 2


def test_a_misspelt_name_is_answered_with_the_nearest():
    assert call("run", "ga_n5").err == "ga_n5: no such file; did you mean ga_n50?\n"
    assert call("run", "nothing.yaml").err == "nothing.yaml: no such file\n"
    for command in ("run", "check", "tune"):
        why = "no such file; a config is read from a file, not from standard input"
        assert call(command, "-") == (2, "", f"-: {why}\n")
    assert "did you mean ga_n50.yaml?" in call("run", "configs/gan50.yaml").err

"""What `pip install` brings: the wheel is built, and used far from the checkout."""

import os
from pathlib import Path

import pytest

from tests.wheels import python, unpacked

ROOT = Path(__file__).parents[1]
# Kernels that are not compiled: where a wheel is unpacked there is no cache of them.
RUN = ("run", "configs/ga_n50.yaml", "runs=1", "budget.evaluations=1", "-j", "1", "--no-report")


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with what the wheel holds."""
    return unpacked(ROOT, tmp_path_factory.mktemp("wheel"))


def metaqueens(installed, here, *words):
    return python(installed, here, "metaqueens", *words)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_it_holds_the_configs_as_they_are_in_the_checkout(installed):
    assert contents(installed / "metaqueens/_configs") == contents(ROOT / "configs")
    assert not list(installed.glob("configs"))


def test_it_holds_what_starting_points_are_made_of(installed, tmp_path):
    said = metaqueens(installed, tmp_path, "new", "plugin", "mine")
    assert (said.returncode, said.stderr) == (0, "")
    assert (tmp_path / "mine/src/mine/search.py").is_file()


def test_the_configs_can_be_listed_and_run_from_anywhere(installed, tmp_path):
    listed = metaqueens(installed, tmp_path, "list", "configs")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "tune_ga  " in listed.stdout
    checked = metaqueens(installed, tmp_path, "check", "tune_ga")  # it extends another
    assert checked.returncode == 0, checked.stderr
    said = metaqueens(installed, tmp_path, *RUN)
    assert said.returncode == 0, said.stderr
    own = installed / "metaqueens/_configs/ga_n50.yaml"
    assert said.stderr.startswith(
        f"configs/ga_n50.yaml: no such file here; taking metaqueens' own, {own}\n"
    )
    assert (tmp_path / "results/ga_n50/runs.sqlite").is_file()
    assert os.listdir(tmp_path) == ["results"]

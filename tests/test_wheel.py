"""What `pip install` brings: the wheel is built, and used far from the checkout; so is the sdist.

`make package` also tries both in environments of their own, for which it needs a package index.
"""

import os
import shutil
from pathlib import Path

import pytest

from tests.processes import written_by
from tests.wheels import python, source_of, unpacked

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


def test_it_holds_the_configs_and_the_runs_of_releases_as_they_are_in_the_checkout(installed):
    assert contents(installed / "metaqueens/_configs") == contents(ROOT / "configs")
    assert not list(installed.glob("configs"))
    there = contents(ROOT / "experiments/reference")
    assert contents(installed / "metaqueens/_reference") == there
    assert "rows.jsonl" in there


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
    reported = metaqueens(installed, tmp_path, "report", "results/ga_n50", "-o", "page.html")
    assert reported.returncode == 0, reported.stderr
    assert "<svg" in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A folder with what the source distribution holds."""
    return source_of(ROOT, tmp_path_factory.mktemp("sdist"))


def files(folder):
    """Those that a package brings: running it compiles modules."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path.as_posix() for path in found if path.suffix != ".pyc"}


def test_the_source_distribution_is_all_that_git_keeps(source):
    git = shutil.which("git")
    if not (git and (ROOT / ".git").exists()):
        pytest.skip("not a checkout")
    words = git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"
    listed = written_by(*words, folder=ROOT).split("\0")
    kept = {name for name in listed if name and (ROOT / name).is_file()}
    assert files(source) == kept | {"PKG-INFO"}


def test_the_source_distribution_makes_the_same_wheel(source, installed, tmp_path):
    again = unpacked(source, tmp_path)
    assert {name: (again / name).read_bytes() for name in files(again)} == {
        name: (installed / name).read_bytes() for name in files(installed)
    }


def test_tests_can_be_run_from_it(source):
    tried = python(source, source, "pytest", "tests/test_words.py", "-p", "no:cacheprovider")
    assert tried.returncode == 0, tried.stdout

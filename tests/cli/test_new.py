"""``metaqueens new problem | algorithm``: what is written runs."""

import json
import os
import subprocess
import sys

import pytest

from metaqueens.cli.programs.new import algorithm
from tests.cli import call_in, refused, silent

pytestmark = pytest.mark.usefixtures("here")


def next_commands(said):
    return [line.removeprefix("next: ") for line in said.splitlines() if line[:5] == "next:"]


def test_nothing_is_written_over(here):
    (here / "of_none_other.yaml").write_text("of_none_other")
    said = refused("new", "algorithm", "of_none_other")
    assert "is there already; remove or rename it\n" in said.err
    assert (here / "of_none_other.yaml").read_text() == "of_none_other"
    assert not (here / "of_none_other.py").exists()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("algorithm My-Search", "'My-Search': expected a Python name in lower case"),
        ("algorithm True", "'True': expected a Python name in lower case"),
        ("algorithm numpy", "'numpy': a Python module has this name already"),
        ("algoritm mine", "'algoritm' is not one of 'problem', 'algorithm', 'program'"),
    ],
)
def test_wrong_words_are_answered(words, expected, here):
    assert expected in refused("new", *words.split()).err
    assert os.listdir(here) == ["small.yaml"]


def test_an_algorithm_keeps_the_promises_and_runs(here):
    said = silent("new", "algorithm", "my_search")
    assert said.startswith("wrote my_search.py\nwrote test_my_search.py\nwrote my_search.yaml\n")
    test, run = next_commands(said)
    assert test == "metaqueens check my_search:MySearch"
    kept = call_in(here, *test.split()[1:])
    assert kept.code == 0, kept.out
    ran = call_in(here, *run.split()[1:], "-j", "1", "--json")
    assert ran.code == 0, ran.err
    (mine, *_) = json.loads(ran.out)["table"]
    assert (mine["algorithm"], mine["runs"]) == ("mine", 3)
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_my_search.py"],
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert tests.returncode == 0, tests.stdout


@pytest.mark.compiled("without machine code its check takes long")
def test_a_problem_is_sound_and_runs(here):
    said = silent("new", "problem", "my_puzzle")
    assert said.startswith("wrote my_puzzle.py\nwrote test_my_puzzle.py\nwrote my_puzzle.yaml\n")
    check, run = next_commands(said)
    assert check == "metaqueens check my_puzzle.py n=8"
    found = call_in(here, *check.split()[1:])
    assert found.code == 0, found.out
    ran = call_in(here, *run.split()[1:], "-j", "1", "--json")
    assert ran.code == 0, ran.err
    assert {cell["runs"] for cell in json.loads(ran.out)["table"]} == {3}
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_my_puzzle.py"],
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert tests.returncode == 0, tests.stdout
    texts = "".join(path.read_text() for path in here.glob("*my_puzzle*"))
    assert "MyPuzzle" in texts
    assert "my_problem" not in texts.lower()


def test_no_name_of_the_example_is_left():
    texts = algorithm("my_search")[0]
    text = "".join(f"{name}\n{text}" for name, text in texts.items())
    for word in ("example", "worst", "Worst"):
        left = [line for line in text.splitlines() if word in line]
        assert left == [], word

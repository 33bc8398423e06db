"""Compiling ahead: what it has compiled, no search compiles again."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from metaqueens import Queens
from metaqueens.contestants.registry import CONTESTANTS
from metaqueens.core.compilation import SAID
from metaqueens.machine import warm

PACKAGE = Path(warm.__file__).parents[1]


def test_every_algorithm_of_ours_is_compiled_or_has_nothing_to_compile():
    assert {*warm.algorithms(), *warm.NOT_COMPILED} == set(CONTESTANTS)
    assert warm.algorithms()[0] == warm.SHARED


@pytest.mark.parametrize("use", warm.algorithms())
def test_searches_of_every_encoding_and_rule(use):
    found = [*warm._searches(use, warm.KINDS)]
    kind = CONTESTANTS[use]
    assert {one.encoding for one, _ in found} == set(kind.encodings)
    rules = {rule for _, problem in found for rule in problem.rules}
    assert rules == set(kind().supported_rules)
    assert all(type(one) is kind and isinstance(problem, Queens) for one, problem in found)


def test_words_are_combined():
    found = {
        (one.variant, one.moves)
        for one, problem in warm._searches("hill_climbing", [warm.PLAIN])
        if one.encoding == "rows"
    }
    assert len(found) > len({variant for variant, _ in found}) > 1


def test_processes_share_the_work():
    uses = ["random_search", "random_walk", "sosic_gu"]
    found = [*warm.warm(2, uses, [warm.PLAIN])]
    assert found[0].use == "random_search"
    assert {one.use: one.searches for one in found} == {
        use: len([*warm._searches(use, [warm.PLAIN])]) for use in uses
    }


def test_a_search_that_was_compiled_ahead_compiles_nothing(tmp_path):
    """In a copy of the package, which has no kernels yet."""
    shutil.copytree(PACKAGE, tmp_path / "metaqueens", ignore=shutil.ignore_patterns("__pycache__"))

    def python(*words):
        environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
        return subprocess.run(
            [sys.executable, *words],
            cwd=tmp_path, env=environment, check=True, capture_output=True, text=True,
        )  # fmt: skip

    def kept():
        return {path.name for path in tmp_path.rglob("*.nbc")}

    code = "from metaqueens.machine.warm import warm; list(warm(1, ['sosic_gu'], ['plain']))"
    assert kept() == set()
    python("-c", code)
    before = kept()
    said = python("-m", "metaqueens", "solve", "8", "--algorithm", "sosic_gu", "--seed", "1")
    assert SAID not in said.stderr
    assert kept() == before != set()

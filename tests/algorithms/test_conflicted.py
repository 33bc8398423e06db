"""The variants that look only after attacked queens: they reach large n and keep every promise."""

from pathlib import Path

import pytest

from metaqueens import Budget, MinConflicts, Queens, solve
from metaqueens.config.contestant import contestant

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "parameters.md"
# The page's, word by word: what is not said there must be a default that goes with it.
ADVICE = [
    ("hill_climbing", "variant: conflicted"),
    ("simulated_annealing", "focus: conflicted"),
    ("min_conflicts", "start: sampled, scan: sampled"),
]


@pytest.mark.parametrize(("name", "words"), ADVICE)
@pytest.mark.parametrize(("n", "runs"), [(8, 60), (10_000, 5), (100_000, 2)])
def test_the_advice_for_many_queens_is_all_that_is_needed(name, words, n, runs):
    advice = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert f"`{name}` with `{words}`" in advice
    algorithm = contestant(name, [word.replace(": ", "=") for word in words.split(", ")])
    problem = Queens(n)
    # Ten times what the longest of many runs took.
    budget = Budget(evaluations=100_000 + 1_500 * n)
    assert all(solve(problem, algorithm, budget, seed).solved for seed in range(runs))


def test_patience_follows_the_scan_and_what_is_given_stays():
    assert MinConflicts().model_dump(exclude={"encoding"}) == {
        "start": "greedy", "scan": "full", "samples": 50, "noise": 0.0, "restart_after": 100
    }  # fmt: skip
    assert MinConflicts(scan="full").restart_after == 100
    assert MinConflicts(scan="sampled").restart_after == "scaled"
    for given in (None, 7, "scaled"):
        algorithm = MinConflicts(scan="sampled", restart_after=given)
        assert algorithm.restart_after == given
        assert MinConflicts.model_validate_json(algorithm.model_dump_json()) == algorithm
    sampled = MinConflicts(scan="sampled")
    assert [sampled.patience(n) for n in (8, 1000, 100_000)] == [1000, 1000, 100_000]

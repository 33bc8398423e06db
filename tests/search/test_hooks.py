"""What a caller of ``solve`` may hand in: an observer, and limits of its own."""

import re
from pathlib import Path

import numpy as np
import pytest

from metaqueens import Budget, Genetic, HillClimbing, MinConflicts, Queens, solve
from metaqueens.search import ReportEvery

README = Path(__file__).parents[2] / "docs" / "plugins.md"
ALGORITHMS = [
    HillClimbing(),
    HillClimbing(restarts={"use": "luby", "unit": 50}),
    MinConflicts(encoding="rows"),
    Genetic(population=20),
]


def what_happened(result):
    trace = [point[:2] for point in result.trace]
    return result.values.tolist(), result.evaluations, result.steps, result.reason, trace


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=lambda one: type(one).__name__)
def test_an_observer_sees_every_report_and_changes_nothing(algorithm):
    for checkpoints in (Budget(3000), ReportEvery(10, Budget(3000))):
        seen = []

        def see(now, seen=seen):
            seen.append((now.evaluations, now.cost, now.values.tolist()))
            np.random.random(5)  # noqa: NPY002, a caller may
            with pytest.raises(ValueError, match="read-only"):
                now.values[0] = 0

        watched = solve(Queens(20), algorithm, checkpoints, 3, observer=see)
        assert what_happened(watched) == what_happened(solve(Queens(20), algorithm, checkpoints, 3))
        assert seen[0][0] >= 1
        assert seen[-1] == (watched.evaluations, watched.cost, watched.values.tolist())
        assert [one[0] for one in seen] == sorted(one[0] for one in seen)


def test_what_an_observer_raises_ends_the_run():
    seen = []

    def tire(now):
        seen.append(now.evaluations)
        if len(seen) == 3:
            raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        solve(Queens(30), HillClimbing(), ReportEvery(5, Budget(10_000)), 1, observer=tire)
    assert len(seen) == 3


def test_the_example_of_a_stop_rule():
    text, found = README.read_text(encoding="utf-8"), {}
    (example,) = re.findall(r"```python\n(# A stop rule.*?)```", text, re.DOTALL)
    exec(example, found)
    result = found["result"]
    assert result.reason == "stagnation"
    assert result.evaluations - result.found_at >= max(1000, result.found_at)
    assert what_happened(result) == what_happened(
        solve(result.problem, result.algorithm, found["Patience"](Budget(10**7)), result.seed)
    )
    # The very evaluation: the same run with what was its patience at the end.
    fixed = Budget(stagnation=max(1000, result.found_at))
    again = solve(result.problem, result.algorithm, fixed, result.seed)
    assert again.found_at <= result.found_at

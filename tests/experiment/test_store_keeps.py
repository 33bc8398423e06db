"""Whatever outcomes are added, a results folder that is opened again holds them, and no others."""

import tempfile
from math import isfinite
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from metaqueens import HillClimbing, Queens, config
from metaqueens.experiment.plan import Outcome, Run
from metaqueens.experiment.results import boards, queries
from metaqueens.experiment.results.schema import LARGEST
from metaqueens.experiment.results.store import Store
from metaqueens.search.result import Point, Result
from metaqueens.text.errors import UserError
from tests.experiment import runs_of

EXPERIMENT = config.parse("""\
name: drawn
problem: {n: 5}
algorithms:
  one: {use: hill_climbing}
  two: {use: min_conflicts, encoding: rows}
budget: {evaluations: 2000}
runs: 2
""")
RUNS = list(runs_of(EXPERIMENT))
# The longest name of a machine, and the last second of the year 9999.
WORDS, YEAR_9999 = 1000, 253e9

# One that is negative or too large fails its run, and nothing else.
COUNTS = st.integers(0, LARGEST) | st.integers(0, 9) | st.sampled_from([-1, LARGEST + 1, 2**64])
SECONDS = st.floats(0, 1e12) | st.integers(0, 10**12)
TIMES = st.none() | st.floats(0, YEAR_9999)
# An algorithm from outside may count anything; what is no finite number is left out.
COUNTERS = st.dictionaries(
    st.text(st.characters(), max_size=20) | st.integers(),
    st.integers(-LARGEST, LARGEST) | st.floats() | st.booleans() | st.none() | st.text(max_size=5)
    | st.floats().map(np.float64) | st.integers(0, 2**63 - 1).map(np.int64),
    max_size=4,
)  # fmt: skip
TRACES = st.lists(
    st.builds(Point, COUNTS, COUNTS, SECONDS), max_size=6, unique_by=lambda point: point.evaluations
)


@st.composite
def results(draw):
    """A result as a search, ours or another's, may return it."""
    queens = np.array(draw(st.lists(st.integers(0, 4), min_size=5, max_size=5)), np.int32)
    return Result(
        Queens(5), "permutation", HillClimbing(), draw(st.integers(0, 2**53 - 1)), queens,
        cost=draw(COUNTS), found_at=draw(COUNTS), evaluations=draw(COUNTS),
        steps=draw(COUNTS), seconds=draw(SECONDS),
        cpu_seconds=draw(SECONDS), trace=tuple(draw(TRACES)), counters=draw(COUNTERS),
        reason=draw(st.sampled_from(["solved", "evaluations", "stagnation", "interrupted"])),
        said=draw(st.text(max_size=100)),
    )  # fmt: skip


@st.composite
def outcomes(draw, run: Run):
    """Of one run: it fails until it does not, if it ever does not."""
    failed = draw(st.lists(st.tuples(st.none(), st.text(min_size=1)), max_size=2))
    last = draw(st.lists(st.tuples(results(), st.none()), max_size=1))
    return [
        Outcome(run, *each, draw(st.none() | st.text(max_size=WORDS)), draw(TIMES), draw(TIMES))
        for each in [*failed, *last]
    ]


@settings(max_examples=25)
@given(st.tuples(*(outcomes(run) for run in RUNS)), st.booleans())
def test_what_is_read_is_what_was_written(drawn, in_batches):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Store.create(folder, EXPERIMENT) as store:
            numbers = store.add_cells(EXPERIMENT.cells, EXPERIMENT.seed)
            added = [outcome for each in drawn for outcome in each]
            for batch in [[one] for one in added] if in_batches else [added]:
                store.add(batch)
        with Store.open(folder) as store:
            for run, each in zip(RUNS, drawn, strict=True):
                place = f"{numbers[run.cell_key]}-{run.repetition}"
                if not each:
                    with pytest.raises(UserError, match=f"no run {place}"):
                        queries.run_at(store, place)
                    continue
                check(store, queries.run_at(store, place), each[-1])
            assert sum(1 for _ in queries.runs(store, ("cell",))) == sum(map(bool, drawn))


def check(store, found, outcome):
    """Check a row against the last outcome of its run."""
    about = found["seed"], found["host"], found["started"], found["ended"]
    assert about == (outcome.run.seed, outcome.host, outcome.started, outcome.ended)
    result = outcome.result
    if result is None or not can_be(result):
        assert (found["status"], bool(found["error"])) == ("failed", True)
        assert outcome.error in (None, found["error"])
        assert (found["board"], found["counters"], found["cost"]) == (None, None, None)
        return
    assert found["status"] == ("solved" if result.cost == 0 else "unsolved")
    assert found["error"] == (result.said or None)
    for column in ("reason", "cost", "fitness", "evaluations", "steps", "found_at", "seconds",
                   "cpu_seconds"):  # fmt: skip
        assert found[column] == getattr(result, column), column
    assert boards.read(store.folder, found["board"], 5).tolist() == result.values.tolist()
    assert found["trace"] == sorted(map(list, result.trace))
    numbers = {
        str(key).encode(errors="backslashreplace").decode(): float(one)
        for key, one in result.counters.items()
        if is_number(one)
    }
    assert {key: float(one) for key, one in found["counters"].items()} == numbers


def can_be(result) -> bool:
    points = [count for point in result.trace for count in point[:2]]
    counts = [result.cost, result.found_at, result.evaluations, *points]
    return min(counts) >= 0 and max(*counts, abs(result.steps)) <= LARGEST


def is_number(value) -> bool:
    try:
        return isfinite(float(value))
    except (TypeError, ValueError):
        return False

"""Problems as blocks, and the tests over them, on tables that are read by eye."""

import numpy as np
import pandas as pd
import pytest

from metaqueens.analysis.inference.ranking import (
    Blocks,
    make_blocks,
    rank_blocks,
)
from metaqueens.metrics import METRICS
from tests.analysis.made import frame

ERT, SUCCESS = METRICS["ert"], METRICS["success"]


def runs(**costs):
    """Runs of ``algorithm__problem``: a cost a seed, None for an unsolved run."""
    parts = ((*name.split("__"), each) for name, each in costs.items())
    return pd.concat(frame({name: each}, problem=problem) for name, problem, each in parts)


def table(data, name="ert"):
    """That of a comparison, as far as it is looked at."""
    grouped = data.groupby(["problem", "algorithm"], sort=False)
    found = pd.DataFrame({"solved": grouped.solved.sum(), "success": grouped.solved.mean()})
    with np.errstate(divide="ignore"):
        found["ert"] = grouped.evaluations.sum() / found.solved
    return found.reset_index()


def over(data, metric="ert"):
    return make_blocks(table(data), metric, METRICS[metric])


def many(problems, **costs):
    return {f"{name}__p{k}": [cost + k] for name, cost in costs.items() for k in range(problems)}


def test_problems_are_blocks_where_there_are_six():
    found = over(runs(**many(6, b=20, a=10)))
    assert found.dropped == ()
    assert found.table.to_dict() == {
        "b": {f"p{k}": 20 + k for k in range(6)}, "a": {f"p{k}": 10 + k for k in range(6)},
    }  # fmt: skip
    assert list(found.table) == ["b", "a"], "in the order of the runs"


def test_a_problem_that_nobody_solved_is_no_block_and_one_that_not_all_ran_on_is_named():
    data = runs(**many(6, a=10, b=20), a__q=[5], a__r=[None], b__r=[None], c__r=[None])
    found = over(data)
    assert list(found.table.index) == [f"p{k}" for k in range(6)]
    assert list(found.table) == ["a", "b"], "c ran only where nobody solved"
    assert found.dropped == ("q",)


def test_of_shares_more_is_better():
    solved = {"a": [1, None], "b": [1, 1]}
    data = runs(**{f"{name}__p{k}": each for name, each in solved.items() for k in range(6)})
    assert over(data, "success").table.loc["p0"].to_dict() == {"a": -0.5, "b": -1}


def made(algorithms, rows):
    values = np.arange(rows)[:, None] + np.arange(algorithms) + 1.0
    return Blocks(pd.DataFrame(values, columns=list("abcd")[:algorithms]))


def test_three_algorithms_over_six_problems_are_ranked():
    found, _ = rank_blocks(made(3, 6), ERT)
    assert found.blocks == 6
    assert found.ranks.to_dict() == {"a": 1, "b": 2, "c": 3}
    assert rank_blocks(made(2, 6), ERT)[0] is None
    assert rank_blocks(made(3, 5), ERT) == (None, None)


def test_two_algorithms_over_six_problems_have_wilcoxons_test():
    assert rank_blocks(made(2, 6), ERT)[1].p == pytest.approx(2 / 2**6)
    for other in (made(2, 5), made(3, 6), made(1, 6)):
        assert rank_blocks(other, ERT)[1] is None


def test_wilcoxons_differences_are_ratios_of_costs_and_differences_of_shares():
    """Ranks of ratios: 4/1 beats 110/100 twice over; of differences: 10 beats 3."""
    values = pd.DataFrame({"a": [1.0, 100, 100, 100, 100, 100], "b": [8.0, 90, 80, 70, 60, 50]})
    by_ratio = rank_blocks(Blocks(values), ERT)[1]
    by_difference = rank_blocks(Blocks(values), SUCCESS)[1]
    assert by_ratio.statistic == 6, "a's only win weighs most of all"
    assert by_difference.statistic == 1, "and least of all"
    assert by_ratio.favours == by_difference.favours == "b"
    even = pd.DataFrame({"a": [1.0, 2, 3, 4, 5, 6], "b": [2.0, 1, 6, 2, 5, 6]})
    assert rank_blocks(Blocks(even), ERT)[1].favours is None

"""Blocks over problems and seeds, and the tests over them, on tables that are read by eye."""

from math import inf

import numpy as np
import pandas as pd
import pytest

from metaqueens.analysis.inference.ranking import (
    Blocks,
    blocks,
    ranking,
    wilcoxon_over,
)
from metaqueens.metrics import METRICS

ERT, SUCCESS = METRICS["ert"], METRICS["success"]


def runs(**costs):
    """Runs of ``algorithm__problem``: a cost a seed, None for an unsolved run."""
    rows = [
        (*name.split("__"), seed, "solved" if cost else "unsolved", cost or 1000, bool(cost))
        for name, each in costs.items()
        for seed, cost in enumerate(each)
    ]
    names = ["algorithm", "problem", "seed", "status", "evaluations", "solved"]
    return pd.DataFrame(rows, columns=names)


def table(data, name="ert"):
    """That of a comparison, as far as it is looked at."""
    grouped = data.groupby(["problem", "algorithm"], sort=False)
    found = pd.DataFrame({"solved": grouped.solved.sum(), "success": grouped.solved.mean()})
    with np.errstate(divide="ignore"):
        found["ert"] = grouped.evaluations.sum() / found.solved
    return found.reset_index()


def over(data, metric="ert"):
    return blocks(data, table(data), metric, METRICS[metric])


def many(problems, **costs):
    return {f"{name}__p{k}": [cost + k] for name, cost in costs.items() for k in range(problems)}


def test_problems_are_blocks_where_there_are_six():
    found = over(runs(**many(6, b=20, a=10)))
    assert (found.unit, found.dropped, found.correlated) == ("problem", (), True)
    assert found.table.to_dict() == {
        "b": {f"p{k}": 20 + k for k in range(6)}, "a": {f"p{k}": 10 + k for k in range(6)},
    }  # fmt: skip
    assert list(found.table) == ["b", "a"], "in the order of the runs"


def test_a_problem_that_nobody_solved_is_no_block_and_one_that_not_all_ran_on_is_named():
    data = runs(
        **many(6, a=10, b=20), a__q=[5], a__r=[None], b__r=[None], c__r=[None]
    )  # fmt: skip
    found = over(data)
    assert list(found.table.index) == [f"p{k}" for k in range(6)]
    assert list(found.table) == ["a", "b"], "c ran only where nobody solved"
    assert found.dropped == ("q",)


def test_of_shares_more_is_better():
    half, all_of_them = [1, None], [1, 1]
    data = runs(
        **{f"a__p{k}": half for k in range(6)}, **{f"b__p{k}": all_of_them for k in range(6)}
    )
    assert over(data, "success").table.loc["p0"].to_dict() == {"a": -0.5, "b": -1}


def test_seeds_are_blocks_where_problems_are_too_few():
    data = runs(b__p=[7, None, 9], a__p=[1, 2, 3, 4], a__q=[5], b__q=[6], a__r=[8])
    data.loc[data.evaluations == 3, "status"] = "failed"
    found = over(pd.concat([data, data.assign(evaluations=99)]))
    assert found.unit == "seed"
    assert found.dropped == ("r",)
    assert found.table.to_dict("index") == {
        ("p", 0): {"b": 7, "a": 1}, ("p", 1): {"b": inf, "a": 2}, ("q", 0): {"b": 6, "a": 5},
    }  # fmt: skip
    shares = over(data, "success").table
    assert shares.loc[("p", 1)].to_dict() == {"b": 1, "a": 0}, "whether it failed to solve"


def test_without_seeds_problems_stay_blocks():
    data = runs(a__p=[1, 2], b__p=[3, 4])
    data["seed"] = np.nan
    assert over(data).unit == "problem"


@pytest.mark.parametrize(
    ("seeds", "names", "alike"),
    # One correlation of 1 stands out among nine pairs of numbers and more, three among four.
    [(5, "abc", False), (6, "abc", True), (9, "ab", False), (10, "ab", True), (40, "a", False)],
)
def test_seeds_belong_together_where_runs_of_one_are_alike(seeds, names, alike):
    data = runs(**{f"{name}__p": [10 * seed + k + 1 for seed in range(seeds)]
                   for k, name in enumerate(names)})  # fmt: skip
    assert over(data).correlated is alike


def test_runs_are_alike_within_problems_not_because_problems_differ(rng):
    """On each problem no cost tells of another, but those of q are all higher."""
    low, high = rng.permutation(50) + 1, rng.permutation(50) + 1001
    data = runs(a__p=range(1, 51), b__p=low, a__q=range(1001, 1051), b__q=high)
    assert not over(data).correlated


def test_faintly_alike_is_not_alike_however_many_seeds(rng):
    common, own = rng.normal(0, 1, 2000), rng.normal(0, 1, (2, 2000))
    faint, more = (
        over(runs(a__p=np.exp(share * common + own[0]), b__p=np.exp(share * common + own[1])))
        for share in (0.35, 0.7)
    )
    assert not faint.correlated, "a correlation of 0.1"
    assert more.correlated, "of 0.3"


def test_one_with_the_same_cost_in_all_its_runs_is_like_no_other():
    assert not over(runs(a__p=[7] * 20, b__p=range(1, 21))).correlated


def made(algorithms, rows, unit="problem", correlated=True):
    values = np.arange(rows)[:, None] + np.arange(algorithms) + 1.0
    return Blocks(pd.DataFrame(values, columns=list("abcd")[:algorithms]), unit, (), correlated)


def test_three_algorithms_over_six_blocks_are_ranked():
    found = ranking(made(3, 6, "seed"))
    assert (found.blocks, found.unit) == (6, "seed")
    assert found.ranks.to_dict() == {"a": 1, "b": 2, "c": 3}
    assert ranking(made(2, 6)) is None
    assert ranking(made(3, 5)) is None
    assert ranking(made(3, 6, "seed", correlated=False)) is None


def test_two_algorithms_over_six_problems_have_wilcoxons_test():
    assert wilcoxon_over(made(2, 6), ERT).p == pytest.approx(2 / 2**6)
    for other in (made(2, 5), made(3, 6), made(1, 6), made(2, 6, "seed")):
        assert wilcoxon_over(other, ERT) is None


def test_wilcoxons_differences_are_ratios_of_costs_and_differences_of_shares():
    """Ranks of ratios: 4/1 beats 110/100 twice over; of differences: 10 beats 3."""
    values = pd.DataFrame({"a": [1.0, 100, 100, 100, 100, 100], "b": [8.0, 90, 80, 70, 60, 50]})
    by_ratio = wilcoxon_over(Blocks(values, "problem", ()), ERT)
    by_difference = wilcoxon_over(Blocks(values, "problem", ()), SUCCESS)
    assert by_ratio.statistic == 6, "a's only win weighs most of all"
    assert by_difference.statistic == 1, "and least of all"
    assert by_ratio.favours == by_difference.favours == "b"
    even = pd.DataFrame({"a": [1.0, 2, 3, 4, 5, 6], "b": [2.0, 1, 6, 2, 5, 6]})
    assert wilcoxon_over(Blocks(even, "problem", ()), ERT).favours is None

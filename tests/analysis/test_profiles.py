"""Profiles over many problems, by hand."""

import numpy as np
import pandas as pd
import pytest

from metaqueens.analysis.estimate import profiles


def test_performance_profile_by_hand():
    table = pd.DataFrame(
        {
            "problem": ["p", "p", "q", "q", "r", "r", "s", "s"],
            "algorithm": ["a", "b"] * 4,
            "ert": [10.0, 20.0, 30.0, 30.0, 5.0, np.inf, np.inf, np.inf],
        }
    )
    found = profiles.performance(table, factors=(1, 2, 100))
    assert found.problems.tolist() == [3, 3], "nobody solved s"
    assert found.loc["a", [1, 2, 100]].tolist() == [1, 1, 1]
    assert found.loc["b", [1, 2, 100]].tolist() == pytest.approx([1 / 3, 2 / 3, 2 / 3])


def runs(**costs):
    """Runs of ``algorithm__problem`` with these costs; beyond 100 they are unsolved."""
    frames = [
        pd.DataFrame({"algorithm": name.split("__")[0], "problem": name.split("__")[1],
                      "evaluations": np.minimum(each, 100.0), "solved": np.array(each) <= 100,
                      "guards": (np.array(each) > 100).astype(int)})
        for name, each in costs.items()
    ]  # fmt: skip
    return pd.concat(frames).assign(status="", verdict=None)


def test_data_profile_weighs_problems_alike():
    frame = runs(a__p=[5], a__q=[50, 500, 500, 500], b__p=[50], b__q=[5, 5, 5, 5], b__only=[1])
    found = profiles.data(frame, budgets=(10, 100))
    assert found.problems.tolist() == [2, 2], "only b ran on the third"
    assert found.loc["a", [10, 100]].tolist() == [0.5, (1 + 0.25) / 2]
    assert found.loc["b", [10, 100]].tolist() == [0.5, 1]
    assert profiles.data(frame).columns.tolist() == ["problems", 1.0, 10.0, 100.0]


def test_what_is_left():
    frame = runs(a__p=[5, 500, 500], b__p=[7])
    found = profiles.left(frame).set_index("algorithm")
    assert found.loc["a", ["runs", "solved", "best", "median", "worst"]].tolist() == [3, 1, 0, 1, 1]
    assert found.loc["b", ["runs", "solved", "median"]].tolist() == [1, 1, 0]


def test_a_rejected_board_is_not_what_is_left():
    frame = runs(a__p=[5, 500, 5], b__p=[7])
    frame["verdict"] = ["rejected", "checked", None, "rejected"]
    found = profiles.left(frame).set_index("algorithm")
    assert found.loc["a", ["runs", "best", "median", "worst"]].tolist() == [3, 0, 0.5, 1]
    assert found.loc["b", ["best", "median"]].isna().all()


def test_a_tie_is_a_tie_whatever_the_rounding_and_algorithms_keep_their_order():
    table = pd.DataFrame(
        {"problem": pd.Categorical(["p", "p"], ["p", "unused"]), "algorithm": ["b", "a"],
         "ert": [0.1 + 0.2, 0.3]}
    )  # fmt: skip
    found = profiles.performance(table)
    assert found.index.tolist() == ["b", "a"]
    assert found[1.0].tolist() == [1, 1]
    assert found.columns.tolist() == ["problems", 1.0, 1.5, 2.0, 5.0, 10.0, 100.0]
    assert profiles.performance(table.assign(ert=[3.0, 2.0]))[1.0].tolist() == [0, 1]
    assert profiles.performance(table.assign(ert=[3.0, 2.0]))[1.5].tolist() == [1, 1]


def test_data_profile_of_runs_that_nobody_solved():
    found = profiles.data(runs(a__p=[500], b__p=[500, 700]))
    assert found.columns.tolist() == ["problems", 1.0]
    assert found[1.0].tolist() == [0, 0]


def test_data_profile_leaves_failed_runs_out_and_begins_where_something_is_solved():
    frame = runs(b__p=[30, 60], a__p=[40, 90])
    frame.loc[frame.evaluations == 90, "status"] = "failed"
    found = profiles.data(frame)
    assert found.index.tolist() == ["b", "a"]
    assert found.columns.tolist() == ["problems", 10.0, 100.0]
    assert profiles.data(frame, budgets=(40,))[40].tolist() == [0.5, 1]
    nought = runs(a__p=[0], b__p=[1])
    assert profiles.data(nought).columns.tolist() == ["problems", 1.0]


def test_quartiles_of_what_is_left():
    frame = runs(b__p=[500] * 5, a__p=[500])
    frame["guards"] = [8, 2, 4, 6, 0, 3]
    found = profiles.left(frame)
    assert found.algorithm.tolist() == ["b", "a"]
    names = ["best", "q25", "median", "q75", "worst"]
    assert found[names].to_numpy().tolist() == [[0, 2, 4, 6, 8], [3] * 5]

"""The attacking pairs that are left at a fixed budget, by hand."""

import numpy as np
import pandas as pd

from metaqueens.analysis.data.anytime import left


def runs(**costs):
    """Runs of ``algorithm__problem`` with these costs; beyond 100 they are unsolved."""
    frames = [
        pd.DataFrame({"algorithm": name.split("__")[0], "problem": name.split("__")[1],
                      "evaluations": np.minimum(each, 100.0), "solved": np.array(each) <= 100,
                      "guards": (np.array(each) > 100).astype(int)})
        for name, each in costs.items()
    ]  # fmt: skip
    return pd.concat(frames).assign(status="", verdict=None)


def test_what_is_left():
    frame = runs(a__p=[5, 500, 500], b__p=[7])
    found = left(frame).set_index("algorithm")
    assert found.loc["a", ["runs", "solved", "best", "median", "worst"]].tolist() == [3, 1, 0, 1, 1]
    assert found.loc["b", ["runs", "solved", "median"]].tolist() == [1, 1, 0]


def test_a_rejected_board_is_not_what_is_left():
    frame = runs(a__p=[5, 500, 5], b__p=[7])
    frame["verdict"] = ["rejected", "checked", None, "rejected"]
    found = left(frame).set_index("algorithm")
    assert found.loc["a", ["runs", "best", "median", "worst"]].tolist() == [3, 0, 0.5, 1]
    assert found.loc["b", ["best", "median"]].isna().all()


def test_quartiles_of_what_is_left():
    frame = runs(b__p=[500] * 5, a__p=[500])
    frame["guards"] = [8, 2, 4, 6, 0, 3]
    found = left(frame)
    assert found.algorithm.tolist() == ["b", "a"]
    names = ["best", "q25", "median", "q75", "worst"]
    assert found[names].to_numpy().tolist() == [[0, 2, 4, 6, 8], [3] * 5]

"""The attacking pairs that are left at a fixed budget, by hand."""

from metaqueens.analysis.data.anytime import left
from tests.analysis.made import frame


def runs(**costs):
    """Runs with these costs; beyond 100 they are unsolved, by one attacking pair."""
    found = frame(costs, 100)
    return found.assign(guards=1 - found.solved, status="", verdict=None)


def test_what_is_left():
    found = left(runs(a=[5, 500, 500], b=[7])).set_index("algorithm")
    assert found.loc["a", ["runs", "solved", "best", "median", "worst"]].tolist() == [3, 1, 0, 1, 1]
    assert found.loc["b", ["runs", "solved", "median"]].tolist() == [1, 1, 0]


def test_a_rejected_board_is_not_what_is_left():
    verdicts = ["rejected", "checked", None, "rejected"]
    found = left(runs(a=[5, 500, 5], b=[7]).assign(verdict=verdicts)).set_index("algorithm")
    assert found.loc["a", ["runs", "best", "median", "worst"]].tolist() == [3, 0, 0.5, 1]
    assert found.loc["b", ["best", "median"]].isna().all()


def test_quartiles_of_what_is_left():
    found = left(runs(b=[500] * 5, a=[500]).assign(guards=[8, 2, 4, 6, 0, 3]))
    assert found.algorithm.tolist() == ["b", "a"]
    names = ["best", "q25", "median", "q75", "worst"]
    assert found[names].to_numpy().tolist() == [[0, 2, 4, 6, 8], [3] * 5]

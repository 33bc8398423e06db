"""Anytime bands of runs whose quartiles are seen by eye."""

import pandas as pd

from metaqueens.analysis.data.anytime import convergence


def band_of(**columns):
    """The one band of these traces."""
    known = {"algorithm": "a", "source": "s", "repetition": 0}
    (band,) = convergence(pd.DataFrame(known | columns)).values()
    return band


def test_quartiles_of_three_runs():
    points = [(0, 1, 9), (0, 10, 4), (0, 100, 0), (1, 1, 7), (1, 1000, 1), (2, 1, 5), (2, 50, 2)]
    traces = pd.DataFrame(points, columns=["repetition", "evaluations", "cost"])
    (name, band), *others = convergence(traces.assign(algorithm="a", source="s")).items()
    assert (name, others) == ("a", [])
    seen = band.set_index("evaluations")
    assert list(seen.columns) == ["low", "median", "high"]
    assert list(seen.loc[1]) == [6, 7, 8]  # 9 7 5
    assert list(seen.loc[10]) == [4.5, 5, 6]  # 4 7 5
    assert list(seen.loc[1000]) == [0.5, 1, 1.5]  # 0 1 2
    assert (band["median"].diff().dropna() <= 0).all()


def test_before_its_first_board_a_run_counts_with_it():
    band = band_of(evaluations=[300, 600], cost=[8, 0])
    assert (band["median"].iloc[0], band["median"].iloc[-1]) == (8, 0)


def test_a_band_begins_as_soon_as_half_of_the_runs_have_a_point():
    first = {0: 1, 1: 20, 2: 50, 3: 50}
    points = [(run, at, 9) for run, at in first.items()] + [(run, 1000, 0) for run in first]
    band = band_of(**pd.DataFrame(points, columns=["repetition", "evaluations", "cost"]))
    assert (band.evaluations.iloc[0], band["median"].iloc[0]) == (20, 9)


def test_algorithms_keep_their_order_and_one_without_runs_is_left_out():
    traces = pd.DataFrame(
        {"algorithm": pd.Categorical(["b", "a"], ["a", "b", "c"]), "source": "s",
         "repetition": pd.Categorical([0, 2]), "evaluations": [5, 7], "cost": [1, 2]}
    )  # fmt: skip
    found = convergence(traces)
    assert list(found) == ["b", "a"]
    assert found["a"]["median"].tolist() == [2] * len(found["a"])


def test_points_are_whole_evaluations_from_the_first_to_the_last_none_twice():
    marks = band_of(evaluations=[1, 10**6], cost=[9, 0]).evaluations
    assert (marks.iloc[0], marks.iloc[-1]) == (1, 10**6)
    assert marks.is_unique
    assert (marks == marks.round()).all()
    assert 100 <= len(marks) <= 120


def test_instances_of_a_family_are_runs_of_their_own():
    band = band_of(instance=["x", "y"], evaluations=[10, 10], cost=[2, 4])
    assert set(band["median"]) == {3}

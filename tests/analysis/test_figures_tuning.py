"""The figures of a tuning: drawn from what tune.json holds, also where little is there."""

import pytest

from metaqueens.tuning.page import pictures

TUNING = {
    "minimise": "par10_evaluations",
    "space": {
        "population": {"kind": "int", "ends": [10, 1000], "log": True, "when": {}},
        "rate": {"kind": "float", "ends": [0.0, 1.0], "log": False, "when": {}},
        "use": {"kind": "choice", "ends": ["pmx", None, {"use": "x"}], "log": False, "when": {}},
    },
    "trials": [
        {
            "settings": {"population": 10 + 20 * k, "rate": k / 20, "use": ["pmx", None][k % 2]},
            "state": "stopped" if k % 3 == 1 else "finished",
            "cost": 1000.0 / (k + 1),
            "costs": {"4": 900.0 / (k + 1), "10": 1000.0 / (k + 1)},
        }
        for k in range(20)
    ],
    "importance": {"rate": 0.7, "use": 0.2, "population": 0.1},
    "path": [
        {"changed": {}, "settings": {}, "cost": 1000.0, "p": None, "verdict": ""},
        {"changed": {"rate": 0.5}, "settings": {}, "cost": 700.0, "p": 0.01, "verdict": "cheaper"},
    ],
}
TUNING["best"] = TUNING["trials"][-1]


@pytest.mark.parametrize("goal", ["par10_evaluations", "ert", "median_seconds", "1 - success"])
def test_all_of_them(goal):
    drawn = pictures({**TUNING, "minimise": goal})
    assert list(drawn) == ["history", "slices"]
    for picture in drawn.values():
        assert picture.svg().startswith("<?xml")
    assert "20 settings" in drawn["history"].alt


def test_the_parameter_that_matters_most_comes_first():
    slices = pictures(TUNING)["slices"]
    labels = [axes.get_xlabel() for axes in slices.axes]
    assert labels == ["rate", "use", "population"]


def test_what_there_is_too_little_for_is_not_drawn():
    few = {**TUNING, "trials": TUNING["trials"][:3], "importance": {}}
    # A default that the space does not hold is no point of it.
    outside = {**TUNING["trials"][0], "settings": {"population": None, "rate": 2.0, "use": "pmx"}}
    for picture in pictures({**few, "trials": [outside], "best": outside}).values():
        assert picture.svg()

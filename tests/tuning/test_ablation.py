"""Ablation between two settings of a tuning: on seeds of its own, resumed, and what is wrong."""

import json
import shutil
from pathlib import Path

import pytest

from metaqueens.text.errors import UserError
from metaqueens.tuning import tune
from metaqueens.tuning.ablation import ablate
from tests.cli import call, query
from tests.cli.test_json import FIELDS

from . import experiment


@pytest.fixture(scope="module")
def tuned(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tuned") / "small"
    return folder, tune(experiment(), folder)


def other(report):
    """The place in the final of a setting that is not the best."""
    best = report["final"][0]["settings"]
    return next(
        str(place) for place, one in enumerate(report["final"], 1) if one["settings"] != best
    )


def test_from_one_setting_to_another_on_seeds_of_its_own(tuned):
    folder, report = tuned
    place = other(report)
    found = ablate(folder, "best", place, 400)
    assert found["steps"][0]["settings"] == report["best"]["settings"]
    assert found["steps"][-1]["settings"] == report["final"][int(place) - 1]["settings"]
    seeds = query(Path(found["folder"]), "SELECT seed FROM runs")
    assert 0 < len(seeds) <= 400
    assert not {*seeds} & {*query(folder, "SELECT seed FROM runs")}


def test_the_other_way_round_begins_where_this_one_ends(tuned):
    folder, report = tuned
    there, back = (
        ablate(folder, *ends, 300) for ends in (("best", other(report)), (other(report), "best"))
    )
    assert there["steps"][0]["settings"] == back["steps"][-1]["settings"]


def test_the_command_tells_it_and_does_nothing_twice(tuned):
    folder, report = tuned
    words = ["ablate", folder, "1", other(report), "--max-runs", "200", "-j", "1"]
    said = call(*words)
    assert said.code == 0, said.err
    assert "repetitions, none of which chose" in said.out
    again = json.loads(call(*words, "--json").out)
    assert set(FIELDS["ablate"]) <= set(again)
    count = query(Path(again["folder"]), "SELECT COUNT(*), COUNT(DISTINCT session) FROM runs")
    assert count == [(count[0][0], 1)], "the second call did no run"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["best", "best"], "FROM and TO: both are best"),
        (["defualt", "best"], "no setting 'defualt', but default, best, or 1 to "),
        (["default", "99"], "no setting '99'"),
        (["1", "2", "--max-runs", "1"], "too few to run each step once"),
    ],
)
def test_what_cannot_be_ablated(tuned, words, said):
    answer = call("ablate", tuned[0], *words)
    assert (answer.code, said in answer.err) == (2, True), answer.err


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"final": 3, "default": {}}', "[" * 100_000])
def test_a_file_that_is_something_else(tmp_path, text):
    (tmp_path / "tune.json").write_text(text)
    with pytest.raises(UserError, match="not what `metaqueens tune` writes"):
        ablate(tmp_path, "default", "best", 10)
    with pytest.raises(UserError, match="no such file"):
        ablate(tmp_path / "nowhere", "default", "best", 10)


@pytest.mark.parametrize("value", ["a text", None, [3], {"use": 3}, 10**400, float("nan")])
def test_a_setting_that_somebody_changed_is_told_where_it_stands(tuned, tmp_path, value):
    folder = shutil.copytree(tuned[0], tmp_path / "changed")
    report = json.loads((folder / "tune.json").read_text())
    for key in report["best"]["settings"]:
        report["best"]["settings"][key] = value
    del report["minimise"]
    (folder / "tune.json").write_text(json.dumps(report))
    said = call("ablate", folder, "default", "best", "-j", "1")
    assert said.code == 2
    assert said.err.startswith(f"{folder / 'tune.json'}: best: ")
    assert said.err.count("\n") == 1

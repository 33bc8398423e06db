"""What is said of a tuning, when it ends and when it is shown again."""

import json

import pytest

from metaqueens.cli.terminal.output import print_kept_tuning
from metaqueens.text.errors import UserError
from metaqueens.tuning.tables import answer, effort

TUNING = {
    "minimise": "par10",
    "trials": [
        {
            "settings": {"population": 10 + 20 * k, "rate": k / 20, "use": ["pmx", None][k % 2]},
            "state": "stopped" if k % 3 == 1 else "finished",
            "cost": 1000.0 / (k + 1),
            "costs": {"4": 900.0 / (k + 1), "10": 1000.0 / (k + 1)},
        }
        for k in range(20)
    ],
}
TUNING["best"] = TUNING["trials"][-1]
INSTANCE = {
    "n": 100, "runs": 30, "default_ert": 4000.0, "best_ert": None, "default_solved": 30,
    "best_solved": 0, "ratio": None, "ratio_ci95": [1.5, None], "a12": 0.1,
}  # fmt: skip
WHOLE = {
    **TUNING,
    "name": "<script>mine</script>",
    "algorithm": "ga",
    "runs": 1234,
    "max_runs": 1240,
    "ended": "the runs are used up",
    "failed": 0,
    "errors": {},
    "train": [32, 50],
    "default": TUNING["trials"][0],
    "final": [
        {**TUNING["trials"][19], "final_cost": 123456.0},
        {**TUNING["trials"][0], "final_cost": 0.25},
    ],
    "test_result": {
        "verdict": "worse", "most_runs": -1, "mean": -1, "ratio": None, "ratio_ci95": [1.5, None],
        "test": "Wilcoxon", "p": 0.001, "a12": 0.1, "effect": "large", "instances": [INSTANCE],
    },
}  # fmt: skip


def test_a_closed_pipe_is_no_error_of_the_file(tmp_path, monkeypatch):
    def close(text):
        raise BrokenPipeError

    (tmp_path / "tune.json").write_text(json.dumps(WHOLE))
    monkeypatch.setattr("metaqueens.cli.terminal.output.say", close)
    with pytest.raises(BrokenPipeError):
        print_kept_tuning(tmp_path)


def test_what_is_kept_is_printed(tmp_path, capsys):
    (tmp_path / "tune.json").write_text(json.dumps(WHOLE))
    print_kept_tuning(tmp_path)
    text = capsys.readouterr().out
    assert text.startswith("20 settings of ga in 1,234 runs; 7 stopped early; the runs are used")
    assert "On unseen problems (n=100) the best setting is worse than the default." in text
    assert "best: population=390 rate=0.95 use=null" in text
    (tmp_path / "tune.json").unlink()
    print_kept_tuning(tmp_path)
    assert not capsys.readouterr().out, "it has not ended"


def test_a_setting_that_is_proposed_again_counts_once():
    again = {**TUNING["trials"][1], "state": "finished"}
    told = effort({**WHOLE, "trials": [*TUNING["trials"], again, TUNING["trials"][4]]})
    assert told.startswith("20 settings of ga in 1,234 runs; 6 stopped early")


@pytest.mark.parametrize(
    ("verdict", "most_runs", "mean", "said"),
    [
        ("better", 1, 1, "the best setting is better than the default."),
        ("no better", 0, 0, "the best setting is not significantly better than the default."),
        (
            "mixed",
            1,
            0,
            "On unseen problems (n=100), by the test over single runs, the best setting is"
            " significantly better than the default. Its mean cost (ERT) is not significantly"
            " different: ERT ratio 0.8, 95 % interval 0.5 to 1.2.",
        ),
        (
            "mixed",
            0,
            1,
            "On unseen problems (n=100), by the test over single runs, the best setting is not"
            " significantly different from the default. Its mean cost (ERT) is lower: ERT ratio"
            " 0.8, 95 % interval 0.5 to 1.2.",
        ),
        ("the default itself", 0, 0, "No setting was found that is better than the default."),
    ],
)
def test_the_answer(verdict, most_runs, mean, said):
    told = {"verdict": verdict, "most_runs": most_runs, "mean": mean}
    solved = {"ratio": 0.8, "ratio_ci95": [0.5, 1.2], "instances": [{**INSTANCE, "best_solved": 9}]}
    assert said in answer({**WHOLE, "test_result": {**WHOLE["test_result"], **told, **solved}})


def test_few_runs_are_named():
    test = {**WHOLE["test_result"], "verdict": "no better", "mean": 0}
    few = {**test, "instances": [{**INSTANCE, "runs": 4}, {**INSTANCE, "runs": 5}]}
    why = "significantly better than the default; 9 runs of each are too few to show much."
    assert answer({**WHOLE, "test_result": few}).endswith(why)


def test_a_file_that_is_something_else(tmp_path):
    for text in ("[", "{}", json.dumps({"name": 3})):
        (tmp_path / "tune.json").write_text(text)
        with pytest.raises(UserError, match=r"tune\.json: not what metaqueens tune writes"):
            print_kept_tuning(tmp_path)


def test_other_problems_are_named():
    rows = [{"n": 9, "problem": "AllInterval n=9"}, {"n": 10, "problem": "AllInterval n=10"}]
    test = {"instances": rows, "verdict": "better", "test": "Wilcoxon"}
    assert answer({"test_result": test}) == (
        "On unseen problems (AllInterval n=9 and AllInterval n=10) the best setting is better than"
        " the default."
    )

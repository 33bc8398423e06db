"""``landscape``."""

import json

import pytest

from metaqueens import Queens

from . import call, interrupted, last_line, refused, silent, start, told

QUICK = ("--samples", 40, "-s", 1)


def test_json_is_the_same_for_the_same_seed():
    first, again = (silent("landscape", 5, *QUICK, "--json") for _ in range(2))
    assert first == again
    found = json.loads(first)
    assert (found["problem"], found["seed"], found["descents"]) == ({"n": 5}, 1, 40)
    names = [one["name"] for one in found["neighbourhoods"]]
    assert names == ["swap", "reassign", "step"]
    for one in found["neighbourhoods"]:
        for share in (one["solved"], one["solved_sideways"]):
            assert share["ci95"][0] <= share["value"] <= share["ci95"][1]
            assert share["samples"] == 40


def test_a_board_with_rules(tmp_path):
    file = tmp_path / "boards.jsonl"
    full = [[0, 0], [2, 1], [4, 2], [1, 3], [3, 4]]
    boards = {"a": [[2, 2]], "b": [[1, 0]], "full": full}
    lines = (json.dumps({"n": 5, "placed": placed, "id": name}) for name, placed in boards.items())
    file.write_text("\n".join(lines))
    found = told("landscape", "--board", file, "--id", "b", *QUICK)
    assert found["problem"] == {"n": 5, "placed": [[1, 0]]}
    assert [one["boards"] for one in found["neighbourhoods"]] == [24, 625, 625]
    said = call("landscape", "--board", file, "--id", "a", *QUICK)
    assert Queens(5, placed=[(2, 2)]).label in said.out
    why = "every queen is placed: there is no move, and so no landscape\n"
    assert call("landscape", "--board", file, "--id", "full", *QUICK) == (2, "", why)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((), "Missing argument 'N|PROBLEM'"),
        ((3,), "N: expected 4 to 500 queens, got 3"),
        ((501,), "N: expected 4 to 500 queens, got 501"),
        (("8x",), "expected a whole number"),
        ((8, "--samples", 1), "'--samples': 1 is not in the range 2<=x<=20000"),
        ((4, "--samples", 10**9), "1000000000 is not in the range 2<=x<=20000"),
        ((8, "-t", "-1"), "-1"),
        ((8, "--id", "7"), "give --board FILE.jsonl too"),
        (("--board", "none.jsonl"), "none.jsonl"),
        ((8, "--board", "none.jsonl"), "N and --board: give one of them"),
        ((8, 8), "Got unexpected extra argument (8)"),
    ],
)
def test_bad_input_is_one_error(given, said, here):
    assert said in refused("landscape", *given).err
    assert [path.name for path in here.iterdir()] == ["small.yaml"]


def test_ctrl_c_ends_it_and_leaves_nothing(tmp_path):
    call("landscape", 4, *QUICK)  # leaves the kernels compiled
    out, err = interrupted(start("landscape", 100, "--samples", 20_000, folder=tmp_path))
    assert (out, last_line(err)) == ("", "interrupted")
    assert not [*tmp_path.iterdir()]


def test_more_boards_than_a_float_holds():
    words = ("landscape", 200, "--samples", 2, "-s", 1, "-t", 0)
    assert "1.61e+460" in call(*words).out
    found = told(*words)["neighbourhoods"][2]
    assert (found["boards"], round(found["boards_log10"], 2)) == (None, 460.21)

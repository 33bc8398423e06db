"""Leagues from the command line: what they print and write, whoever takes part."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from metaqueens import Costas, Queens, TabuSearch
from metaqueens.arena.boards import Board
from metaqueens.arena.contestants import Contestant, contestants
from metaqueens.arena.league import League
from metaqueens.arena.outcome import answer, document, table, tabulate_rounds, write
from metaqueens.arena.run import Played, Settings, play_run
from tests.arena import BABBLES, DIES, FLOODS, FORMULA, HANGS, LIES, POOR, SOLVER, written
from tests.cli import call
from tests.outside import none_yet
from tests.patience import until

pytestmark = pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="programs are for Linux")
BY_EVALUATIONS = ["--by", "evaluations", "--budget", "300", "--seed", "7", "--json"]


def league(*words, code=0):
    said = call("league", *words)
    assert said.code == code, said.err + said.out
    return json.loads(said.out)


def runs(found, name):
    return [one["runs"][name] for one in found["boards"]]


def test_the_same_table_whatever_the_processes(here):
    words = [*written(here, solver=SOLVER, poor=POOR), "hc", *BY_EVALUATIONS, "--boards", "3"]
    one = call("league", *words, "-j", "1", "-o", "one")
    other = call("league", *words, "-j", "3", "-o", "other")
    assert one.code == other.code == 0, one.err
    assert one.out == other.out
    for name in ("league.json", "league.csv", "league.html"):
        assert (here / "one" / name).read_bytes() == (here / "other" / name).read_bytes()
    found = json.loads(one.out)
    assert {row["name"]: row["counted_by"] for row in found["table"]} == {
        "solver.py": "itself",
        "poor.py": "itself",
        "hc": "referee",
    }
    by_rule = {one["board"]: one["runs"]["solver.py"] for one in found["boards"]}
    assert by_rule["1-easy-1"]["solved"]
    assert not by_rule["2-blocked-1"]["solved"]
    assert by_rule["1-easy-1"]["cost"] == 3
    assert not any(one["solved"] for one in runs(found, "poor.py"))


def test_a_formula_solves_no_completion(here):
    words = [*written(here, formula=FORMULA), *BY_EVALUATIONS, "--boards", "1", "-o", "out"]
    (row,) = league(*words)["table"]
    assert (row["solved"], row["rejected"], row["failed"]) == (0, 0, 0)
    assert re.fullmatch(r"1-easy-1: it ended by itself; its best board has .*", row["why"])


def test_one_that_hangs_floods_or_dies_costs_the_others_nothing(here):
    bad = {"hangs": HANGS, "floods": FLOODS, "dies": DIES, "lies": LIES, "babbles": BABBLES}
    written(here / "in", solver=SOLVER, **bad)
    # Of this seed the first boards are easy for the solver: 20 ms of the 300.
    common = ["--seed", "9", "--budget", "0.3", "--boards", "1", "--json"]
    found = league("in", *common, "-o", "out", code=4)
    table = {row["name"]: row for row in found["table"]}
    assert table["solver.py"]["rank"] == 1
    assert table["solver.py"]["solved"] >= 1
    assert all(table[f"{name}.py"]["solved"] == 0 for name in bad)
    # After two rounds without a solution they play no more.
    assert (table["lies.py"]["rejected"], table["solver.py"]["rejected"]) == (2, 0)
    assert [table[f"{name}.py"]["failed"] for name in ("dies", "babbles")] == [2, 2]
    ends = [one["reason"] for one in runs(found, "babbles.py")]
    assert ends == ["failed"] * 2 + ["retired"] * (found["rounds"] - 2)
    page = (here / "out/league.html").read_text()
    shown = [text for text in re.findall(r"<td[^>]*>([^<]*)</td>", page) if text in ("-", "0/1")]
    assert shown.count("-") >= found["rounds"] - 2 > 0
    assert "SIGKILL" in table["dies.py"]["why"]
    first = runs(found, "babbles.py")[0]
    assert first["why"].startswith("line 1 of its output: ")
    assert "values, got 1: '0'" in first["why"]
    # Alone it is on the same boards, with the same end.
    alone = league("in/solver.py", *common, "-o", "alone")
    count = min(alone["rounds"], found["rounds"])
    problems = [[one["problem"] for one in doc["boards"]][:count] for doc in (alone, found)]
    assert problems[0] == problems[1]
    assert runs(alone, "solver.py")[0]["solved"]


# Random boards, whatever the rules, each improvement written.
BEGINNER = """\
#!/usr/bin/env python3
import random, sys
n, count = int(sys.argv[1]), 0
random.seed(int(sys.argv[2]))
rows = list(range(n))
while True:
    random.shuffle(rows)
    count += 1
    print('{"queens": %s, "evaluations": %d}' % (rows, count), flush=True)
"""


def test_a_beginner_a_false_claim_and_a_hang_have_different_results(here, monkeypatch):
    spins = POOR + "while True: pass\n"
    written(here / "in", beginner=BEGINNER, lies=LIES, hangs=HANGS, spins=spins)
    (here / "in/Ada Lovelace_12").mkdir()
    words = ["league", "in", "--seed", "7", "--budget", "0.1", "--boards", "2", "-o", "out"]
    monkeypatch.setattr("metaqueens.cli.programs.league.SHORT_SECONDS", 0.5)
    said = call(*words)
    assert said.code == 4
    assert said.err.count(" s on a quiet machine, start-up included, compilation not\n") == 1
    assert "left out, because a contestant is a file: Ada Lovelace_12\n" in said.err
    table = json.loads((here / "out/league.json").read_text())["table"]
    found = {row["name"]: row for row in table}
    assert table[0]["name"] == "beginner.py"
    assert found["beginner.py"]["score"] > 0 == found["lies.py"]["score"]
    # On a busy machine its wall time is over first.
    spent = r"(its 100 ms of processor time was spent|it used all its \d+ ms of wall time)"
    assert re.match(f"1-easy-1: {spent}; its best board has ", found["spins.py"]["why"])
    assert [row["name"] for row in table if row["rank"] is None] == ["hangs.py", "lies.py"]
    ends = {name: (row["rejected"], row["failed"]) for name, row in found.items()}
    assert (ends.pop("beginner.py"), ends.pop("spins.py")) == ((0, 0), (0, 0))
    assert ends == {"lies.py": (4, 0), "hangs.py": (0, 4)}
    slept = r"it wrote no board within its \S+ m?s of wall time"
    worked = "its 100 ms of processor time was spent; it wrote no board"
    assert re.search(f"{slept}|{worked}", found["hangs.py"]["why"])
    # A finished league, on a narrow terminal.
    narrow = Console(file=io.StringIO(), width=60, force_terminal=True)
    monkeypatch.setattr("metaqueens.cli.terminal.consoles.console", lambda: narrow)
    again = call(*words)
    assert "takes up to" not in again.err
    assert "lies.py: 1-easy-1: it claimed 0 attacking pairs" in again.out
    assert "it claimed 0 attacking pairs" in found["lies.py"]["why"]


def test_solved_boards_are_counted_among_those_that_were_played():
    ends = {"1-easy-1": "solved", "2-placed-1": "failed", "3-placed-1": "retired"}
    drawn = [Board(int(name[0]), name[2:-2], 1, Queens(4)) for name in ends]
    runs = {(name, "a"): Played(name, "a", end == "solved", 1.0, end) for name, end in ends.items()}
    league = League(Settings(1), (), drawn, runs, True, 9)
    table = tabulate_rounds(league, {"table": [{"name": "a"}], "rounds": 3})
    assert dict(zip(table.heads, *table.rows, strict=True)) == {
        **{"name": "a", "round 1": "1/1", "round 2": "0/1", "round 3": "-"},
        **{"easy": "1/1", "placed": "0/1"},
    }


@pytest.mark.parametrize("count", [1, 2])
def test_a_score_has_an_interval_only_if_rounds_have_several_boards(tmp_path, count):
    drawn = [Board(round_, "easy", 1 + k, Queens(4)) for round_ in (1, 2) for k in range(count)]
    ends = {board.name: Played(board.name, "hc", board.number == 1, 1.0, "") for board in drawn}
    runs = {(name, "hc"): run for name, run in ends.items()}
    league = League(Settings(1), contestants(["hc"], False), drawn, runs, True, 9)
    found = document(league)
    write(league, found, tmp_path)
    (row,) = found["table"]
    (shown,) = table(found["table"]).rows
    with (tmp_path / "league.csv").open() as file:
        (line,) = csv.DictReader(file)
    if count == 1:
        assert row["score_ci95"] is None
        assert (shown[3], line["score_low"], line["score_high"]) == ("-", "", "")
    else:
        low, high = row["score_ci95"]
        assert 0 <= low < row["score"] < high
        assert shown[3] == f"{low:.1f} - {high:.1f}"
        assert (float(line["score_low"]), float(line["score_high"])) == (low, high)


def test_a_league_with_too_few_boards_says_so(here):
    words = [*written(here, solver=SOLVER, poor=POOR, lies=LIES), "hc", *BY_EVALUATIONS[:-1]]
    said = call("league", *words, "--problem", "costas n=5,6", "--boards", "2", "-o", "out")
    few = "4 boards cannot separate the 3 contestants with points; use --boards 4 or more."
    assert said.out.startswith(f"No single winner: {few}\n")
    assert re.search(r"^lies\.py +- ", said.out, re.MULTILINE)
    assert few in (here / "out/league.html").read_text()
    boards = json.loads((here / "out/league.json").read_text())["boards"]
    assert all(isinstance(board["seed"], int) for board in boards)


def test_a_league_without_any_point(here):
    words = [*written(here, lies=LIES, dies=DIES), *BY_EVALUATIONS[:-1], "--boards", "1"]
    said = call("league", *words, "-o", "out")
    assert said.code == 4
    assert said.out.startswith("No contestant solved a board.\n")
    assert "No contestant solved a board." in (here / "out/league.html").read_text()
    # After two rounds both have retired: nobody would play a third.
    found = json.loads((here / "out/league.json").read_text())
    assert (found["rounds"], len(found["boards"])) == (2, 2)


def test_no_rank_is_shown_of_a_contestant_that_solved_nothing(here):
    words = [*written(here, poor=POOR), "tabu_search", "--problem", "costas n=9", "--boards", "1"]
    found = league(*words, "-o", "out", *BY_EVALUATIONS)
    assert [(row["name"], row["solved"]) for row in found["table"]] == [
        ("tabu_search", 1),
        ("poor.py", 0),
    ]
    with (here / "out/league.csv").open() as file:
        assert [row["rank"] for row in csv.DictReader(file)] == ["1", ""]
    assert [row[1] for row in table(found["table"]).rows] == ["1", "-"]
    poor = found["table"][1] | {"score": 0.01}
    assert table([poor]).rows[0][2] == "< 0.1"
    assert answer({"table": [poor], "boards": []}) == "No contestant solved a board."


def test_a_built_in_search_that_cannot_play_all_boards_has_the_reason_in_its_row(here):
    words = ["hill_climbing", "tabu_search", *BY_EVALUATIONS, "--boards", "1"]
    said = call("league", *words, "-o", "out")
    assert said.err == "seed 7\n"
    found = {row["name"]: row for row in json.loads(said.out)["table"]}
    why = "1-easy-1: HillClimbing takes no account of the rule placed"
    assert (found["hill_climbing"]["why"], found["hill_climbing"]["failed"]) == (why, 0)
    assert found["tabu_search"]["solved"] > 0


def test_a_solution_above_the_budget_is_named():
    board = Board(1, "costas", 1, Costas(n=9))
    entry = Contestant("tabu_search", "tabu_search", "shelf", TabuSearch())
    needed = int(play_run(entry, board, Settings(7, "evaluations", budget=1e6), 0.0).cost)
    run = play_run(entry, board, Settings(7, "evaluations", budget=needed - 1), 0.0)
    assert (run.solved, run.left, run.ended) == (False, 0, "evaluations")
    spent = f"its budget was spent; it solved the board after {needed:,} evaluations"
    assert run.why == spent


def test_a_template_solves_the_first_boards(here):
    assert call("new", "program", "python").code == 0
    words = ["--seed", "3", "--by", "evaluations", "--budget", "100000", "--boards", "5"]
    said = call("league", "nqueens.py", *words, "-o", "out")
    assert said.code == 0, said.err
    found = json.loads((here / "out/league.json").read_text())
    solved = {board["board"] for board in found["boards"] if board["runs"]["nqueens.py"]["solved"]}
    assert {f"1-easy-{number}" for number in range(1, 6)} < solved
    assert {f"2-{kind}-1" for kind in ("completion", "excluded", "blocked", "regions")} <= solved


INTERVAL = """\
import numpy as np
from metaqueens import Problem


class Interval(Problem):
    n: int
    seed: int = 0

    @staticmethod
    def cost(values, data):
        return values.size - 1 - np.unique(np.abs(values[1:] - values[:-1])).size
"""
# Writes the zigzag, which solves it, if it can import the problem from its file.
ZIGZAG = """\
#!/usr/bin/env python3
import json, sys
task = json.loads(sys.stdin.readline())
assert "class Interval" in open(task["file"]).read()
assert task["problem"]["seed"] != task["seed"]
n = task["n"]
values = [k // 2 if k % 2 == 0 else n - 1 - k // 2 for k in range(n)]
print(json.dumps({"values": values, "cost": 0, "evaluations": 1}), flush=True)
"""
CLASS = """\
import numpy as np
from metaqueens import Algorithm
from metaqueens.search.snapshot import Snapshot


class Own(Algorithm):
    needs = ()

    def search(self, space, checkpoints, rng):
        best, count = None, 0
        while True:
            values, count = rng.permutation(space.n).astype(np.int32), count + 1
            cost = space.problem.recount(values)
            if best is None or cost < best.cost:
                best = Snapshot(values, cost, count, count, count)
            yield best._replace(evaluations=count)
"""


def test_a_league_of_a_user_s_problem(here, programs_as_python):
    (here / "problems").mkdir()
    (here / "problems/interval.py").write_text(INTERVAL)
    written(here / "in", zigzag=ZIGZAG)
    (here / "in/own.py").write_text(CLASS)
    rules = ["--by", "evaluations", "--budget", "100", "--boards", "2"]
    problem = "problems/interval.py:Interval n=4,5,12"
    with none_yet():
        found = league("in", *rules, "--problem", problem, "-o", "out", "--json")
    assert (found["problem"], found["rounds"]) == (problem, 3)
    table = {row["name"]: row for row in found["table"]}
    assert table["zigzag.py"]["score"] == 100
    assert (table["own.py"]["failed"], table["own.py"]["score"] > 0) == (0, True)
    problems = [board["problem"] for board in found["boards"]]
    assert [one["n"] for one in problems] == [4, 4, 5, 5, 12, 12]
    assert len({one["seed"] for one in problems}) == 6
    page = (here / "out/league.html").read_text()
    assert "a sixth, divided by the conflicts of its best board" in page


def test_a_class_that_reports_a_wrong_cost_is_rejected(here, programs_as_python):
    (here / "liar.py").write_text(CLASS.replace("Snapshot(values, cost", "Snapshot(values, 0"))
    words = ["liar.py", "--problem", "costas n=8,9", "--boards", "1", "-o", "out"]
    (row,) = league(*words, *BY_EVALUATIONS, code=4)["table"]
    assert (row["rejected"], row["score"]) == (2, 0)
    assert "it claimed cost 0 of a candidate with" in row["why"]


def test_names_and_reasons_are_data(here):
    written(here / "in", babbles=BABBLES, solver=SOLVER)
    (here / "in/babbles.py").rename(here / "in/=<script>alert(1)<script>\x1b[2J.py")
    words = ["in", "--boards", "1", "-o", "out", *BY_EVALUATIONS[:-1]]
    said = call("league", *words)
    assert said.code == 3
    assert "\x1b" not in said.out + said.err
    assert said.out.startswith("solver.py scored ")
    assert "; no other contestant has a point.\n" in said.out
    page = (here / "out/league.html").read_text()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "\x1b" not in page
    with (here / "out/league.csv").open() as file:
        rows = {row["name"]: row for row in csv.DictReader(file)}
    assert rows["solver.py"]["solved"] == "8" or rows["solver.py"]["rank"] == "1"
    assert any(name.startswith("'=<script>") for name in rows)


def test_a_script_of_windows_has_the_remedy_in_its_row(here):
    (here / "eve").write_bytes(b"#!/usr/bin/env python3\r\nprint(1)\r\n")
    (here / "eve").chmod(0o755)
    (row,) = league("./eve", "--boards", "1", "-o", "out", *BY_EVALUATIONS, code=3)["table"]
    assert row["why"].endswith(r"remove the \r: sed -i 's/\r$//' eve")


def test_what_a_class_prints_does_not_hide_the_reason(here, programs_as_python):
    (here / "late.py").write_text("import metaqueens\nprint([5, 0, 4])\n")
    (row,) = league("late.py", "--boards", "1", "-o", "out", *BY_EVALUATIONS, code=3)["table"]
    assert "no algorithm in it" in row["why"]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_league_that_was_killed_goes_on(here, number):
    slow = SOLVER.replace("given =", "import time\ntime.sleep(0.2)\ngiven =")
    words = [*written(here, solver=slow, poor=POOR), *BY_EVALUATIONS, "--boards", "2", "-j", "1"]
    whole = league(*words, "-o", "whole")
    kept = here / "killed/runs.jsonl"
    process = subprocess.Popen(
        [sys.executable, "-m", "metaqueens", "league", *words, "-o", "killed"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        until(lambda: kept.exists() and kept.read_bytes().count(b"\n") > 4, process)
    finally:
        process.send_signal(number)
        _, errors = process.communicate()
    if number == signal.SIGINT:
        assert "killed: its runs are kept; the same command with --seed 7 continues\n" in errors
    before = kept.read_bytes()
    before = before[: before.rfind(b"\n") + 1]
    kept.write_bytes(before + b'{"board": "2-pl')
    assert league(*words, "-o", "killed") == whole
    assert kept.read_bytes().startswith(before)
    # Once more nothing is left to do.
    again = kept.read_bytes()
    assert league(*words, "-o", "killed") == whole
    assert kept.read_bytes() == again


def test_another_league_is_not_mixed_in(here):
    (path,) = written(here, poor=POOR)
    words = [path, *BY_EVALUATIONS, "--boards", "1", "-o", "out"]
    league(*words)
    said = call("league", *words, "--boards", "2")
    assert (said.code, said.out) == (2, "")
    why = "holds a league of another seed, or other settings (its seed is 7)"
    assert said.err == f"out: {why}; choose another folder with -o\n"
    Path(path).write_text(POOR + "# better\n")
    said = call("league", *words)
    assert said.code == 2
    assert "poor.py was another contestant" in said.err
    with (here / "out/runs.jsonl").open("a") as file:
        file.write('{"board": 1, "mine": 2}\n')
    Path(path).write_text(POOR)
    assert 'a line that no league wrote: b\'{"board": 1' in call("league", *words).err
    (here / "out/runs.jsonl").write_text("no JSON\n")
    assert "a line that no league wrote" in call("league", *words).err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Missing argument 'CONTESTANT...|FOLDER'"),
        (["hc", "--problem", "cosats"], "did you mean costas?"),
        (["hc", "--problem", "costas m=4,5"], "m: no such key"),
        (["hc", "--problem", "costas n=4,5 form=1,2,3"], "expected one value of each field, or 3"),
        (
            ["hc", "--by", "evaluations", "--budget", "0.5"],
            "expected a whole number of evaluations",
        ),
    ],
)
def test_what_is_wrong_is_one_line(here, words, said):
    (here / "there.json").write_text("{}")
    found = call("league", *words)
    assert (found.code, found.out) == (2, "")
    assert said in found.err.splitlines()[-1]

"""What docs/how-to/hard-boards.md says: its table counted, its boards drawn and checked again."""

import json
import re
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from metaqueens import config
from metaqueens.exact import instances as families, methods
from metaqueens.exact.effort import Effort
from metaqueens.queens import drawing, instances
from metaqueens.queens.check import recount
from metaqueens.queens.drawing import marks_of
from metaqueens.queens.families import Family

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "how-to" / "hard-boards.md").read_text(encoding="utf-8")
BOARDS = {one.name: one for one in instances.read(DOCS / "hard" / "boards.jsonl")}


@pytest.mark.compiled("hundreds of complete searches")
def test_the_phase_transition_is_as_it_says():
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \|$", TEXT, re.MULTILINE)
    assert len(rows) == 9
    for excluded, solvable, nodes in (tuple(map(int, row)) for row in rows):
        family = Family(12, excluded={"use": "random", "count": excluded}, seed=1)
        effort = Effort()
        found = [
            methods.first("forward_checking", one.problem, effort) is not None
            for one in islice(families.instances(family), 100)
        ]
        assert (sum(found), round(effort.nodes / 100)) == (solvable, nodes)


def test_naucks_board_has_its_queens_on_b4_and_d5():
    placed = BOARDS["placed"].problem.placed
    assert {"abcdefgh"[column] + str(8 - row) for row, column in placed} == {"b4", "d5"}
    squares = ", ".join(f"[{row}, {column}]" for row, column in placed)
    assert f"`placed: [{squares}]` | These queens stand already on b4 and d5" in TEXT


@pytest.mark.parametrize("name", BOARDS)
def test_a_picture_is_what_draw_makes_of_a_board_and_its_solution(name):
    board = BOARDS[name]
    assert f"hard/{name}.svg" in TEXT
    assert board.problem.rules == (name,)
    queens = np.array(board.witness)
    assert recount(board.problem, queens) == 0
    picture = drawing.svg(board.witness, marks=marks_of(board.problem, queens))
    assert (DOCS / "hard" / f"{name}.svg").read_text() == picture + "\n"


def test_its_families_are_families():
    for line in re.findall(r"^problem: .*$", TEXT, re.MULTILINE):
        if "file:" not in line:
            text = (
                f"{line}\nalgorithms: {{a: {{use: simulated_annealing}}}}\nbudget: {{seconds: 1}}"
            )
            assert config.parse(text, name="x.yaml", to_run=False).size >= 20


def test_its_line_is_one_of_its_boards():
    page = Path(__file__).parents[2] / "docs" / "reference" / "instances.md"
    (line,) = re.findall(r"^\{.*\}$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert line == BOARDS["placed"].line
    assert json.loads(line)["label"] == "satisfiable"

"""The twenty lines of the page for programs that write programs, with a canned sequence of them."""

from pathlib import Path

import pytest

from docs import blocks
from tests.arena import BABBLES, POOR, SOLVER

PAGE = Path(__file__).parents[2] / "docs/how-to/programs-that-write-programs.md"


def test_the_best_of_a_canned_sequence_is_kept():
    (code,) = [one.text for one in blocks.blocks(PAGE.read_text()) if one.language == "python"]
    names: dict = {"__name__": "writers"}
    exec(compile(code, str(PAGE), "exec"), names)
    seen = []
    canned = iter([POOR, SOLVER, BABBLES])

    def propose(best, runs):
        seen.append((best, runs))
        return next(canned)

    more = ["--by", "evaluations", "--budget", "300", "--boards", "14"]
    best = names["improve"](propose, BABBLES, 3, *more)
    assert best == SOLVER
    assert [one for one, _ in seen] == [BABBLES, BABBLES, SOLVER]
    assert seen[0][1] == []
    assert seen[1][1][0]["line"] == 1  # what was wrong
    assert seen[2][1][0]["solved"]


@pytest.mark.parametrize("name", ["docs/how-to/competition.md"])
def test_the_task_sheet_says_what_the_score_is(name):
    text = (PAGE.parents[2] / name).read_text()
    assert "a third with its whole budget, two thirds with a tenth of it, all with a hundredth" in (
        text.replace("\n> ", " ")
    )

"""The loop of the page for programs that write programs, with a canned sequence of them."""

from pathlib import Path

from docs import blocks
from metaqueens import Queens
from metaqueens.arena.outcome import RULE
from tests.arena import BABBLES, POOR
from tests.arena.test_score import RANDOM, pytestmark  # noqa: F401

PAGE = Path(__file__).parents[2] / "docs/how-to/programs-that-write-programs.md"


def test_the_best_of_a_canned_sequence_is_kept(here):
    texts = [one.text for one in blocks.blocks(PAGE.read_text()) if one.language == "python"]
    (code,) = [text for text in texts if text.startswith("# writers.py")]
    names: dict = {"__name__": "writers"}
    exec(compile(code, str(PAGE), "exec"), names)
    seen = []
    canned = iter([POOR, RANDOM, BABBLES])

    def propose(best, result):
        seen.append((best, result))
        return next(canned)

    boards = [Queens(n, placed=((1, 0),)) for n in (6, 8)]
    best = names["improve"](propose, BABBLES, 3, problem=boards, evaluations=300)
    assert best == RANDOM
    assert [one for one, _ in seen] == [BABBLES, POOR, RANDOM]
    assert seen[0][1]["score"] is None
    assert "line 1 of its output" in seen[0][1]["text"]
    assert seen[2][1]["score"] > seen[1][1]["score"] > 0


def test_the_page_of_leagues_has_the_scoring_rule():
    rows = [f"| {condition} | {points} |" for condition, points in RULE.items()]
    assert "\n".join(rows) in (PAGE.parent / "competition.md").read_text()

"""Masks and regions in text files that a config names."""

import pytest

from metaqueens import config
from metaqueens.problem.queens import Queens
from metaqueens.text.errors import UserError

from .test_sources import problems_of, with_problem

MASK = ["x . . .", ". . . #", "_ . . .", ". . x ."]
BLOCKED = [(0, 0), (1, 3), (3, 2)]
REGIONS = ["AABB", "AABB", "CCDD", "CCDD"]


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards/mask.txt").write_text("\n".join(MASK) + "\n\n")
    (tmp_path / "boards/regions.txt").write_text("\n".join(REGIONS))
    (tmp_path / "boards/short.txt").write_text("AABB\nAAB\nCCDD\nCCDD\n")
    (tmp_path / "boards/words.txt").write_text("....\n..?.\n....\n....\n")
    (tmp_path / "boards/bytes.txt").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "boards/empty.txt").write_text("\n")
    return tmp_path


def test_a_rule_may_stand_in_a_file():
    assert problems_of("{n: 4, blocked: boards/mask.txt}") == [Queens(4, blocked=BLOCKED)]
    assert problems_of("{n: 4, regions: boards/regions.txt}") == [Queens(4, regions=REGIONS)]
    assert problems_of("{n: 4}", ["problem.blocked=boards/mask.txt"]) == [
        Queens(4, blocked=BLOCKED)
    ]


def test_a_sweep_over_files_and_a_family_with_a_mask(files):
    text = with_problem("{n: 4}") + "sweep: {problem.blocked: [[], boards/mask.txt]}\n"
    found = [cell.problem for cell in config.parse(text).cells if cell.label == "ga"]
    assert found == [Queens(4), Queens(4, blocked=BLOCKED)]
    (files / "nine.txt").write_text("........x\n" * 9)
    family = "{n: 9, blocked: nine.txt, excluded: {use: random, count: 2}, instances: 3}"
    message = "column 8 has no square left for a queen"
    with pytest.raises(UserError, match=message):
        problems_of(family)
    with pytest.raises(UserError, match=f"x.yaml:2:10: problem: {message}"):
        problems_of("{n: 9, blocked: nine.txt}")
    (files / "nine.txt").write_text("x........\n" * 3 + ".........\n" * 6)
    assert {one.blocked for one in problems_of(family)} == {((0, 0), (1, 0), (2, 0))}


def test_a_file_is_relative_to_its_config_and_results_do_not_need_it(files):
    (files / "boards/mine.yaml").write_text(with_problem("{n: 4, blocked: mask.txt}"))
    found = config.load("boards/mine.yaml")
    (files / "boards/mask.txt").unlink()
    again = config.parse(config.dump(found.given))
    assert [cell.problem for cell in again.cells] == [cell.problem for cell in found.cells]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "{n: 4, blocked: boards/maks.txt}",
            "x.yaml:2:26: problem.blocked: boards/maks.txt: no such file or directory;"
            " did you mean mask.txt?",
        ),
        ("{n: 4, blocked: boards}", "x.yaml:2:26: problem.blocked: boards: is a directory"),
        (
            "{n: 5, blocked: boards/mask.txt}",
            "boards/mask.txt: problem.blocked: expected 5 lines of 5 signs, got 4 lines",
        ),
        (
            "{n: 4, regions: boards/short.txt}",
            "boards/short.txt:2: problem.regions.1: expected 4 letters, got 3: 'AAB'",
        ),
        (
            "{n: 4, blocked: boards/words.txt}",
            "boards/words.txt:2: problem.blocked.1: expected . for a free square and x for a"
            " blocked one, got '?' as sign 3",
        ),
        ("{n: 4, regions: boards/bytes.txt}", "problem.regions: boards/bytes.txt: not UTF-8 text"),
        ("{n: 4, regions: boards/empty.txt}", "boards/empty.txt: there is nothing in it"),
    ],
)
def test_a_wrong_file_is_named_with_the_line(text, said):
    with pytest.raises(UserError) as error:
        config.parse(with_problem(text), name="x.yaml")
    assert said in str(error.value)

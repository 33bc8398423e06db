"""Instances: drawn as published, written to files, read from anybody's."""

import re
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from metaqueens import Queens
from metaqueens.exact import methods
from metaqueens.exact.effort import Effort
from metaqueens.queens import generators, instances
from metaqueens.queens.check import recount
from metaqueens.queens.conflicts import find_allowed_squares
from metaqueens.text.errors import UserError


def test_excluded_diagonals_leave_four_squares_on_every_line(rng):
    for _ in range(20):
        excluded = generators.draw_diagonals(12, 10, rng)
        assert len(set(excluded)) == 10
        allowed = find_allowed_squares(Queens(12, excluded=excluded))
        assert min(allowed.sum(axis=0).min(), allowed.sum(axis=1).min()) >= 4


@pytest.mark.parametrize("n", [5, 7])
def test_a_region_puzzle_has_one_answer_and_regions_in_one_piece(n, rng):
    def answers(regions):
        problem = Queens(n, regions=regions)
        return methods.boards("forward_checking", problem, Effort(), batch=2)

    regions = generators.draw_region_puzzle(n, rng, answers)
    assert len(list(answers(regions))) == 1
    board = np.array([list(line) for line in regions])
    for letter in np.unique(board):
        assert pieces(board == letter) == 1


def pieces(region):
    squares, found = {tuple(map(int, one)) for one in np.argwhere(region)}, 0
    while squares:
        reached = [squares.pop()]
        found += 1
        for row, column in reached:
            near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
            reached += near & squares
            squares -= near
    return found


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (lambda rng: generators.draw_diagonals(6, 15, rng), "15 diagonals were asked for"),
        (lambda rng: generators.draw_placed_queens(6, 7, rng), "7 queens were asked for"),
        (lambda rng: generators.draw_blocked_squares(6, 30, 2, rng), "30 squares were asked for"),
    ],
)
def test_what_cannot_be_drawn_ends_with_how_far_it_got(draw, said, rng):
    with pytest.raises(UserError, match=said):
        draw(rng)


def test_a_file_of_instances_comes_back_as_it_was_written(tmp_path):
    problem = Queens(8, placed=[(3, 1), (4, 3)], blocked=[(0, 7)])
    witness = tuple(methods.first("forward_checking", problem, Effort()).tolist())
    one = instances.Instance(problem, "a", "satisfiable", witness, ("forward_checking", "cp_sat"))
    other = instances.Instance(Queens(5, torus=True), "2")
    path = tmp_path / "two.jsonl"
    path.write_text(f"{one.line}\n\n{other.line}\n")
    assert list(instances.read(path)) == [one, other]
    assert recount(problem, np.array(one.witness)) == 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", ":1: expected one JSON object a line"),
        ("[1]", ":1: expected one JSON object a line"),
        ('{"n": 8, "rule": 1}', ":1: rule: no such key"),
        ('{"n": 8, "excluded": [[3, "fall"]]}', ":1: excluded.0.1: 'fall' is not one of"),
        ('{"n": 8, "placed": [[0, 0], [1, 1]]}', "share a diagonal"),
        ('{"n": 8, "label": "yes"}', ":1: label: 'yes' is not one of satisfiable"),
        ('{"n": 3, "witness": [0, 1]}', ":1: witness: expected 3 rows from 0 to 2"),
        ('{"n": 3, "witness": [0, 1, 9]}', ":1: witness: expected 3 rows from 0 to 2"),
        ('{"n": 3, "engines": [1]}', ":1: engines.0: expected text, got 1"),
        ('{"n": 3, "engines": ["cp"]}', ":1: engines: they gave a label, and the line has none"),
        ("[" * 100_000, ":1: expected one JSON object a line"),
        ('{"n": 6, "id": null}', ":1: id: expected text, got "),
        ('{"n": 6, "id": {"a": 1}}', ":1: id: expected text, got "),
        ('{"n": 4, "witness": [1, 3, 0, 2]}', "it is a solution, but the line has no label"),
    ],
)
def test_a_wrong_line_is_named(tmp_path, line, said):
    path = tmp_path / "wrong.jsonl"
    path.write_text(line)
    with pytest.raises(UserError) as error:
        list(instances.read(path))
    assert said in str(error.value)


def test_the_page_has_the_keys_that_a_line_may_have():
    page = Path(__file__).parents[2] / "docs" / "reference" / "instances.md"
    rows = re.findall(r"^\| (`.*?`) \|", page.read_text(encoding="utf-8"), re.MULTILINE)
    keys = [key for row in rows for key in re.findall(r"`(\w+)`", row)]
    assert sorted(keys) == sorted(one.name for one in fields(instances.InstanceLine))
    line = b'{"n": 6, "encoding": "rows"}'
    (found,) = instances.read_lines("x", [line])
    assert "encoding" not in found.line

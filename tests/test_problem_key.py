"""A problem is one value: it has one key and one label, and nothing drops a part of it."""

import json
import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

import metaqueens
from metaqueens import Queens, Space
from metaqueens.algorithms import ALGORITHMS
from metaqueens.config import Cell
from metaqueens.experiment.plan import cell_key, describe, run_seed
from metaqueens.search.algorithm import space_for
from metaqueens.search.budget import Budget
from metaqueens.text.errors import UserError

RULED = Queens(8, torus=True, blocked=((0, 1), (2, 3)))


def test_the_key_is_what_is_asked_and_no_encoding():
    assert Queens(50).key == '{"n":50}'
    assert Queens(50).asked == {"n": 50}
    assert Queens(51).key != Queens(50).key


def test_a_rule_is_part_of_the_key_where_it_is_set():
    assert Queens(8, torus=False, blocked=()).key == Queens(8).key
    assert RULED.key == '{"blocked":[[0,1],[2,3]],"n":8,"torus":true}'
    assert json.loads(RULED.key) == RULED.asked


def test_the_label_is_what_tables_show():
    assert Queens(50).label == "n=50"
    assert Queens(7, torus=True).label == "n=7, torus"
    assert RULED.family == "n=8, torus, 2 squares blocked"
    assert RULED.label == "n=8, torus, 2 squares blocked #9fa2a320e4"


@pytest.mark.parametrize("problem", [Queens(1), Queens(12), Queens(7, torus=True), RULED])
def test_a_problem_comes_back_from_its_key(problem):
    assert Queens.from_key(problem.key) == problem


@pytest.mark.parametrize("key", ["", "8", "[8]", "{}", '{"n":0}', '{"n":8,"tours":true}'])
def test_what_is_no_key_is_refused(key):
    with pytest.raises(ValueError, match=r"."):
        Queens.from_key(key)


def test_a_space_is_the_whole_problem_in_one_encoding():
    space = Space(RULED, "permutation")
    assert (space.n, space.encoding, space.problem.max_cost) == (8, "permutation", 64)
    assert space.problem == RULED
    assert space == Space(replace(RULED), "permutation")
    assert space != Space(RULED, "rows")
    with pytest.raises(UserError, match="'rwos' is not one of permutation, rows"):
        Space(RULED, "rwos")


@pytest.mark.parametrize("use", ALGORITHMS)
def test_an_algorithm_is_given_every_field_of_the_problem(use):
    algorithm = ALGORITHMS[use]
    rules = {name: getattr(RULED, name) for name in RULED.rules if name in algorithm().rules}
    given = Queens(8, **rules)
    space = space_for(algorithm(), given)
    for field in fields(given):
        assert getattr(space.problem, field.name) == getattr(given, field.name), field.name


def cell(problem, encoding="rows"):
    algorithm = ALGORITHMS["hill_climbing"]()
    return Cell(Space(problem, encoding), "hc", (), "hill_climbing", algorithm, Budget(1000))


def test_a_cells_content_has_what_is_asked_and_the_encoding():
    assert describe(cell(Queens(8)))["problem"] == {"n": 8, "encoding": "rows"}
    assert describe(cell(RULED))["problem"] == {**RULED.asked, "encoding": "rows"}
    assert cell_key(cell(RULED), 1) != cell_key(cell(Queens(8)), 1)


def test_seeds_of_a_problem_with_rules_are_its_own():
    others = [RULED, Queens(7, torus=True), Queens(8, blocked=((0, 1),)), Queens(8)]
    assert len({run_seed(2026, problem, 0) for problem in others}) == 4
    assert len({run_seed(2026, RULED, repetition) for repetition in range(50)}) == 50
    assert run_seed(2026, RULED, 0) < 2**53


# What would be a second place for labels: a name of a field before its value, as tables show them.
MADE = re.compile(r"""["' ]n=["'{]|\bn=["'] *\+|removeprefix\(["']n=""")
# Where labels are made: of problems, and of rows of a user's table that have a size alone.
LABELS = "queens/problem.py", "analysis/data/tidy.py"


def test_labels_are_made_in_one_place():
    package = Path(metaqueens.__file__).parent
    found = {
        f"{path.relative_to(package)}:{number}"
        for path in package.rglob("*.py")
        if path.relative_to(package).as_posix() not in LABELS
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if MADE.search(line)
    }
    assert not found, "Queens.label says what a problem is called"

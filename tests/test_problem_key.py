"""A problem is one value: it has one key and one label, and nothing drops a part of it."""

import json
import re
from dataclasses import fields, replace
from pathlib import Path

import pytest
from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass

import metaqueens
from metaqueens import Queens, Space
from metaqueens.algorithms import ALGORITHMS
from metaqueens.config import Cell
from metaqueens.errors import UserError
from metaqueens.experiment.plan import cell_key, describe, run_seed
from metaqueens.search.budget import Budget
from metaqueens.search.parameters import space_for


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Ruled(Queens):
    """As a problem will be that has rules."""

    torus: bool = Field(default=False, kw_only=True)
    blocked: tuple[tuple[int, int], ...] = Field(default=(), kw_only=True)


RULED = Ruled(8, "rows", torus=True, blocked=((0, 1), (2, 3)))


def test_the_key_is_what_is_asked_and_no_encoding():
    assert Queens(50).key == Queens(50, "rows").key == '{"n":50}'
    assert Queens(50).asked == {"n": 50}
    assert Queens(51).key != Queens(50).key


def test_a_rule_is_part_of_the_key_where_it_is_set():
    assert Ruled(8).key == Queens(8).key
    assert RULED.key == '{"blocked":[[0,1],[2,3]],"n":8,"torus":true}'
    assert json.loads(RULED.key) == RULED.asked


def test_the_label_is_what_tables_show():
    assert Queens(50).label == Queens(50, "rows").label == "n=50"
    assert Space(Queens(1000), "rows").label == "n=1000 rows"
    assert RULED.label == "n=8 torus=true blocked=[[0,1],[2,3]]"


@pytest.mark.parametrize("problem", [Queens(1), Queens(12, "rows"), Ruled(8), RULED])
def test_a_problem_comes_back_from_its_key(problem):
    assert type(problem).of_key(problem.key, problem.encoding) == problem


@pytest.mark.parametrize("key", ["", "8", "[8]", "{}", '{"n":0}', '{"n":8,"tours":true}'])
def test_what_is_no_key_is_refused(key):
    with pytest.raises(ValueError, match=r"."):
        Queens.of_key(key)


def test_a_space_is_the_whole_problem_in_one_encoding():
    space = Space(RULED, "permutation")
    assert (space.n, space.encoding, space.max_guards) == (8, "permutation", 28)
    assert space.problem == replace(RULED, encoding="permutation")
    assert space == Space(replace(RULED, encoding="permutation"), "permutation")
    assert space != Space(RULED, "rows")
    with pytest.raises(UserError, match="'rwos' is not one of permutation, rows"):
        Space(RULED, "rwos")


@pytest.mark.parametrize("use", ALGORITHMS)
def test_an_algorithm_is_given_every_field_of_the_problem(use):
    algorithm = ALGORITHMS[use]
    given = replace(RULED, encoding=algorithm.encodings[0])
    space = space_for(algorithm(), given)
    for field in fields(given):
        assert getattr(space.problem, field.name) == getattr(given, field.name), field.name
    assert type(space.problem) is Ruled


def cell(problem):
    algorithm = ALGORITHMS["hill_climbing"]()
    return Cell(problem, "hc", (), "hill_climbing", algorithm, Budget(1000))


def test_a_cells_content_has_what_is_asked_and_the_encoding():
    assert describe(cell(Queens(8, "rows")))["problem"] == {"n": 8, "encoding": "rows"}
    assert describe(cell(RULED))["problem"] == {**RULED.asked, "encoding": "rows"}
    assert cell_key(cell(Ruled(8)), 1) == cell_key(cell(Queens(8)), 1)
    assert cell_key(cell(RULED), 1) != cell_key(cell(Queens(8, "rows")), 1)


def test_seeds_of_a_problem_with_rules_are_its_own():
    assert run_seed(2026, Ruled(8), 0) == run_seed(2026, Queens(8, "rows"), 0)
    others = [RULED, Ruled(8, torus=True), Ruled(8, blocked=((0, 1),)), Queens(8)]
    assert len({run_seed(2026, problem, 0) for problem in others}) == 4
    assert len({run_seed(2026, RULED, repetition) for repetition in range(50)}) == 50
    assert run_seed(2026, RULED, 0) == run_seed(2026, replace(RULED, encoding="permutation"), 0)
    assert run_seed(2026, RULED, 0) < 2**53


# What would be a second place for labels: a name of a field before its value, as tables show them.
MADE = re.compile(r"""["' ]n=["'{]|\bn=["'] *\+|removeprefix\(["']n=""")


def test_labels_are_made_in_one_place():
    package = Path(metaqueens.__file__).parent
    found = {
        f"{path.relative_to(package)}:{number}"
        for path in package.rglob("*.py")
        if path.name != "migrations.py"  # what old databases had is history
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if MADE.search(line)
    }
    assert not found, "Queens.label and Space.label say what a problem is called"

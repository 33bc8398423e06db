"""Every film is replayed: each frame is a board that the search visited, and is told truly."""

import json
import re
from collections import defaultdict
from itertools import pairwise

import numpy as np
import pytest

from metaqueens import (
    Budget,
    Genetic,
    HillClimbing,
    MinConflicts,
    Queens,
    SimulatedAnnealing,
    solve,
)
from metaqueens.algorithms import ALGORITHMS
from metaqueens.contestants.registry import CONTESTANTS
from metaqueens.films.recording import record
from metaqueens.queens.check import faulty, pairs_of, recount
from metaqueens.search.algorithm import space_for
from metaqueens.search.budget import ReportEvery
from metaqueens.search.driver import drive
from tests.oracle import guards
from tests.problem.boards import SETS, kept_by, possible

# All of the table that can be filmed, whatever is added to it.
SEARCHES = [name for name in CONTESTANTS if "film" not in CONTESTANTS[name].refuses]
MORE = [
    Genetic(population=12, engine="compiled", islands=3),
    Genetic(population=12, engine="compiled", local_search={}, encoding="rows"),
    Genetic(population=12, scheme="mu_plus_lambda", restarts={"use": "fixed", "unit": 200}),
    MinConflicts(start="random", noise=0.2),
    MinConflicts(scan="sampled", samples=3, start="sampled"),
    HillClimbing(variant="stochastic", restarts={"use": "luby", "unit": 50}),
]
ALL = [*(CONTESTANTS[name]() for name in SEARCHES), *MORE]


def problem_of(algorithm, n=9):
    return Queens(n)


def visited(problem, algorithm, seed, evaluations) -> dict[int, list[tuple[int, ...]]]:
    """All boards on which the search stood, by its evaluations: looked at after each."""
    boards = defaultdict(list)
    checkpoints = ReportEvery(1, Budget(evaluations))
    space = space_for(algorithm, problem)
    for moment in drive(algorithm, space, checkpoints, np.random.default_rng(seed)):
        snapshot = moment.snapshot
        if snapshot.population:
            found = snapshot.population().boards
        else:
            found = [snapshot.values if snapshot.current is None else snapshot.current]
        boards[snapshot.evaluations] += [tuple(board.tolist()) for board in found]
    return boards


@pytest.mark.parametrize("most", [15, 3000])
@pytest.mark.parametrize("algorithm", ALL, ids=repr)
def test_each_frame_is_a_board_that_the_search_visited(algorithm, most):
    problem = problem_of(algorithm)
    result = solve(problem, algorithm, Budget(20_000), seed=4)
    film = record(problem, algorithm, 4, result.evaluations, most)
    assert film.end == (result.evaluations, result.cost)
    stood = visited(problem, algorithm, 4, result.evaluations)
    for queens, evaluations in zip(
        film.columns["queens"], film.columns["evaluations"], strict=True
    ):
        placed = 9 - queens.count(-1)
        assert -1 not in queens[:placed]
        assert any(board[:placed] == tuple(queens[:placed]) for board in stood[evaluations])
    if result.solved:
        assert film.columns["queens"][-1] == result.values.tolist()
    assert film.columns["evaluations"][-1] == result.evaluations
    assert film.columns["steps"][-1] == result.steps


def neighbours(queens):
    """Return the columns of each two queens that share a line with none between them, sorted."""
    pairs = set()
    for slope in (0, -1, 1):
        columns = defaultdict(list)
        for column, row in enumerate(queens):
            if row >= 0:
                columns[row + slope * column].append(column)
        for along in columns.values():
            pairs |= set(pairwise(along))
    return sorted(pairs)


@pytest.mark.parametrize("algorithm", ALL, ids=repr)
def test_what_stands_beside_a_board_is_true_of_it(algorithm):
    film = record(problem_of(algorithm), algorithm, 5, 3000, 200)
    columns = film.columns
    assert columns["evaluations"] == sorted(set(columns["evaluations"]))
    best = [pairs for pairs in columns["best"] if pairs is not None]
    assert best == sorted(best, reverse=True)
    for queens, pairs in zip(columns["queens"], columns["best"], strict=True):
        assert (pairs is None) == (-1 in queens)
    for k, queens in enumerate(columns["queens"]):
        snapshot = [(c, row) for c, row in enumerate(queens) if row >= 0]
        attacking = sum(
            a == b or abs(a - b) == j - i
            for m, (i, a) in enumerate(snapshot)
            for j, b in snapshot[m + 1 :]
        )
        assert columns["guards"][k] == attacking
        pairs = [line[:2] for line in columns["lines"][k]]
        assert pairs == neighbours(queens)
        assert columns["said"][k].endswith(".")


def test_while_columns_are_filled_only_queens_that_stand_are_shown():
    film = record(Queens(12), ALGORITHMS["queue_search"](), 1, 2000, 3000)
    filling = [queens for queens in film.columns["queens"] if -1 in queens]
    assert filling
    assert film.columns["placed"] == [12 - queens.count(-1) for queens in film.columns["queens"]]
    for queens in filling:
        placed = 12 - queens.count(-1)
        assert guards(queens[:placed]) == 0


def test_a_film_of_few_moves_shows_each_of_them():
    film = record(Queens(10), SimulatedAnnealing(), 1, 5000, 10, moves=2000)
    assert film.slow
    steps = film.columns["steps"]
    assert [other - one for one, other in pairwise(steps)] == [1] * (len(steps) - 1)
    few = record(Queens(10), SimulatedAnnealing(), 1, 268, 10, moves=20)
    assert not few.slow
    assert 8 <= few.frames <= 12


def test_it_says_which_queens_moved_and_with_which_chance():
    film = record(Queens(10), SimulatedAnnealing(schedule={"hot": 2}), 3, 5000, 3000)
    chances = 0
    for k, (one, other) in enumerate(pairwise(film.columns["queens"]), 1):
        said = film.columns["said"][k]
        i, j = (c for c in range(10) if one[c] != other[c])
        change = film.columns["guards"][k] - film.columns["guards"][k - 1]
        assert said.startswith(f"Queens of columns {i} and {j} exchange rows: ")
        if change > 0:
            assert f"{change} attacking pair" in said
            chance = float(said.partition("with chance ")[2].split(";")[0].rstrip("."))
            hottest = float(np.exp(-change / film.columns["temperature"][k - 1]))
            coldest = float(np.exp(-change / film.columns["temperature"][k]))
            assert coldest * 0.94 <= chance <= hottest * 1.06
            chances += 1
        else:
            assert "chance" not in said
            assert ("fewer" in said) == (change < 0)
    assert chances > 10
    assert film.columns["said"][-1].endswith("A solution.")


def test_moves_to_another_row_and_fresh_boards_are_told():
    film = record(Queens(8), HillClimbing(sideways=0, encoding="rows"), 2, 5000, 3000)
    told = "\n".join(film.columns["said"])
    assert "It starts again from a new board: " in told
    assert "56 moves evaluated" in told  # steepest descent looks at all
    moves = [said for said in film.columns["said"] if said.startswith("Queen of column")]
    one, other = film.columns["queens"][:2]
    (c,) = (c for c in range(8) if one[c] != other[c])
    assert moves[0].startswith(f"Queen of column {c} from row {one[c]} to {other[c]}: ")


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("rules", SETS)
@pytest.mark.parametrize("name", SEARCHES)
def test_films_of_boards_with_rules(name, rules, rng):
    algorithm = CONTESTANTS[name]()
    if kept := kept_by(algorithm, rules):
        check_film(algorithm, next(possible(8, kept, rng)))


def test_a_rule_that_a_search_takes_no_account_of_is_an_error():
    with pytest.raises(ValueError, match="takes no account of the rule placed"):
        record(Queens(7, placed=[(2, 0)]), Genetic(), 1, 500, 100)


def check_film(algorithm, problem):
    film = record(problem, algorithm, 1, 250, 100)
    marks = film.more
    assert marks["torus"] == problem.torus
    assert marks["fixed"] == [column for _, column in problem.placed]
    assert {(row, column) for row, column in marks["barred"]} >= set(problem.blocked)
    assert bool(marks["borders"]) == bool(problem.regions)
    for k, queens in enumerate(film.columns["queens"]):
        if -1 in queens:
            continue
        board = np.array(queens)
        assert all(queens[column] == row for row, column in problem.placed)
        assert [line[:2] for line in film.columns["lines"][k]] == pairs_of(problem, board)
        assert film.columns["alone"][k] == faulty(problem, board)
        assert film.columns["guards"][k] == recount(problem, board)


class Talkative(SimulatedAnnealing):
    """Says more of itself than a page can hold."""

    def search(self, space, checkpoints, rng):
        for k, snapshot in enumerate(super().search(space, checkpoints, rng)):
            told = {"phase": "hot" if k < 5 else "cold", "odd": float("inf"), "guards": 7.0}
            yield snapshot._replace(signals=lambda told=told: told)


def test_signals_of_any_kind_are_shown_as_they_can_be():
    film = record(Queens(8), Talkative(), 1, 300, 300)
    assert {"hot", "cold"} == set(film.columns["phase"])
    assert set(film.columns["odd"]) == {None}
    assert film.columns["guards"][-1] == film.end[1]
    assert "phase" not in film.curves
    json.dumps(film.data("talkative"), allow_nan=False)


FEW = [
    *((CONTESTANTS[name](), n) for name in SEARCHES for n in (1, 4)),
    (Genetic(population=2, elites=1), 4),
]
PLURAL = r"(?<![\d,.])1 (?!has\b)(?:distinct |changed )?(?:\w+s|children)\b"


@pytest.mark.parametrize(("algorithm", "n"), FEW, ids=repr)
def test_one_of_a_thing_is_told_in_the_singular(algorithm, n):
    film = record(problem_of(algorithm, n), algorithm, 0, 8, 8)
    assert re.findall(PLURAL, " ".join([film.outcome, *film.columns["said"]])) == []

"""Runs that begin with a given board, in Python and in configs; observers; stop rules."""

import numpy as np
import pytest

from metaqueens import (
    Algorithm,
    Budget,
    Genetic,
    MinConflicts,
    Queens,
    SimulatedAnnealing,
    TabuSearch,
    config,
    solve,
)
from metaqueens.algorithms import ALGORITHMS
from metaqueens.config.contestant import contestant
from metaqueens.contestants.registry import CONTESTANTS
from metaqueens.exact import EXACT
from metaqueens.films.recording import record
from metaqueens.queens.check import recount
from metaqueens.search import ReportEvery, Snapshot
from metaqueens.text.errors import UserError
from tests.cli import call, done, query

SOLUTION = [1, 3, 5, 7, 9, 0, 2, 4, 6, 8]
NEAR = [3, 1, 5, 7, 9, 0, 2, 4, 6, 8]
REFUSING = [use for use, kind in CONTESTANTS.items() if "start" in kind.refuses]
TAKING = [use for use in ALGORITHMS if use not in REFUSING]
CONFIG = """\
name: from_there
problem: {n: 10}
algorithms:
  sa: {use: simulated_annealing, start: {board: [3, 1, 5, 7, 9, 0, 2, 4, 6, 8]}}
  mc: {use: min_conflicts, encoding: rows, start: {board: [3, 1, 5, 7, 9, 0, 2, 4, 6, 8]}}
budget: {evaluations: 200}
runs: 2
seed: 1
validate: null
"""


def test_which_take_a_board():
    many = ["genetic", "ant_colony"]
    filling = ["queue_search", *EXACT]
    assert {*REFUSING} == {*many, *filling, "program"}


@pytest.mark.parametrize("use", TAKING)
def test_the_board_is_the_first_one_priced(use):
    kind = ALGORITHMS[use]
    for encoding in kind.encodings:
        problem, within = Queens(10), {"encoding": encoding}
        solved = solve(problem, kind(), Budget(100), 1, start=SOLUTION, **within)
        assert (solved.solved, solved.evaluations, solved.values.tolist()) == (True, 1, SOLUTION)
        one = solve(problem, kind(), Budget(1), 1, start=np.array(NEAR, np.int16), **within)
        assert one.trace[0].cost == recount(problem, np.array(NEAR))
        again = solve(problem, kind(), Budget(3000), 1, start=NEAR, **within)
        assert again.trace[0][:2] == one.trace[0][:2]
        assert again.algorithm.start.board == tuple(NEAR)
        assert recount(problem, again.values) == again.cost


@pytest.mark.usefixtures("uncompiled")
def test_it_begins_there_on_a_board_with_rules():
    problem = Queens(10, placed=[(0, 5)], blocked=[(3, 3)])
    result = solve(problem, TabuSearch(), Budget(1), 0, start=NEAR)
    assert result.cost == recount(problem, np.array(NEAR))


def test_a_restart_draws_its_board():
    seen, checkpoints = [], ReportEvery(1, Budget(4))
    algorithm = SimulatedAnnealing(restarts={"use": "fixed", "unit": 1})
    see = lambda now: seen.append(now.current.tolist())  # noqa: E731
    solve(Queens(10), algorithm, checkpoints, 3, start=NEAR, observer=see)
    assert seen[0] == NEAR
    assert NEAR not in seen[1:]


def test_a_film_begins_there():
    algorithm = MinConflicts(start={"board": NEAR})
    film = record(Queens(10), algorithm, 2, 500, 200, encoding="rows")
    assert film.end[0] == solve(Queens(10), algorithm, Budget(500), 2, encoding="rows").evaluations


@pytest.mark.parametrize("use", REFUSING)
def test_who_builds_its_own_says_so(use):
    with pytest.raises(ValueError, match=r"start: .* begins with .*, not with a given board"):
        contestant(use, ["start.board=[0]"])


@pytest.mark.parametrize(
    ("problem", "start", "said"),
    [
        (Queens(10), [0, 1], "start: it has 2 values, the problem 10"),
        (Queens(3), [0, 1, 3], "start: a value is outside 0 to 2"),
        (Queens(3), [0, -1, 2], "start: a value is outside 0 to 2"),
        (Queens(3), [0, 1, 0], "start: a value .* `encoding: rows`, in Python encoding='rows'"),
        (Queens(4, placed=[(1, 0)]), [0, 1, 2, 3], "start: the problem has queen 0 at 1, not 0"),
        (Queens(3), "012", "start: expected the row of the queen in each column, got the text"),
        (Queens(3), [0.0, 1.0, 2.0], "start: expected the row of the queen in each column"),
        (Queens(3), [], "start: expected the row of the queen in each column"),
    ],
)  # fmt: skip
def test_a_wrong_board_is_refused(problem, start, said):
    with pytest.raises(UserError if "expected" in said else ValueError, match=said):
        solve(problem, TabuSearch(), Budget(10), start=start)


class Elsewhere(Algorithm):
    """Begins with a board of its own."""

    def search(self, space, checkpoints, rng):
        yield Snapshot(np.zeros(space.n, np.int32), space.problem.max_cost, 1, 1, 0)


def test_a_search_that_ignores_its_board_is_an_error():
    with pytest.raises(UserError, match=r"Elsewhere does not begin with space\.random_state"):
        solve(Queens(10), Elsewhere(), Budget(10), start=NEAR)
    with pytest.raises(UserError, match="Genetic begins with a population of random boards"):
        solve(Queens(10), Genetic(), Budget(10), start=NEAR)


def test_a_config_has_it(here):
    (here / "c.yaml").write_text(CONFIG)
    assert call("run", "c.yaml").code == 0
    guards = recount(Queens(10), np.array(NEAR))
    rows = query(here / "results/from_there", "SELECT cost FROM traces WHERE evaluations = 1")
    assert [*rows] == [(guards,)] * 4
    assert call("validate", "results/from_there").code == 0
    assert call("replay", "results/from_there", "1-0").code == 0


def test_a_sweep_over_boards_and_words():
    text = CONFIG.replace(f"start: {{board: {NEAR}}}", "start: random", 2).replace(
        "simulated_annealing, start: random", "simulated_annealing"
    )
    for setting in (
        f"sweep: {{algorithms.sa.start.board: {[NEAR, SOLUTION]}}}",
        f"sweep: {{algorithms.sa.start: [{{board: {NEAR}}}, {{board: {SOLUTION}}}]}}",
        f"sweep: {{algorithms.sa: [{{use: tabu_search, start: {{board: {NEAR}}}}},"
        f" {{use: tabu_search, start: {{board: {SOLUTION}}}}}]}}",
    ):
        cells = config.parse(text + setting + "\n").cells
        boards = [cell.algorithm.start.board for cell in cells if cell.label == "sa"]
        assert boards == [tuple(NEAR), tuple(SOLUTION)]


def test_a_wrong_board_is_named_where_it_stands():
    with pytest.raises(UserError, match=r"start\.board: expected a list, got the text 'near"):
        contestant("tabu_search", ["start.board=near.json"])
    with pytest.raises(UserError, match=r"c.yaml:4:\d+: algorithms.sa: start: it has 10"):
        config.parse(CONFIG.replace("n: 10", "n: 11"), name="c.yaml")


def test_a_command_takes_it_too():
    shown = done("solve", "10", "--algorithm", "tabu_search", f"start.board={SOLUTION}")
    assert "1 evaluation" in shown.out

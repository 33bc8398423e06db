"""Defaults of a problem that is not n queens: measured on it."""

import numpy as np
import pytest

from experiments.defaults.all_interval import AllInterval
from experiments.defaults.costas import Costas
from experiments.defaults.langford import Langford
from experiments.defaults.partition import Partition
from experiments.defaults.queen_colouring import QueenColouring
from metaqueens import Budget, HillClimbing, LocalSearch, Queens, SimulatedAnnealing, solve
from metaqueens.algorithms.simulated_annealing import _anneal
from metaqueens.core.choices import Moves
from metaqueens.core.moves import propose
from metaqueens.search.algorithm import space_for
from metaqueens.search.budget import ReportEvery
from metaqueens.search.driver import warm_up
from metaqueens.search.measurement import ACCEPTED, WORSENING, quantities_of

CRITERIA = ("metropolis", "threshold", "late_acceptance", "great_deluge", "record_to_record")
SEARCHES = [
    SimulatedAnnealing(),
    SimulatedAnnealing(schedule={"use": "constant"}),
    SimulatedAnnealing(schedule={"use": "linear", "cold": 5.0, "length": 300, "reheats": 2}),
    *(LocalSearch(acceptance={"use": name}) for name in CRITERIA),
]
NAMES = ["geometric", "constant", "linear", *CRITERIA]
PROBLEMS = [Costas(n=11), Partition(n=20, largest=1000), QueenColouring(order=6, colours=7)]
each_search = pytest.mark.parametrize("search", SEARCHES, ids=NAMES)
each_problem = pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.label)


def what_happened(result):
    trace = [point[:2] for point in result.trace]
    values = bytes(result.values)
    return values, result.cost, result.found_at, result.evaluations, result.steps, trace


@pytest.mark.compiled("millions of moves")
def test_annealing_solves_problems_whose_temperatures_differ_by_a_factor_of_ten_thousand():
    for problem in (Costas(n=12), AllInterval(n=12), Partition(n=24, largest=3_000)):
        solved = [solve(problem, SimulatedAnnealing(), Budget(10**6), seed) for seed in range(8)]
        assert all(result.solved for result in solved), problem.label


@pytest.mark.compiled("millions of moves")
def test_limits_on_the_cost_are_in_steps_of_the_problem():
    problem = Partition(n=24, largest=3_000)
    for name in CRITERIA[1:]:
        search = LocalSearch(acceptance={"use": name})
        assert all(solve(problem, search, Budget(10**6), seed).solved for seed in range(4)), name


@pytest.mark.usefixtures("uncompiled")
@each_problem
@each_search
def test_where_reports_come_changes_nothing(problem, search):
    budget = Budget(3003)
    rare, often = (
        solve(problem, search, checkpoints, seed=2)
        for checkpoints in (budget, ReportEvery(7, budget))
    )
    assert what_happened(rare) == what_happened(often)


@pytest.mark.usefixtures("uncompiled")
@each_problem
@each_search
def test_the_claim_is_true_and_the_budget_is_kept(problem, search):
    for seed, evaluations in enumerate((1, 2, 10, 100, 1000)):
        result = solve(problem, search, Budget(evaluations), seed)
        assert problem.recount(result.values) == result.cost
        assert result.solved or result.evaluations == evaluations


def test_a_measurement_ends_with_its_budget():
    """A hundred variables have 4950 moves: one descent alone takes longer than this."""
    problem = Langford(pairs=52)
    result = solve(problem, SimulatedAnnealing(), Budget(4000), seed=1)
    assert (result.evaluations, result.reason) == (4000, "evaluations")


def test_a_measurement_goes_on_from_its_best_optimum():
    problem, search = Langford(pairs=16), LocalSearch(acceptance={"use": "record_to_record"})
    space = space_for(search, problem)
    snapshots = search.search(space, Budget(10**6), np.random.default_rng(1))
    at_last = next(snapshot for snapshot in snapshots if snapshot.evaluations > 20_000)
    assert problem.recount(at_last.current) <= at_last.cost + 1


@pytest.mark.usefixtures("uncompiled")
def test_what_is_null_stays_null():
    result = solve(Costas(n=6), SimulatedAnnealing(), Budget(2000), seed=1)
    assert result.algorithm.model_dump()["schedule"] == {
        "hot": None, "cold": None, "length": None, "reheats": 0, "use": "geometric",
    }  # fmt: skip


def test_nothing_is_measured_if_nothing_is_null():
    for given in ({"use": "constant", "temperature": 1.0}, {"hot": 2.0, "cold": 1.0}):
        search = SimulatedAnnealing(schedule=given)
        assert not search.must_measure(Costas(n=6))
    assert SimulatedAnnealing().must_measure(Costas(n=6))
    assert not SimulatedAnnealing().must_measure(Queens(6))


def test_a_given_temperature_bounds_the_measured_one():
    problem = Costas(n=6)
    schedule = SimulatedAnnealing(schedule={"cold": 5.0}).schedule
    assert schedule.plan(problem, 1.0)[1:3] == (5.0, 5.0)
    schedule = SimulatedAnnealing(schedule={"hot": 0.5}).schedule
    assert schedule.plan(problem, 1.0)[1:3] == (0.5, 0.5)
    assert SimulatedAnnealing(schedule={"cold": 5.0}).supports(problem) is None
    given = SimulatedAnnealing(schedule={"hot": 1.0, "cold": 5.0})
    assert "hot must not be below cold" in given.supports(problem)


@pytest.mark.parametrize("moves", [400, 4000])
@pytest.mark.parametrize("plateau", [0, 1, 40])
def test_so_many_moves_are_accepted_at_the_measured_temperature(moves, plateau, rng):
    """By hand: a sample of 3 x 400 among so many moves."""
    changes = rng.integers(1, 1000, (3, 400))
    changes[:, :plateau] = 0
    sideways = plateau * moves / 400
    measured = quantities_of(changes, moves)
    worse = changes[changes > 0]
    accepted = moves * np.exp(-worse / measured.temperature).sum() / changes.size
    assert accepted == pytest.approx(max(WORSENING, ACCEPTED - sideways), rel=0.01)
    assert measured.patience == moves * (1 + sideways)


@pytest.mark.parametrize("factor", [7, 10**6])
def test_the_measured_temperature_scales_with_the_cost(factor, rng):
    changes = rng.integers(-1, 50, (3, 200))
    temperature = quantities_of(changes, 200).temperature
    scaled = quantities_of(changes * factor, 200).temperature
    assert scaled == pytest.approx(factor * temperature, rel=1e-3)


def test_a_sample_without_a_worsening_move_has_a_temperature():
    assert quantities_of(np.zeros((3, 5), np.int64), 5) == (1.0, 30)
    assert quantities_of(np.full((3, 5), 9), 5).temperature <= 9


@pytest.mark.compiled("it is about machine code")
def test_a_warm_up_compiles_the_search_beyond_a_long_measurement():
    problem, search = Langford(pairs=40), SimulatedAnnealing()
    anneal = _anneal[Moves.SWAP]
    before = len(anneal.compiled.signatures)
    warm_up(search, space_for(search, problem))
    warm = len(anneal.compiled.signatures)
    assert warm > before or warm > 0
    solve(problem, search, Budget(30_000), seed=1)
    assert len(anneal.compiled.signatures) == warm


@pytest.mark.compiled("it is about machine code")
def test_a_warm_up_from_a_solution_goes_on_from_another_start():
    problem, search = Costas(n=3), HillClimbing()
    space = space_for(search, problem)
    state = space.random_state(np.random.default_rng(0))
    assert problem.recount(np.asarray(state.values)) == 0
    warm_up(search, space)
    warm = len(propose.compiled.signatures)
    solve(problem, search, Budget(1000), seed=1)
    assert len(propose.compiled.signatures) == warm > 0

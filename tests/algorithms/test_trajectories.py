"""Every accept and reject, evaluation by evaluation, as a slow and plain twin makes it."""

import numpy as np
import pytest

from metaqueens import (
    AdaptiveSearch,
    AntColony,
    Breakout,
    Budget,
    EstimationOfDistribution,
    ExtremalOptimisation,
    HillClimbing,
    MinConflicts,
    ParticleSwarm,
    Queens,
    SimulatedAnnealing,
    TabuSearch,
)
from metaqueens.core.random import stream_of
from metaqueens.problem.space import Space

from . import twins, twins_of_populations

EVALUATIONS = 400


class EveryTime(Budget):
    """Looks after every evaluation."""

    def until(self, standing):
        return standing.evaluations + 1


def start(encoding, n, seed):
    """The first board of a search, and the draws that follow it."""
    rng = np.random.default_rng(seed)
    board = Space(Queens(n), encoding).random_board(rng)
    return board.queens.tolist(), twins.Draws(stream_of(rng).tolist())


def agree(algorithm, encoding, n, seed, twin):
    """Check that a search does as its twin does; how many moves it made and refused."""
    rng, looks = np.random.default_rng(seed), EveryTime(EVALUATIONS)
    search = algorithm.search(Space(Queens(n), encoding), looks, rng)
    before, moves = None, {"made": 0, "refused": 0}
    for standing, state in zip(search, twin, strict=False):
        assert standing.queens.tolist() == state.best
        assert standing.current.tolist() == state.current
        counts = standing.guards, standing.found_at, standing.evaluations, standing.steps
        assert counts == state[1:5]
        if before is not None:
            moves["made" if state.steps > before.steps else "refused"] += 1
        before = state
        if state.guards == 0 or state.evaluations >= EVALUATIONS:
            break
    return moves


@pytest.mark.parametrize("n", [6, 12])
@pytest.mark.parametrize(("encoding", "name"), [("permutation", "swap"), ("rows", "reassign")])
def test_annealing_accepts_what_metropolis_accepts(encoding, name, n):
    algorithm, made = SimulatedAnnealing(schedule={"use": "constant", "temperature": 0.7}), []
    for seed in range(5):
        twin = twins.annealing(name, *start(encoding, n, seed), 0.7)
        made.append(agree(algorithm, encoding, n, seed, twin))
    assert sum(moves["made"] for moves in made) > 20
    assert sum(moves["refused"] for moves in made) > 20


@pytest.mark.parametrize("variant", ["steepest", "first_improvement"])
@pytest.mark.parametrize("sideways", [0, 3])
@pytest.mark.parametrize("n", [6, 12])
def test_climbing_makes_the_moves_of_its_variant(variant, sideways, n):
    algorithm = HillClimbing(variant=variant, sideways=sideways, restarts=2)
    made = 0
    for seed in range(5):
        first = variant == "first_improvement"
        twin = twins.climbing(*start("permutation", n, seed), first, sideways, restarts=2)
        made += agree(algorithm, "permutation", n, seed, twin)["made"]
    assert made > 10


@pytest.mark.parametrize("noise", [0.0, 0.3])
@pytest.mark.parametrize("n", [6, 12])
def test_min_conflicts_repairs_what_is_attacked_where_it_is_least(noise, n):
    algorithm = MinConflicts(start="random", noise=noise, restart_after=4)
    made = 0
    for seed in range(5):
        twin = twins.min_conflicts(*start("rows", n, seed), noise, 4)
        made += agree(algorithm, "rows", n, seed, twin)["made"]
    assert made > 10


BOTH = [("permutation", "swap"), ("rows", "reassign")]


@pytest.mark.parametrize("n", [6, 12])
@pytest.mark.parametrize(("encoding", "name"), BOTH)
@pytest.mark.parametrize("tenures", [(0, 0), (1, 4), (3, 3)])
def test_tabu_search_makes_the_best_move_that_is_allowed(tenures, encoding, name, n):
    algorithm = TabuSearch(shortest=tenures[0], longest=tenures[1])
    made = 0
    for seed in range(4):
        twin = twins.tabu(name, *start(encoding, n, seed), *tenures)
        made += agree(algorithm, encoding, n, seed, twin)["made"]
    assert made > 8


@pytest.mark.parametrize("n", [6, 12])
@pytest.mark.parametrize(("encoding", "name"), BOTH)
@pytest.mark.parametrize("improvement", ["first", "best"])
def test_adaptive_search_moves_or_freezes_the_worst_queen(improvement, encoding, name, n):
    algorithm = AdaptiveSearch(
        improvement=improvement, plateau=0.5, tenure=2, reset_after=2, reset_share=0.3
    )
    moves = []
    for seed in range(6):
        twin = twins.adaptive(
            name, *start(encoding, n, seed), improvement == "first", 0.5, 2, 2, round(0.3 * n)
        )
        moves.append(agree(algorithm, encoding, n, seed, twin))
    assert sum(one["made"] for one in moves) > 8
    assert sum(one["refused"] for one in moves) > 0


@pytest.mark.parametrize("n", [6, 12])
@pytest.mark.parametrize(("encoding", "name"), BOTH)
@pytest.mark.parametrize("smoothing", [None, 2])
def test_breakout_moves_by_weights_that_grow_where_it_is_stuck(smoothing, encoding, name, n):
    algorithm = Breakout(plateau=0.3, smoothing=smoothing)
    moves = []
    for seed in range(6):
        twin = twins.breakout(name, *start(encoding, n, seed), 0.3, smoothing)
        moves.append(agree(algorithm, encoding, n, seed, twin))
    assert sum(one["made"] for one in moves) > 8
    assert sum(one["refused"] for one in moves) > 0


@pytest.mark.parametrize("n", [6, 12])
@pytest.mark.parametrize(("encoding", "name"), BOTH)
@pytest.mark.parametrize("move", ["best", "random"])
def test_extremal_optimisation_moves_a_queen_by_its_rank(move, encoding, name, n):
    algorithm, made = ExtremalOptimisation(tau=1.4, move=move), 0
    for seed in range(6):
        twin = twins.extremal(name, *start(encoding, n, seed), 1.4, move == "best")
        made += agree(algorithm, encoding, n, seed, twin)["made"]
    assert made > 30


ENCODINGS = ("permutation", "rows")


@pytest.mark.parametrize("n", [6, 12])
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("alpha", "beta"), [(1.0, 0.0), (1.5, 2.0)])
def test_ants_draw_rows_by_pheromone_and_attacks(alpha, beta, encoding, n):
    algorithm = AntColony(
        ants=3, alpha=alpha, beta=beta, evaporation=0.3, p_best=0.5, restart_after=7
    )
    least = algorithm.settings(Space(Queens(n), encoding)).least
    assert 0 < least < 1
    for seed in range(4):
        twin = twins_of_populations.ant_colony(
            encoding, *start(encoding, n, seed), 3, (alpha, beta), 0.3, least, 7
        )
        agree(algorithm, encoding, n, seed, twin)


@pytest.mark.parametrize("n", [6, 12])
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    ("rate", "variation", "elitism"), [(0.4, 2.0, False), (0.4, 2.0, True), (1.0, 0.0, False)]
)
def test_a_model_moves_towards_the_best_boards_drawn_from_it(rate, variation, elitism, encoding, n):
    algorithm = EstimationOfDistribution(
        population=10, selected=0.3, learning_rate=rate, variation=variation, elitism=elitism,
        restart_after=5,
    )  # fmt: skip
    for seed in range(4):
        twin = twins_of_populations.estimation(
            encoding, *start(encoding, n, seed), 10, 3, rate, variation / n**2, elitism, 5
        )
        agree(algorithm, encoding, n, seed, twin)


@pytest.mark.parametrize("n", [6, 12])
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("sideways", [False, True])
def test_particles_take_over_rows_of_their_leader(sideways, encoding, n):
    algorithm = ParticleSwarm(
        population=4, inertia=0.6, cognitive=1.2, social=1.7, sideways=sideways, restart_after=9
    )
    for seed in range(4):
        twin = twins_of_populations.particle_swarm(
            encoding, *start(encoding, n, seed), 4, (0.6, 1.2, 1.7), sideways, 9
        )
        agree(algorithm, encoding, n, seed, twin)

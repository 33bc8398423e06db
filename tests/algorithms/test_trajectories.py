"""Every accept and reject, evaluation by evaluation, as a slow and plain twin makes it."""

import numpy as np
import pytest

from metaqueens import (
    AdaptiveSearch,
    AntColony,
    Budget,
    ExtremalOptimisation,
    HillClimbing,
    MinConflicts,
    Queens,
    SimulatedAnnealing,
    TabuSearch,
)
from metaqueens.core.random import start_stream
from metaqueens.problem.space import Space

from . import twins, twins_of_populations

EVALUATIONS = 400


class EveryTime(Budget):
    """Checkpoints after every evaluation."""

    def next_report(self, snapshot):
        return snapshot.evaluations + 1


def start(encoding, n, seed):
    """The first board of a search, and the draws that follow it."""
    rng = np.random.default_rng(seed)
    board = Space(Queens(n), encoding).random_state(rng)
    return board.values.tolist(), twins.Draws(start_stream(rng).tolist())


def agree(algorithm, encoding, n, seed, twin):
    """Check that a search does as its twin does; how many moves it made and refused."""
    rng, checkpoints = np.random.default_rng(seed), EveryTime(EVALUATIONS)
    search = algorithm.search(Space(Queens(n), encoding), checkpoints, rng)
    before, moves = None, {"made": 0, "refused": 0}
    for snapshot, state in zip(search, twin, strict=False):
        assert snapshot.values.tolist() == state.best
        assert snapshot.current.tolist() == state.current
        counts = snapshot.cost, snapshot.found_at, snapshot.evaluations, snapshot.steps
        assert counts == state[1:5]
        if before is not None:
            moves["made" if state.steps > before.steps else "refused"] += 1
        before = state
        if state.cost == 0 or state.evaluations >= EVALUATIONS:
            break
    return moves


# Each search beside its twin, which is given the name of the moves, the board, and the draws.


def annealing():
    algorithm = SimulatedAnnealing(schedule={"use": "constant", "temperature": 0.7})
    return algorithm, lambda name, *begun: twins.annealing(name, *begun, 0.7)


def climbing(variant, sideways):
    algorithm, first = (
        HillClimbing(variant=variant, sideways=sideways, restarts=2),
        variant[0] == "f",
    )
    return algorithm, lambda name, *begun: twins.climbing(*begun, first, sideways, restarts=2)


def min_conflicts(noise):
    algorithm = MinConflicts(start="random", noise=noise, restart_after=4)
    return algorithm, lambda name, *begun: twins.min_conflicts(*begun, noise, 4)


def tabu(*tenures):
    algorithm = TabuSearch(shortest=tenures[0], longest=tenures[1])
    return algorithm, lambda name, *begun: twins.tabu(name, *begun, *tenures)


def adaptive(improvement):
    algorithm = AdaptiveSearch(
        improvement=improvement, plateau=0.5, tenure=2, reset_after=2, reset_share=0.3
    )
    return algorithm, lambda name, queens, draws: twins.adaptive(
        name, queens, draws, improvement == "first", 0.5, 2, 2, round(0.3 * len(queens))
    )


def extremal(move):
    algorithm = ExtremalOptimisation(tau=1.4, move=move)
    return algorithm, lambda name, *begun: twins.extremal(name, *begun, 1.4, move == "best")


def ants(*exponents):
    algorithm = AntColony(
        ants=3, alpha=exponents[0], beta=exponents[1], evaporation=0.3, p_best=0.5, restart_after=7
    )

    def twin(name, queens, draws):
        encoding = ENCODING[name]
        least = algorithm.lower_limit(Space(Queens(len(queens)), encoding))
        assert 0 < least < 1
        return twins_of_populations.ant_colony(encoding, queens, draws, 3, exponents, 0.3, least, 7)

    return algorithm, twin


ENCODING = {"swap": "permutation", "reassign": "rows"}
# How many moves are made and refused in six runs on each board, at the least.
CASES = [
    (annealing(), 20, 20),
    *((climbing(kind, k), 10, 0) for kind in ("steepest", "first_improvement") for k in (0, 3)),
    *((min_conflicts(noise), 10, 0) for noise in (0.0, 0.3)),
    *((tabu(*tenures), 8, 0) for tenures in ((0, 0), (1, 4), (3, 3))),
    *((adaptive(improvement), 8, 1) for improvement in ("first", "best")),
    *((extremal(move), 30, 0) for move in ("best", "random")),
    *((ants(*exponents), 0, 0) for exponents in ((1.0, 0.0), (1.5, 2.0))),
]
# Of hill climbing the twin knows swaps alone.
RUNS = [
    pytest.param(*case, name, id=case[0][1].__qualname__.partition(".")[0])
    for case in CASES
    for name, encoding in ENCODING.items()
    if encoding in case[0][0].encodings and (name == "swap" or case[0][0].__class__ != HillClimbing)
]


@pytest.mark.parametrize("n", [6, 12])
@pytest.mark.parametrize(("pair", "made", "refused", "name"), RUNS)
def test_a_search_makes_the_moves_of_its_twin(pair, made, refused, name, n):
    (algorithm, twin), encoding, moves = pair, ENCODING[name], []
    for seed in range(6):
        beside = twin(name, *start(encoding, n, seed))
        moves.append(agree(algorithm, encoding, n, seed, beside))
    assert sum(one["made"] for one in moves) >= made
    assert sum(one["refused"] for one in moves) >= refused

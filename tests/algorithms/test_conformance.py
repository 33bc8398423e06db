"""Every algorithm keeps every promise; a new one in the table is tested without a word here."""

import re
import sys

import numpy as np
import pytest

from experiments.textbook.sosic_gu import SosicGu
from metaqueens import (
    AdaptiveSearch,
    Algorithm,
    AntColony,
    ExtremalOptimisation,
    Genetic,
    HillClimbing,
    MinConflicts,
    QueueSearch,
    SimulatedAnnealing,
    TabuSearch,
)
from metaqueens.algorithms import ALGORITHMS
from metaqueens.algorithms.genetic.parts import (
    Best,
    ChildSearch,
    Crossover,
    Islands,
    Mutation,
    Plugin,
    PluginVariation,
    Roulette,
)
from metaqueens.algorithms.simulated_annealing import Constant, Geometric, Linear
from metaqueens.conformance import check, promises
from metaqueens.core.choices import Moves
from metaqueens.core.state import apply, compute_cost
from metaqueens.queens.check import recount
from metaqueens.search import Snapshot
from tests.processes import ran

from .promises import Conformance


class TestDefaults(Conformance):
    algorithms = [kind() for kind in ALGORITHMS.values()]


GENETIC = [
    Genetic(population=20, scheme="mu_plus_lambda", children=30),
    Genetic(population=20, scheme="mu_comma_lambda", children=40, elites=0),
    Genetic(population=20, elites=0, selection=Roulette()),
    Genetic(population=21, selection=Best(share=0.3), crossover=Crossover(probability=0.0)),
    Genetic(population=2, elites=1, mutation=Mutation(use="shuffle", rate=0.3)),
]


class TestVariants(Conformance):
    algorithms = [
        *(kind(restarts={"use": "fixed", "unit": 60}) for kind in ALGORITHMS.values()),
        SimulatedAnnealing(restarts={"use": "luby", "unit": 40}),
        HillClimbing(restarts={"use": "fixed", "unit": 40}),
        HillClimbing(variant="first_improvement", sideways=0),
        HillClimbing(variant="first_improvement", sideways=5, restarts=3),
        HillClimbing(variant="stochastic", sideways=0),
        HillClimbing(variant="stochastic", sideways=50, restarts=0),
        HillClimbing(variant="steepest", sideways=0, restarts=2),
        SimulatedAnnealing(schedule=Linear(length=500, reheats=3)),
        SimulatedAnnealing(schedule=Geometric(hot=2.0, cold=0.1, length=100, reheats=1)),
        SimulatedAnnealing(schedule=Constant(temperature=0.5)),
        MinConflicts(start="random"),
        MinConflicts(start="random", noise=0.2, restart_after=5),
        MinConflicts(noise=0.1, restart_after=None),
        HillClimbing(variant="conflicted"),
        SimulatedAnnealing(focus="conflicted"),
        MinConflicts(scan="sampled", start="sampled", restart_after=None, noise=0.05),
        MinConflicts(scan="sampled", start="random", samples=5),
        MinConflicts(start="sampled"),
        # Few queens are left, so that small boards are filled as large ones are.
        QueueSearch(leave=4, patience=20),
        SosicGu(leave=4, patience=20),
        TabuSearch(shortest=0, longest=10),
        AdaptiveSearch(improvement="best", plateau=0.0, tenure=0, reset_after=1, reset_share=1.0),
        AdaptiveSearch(plateau=0.3, tenure=20, reset_after=50),
        ExtremalOptimisation(tau=0.0, move="random"),
        AntColony(ants=1, alpha=2.0, beta=0.0, evaporation=1.0, restart_after=None),
        *GENETIC,
        Genetic(engine="compiled"),
        *(spec.model_copy(update={"engine": "compiled"}) for spec in GENETIC),
        Genetic(engine="compiled", population=10, islands=Islands(count=3, every=2)),
        Genetic(engine="compiled", population=10, local_search=ChildSearch(steps=3, share=0.4)),
        Genetic(engine="compiled", population=10, local_search=ChildSearch(use="hill_climbing")),
        Genetic(
            population=20,
            selection=Plugin(use="deap.tools:selTournament", tournsize=3),
            mutation=PluginVariation(use="deap.tools:mutShuffleIndexes", indpb=0.1),
        ),
    ]


class TestSteps(Conformance):
    algorithms = [
        HillClimbing(encoding="rows", moves="step"),
        SimulatedAnnealing(encoding="rows", moves="step"),
        HillClimbing(encoding="rows", variant="conflicted", moves="step"),
        HillClimbing(encoding="rows", variant="conflicted", moves="swap"),
        SimulatedAnnealing(encoding="rows", focus="conflicted", moves="step"),
    ]

    def pytest_generate_tests(self, metafunc):
        cases = [(algorithm, "rows") for algorithm in self.algorithms]
        metafunc.parametrize(("algorithm", "encoding"), cases)


@pytest.mark.parametrize("body", ["pass", "algorithms = []", "algorithm = [HillClimbing()]"])
def test_a_subclass_that_names_no_algorithm_fails(tmp_path, body):
    (tmp_path / "test_mine.py").write_text(
        "from metaqueens import HillClimbing\n"
        "from metaqueens.conformance import Conformance\n\n\n"
        f"class TestMine(Conformance):\n    {body}\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_mine.py"]
    said = ran(*command, folder=tmp_path)
    assert said.returncode != 0
    assert (
        "TestMine tests nothing: name your algorithms in it, such as algorithms = " in said.stdout
    )


class ForgetsToCopy(Algorithm):
    """Its best board is the one that it goes on changing."""

    encodings = ("permutation",)

    def search(self, space, checkpoints, rng):
        queens = np.array(space.random_state(rng).values)
        best = Snapshot(queens, recount(space.problem, queens), 1, 1, 0)
        while True:
            yield best
            one, other = rng.choice(space.n, 2, replace=False) if space.n > 1 else (0, 0)
            queens[[one, other]] = queens[[other, one]]
            now, guards = best.evaluations + 1, recount(space.problem, queens)
            found = {"cost": guards, "found_at": now} if guards < best.cost else {}
            best = best._replace(evaluations=now, **found)


def test_a_board_that_changes_after_it_was_reported_is_told():
    found = [check(promise) for promise in promises(ForgetsToCopy())]
    assert any("a values.copy() is missing" in one.said for one in found)


class Lies(Algorithm):
    """It says of each board that it is a solution."""

    encodings = ("permutation",)

    def search(self, space, checkpoints, rng):
        yield Snapshot(space.random_state(rng).values, 0, 1, 1, 0)


def test_a_claim_that_is_wrong_is_told_in_a_sentence():
    said = [check(promise).said for promise in promises(Lies())]
    assert not any("this does not hold" in text for text in said)
    assert "it reports a solution for 2 queens, which have none" in said


class MovesPlacedQueens(Algorithm):
    """The costs of its states lack the placed queens that it moves."""

    encodings = ("permutation",)
    rules = ("torus", "placed")

    def search(self, space, checkpoints, rng):
        evaluations = 0
        while True:
            state = space.random_state(rng)
            i, j = rng.permutation(space.n)[:2] if space.n > 1 else (0, 0)
            apply(int(Moves.SWAP), state, i, j)
            evaluations += 1
            yield Snapshot(state.values, compute_cost(state), evaluations, evaluations, 0)


def test_a_claim_that_is_wrong_on_a_board_with_a_rule_is_told():
    name = "the claim is true, permutation"
    (found,) = [check(promise) for promise in promises(MovesPlacedQueens()) if promise.name == name]
    assert re.fullmatch(
        r"`rules` has placed, but it claims cost \d+ for a board of cost \d+: take costs from the"
        r" state or from recount, and move no variable in space\.problem\.fixed",
        found.said,
    )


class WritesToTheState(Algorithm):
    """Its counts never follow the values that it changes, so that it accepts every move."""

    encodings = ("permutation",)

    def search(self, space, checkpoints, rng):
        state = space.random_state(rng)
        best = Snapshot(state.values.copy(), compute_cost(state), 1, 1, 0)
        while True:
            yield best
            i, j = rng.integers(0, space.n, 2)
            state.values[[i, j]] = state.values[[j, i]]
            best = best._replace(evaluations=best.evaluations + 1)
            if (cost := compute_cost(state)) < best.cost:
                best = Snapshot(state.values.copy(), cost, best.evaluations, best.evaluations, 0)


def test_values_that_change_without_their_counts_are_told():
    found = [check(promise) for promise in promises(WritesToTheState())]
    assert any("changed without its counts" in verdict.said for verdict in found)


class Careless(Algorithm):
    """It breaks one promise, which `fault` names."""

    encodings = ("permutation",)
    fault: str

    def supports(self, problem, encoding=None):
        return None if self.fault == "supports" else super().supports(problem, encoding)

    def search(self, space, checkpoints, rng):
        draw = np.random if self.fault == "global" else rng
        now = cost = 0
        while True:
            values = draw.permutation(space.n)
            now += 1
            if (
                self.fault == "reports"
                and checkpoints.next_report(Snapshot(values, 9, now, now, 0)) % 7 == 0
            ):
                rng.random()
            found, cost = 0 if self.fault == "found_at" else now, recount(space.problem, values)
            steps = -now if self.fault == "steps" else 0
            yield Snapshot(values, cost, found, now, steps)


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("supports", "supports() allows rows, which encodings does not name"),
        ("global", "it draws from random or numpy.random, not rng"),
        ("reports", "more frequent reports change the run: use next_report() only to"),
        ("found_at", "its found_at is no evaluation"),
        ("steps", "its steps went from -1 to -2"),
        ("cost", "its cost went from "),
    ],
)
def test_a_broken_promise_is_told_in_a_sentence(fault, sentence):
    texts = [check(promise).said for promise in promises(Careless(fault=fault))]
    assert any(text.startswith(sentence) for text in texts)
    assert not any("this does not hold" in text for text in texts)


class GivesNothing(Algorithm):
    """It ends before it reports anything."""

    def search(self, space, checkpoints, rng):
        return iter(())


def test_a_search_that_reports_nothing_keeps_no_promise_of_a_run():
    found = [check(promise) for promise in promises(GivesNothing(encoding="rows"))]
    kept = {one.name for one in found if one.verdict == "ok"}
    assert kept == {
        "parameters are frozen values, rows",
        "it supports the encodings that it names, rows",
    }

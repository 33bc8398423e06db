"""What is said to whoever calls us from Python with wrong arguments: our words, the nearest one."""

import numpy as np
import pytest

from metaqueens import (
    Algorithm,
    Budget,
    Colouring,
    Genetic,
    HillClimbing,
    MinConflicts,
    Problem,
    Queens,
    SimulatedAnnealing,
    compare,
    load,
    score,
    solve,
    tune,
)
from metaqueens.text.errors import UserError


def with_a_holder():
    class Holder:
        """Of no type that pydantic knows."""

    class Mine(Algorithm):
        T: Holder

    return Mine(T=Holder())


def with_a_state():
    class Mine(Algorithm):
        def __init__(self):
            self.best = None

    Mine()


def with_a_typed_constant():
    class Mine(Problem):
        encoding: str = "rows"


def with_a_field_for_a_property():
    class Mine(Problem):
        label: str = "mine"


BUDGET, ALGORITHM = Budget(evaluations=10), SimulatedAnnealing()
LIMITS = "evaluations, seconds, stagnation"
WRONG = [
    (lambda: Queens(-1), "Queens: n: must be at least 1, got -1"),
    (lambda: Queens(True), "Queens: n: expected a whole number, got true"),
    (lambda: Queens(np.float64(8)), "Queens: n: expected a whole number, got 8.0"),
    (lambda: solve(np.int64(0)), "Queens: n: must be at least 1, got 0"),
    (lambda: Queens(), "Queens: n: missing"),
    (lambda: Queens(8, "rows"), "Queens: one argument too many"),
    (lambda: Budget(), "Budget: a budget needs evaluations, seconds or stagnation"),
    (lambda: Budget(zzz=5), f"Budget: zzz: no such key; the keys are {LIMITS}"),
    (lambda: HillClimbing("steepest"),
     "HillClimbing: parameters are given by name, such as encoding=..."),
    (lambda: SimulatedAnnealing(schedule={"hott": 1}),
     "SimulatedAnnealing: schedule.hott: no such key; did you mean hot?"),
    (lambda: SimulatedAnnealing(schedule=5),
     "SimulatedAnnealing: schedule: expected keys and values, such as {use: geometric}, got 5"),
    (lambda: SimulatedAnnealing(schedule="linar"),
     "SimulatedAnnealing: schedule.use: 'linar' is not one of geometric, linear, constant; did you"
     " mean linear?"),
    (lambda: SimulatedAnnealing(hot=2),
     "SimulatedAnnealing: hot: no such key; did you mean schedule={'hot': 2}?"),
    (lambda: SimulatedAnnealing(temperature=2),
     "SimulatedAnnealing: temperature: no such key; did you mean schedule={'use': 'constant',"
     " 'temperature': 2}?"),
    (lambda: SimulatedAnnealing(schedule={"temperature": 2}),
     "SimulatedAnnealing: schedule.temperature: no such key; did you mean schedule={'use':"
     " 'constant', 'temperature': 2}?"),
    (lambda: solve(8, "simulated_annealing", hot=3),
     "solve: hot: no such argument; did you mean schedule={'hot': 3}?"),
    (lambda: MinConflicts(noise=2, starts="greedy"),
     "MinConflicts: noise: must be at most 1, got 2\n"
     "MinConflicts: starts: no such key; did you mean start?"),
    (lambda: Genetic(population=2),
     "Genetic: elites must be fewer than the population, got 2 of 2"),
    (lambda: solve("8", ALGORITHM, BUDGET),
     "problem: expected one such as Queens(8), got the text '8'"),
    (lambda: solve("costas"),
     "problem: expected one such as Queens(8), got the text 'costas'; write Costas(n=...)"),
    (lambda: solve(Colouring, n=8),
     "problem: expected one such as Queens(8), got the class Colouring;"
     " write Colouring(colours=...)"),
    (lambda: compare("hill_climbing", n=8),
     "compare: n: no such argument; write compare(run(['hill_climbing', 'tabu_search'], n=20))"),
    (lambda: compare("results", metrc="ert"),
     "compare: metrc: no such argument; did you mean metric?"),
    (lambda: solve(None, "hc"), "problem: expected one such as Queens(8), got nothing"),
    (lambda: solve(Queens(8), "genetik", BUDGET),
     "algorithm: 'genetik' is not the name of an algorithm; did you mean genetic?"),
    (lambda: solve(Queens(8), SimulatedAnnealing, BUDGET),
     "algorithm: expected one such as SimulatedAnnealing(), got the class SimulatedAnnealing"),
    (lambda: solve(Queens(8), ALGORITHM, "1000"),
     "budget: expected one such as Budget(evaluations=1_000_000), got the text '1000'"),
    (lambda: solve(8, 3), "algorithm: expected one such as SimulatedAnnealing(), got 3"),
    (lambda: solve(8, None, {"evaluation": 3}),
     "Budget: evaluation: no such key; did you mean evaluations?"),
    (lambda: solve(Queens(8), ALGORITHM, BUDGET, -1),
     "seed: expected a whole number from 0 on, got -1"),
    (lambda: solve(8, "hc", evaluations=100),
     "solve: evaluations: no such argument; write budget={'evaluations': ...}"),
    (lambda: solve(8, "hc", sideway=100),
     "solve: sideway: no such argument; did you mean sideways?"),
    (lambda: solve(8, "hc", sed=1), "solve: sed: no such argument; did you mean seed?"),
    (lambda: solve(8, "hc", restarts="x"),
     "HillClimbing: restarts: expected a whole number, got the text 'x'"),
    (lambda: solve(8, "hc", observer=3), "observer: expected a function, got 3"),
    (lambda: solve(8, solve),
     "algorithm: expected one such as SimulatedAnnealing(), got the function solve;"
     " a search is a subclass of Algorithm"),
    (lambda: type("Mine", (Algorithm,), {"T": 3}),
     "Mine: T has no type; write `T: int = 3`"),
    (lambda: type("Mine", (Algorithm,), {"steps": [3, 4]}),
     "Mine: steps has no type; write `steps: list = ...`"),
    (lambda: type("Mine", (Problem,), {"cost": None, "numbers": np.array([3, 1])}),
     "Mine: numbers has no type; return it from data(), as np.array([...])"),
    (lambda: type("Mine", (Algorithm,), {"restarts": 3}),
     "Mine: restarts has no type; write `restarts: int = 3`"),
    (lambda: with_a_typed_constant(),
     "Mine.encoding: a member of the base class, not a field, has this name; write"
     " `encoding = ...` without a type, or choose another name"),
    (lambda: with_a_field_for_a_property(),
     "Mine.label: a member of the base class, not a field, has this name; write a property, or"
     " choose another name"),
    (lambda: with_a_state(),
     "test_wrong_arguments.py, line 37: Mine is frozen: keep best in a local variable; a parameter"
     " is a field of the class; write no __init__()"),
    (lambda: with_a_holder(),
     "Mine: Unable to generate pydantic-core schema for <class"),
    (lambda: load(5), "path: expected the name of a file, got 5"),
    (lambda: load("pyproject.toml", "runs=5"),
     "overrides: expected a list such as ['runs=5'], got 'runs=5'"),
    (lambda: load("pyproject.toml", [5]),
     "overrides: expected a list such as ['runs=5'], got [5]"),
    (lambda: load("ga_n50", 3), "overrides: expected a list such as ['runs=5'], got 3"),
    (lambda: tune("tune_ga", "/dev/null/no", workers="x"),
     "workers: expected a whole number from 1 on, got the text 'x'"),
    (lambda: score("pyproject.toml", seconds="10"),
     "Budget: seconds: expected a number, got the text '10'"),
    (lambda: score("pyproject.toml", seconds=True), "Budget: seconds: expected a number, got true"),
    (lambda: score("pyproject.toml", evaluations=None),
     "Budget: a budget needs evaluations, seconds or stagnation"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), WRONG)
def test_wrong_arguments_are_told_in_our_words(call, message, monkeypatch):
    monkeypatch.chdir(__file__.rpartition("/tests/")[0])
    with pytest.raises(UserError) as caught:
        call()
    if "Mine: " in message:  # in the words of pydantic, which are longer
        assert str(caught.value).startswith(message)
    else:
        assert str(caught.value) == message
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_a_value_is_frozen():
    with pytest.raises(AttributeError, match=r"^HillClimbing is frozen: keep best in a local var"):
        HillClimbing().best = 3


def test_a_seed_may_be_a_number_of_numpys():
    assert solve(Queens(8), ALGORITHM, BUDGET, np.int64(3)).seed == 3

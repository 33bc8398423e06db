"""Restarts around any search: what a try may spend, and what is counted over all of them."""

from itertools import accumulate, islice, pairwise

import numpy as np
import pytest

from experiments.restarts.prediction import best_cutoff, luby_cost
from metaqueens import Budget, HillClimbing, Queens, SimulatedAnnealing, config, solve
from metaqueens.algorithms import ALGORITHMS
from metaqueens.config.contestant import contestant
from metaqueens.exact import EXACT
from metaqueens.experiment.plan import cell_key
from metaqueens.problem.space import Space
from metaqueens.search import ReportEvery, Snapshot
from metaqueens.search.algorithm import Algorithm
from metaqueens.search.driver import drive
from metaqueens.search.restarts import Restarts

SPACE = Space(Queens(4), "rows")
COLD = {"schedule": {"use": "constant", "temperature": 0.1}}


class Script(Algorithm):
    """Tries that report what they are told to, in one board that each report writes anew.

    Its generator of draws notes how many tries were begun, and where each was asked to report.
    """

    tries: tuple[tuple[tuple[int, int, int, int], ...], ...]  # guards, found_at, evaluations, steps

    def search(self, space, checkpoints, rng):
        rng["begun"] += 1
        board = np.zeros(4, np.int32)
        for guards, found_at, evaluations, steps in self.tries[rng["begun"] - 1]:
            board[:] = guards
            now = Snapshot(board, guards, found_at, evaluations, steps, {"priced": evaluations})
            yield now
            rng["asked"].append(checkpoints.next_report(now))


def scripted(tries, policy, budget):
    """Each report of the run, why it ended, and where it was asked to report."""
    notes = {"begun": 0, "asked": []}
    said = []
    for moment in drive(Script(tries=tries, restarts=policy), SPACE, budget, notes):
        now = moment.snapshot
        said.append((*now[1:5], now.values[0].item(), dict(now.counters)))
    return said, moment.reason, notes["asked"]


def test_counts_go_on_and_the_best_board_of_all_tries_is_kept():
    tries = (
        ((5, 1, 1, 0), (2, 7, 9, 3)),  # stuck at 9
        ((4, 1, 1, 0), (2, 4, 30, 8)),  # as good as before: the first such board is kept
        ((6, 1, 1, 0), (0, 5, 5, 2)),
    )
    said, reason, _ = scripted(tries, {"use": "fixed", "unit": 30}, Budget(1000))
    assert reason == "solved"
    assert said == [
        (5, 1, 1, 0, 5, {"priced": 1, "tries": 1}),
        (2, 7, 9, 3, 2, {"priced": 9, "tries": 1}),
        (2, 7, 10, 3, 2, {"priced": 10, "tries": 2}),
        (2, 7, 39, 11, 2, {"priced": 39, "tries": 2}),
        (2, 7, 40, 11, 2, {"priced": 40, "tries": 3}),
        (0, 44, 44, 13, 0, {"priced": 44, "tries": 3}),
    ]


def test_a_try_is_asked_to_report_where_it_or_the_run_ends():
    tries = [((5, 1, 1, 0), (4, 2, last, 3), (4, 2, 30, 4)) for last in (29, 28, 8)]
    _, reason, asked = scripted(tuple(tries), {"use": "fixed", "unit": 30}, Budget(70))
    assert reason == "evaluations"
    # The run is looked at after 2, 32 and 64 evaluations, tries end at 30, the run at 70.
    assert asked == [2, 30, 2, 30, 4, 10]


@pytest.mark.parametrize("use", ALGORITHMS)
def test_the_first_try_is_the_run_without_restarts(use):
    kind = ALGORITHMS[use]
    problem = Queens(10)
    for seed in range(3):
        plain = solve(problem, kind(), Budget(3000), seed)
        again = solve(problem, kind(restarts={"use": "fixed", "unit": 3000}), Budget(3000), seed)
        assert plain.values.tolist() == again.values.tolist()
        counts = plain.cost, plain.found_at, plain.evaluations, plain.steps
        assert counts == (again.cost, again.found_at, again.evaluations, again.steps)


def ends_of_tries(algorithm, n, budget):
    """At which evaluation each try but the last ended."""
    snapshots = [
        (moment.snapshot.counters["tries"], moment.snapshot.evaluations)
        for moment in drive(
            algorithm, Space(Queens(n), "permutation"), budget, np.random.default_rng(5)
        )
    ]
    return [before[1] for before, after in pairwise(snapshots) if before[0] < after[0]]


def luby(length):
    """All terms before the next power of two: those before the last one twice, and that."""
    terms = []
    while len(terms) < length:
        terms = [*terms, *terms, (len(terms) + 1)]
    return terms


@pytest.mark.parametrize(
    ("policy", "lengths"),
    [
        ({"use": "fixed", "unit": 70}, [70] * 12),
        ({"use": "luby", "unit": 20}, [20 * term for term in luby(31)[:22]]),
    ],
)
def test_annealing_is_cut_at_the_very_evaluation(policy, lengths):
    algorithm = SimulatedAnnealing(restarts=policy)
    for budget in (Budget(900), ReportEvery(7, Budget(900))):
        # Three queens have no solution, so that no try ends by itself.
        ends = ends_of_tries(algorithm, 3, budget)
        expected = [end for end in accumulate(lengths) if end < 900]
        assert ends == expected


def test_the_policies():
    assert luby(15) == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    assert list(islice(Restarts(use="luby", unit=3).cutoffs(), 127)) == [
        3 * term for term in luby(127)
    ]
    assert list(islice(Restarts(use="fixed", unit=3).cutoffs(), 3)) == [3, 3, 3]


@pytest.mark.parametrize(
    ("key", "value", "own"),
    [
        ("restarts", "{use: luby, unit: 10}", "hill_climbing"),
        ("start", "{board: [0, 1, 2, 3, 4, 5, 6, 7]}", "min_conflicts"),
    ],
)
def test_where_there_are_none_nothing_is_kept_of_them(key, value, own):
    """But by those that have had their own all along."""
    for use, kind in (ALGORITHMS | EXACT).items():
        assert (key in kind().model_dump(mode="json")) == (use == own)
    text = "name: a\nproblem: {n: 8}\nalgorithms: {a: {use: tabu_search%s}}\nbudget: {seconds: 1}"
    none, null, given = (
        cell_key(config.parse(text % said).cells[0], 1)
        for said in ("", f", {key}: null", f", {key}: {value}")
    )
    assert none == null != given


def test_climbing_takes_a_number_of_its_own_or_a_policy():
    assert HillClimbing(restarts=3).model_dump()["restarts"] == 3
    policy = {"use": "fixed", "unit": 50}
    assert HillClimbing(restarts=policy).model_dump()["restarts"] == policy
    assert contestant("hill_climbing", ["restarts.use=fixed", "restarts.unit=50"]) == HillClimbing(
        restarts=policy
    )


@pytest.mark.parametrize("use", EXACT)
def test_an_exact_method_takes_none(use):
    with pytest.raises(ValueError, match="restarts: an exact method takes no restarts: it draws"):
        EXACT[use](restarts={"use": "fixed", "unit": 50})


class Made:
    """The runs of these seeds."""

    def __init__(self, restarts, seeds):
        algorithm = SimulatedAnnealing(**COLD, restarts=restarts)
        results = [solve(Queens(10), algorithm, Budget(1_000_000), seed) for seed in seeds]
        self.evaluations = np.array([result.evaluations for result in results], float)
        self.solved = np.array([result.solved for result in results])
        assert self.solved.all()


def test_restarts_cost_what_runs_without_them_predict():
    """On fresh seeds the costs are within four errors."""
    alone = Made(None, range(600))
    best = best_cutoff(alone.evaluations, alone.solved, 5)
    cutoff = int(best.cutoff)
    fixed = Made({"use": "fixed", "unit": cutoff}, range(10_000, 10_800))
    gained = alone.evaluations.mean() / fixed.evaluations.mean()
    assert gained > 1.5, "a walk that is cold gets stuck: restarts must help"
    # All tries but the last are as long as the cutoff: what is measured is what was predicted.
    lasting = Made({"use": "luby", "unit": cutoff}, range(20_000, 20_800))
    predicted = luby_cost(alone.evaluations, alone.solved, cutoff)
    for measured, cost in ((fixed, best.expected), (lasting, predicted)):
        spent = measured.evaluations
        of_prediction = cost / np.sqrt(np.sum(alone.evaluations <= cutoff))
        error = np.hypot(spent.std() / np.sqrt(spent.size), of_prediction)
        assert abs(spent.mean() - cost) < 4 * error

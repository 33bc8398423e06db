import numpy as np
import pytest

from metaqueens import Budget, Queens, compare, run
from metaqueens.classics.colouring import Colouring
from metaqueens.experiment.replay import replay
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.results.validate import validate, verdict_on
from metaqueens.text.errors import UserError

SOLUTION = np.array([1, 3, 0, 2])


@pytest.mark.parametrize(
    ("queens", "cost", "with_cp_sat", "verdict"),
    [
        (SOLUTION, 0, True, "validated"),
        (SOLUTION, 0, False, "checked"),
        (SOLUTION, 1, True, "rejected"),
        (np.array([0, 1, 2, 3]), 6, True, "checked"),
        (np.array([0, 1, 2, 3]), 0, True, "rejected"),
        (np.array([0, 1, 2, 4]), 0, True, "rejected"),
        (np.array([0, -1]), 0, True, "rejected"),
        (np.empty(0, int), 0, True, "rejected"),
        (np.array([[1, 3], [0, 2]]), 0, True, "rejected"),
        (np.array([0.0]), 0, True, "rejected"),
    ],
)
def test_a_verdict_says_whether_the_claim_holds(queens, cost, with_cp_sat, verdict):
    assert verdict_on(Queens(max(1, queens.size)), queens, cost, with_cp_sat) == verdict


def test_above_a_stated_n_the_independent_check_alone_decides():
    n = 30_001  # 1 mod 6: the knight's walk i -> 2i solves it
    assert verdict_on(Queens(n), np.arange(n) * 2 % n, 0, True) == "checked"


def test_a_problem_with_rules_that_are_not_known_here_is_neither_judged_nor_repeated(tmp_path):
    folder = run(["hc"], tmp_path / "results", n=6, runs=2, budget=100, report=False).folder
    with Store.open(folder, writing=True) as store:
        with store.writing() as connection:
            connection.execute('UPDATE cells SET problem = \'{"n":6,"sloping":true}\'')
            connection.execute("UPDATE runs SET verdict = NULL")
        assert list(validate(store, with_cp_sat=True)) == []
        (verdicts,) = store.connection.execute("SELECT COUNT(verdict) FROM runs").fetchone()
        assert verdicts == 0
        with pytest.raises(UserError, match="sloping"):
            replay(store, "1-0")


@pytest.mark.parametrize("budget", [Budget(seconds=60), Budget(seconds=60, stagnation=99)], ids=str)
def test_a_proof_by_a_run_of_cp_sat_is_stored_unless_a_limit_may_have_ended_it(tmp_path, budget):
    problem = Colouring(queens=5, colours=4)
    done = run(["cp_sat"], tmp_path / "results", n=problem, runs=1, budget=budget, report=False)
    assert done.frame.reason.tolist() == ["stagnation"]
    is_proof = budget.stagnation is None
    assert (done.frame.existence == "proven none").tolist() == [is_proof]
    assert any("proven to have no solution" in text for text in compare(done).caveats) == is_proof

from metaqueens import Queens
from metaqueens.config import parse
from metaqueens.experiment.plan import cell_key, run_seed
from tests.experiment import TEXT, runs_of


def keys(*overrides):
    experiment = parse(TEXT, overrides)
    return [cell_key(cell, experiment.seed) for cell in experiment.cells]


def test_a_key_follows_from_the_content_alone():
    assert keys() == keys("runs=30")
    assert (
        len({*keys(), *keys("seed=8"), *keys("problem.n=9"), *keys("budget.evaluations=999")}) == 8
    )
    assert keys("algorithms.hc.sideways=100") == keys(), "a default said aloud is no other cell"
    assert keys("algorithms.hc.sideways=99")[1] != keys()[1]
    assert keys("algorithms.hc.sideways=99")[0] == keys()[0]


def test_more_runs_keep_the_first_ones():
    few = [(run.cell_key, run.repetition, run.seed) for run in runs_of(parse(TEXT))]
    many = [(run.cell_key, run.repetition, run.seed) for run in runs_of(parse(TEXT, ["runs=9"]))]
    assert set(few) < set(many)
    assert len(many) == 18


def test_all_algorithms_meet_the_same_seeds_and_no_seed_comes_twice():
    runs = list(runs_of(parse(TEXT, ["runs=500", "problem.n=8,9"])))
    by_problem = {}
    for run in runs:
        by_problem.setdefault((run.cell.problem.n, run.repetition), set()).add(run.seed)
    assert all(len(seeds) == 1 for seeds in by_problem.values())
    assert len({seed for seeds in by_problem.values() for seed in seeds}) == 1000


def test_seeds_are_the_same_on_every_machine_and_fit_a_double():
    assert [run_seed(2026, Queens(50), repetition) for repetition in range(3)] == [
        101199203478294, 6923066311891755, 1043754063419155,
    ]  # fmt: skip
    assert all(run_seed(seed, Queens(50), 0) < 2**53 for seed in range(100))

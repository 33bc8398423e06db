"""The sentence of a comparison over several problems, as a reviewer would read it."""

import numpy as np
import pandas as pd
import pytest

from metaqueens.analysis.comparison import compare
from metaqueens.report.tables import SINGLE_RUNS, STRICTER, tabulate_comparison
from tests.analysis.made import frame

SIZES = (10, 20, 50, 100, 200, 400, 800)


def cost(mean, seed, runs=30):
    """Costs of runs that scatter by a third."""
    return np.ceil(np.random.default_rng(seed).gamma(8, mean / 8, runs))


def by_size(costs, sizes=SIZES):
    """Of each size, ``costs(n)`` by algorithm."""
    return [((f"n={n}", n, f"n={n}"), costs(n)) for n in sizes]


def boards(costs, many=10):
    """Boards of one family, ``costs(k)`` by algorithm."""
    return [((f"ed n=16 #{k}", 16, "ed n=16"), costs(k)) for k in range(many)]


def a_and_b(first, second, runs=30):
    """Algorithms a and b that cost ``first(x)`` and ``second(x)``."""
    return lambda x: {"a": cost(first(x), x, runs), "b": cost(second(x), x + 10_000, runs)}


def several(**means):
    """Algorithms that cost ``means[name](x)``."""
    return lambda x: {
        name: cost(mean(x), 1_000 * k + x) for k, (name, mean) in enumerate(means.items())
    }


def constant(value):
    return lambda _: value


def crossing(n):
    return 100 * n if n <= 100 else 400 * n


def crossed(n):
    return 400 * n if n <= 100 else 100 * n


# Runs, and what is said of them.
COMPARISONS = {
    "curves that cross": (
        by_size(a_and_b(crossing, crossed)),
        "The best algorithm depends on the problem; clearly best are a (n=10, n=20, n=50, n=100)"
        " and b (n=200, n=400, n=800) of 7 problems; no significant difference over all problems"
        " (Wilcoxon p = 0.81); clearly worse than the best: b on 4 and a on 3 of 7 problems."),
    "better everywhere": (
        by_size(a_and_b(lambda n: 100 * n, lambda n: 300 * n)),
        "a has the lowest ERT on 7 of 7 problems; a is significantly better over all problems"
        " (Wilcoxon p = 0.016); clearly worse than the best: b on 7 of 7 problems."),
    "no difference": (
        by_size(a_and_b(lambda n: 100 * n, lambda n: 100 * n)),
        "b has the lowest ERT on 4 of 7 problems; no significant difference over all problems"
        " (Wilcoxon p = 0.94); no clear difference on any one of them."),
    "two that share the lead": (
        by_size(a_and_b(lambda n: 1000 + 150 * (n % 2), lambda n: 1150 - 150 * (n % 2)),
            sizes=range(12, 18)),
        "a and b share the first place by ERT; no significant difference over all problems"
        " (Wilcoxon p = 1); no clear difference on any one of them."),
    "two that cost the same": (
        by_size(lambda n: {"a": cost(1000, n), "b": cost(1000, n)}),
        "a and b share the first place by ERT; no significant difference over all problems"
        " (Wilcoxon p = 1); no clear difference on any one of them."),
    "a small one, everywhere": (
        by_size(a_and_b(lambda n: 100 * n, lambda n: 125 * n, runs=10)),
        "a has the lowest ERT on 6 of 7 problems; no significant difference over all problems"
        " (Wilcoxon p = 0.047); no clear difference on any one of them."),
    "level leaders": (
        by_size(several(a=constant(1000), b=constant(1000), c=constant(5000), d=constant(9000)),
            sizes=(10, 20, 50)),
        "a has the lowest ERT on 3 of 3 problems; clearly worse than the best: c on 3 and d on 3"
        " of 3 problems."),
    "three that take turns": (
        by_size(
            several(**{name: (lambda n, j=j: 1000 if n % 3 == j else 4000)
                       for j, name in enumerate("abc")}), sizes=range(12, 18)),
        "The best algorithm depends on the problem; clearly best are a (n=12, n=15), b (n=13,"
        " n=16) and c (n=14, n=17) of 6 problems; the average rank of c is 1.67 of 3, no"
        " significant difference (Friedman p = 0.65); clearly worse than the best: b on 4, c on 4"
        " and a on 4 of 6 problems."),
    "boards of a family": (
        boards(a_and_b(lambda k: 1000 * (k + 1), lambda k: 2500 * (k + 1), runs=20)),
        "a has the lowest ERT on 10 of 10 instances; a is significantly better over all"
        " instances (Wilcoxon p = 0.002); clearly worse than the best: b on 10 of 10 instances."),
    "boards that take turns": (
        boards(a_and_b(lambda k: 1000 if k < 6 else 5000, lambda k: 5000 if k < 6 else 1000)),
        "The best algorithm depends on the instance; clearly best are a on 6 and b on 4 of 10"
        " instances; no significant difference over all instances (Wilcoxon p = 0.16); the lowest"
        " ERT of a family is that of a on ed n=16; clearly worse than the best: b on 6 and a on 4"
        " of 10 instances."),
    "often by little, rarely by much": (
        by_size(a_and_b(constant(1000), lambda n: 1040 if n <= 100 else 200)),
        "b has the lowest ERT on 5 of 7 problems; no significant difference over all problems"
        " (Wilcoxon p = 0.3); clearly worse than the best: a on 3 of 7 problems."),
    "one that is clearly worst": (
        by_size(several(a=constant(1000), b=constant(1050), c=constant(1100), d=constant(6000))),
        "a has the lowest ERT on 6 of 7 problems; the average rank of a is 1.14 of 4,"
        " significantly better than c and d (Holm), not significantly better than b; clearly"
        " worse than the best: d on 7 of 7 problems."),
    "a third that is clearly worse": (
        by_size(several(a=crossing, b=crossed, c=lambda n: 2000 * n)),
        "The best algorithm depends on the problem; clearly best are a (n=10, n=20, n=50, n=100)"
        " and b (n=200, n=400, n=800) of 7 problems; the average rank of a is 1.43 of 3,"
        " significantly better than c (Holm), not significantly better than b; clearly worse than"
        " the best: c on 7, b on 4 and a on 3 of 7 problems."),
    "two that cross beside a third that is close to both": (
        by_size(
            several(a=constant(1030), b=lambda n: 1000 if n <= 20 else 4000,
                    c=lambda n: 4000 if n <= 20 else 1000, d=constant(9000)),
            sizes=SIZES[:4]),
        "c has the lowest ERT on 2 of 4 problems; clearly worse than the best: d on 4 and b on 2 of"
        " 4 problems; but clearly better than c: a on n=10 and b on n=20."),
    "three curves that cross": (
        by_size(
            several(a=lambda n: 1000 if n <= 20 else 6000,
                    b=lambda n: 1000 if 20 < n <= 200 else 6000,
                    c=lambda n: 1000 if n > 200 else 6000)),
        "The best algorithm depends on the problem; clearly best are a (n=10, n=20), b (n=50,"
        " n=100, n=200) and c (n=400, n=800) of 7 problems; the average rank of a, b and c is 2.00"
        " of 3, no significant difference (Friedman p = 1); clearly worse than the best: c on 5, a"
        " on 5 and b on 4 of 7 problems."),
    "one exception": (
        by_size(a_and_b(lambda n: 1000 if n == 50 else 100, constant(400))),
        "The best algorithm depends on the problem; clearly best are a on 6 and b on 1 of 7"
        " problems; a is significantly better over all problems (Wilcoxon p = 0.031); clearly"
        " worse than the best: b on 6 and a on 1 of 7 problems."),
    "one exception that is likely": (
        by_size(a_and_b(lambda n: 6600 if n == 50 else 100 * n,
                        lambda n: 5000 if n == 50 else 300 * n)),
        "a has the lowest ERT on 6 of 7 problems; a is significantly better over all problems"
        " (Wilcoxon p = 0.031); clearly worse than the best: b on 6 of 7 problems; but probably"
        " better than a: b on n=50."),
    "worse on some": (
        by_size(
            several(a=constant(1000), b=lambda n: 3000 if n in (20, 100) else 1050,
                    c=lambda n: 1060 if n == 50 else 3000), sizes=SIZES[:5]),
        "a has the lowest ERT on 5 of 5 problems; clearly worse than the best: c on 4 and b on 2"
        " of 5 problems."),
    "two families of boards": (
        [
            ((f"ed n={n} #{k}", n, f"ed n={n}"),
             several(a=constant(100 if n == 16 else 900), b=constant(900 if n == 16 else 100))(k))
            for n in (16, 20) for k in range(6)],
        "The best algorithm depends on the instance; clearly best are a on 6 and b on 6 of 12"
        " instances; no significant difference over all instances (Wilcoxon p = 0.52); the lowest"
        " ERT of a family is that of a on ed n=16 and b on ed n=20; clearly worse than the best: b"
        " on 6 and a on 6 of 12 instances."),
    "a board that costs more than all others": (
        boards(a_and_b(lambda k: 1000 if k < 11 else 90000, constant(1040)), many=12),
        "a has the lowest ERT on 10 of 12 instances; no significant difference over all"
        " instances (Wilcoxon p = 0.042); the lowest ERT of a family is that of b on ed n=16;"
        " but clearly better than a: b on ed n=16 #11."),
    "none solved the largest": (
        by_size(a_and_b(crossing, crossed)),
        "The best algorithm depends on the problem; clearly best are a (n=10, n=20, n=50, n=100)"
        " and b (n=200, n=400) of 6 problems; no significant difference over all problems"
        " (Wilcoxon p = 0.69); clearly worse than the best: b on 4 and a on 2 of 6 problems;"
        " no run solved 1 other problem."),
    "kinds of boards, not sizes": (
        [
            *by_size(a_and_b(constant(100), constant(500)), sizes=(10, 20, 50)),
            *(((f"torus n={n}", n, f"torus n={n}"), a_and_b(constant(500), constant(100))(n))
              for n in (101, 103, 107))],
        "The best algorithm depends on the problem; clearly best are a (n=10, n=20, n=50) and b"
        " (torus n=101, torus n=103, torus n=107) of 6 problems; no significant difference over"
        " all problems (Wilcoxon p = 0.69); clearly worse than the best: b on 3 and a on 3 of 6"
        " problems."),
    "too few problems": (
        by_size(a_and_b(constant(1000), constant(1050)), sizes=(10, 20)),
        "a has the lowest ERT on 2 of 2 problems; no clear difference on any one of them."),
    "too few problems that share the lead": (
        by_size(a_and_b(lambda n: 1000 + n, lambda n: 1030 - n), sizes=(10, 20)),
        "a and b share the first place by ERT; no clear difference on any one of the 2 problems."),
    "one algorithm is the best of all families": (
        [
            ((f"ed n={n} #{k}", n, f"ed n={n}"),
             several(a=constant(9000 if k == 2 else 900), b=constant(1000),
                     c=constant(900 if k == 2 else 9000))(k))
            for n in (16, 20) for k in range(3)],
        "a has the lowest ERT on 4 of 6 instances; the average rank of a is 1.67 of 3, no"
        " significant difference (Friedman p = 0.55); the lowest ERT of a family is that of b on"
        " each of the 2 families; clearly worse than the best: c on 4 of 6 instances; but clearly"
        " better than a: c on ed n=16 #2 and c on ed n=20 #2."),
}  # fmt: skip


def given(name):
    """The runs of a comparison."""
    parts = [
        frame(costs, 1e9, problem=problem, n=n, family=family)
        for (problem, n, family), costs in COMPARISONS[name][0]
    ]
    runs = pd.concat(parts, ignore_index=True)
    return runs.assign(solved=(runs.n < 800) | (name != "none solved the largest"))


def test_a_first_place_that_is_shared():
    """The table of tests agrees with the answer, though b is the first algorithm."""
    parts = [
        frame({"b": [9 if n < 100 else 80] * 30, "a": [9] * 30}, problem=f"n={n}", n=n)
        for n in SIZES[:4]
    ]
    found = compare(pd.concat(parts))
    assert found.answer.startswith("a has the lowest ERT on 4 of 4 problems (shared on 3); ")
    assert {*found.tests.better} == {"a"}


@pytest.mark.parametrize("name", COMPARISONS)
def test_what_is_said_names_the_best_of_the_table(name):
    found = compare(given(name))
    assert found.answer == COMPARISONS[name][1]
    best = found.table.loc[found.table.groupby("problem", observed=True).ert.idxmin()]
    assert {*best.algorithm} >= {*found.tests.better}
    leader = found.answer.split(" has the lowest")[0]
    if " " not in leader:
        assert leader == best.algorithm.mode()[0]
    if len(found.families) == 2:  # one family, of which the table names the best
        cheapest = found.families.algorithm[found.families.ert.idxmin()]
        assert leader == cheapest or f" is that of {cheapest} on" in found.answer


def test_no_note_on_budgets_where_every_run_solved():
    runs = given("too few problems")
    assert compare(runs.drop(columns="budget_evaluations")).caveats == ()
    unequal = runs.budget_evaluations.mask(runs.algorithm == "a", 1e6)
    assert compare(runs.assign(budget_evaluations=unequal)).caveats == ()
    unsolved = runs.assign(budget_evaluations=unequal, solved=runs.index > 0)
    assert any("budgets differ" in note for note in compare(unsolved).caveats)


@pytest.mark.parametrize("algorithms", ["ab", "abc"])
def test_an_interval_beside_a_verdict_that_is_open_is_explained(algorithms):
    """It lies above 1, and they are not told apart."""
    drawn = {"a": (34, 100), "b": (1034, 300), "c": (2034, 3000)}  # a seed and a mean
    costs = {
        name: np.ceil(np.random.default_rng(seed).exponential(mean, 8))
        for name, (seed, mean) in drawn.items()
        if name in algorithms
    }
    found = compare(frame(costs, 1e9))
    nearest = found.tests[found.tests.other == "b"].iloc[0]
    assert nearest.verdict == "open"
    assert nearest.ratio_low > 1
    assert "the test is stricter than the interval" in found.answer
    (_, table) = tabulate_comparison(found)
    assert STRICTER in table.notes
    told_apart = compare(frame({"a": range(10, 40), "b": range(1000, 1030)}, 1e9))
    assert not {STRICTER, SINGLE_RUNS} & {*tabulate_comparison(told_apart)[1].notes}


def test_a_large_effect_beside_a_verdict_that_is_open_is_explained():
    found = compare(frame({"a": [*range(1, 13), 5000], "b": range(101, 114)}, 1e9))
    assert {(test.verdict, test.effect) for test in found.tests.itertuples()} == {("open", "large")}
    assert SINGLE_RUNS in tabulate_comparison(found)[1].notes


def test_an_open_verdict_beside_a_clear_difference_of_success():
    """Six short runs that solved against six long ones that did not."""
    costs = {"hc": [100, 9000, 500, 50, 2000, 300], "ts": [None] * 6}
    found = compare(frame(costs, 1_000_000))
    assert found.tests.verdict.tolist() == ["open"]
    assert found.answer.endswith(
        "). hc solved more often than ts (6 of 6 runs against 0 of 6 runs, Fisher's test"
        " p = 0.0022): see --metric success."
    )
    assert compare(frame(costs, 1_000_000), metric="success").tests.p_holm[0] < 0.05
    third = compare(frame(costs | {"ga": [100, 9000, 500, 50, 2000, 301]}, 1_000_000))
    assert third.answer.endswith(
        " hc solved more often than ts (6 of 6 runs against 0 of 6 runs, Fisher's test adjusted"
        " p = 0.0065): see --metric success."
    )
    fewer = frame({"hc": [9000] * 3 + [8000], "ts": [None] * 4}, 1_000_000)
    assert "more often" not in compare(fewer).answer


def test_of_one_algorithm_the_problems_that_it_solved_are_counted():
    parts = [frame({"ts": [9] * 10}, problem="n=8"), frame({"ts": [None] * 10}, problem="n=3")]
    assert compare(pd.concat(parts)).answer == "ts solves 1 of 2 problems in 10 of 20 runs."
    assert compare(pd.concat([parts[0], parts[0].assign(problem="q")])).answer == (
        "ts solves 2 problems in 20 of 20 runs."
    )

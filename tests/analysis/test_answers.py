"""The sentence of a comparison over several problems, as a reviewer would read it."""

import numpy as np
import pandas as pd
import pytest

from metaqueens.analysis.comparison import compare

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


def frame(parts):
    rows = [
        {"algorithm": name, "problem": problem, "n": n, "family": family, "seed": seed,
         "evaluations": spent, "solved": True, "budget_evaluations": 1e9, "seconds": spent / 1e6}
        for (problem, n, family), costs in parts
        for name, all_spent in costs.items()
        for seed, spent in enumerate(all_spent)
    ]  # fmt: skip
    return pd.DataFrame(rows)


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


COMPARISONS = {
    "curves that cross": by_size(
        a_and_b(lambda n: 100 * n if n <= 100 else 400 * n,
                lambda n: 400 * n if n <= 100 else 100 * n)),
    "better everywhere": by_size(a_and_b(lambda n: 100 * n, lambda n: 300 * n)),
    "no difference": by_size(a_and_b(lambda n: 100 * n, lambda n: 100 * n)),
    "a small one, everywhere": by_size(a_and_b(lambda n: 100 * n, lambda n: 125 * n, runs=10)),
    "level leaders": by_size(
        several(a=constant(1000), b=constant(1000), c=constant(5000), d=constant(9000)),
        sizes=(10, 20, 50)),
    "three that take turns": by_size(
        several(**{name: (lambda n, j=j: 1000 if n % 3 == j else 4000)
                   for j, name in enumerate("abc")}), sizes=range(12, 18)),
    "boards of a family": boards(
        a_and_b(lambda k: 1000 * (k + 1), lambda k: 2500 * (k + 1), runs=20)),
    "boards that take turns": boards(
        a_and_b(lambda k: 1000 if k < 6 else 5000, lambda k: 5000 if k < 6 else 1000)),
    "often by little, rarely by much": by_size(
        a_and_b(constant(1000), lambda n: 1040 if n <= 100 else 200)),
    "one that is clearly worst": by_size(
        several(a=constant(1000), b=constant(1050), c=constant(1100), d=constant(6000))),
    "too few problems": by_size(a_and_b(constant(1000), constant(1050)), sizes=(10, 20)),
}  # fmt: skip
SAID = {
    "curves that cross": (
        "It depends on n: a is clearly better than b up to n = 100 (on 4 of 7 problems), b than a"
        " from n = 200 (on 3); over all problems together neither is ahead (Wilcoxon p = 0.81)."
    ),
    "better everywhere": (
        "a has the lowest ERT on 7 of 7 problems (Wilcoxon over the problems p = 0.016); clearly "
        "worse than the best: b on all 7."
    ),
    "no difference": (
        "b has the lowest ERT on 4 of 7 problems, which may be chance (Wilcoxon over the problems"
        " p = 0.94); on none of them is a difference clear."
    ),
    "a small one, everywhere": (
        "a has the lowest ERT on 6 of 7 problems, which may be chance (Wilcoxon over the problems"
        " p = 0.047); on none of them is a difference clear."
    ),
    "level leaders": (
        "a has the lowest ERT on 3 of 3 problems; clearly worse than the best: c and d on all 3, "
        "b on none."
    ),
    "three that take turns": (
        "It depends on the problem: clearly better than others are a on 2, b on 2 and c on 2 of 6"
        " problems; c has the best average rank, 1.67 of 3 over 6 problems, which tells none "
        "apart (Friedman p = 0.65)."
    ),
    "boards of a family": (
        "a has the lowest ERT on 10 of 10 boards (Wilcoxon over the boards p = 0.002); clearly "
        "worse than the best: b on all 10."
    ),
    "boards that take turns": (
        "It depends on the board: a is clearly better than b on 6 of 10 boards, b than a on 4; "
        "over all boards together neither is ahead (Wilcoxon p = 0.16)."
    ),
    "often by little, rarely by much": (
        "b has the lowest ERT on 5 of 7 problems; over all problems together neither is ahead "
        "(Wilcoxon p = 0.3); clearly worse than the best: a on 3."
    ),
    "one that is clearly worst": (
        "a has the lowest ERT on 6 of 7 problems; average rank 1.14 of 4 over 7 problems, better "
        "than c and d (Nemenyi, 5 %), not told apart from b; clearly worse than the best: d on "
        "all 7, b and c on none."
    ),
    "too few problems": (
        "a has the lowest ERT on 2 of 2 problems; on none of them is a difference clear, and they"
        " are too few for a test over all."
    ),
}


@pytest.mark.parametrize("name", COMPARISONS)
def test_what_is_said(name):
    found = compare(frame(COMPARISONS[name]))
    assert found.answer == SAID[name]


@pytest.mark.parametrize("name", COMPARISONS)
def test_sentence_and_table_name_the_same_best(name):
    found = compare(frame(COMPARISONS[name]))
    best = found.table.loc[found.table.groupby("problem", observed=True).ert.idxmin()]
    assert {*best.algorithm} >= {*found.tests.better}
    leader = found.answer.split(" has the lowest")[0]
    if leader != found.answer:
        assert leader == best.algorithm.mode()[0]

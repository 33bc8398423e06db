"""What cannot work on a problem of one's own is refused in one sentence."""

import pytest

from metaqueens import (
    Algorithm,
    Genetic,
    HillClimbing,
    Queens,
    QueueSearch,
    SimulatedAnnealing,
    solve,
)
from tests.own.problems.colouring import ByCost
from tests.own.problems.interval import AllInterval

QUEENS_ONLY = {
    "queue search": (QueueSearch(), ""),
    "focus": (SimulatedAnnealing(focus="conflicted"), "; with `focus: all` it takes any"),
    "variant": (HillClimbing(variant="conflicted"), "; with `variant: "),
    "local search": (Genetic(engine="compiled", local_search={}), ""),
}


def refusal(problem, algorithm):
    with pytest.raises(ValueError, match=r".+") as refused:
        solve(problem, algorithm, 100, seed=1)
    sentence = str(refused.value)
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize("search", QUEENS_ONLY)
def test_a_search_for_n_queens_refuses(search):
    algorithm, remedy = QUEENS_ONLY[search]
    sentence = refusal(AllInterval(n=8), algorithm)
    name = type(algorithm).__name__
    assert sentence.startswith(f"{name} is for n queens only, not for AllInterval{remedy}")


def test_a_search_that_needs_a_function_names_it():
    expected = "AdaptiveSearch needs AllInterval.variable_cost()"
    assert refusal(AllInterval(n=8), "adaptive_search") == expected


def test_roulette_selection_needs_a_bound_of_the_cost():
    genetic = Genetic(selection={"use": "roulette"})
    assert refusal(AllInterval(n=8), genetic) == (
        "selection: roulette needs AllInterval.max_cost, the scale of its fitness"
    )


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("engine", ["deap", "compiled"])
def test_roulette_selection_takes_a_problem_with_a_bound(engine):
    genetic = Genetic(selection={"use": "roulette"}, engine=engine, population=10)
    assert solve(Bounded(n=8), genetic, 300, seed=1).fitness > 0


class Bounded(AllInterval):
    """With a bound of its cost."""

    @property
    def max_cost(self):
        return self.n - 1


@pytest.mark.parametrize(
    ("problem", "encoding"),
    [(AllInterval(n=8), "rows"), (ByCost(vertices=5, colours=2), "permutation")],
)
def test_an_encoding_that_a_problem_is_not_defined_in(problem, encoding):
    sentence = refusal(problem, HillClimbing(encoding=encoding))
    assert (
        f"{type(problem).__name__} is defined in {problem.encoding}, not in {encoding}" in sentence
    )


class OfOneEncoding(Algorithm):
    """A search of a user that knows one encoding."""

    needs = ()


@pytest.mark.parametrize("problem", [AllInterval(n=8), ByCost(vertices=5, colours=2)])
@pytest.mark.parametrize("chosen", [None, "rows", "permutation"])
def test_no_encoding_is_advised_if_a_search_and_a_problem_have_none_in_common(problem, chosen):
    known = "rows" if problem.encoding == "permutation" else "permutation"
    OfOneEncoding.encodings = (known,)
    name = type(problem).__name__
    assert refusal(problem, OfOneEncoding(encoding=chosen)) == (
        f"OfOneEncoding works on {known} only, and {name} is defined in {problem.encoding};"
        " choose another search, such as hill_climbing"
    )
    assert HillClimbing().supports(problem) is None


@pytest.mark.parametrize(
    ("problem", "advice"), [(AllInterval(n=3), ""), (Queens(3), "; give it `encoding: rows`, in")]
)
def test_rows_are_advised_for_a_start_only_if_the_problem_has_them(problem, advice):
    error = f"^start: a value occurs twice in a permutation{advice}"
    with pytest.raises(ValueError, match=error) as refused:
        solve(problem, "hill_climbing", 100, start=[0, 0, 1])
    assert ("rows" in str(refused.value)) == bool(advice)

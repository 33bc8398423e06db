"""Every search that accepts a problem makes true claims on it, as fast functions and slow ones."""

import sys

import pytest

from metaqueens import Budget, Genetic, Program, Queens, Space, TabuSearch, solve
from metaqueens.contestants.registry import CONTESTANTS
from tests.own import COUNTS, run_of
from tests.own.problems import colouring, costas, interval, partition

SEARCHES = {
    **{name: kind() for name, kind in CONTESTANTS.items() if name not in ("program", "cp_sat")},
    "compiled genetic": Genetic(engine="compiled", population=20),
    "genetic": Genetic(population=20),
}
ANY = {name: search for name, search in SEARCHES.items() if search.needs == ()}
BY_CONFLICTS = {name: s for name, s in SEARCHES.items() if s.needs == ("variable_cost",)}
ACCEPTED = [
    pytest.param(name, problem, id=f"{name} {problem.label}")
    for name, search in SEARCHES.items()
    for problem in COUNTS
    if search.supports(problem) is None
]
ALL = [type(problem) for problem in COUNTS]
SOME = [type(problem) for problem in COUNTS if problem.has("variable_cost")]
# By its cost alone, and the same problem with changes of the cost.
PAIRS = {
    "interval": (interval.AllInterval(n=9), interval.Fast(n=9)),
    "costas": (costas.ByCost(n=9), costas.Incremental(n=9)),
    "colouring": (
        colouring.ByCost(vertices=15, colours=3),
        colouring.Incremental(vertices=15, colours=3),
    ),
}


def test_the_searches_that_accept_any_problem():
    assert {*ANY} >= {
        "hill_climbing", "simulated_annealing", "tabu_search", "local_search",
        "iterated_local_search", "random_search", "genetic", "compiled genetic",
    }  # fmt: skip
    assert {*BY_CONFLICTS} >= {"adaptive_search", "extremal_optimisation"}
    for name, kinds in (
        *dict.fromkeys(ANY, ALL).items(),
        *dict.fromkeys(BY_CONFLICTS, SOME).items(),
    ):
        assert [type(case.values[1]) for case in ACCEPTED if case.values[0] == name] == kinds


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(("search", "problem"), ACCEPTED)
def test_a_claim_is_confirmed_by_a_count_in_plain_python(search, problem):
    for seed in range(3):
        result = solve(problem, SEARCHES[search], 400, seed=seed)
        values = result.values.tolist()
        assert result.cost == COUNTS[problem](problem, values)
        assert len(values) == problem.n
        assert {*values} <= {*range(problem.value_count)}
        assert problem.encoding == "rows" or len({*values}) == problem.n
        assert result.solved == (result.cost == 0)


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("search", ANY)
def test_functions_for_changes_alter_no_run(search, pair):
    by_cost, incremental = PAIRS[pair]
    for seed in range(3):
        runs = [solve(one, ANY[search], 300, seed=seed) for one in (by_cost, incremental)]
        assert run_of(runs[0]) == run_of(runs[1])


@pytest.mark.compiled
@pytest.mark.parametrize("search", ["hill_climbing", "simulated_annealing", "tabu_search"])
def test_machine_code_makes_the_run_of_plain_python(search, request):
    problem = costas.Costas(n=10)
    compiled = solve(problem, search, 3000, seed=4)
    request.getfixturevalue("uncompiled")
    assert run_of(solve(problem, search, 3000, seed=4)) == run_of(compiled)


@pytest.mark.skipif(sys.platform != "linux", reason="programs run on Linux only")
def test_a_program_searches_any_problem(tmp_path):
    problem = interval.AllInterval(n=8)
    (tmp_path / "search.py").write_text(
        "import json, sys\n"
        "given = json.loads(sys.stdin.readline())\n"
        "assert given['use'].endswith(':AllInterval') and given['n'] == 8\n"
        "print(json.dumps({'values': list(range(8)), 'cost': 6}), flush=True)\n"
        "print(json.dumps({'values': [0, 7, 1, 6, 2, 5, 3, 4], 'cost': 0}), flush=True)\n"
    )
    program = Program(command=[sys.executable, str(tmp_path / "search.py")])
    result = solve(problem, program, Budget(seconds=60), seed=1)
    assert result.values.tolist() == [0, 7, 1, 6, 2, 5, 3, 4]
    assert (result.cost, result.solved) == (0, True)


@pytest.mark.usefixtures("uncompiled")
def test_the_default_tenures_suit_variables_with_two_values():
    """Those of variables with more values make a cycle."""
    problems = [partition.Partition(n=20, seed=seed) for seed in range(10)]
    solved = [
        sum(solve(problem, search, 8_000, seed=1).solved for problem in problems)
        for search in (TabuSearch(shortest=1, longest=4), TabuSearch())
    ]
    assert solved[0] <= 2
    assert solved[1] >= 8


@pytest.mark.parametrize(
    ("given", "of_two", "of_more"),
    [
        ({}, (2, 16), (1, 4)),
        ({"shortest": 5}, (5, 16), (5, 5)),
        ({"shortest": 30}, (30, 30), (30, 30)),
        ({"longest": 0}, (0, 0), (0, 0)),
        ({"longest": 9}, (2, 9), (1, 9)),
    ],
)
def test_one_tenure_limits_the_default_of_the_other(given, of_two, of_more):
    search = TabuSearch(**given)
    assert search.find_tenures(Space(partition.Partition(n=20, seed=0), "rows")) == of_two
    assert search.find_tenures(Space(Queens(20), "rows")) == of_more

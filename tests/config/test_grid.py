"""Overrides from the command line, and the grid that a sweep unfolds to."""

import pytest

from metaqueens import config
from metaqueens.config import strict_yaml
from metaqueens.config.contestant import override, read_setting
from metaqueens.experiment.plan import cell_key
from tests.known import ALGORITHMS, PROBLEM_KEYS

from . import GOOD, changed, names, problems

SIZES = GOOD + "sweep: {problem.n: [4, 5]}\n"
WITHOUT_USE = f"use: missing; it is one of {ALGORITHMS}"


def given(*overrides: str, text: str = GOOD) -> dict:
    return dict(config.parse(text, overrides).given)


def test_an_override_takes_the_place_of_a_key():
    experiment = config.parse(GOOD, ["runs=5", "seed=1_000", "name=other", "problem.n=1e1"])
    assert (experiment.runs, experiment.seed, experiment.name) == (5, 1000, "other")
    assert {cell.problem.n for cell in experiment.cells} == {10}
    assert given("problem.n=4,5")["sweep"] == {"problem.n": [4, 5]}


@pytest.mark.parametrize(
    ("override", "expected"),
    [
        ("validate=null", {"validate": None}),
        ("validate=", {"validate": None}),
        ("budget.seconds=.5", {"budget": {"evaluations": 1000, "seconds": 0.5}}),
        ("budget.seconds=1e-3", {"budget": {"evaluations": 1000, "seconds": 0.001}}),
        ("runs=012", {"runs": 12}),
    ],
)
def test_the_value_of_an_override_is_read_like_yaml(override, expected):
    assert {key: given(override)[key] for key in expected} == expected


def test_the_text_that_overrides_are_applied_to_stays_as_it_is():
    document = strict_yaml.read(SIZES, "x.yaml")
    before = config.dump(document.value)
    override(document, ["problem.n=6,7", "runs=9", "algorithms.ga.population=4"])
    assert config.dump(document.value) == before


@pytest.mark.parametrize("setting", ["runs", "=5", "", "problem..n=5", ".n=5", "problem.=5"])
def test_what_is_no_override(setting):
    assert problems(GOOD, [setting]) == [
        f"command line: {setting}: expected key=value, such as runs=5 or problem.n=20,50"
    ]


@pytest.mark.parametrize(
    ("setting", "error"),
    [
        ("runs=0", "runs: must be at least 1, got 0"),
        ("problem.n=4,x", "problem.n: expected a whole number, got the text 'x'"),
        ("problem.m=4", f"problem.m: no such key; the keys are {PROBLEM_KEYS}"),
        ("algorithms.ga.crossover.use=pmxx",
         "algorithms.ga.crossover.use: 'pmxx' is not one of pmx, order, cycle, one_point,"
         " two_point, uniform; did you mean pmx?"),
        ("runs=5,6", "sweep.runs: not a key of problem, algorithms, budget, such as problem.n"),
        ("algorithms.ga.crossover={use: pmx}, {use: order, probabilty: 0.5}",
         "algorithms.ga.crossover.probabilty: no such key; did you mean probability?"),
        ("algorithms.ga={use: genetic, elites: -1}",
         "algorithms.ga.elites: must be at least 0, got -1"),
        ("algorithms.gaa.population=4", f"algorithms.gaa: {WITHOUT_USE}; did you mean ga?"),
        ("algorithms.gaa.crossover.use=pmx", f"algorithms.gaa: {WITHOUT_USE}; did you mean ga?"),
        ("algorithms.gaa.population=4,5", f"algorithms.gaa: {WITHOUT_USE}; did you mean ga?"),
        ("algorithms.ga={population: 4}", f"algorithms.ga: {WITHOUT_USE}"),
    ],
)  # fmt: skip
def test_an_error_in_an_override_is_at_the_command_line(setting, error):
    assert problems(GOOD, [setting]) == [f"command line: {setting}: {error}"]


def test_all_bad_overrides_are_told_at_once():
    assert problems(GOOD, ["runs", "=5", "seed=1"]) == [
        "command line: runs: expected key=value, such as runs=5 or problem.n=20,50",
        "command line: =5: expected key=value, such as runs=5 or problem.n=20,50",
    ]
    assert set(problems(changed("n: 8", "n: 0"), ["runs=0", "seed=-1"])) == {
        "command line: runs=0: runs: must be at least 1, got 0",
        "command line: seed=-1: seed: must be at least 0, got -1",
        "x.yaml:2:14: problem.n: must be at least 1, got 0",
    }


@pytest.mark.parametrize(
    ("text", "overrides", "cells"),
    [
        (GOOD, ["problem.n=4,5"], "4 ga, 4 mc, 5 ga, 5 mc"),
        (GOOD, ["problem.n=4, 5"], "4 ga, 4 mc, 5 ga, 5 mc"),
        (GOOD, ["problem.n=4,4"], "4 ga, 4 mc"),
        (SIZES, [], "4 ga, 4 mc, 5 ga, 5 mc"),
        (SIZES, ["problem.n=6"], "6 ga, 6 mc"),
        (SIZES, ["problem.n=6,7,8"], "6 ga, 6 mc, 7 ga, 7 mc, 8 ga, 8 mc"),
        (SIZES, ["sweep=null"], "8 ga, 8 mc"),
        *((f"{GOOD}sweep: {empty}\n", [], "8 ga, 8 mc") for empty in ("null", "{}", "")),
        # It gives the key that is missing elsewhere.
        (changed("n: 8", "") + "sweep: {problem.n: [4]}\n", [], "4 ga, 4 mc"),
    ],
)
def test_a_comma_makes_a_sweep_and_an_override_takes_the_place_of_one(text, overrides, cells):
    assert ", ".join(names(text, overrides)) == cells


def test_a_sweep_over_one_algorithm_leaves_the_cells_of_the_others_as_they_are():
    text = GOOD + "sweep: {algorithms.ga.population: [4, 6, 8], problem.n: [4, 5]}\n"
    # Those of an algorithm follow each other.
    assert names(text) == [
        "4 ga population=4", "4 ga population=6", "4 ga population=8", "4 mc",
        "5 ga population=4", "5 ga population=6", "5 ga population=8", "5 mc",
    ]  # fmt: skip


def test_a_cell_has_what_its_sweep_set():
    sweep = "algorithms.ga.crossover.use: [pmx, order], budget.evaluations: [10, 20]"
    experiment = config.parse(f"{GOOD}sweep: {{{sweep}}}\n")
    cells = [cell for cell in experiment.cells if cell.label == "ga"]
    assert [(cell.algorithm.crossover.use, cell.budget.evaluations) for cell in cells] == [
        ("pmx", 10), ("pmx", 20), ("order", 10), ("order", 20)
    ]  # fmt: skip
    assert cells[0].name == "ga crossover.use=pmx budget.evaluations=10"
    assert cells[0].algorithm.population == 20


def test_settings_that_come_to_the_same_cell_make_one():
    # Its own encoding wins over the problem's, which only the other then follows.
    cells = config.parse(GOOD, ["problem.encoding=permutation,rows"]).cells
    assert [(cell.label, cell.space.encoding) for cell in cells] == [
        ("ga", "permutation"), ("ga", "rows"), ("mc", "rows")
    ]  # fmt: skip


ZIPPED = "problem.n, algorithms.ga.population: [[4, 6], [5, 8]]"


@pytest.mark.parametrize(
    ("text", "overrides"),
    [
        (f"{GOOD}sweep:\n  {ZIPPED}\n", []),
        (GOOD, ["problem.n,algorithms.ga.population=[4, 6],[5, 8]"]),
        (SIZES, ["problem.n,algorithms.ga.population=[4, 6],[5, 8]"]),
    ],
)
def test_keys_with_a_comma_between_them_change_together(text, overrides):
    experiment = config.parse(text, overrides)
    cells = [f"{cell.space.n} {cell.name}" for cell in experiment.cells]
    assert cells == ["4 ga", "4 mc", "5 ga", "5 mc"]
    assert [experiment.cells[k].algorithm.population for k in (0, 2)] == [6, 8]


def test_a_budget_for_each_size_is_in_no_name_and_in_every_key():
    text = f"{GOOD}sweep:\n  problem.n, budget.evaluations: [[4, 10], [5, 20]]\n"
    experiment = config.parse(text)
    assert [cell.name for cell in experiment.cells] == ["ga", "mc"] * 2
    alone = config.parse(GOOD, ["problem.n=5", "budget.evaluations=20"])
    keys = [cell_key(cell, experiment.seed) for cell in experiment.cells]
    assert keys[2:] == [cell_key(cell, alone.seed) for cell in alone.cells]


def test_a_value_is_in_all_names_of_an_algorithm_that_has_two_of_it_on_one_problem():
    rows = "[[4, 10, 6], [4, 20, 8], [5, 20, 6]]"
    keys = "problem.n, budget.evaluations, algorithms.ga.population"
    assert names(f"{GOOD}sweep:\n  {keys}: {rows}\n") == [
        "4 ga budget.evaluations=10 population=6", "4 ga budget.evaluations=20 population=8",
        "4 mc budget.evaluations=10", "4 mc budget.evaluations=20",
        "5 ga budget.evaluations=20 population=6", "5 mc budget.evaluations=20",
    ]  # fmt: skip


def test_a_sweep_of_keys_together_is_combined_with_others():
    text = f"{GOOD}sweep:\n  {ZIPPED}\n  budget.evaluations: [10, 20]\n"
    assert len(config.parse(text).cells) == 2 * 2 * 2


def test_a_later_sweep_replaces_the_keys_that_changed_together():
    text = f"{GOOD}sweep:\n  {ZIPPED}\n"
    experiment = config.parse(text, ["sweep=null", "problem.n=6,7"])
    assert [cell.name for cell in experiment.cells] == ["ga", "mc"] * 2
    with pytest.raises(config.ConfigError, match=r"together; give all of them, or sweep=null"):
        config.parse(text, ["problem.n=6,7"])


@pytest.mark.parametrize("key", ["population", "ga.population"])
def test_a_parameter_without_its_algorithm_is_an_error_with_its_key(key):
    with pytest.raises(config.ConfigError, match=r"did you mean algorithms\.ga\.population\?"):
        config.parse(GOOD, [f"{key}=6"])


def test_an_algorithm_may_have_the_name_of_a_key():
    text = GOOD.replace("algorithms:", "algorithms:\n  budget: {use: hill_climbing}", 1)
    parsed = config.parse(text, ["budget.evaluations=77"])
    assert {cell.budget.evaluations for cell in parsed.cells} == {77}


def test_a_parameter_beside_an_algorithm_that_is_no_mapping_is_an_error():
    text = GOOD.replace("algorithms:", "algorithms:\n  half: 1.5", 1)
    with pytest.raises(config.ConfigError, match=r"algorithms\.half: expected keys and values"):
        config.parse(text, ["temperature=5"])


@pytest.mark.parametrize(
    ("sweep", "error"),
    [
        ("problem.n, seed: [[4, 1]]",
         "9:3: sweep.problem.n, seed: not a key of problem, algorithms, budget, such as problem.n"),
        ("problem.n, budgett.evaluations: [[4, 1]]",
         "9:3: sweep.problem.n, budgett.evaluations: not a key of problem, algorithms, budget; did"
         " you mean budget?"),
        ("problem.n, algorithms.ga.population: [[4, 6], [5]]",
         "9:49: sweep.problem.n, algorithms.ga.population.1: expected a list of 2 values, one for"
         " each key, got 1 value"),
        ("problem.n, problem.n: [[4, 5]]", "9:3: sweep.problem.n, problem.n: sets problem.n twice"),
        ("problem.n, algorithms.ga.population: [[4, many]]",
         "9:45: algorithms.ga.population: expected a whole number, got the text 'many'"),
    ],
)  # fmt: skip
def test_wrong_keys_that_change_together(sweep, error):
    assert f"x.yaml:{error}" in problems(f"{GOOD}sweep:\n  {sweep}\n")


@pytest.mark.parametrize(
    ("sweep", "error"),
    [
        ("[]", "8:8: sweep: expected keys and values, got an empty list"),
        ("{problem.n: 5}", "8:9: sweep.problem.n: expected a list of values, got 5; write [5]"),
        ("{problem.n: 8, 16}",
         "8:9: sweep.problem.n: expected a list of values, got 8; write [8, 16]"),
        ("{problem.torus: true}",
         "8:9: sweep.problem.torus: expected a list of values, got true; write [true]"),
        ("\n  problem.n: 8, 16",
         "9:3: sweep.problem.n: expected a list of values, got the text '8, 16'; write [8, 16]"),
        ("{problem.n: []}", "8:9: sweep.problem.n: expected a list of values, got nothing"),
        ("{runs: [1, 2]}",
         "8:9: sweep.runs: not a key of problem, algorithms, budget, such as problem.n"),
        ("{algorithms.ga: [{use: genetic}, {use: genetic, elites: -1}]}",
         "8:64: algorithms.ga.elites: must be at least 0, got -1"),
        ("{problem: [{n: 4},\n {n: 5, encoding: row}]}",
         "9:19: problem.encoding: 'row' is not one of permutation, rows; did you mean rows?"),
        ("{problem.m: [4, 5]}", f"8:21: problem.m: no such key; the keys are {PROBLEM_KEYS}"),
        ("{algorithms.mc.encoding: [rows, permutation]}",
         "5:13: algorithms.mc: encoding: MinConflicts works on rows, not on permutation; give it"
         " `encoding: rows`"),
    ],
)  # fmt: skip
def test_what_is_no_sweep(sweep, error):
    assert problems(f"{GOOD}sweep: {sweep}\n") == [f"x.yaml:{error}"]


def test_all_errors_of_a_sweep_are_told_at_once():
    text = GOOD + "sweep:\n  problem.n: [0, 4, -1]\n  algorithms.ga.population: [1, x]\n"
    assert problems(text) == [
        "x.yaml:9:15: problem.n: must be at least 1, got 0",
        "x.yaml:9:21: problem.n: must be at least 1, got -1",
        "x.yaml:10:30: algorithms.ga.population: must be at least 2, got 1",
        "x.yaml:10:33: algorithms.ga.population: expected a whole number, got the text 'x'",
    ]


def test_the_errors_of_the_file_are_told_with_those_of_its_sweep():
    wrong = """\
problem: {n: "8", size: 3}
algoritms: {ga: {use: genetic}}
budget: 1000
run: 2
sweep: {runs: [1], problem.n: 8, 16, 32}
"""
    assert problems(wrong) == [
        "x.yaml:1:1: algorithms: missing",
        f"x.yaml:1:19: problem.size: no such key; the keys are {PROBLEM_KEYS}",
        "x.yaml:2:1: algoritms: no such key; did you mean algorithms?",
        "x.yaml:3:9: budget: expected keys and values, got 1000;"
        " write budget: {evaluations: 10000}",
        "x.yaml:4:1: run: no such key; did you mean runs?",
        "x.yaml:5:9: sweep.runs: not a key of problem, algorithms, budget, such as problem.n",
        "x.yaml:5:20: sweep.problem.n: expected a list of values, got 8; write [8, 16, 32]",
    ]
    text = changed("runs: 2", "runs: x")
    assert problems(f"{text}sweep: []\n") == [
        "x.yaml:7:7: runs: expected a whole number, got the text 'x'",
        "x.yaml:8:8: sweep: expected keys and values, got an empty list",
    ]
    assert problems(f"{GOOD}sweep: {{problem.n: 0, 8}}\n") == [
        "x.yaml:8:9: sweep.problem.n: expected a list of values, got 0; write [0, 8]",
        "x.yaml:8:20: problem.n: must be at least 1, got 0",
    ]
    zipped = "{'problem.n, algorithms.ga.population': [[4], [x, 6]]}"
    assert problems(f"{GOOD}sweep: {zipped}\n") == [
        "x.yaml:8:49: sweep.problem.n, algorithms.ga.population.0: expected a list of 2 values, one"
        " for each key, got 1 value",
        "x.yaml:8:55: problem.n: expected a whole number, got the text 'x'",
    ]


def test_a_wrong_sweep_that_gives_a_key_does_not_make_it_a_missing_one():
    twice = "{'problem.n, problem.n': [[4, 5]]}"
    text = changed("n: 8", "")
    assert problems(f"{text}sweep: {twice}\n") == [
        "x.yaml:8:9: sweep.problem.n, problem.n: sets problem.n twice"
    ]
    assert problems(f"{text}sweep: {{problem.n: 4, 5}}\n") == [
        "x.yaml:8:9: sweep.problem.n: expected a list of values, got 4; write [4, 5]"
    ]


MANY = ", ".join(map(str, range(4, 404)))


def test_a_sweep_has_its_limit():
    text = f"{GOOD}sweep: {{problem.n: [{MANY}], budget.evaluations: [{MANY}]}}\n"
    assert problems(text) == ["x.yaml:8:1: sweep: 160,000 combinations; at most 100,000"]


def test_a_sweep_below_an_override_is_no_sweep():
    (error,) = problems(GOOD, ["sweep.problem.n=5"])
    assert error.startswith("command line: sweep.problem.n=5: ")


def test_short_names_of_algorithms_mean_the_full_ones():
    text = changed("{use: min_conflicts, ", "{use: mc, ") + "sweep: {algorithms.ts: [tabu]}\n"
    cells = config.parse(text, ["algorithms.hc=HC"]).cells
    assert {cell.label: cell.use for cell in cells} == {
        "ga": "genetic", "mc": "min_conflicts", "hc": "hill_climbing", "ts": "tabu_search",
    }  # fmt: skip


def test_what_a_sweep_asks_beyond_an_algorithms_reach_is_skipped_and_said():
    text = changed("use: genetic, population: 20", "use: cp_sat")
    experiment = config.parse(text, ["problem.n=8,1000,1001"])
    assert [cell.problem.n for cell in experiment.cells if cell.use == "cp_sat"] == [8, 1000]
    assert experiment.skipped == ("n=1001, ga: reaches 1,000 queens",)
    alone = config.parse(text, ["problem.n=1001"])
    assert alone.skipped == ()


@pytest.mark.parametrize(
    ("setting", "values"),
    [
        ("a=4,5", [4, 5]),
        ("a=4, 5", [4, 5]),
        ("a=", [None]),
        ("a=4,null", [4, None]),
        ("a={use: dask, address: tcp://head:8786}", [{"use": "dask", "address": "tcp://head:8786"}]),
        ("a={use: pmx}, {use: order, probability: 0.5}",
         [{"use": "pmx"}, {"use": "order", "probability": 0.5}]),
        ("a=[1, [2, 3]],4", [[1, [2, 3]], 4]),
        ("a='1, 2',\"3, 4\"", ["1, 2", "3, 4"]),
        ("a=\"say \\\"a, b\\\"\"", ["say \"a, b\""]),
        ("a={b: '}, {'}", [{"b": "}, {"}]),
        ("a=x=y,z", ["x=y", "z"]),
    ],
)  # fmt: skip
def test_a_comma_inside_brackets_braces_or_quotes_belongs_to_the_value(setting, values):
    assert read_setting(setting, "a=5") == ("a", values)


def test_keys_and_values_on_the_command_line():
    experiment = config.parse(GOOD, ["executor={use: dask, address: tcp://head:8786}"])
    assert (experiment.executor.use, experiment.executor.address) == ("dask", "tcp://head:8786")


@pytest.mark.parametrize("turned", [False, True])
def test_a_sweep_over_a_key_and_a_part_of_it_is_refused(turned):
    keys = ["algorithms.ga.crossover.use: [pmx, order]", "algorithms.ga.crossover: [{use: cycle}]"]
    text = GOOD + "sweep: {" + ", ".join(reversed(keys) if turned else keys) + "}\n"
    (said,) = problems(text)
    assert said.endswith(
        "sweep.algorithms.ga.crossover.use: sweep.algorithms.ga.crossover sets it too; sweep one of"
        " the two"
    )

"""What is wrong with a config: each error with its place, what was expected, what was got."""

import re
from itertools import product

import pytest

from metaqueens import Algorithm, Queens, Space, config
from tests.known import ALGORITHMS

from . import GOOD, changed, names, plugins, problems

KEYS = (
    "name, problem, algorithms, budget, runs, seed, validate, keep_boards, executor, limits, sweep,"
    " tune, extends"
)
NAME = "expected letters, digits, dots, dashes and underscores, got the text"

# What is changed in the good config, and all that is then said.
UNKNOWN_KEYS = [
    ("runs:", "zzz:", f"7:1: zzz: no such key; the keys are {KEYS}"),
    ("population: 20", "selection: {use: tournament, sise: 3}",
     "4:51: algorithms.ga.selection.sise: no such key; did you mean size?"),
]  # fmt: skip
WRONG_TYPES = [
    ("{n: 8}", "8", "2:10: problem: expected keys and values, got 8"),
    ("{n: 8}", "null", "2:10: problem: expected keys and values, got nothing"),
    ("n: 8", "n: 2.5", "2:14: problem.n: expected a whole number, got 2.5"),
    ("n: 8", "n: true", "2:14: problem.n: expected a whole number, got true"),
    ("n: 8", "n: [8, 20]", "2:14: problem.n: expected a whole number, got a list; for several"
     " values write sweep: {problem.n: [8, 20]}"),
    ("n: 8", "n: on", "2:14: problem.n: expected a whole number, got the text 'on'"),
    ("1_000", "lots", "6:23: budget.evaluations: expected a whole number, got the text 'lots'"),
    ("evaluations: 1_000", "seconds: '5'",
     "6:19: budget.seconds: expected a number, got the text '5'"),
    ("runs: 2", f"runs: {'x' * 50}",
     f"7:7: runs: expected a whole number, got the text '{'x' * 36}...'"),
    ("name: small", "name: 5", "1:7: name: expected text, got 5"),
    ("  ga:", '  "":', "4:3: algorithms: an empty label; give each algorithm a name"),
]  # fmt: skip
OUT_OF_RANGE = [
    ("runs: 2", "runs: 1e30", "7:7: runs: must be from -2^63 to 2^63 - 1, got 1e+30"),
    ("runs: 2", "runs: 1e18",
     "7:7: runs: must be at most 1,000,000, got 1,000,000,000,000,000,000"),
    ("evaluations: 1_000", "seconds: 0", "6:19: budget.seconds: must be more than 0, got 0"),
    ("evaluations: 1_000", "seconds: .nan",
     "6:19: budget.seconds: expected a finite number, got nan"),
    ("1_000", "200,000", "6:27: budget.000: no such key; the keys are evaluations, seconds,"
     " stagnation; a number is written without a comma, such as 200_000"),
    ("evaluations: 1_000", "", "6:9: budget: a budget needs evaluations, seconds or stagnation"),
    ("population: 20", "crossover: {probability: 1.5}",
     "4:47: algorithms.ga.crossover.probability: must be at most 1, got 1.5"),
    ("population: 20", "population: 20, elites: 20",
     "4:7: algorithms.ga: elites must be fewer than the population, got 20 of 20"),
    ("population: 20", "children: 9",
     "4:7: algorithms.ga: children goes with mu_plus_lambda and mu_comma_lambda"),
    ("population: 20", "mutation: {use: swap, rate: 0.2}",
     "4:32: algorithms.ga.mutation: rate goes with shuffle, not with swap"),
    ("population: 20", "islands: 2",
     "4:7: algorithms.ga: islands needs engine: compiled"),
    ("population: 20", "engine: compiled, mutation: {use: 'deap.tools:mutFlipBit', indpb: 0.1}",
     "4:7: algorithms.ga: mutation.use: custom operators need engine: deap"),
    ("population: 20", "engine: compiled, local_search: {use: min_conflict}",
     "4:60: algorithms.ga.local_search.use: 'min_conflict' is not one of min_conflicts,"
     " hill_climbing; did you mean min_conflicts?"),
    ("name: small", "name: ../other", f"1:7: name: {NAME} '../other'"),
]  # fmt: skip
UNKNOWN_NAMES = [
    ("use: genetic", "use: 5", f"4:13: algorithms.ga.use: expected {ALGORITHMS}, got 5"),
    ("use: genetic, ", "", f"4:7: algorithms.ga: use: missing; it is one of {ALGORITHMS}"),
    ("ga: {use: genetic, ", "genetic: {",
     "4:12: algorithms.genetic: use: missing; write use: genetic"),
    ("use: genetic", "user: genetic",
     f"4:7: algorithms.ga: use: missing; it is one of {ALGORITHMS}"),
    ("population: 20", "crossover: {user: pmx}",
     "4:34: algorithms.ga.crossover.user: no such key; did you mean use?"),
    ("population: 20", "crossover: {use: pmxx}",
     "4:39: algorithms.ga.crossover.use: 'pmxx' is not one of pmx, order, cycle, one_point,"
     " two_point, uniform; did you mean pmx?"),
    ("population: 20", "scheme: steady_state",
     "4:30: algorithms.ga.scheme: 'steady_state' is not one of generational, mu_plus_lambda,"
     " mu_comma_lambda"),
    ("encoding: rows", "encoding: row",
     "5:38: algorithms.mc.encoding: 'row' is not one of permutation, rows; did you mean rows?"),
]  # fmt: skip
MISFITS = [
    (", encoding: rows", "",
     "5:13: algorithms.mc: encoding: MinConflicts works on rows, not on permutation; give it"
     " `encoding: rows`"),
    ("encoding: rows", "encoding: permutation",
     "5:13: algorithms.mc: encoding: MinConflicts works on rows, not on permutation; give it"
     " `encoding: rows`"),
    ("population: 20", "encoding: rows, crossover: {use: pmx}",
     "4:13: algorithms.ga: crossover.use: 'pmx' does not keep to the rows encoding; there it is one"
     " of uniform, one_point, two_point"),
    ("population: 20", "mutation: {use: reassign}",
     "4:13: algorithms.ga: mutation.use: 'reassign' does not keep to the permutation encoding;"
     " there it is one of swap, shuffle, inversion, insertion"),
]  # fmt: skip
LIMITS = [
    ("runs: 2", "executor: daks",
     "7:11: executor: 'daks' is not one of processes, serial, dask; did you mean dask?"),
    ("runs: 2", "executor: {address: 'tcp://x:1'}",
     "7:11: executor: only dask has an address, processes has none"),
    ("runs: 2", "executor: {use: dask, address: foo}",
     "7:23: executor.address: expected one such as tcp://head:8786, got the text 'foo'"),
    ("runs: 2", "executor: {workers: 0}", "7:21: executor.workers: must be at least 1, got 0"),
    ("runs: 2", "executor: {use: dask, address: 'tcp://x:1'}\nlimits: {seconds: 1}",
     "1:1: limits hold for processes; Dask's workers are given their own"),
    ("runs: 2", "limits: {seconds: 0}", "7:19: limits.seconds: must be more than 0, got 0"),
    ("runs: 2", "limits: {seconds: 1e308}",
     "7:19: limits.seconds: must be at most 1,000,000,000, got 1e+308"),
    ("runs: 2", "limits: {seconds: x}",
     "7:19: limits.seconds: expected a number, got the text 'x'"),
]  # fmt: skip
HERE, GENETIC = plugins.__name__, "use: genetic, population: 20"
NO_ALGORITHM = "expected an algorithm, a subclass of metaqueens.Algorithm with search(), got"
PLUGINS = [
    *(
        (GENETIC, f"use: '{HERE}:Walker', {given}", f"4:{column}: algorithms.ga.{said}")
        for given, column, said in (
            ("strid: 2", 44, "strid: no such key; did you mean stride?"),
            ("stride: 0", 52, "stride: must be at least 1, got 0"),
            ("stride: far", 52, "stride: expected a whole number, got the text 'far'"),
            ("encoding: row", 54,
             "encoding: 'row' is not one of permutation, rows; did you mean rows?"),
        )
    ),
    *(
        (GENETIC, f"use: '{use}'", f"4:13: algorithms.ga.use: '{use}'{said}")
        for use, said in {
            f"{HERE}:NoSearch": " has no search()",
            f"{HERE}:NoParameters": ": class NoParameters is no Algorithm: write class"
            " NoParameters(Algorithm)",
            f"{HERE}:function": f": {NO_ALGORITHM} the function function",
            f"{HERE}:value": f": {NO_ALGORITHM} 5",
            f"{HERE}:Waker": f": {HERE} has no 'Waker'; did you mean Walker?",
            "no_such_module:Walker": ": cannot import 'no_such_module': there is no"
            " no_such_module.py beside it or in this folder",
        }.items()
    ),
    *(
        ("population: 20", f"{part}: {{use: '{use}'}}",
         f"4:{30 + len(part)}: algorithms.ga.{part}.use: '{use}'{said}")
        for part, (use, said) in product(("selection", "crossover", "mutation"), {
            "deap.tools:cxOrderd": ": deap.tools has no 'cxOrderd'; did you mean cxOrdered?",
            "no_such_module:f": ": cannot import 'no_such_module': there is no no_such_module.py"
            " beside it or in this folder",
            "os:environ": " is not a function",
        }.items())
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [*UNKNOWN_KEYS, *WRONG_TYPES, *OUT_OF_RANGE, *UNKNOWN_NAMES, *MISFITS, *LIMITS, *PLUGINS],
)
def test_an_error_says_where_what_was_expected_and_what_was_got(old, new, error):
    assert problems(changed(old, new)) == [f"x.yaml:{error}"]


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ("[genetic, tabu_search]", "algorithms: expected keys and values, got a list;"
         " write {genetic: {use: genetic}, tabu_search: {use: tabu_search}}"),
        ("[{use: genetic}]", "algorithms: expected keys and values, got a list"),
        ("{y: tabu_serch}", "algorithms.y.use: 'tabu_serch' is not the name of an algorithm;"
         " did you mean tabu_search?"),
        ("{genetic: 5}", "algorithms.genetic: expected keys and values, such as {use: genetic},"
         " got 5"),
    ],
)  # fmt: skip
def test_algorithms_that_are_names_alone(given, error):
    (said,) = problems(f"problem: {{n: 8}}\nalgorithms: {given}\nbudget: {{evaluations: 9}}\n")
    assert said.endswith(f": {error}")


def test_keys_that_must_be_there():
    assert problems("runs: 2\n") == [
        "x.yaml:1:1: problem: missing",
        "x.yaml:1:1: algorithms: missing",
        "x.yaml:1:1: budget: missing; write budget: {evaluations: 10000}",
    ]
    assert problems(changed("{n: 8}", "{encoding: rows}")) == ["x.yaml:2:10: problem.n: missing"]


def test_all_errors_are_told_at_once_in_the_order_of_lines():
    text = """\
runs: -3
name: small
problem: {n: eight, encoding: row}
algorithms:
  ga: {use: genetic, populaton: 20, elites: -1}
  mc: {use: min_conflict}
  hc: steepest
  sa: {use: simulated_annealing}
budget: {evaluations: 0, second: 5}
sede: 1
"""
    assert problems(text) == [
        "x.yaml:1:7: runs: must be at least 1, got -3",
        "x.yaml:3:14: problem.n: expected a whole number, got the text 'eight'",
        "x.yaml:3:31: problem.encoding: 'row' is not one of permutation, rows; did you mean rows?",
        "x.yaml:5:22: algorithms.ga.populaton: no such key; did you mean population?",
        "x.yaml:5:45: algorithms.ga.elites: must be at least 0, got -1",
        "x.yaml:6:13: algorithms.mc.use: 'min_conflict' is not the name of an algorithm;"
        " did you mean min_conflicts?",
        "x.yaml:7:7: algorithms.hc.use: 'steepest' is not one of hill_climbing,"
        " simulated_annealing, min_conflicts, genetic, tabu_search, adaptive_search,"
        " extremal_optimisation, ant_colony, queue_search, local_search, iterated_local_search,"
        " random_search, program, backtracking, construction, clingo, cp, cp_sat, or"
        " package.module:Class; forms of backtracking: bitmask, forward_checking, iterative,"
        " cartesian, permutation, matrix",
        "x.yaml:9:23: budget.evaluations: must be at least 1, got 0",
        "x.yaml:9:26: budget.second: no such key; did you mean seconds?",
        "x.yaml:10:1: sede: no such key; did you mean seed?",
    ]


@pytest.mark.parametrize(
    ("n", "needed"), [("1_000_000_000_000", "40,000.0 GB"), ("1e15", "40,000,000.0 GB")]
)
def test_a_board_that_does_not_fit_says_what_it_needs_and_what_there_is(n, needed):
    text = changed("  ga: {use: genetic, population: 20}\n", "")
    (error,) = problems(text.replace("n: 8", f"n: {n}"))
    assert re.fullmatch(
        rf"x\.yaml:2:14: problem\.n: mc: {float(n):,.0f} queens need {needed} of memory;"
        r" [\d,]+\.\d GB are available",
        error,
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ga_50.yaml", "no such file; did you mean ga_n50.yaml?"),
        ("ga_n50.yml", "no such file; did you mean ga_n50.yaml?"),
        ("quite_other.yaml", "no such file"),
        ("nowhere/ga_n50.yaml", "no such file"),
        ("", "is a directory"),
        ("latin.yaml", "not UTF-8 text: byte 0xeb at offset 8"),
        ("utf16.yaml", "not UTF-8 text: byte 0xff at offset 0"),
        ("latin.yaml/x.yaml", "not a directory"),
    ],
)
def test_a_missing_file_names_its_nearest_neighbour_and_one_of_no_text_says_so(
    tmp_path, name, said
):
    for other in ("compare_n50.yaml", "ga_n50.yaml", "ga_n50.txt"):
        (tmp_path / other).write_text(GOOD)
    (tmp_path / "latin.yaml").write_bytes("name: zoë".encode("latin-1"))
    (tmp_path / "utf16.yaml").write_bytes(GOOD.encode("utf-16"))
    with pytest.raises(config.ConfigError) as caught:
        config.load(tmp_path / name)
    assert caught.value.problems == (f"{tmp_path / name}: {said}",)


def test_what_a_good_file_comes_to():
    experiment = config.parse(changed("runs: 2", "seed: 1_0"))
    assert (experiment.name, experiment.runs, experiment.seed) == ("small", 30, 10)
    assert experiment.validation == "cp_sat"
    ga, mc = experiment.cells
    assert (ga.label, ga.use, ga.space) == ("ga", "genetic", Space(Queens(8), "permutation"))
    assert (mc.label, mc.use, mc.space) == ("mc", "min_conflicts", Space(Queens(8), "rows"))
    assert ga.algorithm.population == 20
    assert ga.budget.evaluations == mc.budget.evaluations == 1000
    assert config.parse(changed("runs: 2", "validate: null")).validation is None


def test_the_name_is_the_files_own_when_it_gives_none(tmp_path):
    (tmp_path / "my-study.v2.yaml").write_text(changed("name: small\n", ""))
    assert config.load(tmp_path / "my-study.v2.yaml").name == "my-study.v2"


def test_an_experiment_given_back_is_the_same_experiment():
    text = GOOD + "sweep: {problem.n: [4, 5], algorithms.ga.population: [4, 6]}\n"
    experiment = config.parse(text, ["runs=3"])
    again = config.parse(config.dump(experiment.given))
    assert again == experiment


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        (
            "mc: {use: min_conflicts, encoding: rows}",
            "mc:{use: tabu_search}",
            "5:3: a space is missing after `mc:`",
        ),
        ("ga: {use", "ga:{use", "4:31: a space is missing after `ga:`"),
        ("{n: 8}", "{n:8}", "2:11: a space is missing after `n:`"),
        ("budget: {", "budget:{", "6:1: a space is missing after `budget:`"),
        ("name: small", "name:small", "1:1: a space is missing after `name:`"),
        ("{n: 8}", "\n  n:8", "3:3: a space is missing after `n:`"),
        (
            "ga: {use: genetic, population: 20}",
            "ga:\n    use:genetic\n    population: 20",
            "5:5: a space is missing after `use:`",
        ),
        (
            "ga: {use: genetic, population: 20}",
            "ga:\n    use:genetic",
            "5:5: a space is missing after `use:`",
        ),
    ],
)
def test_a_missing_space_after_a_colon_is_named(old, new, error):
    assert problems(changed(old, new)) == [f"x.yaml:{error}"]


@pytest.mark.parametrize("part", ["selection", "crossover", "mutation"])
@pytest.mark.parametrize("given", ["null", "[order]", "5"])
def test_a_part_that_is_not_keys_and_values(part, given):
    (error,) = problems(changed("population: 20", f"{part}: {given}"))
    place = f"x.yaml:4:{24 + len(part)}: algorithms.ga.{part}"
    assert error.startswith(f"{place}: expected keys and values")


@pytest.mark.parametrize(
    ("part", "name"),
    [("selection", "roulette"), ("crossover", "order"), ("mutation", "inversion"),
     ("crossover", "deap.tools:cxOrdered"), ("local_search", "hill_climbing")],
)  # fmt: skip
def test_a_name_stands_for_a_part(part, name):
    engine = "deap" if ":" in name else "compiled"
    short, whole = (
        config.parse(changed("population: 20", f"engine: {engine}, {part}: {given}")).cells[0]
        for given in (name, f"{{use: '{name}'}}")
    )
    assert short == whole


def test_a_name_stands_for_an_algorithm():
    text = "name: x\nproblem: {n: 8}\nalgorithms: {y: %s}\nsweep: {%s}\nbudget: {evaluations: 9}\n"
    whole = config.parse(text % ("{use: genetic}", "problem.n: [8]"))
    short = config.parse(text % ("genetic", "problem.n: [8]"))
    assert (short.cells, short.given) == (whole.cells, whole.given)
    swept = config.parse(text % ("genetic", "algorithms.y: [genetic, tabu_search]")).cells
    assert [cell.use for cell in swept] == ["genetic", "tabu_search"]
    assert config.parse(text % ("genetic", ""), ["algorithms.y.elites=2"]).cells[0].algorithm.elites


@pytest.mark.parametrize("place", ["schedule.hot", "schedule.hot, problem.n"])
def test_a_sweep_of_an_unknown_algorithm(place):
    rows = "[[1, 8], [2, 9]]" if "," in place else "[1, 2]"
    (said,) = problems(f"{GOOD}sweep: {{'algorithms.gb.{place}': {rows}}}\n")
    assert said.partition(": ")[2].startswith("algorithms.gb: use: missing; it is one of ")


def test_no_algorithms_at_all():
    text = "problem: {n: 8}\nalgorithms: {}\nbudget: {seconds: 1}\n"
    (error,) = problems(text)
    assert error.startswith("x.yaml:2:13: algorithms: expected")


def with_use(use: str, keys: str = "") -> str:
    return changed(GENETIC, f"use: '{use}'{keys}")


def test_an_algorithm_from_outside_is_used_like_ours():
    use = f"{HERE}:Walker"
    cell = config.parse(with_use(use, ", stride: 3, encoding: rows")).cells[0]
    assert (cell.use, cell.space.encoding) == (use, "rows")
    assert isinstance(cell.algorithm, Algorithm)
    assert cell.algorithm.stride == 3


@pytest.mark.parametrize(
    "source", ["def (\n", "1 / 0\n", "undefined\n", "import sys; sys.exit(0)\n"]
)
def test_a_plugin_that_cannot_be_imported(tmp_path, monkeypatch, source):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "bad_plugin_of_test_errors.py").write_text(source)
    (error,) = problems(with_use("bad_plugin_of_test_errors:Walker"))
    assert "cannot import" in error


@pytest.mark.parametrize("use", [".relative:Walker", ":Walker", "..:Walker"])
def test_a_plugin_without_a_whole_module_name(use):
    (error,) = problems(with_use(use))
    assert error.startswith(f"x.yaml:4:13: algorithms.ga.use: {use!r}: ")


@pytest.mark.parametrize("label", ["ga", "a label", "1", "null", "x.y", "é"])
def test_labels_are_free(label):
    assert names(changed("  ga:", f"  {label}:"))[0] == f"8 {label}"


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ("{degrees: 1}", "use: missing; it is one of warm, hot, cool, or package.module:Name"),
        ("{user: warm}", "use: missing; it is one of warm, hot, cool, or package.module:Name"),
        ("{use: wram}", "use: 'wram' is not one of warm, hot, cool; did you mean warm?"),
        ("{use: warm, degree: 1}", "degree: no such key; did you mean degrees?"),
        ("5", "expected keys and values, got 5"),
    ],
)
def test_parts_from_outside_that_tell_their_kind_by_a_field(given, error):
    (problem,) = problems(with_use(f"{HERE}:Weather", f", weather: {given}"))
    _, _, what = problem.partition(": algorithms.ga.weather")
    assert what.lstrip(".: ") == error


def test_a_schedule_without_a_use_is_geometric():
    text = changed(GENETIC, "use: simulated_annealing, schedule: {hot: 1.0}")
    schedule = config.parse(text).cells[0].algorithm.schedule
    assert (schedule.use, schedule.hot) == ("geometric", 1.0)
    assert problems(text.replace("hot", "hott")) == [
        "x.yaml:4:45: algorithms.ga.schedule.hott: no such key; did you mean hot?"
    ]


@pytest.mark.parametrize("name", ["x\0y", "\ud800", "x" * 5000])
def test_what_cannot_be_the_name_of_a_file(name):
    with pytest.raises(config.ConfigError):
        config.load(name)


def test_a_grid_of_a_hundred_thousand_checks_each_part_once():
    strides, sizes = (", ".join(map(str, range(4, 4 + count))) for count in (300, 330))
    text = with_use(f"{HERE}:Walker")
    text += f"sweep: {{algorithms.ga.stride: [{strides}], problem.n: [{sizes}]}}\n"
    plugins.CHECKED.clear()
    assert len(config.parse(text).cells) == 300 * 330 + 330
    assert sorted(plugins.CHECKED) == list(range(4, 304))


@pytest.mark.parametrize(
    ("part", "given", "error"),
    [
        ("crossover", "cxMine', probabilty: 0.7",
         "probabilty: cxMine takes no such argument; did you mean probability?"),
        ("crossover", "cxMine', strengh: 2",
         "strengh: cxMine takes no such argument; did you mean strength?"),
        ("crossover", "cxMine', one: 2",
         "one: cxMine takes no such argument; its arguments are strength, depth, probability"),
        ("crossover", "cxMine', strength: 2, depth: 3", None),
        ("crossover", "cxOpen', anything: 2", None),
        ("crossover", "cxBuiltIn', anything: 2", None),
        ("mutation", "mutMine', strength: 2", None),
        ("mutation", "mutMine'", "strength: missing; mutMine needs it"),
        ("mutation", "mutMine', strength: 2, power: 1",
         "power: mutMine takes no such argument; its arguments are strength, probability"),
        ("selection", "selMine', size: 2", None),
        ("selection", "selMine', sise: 2",
         "sise: selMine takes no such argument; did you mean size?"),
    ],
)  # fmt: skip
def test_the_arguments_of_an_operator_from_outside_are_those_it_takes(part, given, error):
    text = changed("population: 20", f"{part}: {{use: '{HERE}:{given}}}")
    if error is None:
        assert len(config.parse(text).cells) == 2
    else:
        (problem,) = problems(text)
        place = "use: '" if "missing" in error else f", {error.partition(':')[0]}"
        column = text.splitlines()[3].index(place) + (1 if "missing" in error else 3)
        what = f"algorithms.ga.{part}.{error}"
        assert problem.endswith(what)
        if "missing" not in error:
            assert problem == f"x.yaml:4:{column}: {what}"


def test_a_file_of_an_editor_for_windows_is_read(tmp_path):
    (tmp_path / "a.yaml").write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert config.load(tmp_path / "a.yaml") == config.parse(GOOD)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("# a comment\n", f"x.yaml: expected the keys {KEYS}; the file is empty"),
        ("\n\nhello\n", f"x.yaml:3:1: expected the keys {KEYS}; got the text 'hello'"),
        (changed("name: small", 'extends: "x\\0y"'),
         "x.yaml:1:10: extends: x\x00y: not the name of a file"),
        ("a: " + "{b: " * 200 + "1" + "}" * 200,
         "x.yaml:1:404: nested too deep: more than 100 levels"),
    ],
)  # fmt: skip
def test_a_file_that_holds_something_else(text, error):
    assert problems(text) == [error]

"""What users get wrong: each with its exact message, exit code 2, and nothing done."""

import json
import re

import pytest

from metaqueens.cli import COMMANDS
from metaqueens.config.schema import json_schema

from . import CONFIG, call, last_line, query, really

KEYS = (
    "name, problem, algorithms, budget, runs, seed, validate, keep_boards, executor, limits, sweep,"
    " tune, extends"
)


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A folder of the test's own, with one good config in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.yaml").write_text(CONFIG)
    return tmp_path


def change(old: str, new: str) -> bytes:
    assert CONFIG.count(old) == 1
    return CONFIG.replace(old, new).encode()


def laughs() -> bytes:
    levels = [f"k{k}: &k{k} [{', '.join([f'*k{k - 1}'] * 9)}]" for k in range(1, 20)]
    return "\n".join(["k0: &k0 [ha, ha, ha, ha, ha, ha, ha, ha, ha]", *levels, CONFIG]).encode()


# What the file holds, and all that is then said after its name.
BAD_FILES = {
    "empty": (b"", [f": expected the keys {KEYS}; the file is empty"]),
    "a list": (b"- a\n- b\n", [f":1:1: expected the keys {KEYS}; got a list"]),
    "unknown key": (change("runs:", "rusn:"), [":7:1: rusn: no such key; did you mean runs?"]),
    "unknown key of an algorithm": (
        change("population:", "populaton:"),
        [":5:22: algorithms.ga.populaton: no such key; did you mean population?"],
    ),
    "wrong type": (
        change("runs: 3", "runs: three"),
        [":7:7: runs: expected a whole number, got the text 'three'"],
    ),
    "out of range": (change("runs: 3", "runs: 0"), [":7:7: runs: must be at least 1, got 0"]),
    "no queens": (change("n: 8", "n: 0"), [":2:14: problem.n: must be at least 1, got 0"]),
    "fewer than none": (change("n: 8", "n: -1"), [":2:14: problem.n: must be at least 1, got -1"]),
    "unknown algorithm": (
        change("genetic", "genetik"),
        [
            ":5:13: algorithms.ga.use: 'genetik' is not the name of an algorithm;"
            " did you mean genetic?"
        ],
    ),
    "unknown operator": (
        change("population: 20", "crossover: {use: pmxx}"),
        [
            ":5:39: algorithms.ga.crossover.use: 'pmxx' is not one of pmx, order, cycle, one_point,"
            " two_point, uniform; did you mean pmx?"
        ],
    ),
    "wrong encoding": (
        change(", encoding: rows", ""),
        [
            ":4:13: algorithms.mc: encoding: MinConflicts works on rows, not on permutation;"
            " give it `encoding: rows`"
        ],
    ),
    "duplicate key": (
        change("seed: 7", "runs: 7"),
        [":8:1: runs: a duplicate key; it stands in line 7 already"],
    ),
    "tab": (change("  mc:", "\tmc:"), [":4:1: a tab; YAML is indented by spaces"]),
    "not UTF-8": (change("small", "sm\xe5ll").decode().encode("latin-1"),
                  [": not UTF-8 text: byte 0xe5 at offset 8"]),
    "aliases that explode": (laughs(), [":1:18: more than 10,000 values, aliases unfolded"]),
    "an alias of itself": (b"name: &a [*a]\n", [":1:7: an alias that holds itself"]),
    "code": (
        change("small", "!!python/object/apply:os.system ['touch ran']"),
        [":1:7: the tag !!python/object/apply:os.system is not allowed; only plain values are"],
    ),
    "several": (
        b"problem: {n: 0}\nalgorithms: {a: {use: genetic, elites: -1}}\nrusn: 3\n",
        [
            ":1:1: budget: missing",
            ":1:14: problem.n: must be at least 1, got 0",
            ":2:40: algorithms.a.elites: must be at least 0, got -1",
            ":3:1: rusn: no such key; did you mean runs?",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_FILES)
@pytest.mark.parametrize("command", ["run", "check"])
def test_a_bad_file(here, case, command):
    content, errors = BAD_FILES[case]
    (here / "bad.yaml").write_bytes(content)
    assert call(command, "bad.yaml") == (2, "", "".join(f"bad.yaml{error}\n" for error in errors))
    assert sorted(path.name for path in here.iterdir()) == ["bad.yaml", "small.yaml"]


def test_the_program_itself_on_a_bad_file(here):
    (here / "bad.yaml").write_bytes(BAD_FILES["code"][0])
    said = really("run", "bad.yaml", folder=here)
    assert said == (2, "", f"bad.yaml{BAD_FILES['code'][1][0]}\n")
    assert not (here / "ran").exists()


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_missing_file(here, command):
    assert call(command, "smal.yaml") == (
        2, "", "smal.yaml: no such file; did you mean small.yaml?\n"
    )  # fmt: skip
    assert call(command, "quite/other.yaml") == (2, "", "quite/other.yaml: no such file\n")
    assert call(command, ".") == (2, "", ".: is a directory\n")


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_board_that_does_not_fit_in_memory(here, command):
    (here / "bad.yaml").write_bytes(change("n: 8", "n: 1_000_000_000_000"))
    said = call(command, "bad.yaml")
    assert (said.code, said.out) == (2, "")
    one, other = said.err.splitlines()
    for line, label, need in ((one, "mc", "32,000"), (other, "ga", "184,000")):
        assert re.fullmatch(
            rf"bad\.yaml:2:14: problem\.n: {label}: 1,000,000,000,000 queens need {need}\.0 GB of"
            r" memory; [\d,]+\.\d GB are available",
            line,
        )


@pytest.mark.parametrize(
    ("override", "error"),
    [
        ("runs", "expected key=value, such as runs=5 or problem.n=20,50"),
        ("runs=0", "runs: must be at least 1, got 0"),
        ("rusn=5", "rusn: no such key; did you mean runs?"),
        ("problem.n=8,x", "problem.n: expected a whole number, got the text 'x'"),
    ],
)
def test_a_bad_override(here, override, error):
    said = call("run", "small.yaml", override)
    assert said == (2, "", f"command line: {override}: {error}\n")
    assert not (here / "results").exists()


# Folders that are somebody else's.


def test_results_of_another_experiment(here):
    call("run", "small.yaml", "-o", "mine", "-j", "1", "--quiet")
    before = query(here / "mine", "SELECT * FROM runs")
    said = call("run", "small.yaml", "name=other", "-o", "mine", "-j", "1")
    assert said == (
        2,
        "",
        "mine holds the results of 'small', not of 'other'; choose another folder with -o\n",
    )
    assert query(here / "mine", "SELECT * FROM runs") == before


def test_a_folder_with_foreign_files(here):
    (here / "papers").mkdir()
    (here / "papers" / "thesis.tex").write_text("\\section{Queens}")
    said = call("run", "small.yaml", "-o", "papers")
    assert said == (
        2, "", "papers holds other files and no results; choose another folder with -o\n"
    )  # fmt: skip
    assert [path.name for path in (here / "papers").iterdir()] == ["thesis.tex"]


def test_an_empty_folder_is_as_good_as_none(here):
    (here / "empty").mkdir()
    assert call("run", "small.yaml", "-o", "empty", "-j", "1", "--quiet").code == 0


def test_a_file_where_the_folder_should_be(here):
    said = call("run", "small.yaml", "-o", "small.yaml")
    assert said.code == 2
    assert last_line(said.err) == (
        "Error: Invalid value for '-o' / '--output': Directory 'small.yaml' is a file."
    )
    said = call("run", "small.yaml", "-o", "small.yaml/results")
    assert (said.code, said.out) == (2, "")
    assert said.err == "small.yaml/results: cannot write results there: not a directory\n"
    (here / "results").write_text("a file")
    assert call("run", "small.yaml").code == 2
    assert (here / "results").read_text() == "a file"


# ``check``, ``schema`` and the commands themselves.


def test_check_says_what_would_be_run(here):
    (here / "one.yaml").write_text(
        "problem: {n: 4}\nalgorithms: {a: {use: genetic}}\nbudget: {seconds: 1}\n"
    )
    (here / "sweep.yaml").write_text(CONFIG + "sweep: {problem.n: [4, 5]}\nvalidate: null\n")
    assert call("check", "small.yaml", "one.yaml", "sweep.yaml") == (
        0,
        "small.yaml: ok: 2 combinations of problem and algorithm, 6 runs\n"
        "one.yaml: ok: 1 combination of problem and algorithm, 30 runs\n"
        "sweep.yaml: ok: 4 combinations of problem and algorithm, 12 runs\n",
        "",
    )


def test_check_tells_all_errors_of_all_files(here):
    (here / "a.yaml").write_bytes(BAD_FILES["no queens"][0])
    (here / "b.yaml").write_bytes(BAD_FILES["several"][0])
    said = call("check", "a.yaml", "small.yaml", "nowhere.yaml", "b.yaml")
    assert said.code == 2
    assert said.out == "small.yaml: ok: 2 combinations of problem and algorithm, 6 runs\n"
    assert said.err.splitlines() == [
        *(f"a.yaml{error}" for error in BAD_FILES["no queens"][1]),
        "nowhere.yaml: no such file",
        *(f"b.yaml{error}" for error in BAD_FILES["several"][1]),
    ]


def test_check_needs_a_file():
    said = call("check")
    assert said.code == 2
    assert last_line(said.err) == "Error: Missing argument 'TARGET...'."


def test_schema_prints_the_schema():
    said = call("schema")
    assert (said.code, said.err) == (0, "")
    assert json.loads(said.out) == json_schema()


@pytest.mark.parametrize(
    ("word", "error"),
    [
        ("rnu", "no command 'rnu'; did you mean run?"),
        ("Solve", "no command 'Solve'; did you mean solve?"),
        ("xyzzy", f"no command 'xyzzy'; the commands are {', '.join(COMMANDS)}"),
    ],
)
def test_an_unknown_command(word, error):
    said = call(word, "8")
    assert (said.code, said.out, last_line(said.err)) == (2, "", f"Error: {error}")


@pytest.mark.parametrize("jobs", ["0", "-1", "many"])
def test_a_number_of_processes_that_is_none(here, jobs):
    said = call("run", "small.yaml", "-j", jobs)
    assert said.code == 2
    assert last_line(said.err).startswith("Error: Invalid value for '-j' / '--jobs': ")
    assert not (here / "results").exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_there_for_every_command(command):
    said = call(command, "--help")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("Usage: ")
    assert COMMANDS[command].text in call("--help").out

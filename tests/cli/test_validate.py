"""``metaqueens validate``: boards as people write them, and results from their file alone."""

import json

import pytest

from . import call, done, query, really, refused, silent, told

CONFIRMED = (0, "a solution: 4 queens, none attacks another; CP-SAT confirms it\n", "")
# One solution of four queens, in every way to write it.
GOOD = {
    "rows from 0": "[1, 3, 0, 2]",
    "rows from 1": "[2, 4, 1, 3]",
    "what solve --json prints": '{"n": 4, "queens": [1, 3, 0, 2], "solved": true}',
    "CSV": "1,3,0,2",
    "CSV from 1": "2,4,1,3\n",
    "CSV with blanks": "\n 1, 3 ,0,2 \n\n",
    "blanks": "1 3 0 2",
    "CSV, a line each": "1\n3\n0\n2\n",
    "CSV, Windows": "1\r\n3\r\n0\r\n2\r\n",
    "with a byte order mark": "\ufeff[1, 3, 0, 2]",
}


@pytest.mark.parametrize("way", GOOD)
@pytest.mark.parametrize("name", ["board.json", "board.csv"])
def test_a_solution_however_it_is_written(tmp_path, way, name):
    path = tmp_path / name
    path.write_text(GOOD[way], encoding="utf-8", newline="")
    assert call("validate", path) == CONFIRMED


def test_a_board_from_standard_input(tmp_path):
    assert call("validate", "-", stdin="[1, 3, 0, 2]\n") == CONFIRMED
    assert really("validate", "-", stdin="2,4,1,3\n", folder=tmp_path) == CONFIRMED


@pytest.mark.parametrize(
    ("board", "cost", "fitness", "line"),
    [
        ("[0, 0, 0]", 3, "0.00000000", "columns 0 and 1 share a row"),
        ("[1, 1]", 1, "0.00000000", "columns 0 and 1 share a row"),
        ("[0, 1, 2, 3]", 6, "0.00000000", "columns 0 and 1 share a rising diagonal"),
        ("[3, 2, 1, 0]", 6, "0.00000000", "columns 0 and 1 share a falling diagonal"),
        ("[0, 2, 1, 3]", 2, "0.66666667", "columns 1 and 2 share a falling diagonal"),
        ("[1, 3, 0, 1]", 3, "0.50000000", "columns 0 and 3 share a row"),
    ],
)
def test_what_is_no_solution_names_two_queens(board, cost, fitness, line):
    n = len(json.loads(board))
    said = call("validate", "-", stdin=board)
    assert (said.code, said.err) == (4, "")
    assert said.out == (
        f"not a solution: {cost} attacking pairs among {n} queens, fitness {fitness};"
        f" the queens of {line}\n"
    )


def test_json_says_the_same():
    for board, code, values in (
        ("[1, 3, 0, 2]", 0, (4, 0, 1.0, True, True)), ("[0, 1]", 4, (2, 1, 0.0, False, None)),
    ):  # fmt: skip
        said = call("validate", "-", "--json", stdin=board)
        names = ("n", "cost", "fitness", "solution", "cp_sat")
        assert (said.code, json.loads(said.out)) == (code, dict(zip(names, values, strict=True)))


NUMBERS = "expected whole numbers, the row of the queen in each column"
BAD = [
    ("", NUMBERS),
    ("[]", NUMBERS),
    ("[[]]", NUMBERS),
    ("[1.5, 0]", NUMBERS),
    ("[true, false]", NUMBERS),
    ("[1e400, 0]", NUMBERS),
    (f"[{10**30}, 0]", NUMBERS),
    ('{"rows": [0]}', NUMBERS),
    ("[0, 9, 0]", "row 9 of column 1 is not on a board of 3 rows"),
    ("[0, 1, -1]", "row -1 of column 2 is not on a board of 3 rows"),
    ("0,4,1,2", "row 4 of column 1 is not on a board of 4 rows"),
    ("5", "row 5 of column 0 is not on a board of 1 rows"),
    ("[1, 3, 0, 2", "Expecting ',' delimiter: line 1 column 12 (char 11)"),
]


@pytest.mark.parametrize(("board", "error"), BAD)
def test_what_is_no_board(tmp_path, board, error):
    path = tmp_path / "board.json"
    path.write_text(board)
    assert call("validate", path) == (2, "", f"{path}: not a board: {error}\n")
    assert call("validate", "-", stdin=board) == (2, "", f"-: not a board: {error}\n")


def test_what_cannot_be_read(tmp_path):
    (tmp_path / "latin.csv").write_bytes(b"1,3,0,2 \xe9\n")
    for name, error in {
        "latin.csv": "not UTF-8 text",
        "nowhere.csv": "no such file or directory",
        "latin.csv/board.csv": "not a directory",
    }.items():
        path = tmp_path / name
        assert call("validate", path) == (2, "", f"{path}: {error}\n")
    nowhere = tmp_path / "nowhere"
    said = call("validate", nowhere, "--replay", 10)
    assert said == (2, "", f"{nowhere}: no such file or directory\n")
    assert "goes with a results folder" in refused("validate", "-", "--replay", 10).err


@pytest.mark.parametrize(
    "board",
    ["[" * 100_000, '"' + "x" * 200_000, "Q . .", "1;3;0;2", "1,3,0,x", "null", "[[0, 1], [1]]",
     '{"queens": 0}'],
)  # fmt: skip
def test_what_is_no_board_at_all(board):
    said = call("validate", "-", stdin=board)
    assert said.code == 2
    assert said.err.startswith("-: not a board: ")
    assert "invalid literal" not in said.err, "no error is in the words of Python"


@pytest.fixture
def results(here):
    """A folder of results: three runs of each of two algorithms, solved; and three of size 3."""
    done("run", "small.yaml", "problem.n=8,3", "-j", "1", "--quiet")
    return here / "results" / "small"


CELL = "cell = (SELECT cell FROM cells WHERE n = 8 AND name = 'ga')"
RUN = f"{CELL} AND repetition = 1"
LAST = "evaluations and seconds were not checked: --replay K repeats K runs"


def test_results_are_checked_from_their_file_alone(results):
    query(results, "UPDATE runs SET verdict = NULL")
    for other in ("summary.csv", "experiment.yaml"):
        (results / other).unlink()
    boards = "12 boards: 6 solutions validated by CP-SAT, 6 recounted, 0 rejected"
    said = f"{results}: {boards}\n{LAST}\n"
    assert silent("validate", results) == said
    verdicts = dict(query(results, "SELECT verdict, COUNT(*) FROM runs GROUP BY verdict"))
    assert verdicts == {"checked": 6, "validated": 6}
    nothing = {"rejected": 0, "rejections": [], "without_board": 0, "not_recounted": 0}
    found = {"name": "small", "boards": 12, **verdicts, **nothing}
    assert told("validate", results) == found


def test_runs_without_a_board_are_counted(results):
    done("run", "small.yaml", "keep_boards=none", "-o", "bare", "-j", "1")
    said = done("validate", "bare")
    assert "0 boards: 0 solutions validated" in said.out
    assert "6 runs without a board here: --replay can check them" in said.out
    assert told("validate", "bare")["without_board"] == 6


def test_a_solution_without_its_board_is_none_where_boards_are_kept(results):
    query(results, f"UPDATE runs SET board = 'not kept' WHERE {RUN}")
    table = {(row["algorithm"], row["n"]): row for row in told("compare", results)["table"]}
    assert (table["ga", 8]["solved"], table["ga", 8]["runs"]) == (2, 3)


def test_runs_are_repeated_at_random(results):
    said = done("validate", results, "--replay", "100")
    assert "12 runs repeated: 12 identical\n" in said.out
    assert said.out.endswith("\nseconds are a run's own word: nothing can check them\n")
    query(results, f"UPDATE runs SET evaluations = found_at WHERE {RUN}")
    query(results, f"DELETE FROM traces WHERE {RUN}")
    query(results, f"UPDATE runs SET evaluations = 1, found_at = 1, steps = 0 WHERE {RUN}")
    assert call("validate", results).code == 0, "nothing but its repetition tells"
    (one,) = told("validate", results, "--replay", "12", code=4)["replayed"]["different"]
    assert "evaluations: 1 then, " in one["differences"][0]


def test_runs_that_cannot_be_repeated_are_not_counted_as_repeated(results):
    query(results, f"UPDATE cells SET use = 'particle_swarm' WHERE {CELL}")
    said = call("validate", results, "--replay", "12")
    assert said.code == 3
    assert "\n9 runs repeated: 9 identical\n3 runs could not be repeated, such as: run " in said.out
    assert "cannot be repeated: 'particle_swarm' is not one of hill_climbing, " in said.out
    assert told("validate", results, "--replay", "12", code=3)["replayed"]["refused"] == 3


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "101%", "some", "nan"])
def test_a_number_of_runs_that_is_none(results, text):
    assert "Invalid value for '--replay'" in refused("validate", results, f"--replay={text}").err


# A board of theirs changed, or what is said of it; the cost that are then claimed.
TAMPERED = {
    "a queen moved": ("board = '[0,0,1,2,3,4,5,6]'", 8, 0),
    "a queen off the board": ("board = '[8,0,1,2,3,4,5,6]'", 8, 0),
    "a negative row": ("board = '[-1,0,1,2,3,4,5,6]'", 8, 0),
    "a smaller solution": ("board = '[1,3,0,2]'", 8, 0),
    "no list": ("board = '5'", 8, 0),
    "no JSON": ("board = 'queens'", 8, 0),
    "no whole numbers": ("board = '[0.5,1,2,3,4,5,6,7]'", 8, 0),
    "an empty board": ("board = '[]'", 8, 0),
    "a lie about an unsolved run": ("cost = 0, status = 'solved'", 3, 0),
    "too many cost": ("cost = cost + 1", 8, 1),
}
BOARD = "its cost is not the one that it claims ({})"
SAID = {"too many cost": "its status is solved, but it claims a cost of 1"}


@pytest.mark.parametrize("change", TAMPERED)
def test_a_board_that_was_tampered_with_is_rejected(results, change):
    setting, n, cost = TAMPERED[change]
    query(
        results,
        f"UPDATE runs SET {setting} WHERE repetition = 1"
        f" AND cell = (SELECT cell FROM cells WHERE n = {n} AND name = 'ga')",
    )
    said = call("validate", results)
    assert (said.code, said.err) == (4, "")
    totals, *named, _ = said.out.splitlines()
    assert totals.endswith("1 rejected")
    why = SAID.get(change, BOARD.format(cost))
    cell = query(results, f"SELECT cell FROM cells WHERE n = {n} AND name = 'ga'")[0][0]
    assert named == [f"rejected: ga, n = {n}, run {cell}-1: {why}"]
    rejections = json.loads(call("validate", results, "--json").out)["rejections"]
    assert rejections == [{"run": f"{cell}-1", "why": why}]


@pytest.mark.parametrize("words", [["validate", "."], ["run", "small.yaml", "-o", "."]])
def test_a_folder_without_results_and_a_file_that_is_no_database(here, words):
    assert call("validate", here) == (2, "", f"{here}: no results there (no runs.sqlite)\n")
    (here / "runs.sqlite").write_bytes(b"this is no database at all, it is a line of text\n" * 30)
    assert "not a results file of metaqueens" in refused(*words).err

"""Results of a user's problem: recounted, and read by strangers without running its file."""

import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

from metaqueens import run, solve
from metaqueens.text.errors import UserError
from tests.cli import call, call_in, query
from tests.cli.test_strangers import READERS, words_of
from tests.outside import none_yet
from tests.own.problems.costas import Costas, Incremental
from tests.own.problems.interval import Fast

PROBLEMS = Path(__file__).parent / "problems"
CONFIG = """\
name: series
problem: {use: interval.py:AllInterval, n: 8}
algorithms: {search: {use: hill_climbing}, other: {use: random_search}}
budget: {evaluations: 300}
runs: 3
seed: 7
"""
# What the import of a file leaves, if it happens.
MARK = "\nfrom pathlib import Path\nPath(__file__).with_suffix('.imported').touch()\n"
pytestmark = pytest.mark.usefixtures("uncompiled")


@pytest.fixture
def here(here):
    shutil.copy(PROBLEMS / "interval.py", here)
    (here / "series.yaml").write_text(CONFIG)
    return here


@pytest.fixture
def stored(here):
    """Results, and the file that made them, which leaves a mark when it is imported."""
    said = call_in(here, "run", "series.yaml", "-j", "1", "-q", "-o", "results")
    assert (said.code, said.err) == (0, "")
    with (here / "interval.py").open("a") as file:
        file.write(MARK)
    return here / "results"


def marks(folder):
    return [*folder.rglob("*.imported")]


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_runs_no_code(stored, tmp_path, reader):
    with none_yet() as patch:
        patch.chdir(tmp_path)
        said = call(*words_of(reader, stored, tmp_path))
        assert "interval" not in sys.modules
    assert marks(tmp_path) == []
    if reader == "replay":
        assert (said.code, said.err) == (
            2,
            "run 1-0 cannot be repeated: 'interval:AllInterval': user code, which is not"
            " run without --allow-code\n",
        )
    else:
        assert said.code == 0, said.err


def test_validate_says_that_it_cannot_recount_the_runs_of_a_problem(stored, tmp_path):
    said = call_in(tmp_path, "validate", stored)
    assert said.code == 0
    assert said.out == (
        f"{stored}: 0 boards: 0 solutions validated by CP-SAT, 0 recounted, 0 rejected\n"
        "6 runs of interval:AllInterval are not recounted: --allow-code imports its file\n"
        "evaluations and seconds were not checked: --replay K repeats K runs\n"
    )
    assert '"not_recounted": 6' in call_in(tmp_path, "validate", stored, "--json").out


def test_validate_recounts_with_the_code_of_a_problem(stored, tmp_path):
    said = call_in(tmp_path, "validate", stored, "--allow-code", "--replay", "2")
    assert said.code == 0
    assert "6 boards: 0 solutions validated by CP-SAT, 6 recounted, 0 rejected\n" in said.out
    assert "2 runs repeated: 2 identical" in said.out
    assert marks(tmp_path)
    query(stored, "UPDATE runs SET cost = cost + 1 WHERE cell = 2 AND repetition = 0")
    assert call_in(tmp_path, "validate", stored, "--allow-code").code == 4


def test_a_run_is_repeated_with_the_code_of_its_problem(stored, tmp_path):
    said = call_in(tmp_path, "replay", stored, "1-0", "--allow-code")
    assert said.out.startswith(f"{stored} 1-0: identical;")
    assert said.code == 0


def test_results_of_a_problem_whose_file_is_gone(stored, tmp_path):
    (tmp_path / "interval.py").unlink()
    assert "AllInterval n=8" in call_in(tmp_path, "compare", stored).out
    called = call_in(tmp_path, "validate", stored, "--allow-code")
    assert "6 runs of interval:AllInterval are not recounted: its file is not here" in called.out
    assert called.code == 3


def test_a_copied_folder_runs_its_missing_runs(stored, tmp_path):
    folder = shutil.copytree(stored, tmp_path / "elsewhere" / "copy")
    shutil.move(tmp_path / "interval.py", folder)
    called = call_in(folder, "run", "experiment.yaml", "-o", ".", "runs=4", "-j", "1")
    assert (called.code, called.err) == (0, "restored 6 of 8, running 2\n")


def test_a_run_warns_if_the_file_has_changed(stored, tmp_path, caplog):
    digest = query(stored, "SELECT json_extract(provenance, '$.problems') FROM sessions")
    assert digest[0][0].startswith('{"interval:AllInterval":"')
    said = call_in(tmp_path, "run", "series.yaml", "-j", "1", "-q", "-o", "results", "runs=4")
    assert said.code == 0
    assert [record.getMessage() for record in caplog.records] == [
        "interval:AllInterval: its file has changed since runs in results; the new runs may not"
        " belong with them: use another folder with -o. The earlier runs keep their verdicts;"
        " `metaqueens validate results --allow-code` recounts them"
    ]
    note = "interval:AllInterval: its file changed between sessions of results; its runs may not"
    assert f"note: {note} belong together" in call_in(tmp_path, "compare", "results").out
    assert call_in(tmp_path, "report", "results").code == 0
    assert note in (tmp_path / "results" / "report.html").read_text()
    caplog.clear()
    call_in(tmp_path, "run", "series.yaml", "-j", "1", "-q", "-o", "others")
    call_in(tmp_path, "run", "series.yaml", "-j", "1", "-q", "-o", "others", "runs=4")
    assert caplog.records == []
    assert "its file changed" not in call_in(tmp_path, "compare", "others").out


def test_runs_of_another_version_of_the_file_keep_their_verdicts(here, caplog):
    words = "run", "series.yaml", "-j", "1", "-o", "results"
    assert call_in(here, *words, "-q").code == 0
    text = (here / "interval.py").read_text()
    (here / "interval.py").write_text(text.replace("return repeats", "return repeats + 1"))
    verdicts = "SELECT repetition, verdict, COUNT(*) FROM runs GROUP BY 1, 2"
    # No run is missing, and one has no verdict, as after a kill.
    query(here / "results", "UPDATE runs SET verdict = NULL WHERE repetition = 2")
    said = call_in(here, *words)
    assert said.code == 0
    assert said.err == "restored 6 of 6, running 0\n"
    assert [record.getMessage() for record in caplog.records] == [
        "interval:AllInterval: its file has changed since runs in results; no run is of the present"
        " file: use another folder with -o. The earlier runs keep their verdicts;"
        " `metaqueens validate results --allow-code` recounts them"
    ]
    kept = [(0, "checked", 2), (1, "checked", 2), (2, None, 2)]
    assert query(here / "results", verdicts) == kept
    assert call_in(here, *words, "runs=4", "-q").code == 0
    assert query(here / "results", verdicts) == [*kept, (3, "checked", 2)]
    # A false claim of a run of this version is still found, with the command that names it.
    query(here / "results", "UPDATE runs SET verdict = NULL, cost = 9 WHERE repetition = 3")
    said = call_in(here, *words, "runs=4")
    assert said.code == 4
    assert query(here / "results", verdicts) == [*kept, (3, "rejected", 2)]
    assert "next: metaqueens validate results --allow-code   names the rejected boards" in said.out
    said = call_in(here, "validate", "results")
    assert said.code == 4
    assert said.out.startswith(
        "results: 0 boards: 0 solutions validated by CP-SAT, 0 recounted, 2 rejected, of these 2 by"
        " an earlier check\n"
    )
    assert '"rejected": 2' in call_in(here, "validate", "results", "--json").out
    said = call_in(here, "validate", "results", "--allow-code")
    note = "interval:AllInterval: its file has changed since the runs; its present cost() was"
    assert (said.code, said.err) == (4, f"{note} used\n")
    assert "8 boards: 0 solutions validated by CP-SAT, 0 recounted, 8 rejected\n" in said.out


class WrongSign(Incremental):
    """Its swap returns the change with the wrong sign."""

    @staticmethod
    def swap(values, data, i, j):
        return -Incremental.swap(values, data, i, j)


class NotMade(Fast):
    """Its swap makes no move."""

    @staticmethod
    def swap(values, data, i, j):
        return -1


WRONG = [WrongSign(n=8), NotMade(n=8)]


@pytest.mark.parametrize("problem", WRONG, ids=lambda problem: type(problem).__name__)
def test_a_wrong_swap_is_rejected_by_the_recount(problem, tmp_path):
    name = type(problem).__name__
    with pytest.raises(
        RuntimeError, match=rf"{name}: hill_climbing reports cost -?\d+, cost\(\) returns \d+"
    ):
        solve(problem, "hill_climbing", 300, seed=1)
    with pytest.warns(UserWarning, match="rejected by the exact check"):
        runs = run(["hill_climbing"], n=problem, runs=3, budget=300, folder=tmp_path / "wrong")
    verdicts = query(tmp_path / "wrong", "SELECT verdict, status FROM runs")
    assert len(verdicts) == 3
    assert not {verdict for verdict, status in verdicts if status != "failed"} - {"rejected"}
    assert not runs.frame.solved.any()
    use = f"{__name__}:{name}"
    said = call("solve", use, "n=8", "hill_climbing", "--evaluations", "300", "-s", "1")
    assert said.code == 4
    assert "REJECTED: the search says cost" in said.out
    assert f"{name} n=8: cost " in said.out


def test_a_result_prints_its_values():
    printed = str(solve(Costas(n=6), "tabu_search", seed=1))
    first, values = printed.splitlines()
    assert first.startswith("Costas n=6: solved, ")
    assert first.endswith(", seed 1")
    assert sorted(map(int, values.split())) == [*range(6)]


def test_a_problem_typed_into_a_notebook_is_not_sent_to_other_processes(monkeypatch):
    notebook = ModuleType("a_notebook")
    monkeypatch.setitem(sys.modules, "a_notebook", notebook)
    exec((PROBLEMS / "interval.py").read_text(), vars(notebook))
    problem = notebook.AllInterval(n=6)
    assert len(run(["random_search"], n=problem, runs=2, budget=100).frame) == 2
    with pytest.raises(UserError) as refused:
        run(["random_search"], n=problem, runs=2, budget=100, workers=2)
    assert str(refused.value) == (
        "problem: AllInterval is in no file, so that no other process can import it; write it into"
        " one, or use one worker"
    )


def test_cp_sat_confirms_the_solutions_of_a_problem_with_a_model(tmp_path):
    config = {
        "name": "costas",
        "problem": {"use": f"{Costas.__module__}:Costas", "n": 6},
        "algorithms": {"tabu": {"use": "tabu_search"}},
        "budget": {"evaluations": 5000},
        "runs": 2,
    }
    run(config, tmp_path / "costas", report=False)
    assert query(tmp_path / "costas", "SELECT verdict FROM runs") == [("validated",)] * 2

import numpy as np
import pytest

from metaqueens import config, run
from metaqueens.experiment.results import boards
from metaqueens.experiment.results.store import Store
from metaqueens.experiment.results.validate import count_boards, validate

LARGE = boards.IN_DATABASE_UP_TO + 1


@pytest.mark.parametrize("n", [1, 8, LARGE - 1, LARGE, 100_000])
def test_what_is_written_is_read(tmp_path, n):
    queens = np.random.default_rng(n).permutation(n).astype(np.int32)
    text = boards.write(tmp_path, 3, 14, queens)
    assert (boards.read(tmp_path, text, n) == queens).all()
    assert (tmp_path / "boards/3-14.npy").exists() == (n >= LARGE)
    boards.drop(tmp_path, text)
    assert not (tmp_path / "boards/3-14.npy").exists()


def test_a_file_that_was_changed_or_lost_or_is_another_is_no_board(tmp_path):
    queens = np.arange(LARGE, dtype=np.int32)
    text = boards.write(tmp_path, 1, 0, queens)
    np.save(tmp_path / "boards/1-0.npy", queens[::-1])
    assert boards.read(tmp_path, text, LARGE).size == 0
    boards.drop(tmp_path, text)
    assert boards.read(tmp_path, text, LARGE).size == 0
    assert boards.read(tmp_path, "boards/../../etc.npy sha256:" + "0" * 64, LARGE).size == 0
    assert boards.read(tmp_path, None, LARGE).size == 0


@pytest.mark.parametrize(("keep", "kept"), [("all", 6), ("best", 2), ("none", 0)])
@pytest.mark.parametrize("n", [20, LARGE])
def test_boards_are_kept_as_asked_and_checked_before_they_go(tmp_path, keep, kept, n):
    large = config.parse(
        f"name: large\nproblem: {{n: {n}}}\nalgorithms:\n  qs: {{use: queue_search}}\n"
        "  sa: {use: simulated_annealing, focus: conflicted}\nbudget: {evaluations: 10_000_000}\n"
        f"runs: 3\nkeep_boards: {keep}\n"
    )
    folder = run(large, tmp_path / "results", report=False).folder
    with Store.open(folder, writing=True) as store:
        rows = store.connection.execute("SELECT status, verdict, board FROM runs").fetchall()
        assert [row[:2] for row in rows] == [("solved", "validated")] * 6
        assert sum(row[2] != boards.NOT_KEPT for row in rows) == kept
        assert len(list((folder / "boards").glob("*.npy"))) == (kept if n == LARGE else 0)
        assert list(validate(store, True, everything=True)) == ["validated"] * kept
        assert count_boards(store) == kept
    run(large, folder, report=False)  # nothing is missing, and nothing is done again

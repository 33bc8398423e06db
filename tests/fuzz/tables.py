"""A stranger's table of runs: what can be compared, or what it lacks."""

import tempfile
from pathlib import Path

from tests.fuzz import instrumented, main, outcome

with instrumented(__name__):
    from metaqueens.analysis.comparison import compare
    from metaqueens.analysis.data.runs import load

PATH = Path(tempfile.mkdtemp(prefix="metaqueens-fuzz-")) / "runs.csv"


def one(data: bytes) -> None:
    PATH.write_bytes(data)
    runs = outcome(lambda: load(PATH))
    if runs is None:
        return
    assert set(runs.status) <= {"solved", "unsolved", "failed"}
    assert (runs.evaluations.dropna() >= 0).all()
    if len(runs) < 20:
        found = outcome(lambda: compare(PATH))
        assert found is None or found.answer.strip()


if __name__ == "__main__":
    main("tables", one)

"""Files of boards: those of `validate`, and the rules of the board that a config names."""

import tempfile
from pathlib import Path

from tests.fuzz import instrumented, main, outcome

with instrumented(__name__):
    from metaqueens import config
    from metaqueens.problem import board_file
    from metaqueens.problem.check import recount
    from metaqueens.problem.queens import Queens

# What each file is to be, by the first byte of the input: a board, or a key of a config.
KEYS = ["", "problem.blocked", "problem.regions", "algorithms.mc.start.board"]
FOLDER = Path(tempfile.mkdtemp(prefix="metaqueens-fuzz-"))
CONFIG = """\
problem: {n: 4}
algorithms: {mc: {use: min_conflicts, encoding: rows}}
budget: {evaluations: 10}
"""


def one(data: bytes) -> None:
    path = FOLDER / "board.txt"
    path.write_bytes(data[1:])
    key = KEYS[data[0] % len(KEYS)] if data else ""
    if key:
        name = str(FOLDER / "x.yaml")
        outcome(lambda: config.parse(CONFIG, [f"{key}={path}"], name, to_run=False))
        return
    board = outcome(lambda: board_file.read(str(path)))
    assert board is None or recount(Queens(board.size), board) >= 0


if __name__ == "__main__":
    main("boards", one)

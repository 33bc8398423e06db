"""The kernels of this package are compiled before any class is started."""

import os
import subprocess
import sys

from metaqueens.arena import boards
from metaqueens.contestants import compilation
from metaqueens.contestants.compilation import compile_kernels
from metaqueens.queens.problem import Queens

# With an empty folder of machine code: compile one kind, or call its kernels on another board.
SCRIPT = """\
import sys
from pathlib import Path
from metaqueens.core import folders
from metaqueens.queens.problem import Queens

own = Path(sys.argv[1])
folders.cache_folder = lambda: own
from metaqueens.contestants import compilation
from metaqueens.problem.space import Space

if sys.argv[2] == "compile":
    compilation.compile_kernels([Queens(4, excluded=((0, "rising"),))])
else:
    board = Queens(9, excluded=((3, "falling"), (1, "rising")))
    for encoding in board.encodings:
        compilation._call_kernels(Space(board, encoding))
print(len([*own.rglob("*.nbc")]))
"""


def test_a_class_finds_all_kernels_in_a_folder_that_was_empty(here):
    folder = here / "kernels"
    folder.mkdir()
    environment = {name: text for name, text in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    counts = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT, str(folder), action],
            check=True, capture_output=True, text=True, env=environment,
        ).stdout
        for action in ("compile", "call")
    ]  # fmt: skip
    assert counts[0] == counts[1]
    assert int(counts[0]) > 10


def test_the_first_two_rounds_have_the_rules_of_all_boards_of_a_league():
    count = len(boards.RUNGS)
    first, second, last = ({at.problem.rules for at in boards.draw(7, k, count)} for k in (1, 2, 9))
    assert len(second) == count
    assert last <= first | second


def test_each_kind_is_compiled_once_and_an_error_is_no_matter(monkeypatch):
    calls = []

    def call(space):
        calls.append((space.problem.rules, space.encoding))
        raise ZeroDivisionError

    monkeypatch.setattr(compilation, "_call_kernels", call)
    compile_kernels([Queens(4, placed=((1, 0),)), Queens(6, placed=((2, 0),))])
    assert calls == [(("placed",), "permutation"), (("placed",), "rows")]
    compile_kernels([Queens(8), Queens(5)])
    assert len(calls) == 4

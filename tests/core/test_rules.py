"""Rules of the board: a plain one pays nothing for them; moves are priced as by brute force."""

import re

import pytest

from metaqueens import Queens
from metaqueens.algorithms.simulated_annealing import Constant, Focus, _anneal
from metaqueens.core.attacked import IndexSet
from metaqueens.core.moves import Moves
from metaqueens.core.random import stream_of
from metaqueens.problem.space import Space
from metaqueens.search.walk import Walk

from .plain import compiled, without_rules

# Names of kernels, labels and constants; an older Numba puts addresses into those of constants.
NAME = re.compile(r"[\w.$]*(_ZN|\.L|picklebuf)[\w.$]*")


def instructions(dispatcher):
    """The instructions of a kernel with their operands; names of its own and labels numbered."""
    (assembly,) = dispatcher.inspect_asm().values()
    # After the kernel come its wrappers for Python and C.
    kernel = re.split(r"^_ZN7cpython", assembly.split("\n_ZN", 1)[1], flags=re.MULTILINE)[0]
    numbers, found = {}, []
    for line in kernel.splitlines()[1:]:
        code = line.split("#")[0].strip()
        if code and not (code.startswith(".") and not code.startswith(".L")):
            code = NAME.sub(lambda name: numbered(numbers, name[0]), code)
            found.append(re.sub(r"\s+", " ", code))
    return found


def numbered(numbers, name):
    return f"name{numbers.setdefault(name, len(numbers))}"


@pytest.mark.compiled
def test_a_plain_board_has_the_machine_code_that_it_had_without_rules(rng):
    known = {}
    for moves in (Moves.SWAP, Moves.REASSIGN):
        space = Space(Queens(20), "permutation" if moves == Moves.SWAP else "rows")
        search, code = _anneal[moves, Focus.ALL].function, []
        for kernel in (compiled(search), without_rules(search, known)):
            walk = Walk.begin(space.random_board(rng))
            kernel(walk, IndexSet.empty(0), 200, Constant().plan(Queens(20)), stream_of(rng))
            code.append(instructions(kernel))
        assert code[0] == code[1]
        assert len(code[0]) > 500

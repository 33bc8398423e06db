"""Entry points of the module that runs in the page: flat arrays in, flat arrays out.

Each is ``(integers, flags, state, table, stream, numbers, n, until)``: the search goes on until so
many evaluations. ``integers``, int32: queens, rows, rising, falling, best, members, ``8 n`` in all.
``flags``, bool: n. ``state``, int64: six counts, and what the search remembers, 22 in all.
``table``, int64: n x n for tabu search. ``stream``, uint64: 4. ``numbers``, float64: parameters.
"""

from numba import carray, types

from metaqueens.algorithms.hill_climbing import Scan, Variant, _climb
from metaqueens.algorithms.min_conflicts import Scan as Rows, _clear, _place, _repair
from metaqueens.algorithms.random_walk import _stroll
from metaqueens.algorithms.simulated_annealing import Focus, Plan, _anneal
from metaqueens.algorithms.tabu_search import Memory, _search
from metaqueens.core.attacked import IndexSet, LineColumns, find_attacked
from metaqueens.core.board import Board, count_guards
from metaqueens.core.jit import kernel
from metaqueens.core.moves import Moves, propose
from metaqueens.core.rules import Rules
from metaqueens.problem.space import Encoding, randomise
from metaqueens.search.walk import Walk

I32, I64, U64 = (types.CPointer(one) for one in (types.int32, types.int64, types.uint64))
SIGNATURE = types.void(
    I32, types.CPointer(types.boolean), I64, I64, U64, types.CPointer(types.float64),
    types.int64, types.int64,
)  # fmt: skip
PERMUTATION, ROWS = int(Encoding.PERMUTATION), int(Encoding.ROWS)
# What is in ``state``, and where in it what a search remembers begins.
STATE, OWN = 22, 6

_anneal_all, _anneal_conflicted = (_anneal[Moves.SWAP, focus] for focus in Focus)
_steepest, _first, _stochastic, _conflicted = (
    _climb[Moves.SWAP, variant, Encoding.PERMUTATION] for variant in Variant
)
_tabu, _walk_on = _search[Moves.SWAP], _stroll[Moves.SWAP]
_fill, _repair_full = _place[Rows.FULL], _repair[Rows.FULL]


@kernel
def _board(integers, n):
    return Board(
        integers[:n],
        integers[n : 2 * n],
        integers[2 * n : 4 * n - 1],
        integers[4 * n : 6 * n - 1],
        Rules(None, None, None, None, None, None, None, None),
    )


@kernel
def _walk(integers, state, n):
    best = integers[6 * n : 7 * n]
    return Walk(_board(integers, n), state[0], best, state[1], state[2], state[3], state[4])


@kernel
def _attacked(integers, flags, state, n):
    return IndexSet(integers[7 * n : 8 * n], carray(flags, n), state[STATE - 1 : STATE])


@kernel
def _keep(walk, state):
    state[0], state[1], state[2] = walk.guards, walk.best_guards, walk.found_at
    state[3], state[4] = walk.evaluations, walk.steps


@kernel
def _begin(encoding, integers, state, stream, n):
    board = _board(integers, n)
    randomise(encoding, board, stream)
    state[:STATE] = 0
    state[0] = count_guards(board)
    state[1], state[2], state[3] = state[0], 1, 1
    integers[6 * n : 7 * n] = board.queens


def begin(integers, flags, state, table, stream, numbers, n, until):
    """Draw the first board, by the first stream of a run: the search takes the second one."""
    encoding = PERMUTATION if numbers[0] == 0 else ROWS
    _begin(
        encoding,
        carray(integers, 8 * n),
        carray(state, STATE),
        carray(stream, 4),
        n,
    )


def simulated_annealing(integers, flags, state, table, stream, numbers, n, until):
    """``numbers``: linear, hot, cold, length, cycles, focus."""
    integers, state, p = carray(integers, 8 * n), carray(state, STATE), carray(numbers, 6)
    stream, plan = carray(stream, 4), Plan(p[0] != 0, p[1], p[2], int(p[3]), int(p[4]))
    walk, attacked = _walk(integers, state, n), _attacked(integers, flags, state, n)
    if p[5] == 0:
        walk = _anneal_all(walk, attacked, until, plan, stream)
    else:
        if state[OWN] == 0:  # not begun
            state[OWN] = 1
            find_attacked(walk.board, attacked)
        walk = _anneal_conflicted(walk, attacked, until, plan, stream)
    _keep(walk, state)


def hill_climbing(integers, flags, state, table, stream, numbers, n, until):
    """``numbers``: variant, sideways, restarts."""
    integers, state, p = carray(integers, 8 * n), carray(state, STATE), carray(numbers, 3)
    stream, own = carray(stream, 4), state[OWN:]
    walk = _walk(integers, state, n)
    attacked = _attacked(integers, flags, state, n)
    if own[9] == 0:  # not begun
        own[9] = 1
        find_attacked(walk.board, attacked)
        if walk.guards > 0:
            own[0], own[1] = propose(Moves.SWAP, walk.board, stream)
        own[3], own[8] = 1, int(p[2])
    scan = Scan(own[0], own[1], own[2], own[3], own[4], own[5], own[6], own[7], own[8])
    sideways = int(p[1])
    if p[0] == 0:
        walk, scan = _steepest(walk, scan, attacked, until, sideways, stream)
    elif p[0] == 1:
        walk, scan = _first(walk, scan, attacked, until, sideways, stream)
    elif p[0] == 2:
        walk, scan = _stochastic(walk, scan, attacked, until, sideways, stream)
    else:
        walk, scan = _conflicted(walk, scan, attacked, until, sideways, stream)
    _keep(walk, state)
    own[0], own[1], own[2], own[3], own[4] = scan.i, scan.j, scan.seen, scan.change, scan.best_i
    own[5], own[6], own[7], own[8] = scan.best_j, scan.ties, scan.sideways, scan.restarts
    state[5] = scan.restarts < 0  # stuck for good


def min_conflicts(integers, flags, state, table, stream, numbers, n, until):
    """``numbers``: noise, patience."""
    integers, state, p = carray(integers, 8 * n), carray(state, STATE), carray(numbers, 2)
    stream, own, patience = carray(stream, 4), state[OWN:], int(p[1])
    walk = _walk(integers, state, n)
    attacked = _attacked(integers, flags, state, n)
    none = LineColumns(integers[:0], integers[:0], integers[:0])
    while walk.evaluations < until and walk.best_guards > 0:
        if own[4] == 0:  # a fresh start
            walk, own[0], own[4] = _clear(walk), 0, 1
        if own[0] < n:
            walk, own[0] = _fill(walk, own[0], 0, until, stream)
            if own[0] == n:
                find_attacked(walk.board, attacked)
                own[1], own[2] = walk.guards, 0
        else:
            walk, own[1], own[2] = _repair_full(
                walk, attacked, none, own[1], own[2], patience, p[0], 0, until, stream
            )
            if own[2] >= patience:
                own[4] = 0
    _keep(walk, state)


def tabu_search(integers, flags, state, table, stream, numbers, n, until):
    """``numbers``: shortest, longest."""
    integers, state, p = carray(integers, 8 * n), carray(state, STATE), carray(numbers, 2)
    memory = Memory(carray(table, (n, n)), carray(flags, n))
    walk = _walk(integers, state, n)
    walk, state[OWN] = _tabu(
        walk, memory, state[OWN], int(p[0]), int(p[1]), until, carray(stream, 4)
    )
    _keep(walk, state)


def random_walk(integers, flags, state, table, stream, numbers, n, until):
    """No ``numbers``."""
    integers, state = carray(integers, 8 * n), carray(state, STATE)
    _keep(_walk_on(_walk(integers, state, n), until, carray(stream, 4)), state)


ENTRIES = (
    begin, simulated_annealing, hill_climbing, min_conflicts, tabu_search, random_walk,
)  # fmt: skip

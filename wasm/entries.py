"""Entry points of the module that runs in the page: flat arrays in, flat arrays out.

Each is ``(integers, flags, state, table, stream, numbers, asked, blocked, n, until)``: the search
continues up to ``until`` evaluations. ``integers``, int32: queens, rows, rising, falling, best,
members, ``8 n`` in all. ``flags``, bool: n. ``state``, int64: six counts, and the memory of the
search, 22 in all. ``table``, int64: n x n for tabu search. ``stream``, uint64: 4. ``numbers``,
float64: first the signal (the temperature), then the parameters. ``asked``, int32, and ``blocked``,
int8: the rules, see ``_rules``. The genetic algorithm has more, see there.

The module has each entry several times, once for each kind of board: the machine code of a plain
board contains no rules.
"""

from enum import IntEnum

from numba import carray, types

from metaqueens.algorithms.genetic.compiled import (
    GeneticProgress,
    GeneticSettings,
    Workspace,
    choose,
    cross,
    mutate,
    note,
    vary_by,
)
from metaqueens.algorithms.genetic.crossovers import CrossoverKind
from metaqueens.algorithms.genetic.mutations import MutationKind
from metaqueens.algorithms.genetic.population import Island, Scheme, draw_population, survive
from metaqueens.algorithms.genetic.selection import SelectionKind
from metaqueens.algorithms.hill_climbing import Scan, Variant, _climb
from metaqueens.algorithms.min_conflicts import Scan as Rows, _place, _repair
from metaqueens.algorithms.simulated_annealing import CoolingPlan, _anneal, temperature_at
from metaqueens.algorithms.tabu_search import _search
from metaqueens.core.choices import NO_LIMIT, Encoding, Moves
from metaqueens.core.conflicting import IndexSet, find_conflicted
from metaqueens.core.jit import kernel, specialise
from metaqueens.core.moves import propose
from metaqueens.core.state import compute_cost, copy_values, evaluate, rebuild
from metaqueens.problem.space import randomise
from metaqueens.queens.kernels.plain import PlainBoard
from metaqueens.queens.kernels.ruled import RuledBoard
from metaqueens.queens.kernels.rules import Rules
from metaqueens.search.walk import Walk, redraw

I32, I64, U64 = (types.CPointer(one) for one in (types.int32, types.int64, types.uint64))
SIGNATURE = types.void(
    I32, types.CPointer(types.boolean), I64, I64, U64, types.CPointer(types.float64), I32,
    types.CPointer(types.int8), types.int64, types.int64,
)  # fmt: skip
# The value of ``numbers`` for a given first board, instead of an encoding.
GIVEN = 2
# The number of generations in one call, so that memory for its allocations suffices.
GENERATIONS = 32
# The size of ``state``, and the index of the memory of a search in it.
STATE, OWN = 22, 6

# The moves of a search by its encoding: permutation, rows.
MOVES = Moves.SWAP, Moves.REASSIGN
_fill, _repair_full = _place[Rows.FULL], _repair[Rows.FULL]


@kernel
def _plain(integers, asked, blocked, n):
    rising, falling = integers[2 * n : 4 * n - 1], integers[4 * n : 6 * n - 1]
    return PlainBoard(integers[:n], integers[n : 2 * n], rising, falling)


def _make_ruled(rules):
    """Return the kernel that makes a board with rules from flat arrays."""

    @kernel
    def make(integers, asked, blocked, n):
        rising, falling = integers[2 * n : 4 * n - 1], integers[4 * n : 6 * n - 1]
        set_rules = rules(carray(asked, 6 * n), carray(blocked, (n, n)), n)
        return RuledBoard(integers[:n], integers[n : 2 * n], rising, falling, set_rules)

    return make


@kernel
def _rules(asked, blocked, n):
    """Return the rules: the number of queens that may move, their columns, excluded diagonals."""
    movable, rising = asked[1 : 1 + asked[0]], asked[1 + n : 3 * n]
    return Rules(None, movable, blocked, rising, asked[3 * n : 5 * n - 1], None, asked[:0])


@kernel
def _torus(asked, blocked, n):
    _, movable, blocked, rising, falling, _, _ = _rules(asked, blocked, n)
    return Rules(True, movable, blocked, rising, falling, None, asked[:0])


@kernel
def _lines(asked, blocked, n):
    _, movable, _, rising, falling, _, _ = _rules(asked, blocked, n)
    return Rules(None, movable, None, rising, falling, None, asked[:0])


@kernel
def _lines_on_torus(asked, blocked, n):
    _, movable, _, rising, falling, _, _ = _rules(asked, blocked, n)
    return Rules(True, movable, None, rising, falling, None, asked[:0])


# Min-conflicts draws differently if there may be blocked squares: so there are kinds without.
Kind = IntEnum("Kind", ("PLAIN", "RULES", "TORUS", "RULES_OF_LINES", "TORUS_OF_LINES"), start=0)
_BOARDS = (_plain, *map(_make_ruled, (_rules, _torus, _lines, _lines_on_torus)))


@kernel
def _walk(integers, board, state, n):
    best = integers[6 * n : 7 * n]
    return Walk(board, state[0], best, state[1], state[2], state[3], state[4])


@kernel
def _index_set(integers, flags, state, n):
    return IndexSet(integers[7 * n : 8 * n], carray(flags, n), state[STATE - 1 : STATE])


@kernel
def _keep(walk, state):
    state[0], state[1], state[2] = walk.cost, walk.best_cost, walk.found_at
    state[3], state[4] = walk.evaluations, walk.steps


@kernel
def _begin(kind, integers, board, state, stream, n):
    if kind == GIVEN:
        rebuild(board)
    else:
        randomise(kind, board, stream)
    state[:STATE] = 0
    state[0] = compute_cost(board)
    state[1], state[2], state[3] = state[0], 1, 1
    copy_values(integers[6 * n : 7 * n], board.values)


@specialise(Kind)
def begin(kind):
    board_of = _BOARDS[kind]

    @kernel
    def begin(integers, flags, state, table, stream, numbers, asked, blocked, n, until):
        """Draw the first board, by the first stream of a run: the search takes the second one.

        ``numbers``: the encoding, or that the board is given.
        """
        integers = carray(integers, 8 * n)
        board = board_of(integers, asked, blocked, n)
        kind = int(carray(numbers, 1)[0])
        _begin(kind, integers, board, carray(state, STATE), carray(stream, 4), n)

    return begin


@specialise(Kind, MOVES)
def simulated_annealing(kind, moves):
    board_of = _BOARDS[kind]
    anneal = _anneal[moves]

    @kernel
    def simulated_annealing(
        integers, flags, state, table, stream, numbers, asked, blocked, n, until
    ):
        """``numbers``: linear, hot, cold, length, cycles, focus."""
        integers, state, p = carray(integers, 8 * n), carray(state, STATE), carray(numbers, 7)
        stream, plan = carray(stream, 4), CoolingPlan(p[1] != 0, p[2], p[3], int(p[4]), int(p[5]))
        board = board_of(integers, asked, blocked, n)
        walk = _walk(integers, board, state, n)
        attacked = _index_set(integers, flags, state, n)
        if p[6] == 0:
            walk = anneal(walk, None, until, plan, stream)
        else:
            if state[OWN] == 0:  # not begun
                state[OWN] = 1
                find_conflicted(walk.state, attacked)
            walk = anneal(walk, attacked, until, plan, stream)
        p[0] = temperature_at(plan, walk.evaluations & ~63)
        _keep(walk, state)

    return simulated_annealing


@specialise(Kind, MOVES)
def hill_climbing(kind, moves):
    board_of = _BOARDS[kind]
    encoding = Encoding.PERMUTATION if moves == Moves.SWAP else Encoding.ROWS
    steepest, first, stochastic, conflicted = (
        _climb[moves, variant, encoding] for variant in Variant
    )

    @kernel
    def hill_climbing(integers, flags, state, table, stream, numbers, asked, blocked, n, until):
        """``numbers``: variant, sideways, restarts."""
        integers, state, p = carray(integers, 8 * n), carray(state, STATE), carray(numbers, 4)
        stream, own = carray(stream, 4), state[OWN:]
        board = board_of(integers, asked, blocked, n)
        walk = _walk(integers, board, state, n)
        attacked = _index_set(integers, flags, state, n)
        if own[9] == 0:  # not begun
            own[9] = 1
            find_conflicted(walk.state, attacked)
            if walk.cost > 0:
                own[0], own[1] = propose(moves, walk.state, stream)
            own[3], own[8] = 1, int(p[3])
        scan = Scan(own[0], own[1], own[2], own[3], own[4], own[5], own[6], own[7], own[8])
        sideways = int(p[2])
        if p[1] == 0:
            walk, scan = steepest(walk, scan, attacked, until, sideways, stream)
        elif p[1] == 1:
            walk, scan = first(walk, scan, attacked, until, sideways, stream)
        elif p[1] == 2:
            walk, scan = stochastic(walk, scan, None, until, sideways, stream)
        else:
            walk, scan = conflicted(walk, scan, attacked, until, sideways, stream)
        _keep(walk, state)
        own[0], own[1], own[2], own[3], own[4] = scan.i, scan.j, scan.seen, scan.change, scan.best_i
        own[5], own[6], own[7], own[8] = scan.best_j, scan.ties, scan.sideways, scan.restarts
        state[5] = scan.restarts < 0  # stuck for good

    return hill_climbing


@specialise(Kind)
def min_conflicts(kind):
    board_of = _BOARDS[kind]

    @kernel
    def min_conflicts(integers, flags, state, table, stream, numbers, asked, blocked, n, until):
        """``numbers``: noise, patience, and whether the first board is given."""
        integers, state, p = carray(integers, 8 * n), carray(state, STATE), carray(numbers, 4)
        stream, own, patience = carray(stream, 4), state[OWN:], int(p[2])
        board = board_of(integers, asked, blocked, n)
        walk = _walk(integers, board, state, n)
        attacked = _index_set(integers, flags, state, n)
        while walk.evaluations < until and walk.best_cost > 0:
            if own[4] == 0:  # a fresh start
                own[0], own[4] = 0, 1
                if p[3] != 0 and own[3] > 0:
                    walk = redraw(Encoding.ROWS, walk, stream)
                own[3] += 1
            if own[0] < n:
                if p[3] == 0:
                    walk, own[0] = _fill(walk, own[0], 0, until, stream)
                else:
                    own[0] = n
                if own[0] == n:
                    find_conflicted(walk.state, attacked)
                    own[1], own[2] = walk.cost, 0
            else:
                walk, own[1], own[2] = _repair_full(
                    walk, attacked, None, own[1], own[2], patience, p[1], 0, until, stream
                )
                if own[2] >= patience:
                    own[4] = 0
        _keep(walk, state)

    return min_conflicts


@specialise(Kind, MOVES)
def tabu_search(kind, moves):
    board_of, search = _BOARDS[kind], _search[moves]

    @kernel
    def tabu_search(integers, flags, state, table, stream, numbers, asked, blocked, n, until):
        """``numbers``: shortest, longest."""
        integers, state, p = carray(integers, 8 * n), carray(state, STATE), carray(numbers, 3)
        forbidden, attacked, stream = carray(table, (n, n)), carray(flags, n), carray(stream, 4)
        board = board_of(integers, asked, blocked, n)
        walk = _walk(integers, board, state, n)
        walk, state[OWN] = search(
            walk, forbidden, attacked, state[OWN], int(p[1]), int(p[2]), until, stream
        )
        _keep(walk, state)

    return tabu_search


# The page has all operators in one function, and calls one of them.
_tournament, _roulette, _best = choose.values()
_pmx, _order, _cycle, _one_point, _two_point, _uniform = cross.values()
_swap, _shuffle, _inversion, _insertion, _reassign, _step = mutate.values()
_generational, _plus, _comma = survive.values()


@kernel
def _choose(settings, island, workspace, stream):
    if settings.selection == SelectionKind.TOURNAMENT:
        _tournament(settings, island, workspace, stream)
    elif settings.selection == SelectionKind.ROULETTE:
        _roulette(settings, island, workspace, stream)
    else:
        _best(settings, island, workspace, stream)


@kernel
def _cross(settings, island, workspace, stream):
    if settings.crossover == CrossoverKind.PMX:
        _pmx(settings, island, workspace, stream)
    elif settings.crossover == CrossoverKind.ORDER:
        _order(settings, island, workspace, stream)
    elif settings.crossover == CrossoverKind.CYCLE:
        _cycle(settings, island, workspace, stream)
    elif settings.crossover == CrossoverKind.ONE_POINT:
        _one_point(settings, island, workspace, stream)
    elif settings.crossover == CrossoverKind.TWO_POINT:
        _two_point(settings, island, workspace, stream)
    else:
        _uniform(settings, island, workspace, stream)


@kernel
def _mutate(settings, child, stream):
    if settings.mutation == MutationKind.SWAP:
        _swap(settings, child, stream)
    elif settings.mutation == MutationKind.SHUFFLE:
        _shuffle(settings, child, stream)
    elif settings.mutation == MutationKind.INVERSION:
        _inversion(settings, child, stream)
    elif settings.mutation == MutationKind.INSERTION:
        _insertion(settings, child, stream)
    elif settings.mutation == MutationKind.REASSIGN:
        _reassign(settings, child, stream)
    else:
        _step(settings, child, stream)


_vary = vary_by(_mutate)


@kernel
def _survive(settings, island):
    if settings.scheme == Scheme.GENERATIONAL:
        _generational(settings.elites, island)
    elif settings.scheme == Scheme.MU_PLUS_LAMBDA:
        _plus(settings.elites, island)
    else:
        _comma(settings.elites, island)


@specialise(Kind)
def genetic(kind):
    board_of = _BOARDS[kind]

    @kernel
    def genetic(integers, flags, state, table, stream, numbers, asked, blocked, n, until):
        """``numbers``: encoding, boards, children, and the settings, from ``selection`` on.

        ``integers`` has ``8 n`` as the others, then the boards of parents and children, and three
        more lines of n. ``table``: their guards, the places of parents and of children, and twice
        as many again. ``flags``: n, and twice as many as children.
        """
        p, state, stream = carray(numbers, 16), carray(state, STATE), carray(stream, 4)
        encoding, parents, children = int(p[1]), int(p[2]), int(p[3])
        every = parents + children
        integers, flags = carray(integers, (11 + every) * n), carray(flags, n + 2 * children)
        table = carray(table, 4 * every)
        settings = GeneticSettings(
            int(p[4]), int(p[5]), p[6], int(p[7]), int(p[8]), p[9], int(p[10]), p[11],
            int(p[12]), p[13], n, int(p[14]), int(p[15]), None, 0, 0.0, NO_LIMIT, None,
        )  # fmt: skip
        board = board_of(integers, asked, blocked, n)
        boards, rest = integers[8 * n : (8 + every) * n].reshape((every, n)), integers[-3 * n :]
        population = table[every : every + parents]
        island = Island(boards, table[:every], population, table[every + parents : 2 * every])
        workspace = Workspace(
            board,
            IndexSet(integers[7 * n : 8 * n], flags[:n], state[STATE - 1 : STATE]),
            rest[:n],
            table[2 * every : 2 * every + parents],
            rest[n:].reshape((2, n)),
            table[2 * every + parents : 3 * every],
            flags[n : n + children // 2],
            flags[n + children :],
        )
        best = integers[6 * n : 7 * n]
        progress = GeneticProgress(state[1], state[2], state[3], state[4])
        if state[OWN] == 0:  # not begun
            state[OWN] = 1
            for place in range(every):
                table[every + place] = place
            first = draw_population(parents, encoding, board, stream)
            progress = GeneticProgress(NO_LIMIT, 0, 0, 0)
            for place in range(parents):
                copy_values(boards[place], first[place])
                guards = evaluate(encoding, workspace.board, boards[place])
                table[place] = guards
                progress = note(progress, best, boards[place], guards, 1, 1)
        last = progress.generation + GENERATIONS
        while progress.evaluations < until and progress.generation < last and progress.cost > 0:
            _choose(settings, island, workspace, stream)
            _cross(settings, island, workspace, stream)
            progress = _vary(encoding, settings, island, workspace, best, progress, stream)
            _survive(settings, island)
            generation = progress.generation + 1
            progress = GeneticProgress(
                progress.cost, progress.found_at, progress.evaluations, generation
            )
        copy_values(integers[:n], best)
        state[0] = state[1] = progress.cost
        state[2], state[3], state[4] = progress.found_at, progress.evaluations, progress.generation

    return genetic


def _entries():
    """Yield each entry point with its name in the module; ``rows`` ends those of that encoding."""
    kinds = Kind.PLAIN, Kind.RULES, Kind.TORUS
    for search in (begin, min_conflicts, genetic):
        for kind in Kind if search is min_conflicts else kinds:
            yield f"{search[kind].function.__name__}_{kind.name.lower()}", search[kind].function
    for search in (simulated_annealing, hill_climbing, tabu_search):
        for (kind, moves), entry in search.items():
            if kind in kinds:
                name = f"{entry.function.__name__}_{kind.name.lower()}"
                yield name + "_rows" * (moves is Moves.REASSIGN), entry.function


ENTRIES = dict(_entries())

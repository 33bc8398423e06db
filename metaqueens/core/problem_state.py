"""The state of an author's problem, with kernels made from the functions that the author wrote."""

from collections import namedtuple
from collections.abc import Callable, Mapping
from secrets import token_hex
from typing import Any

import numpy as np

from metaqueens.core.choices import Moves
from metaqueens.core.folders import digest_of
from metaqueens.core.jit import Kernel, kernel, outline

_make_tuple: Any = namedtuple  # fields of its own, and a name made at run time
# The maximum number of conflicts of a variable; larger ones count as this number.
MOST_CONFLICTS = 2**16 - 1
# The arguments of an author's functions; only ``cost`` is required.
ARGUMENTS = {
    "cost": ("values", "data"),
    "swap": ("values", "data", "i", "j"),
    "swap_change": ("values", "data", "i", "j"),
    "assign": ("values", "data", "i", "value"),
    "assign_change": ("values", "data", "i", "value"),
    "variable_cost": ("values", "data", "i"),
}


def make_state_class(
    problem: type, encoding: str, functions: Mapping[str, Callable[..., Any]]
) -> Any:
    """Return the class of the states of ``problem``, a NamedTuple with its kernels.

    values : (n,) int32
    data : the result of ``problem.data()``
    cost : (1,) int64, the cost of ``values``
    value_count : number of values of a variable
    """
    compiled = {
        name: Kernel(function, forceinline=name != "cost") for name, function in functions.items()
    }
    digest = digest_of(*(function.__code__.co_filename for function in functions.values()))
    # No digest: a function without a file. An empty one: a problem of this package.
    name = f"{problem.__name__}_{token_hex(6) if digest is None else digest}"
    state = _make_tuple(name, ["values", "data", "cost", "value_count"])
    state.__module__, state.__qualname__ = problem.__module__, f"{problem.__qualname__}.State"
    state.digest, state.code = digest, functions["cost"].__code__
    state.kernels = _kernels(encoding, compiled)
    for made in state.kernels.values():
        # The symbols of two problems must differ, see ``jit.specialise``.
        made.function.__qualname__ = f"{made.function.__name__}_{name}"
    return state


def _kernels(encoding: str, written: Mapping[str, Any]) -> dict[str, Any]:
    """Return the kernels of a state by their names, which are those of the interface."""
    cost = written["cost"]

    @kernel
    def rebuild(state):
        state.cost[0] = cost(state.values, state.data)

    @kernel
    def compute_cost(state):
        return state.cost[0]

    @kernel
    def value_count(state):
        return state.value_count

    @outline
    def evaluate(encoding, state, values):
        return np.int64(cost(values, state.data))

    kernels: list[Any] = [rebuild, compute_cost, value_count, evaluate, *_moves(encoding, written)]
    if variable_cost := written.get("variable_cost"):

        @kernel
        def count_conflicts(state, i):
            return min(max(np.int64(variable_cost(state.values, state.data, i)), 0), MOST_CONFLICTS)

        kernels.append(count_conflicts)
    return {made.__name__: made for made in kernels}


def _moves(encoding: str, written: Mapping[str, Any]) -> tuple[Any, Any]:
    swap_state, swap_change = _move("swap", written)
    assign_state, assign_change = _move("assign", written)
    swaps_only = encoding == "permutation"

    @kernel
    def delta(kind, state, i, j):
        if swaps_only or kind == Moves.SWAP:
            return swap_change(state, i, j)
        return assign_change(state, i, j)

    @kernel
    def apply(kind, state, i, j):
        if swaps_only or kind == Moves.SWAP:
            swap_state(state, i, j)
        else:
            assign_state(state, i, j)

    return delta, apply


def _move(name: str, written: Mapping[str, Any]) -> tuple[Any, Any]:
    """Return kernels that make a move, ``swap`` or ``assign``, and that compute its change.

    They call the author's functions. Without ``swap_change`` or ``assign_change`` the move is made
    and undone; without a function of the move its change is the difference of two whole costs.
    """
    cost, is_swap = written["cost"], name == "swap"
    move, change = written.get(name), written.get(f"{name}_change")
    if is_swap and move is None and "assign" in written:
        move = _swap_by(written["assign"])
    if move:

        @kernel
        def make(state, i, j):
            state.cost[0] += move(state.values, state.data, i, j)

        @outline
        def compute_change(state, i, j):
            old = np.int64(state.values[i])
            change = np.int64(move(state.values, state.data, i, j))
            move(state.values, state.data, i, j if is_swap else old)
            return change
    else:
        set_values = _swap_values if is_swap else _set_value

        @outline
        def make(state, i, j):
            set_values(state.values, i, j)
            state.cost[0] = cost(state.values, state.data)

        @outline
        def compute_change(state, i, j):
            old = np.int64(state.values[i])
            set_values(state.values, i, j)
            after = np.int64(cost(state.values, state.data))
            set_values(state.values, i, j if is_swap else old)
            return after - state.cost[0]

    if change:

        @kernel
        def compute_change(state, i, j):
            return np.int64(change(state.values, state.data, i, j))

    kernels: tuple[Any, Any] = make, compute_change
    for made in kernels:
        # The symbols of two kernels must differ, see ``jit.specialise``.
        made.function.__qualname__ += f"_{name}"
    return kernels


def _swap_by(assign: Any) -> Any:

    @outline
    def swap(values, data, i, j):
        a, b = np.int64(values[i]), np.int64(values[j])
        change = np.int64(assign(values, data, i, b))
        return change + np.int64(assign(values, data, j, a))

    return swap


@kernel
def _swap_values(values, i, j):
    values[i], values[j] = values[j], values[i]


@kernel
def _set_value(values, i, value):
    values[i] = value

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
    digest = digest_of(*functions.values())
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
    """Return the kernels of a state by the names of the interface."""
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

    kernels = {
        "rebuild": rebuild,
        "compute_cost": compute_cost,
        "value_count": value_count,
        "evaluate": evaluate,
        **_moves(encoding, written),
    }
    if variable_cost := written.get("variable_cost"):

        @kernel
        def count_conflicts(state, i):
            return min(max(np.int64(variable_cost(state.values, state.data, i)), 0), MOST_CONFLICTS)

        kernels["count_conflicts"] = count_conflicts
    return kernels


def _moves(encoding: str, written: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``delta`` and ``apply``: by the author's functions, or by the whole cost."""
    cost, assign = written["cost"], written.get("assign")
    swap = written.get("swap") or (_swap_by(assign) if assign else None)
    swap_state = _make(swap) if swap else _swap_by_cost(cost)
    swap_change = _change(written.get("swap_change"), swap and _undo_swap(swap))
    swap_change = swap_change or _swap_change_by_cost(cost)
    if encoding == "permutation":

        @kernel
        def delta(kind, state, i, j):
            return swap_change(state, i, j)

        @kernel
        def apply(kind, state, i, j):
            swap_state(state, i, j)

        return {"delta": delta, "apply": apply}

    assign_state = _make(assign) if assign else _assign_by_cost(cost)
    assign_change = _change(written.get("assign_change"), assign and _undo_assign(assign))
    assign_change = assign_change or _assign_change_by_cost(cost)

    @kernel
    def delta_of_rows(kind, state, i, j):
        if kind == Moves.SWAP:
            return swap_change(state, i, j)
        return assign_change(state, i, j)

    @kernel
    def apply_to_rows(kind, state, i, j):
        if kind == Moves.SWAP:
            swap_state(state, i, j)
        else:
            assign_state(state, i, j)

    return {"delta": delta_of_rows, "apply": apply_to_rows}


def _make(move: Any) -> Any:
    """Return a kernel that makes the author's ``move`` and keeps the cost right."""

    @kernel
    def make(state, i, j):
        state.cost[0] += move(state.values, state.data, i, j)

    return make


def _change(change: Any, by_undoing: Any) -> Any:
    """Return a kernel with the change of a move: the author's, or by making and undoing it."""
    if change is None:
        return by_undoing

    @kernel
    def compute_change(state, i, j):
        return np.int64(change(state.values, state.data, i, j))

    return compute_change


def _undo_swap(swap: Any) -> Any:
    @outline
    def change(state, i, j):
        change = np.int64(swap(state.values, state.data, i, j))
        swap(state.values, state.data, i, j)
        return change

    return change


def _undo_assign(assign: Any) -> Any:
    @outline
    def change(state, i, value):
        old = np.int64(state.values[i])
        change = np.int64(assign(state.values, state.data, i, value))
        assign(state.values, state.data, i, old)
        return change

    return change


def _swap_by(assign: Any) -> Any:
    """Return a swap that makes two assignments."""

    @outline
    def swap(values, data, i, j):
        a, b = np.int64(values[i]), np.int64(values[j])
        change = np.int64(assign(values, data, i, b))
        return change + np.int64(assign(values, data, j, a))

    return swap


def _swap_by_cost(cost: Any) -> Any:
    @outline
    def swap(state, i, j):
        values = state.values
        values[i], values[j] = values[j], values[i]
        state.cost[0] = cost(values, state.data)

    return swap


def _swap_change_by_cost(cost: Any) -> Any:
    @outline
    def change(state, i, j):
        values = state.values
        values[i], values[j] = values[j], values[i]
        after = np.int64(cost(values, state.data))
        values[i], values[j] = values[j], values[i]
        return after - state.cost[0]

    return change


def _assign_by_cost(cost: Any) -> Any:
    @outline
    def assign(state, i, value):
        state.values[i] = value
        state.cost[0] = cost(state.values, state.data)

    return assign


def _assign_change_by_cost(cost: Any) -> Any:
    @outline
    def change(state, i, value):
        old = state.values[i]
        state.values[i] = value
        after = np.int64(cost(state.values, state.data))
        state.values[i] = old
        return after - state.cost[0]

    return change

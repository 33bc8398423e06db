"""Checks of an author's problem: each function as plain Python against its cost, then compiled."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from difflib import get_close_matches
from itertools import islice
from typing import Any
from xml.etree import ElementTree

import numpy as np

from metaqueens.conformance.author import Author, find_difference, show, show_values
from metaqueens.conformance.checking import Check, Note, Promise, check_all
from metaqueens.core.jit import Kernel
from metaqueens.core.problem_state import ARGUMENTS
from metaqueens.exact.effort import Effort, LimitReached
from metaqueens.exact.solvers import cp_sat
from metaqueens.problem.problem import Problem
from metaqueens.search.budget import Budget
from metaqueens.text.validation import describe

# Number of moves, of moves after a failure, and of moves after which the walk begins again.
MOVES, FEW_MOVES, RESTART = 400, 4, 100
# Calls of each compiled function, and cases of a model.
CALLS, MODEL_CASES, MODEL_SECONDS = 30, 20, 10.0
FUNCTIONS = (*ARGUMENTS, "data", "cp_sat", "write", "draw")


def checks(problem: Problem) -> Iterator[Check]:
    """Check ``problem``, until a check fails."""
    return check_all(promises(problem))


def explain_failure(problem: object, error: Exception) -> str:
    """Return the text of an error of a search; of the compiler, the fault that few moves find."""
    if error.__cause__ is None or not isinstance(problem, Problem):
        return str(error)
    try:
        Trial(problem).check_moves(FEW_MOVES)
    except AssertionError as fault:
        return str(fault)
    return f"{error}\n`metaqueens check` says more about the same problem"


def promises(problem: Problem) -> list[Promise]:
    """Return the promises of a problem; each test relies on those before it."""
    trial = Trial(problem)
    tests: dict[str, Callable[[], str | None]] = {
        "functions": trial.check_names,
        "cost": trial.check_cost,
        "moves": trial.check_moves,
    }
    if problem.has("cp_sat"):
        tests["model"] = trial.check_model
    if problem.has("draw"):
        tests["picture"] = trial.check_picture
    tests["compiled code"] = trial.check_compiled_code
    return [Promise(name, test, is_basis=True) for name, test in tests.items()]


class Trial:
    """A walk whose every move is compared with the cost on fresh data.

    values, data, cost : the present state, as the author's functions left it
    fresh : the data that ``cost`` makes of ``values``
    suspicion : the first call after which ``data`` were not ``fresh``; "" if there is none
    """

    def __init__(self, problem: Problem) -> None:
        self.problem, self.author = problem, Author(problem)
        self.rng = np.random.default_rng(0)
        # In rows, a swap without a function of its own is two assignments, which are checked.
        swaps = problem.encoding == "permutation" or problem.has("swap")
        self.kinds = ["assign"] * (problem.encoding == "rows") + ["swap"] * swaps
        self.seen: dict[bytes, int] = {}
        self.suspicion = ""

    def check_names(self) -> str:
        """List the functions of the class, and members whose names are nearly theirs."""
        kind = type(self.problem)
        written = [
            name
            for name in FUNCTIONS
            if getattr(kind, name, None) is not getattr(Problem, name, None)
        ]
        own = (name for name in vars(kind) if not (name.startswith("_") or hasattr(Problem, name)))
        near = {name: get_close_matches(name, FUNCTIONS, 1, 0.75) for name in own}
        wrong = [
            f"{name} is not used; did you mean {known[0]}?"
            for name, known in near.items()
            if known and name not in FUNCTIONS
        ]
        text = "; ".join([", ".join(written), *wrong])
        return Note(text) if wrong else text

    def check_cost(self) -> None:
        """Check that ``cost`` is an integer from 0 on that depends on the values alone."""
        author, first, second = self.author, self.author.data(), self.author.data()
        if found := find_difference(second, first):
            author.fail("data", f"data() differs from call to call: {found} the second time")
        for _ in range(CALLS):
            values = self.draw_values()
            original, cost = values.copy(), author.count(values)[0]
            if found := find_difference(values, original, "values"):
                author.fail("cost", f"cost() changes the values: {found}")
            for argument, data, fault in (
                (values, first, "it depends on earlier calls; reset the counts in data"),
                (values.astype(np.int64), second, "it overflows 32 bits; compute with np.int64"),
            ):
                if (got := author.call("cost", argument, data)[0]) != cost:
                    author.fail("cost", f"cost() returned {cost:,}, then {got:,}: {fault}")

    def check_moves(self, moves: int = MOVES) -> None:
        """Check that a move returns the change of the cost and updates values and data."""
        self.data = self.author.data()
        for step in range(moves):
            if step % RESTART == 0:
                self.place_at(self.draw_values())
            kind = str(self.rng.choice(self.kinds))
            # A move that changes nothing comes last: a wrong sign is clearer at another one.
            self.try_move(kind, *self.draw_move(self.values, kind, is_empty=step % 10 == 9))
            self.seen[self.values.tobytes()] = self.cost

    def check_model(self) -> None:
        """Check that CP-SAT's model and the cost accept the same assignments.

        In its solutions no variable may have a part in the cost, which is 0.
        """
        author = self.author
        for code, cost in sorted(self.seen.items(), key=lambda entry: entry[1])[:MODEL_CASES]:
            values = np.frombuffer(code, np.int32)
            if (accepts := author.attempt(cp_sat.confirms, self.problem, values)) != (cost == 0):
                verb = "accepts" if accepts else "refuses"
                author.fail("cp_sat", f"the model {verb} {values.tolist()} of cost {cost:,}")
        effort = Effort.from_budget(Budget(seconds=MODEL_SECONDS))
        try:
            found = [*islice(cp_sat.boards(self.problem, effort), MODEL_CASES)]
        except LimitReached:
            return
        except RuntimeError as error:  # each solution is recounted
            author.fail("cp_sat", f"the model is not that of cost(): {error}")
        if not found:
            fault = f"the model has no solution for {self.problem.label}"
            author.fail("cp_sat", f"{fault}; if there is none, check another size")
        for values in found if self.problem.has("variable_cost") else ():
            self.place_at(values.astype(np.int32))
            self.check_conflicts([*range(self.problem.n)], "", 0)

    def check_picture(self) -> None:
        """Check that ``draw`` returns SVG."""
        picture = self.author.attempt(self.problem.draw, self.draw_values())  # type: ignore[attr-defined]
        try:
            is_svg = ElementTree.fromstring(picture).tag.rpartition("}")[2] == "svg"
        except (ElementTree.ParseError, TypeError) as error:
            got = "text that is no XML" if isinstance(picture, str) else describe(picture)
            self.author.fail("draw", f"draw() returned {got} ({error}); expected the text of SVG")
        if not is_svg:
            self.author.fail("draw", "draw() returned XML whose first element is not svg")

    def check_compiled_code(self) -> None:
        """Check that compiled functions do the same as in plain Python."""
        for name in filter(self.problem.has, ARGUMENTS):
            compiled = Kernel(getattr(type(self.problem), name))
            for step in range(CALLS):
                values = self.draw_values()
                data = self.author.count(values)[1]
                values_2, data_2 = values.copy(), deepcopy(data)
                move = self.draw_move(values, "swap" if "swap" in name else "assign", step == 0)
                move = move[: len(ARGUMENTS[name]) - 2]
                expected, place = self.author.call(name, values, data, *move)
                got = compiled(values_2, data_2, *move)
                found = find_difference(values_2, values, "values") or find_difference(data_2, data)
                if not isinstance(got, int | np.integer | np.bool_) or got != expected or found:
                    fault = f"returned {describe(got)} compiled, {expected:,} in Python; {found}"
                    raise AssertionError(f"{place}: {show(name, *move)} {fault}".rstrip("; "))

    def place_at(self, values: np.ndarray) -> None:
        """Continue from ``values``, with the used data after ``cost``."""
        self.values = values
        self.cost, self.fresh = self.author.count(values)
        self.author.call("cost", values, self.data)
        self.suspect("cost()", "cost")

    def try_move(self, kind: str, i: Any, j: Any) -> None:
        """Check the change of a move, make it, and often take it back if it is worse."""
        before, after, old, fresh = self.values.copy(), self.values.copy(), self.cost, self.fresh
        if kind == "swap":
            after[[i, j]] = before[[j, i]]
        else:
            after[i] = j
        cost, fresh_after = self.author.count(after)
        if self.problem.has("variable_cost"):
            self.check_conflicts([i, j] if kind == "swap" else [i], show(kind, i, j), cost)
        if self.problem.has(f"{kind}_change"):
            self.compare(f"{kind}_change", i, j, before, cost - old)
        name = kind if self.problem.has(kind) else "assign"
        if not self.problem.has(name):
            self.place_at(after)
            return
        self.cost, self.fresh = cost, fresh_after
        self.compare(name, i, j, after, cost - old)
        if cost > old and self.rng.random() < 0.9:
            self.cost, self.fresh = old, fresh
            self.compare(name, i, j if kind == "swap" else np.int64(before[i]), before, old - cost)

    def compare(self, name: str, i: Any, j: Any, after: np.ndarray, change: int) -> None:
        """Make a move, which must lead to ``after`` and change the cost by ``change``."""
        before, calls = self.values.copy(), [(name, i, j)]
        if name == "assign" and self.kinds == ["swap"]:  # a swap of two assignments
            calls = [(name, i, np.int64(before[j])), (name, j, np.int64(before[i]))]
        text = " and ".join(show(*call) for call in calls)
        got, place = self.run(calls, self.values, self.data)
        if found := find_difference(self.values, after, "values"):
            self.author.fail(name, f"after {text} {found}")
        if got != change:
            old, data = self.author.count(before)
            if self.suspicion and self.run(calls, before, data)[0] == change:
                raise AssertionError(self.suspicion)
            truth = f"the cost changes by {change:,}, from {old:,} to {old + change:,}"
            truth += show_values(before)
            raise AssertionError(f"{place}: {text} returned {got:,}, but {truth}")
        self.suspect(text, name)

    def run(self, calls: list[tuple[str, Any, Any]], values: Any, data: Any) -> tuple[int, str]:
        """Make ``calls``; return the sum of their results, and the last place."""
        results = [self.author.call(name, values, data, i, j) for name, i, j in calls]
        return sum(change for change, _ in results), results[-1][1]

    def suspect(self, text: str, name: str) -> None:
        """Remember the first call that leaves other data than ``cost``: it may be no fault."""
        if not self.suspicion and (found := find_difference(self.data, self.fresh)):
            self.suspicion = f"{self.author.place(name)}: after {text} {found} as by cost()"

    def check_conflicts(self, variables: list[Any], move: str, after: int) -> None:
        """Check the part of ``variables`` in the cost, which their ``move`` sets to ``after``."""
        name, costs = "variable_cost", []
        for k in variables:
            cost, place = self.author.call(name, self.values, self.data, k)
            if cost != self.author.call(name, self.values, self.fresh, k)[0]:
                raise AssertionError(self.suspicion or f"{place}: {name} depends on earlier calls")
            if cost < 0 or (cost and not self.cost):
                fault = f"{name}({k}) returned {cost:,} at cost {self.cost:,}"
                raise AssertionError(f"{place}: {fault}{show_values(self.values)}")
            costs.append(cost)
        if after < self.cost and not any(costs):
            fault = f"{name} is 0 for {' and '.join(map(str, variables))}"
            lowers = f"{move} lowers the cost from {self.cost:,} to {after:,}"
            raise AssertionError(f"{place}: {fault}, but {lowers}{show_values(self.values)}")

    def draw_values(self) -> np.ndarray:
        """Draw random values."""
        n, count = self.problem.n, self.problem.value_count
        if self.problem.encoding == "permutation":
            return self.rng.permutation(n).astype(np.int32)
        return self.rng.integers(count, size=n, dtype=np.int32)

    def draw_move(self, values: np.ndarray, kind: str, is_empty: bool) -> tuple[Any, Any]:
        """Draw a random move, or one that changes nothing."""
        i = self.rng.integers(self.problem.n)
        if is_empty:
            return i, i if kind == "swap" else np.int64(values[i])
        return i, self.rng.integers(self.problem.n if kind == "swap" else self.problem.value_count)

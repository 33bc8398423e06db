"""Runs drawn from the fields of the lab, and what ``solve`` makes of them."""

import json
import random
from pathlib import Path
from typing import Any

from metaqueens import Budget, Queens, solve
from metaqueens.contestants.registry import CONTESTANTS
from metaqueens.lab import page
from metaqueens.pages import page as pages
from tests.processes import written_by

KERNELS = Path(page.__file__).with_name("kernels.wasm")
ASSETS = Path(pages.__file__).with_name("assets")
SIZES = (4, 5, 8, 12, 20, 50, 100, 200)
# Above this a lower number tells nothing more of a field without a highest one.
HIGH = 200


def run_drawn(draw: random.Random) -> dict[str, Any]:
    """A search, its parameters within their ranges, n, seed, budget, and how often to look."""
    search = draw.choice([one for one in page.searches() if one["name"] != "backtracking"])
    parameters = {
        field["key"]: _value(field, draw) for field in search["fields"] if draw.random() < 0.6
    }
    _keep_to_kinds(search, parameters)
    _in_order(parameters)
    slow = search["name"] in ("hill_climbing", "genetic")
    n = draw.choice(SIZES[: 6 if slow else None])
    rules = _rules(search, parameters, n, draw) if draw.random() < 0.5 else {}
    start = None
    if draw.random() < 0.2 and not rules.get("placed") and search["name"] != "genetic":
        start = draw.sample(range(n), n)
    return {
        "search": search["name"],
        "encoding": parameters.get("encoding", search["encoding"]),
        "parameters": parameters,
        "rules": rules,
        "start": start,
        "n": n,
        "seed": draw.randrange(2**53),
        "evaluations": draw.choice([1, 100, 5_000, 60_000]),
        "looks": draw.randint(1, 7),
    }


def _value(field: dict[str, Any], draw: random.Random) -> Any:
    if "options" in field:
        return draw.choice(field["options"])
    if field["key"] == "restarts.unit":
        return draw.randint(20, 2_000)
    if field["key"] == "population":
        return draw.randint(10, 60)
    if field["key"] in ("elites", "mutation.times"):
        return draw.randint(1, 9)
    if field["empty"] and draw.random() < 0.3:
        return None
    if field["whole"]:
        return draw.randint(field["least"], HIGH)
    low, high = field["above"] or field["least"], field["most"] or 3.0
    return round(draw.uniform(low + 0.01, high), 3)


def _keep_to_kinds(search: dict[str, Any], parameters: dict[str, Any]) -> None:
    """Leave out what goes with another kind of its key than the one that is drawn."""
    usual = {field["key"]: field["default"] for field in search["fields"]}
    for field in search["fields"]:
        kind = f"{field['key'].partition('.')[0]}.use"
        use = parameters.get(kind, usual.get(kind))
        if use not in field.get("only", [use]):
            parameters.pop(field["key"], None)
        elif field.get("required"):
            parameters.setdefault(field["key"], field["default"])


def _rules(
    search: dict[str, Any], parameters: dict[str, Any], n: int, draw: random.Random
) -> dict[str, Any]:
    """Some rules that the search honours, as a config has them."""
    honoured = search["rules"]["of"]
    if by := search["rules"]["by"]:
        usual = {field["key"]: field["default"] for field in search["fields"]}
        honoured = honoured[parameters.get(by, usual[by])]
    torus = draw.random() < 0.4
    last = n if torus else 2 * n - 1
    squares = sorted(draw.sample([(r, c) for r in range(n) for c in range(n)], n // 2))
    placed = _apart(n, torus, draw)
    lines = sorted({(draw.randrange(last), draw.choice(["rising", "falling"])) for _ in range(3)})
    drawn = {"excluded": lines, "blocked": squares, "placed": placed}
    if draw.random() < 0.5:
        drawn["blocked"] = []
    taken = set(placed) if "placed" in honoured else set()
    drawn["blocked"] = [square for square in drawn["blocked"] if square not in taken]
    drawn["excluded"] = [
        (line, way)
        for line, way in lines
        if not any(_on(line, way, square, n, torus) for square in taken)
    ]
    rules = {name: [*map(list, those)] for name, those in drawn.items() if name in honoured}
    return {"torus": torus, **rules}


def _apart(n: int, torus: bool, draw: random.Random) -> list[tuple[int, int]]:
    """A few squares [row, column] of which none attacks another."""
    found: list[tuple[int, int]] = []
    for _ in range(n // 2):
        row, column = draw.randrange(n), draw.randrange(n)
        across = [(abs(row - r), abs(column - c)) for r, c in found]
        if all(r and c and r != c and not (torus and r + c == n) for r, c in across):
            found.append((row, column))
    return sorted(found)


def _on(line: int, way: str, square: tuple[int, int], n: int, torus: bool) -> bool:
    row, column = square
    index = row - column + n - 1 if way == "rising" else row + column
    return (index - line) % n == 0 if torus else index == line


def _in_order(parameters: dict[str, Any]) -> None:
    """Exchange what is the wrong way round, and leave out what may be, where one is not given."""
    for low, high in (("shortest", "longest"), ("schedule.cold", "schedule.hot")):
        one, other = parameters.get(low), parameters.get(high)
        if one is None or other is None:
            parameters.pop(low, None)
            parameters.pop(high, None)
        else:
            parameters[low], parameters[high] = sorted((one, other))


def by_solve(run: dict[str, Any]) -> list[Any]:
    """What the run comes to here: evaluations, steps, found_at, attacking pairs, board."""
    parameters: dict[str, Any] = {}
    for key, value in run["parameters"].items():
        first, _, second = key.partition(".")
        if value == page.NEVER:
            continue
        if second:
            parameters.setdefault(first, {})[second] = value
        else:
            parameters[first] = value
    for key, use in (("schedule", "geometric"), ("selection", "tournament")):
        if key in parameters:
            parameters[key].setdefault("use", use)
    if run["start"]:
        parameters["start"] = {"board": run["start"]}
    algorithm = CONTESTANTS[run["search"]](**parameters)
    problem, budget = Queens(run["n"], **run["rules"]), Budget(run["evaluations"])
    found = solve(problem, algorithm, budget, run["seed"], encoding=run["encoding"])
    counts = [found.evaluations, found.steps, found.found_at, found.cost]
    return [*counts, found.values.tolist()]


def require_the_same(runs: list[dict[str, Any]], found: list[dict[str, Any]]) -> None:
    """Check that what a browser found is what the runs come to here."""
    for run, one in zip(runs, found, strict=True):
        evaluations, steps, found_at, guards, queens = by_solve(run)
        assert [one[key] for key in ("evaluations", "steps", "found_at", "queens", "solved")] == [
            evaluations, steps, found_at, queens, guards == 0,
        ], run  # fmt: skip


def by_node(runs: list[dict[str, Any]]) -> list[list[Any]]:
    """What the module makes of them, without a browser."""
    cases = [with_defaults(run) for run in runs]
    given = {"usual": page.usual(), "searches": page.searches(), "cases": cases}
    script = Path(__file__).with_name("runs.js")
    return json.loads(written_by("node", script, ASSETS, KERNELS, given=json.dumps(given)))


def with_defaults(run: dict[str, Any]) -> dict[str, Any]:
    (search,) = [one for one in page.searches() if one["name"] == run["search"]]
    usual = {field["key"]: field["default"] for field in search["fields"]}
    return {**run, "parameters": usual | run["parameters"]}


def asked(run: dict[str, Any]) -> dict[str, Any]:
    """A run as scripts ask for it: the page knows the encoding, and the defaults."""
    return {key: value for key, value in run.items() if key not in ("encoding", "looks")}

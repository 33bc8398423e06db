"""Runs drawn from the fields of the lab, and what ``solve`` makes of them."""

import json
import random
import subprocess
from pathlib import Path
from typing import Any

from metaqueens import Budget, Queens, solve
from metaqueens.contestants.registry import CONTESTANTS
from metaqueens.lab import page
from metaqueens.pages import page as pages

KERNELS = Path(page.__file__).with_name("kernels.wasm")
ASSETS = Path(pages.__file__).with_name("assets")
SIZES = (4, 5, 8, 12, 20, 50, 100, 200)
# Above this a lower number tells nothing more of a field without a highest one.
HIGH = 200


def run_drawn(draw: random.Random) -> dict[str, Any]:
    """A search, its parameters within their ranges, n, seed, budget, and how often to look."""
    search = draw.choice(page.searches())
    parameters = {
        field["key"]: _value(field, draw) for field in search["fields"] if draw.random() < 0.6
    }
    use = parameters.get("schedule.use", "geometric")
    for field in search["fields"]:
        if use not in field.get("only", [use]):
            parameters.pop(field["key"], None)
    _in_order(parameters)
    return {
        "search": search["name"],
        "encoding": search["encoding"],
        "parameters": parameters,
        "n": draw.choice(SIZES[: 6 if search["name"] == "hill_climbing" else None]),
        "seed": draw.randrange(2**53),
        "evaluations": draw.choice([1, 100, 5_000, 60_000]),
        "looks": draw.randint(1, 7),
    }


def _value(field: dict[str, Any], draw: random.Random) -> Any:
    if "options" in field:
        return draw.choice(field["options"])
    if field["empty"] and draw.random() < 0.3:
        return None
    if field["whole"]:
        return draw.randint(field["least"], HIGH)
    low, high = field["above"] or field["least"], field["most"] or 2.0
    return round(draw.uniform(low + 0.01, high), 3)


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
        if second:
            parameters.setdefault(first, {})[second] = value
        else:
            parameters[first] = value
    if "schedule" in parameters:
        parameters["schedule"].setdefault("use", "geometric")
    algorithm = CONTESTANTS[run["search"]](**parameters)
    problem = Queens(run["n"], run["encoding"])
    found = solve(problem, algorithm, Budget(run["evaluations"]), run["seed"])
    counts = [found.evaluations, found.steps, found.found_at, found.guards]
    return [*counts, found.queens.tolist()]


def by_node(runs: list[dict[str, Any]]) -> list[list[Any]]:
    """What the module makes of them, without a browser."""
    given = {"usual": page.usual(), "cases": [with_defaults(run) for run in runs]}
    script = Path(__file__).with_name("runs.js")
    said = subprocess.run(
        ["node", script, ASSETS, KERNELS],
        input=json.dumps(given), capture_output=True, text=True, check=True,
    )  # fmt: skip
    found: list[list[Any]] = json.loads(said.stdout)
    return found


def with_defaults(run: dict[str, Any]) -> dict[str, Any]:
    (search,) = [one for one in page.searches() if one["name"] == run["search"]]
    usual = {field["key"]: field["default"] for field in search["fields"]}
    return {**run, "parameters": usual | run["parameters"]}

"""The golden record: what each algorithm does from given seeds, which no redesign may change.

``python -m tests.golden.record`` writes it anew, which only a change that is meant
to change searches may do.
"""

import json
import sys
from collections.abc import Sequence
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from metaqueens import Budget, Queens, solve
from metaqueens.algorithms import ALGORITHMS
from metaqueens.exact import EXACT

RECORD = Path(__file__).parent / "record.json"
SIZES, SEEDS = (7, 40, 300), (0, 1, 2, 3, 4)
EVALUATIONS = 20_000
# Those of which a board takes as many steps as it has squares, or Python's own.
FEWER = {"ant_colony": 1_000, "genetic": 6_000}
GA = {"population": 20, "elites": 2}
ENGINES = ("deap", "compiled")

# Each contestant's name, its parameters, and the encodings that it is run on.
CONTESTANTS: dict[str, list[dict[str, Any]]] = {
    "hill_climbing": [
        {},
        *(
            {"variant": variant, "sideways": sideways, "restarts": 3}
            for variant in ("first_improvement", "stochastic", "steepest")
            for sideways in (0, 20)
        ),
        {"encoding": "rows", "moves": "step"},
        {"encoding": "rows", "moves": "swap"},
        {"variant": "conflicted"},
    ],
    "simulated_annealing": [
        {},
        {"schedule": {"use": "linear", "length": 500, "reheats": 3}},
        {"schedule": {"use": "geometric", "hot": 2.0, "cold": 0.1, "length": 100}},
        {"schedule": {"use": "constant", "temperature": 0.5}},
        {"focus": "conflicted"},
        {"encoding": "rows", "moves": "step"},
    ],
    "min_conflicts": [
        {},
        {"start": "random"},
        {"start": "random", "noise": 0.2, "restart_after": 5},
        {"noise": 0.1, "restart_after": None},
        {"scan": "sampled"},
        {"start": "sampled"},
    ],
    "tabu_search": [{}, {"shortest": 0, "longest": 2}],
    "adaptive_search": [{}, {"improvement": "best", "plateau": 0.5, "tenure": 5}],
    "extremal_optimisation": [{}, {"tau": 1.4, "move": "random"}],
    "ant_colony": [{}, {"ants": 5, "beta": 3.0, "restart_after": 20}],
    "queue_search": [{}],
    "local_search": [
        {},
        {"acceptance": {"use": "metropolis"}},
        {"acceptance": {"use": "threshold", "length": 500}},
        {"acceptance": {"use": "late_acceptance", "length": 5, "patience": 300}},
        {"acceptance": {"use": "great_deluge", "length": 500}},
        {"acceptance": {"use": "record_to_record", "deviation": 2}},
        {"encoding": "rows", "moves": "step"},
    ],
    "iterated_local_search": [{}, {"strength": 5, "keep": "always", "patience": 50}],
    "random_search": [{}],
    "genetic": [
        *({**GA, "engine": engine} for engine in ENGINES),
        *(
            {**GA, "engine": engine, "scheme": "mu_plus_lambda", "children": 30}
            for engine in ENGINES
        ),
        *(
            {**GA, "engine": engine, "scheme": "mu_comma_lambda", "children": 40, "elites": 0}
            for engine in ENGINES
        ),
        *(
            {**GA, "engine": "compiled", "crossover": {"use": use}}
            for use in ("pmx", "order", "cycle", "one_point", "two_point", "uniform")
        ),
        *(
            {**GA, "engine": "compiled", "mutation": {"use": use, "probability": 0.6}}
            for use in ("swap", "inversion", "insertion", "shuffle", "reassign", "step")
        ),
        *(
            {**GA, "engine": engine, "selection": {"use": use}}
            for use in ("roulette", "best")
            for engine in ENGINES
        ),
        {**GA, "engine": "compiled", "islands": {"count": 3, "every": 2}},
        {**GA, "engine": "compiled", "local_search": {"steps": 3, "share": 0.4}},
        {**GA, "engine": "compiled", "local_search": {"use": "hill_climbing"}},
    ],
}  # fmt: skip
COMPLETE: dict[str, list[dict[str, Any]]] = {
    "backtracking": [
        {"form": form} for form in ("bitmask", "iterative", "cartesian", "permutation", "matrix")
    ],
    "construction": [{}],
    "cp": [{}, {"variables": "first_unbound", "values": "min_value"}],
}


def is_fast(row: Sequence[Any]) -> bool:
    """Whether tests have time for this run: of each kind on the largest boards they do two."""
    return row[0] < SIZES[-1] or row[1] < 2


def runs(only: str | None = None, first: bool = False, fast: bool = False) -> dict[str, list[Any]]:
    """All that is recorded, or that of one contestant: a row for each run, under what was run.

    Of each the ``first`` alone, on the smallest board, or those that are ``fast``, where that is
    asked for.
    """
    most = 1 if first else None
    found: dict[str, list[Any]] = {}
    for use, variants in CONTESTANTS.items():
        if only not in (None, use):
            continue
        for given in variants:
            for encoding in ALGORITHMS[use].encodings:
                if given.get("encoding", encoding) == encoding:
                    key = f"{use} {json.dumps(given)} {encoding}"
                    asked = list(product(SIZES[:most], SEEDS[:most]))
                    asked = [one for one in asked if not fast or is_fast(one)]
                    found[key] = list(_runs_of(use, given, encoding, asked))
    for use, variants in COMPLETE.items():
        if only not in (None, use):
            continue
        for given in variants:
            key = f"{use} {json.dumps(given)} permutation"
            asked = [(n, 0) for n in (6, 8, 15)[:most]]
            found[key] = list(_runs_of(use, given, "permutation", asked))
    return found


def _runs_of(use: str, given: Any, encoding: Any, asked: list[tuple[int, int]]) -> Any:
    kind, budget = (ALGORITHMS | EXACT)[use], Budget(FEWER.get(use, EVALUATIONS))
    for n, seed in asked:
        try:
            algorithm = kind(**given)
            result = solve(Queens(n), algorithm, budget, seed, encoding=encoding)
        except ValueError:  # not on this encoding: that is recorded too
            yield [n, seed, "refused"]
            continue
        board = sha256(np.asarray(result.values, np.int64).tobytes()).hexdigest()[:16]
        told = (result.evaluations, result.steps, result.cost, result.found_at, board)
        trace = [point[:2] for point in result.trace]
        yield [n, seed, *told, result.reason, sha256(repr(trace).encode()).hexdigest()[:8]]


if __name__ == "__main__":
    record = runs()
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in record.items())
    RECORD.write_text("{\n" + lines + "\n}\n")
    sys.stdout.write(f"{sum(map(len, record.values()))} runs\n")

"""The headlines of the page on fresh blocks of boards and seeds.

python -m experiments.shelf.headlines RESULTS    # writes headlines.csv; ten minutes of one core
"""

import csv
import json
import sys
from collections.abc import Iterator
from itertools import islice
from math import inf
from pathlib import Path
from statistics import mean
from typing import Any

import yaml

from experiments.hard.tables import rows
from experiments.headlines import write
from experiments.shelf.tuned import DEAR, DEAR_BUDGET, KINDS
from experiments.shelf.tuning import spearman
from metaqueens import Budget, Queens, solve
from metaqueens.config.contestant import contestant
from metaqueens.exact.instances import instances
from metaqueens.queens.families import Family

HERE = Path(__file__).parent
BLOCKS, STRIDE = (1, 2), 10**6
PLAIN_RUNS, BOARDS = 8, 10
ODDS_RUNS, ODDS_BUDGET = 2_000, Budget(evaluations=10**6)
STUDIES = ("plain", "hard", "torus", "large")
FIRST = ("ant colony", "adaptive search")
FIRST_TUNED = {"plain": (*FIRST, "hill climbing", "annealing"), "hard": FIRST}
TRIO = ("extremal optimisation", "adaptive search")
SIMPLE = ("iterated local search", "threshold", "late acceptance", "annealing")
Rows = dict[str, dict[str, Any]]


def shelves(results: Path, block: int) -> Iterator[tuple[str, float]]:
    """What the page says of the defaults."""
    found: dict[str, Rows] = {}
    for study in STUDIES:
        for row in rows(str(results / f"shelf_{study}_block{block}")):
            found.setdefault(row["family"], {})[row["algorithm"]] = row
    costs = {
        family: {name: row["ert"] or inf for name, row in mine.items()}
        for family, mine in found.items()
    }
    plain = [found[f"n={n}"] for n in (8, 20, 50, 100)]
    with (HERE / "table.csv").open(encoding="utf-8") as file:
        told = list(csv.DictReader(file))
    failed = {row["algorithm"] for row in told if _plain(row) and _left(row)}
    solving = [mine[name] for mine in plain for name in mine if name not in failed]
    yield "all plain", min(row["solved"] / row["runs"] for row in solving)
    with (HERE / "large.csv").open(encoding="utf-8") as file:
        large = {row["algorithm"]: not _left(row) for row in csv.DictReader(file)}
    thousand = found["n=1000"]
    share = {name: row["solved"] / row["runs"] for name, row in thousand.items()}
    yield "thousand", min(share[name] for name in share if large[name])
    yield "too dear", max(share[name] for name in ("hill climbing", "tabu search"))
    ranks = {
        family: {name: 1 + k for k, name in enumerate(sorted(mine, key=lambda one: mine[one]))}
        for family, mine in costs.items()
    }
    small = {family: mine for family, mine in ranks.items() if family != "n=1000"}
    yield "fewest", max(min(mine.get(one, inf) for one in FIRST) for mine in ranks.values())
    yield "ants", max(mine["ant colony"] for mine in small.values())
    hundred = found["n=100"]
    times = {name: row["median_time"] for name, row in hundred.items() if row["median_time"]}
    yield "work", times["ant colony"] / min(times.values())
    yield "trio", max(mine[name] for mine in small.values() for name in TRIO)
    hard = next(mine for family, mine in ranks.items() if "excluded" in family)
    yield "tabu", hard["tabu search"]
    every = [*plain, thousand]
    yield (
        "simple",
        min(mine[name]["solved"] / mine[name]["runs"] for mine in every for name in SIMPLE),
    )
    yield "min-conflicts", share["min-conflicts"]
    best = [min(mine.values()) for family, mine in costs.items() if family in small]
    crowds = ("genetic", "estimation of distribution")
    yield (
        "populations",
        min(
            min(costs[family][name] for name in crowds) / one
            for family, one in zip(small, best, strict=True)
        ),
    )


def _plain(row: dict[str, str]) -> bool:
    return row["family"] in {f"n={n}" for n in (8, 20, 50, 100)}


def _left(row: dict[str, str]) -> bool:
    return row["solved"] != row["runs"]


def odds(block: int) -> float:
    """Boards of random search at n = 8 over n!/Q(n)."""
    first = STRIDE * block
    search, problem = contestant("random_search"), Queens(8)
    runs = [solve(problem, search, ODDS_BUDGET, first + k) for k in range(ODDS_RUNS)]
    return mean(run.evaluations for run in runs) / (40_320 / 92)


def tuned(block: int) -> Iterator[tuple[str, float]]:
    """What the page says of the tunings: settings of tuned.csv beside the defaults."""
    names = yaml.safe_load((HERE / "plain.yaml").read_text(encoding="utf-8"))["algorithms"]
    with (HERE / "tuned.csv").open(encoding="utf-8") as file:
        told = list(csv.DictReader(file))
    for kind in KINDS:
        mine = [row for row in told if row["kind"] == kind]
        default, best = (
            {row["algorithm"]: _ert(row, names[row["algorithm"]], block, which) for row in mine}
            for which in (False, True)
        )
        better = [row["algorithm"] for row in mine if row["verdict"] == "better"]
        yield from of_tunings(kind, default, best, better)


def of_tunings(
    kind: str, default: dict[str, float], best: dict[str, float], better: list[str]
) -> Iterator[tuple[str, float]]:
    """What the page says of the ERTs of the defaults and of the tuned settings."""
    gains = {name: default[name] / best[name] for name in default if best[name] < inf}
    ranks = {name: 1 + k for k, name in enumerate(sorted(best, key=lambda one: best[one]))}
    yield f"{kind}: better", min(gains[name] for name in better)
    yield f"{kind}: conflicted", min(gains[name] for name in ("hill climbing", "annealing"))
    yield f"{kind}: first", max(ranks[name] for name in FIRST_TUNED[kind])
    yield f"{kind}: order", spearman(default, best)
    if kind == "hard":
        yield "hard: worse", gains["extremal optimisation"]


def _ert(row: dict[str, str], given: dict[str, Any], block: int, best: bool) -> float:
    """All evaluations over solved runs, on the block's seeds and boards."""
    settings = json.loads(row["best_settings"]) if best else {}
    words = [f"{key}={json.dumps(value)}" for key, value in settings.items() if "." in key]
    whole = {key: value for key, value in settings.items() if "." not in key}
    fixed = {key: value for key, value in given.items() if key not in ("use", "encoding")}
    algorithm = contestant(given["use"], words, **(fixed | whole))
    dear = row["algorithm"] in DEAR
    budget = Budget(evaluations=DEAR_BUDGET if dear else KINDS[row["kind"]][1])
    encoding = given.get("encoding", "permutation")
    first = STRIDE * block
    runs = [
        solve(problem, algorithm, budget, first + k, encoding=encoding)
        for k, problem in enumerate(_boards(row["kind"], block))
    ]
    solved = sum(run.solved for run in runs)
    return sum(run.evaluations for run in runs) / solved if solved else inf


def _boards(kind: str, block: int) -> list[Queens]:
    if kind == "plain":
        return [Queens(100)] * PLAIN_RUNS
    drawn = {"use": "random", "count": 8}
    family = Family(12, excluded=drawn, instances=BOARDS, seed=30 + block, satisfiable=True)
    return [one.problem for one in islice(instances(family), BOARDS)]


def blocks(results: Path) -> Iterator[tuple[str, int, float]]:
    """Each headline on each block."""
    for block in BLOCKS:
        for name, value in (*shelves(results, block), ("odds", odds(block)), *tuned(block)):
            yield name, block, value


if __name__ == "__main__":
    write(HERE, blocks(Path(sys.argv[1])))

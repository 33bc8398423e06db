"""Write the configs of a family's runs with the parameters that its tunings found.

    python -m experiments.hard.configs RESULTS    # experiments/hard/FAMILY.yaml, an experiment each

``FAMILY_choice.yaml`` has the defaults beside them, ``FAMILY_schedules.yaml`` annealing alone with
three schedules. Local searches are bounded by evaluations, so that a slower machine repeats them;
exact methods, in ``FAMILY_exact.yaml``, and repairs, in ``FAMILY_repair.yaml``, by seconds. Which
boards is for the command line: ``problem.file=...``.
"""

import sys
from math import log
from pathlib import Path
from typing import Any

import yaml

from experiments.hard.boards import FAMILIES

HERE = Path(__file__).parent
EVALUATIONS = {"evaluations": 20_000_000}
SECONDS = {"evaluations": None, "seconds": 5.0}
SEARCHES = {
    "tabu": {"use": "tabu_search"},
    "extremal": {"use": "extremal_optimisation"},
    "annealing": {"use": "simulated_annealing"},
}
EXACT = {
    "forward checking": {"use": "backtracking", "form": "forward_checking"},
    "CP-SAT": {"use": "cp_sat"},
    "clingo": {"use": "clingo"},
    "CaDiCaL": {"use": "experiments.hard.opponents:Cadical"},
}
# The same solver with one thread and with a portfolio of eight.
WORKERS = {
    "CP-SAT": EXACT["CP-SAT"],
    "CP-SAT, 8 workers": {"use": "cp_sat", "workers": 8},
    "clingo": EXACT["clingo"],
    "clingo, 8 threads": {"use": "experiments.hard.opponents:ClingoThreads"},
}
REPAIR = {
    "large neighbourhoods": {"use": "experiments.hard.opponents:LargeNeighbourhoodSearch"},
}
# Where local search wins by expected seconds: what it solves with the seconds of an exact method.
EQUAL = {"excluded": (22, 24), "blocked": (44,)}


def main(results: Path) -> None:
    for family in FAMILIES:
        tuned: dict[str, Any] = {}
        for search in SEARCHES:
            found = results / f"hard_tune_{family}_{search}" / "best.yaml"
            best = yaml.safe_load(found.read_text(encoding="utf-8"))["algorithms"]
            tuned[search] = best[search]
        defaults = {f"{search}, default": SEARCHES[search] for search in tuned}
        write(family, tuned, EVALUATIONS)
        write(f"{family}_choice", {**tuned, **defaults}, EVALUATIONS)
        write(f"{family}_schedules", schedules(family, tuned["annealing"]), EVALUATIONS)
        write(f"{family}_exact", EXACT, SECONDS)
        write(f"{family}_repair", REPAIR, SECONDS)
        write(f"{family}_workers", WORKERS, SECONDS)
        if family in EQUAL:
            both = {search: tuned[search] for search in ("tabu", "extremal")}
            write(f"{family}_equal", both, SECONDS)


def schedules(family: str, tuned: dict[str, Any]) -> dict[str, Any]:
    """Annealing with the default of plain boards, with that of the board, and tuned."""
    scale = 1 / log(chosen_on()[family])
    plain = {"schedule": {"hot": 0.8 * scale, "cold": 0.4 * scale}}
    default = SEARCHES["annealing"]
    return {"plain": {**default, **plain}, "default": default, "tuned": tuned}


def chosen_on() -> dict[str, int]:
    """The n of each family on whose boards the best were chosen."""
    rows = (HERE / "chosen_on.txt").read_text(encoding="utf-8").splitlines()
    return {family: int(n) for family, n, _ in map(str.split, rows)}


def write(name: str, algorithms: dict[str, Any], budget: dict[str, Any]) -> None:
    """Write one config; its boards are the smallest to judge on, until others are named."""
    family = name.partition("_")[0]
    file = f"boards/{family}_{min(FAMILIES[family])}_judge.jsonl"
    given = {
        "name": f"hard_{name}",
        "problem": {"file": file},
        "algorithms": algorithms,
        "budget": budget,
        "runs": 1,
        "seed": 20261125,
    }
    text = yaml.safe_dump(given, sort_keys=False, default_flow_style=None, width=100)
    made = "# Written by experiments/hard/configs.py.\n"
    (HERE / f"{name}.yaml").write_text(made + text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

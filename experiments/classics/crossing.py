"""Time to a solution of local search and of exact methods: HYPOTHESES.md says what is compared.

    python -m experiments.classics.crossing    # needs clingo and python-sat

It adds the missing runs to crossing_runs.csv, a row a run; ``crossings.py`` makes the tables. With
``--again`` it does all anew. Each run is a process of its own that is ended after 10 seconds of
processor time.
"""

import argparse
import csv
import resource
import sys
import time
from collections.abc import Callable, Iterator
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from published import Published  # noqa: E402

from metaqueens import (  # noqa: E402
    AdaptiveSearch,
    AllInterval,
    Budget,
    Colouring,
    Costas,
    ExtremalOptimisation,
    MagicSquare,
    MinConflicts,
    SimulatedAnnealing,
    TabuSearch,
    solve,
)

SECONDS, TUNE_SECONDS = 10, 3
TUNE_SEEDS, SEEDS = range(5), range(100, 110)
# The size of each problem at which the search is chosen, and all sizes.
TUNE_SIZE = {
    "magic-square": 7,
    "all-interval": 20,
    "costas": 14,
    "colouring": 12,
    "fewest colours": 8,
}
SIZES = {
    "magic-square": (3, 4, 5, 6, 7, 8, 10, 15),
    "all-interval": (8, 10, 12, 14, 16, 18, 20, 24),
    "costas": (8, 10, 12, 13, 14, 15, 16, 17),
    "colouring": (6, 8, 10, 12, 14),
    "fewest colours": (5, 6, 7, 8, 9, 10, 11, 12),
}
# The least number of colours of the queen graph (OEIS A088202).
CHROMATIC = {5: 5, 6: 7, 7: 7, 8: 9, 9: 10, 10: 11, 11: 11, 12: 12}
EXACT = ("clingo", "cadical", "cp_sat")
COLUMNS = ("problem", "size", "method", "seed", "solved", "seconds")


def make_problem(name: str, size: int, form: str = "repeats") -> Any:
    """Return a problem by its name and size; ``form`` is that of its cost, if it has several."""
    if name == "magic-square":
        return MagicSquare(order=size)
    if name == "all-interval":
        return AllInterval(n=size, form=form)
    if name == "costas":
        return Costas(n=size, form=form)
    return Colouring(queens=size, colours=size + 2 if name == "colouring" else CHROMATIC[size])


def constant(temperature: float) -> SimulatedAnnealing:
    return SimulatedAnnealing(schedule={"use": "constant", "temperature": temperature})


def make_searches(name: str, size: int) -> dict[str, tuple[Any, Any]]:
    """Return the searches to choose from, each with its problem."""
    problem = make_problem(name, size)
    if name == "magic-square":
        frozen = max(2, round(2.8 * size))
        adaptive = AdaptiveSearch(
            improvement="best", tenure=frozen, reset_after=frozen, reset_share=0.02
        )
        searches = {"adaptive_search": adaptive, "annealing": SimulatedAnnealing()}
        searches |= {"tabu_search": TabuSearch(), "annealing T=2": constant(2)}
    elif name == "all-interval":
        largest = make_problem(name, size, "largest")
        published = Published(pairs=True, first=True, local_minimum=0.9, reset_share=0.05)
        return {
            "published": (largest, published),
            "extremal_optimisation": (largest, ExtremalOptimisation()),
            "tabu_search": (problem, TabuSearch()),
            "annealing T=0.5": (problem, constant(0.5)),
        }
    elif name == "costas":
        weighted = make_problem(name, size, "weighted")
        return {
            "published": (weighted, Published(local_minimum=0.5, reset_share=0.05, costas=True)),
            "tabu_search": (problem, TabuSearch()),
            "annealing T=1": (problem, constant(1)),
            "adaptive_search": (problem, AdaptiveSearch()),
        }
    else:
        searches = {"tabu_search": TabuSearch(), "annealing T=0.4": constant(0.4)}
        searches["min_conflicts"] = MinConflicts(noise=0.02)
    return {label: (problem, search) for label, search in searches.items()}


def exactly_one(group: list[int]) -> list[list[int]]:
    """Return clauses: one of the variables is true, and no two are."""
    return [group, *([-a, -b] for a, b in combinations(group, 2))]


def make_clauses(name: str, size: int) -> tuple[np.ndarray, list[list[int]]]:
    """Return the variables, (n, values), of each value, from 1, and the clauses."""
    problem = make_problem(name, size)
    is_colouring = isinstance(problem, Colouring)
    n, count = problem.n, problem.value_count if is_colouring else size
    at = np.arange(1, n * count + 1).reshape(n, count)
    clauses = [clause for row in at.tolist() for clause in exactly_one(row)]
    if is_colouring:
        from metaqueens.classics.graphs import queen_edges

        pairs = np.unique(np.sort(queen_edges(size), 1), axis=0)
        return at, clauses + [[-int(at[a, k]), -int(at[b, k])] for a, b in pairs
                              for k in range(count)]  # fmt: skip
    clauses += [clause for column in at.T.tolist() for clause in exactly_one(column)]
    last = n * count
    for d in [1] if name == "all-interval" else range(1, (n + 1) // 2):
        differences: dict[int, list[int]] = {}
        for i in range(n - d):
            names: dict[int, int] = {}
            for a in range(count):
                for b in range(count):
                    k = abs(b - a) if name == "all-interval" else b - a
                    if k == 0:
                        continue
                    if k not in names:
                        last += 1
                        names[k] = last
                        differences.setdefault(k, []).append(last)
                    clauses.append([-int(at[i, a]), -int(at[i + d, b]), names[k]])
        for group in differences.values():
            clauses += [[-a, -b] for a, b in combinations(group, 2)]
    return at, clauses


def solve_by_cp_sat(name: str, size: int, seed: int) -> np.ndarray | None:
    """Return values of the variables of the package's own model."""
    from ortools.sat.python import cp_model

    problem, model = make_problem(name, size), cp_model.CpModel()
    is_colouring = isinstance(problem, Colouring)
    count = problem.value_count if is_colouring else problem.n
    variables = [model.new_int_var(0, count - 1, "") for _ in range(problem.n)]
    if not is_colouring:
        model.add_all_different(variables)
    problem.cp_sat(model, variables)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.random_seed = 1, seed
    found = solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return np.array([solver.value(variable) for variable in variables]) if found else None


def solve_by_cadical(name: str, size: int, seed: int) -> np.ndarray | None:
    """Return values; the seed shuffles the names of variables and the clauses."""
    from pysat.solvers import Cadical195

    at, clauses = make_clauses(name, size)
    rng = np.random.default_rng(seed)
    names = 1 + rng.permutation(max(max(map(abs, clause)) for clause in clauses))
    order = rng.permutation(len(clauses))
    shuffled = [[int(np.sign(k) * names[abs(k) - 1]) for k in clauses[c]] for c in order]
    with Cadical195(bootstrap_with=shuffled) as solver:
        if not solver.solve():
            return None
        true = {k for k in solver.get_model() if k > 0}
    return np.array([[int(names[k - 1]) in true for k in row] for row in at]).argmax(1)


def solve_by_clingo(name: str, size: int, seed: int) -> np.ndarray | None:
    """Return values, from the clauses of ``make_clauses``."""
    import clingo

    at, clauses = make_clauses(name, size)
    control = clingo.Control(["1", f"--seed={seed}", "--rand-freq=0.01"])
    with control.backend() as backend:
        atoms = [backend.add_atom() for _ in range(max(max(map(abs, c)) for c in clauses))]
        backend.add_rule(atoms, [], choice=True)
        for clause in clauses:
            backend.add_rule([], [-atoms[k - 1] if k > 0 else atoms[-k - 1] for k in clause])
    found: list[np.ndarray] = []

    def keep(model: Any) -> None:
        found.append(np.array([[model.is_true(atoms[k - 1]) for k in row] for row in at]).argmax(1))

    control.solve(on_model=keep)
    return found[0] if found else None


METHODS: dict[str, Callable] = {
    "cp_sat": solve_by_cp_sat,
    "clingo": solve_by_clingo,
    "cadical": solve_by_cadical,
}


def find(name: str, size: int, method: str, seed: int) -> bool:
    """Return whether the method finds a solution, which is checked."""
    if method in EXACT:
        values = METHODS[method](name, size, seed)
    else:
        problem, search = make_searches(name, size)[method]
        values = solve(problem, search, Budget(evaluations=10**13), seed=seed).values
    return values is not None and make_problem(name, size).recount(values) == 0


def work(pipe: Any, seconds: int, arguments: tuple) -> None:
    """Send the processor seconds of a run."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    before = time.process_time()
    found = find(*arguments)
    pipe.send((found, time.process_time() - before))


def run(name: str, size: int, method: str, seed: int, seconds: int = SECONDS) -> tuple:
    """Do a run in a process of its own; return its row."""
    processes = get_context("fork")
    ours, theirs = processes.Pipe(duplex=False)
    child = processes.Process(target=work, args=(theirs, seconds, (name, size, method, seed)))
    child.start()
    theirs.close()
    try:
        solved, spent = ours.recv()
    except EOFError:
        solved, spent = False, seconds
    child.join()
    return name, size, method, seed, int(solved), round(spent, 4)


def runs_of(name: str, size: int, method: str) -> list[tuple]:
    """Return the rows of a method at a size: of three runs if these are unsolved."""
    rows: list[tuple] = []
    for seed in SEEDS:
        rows.append(run(name, size, method, seed))
        if len(rows) == 3 and not any(row[4] for row in rows):
            break
    return rows


def read(path: Path) -> list[tuple]:
    """Return the rows of a table of runs, or none."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as file:
        return [
            (row[0], int(row[1]), row[2], int(row[3]), int(row[4]), float(row[5]))
            for row in [*csv.reader(file)][1:]
        ]


def measure(name: str, rows: list[tuple]) -> Iterator[list[tuple]]:
    """Yield the rows of each cell that ``rows`` lacks, by size: small ones first."""
    used = {row[2] for row in rows if row[0] == name}
    local = used & {*make_searches(name, 9)} or {choose(name)}
    stopped = set()
    for size in SIZES[name]:
        for method in (*local, *(("cp_sat",) if name == "magic-square" else EXACT)):
            if method in stopped:
                continue
            cell = [row for row in rows if row[:3] == (name, size, method)]
            if not cell:
                cell = runs_of(name, size, method)
                yield cell
            if 2 * sum(row[4] for row in cell) < len(cell):
                stopped.add(method)


def choose(name: str) -> str:
    """Return the search of the least expected seconds on the seeds to tune on."""
    size = TUNE_SIZE[name]
    found = {}
    for method in make_searches(name, size):
        rows = [run(name, size, method, seed, TUNE_SECONDS) for seed in TUNE_SEEDS]
        solved = sum(row[4] for row in rows)
        found[method] = sum(row[5] for row in rows) / max(solved, 1e-9)
        print(f"{name} {size} {method}: {solved} of {len(rows)}, {found[method]:.3g} s", flush=True)
    return min(found, key=found.__getitem__)


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("problems", nargs="*", default=[*SIZES])
    parser.add_argument("--to", type=Path, default=HERE / "crossing_runs.csv")
    parser.add_argument("--again", action="store_true", help="forget the runs that are there")
    chosen = parser.parse_args(words)
    import clingo  # noqa: F401  imported before processes start, so that none pays for it
    import pysat.solvers  # noqa: F401
    from ortools.sat.python import cp_model  # noqa: F401

    if chosen.again:
        chosen.to.unlink(missing_ok=True)
    done = read(chosen.to)
    with chosen.to.open("a", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        if not done:
            table.writerow(COLUMNS)
        for name in chosen.problems:
            for pair in make_searches(name, SIZES[name][0]).values():
                solve(*pair, 1000, seed=0)  # compiled before it is timed
            for rows in measure(name, done):
                table.writerows(rows)
                file.flush()
                print(rows[-1], sum(row[4] for row in rows), "of", len(rows), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

"""The speeds that may not be lost: each work beside a reference in the same process.

python experiments/benchmarks/speed.py            all, in under 50 s
python experiments/benchmarks/speed.py tabu q15   some
python experiments/benchmarks/speed.py --accept   measure longer, on a calm machine, and write
                                                  accepted.json for this family of processors

Seconds are of the processor, work and reference take turns, and the best of each counts: what else
a machine does makes both slower, and nothing makes them faster. Exit code 1 where a work has less
than half of its accepted ratio; below 0.85 of it the work is named.

The ratio of a work depends on the processor: hill climbing has 2.8 on AMD's Zen and 1.6 on Intel's
Emerald Rapids. So each family has accepted ratios of its own.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from pathlib import Path
from typing import NamedTuple

# Threads that wait for each other take processor time.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numba
import numpy as np
from llvmlite import binding
from rich.console import Console
from rich.table import Table

ACCEPTED = Path(__file__).with_name("accepted.json")
ROUNDS, MOST_ROUNDS, SECONDS = 2, 12, 22.0
ENOUGH, TOLD, FAILED = 0.95, 0.85, 0.5

Do = Callable[[], object]


@numba.njit
def _loop(steps):
    """Each of ``steps`` numbers of xorshift64 waits for the one before."""
    state = np.uint64(88172645463325252)
    for _ in range(steps):
        state ^= state << np.uint64(13)
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
    return state


def _python() -> object:
    squares = {f"{k}": k * k for k in range(20_000)}
    return sum(squares[f"{k}"] for k in range(20_000))


REFERENCES: dict[str, Do] = {
    "loop": partial(_loop, 5_000_000),
    "shuffle": lambda: np.random.default_rng(1).permutation(1_000_000),  # memory out of order
    "python": _python,
    "process": lambda: _child("-c", "import numpy"),
}


class Work(NamedTuple):
    """What is measured.

    reference : the entry of ``REFERENCES`` that it takes turns with
    stands_for : the figure of the benchmarks, or of the documentation, that is lost with it
    prepared : given an empty folder, the work itself
    """

    reference: str
    stands_for: str
    prepared: Callable[[Path], Do]


def _child(*words: str) -> bytes:
    """What a Python process, which may fail, wrote to standard error."""
    command = [sys.executable, "-P", *words]
    return subprocess.run(command, capture_output=True, check=False).stderr


def _solve(name: str, n: int, evaluations: int | None, **parameters: object) -> Do:
    import metaqueens as m

    algorithm = getattr(m, name)(**parameters)
    from metaqueens.queens.generators import draw_diagonals

    problem = m.Queens(n)
    if name == "TabuSearch":  # seed 2 draws a board without a solution, so all is spent
        problem = m.Queens(n, excluded=draw_diagonals(n, 13, np.random.default_rng(2)))
    budget = m.Budget(evaluations=evaluations) if evaluations else m.Budget(seconds=600)

    def work() -> None:
        found = m.solve(problem, algorithm, budget, seed=1)
        assert found.solved == (evaluations is None), "not the work that was meant"

    return work


def _search(
    name: str, n: int, evaluations: int | None, **parameters: object
) -> Callable[[Path], Do]:
    return lambda folder: _solve(name, n, evaluations, **parameters)


def _counting(folder: Path) -> Do:
    from metaqueens import Queens
    from metaqueens.exact.counting import count

    def work() -> None:
        *_, last = count(Queens(15), workers=1)
        assert last.solutions == 2_279_184

    return work


def _empty_runs(folder: Path) -> Do:
    """A hundred runs of one evaluation, kept in a results folder."""
    from metaqueens import load, run

    config = folder / "empty.yaml"
    config.write_text(
        "name: empty\nproblem: {n: 8}\nalgorithms: {it: {use: random_search}}\n"
        "budget: {evaluations: 1}\nruns: 100\nseed: 1\n"
    )
    experiment, results = load(config), (folder / f"results{k}" for k in range(10**6))
    return lambda: run(experiment, next(results), report=False)


def _compare(folder: Path) -> Do:
    from analysis import simulated

    from metaqueens import compare, load_runs

    simulated(folder / "results", algorithms=5, sizes=20, runs=100)
    return lambda: compare(load_runs(folder / "results"))


def _command(*words: str) -> Callable[[Path], Do]:
    return lambda folder: partial(_child, "-m", "metaqueens", *_words(words, folder))


def _words(words: tuple[str, ...], folder: Path) -> Iterator[str]:
    """The words of a command; ``BAD`` stands for a config with a mistake."""
    for word in words:
        if word == "BAD":
            bad = folder / "bad.yaml"
            bad.write_text(
                "problem: {n: 50}\nalgorithms: {ga: {use: genetic, elits: 2}}\n"
                "budget: {evaluations: 9}\nruns: 3\n"
            )
            yield str(bad)
        else:
            yield word


SOLVE, ERROR = ("solve", "8", "--seed", "1"), ("check", "BAD")
CONSTANT = {"use": "constant", "temperature": 0.25}
SAMPLED = {"start": "sampled", "scan": "sampled", "encoding": "rows"}
# Units of some ten milliseconds: a kernel that falls back to Python takes seconds, not minutes.
WORKS = {
    "queue_1e6": Work("loop", "large_n: one solution for 10^6 queens",
                      _search("QueueSearch", 10**6, None)),
    "queue_1e7": Work("loop", "large_n: one solution for 10^7 queens",
                      _search("QueueSearch", 10**7, None)),
    "annealing": Work("loop", "core.py annealing: moves a second, n = 1,000",
                      _search("SimulatedAnnealing", 1_000, 300_000, schedule=CONSTANT)),
    "climbing": Work("loop", "shelf of searches: moves a second of hill climbing",
                     _search("HillClimbing", 10_000, 200_000)),
    "min_conflicts": Work("shuffle", "large_n: sampled min-conflicts, 10^6 queens",
                          _search("MinConflicts", 10**6, 5_000_000, **SAMPLED)),
    "tabu": Work("loop", "experiments/hard: tabu search, 16 queens, 13 excluded diagonals",
                 _search("TabuSearch", 16, 500_000)),
    "genetic_compiled": Work("loop", "genetic.py speed: the compiled engine, n = 200",
                             _search("Genetic", 200, 20_000, engine="compiled")),
    "genetic_deap": Work("python", "genetic.py speed: the engine on DEAP, n = 200",
                         _search("Genetic", 200, 3_000)),
    # Accepted on each family is the ratio with vectors of 128 bits; AVX-512 takes 0.6 of the time.
    "q15": Work("loop", "exact.py: all solutions of 15 queens counted", _counting),
    "empty_runs": Work("python", "an experiment's cost of a run, beside its search", _empty_runs),
    "compare": Work("python", "analysis.py: 10,000 stored runs compared", _compare),
    "solve_8": Work("process", "core.py start: `solve 8`, warm", _command(*SOLVE)),
    "config_error": Work("process", "core.py start: a config error", _command(*ERROR)),
}  # fmt: skip
# Modules that a command loads: an exact number, accepted as it is.
MODULES = {"modules_of_solve_8": SOLVE, "modules_of_config_error": ERROR}


class Measured(NamedTuple):
    """The best seconds of a work and of its reference."""

    work: float = inf
    reference: float = inf

    @property
    def ratio(self) -> float:
        """How fast the work is: the reference's seconds in those of the work."""
        return self.reference / self.work

    def once_more(self, work: Do, reference: Do) -> "Measured":
        """One more round of both, of which the reference takes half as long as the work or more."""
        taken = _seconds(work)
        times = max(1, round(taken / 2 / self.reference)) if self.reference < taken else 1
        looped = _seconds(lambda: [reference() for _ in range(times)]) / times
        return Measured(min(self.work, taken), min(self.reference, looped))


def _seconds(do: Do) -> float:
    """Of the processor, for this process and those that it waited for."""
    began = _spent()
    do()
    return _spent() - began


def _spent() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def measure(names: list[str], accepted: dict[str, float]) -> dict[str, Measured]:
    """Measure in rounds; what falls short of its accepted ratio again, but not after SECONDS.

    A work far below its accepted ratio is not repeated, and one without any is measured longest.
    """
    began, found = time.perf_counter(), {}
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            work = WORKS[name].prepared(_made(Path(folder) / name))
            reference = REFERENCES[WORKS[name].reference]
            work(), reference()  # compiles them
            expected, one = accepted.get(name, inf), Measured()
            for done in range(MOST_ROUNDS):
                late = time.perf_counter() - began > SECONDS
                if done >= ROUNDS and (one.ratio >= ENOUGH * expected or late):
                    break
                one = one.once_more(work, reference)
                if done and one.ratio < expected / 3 and name in accepted:
                    break
            found[name] = one
    return found


def find_family() -> str:
    """Return LLVM's name of the processor without a number at its end, such as ``znver``."""
    return binding.get_host_cpu_name().rstrip("0123456789")


def read_accepted(family: str) -> dict[str, float]:
    """Return the accepted ratios of a family; one that it lacks is the lowest of the others."""
    table: dict[str, dict[str, float]] = json.loads(ACCEPTED.read_text())
    lowest: dict[str, float] = {}
    for ratios in table.values():
        for name, ratio in ratios.items():
            lowest[name] = min(ratio, lowest.get(name, inf))
    return lowest | table.get(family, {})


def accept(ratios: dict[str, float], family: str) -> None:
    """Write the ratios of a family; numbers of modules are the same on ``any``."""
    table = json.loads(ACCEPTED.read_text())
    for name, ratio in ratios.items():
        accepted = table.setdefault("any" if name in MODULES else family, {})
        accepted[name] = round(ratio, 4)
    ACCEPTED.write_text(json.dumps(table, indent=1) + "\n")


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def modules_of(words: tuple[str, ...]) -> int:
    """How many modules a command imports."""
    with tempfile.TemporaryDirectory() as folder:
        told = _child("-X", "importtime", "-m", "metaqueens", *_words(words, Path(folder)))
    return told.count(b"import time:") - 1


def main(words: list[str]) -> int:
    """Measure, print a table, and return the exit code."""
    family = find_family()
    accepted = read_accepted(family)
    names = [word for word in words if not word.startswith("-")] or [*WORKS, *MODULES]
    if unknown := set(names) - {*WORKS, *MODULES}:
        sys.exit(f"{', '.join(sorted(unknown))}: expected some of {', '.join([*WORKS, *MODULES])}")
    timed = [name for name in names if name in WORKS]
    found = measure(timed, {} if "--accept" in words else accepted)
    ratios = {name: one.ratio for name, one in found.items()}
    # A thousand modules take the place of the reference.
    ratios |= {name: 1000 / modules_of(MODULES[name]) for name in names if name in MODULES}
    if "--accept" in words:
        accept(ratios, family)
        accepted = read_accepted(family)
    shares = {name: ratio / accepted[name] for name, ratio in ratios.items() if name in accepted}
    _print(ratios, accepted, shares, found)
    for name, share in shares.items():
        if share < TOLD:
            print(f"slower: {name} has {share:.2f} of its accepted ratio ({_stands_for(name)})")
    return 1 if any(share < FAILED for share in shares.values()) else 0


def _print(
    ratios: dict[str, float], accepted: dict[str, float], shares: dict[str, float],
    found: dict[str, Measured],
) -> None:  # fmt: skip
    table = Table("work", "milliseconds", "ratio", "accepted", "share", "stands for")
    for name, ratio in ratios.items():
        milliseconds = f"{1e3 * found[name].work:.1f}" if name in found else "-"
        share = f"{shares[name]:.2f}" if name in shares else "-"
        row = (milliseconds, f"{ratio:.3g}", f"{accepted.get(name, 0):.3g}", share)
        table.add_row(name, *row, _stands_for(name))
    Console(width=130).print(table)


def _stands_for(name: str) -> str:
    if name in WORKS:
        return WORKS[name].stands_for
    return f"the start of `{' '.join(MODULES[name])}`"


if __name__ == "__main__":
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        sys.exit("NUMBA_DISABLE_JIT is set: nothing is compiled, so there is no speed to measure")
    sys.exit(main(sys.argv[1:]))

"""What it costs to run a program from outside, beyond the program: a do-nothing program in C.

    python experiments/benchmarks/programs.py      # needs cc; half a minute

It writes one board and ends. Beside it the least that starts it: `posix_spawn`, read, wait.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from metaqueens import Budget, Program, Queens, solve

NOTHING = '#include <stdio.h>\nint main(void) { puts("1 3 0 2"); return 0; }\n'
CONFIG = """\
name: nothing
problem: {n: 4}
algorithms: {nothing: {use: program, command: [./nothing]}}
budget: {seconds: 60}
runs: 1000
"""
RUNS = 200


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "nothing.c").write_text(NOTHING)
        (folder / "nothing.yaml").write_text(CONFIG)
        subprocess.run(["cc", "-O2", "-o", "nothing", "nothing.c"], cwd=folder, check=True)
        program = str(folder / "nothing")
        alone, whole = alternating(program, RUNS)
        print(f"started, read and waited for:      {1e3 * alone:6.2f} ms")
        print(f"a run of it:                       {1e3 * whole:6.2f} ms")
        print(f"overhead of a run (bound: 15):     {1e3 * (whole - alone):6.2f} ms")
        began = time.perf_counter()
        command = [sys.executable, "-m", "metaqueens", "run", "nothing.yaml", "-q", "-j", "2"]
        subprocess.run([*command, "--no-report"], cwd=folder, check=True)
        print(f"1,000 runs, -j 2 (bound: 25):      {time.perf_counter() - began:6.2f} s")


def alternating(program: str, runs: int) -> tuple[float, float]:
    """Medians of both ways, one after the other, so that both meet the same machine."""
    algorithm, budget = Program(command=[program]), Budget(seconds=60.0)
    times: tuple[list[float], list[float]] = ([], [])
    for seed in range(runs):
        for kept, way in zip(
            times,
            (lambda: least(program), lambda: solve(Queens(4), algorithm, budget, seed)),  # noqa: B023
            strict=True,
        ):
            began = time.perf_counter()
            way()
            kept.append(time.perf_counter() - began)
    return median(times[0]), median(times[1])


def least(program: str) -> None:
    read, write = os.pipe()
    pid = os.posix_spawn(program, [program], {}, file_actions=[(os.POSIX_SPAWN_DUP2, write, 1)])
    os.close(write)
    while os.read(read, 4096):
        pass
    os.close(read)
    os.waitpid(pid, 0)


if __name__ == "__main__":
    main()

"""How long the landscape of eight queens takes, all boards looked at, and what memory it needs.

    python experiments/benchmarks/landscape.py    about half a minute

Three neighbourhoods: 40,320 permutations, and twice 16,777,216 boards on rows. No peer measures
one, so the bars are our own.
"""

import resource
import time

from core import Row, main

from metaqueens import Queens
from metaqueens.landscape.measure import measure

SECONDS, GIGABYTES = 20.0, 1.0


def eight() -> list[Row]:
    """The wall time of ``measure``, kernels compiled, and the most memory of the process."""
    measure(Queens(4), 1, 10)
    clock, work = time.perf_counter(), time.process_time()
    measure(Queens(8), 1)
    seconds, busy = time.perf_counter() - clock, time.process_time() - work
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    return [
        (
            f"landscape 8, {busy / seconds:.1f} cores busy",
            f"{seconds:.1f} s ({busy:.1f} s of processor)",
            f"{SECONDS:g} s",
            f"{SECONDS / seconds:.1f}x",
        ),
        ("its memory", f"{memory:.2f} GB", f"{GIGABYTES:g} GB", f"{GIGABYTES / memory:.1f}x"),
    ]


if __name__ == "__main__":
    main([], {"eight": eight})

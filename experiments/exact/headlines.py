"""The order of the exact methods, measured anew; their counts and trees are exact.

python -m experiments.exact.headlines    # three minutes of one core; writes headlines.csv
"""

from collections.abc import Iterator
from pathlib import Path

from experiments.exact.measure import by_boards, shortest
from experiments.headlines import write

BLOCKS = 2


def blocks() -> Iterator[tuple[str, int, float]]:
    """How many times as long one method takes as another, by the shortest of up to five runs."""
    for method in ("matrix", "iterative", "cartesian", "permutation", "bitmask", "cp", "cp_sat"):
        by_boards(method, 4)  # imports and compiles
    for block in range(1, 1 + BLOCKS):

        def times(slow: str, fast: str, n: int) -> float:
            one, other = (shortest(by_boards, method, n)["seconds"] for method in (slow, fast))
            return float(one / other)

        flags = times("matrix", "iterative", 10), times("cartesian", "permutation", 10)
        yield "flags", block, min(flags)
        yield "masks", block, times("permutation", "bitmask", 10)
        yield "propagation", block, times("cp", "permutation", 13)
        yield "learning", block, times("cp_sat", "cp", 11)
        yield "slowest", block, min(times("cp_sat", one, 11) for one in ("matrix", "cartesian"))


if __name__ == "__main__":
    write(Path(__file__).parent, blocks())

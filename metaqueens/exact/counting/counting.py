"""Count all solutions: inside each border with bit masks, on every core, resumable."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from metaqueens.exact.counting.borders import borders
from metaqueens.exact.counting.subtrees import COUNTS_UP_TO, count_inside
from metaqueens.exact.symmetry import orbits
from metaqueens.files.writing import write_text
from metaqueens.problem.queens import Queens
from metaqueens.system.cores import usable_cores
from metaqueens.text.errors import UserError


class Count(NamedTuple):
    """How far a count has come: its first ``done`` of ``total`` subtrees.

    solutions : found so far, each subtree taken as often as its orbit is large
    nodes : queens placed so far, in one subtree of each orbit only
    seconds : spent so far, in every session
    """

    n: int
    done: int = 0
    total: int = 0
    solutions: int = 0
    nodes: int = 0
    seconds: float = 0.0

    @property
    def finished(self) -> bool:
        """Whether ``solutions`` is Q(n)."""
        return self.done == self.total

    @property
    def fundamental(self) -> int | None:
        """The solutions up to symmetry, once all are counted."""
        return orbits(self.n, self.solutions) if self.finished else None

    def save(self, path: Path) -> None:
        """Keep it for another session; what ``path`` held is replaced in one step."""
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, json.dumps(self._asdict()) + "\n")

    @classmethod
    def load(cls, path: Path, problem: Queens) -> "Count":
        """What ``save`` wrote, or a count that has not begun.

        Raises ``UserError`` where something else is there.
        """
        try:
            count = cls(**json.loads(path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return cls(problem.n)
        except (OSError, ValueError, TypeError) as error:
            raise UserError(f"{path}: not a count that was interrupted: {error}") from None
        if count.n != problem.n:
            expected = f"expected a count of n = {problem.n}, got one of n = {count.n}"
            raise UserError(f"{path}: {expected}")
        return count


def supports(problem: Queens) -> str | None:
    """Why ``count`` cannot count the solutions of ``problem``, or None where it can."""
    if problem.n > COUNTS_UP_TO:
        return f"n: the bit masks count boards of 1 to {COUNTS_UP_TO} queens, got {problem.n}"
    return None


def count(
    problem: Queens, since: Count | None = None, workers: int | None = None
) -> Iterator[Count]:
    """Count the solutions; yield how far the count has come, the last time all of it.

    It goes on from ``since``, with ``workers`` threads; by default one for each core.
    """
    if reason := supports(problem):
        raise UserError(reason)
    n = problem.n
    if n == 1:
        yield Count(1, 1, 1, 1, 1)
        return
    sides, sizes = borders(n)
    now, began = since or Count(n), time.perf_counter()
    before, batch = now.seconds, 32 if n <= 16 else 4
    now = now._replace(total=len(sides))
    yield now
    starts = range(now.done, now.total, batch)
    pool = ThreadPoolExecutor(workers or usable_cores())
    try:
        jobs = pool.map(
            lambda k: count_inside(n, sides[k : k + batch], sizes[k : k + batch]), starts
        )
        for start, (solutions, nodes) in zip(starts, jobs, strict=True):
            now = Count(
                n,
                min(start + batch, now.total),
                now.total,
                now.solutions + int(solutions),
                now.nodes + int(nodes),
                before + time.perf_counter() - began,
            )
            yield now
    finally:
        pool.shutdown(cancel_futures=True)

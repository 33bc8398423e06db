"""The table of what was counted: a row for each kind of trouble and release."""

import csv
import platform
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import metaqueens

TABLE = Path(__file__).with_name("table.csv")
UNDISTURBED = ("had ended before", "before our first module", "no process killed, exit code 0")
COLUMNS = ("version", "when", "what", "tried", "broken", "seed", "seconds", "machine")


def tried(counts: Counter[str], kind: str) -> int:
    """Return how often something was disturbed: the command had begun, and not ended."""
    came = {what.partition(": ")[2]: times for what, times in _of(counts, kind)}
    return sum(came.values()) - sum(came.get(one, 0) for one in UNDISTURBED)


def add(counts: Counter[str], seed: int, seconds: float) -> bool:
    """Add a row for each kind in ``counts``, named before the colon; return whether any broke."""
    is_new, broken = not TABLE.exists(), 0
    when, machine = f"{datetime.now(UTC):%Y-%m-%d}", f"{platform.machine()} {platform.system()}"
    with TABLE.open("a", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        if is_new:
            rows.writerow(COLUMNS)
        for kind in dict.fromkeys(what.partition(": ")[0] for what in counts):
            bad = sum(times for what, times in _of(counts, kind) if ": BAD" in what)
            told = (kind, tried(counts, kind), bad, seed, round(seconds), machine)
            rows.writerow((metaqueens.__version__, when, *told))
            broken += bad
    return broken > 0


def _of(counts: Counter[str], kind: str) -> list[tuple[str, int]]:
    return [(what, times) for what, times in counts.items() if what.startswith(f"{kind}: ")]

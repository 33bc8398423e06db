"""What algorithms.template.md says in numbers, out of longest.csv."""

import csv
from math import factorial
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
# OEIS A000170.
SOLUTIONS = {8: 92, 12: 14_200, 20: 39_029_188_884}
WORDS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
CRITERIA = ["late acceptance", "threshold", "great deluge", "record to record", "metropolis"]


class Row(NamedTuple):
    """Runs of an algorithm: the longest solved one, the most pairs that an unsolved one left."""

    runs: int
    solved: int
    longest: int
    left: int


Rows = dict[tuple[str, str, str, int], Row]


def numbers() -> dict[str, Any]:
    """What the template names."""
    rows = _rows()

    def of(study: str, name: str, n: int) -> Row:
        return rows[study, name, "permutation", n]

    return {
        "all_solved": lambda name: _all_solved(rows, name),
        "longest": lambda name, encoding=None: f"{_longest(rows, name, encoding):,}",
        "criteria": lambda: _criteria(rows),
        "odds": lambda n: f"{factorial(n) / SOLUTIONS[n]:,.0f}",
        "tried": lambda name, n: WORDS[of("variants", name, n).runs],
        "solved": lambda name, n: WORDS[of("variants", name, n).solved],
        "within": lambda name, n: f"{of('variants', name, n).longest:,}",
        "left": lambda name, n: of("variants", name, n).left,
        "each": lambda name: ", ".join(
            f"{WORDS[of('variants', name, n).solved]} of {n}" for n in (8, 20, 50)
        ),
        "hard": lambda name: WORDS[of("hard16", name, 16).solved],
        "hard_longest": lambda name: f"{of('hard16', name, 16).longest:,}",
    }


def _all_solved(rows: Rows, name: str) -> str:
    """The sentence, which is true of the table or not said."""
    mine = [(key, row) for key, row in rows.items() if key[:2] == ("defaults", name)]
    assert {key[2] for key, _ in mine} == {"permutation", "rows"}, name
    assert sorted({key[3] for key, _ in mine}) == [8, 20, 50, 100], name
    assert all(row.solved == row.runs == 30 for _, row in mine), name
    return "At its defaults all of 30 seeds solved n = 8, 20, 50 and 100 on both encodings"


def _longest(rows: Rows, name: str, encoding: str | None) -> int:
    mine = [row.longest for (study, algorithm, on, _), row in rows.items()
            if (study, algorithm) == ("defaults", name) and encoding in (None, on)]  # fmt: skip
    return max(mine)


def _criteria(rows: Rows) -> str:
    sizes = (8, 20, 50, 100)
    lines = [["evaluations", *(f"{on}, n = {n}" for on in ("permutation", "rows") for n in sizes)]]
    lines.append(["---"] * len(lines[0]))
    for name in CRITERIA:
        _all_solved(rows, name)
        cells = [rows["defaults", name, on, n].longest
                 for on in ("permutation", "rows") for n in sizes]  # fmt: skip
        lines.append([f"`{name.replace(' ', '_')}`", *(f"{one:,}" for one in cells)])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _rows() -> Rows:
    with (HERE / "longest.csv").open(encoding="utf-8") as file:
        return {
            (row["study"], row["algorithm"], row["encoding"], int(row["n"])): Row(
                int(row["runs"]), int(row["solved"]), int(row["longest"] or 0),
                int(row["cost"] or 0),
            )
            for row in csv.DictReader(file)
        }  # fmt: skip

"""Verify a colouring of a board: python verify.py certificates/12.txt; it needs Python alone."""

import sys

rows = [line.split() for line in open(sys.argv[1], encoding="utf-8")]  # noqa: SIM115
n, seen = len(rows), set()
assert all(len(row) == n for row in rows), "not a square"
for r, row in enumerate(rows):
    for c, colour in enumerate(row):
        lines = {("row", r, colour), ("column", c, colour), ("sum", r + c, colour)}
        lines.add(("difference", r - c, colour))
        assert not lines & seen, f"row {r + 1}, column {c + 1}: attacks a square of its colour"
        seen |= lines
print(f"{n} x {n} squares in {len({colour for row in rows for colour in row})} colours: correct")

#!/usr/bin/env python3
"""N queens by min-conflicts: a starting point for a program of yours.

Run:   metaqueens solve 50 --program "python3 nqueens.py {n} {seed}" counts=true
Test:  metaqueens check --program "python3 nqueens.py {n} {seed}" counts=true
"""

import random
import sys

NOISE = 0.02  # how often a queen goes to any row


def main(n, seed):
    random.seed(seed)
    rows = [random.randrange(n) for _ in range(n)]
    # Queens on each row, falling and rising diagonal.
    row, falling, rising = [0] * n, [0] * (2 * n), [0] * (2 * n)
    pairs = 0
    for c, r in enumerate(rows):
        pairs += row[r] + falling[r + c] + rising[r - c + n]
        row[r] += 1
        falling[r + c] += 1
        rising[r - c + n] += 1
    evaluations, best = 1, pairs
    tell(rows, evaluations)
    while best > 0:
        c = random.randrange(n)
        old = rows[c]
        if row[old] + falling[old + c] + rising[old - c + n] == 3:
            continue  # nothing attacks this queen
        row[old] -= 1
        falling[old + c] -= 1
        rising[old - c + n] -= 1
        attacks = [row[r] + falling[r + c] + rising[r - c + n] for r in range(n)]
        evaluations += n - 1
        if random.random() < NOISE:
            new = random.randrange(n)
        else:
            least = min(attacks)
            new = random.choice([r for r in range(n) if attacks[r] == least])
        pairs += attacks[new] - attacks[old]
        rows[c] = new
        row[new] += 1
        falling[new + c] += 1
        rising[new - c + n] += 1
        if pairs < best:
            best = pairs
            tell(rows, evaluations)


def tell(rows, evaluations):
    """Write a better board at once: the referee recounts it when it arrives."""
    print('{"queens": %s, "evaluations": %d}' % (rows, evaluations), flush=True)  # noqa: UP031


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))

#!/usr/bin/env python3
"""Costas arrays by descents and restarts: a starting point for any problem but n queens.

Test:   metaqueens check --program "python3 costas.py {n} {seed}" counts=true --problem costas
League: metaqueens league costas.py tabu_search --problem costas
"""

import json
import random
import sys
from math import inf

PATIENCE = 20  # a descent ends after so many changes for each variable without a lower cost


def cost(values, task):
    """Count the repeated differences of a Costas array. Write the cost of your problem."""
    found = 0
    for d in range(1, (len(values) + 1) // 2):
        differences = [b - a for a, b in zip(values, values[d:])]  # noqa: B905
        found += len(differences) - len(set(differences))
    return found


def main(task):
    if "encoding" not in task:
        sys.exit("this template is not for n queens; begin with metaqueens new program python")
    n, count, is_permutation = task["n"], task["value_count"], task["encoding"] == "permutation"
    limit = task["budget"]["evaluations"] or inf
    random.seed(task["seed"])
    best = now = idle = inf
    values, evaluations = [], 0
    while best > 0 and evaluations < limit:
        if idle > PATIENCE * n:  # a new start
            new, now, idle = [k % count for k in range(n)], inf, 0
            random.shuffle(new)
        else:
            new, i, j = list(values), random.randrange(n), random.randrange(n)
            if is_permutation:  # each value once
                new[i], new[j] = new[j], new[i]
            else:
                new[i] = random.randrange(count)
        found, evaluations = cost(new, task), evaluations + 1
        idle = 0 if found < now else idle + 1
        if found <= now:
            values, now = new, found
        if found < best:  # the referee recounts it when it arrives
            best = found
            line = {"values": new, "cost": best, "evaluations": evaluations}
            print(json.dumps(line), flush=True)
    print(json.dumps({"evaluations": evaluations}), flush=True)


if __name__ == "__main__":
    main(json.loads(sys.stdin.readline()))

#!/usr/bin/env python3
"""Costas arrays by descents and restarts: a starting point for any problem but n queens.

Test:   metaqueens check --program "python3 costas.py {n} {seed}" counts=true --problem costas
League: metaqueens league costas.py tabu_search --problem costas
"""

import json
import random
import sys

PATIENCE = 20  # a descent ends after this number of changes per variable without a lower cost


def cost(values, task):
    """Count the repeated differences of a Costas array. Write the cost of your problem."""
    found = 0
    for d in range(1, (len(values) - 1) // 2 + 1):
        differences = [b - a for a, b in zip(values, values[d:])]  # noqa: B905
        found += len(differences) - len(set(differences))
    return found


def draw(task):
    """Draw a start: each value once in a permutation, or else any values."""
    if task["encoding"] == "permutation":
        return random.sample(range(task["n"]), task["n"])
    return random.choices(range(task["value_count"]), k=task["n"])


def change(values, task):
    """Return the values with two of them swapped, or one replaced."""
    values = list(values)
    i, j = random.randrange(len(values)), random.randrange(len(values))
    if task["encoding"] == "permutation":
        values[i], values[j] = values[j], values[i]
    else:
        values[i] = random.randrange(task["value_count"])
    return values


def main(task):
    if "encoding" not in task:
        sys.exit("this template is not for n queens; begin with metaqueens new program python")
    random.seed(task["seed"])
    limit = task["budget"]["evaluations"] or float("inf")
    best = now = idle = float("inf")
    values, evaluations = [], 0
    while best > 0 and evaluations < limit:
        if idle > PATIENCE * task["n"]:
            trial, now, idle = draw(task), float("inf"), 0
        else:
            trial = change(values, task)
        found, evaluations = cost(trial, task), evaluations + 1
        idle = 0 if found < now else idle + 1
        if found <= now:
            values, now = trial, found
        if found < best:  # the referee recounts it when it arrives
            best = found
            line = {"values": values, "cost": best, "evaluations": evaluations}
            print(json.dumps(line), flush=True)
    print(json.dumps({"evaluations": evaluations}), flush=True)


if __name__ == "__main__":
    main(json.loads(sys.stdin.readline()))

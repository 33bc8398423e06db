"""The runs of an experiment: the cell, key and seed of each, and its outcome."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np

from metaqueens.config import Cell
from metaqueens.problem.base import BaseProblem
from metaqueens.search.result import Result


class Run(NamedTuple):
    """One repetition of a cell."""

    cell: Cell
    cell_key: str
    repetition: int
    seed: int


class Outcome(NamedTuple):
    """A result, or an error in its place; the host and the times (Unix time) of the run."""

    run: Run
    result: Result | None
    error: str | None
    host: str | None = None
    started: float | None = None
    ended: float | None = None


def repetitions_of(cell: Cell, seed: int, repetitions: Iterable[int]) -> Iterator[Run]:
    """Yield these repetitions of one cell; ``seed`` is that of the experiment."""
    key = cell_key(cell, seed)
    for repetition in repetitions:
        yield Run(cell, key, repetition, run_seed(seed, cell.problem, repetition))


def cell_key(cell: Cell, seed: int) -> str:
    """Return the SHA-256 of everything that decides a cell's results."""
    text = json.dumps({**describe(cell), "seed": seed}, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def describe(cell: Cell) -> dict[str, Any]:
    """Return the cell's content as plain values."""
    return {
        "problem": {**cell.problem.asked, "encoding": cell.space.encoding},
        "label": cell.label,
        "use": cell.use,
        "parameters": cell.algorithm.model_dump(mode="json"),
        "budget": asdict(cell.budget),
    }


def run_seed(seed: int, problem: BaseProblem, repetition: int) -> int:
    """Return the seed of a run, below 2^53 so that any language can read it.

    It depends on the problem and the repetition only. So the runs of all algorithms are paired, and
    a run with a longer budget continues one with a shorter budget.
    """
    sequence = np.random.SeedSequence((seed, problem.n, repetition, *_rules_of(problem)))
    return int(sequence.generate_state(1, np.uint64)[0] >> np.uint64(11))


@lru_cache(1000)
def _rules_of(problem: BaseProblem) -> tuple[int, ...]:
    """Return a number for the rules; nothing for a plain problem, whose seeds are older."""
    return () if problem.is_plain else (int(sha256(problem.key.encode()).hexdigest(), 16),)

"""Results folders with runs that never were, written by the real store."""

import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np

from metaqueens import config
from metaqueens.experiment.results.store import Store
from tests.experiment import runs_of


def experiment(algorithms: str, *sizes: int, runs: int = 10, budget: int = 1000) -> str:
    """The config of an experiment with these ``algorithms``."""
    return (
        f"problem: {{n: {sizes[0]}}}\nalgorithms: {{{algorithms}}}\nruns: {runs}\nseed: 1\n"
        f"budget: {{evaluations: {budget}}}\nsweep: {{problem.n: {[*sizes]}}}\n"
    )


def simulated(folder: Path, text: str, spent) -> Path:
    """Results of the experiment ``text``: ``spent(label, n, rng)`` evaluations a run each.

    A run that would need more than the budget is unsolved.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    path = folder.parent / f"{folder.name}.yaml"
    path.write_text(f"name: made\nkeep_boards: none\n{text}")
    experiment = config.load(path)
    with Store.create(folder, experiment) as store:
        numbers = store.add_cells(experiment.cells, experiment.seed)
    rows, points = [], []
    for run in runs_of(experiment):
        rng = np.random.default_rng(
            [run.seed, len(run.cell.label), *map(ord, run.cell.label), run.cell.problem.n]
        )
        need, budget = max(1, int(spent(run.cell, rng))), run.cell.budget.evaluations
        solved, used = need <= budget, min(need, budget)
        at = (numbers[run.cell_key], run.repetition)
        rows.append(
            (*at, run.seed, "solved" if solved else "unsolved", "solved" if solved else
             "evaluations", int(not solved), 1.0 if solved else 0.9, used, used, used, used * 1e-6,
             used * 1e-6, "validated" if solved else "checked", "not kept")
        )  # fmt: skip
        points += [(*at, 1, 9, 1e-6)]
        if used > 1:
            points += [(*at, used, int(not solved), used * 1e-6)]
    names = (
        "cell, repetition, seed, status, reason, cost, fitness, evaluations, steps, found_at,"
        " seconds, cpu_seconds, verdict, board"
    )
    with closing(sqlite3.connect(folder / "runs.sqlite")) as connection, connection:
        connection.executemany(
            f"INSERT OR REPLACE INTO runs ({names}) VALUES ({', '.join('?' * 14)})", rows
        )
        connection.executemany("INSERT OR REPLACE INTO traces VALUES (?, ?, ?, ?, ?)", points)
    return folder
